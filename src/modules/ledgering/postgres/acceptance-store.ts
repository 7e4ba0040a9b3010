/**
 * Accepting on PostgreSQL: one statement reads everything a group names, one writes everything it is granted. Rows with
 * free text travel as one JSON text.
 */
import type { LedgerId } from '../../../kernel/ids';
import { plainArray, query, statement } from '../../../kernel/postgres/sql';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { Acceptance, AcceptanceReading, AcceptanceStore, AcceptanceWants } from '../application/ports';
import type { AccountId } from '../domain/account';
import { defaultJournalCode } from '../domain/journal';
import type { DraftEntry, JournalId } from '../domain/transaction';

export class PostgresAcceptanceStore implements AcceptanceStore {
  async readAcceptance(tx: Tx, ledgerId: LedgerId, wants: AcceptanceWants): Promise<AcceptanceReading> {
    const [row] = await query<AcceptanceRow>(tx, readAcceptance, [
      ledgerId,
      wants.keys,
      plainArray(wants.accountIds),
      wants.accountCodes,
      plainArray(wants.journalIds),
      plainArray(wants.correlationSourceIds),
      defaultJournalCode,
    ]);
    if (!row) throw new Error('a select without a table gave no row');
    const accounts = (row.accounts ?? []).map(([id, code, isActive]) => ({ id: id as AccountId, code, isActive }));
    const journals = row.journals ?? [];
    const defaultJournalId = journals.find(([, code]) => code === defaultJournalCode)?.[0];
    if (defaultJournalId === undefined) throw new Error(`ledger ${ledgerId} has no default journal`);
    return {
      facts: {
        accountsById: new Map(accounts.map((account) => [account.id, account])),
        accountsByCode: new Map(accounts.map((account) => [account.code, account])),
        journals: new Map(journals.map(([id, , isClosed]) => [id, { isClosed }])),
        defaultJournalId: defaultJournalId as JournalId,
        lockedUntil: row.locked_until,
        correlationSources: new Map((row.sources ?? []).map(([id, correlationId]) => [id, { correlationId }])),
      },
      usedKeys: new Map(
        (row.used ?? []).map(([key, operation, fingerprint, madeId, correlationId]) => [
          key,
          { operation, fingerprint: Buffer.from(fingerprint, 'hex'), madeId, correlationId },
        ]),
      ),
      busyKeys: new Set(row.busy),
    };
  }

  async writeAcceptances(tx: Tx, ledgerId: LedgerId, acceptances: readonly Acceptance[]): Promise<boolean> {
    const [row] = await query<{ claimed: string }>(tx, writeAcceptances, [
      ledgerId,
      JSON.stringify(acceptances.map(toRow)),
    ]);
    return Number(row?.claimed) === acceptances.filter(({ draft }) => draft.idempotencyKey !== null).length;
  }
}

interface AcceptanceRow {
  readonly busy: readonly string[];
  readonly used:
    | readonly [key: string, operation: string, fingerprint: string, madeId: string, correlationId: string | null][]
    | null;
  readonly accounts: readonly [id: string, code: string, isActive: boolean][] | null;
  readonly journals: readonly [id: string, code: string, isClosed: boolean][] | null;
  readonly sources: readonly [id: string, correlationId: string | null][] | null;
  readonly locked_until: Day | null;
}

// Takes the advisory lock of each key, without waiting: a key whose lock is taken belongs to a request that still runs.
// The unique key of idempotency_keys is the guarantee; this only makes the answer come at once.
const readAcceptance = statement(
  'read_acceptance',
  `select array(select k.key from unnest($2::text[]) as k (key)
                 where not pg_try_advisory_xact_lock(hashtextextended($1::uuid::text || k.key, 0))) as busy,
          (select json_agg(json_build_array(i.key, i.operation, encode(i.fingerprint, 'hex'), i.made_id, t.correlation_id))
             from idempotency_keys i
             left join lateral (select correlation_id from transactions where ledger_id = $1 and id = i.made_id offset 0) t
               on true
            where i.ledger_id = $1 and i.key = any ($2)) as used,
          (select json_agg(json_build_array(a.id, a.code, a.is_active))
             from (select a.* from unnest($3::uuid[]) as w (id)
                    cross join lateral (select id, code, is_active from accounts
                                         where ledger_id = $1 and id = w.id offset 0) a
                   union
                   select a.* from unnest($4::text[]) as w (code)
                    cross join lateral (select id, code, is_active from accounts
                                         where ledger_id = $1 and code = w.code offset 0) a) a) as accounts,
          (select json_agg(json_build_array(j.id, j.code, j.is_closed))
             from (select id, code, is_closed from journals where ledger_id = $1 and id = any ($5::uuid[])
                   union
                   select id, code, is_closed from journals where ledger_id = $1 and code = $7) j) as journals,
          (select json_agg(json_build_array(t.id, t.correlation_id))
             from transactions t where t.ledger_id = $1 and t.id = any ($6::uuid[])) as sources,
          (select max(locked_until) from period_locks where ledger_id = $1 and released_at is null) as locked_until`,
);

const toRow = ({ draft, operation, fingerprint, contentHash, makes, isAtomic, indexed }: Acceptance): object => ({
  id: draft.id,
  journal_id: draft.journalId,
  effective_date: draft.effectiveDate,
  layer: draft.layer,
  description: draft.description,
  reference: draft.reference,
  total_amount: draft.totalAmount.toString(),
  entry_count: draft.entries.length,
  correlation_id: draft.correlationId,
  correlation_type: draft.correlationType,
  correlation_source_id: draft.correlationSourceId,
  idempotency_key: draft.idempotencyKey,
  metadata: draft.metadata,
  attributes: draft.attributes,
  indexed,
  transaction_code: draft.transactionCode,
  transaction_code_version: draft.transactionCodeVersion,
  batch_id: draft.batchId,
  reverses_transaction_id: draft.reversesTransactionId,
  string_operation_id: draft.stringOperationId,
  accepted_by: draft.acceptedBy,
  accepted_at: draft.acceptedAt.toISOString(),
  operation,
  makes,
  fingerprint: fingerprint.toString('hex'),
  atomic_batch_id: isAtomic ? draft.batchId : null,
  queued: {
    journal: draft.journalId,
    day: draft.effectiveDate,
    by: draft.acceptedBy,
    hash: contentHash.toString('hex'),
    entries: draft.entries.map((entry) => ({ ...entry, amount: entry.amount.toString() })),
  } satisfies QueuedDraft,
});

// One statement, so that a key, its transaction and its place in the queue are written together or not at all.
const writeAcceptances = statement(
  'write_acceptances',
  `with accepted as materialized (
     select * from json_to_recordset($2::json) as a (
       id uuid, journal_id uuid, effective_date date, layer layer, description text, reference text,
       total_amount numeric, entry_count smallint, correlation_id text, correlation_type text,
       correlation_source_id uuid, idempotency_key text, metadata json, attributes json, indexed json, transaction_code text,
       transaction_code_version integer, batch_id uuid, reverses_transaction_id uuid,
       string_operation_id uuid, accepted_by text, accepted_at timestamptz, operation text, makes uuid, fingerprint text, atomic_batch_id uuid, queued json)
   ), claimed as (
     insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id)
     select $1, idempotency_key, operation, decode(fingerprint, 'hex'), makes from accepted where idempotency_key is not null
     on conflict do nothing
     returning 1
   ), written as (
     insert into transactions (
       ledger_id, id, journal_id, effective_date, layer, description, reference, total_amount, entry_count,
       correlation_id, correlation_type, correlation_source_id, idempotency_key, metadata, attributes,
       transaction_code, transaction_code_version, batch_id, reverses_transaction_id, string_operation_id,
       accepted_by, accepted_at, status, updated_at)
     select $1, id, journal_id, effective_date, layer, description, reference, total_amount, entry_count,
            correlation_id, correlation_type, correlation_source_id, idempotency_key, metadata, attributes,
            transaction_code, transaction_code_version, batch_id, reverses_transaction_id, string_operation_id,
            accepted_by, accepted_at, 'pending', accepted_at
       from accepted
   ), queued as (
     insert into posting_queue (ledger_id, transaction_id, atomic_batch_id, draft)
     select $1, id, atomic_batch_id, queued from accepted
   ), indexed as (
     insert into transaction_attributes (ledger_id, key, value, transaction_id)
     select $1, p.key, p.value, a.id
       from accepted a
      cross join lateral json_each_text(a.indexed) as p (key, value)
      where a.indexed is not null
   )
   select count(*) as claimed from claimed`,
);

/** A draft as it waits in the queue: what the poster needs, and nothing else. */
export interface QueuedDraft {
  readonly journal: string;
  readonly day: string;
  readonly by: string;
  /** Hex. */
  readonly hash: string;
  readonly entries: readonly (Omit<DraftEntry, 'amount'> & { readonly amount: string })[];
}
