/** Accepting on PostgreSQL: one statement reads everything a group names, one writes everything it is granted. */
import type { AccountType } from '../../../kernel/accounting';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { plainArray, query, statement, textArray } from '../../../kernel/postgres/sql';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AcceptanceStore, NewKey } from '../application/ports';
import { isClearingAccount, type AccountId } from '../domain/account';
import type { AccountFact } from '../domain/draft';
import type { Acceptance, AcceptanceReading, AcceptanceWants } from '../domain/judging';
import { defaultJournalCode } from '../domain/journal';
import type { BatchId, JournalId } from '../domain/transaction';
import { acceptedRows, acceptedValues, orWriteConflict, queuedDraft, transactionColumns } from './accepted-rows';
import { minorOrNull, toHead, type HeadRow } from './posting-rows';

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
    if (!row) throw new Error(`ledger ${ledgerId} has no head`);
    const accounts = (row.accounts ?? []).map(toAccountFact);
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
        (row.used ?? []).map(([key, operation, fingerprint, madeId, correlationId, batchId]) => [
          key,
          { operation, fingerprint: Buffer.from(fingerprint, 'hex'), madeId, correlationId, batchId },
        ]),
      ),
      busyKeys: new Set(row.busy),
      hasBacklog: row.has_backlog,
      head: toHead(row),
    };
  }

  async readAccounts(
    tx: Tx,
    ledgerId: LedgerId,
    after: AccountId | null,
    limit: number,
  ): Promise<readonly AccountFact[]> {
    const rows = await query<UnlimitedAccountRow>(tx, readAccounts, [ledgerId, after ?? beforeAllIds, limit]);
    return rows.map((row) =>
      toAccountFact([row.id, row.code, row.is_active, row.normal_balance, row.is_system, row.type, null]),
    );
  }

  async writeAcceptances(tx: Tx, ledgerId: LedgerId, acceptances: readonly Acceptance[]): Promise<void> {
    await orWriteConflict(
      query(tx, writeAcceptances, [
        ledgerId,
        ...acceptedValues(acceptances),
        plainArray(acceptances.map(({ draft, isAtomic }) => (isAtomic ? draft.batchId : null))),
        textArray(acceptances.map((acceptance) => JSON.stringify(queuedDraft(acceptance)))),
      ]),
    );
  }

  async holdRules(tx: Tx, tenantId: TenantId, version: string, how: 'shared' | 'alone'): Promise<void> {
    await orWriteConflict(query(tx, holdRules, [tenantId, version, how === 'alone']));
  }

  async declareKeys(tx: Tx, tenantId: TenantId, keys: readonly NewKey[], at: Date): Promise<void> {
    const [ids, names] = [keys.map(({ id }) => id), keys.map(({ key }) => key)];
    await query(tx, declareKeys, [tenantId, plainArray(ids), names, at]);
  }
}

interface AcceptanceRow extends HeadRow {
  readonly busy: readonly string[];
  readonly used:
    | readonly [
        key: string,
        operation: string,
        fingerprint: string,
        madeId: string,
        correlationId: string | null,
        batchId: BatchId | null,
      ][]
    | null;
  readonly accounts: readonly AccountFactRow[] | null;
  readonly journals: readonly [id: string, code: string, isClosed: boolean][] | null;
  readonly sources: readonly [id: string, correlationId: string | null][] | null;
  readonly locked_until: Day | null;
  readonly has_backlog: boolean;
}

type AccountFactRow = readonly [
  id: AccountId,
  code: string,
  isActive: boolean,
  normalBalance: AccountFact['normalBalance'],
  isSystem: boolean,
  type: AccountType,
  bounds: readonly [min: string | null, max: string | null, debits: string, credits: string] | null,
];

// Both are functions of the attribute catalog (migrations/0008-attributes.sql): its tables are not ours.
const holdRules = statement('hold_attribute_rules', 'select hold_attribute_rules($1, $2, $3)');
const declareKeys = statement('declare_attributes', 'select declare_attributes($1, $2, $3, $4)');

interface UnlimitedAccountRow {
  readonly id: AccountId;
  readonly code: string;
  readonly is_active: boolean;
  readonly normal_balance: AccountFact['normalBalance'];
  readonly is_system: boolean;
  readonly type: AccountType;
}

const beforeAllIds = '00000000-0000-0000-0000-000000000000';

const readAccounts = statement(
  'read_accounts',
  `select id, code, is_active, normal_balance, is_system, type from accounts
    where ledger_id = $1 and id > $2::uuid and not enforce_balance_limits order by id limit $3`,
);

const toAccountFact = ([id, code, isActive, normalBalance, isSystem, type, bounds]: AccountFactRow): AccountFact => {
  const [min = null, max = null, debits = 0, credits = 0] = bounds ?? [];
  return {
    id,
    code,
    isActive,
    normalBalance,
    isClearing: isClearingAccount({ code, isSystem, type }),
    limits: { enforced: bounds !== null, min: minorOrNull(min), max: minorOrNull(max) },
    settledDebits: BigInt(debits),
    settledCredits: BigInt(credits),
  };
};

// Takes the advisory lock of each key, without waiting: a key whose lock is taken belongs to a request that still runs.
// The unique key of idempotency_keys is the guarantee; this only makes the answer come at once.
const readAcceptance = statement(
  'read_acceptance',
  `select array(select k.key from unnest($2::text[]) as k (key)
                 where not pg_try_advisory_xact_lock(hashtextextended($1::uuid::text || k.key, 0))) as busy,
          (select json_agg(json_build_array(i.key, i.operation, encode(i.fingerprint, 'hex'), i.made_id, t.correlation_id,
                                            t.batch_id))
             from idempotency_keys i
             left join lateral (select correlation_id, batch_id from transactions
                                 where ledger_id = $1 and id = i.made_id offset 0) t on true
            where i.ledger_id = $1 and i.key = any ($2)) as used,
          (select json_agg(json_build_array(a.id, a.code, a.is_active, a.normal_balance, a.is_system, a.type,
                      case when a.enforce_balance_limits
                           then (select json_build_array(a.min_balance::text, a.max_balance::text,
                                                         b.debits::text, b.credits::text)
                                   from account_balances b
                                  where b.ledger_id = $1 and b.account_id = a.id and b.layer = 'settled') end))
             from (select a.* from unnest($3::uuid[]) as w (id)
                    cross join lateral (select * from accounts where ledger_id = $1 and id = w.id offset 0) a
                   union all
                   select a.* from unnest($4::text[]) as w (code)
                    cross join lateral (select * from accounts where ledger_id = $1 and code = w.code offset 0) a) a)
            as accounts,
          (select json_agg(json_build_array(j.id, j.code, j.is_closed))
             from (select id, code, is_closed from journals where ledger_id = $1 and id = any ($5::uuid[])
                   union
                   select id, code, is_closed from journals where ledger_id = $1 and code = $7) j) as journals,
          (select json_agg(json_build_array(t.id, t.correlation_id))
             from unnest($6::uuid[]) as w (id)
            cross join lateral (select * from transactions where ledger_id = $1 and id = w.id offset 0) t) as sources,
          (select max(locked_until) from period_locks where ledger_id = $1 and released_at is null) as locked_until,
          exists (select from (select from posting_queue where ledger_id = $1 order by transaction_id limit 1) q)
            as has_backlog,
          h.last_sequence, h.last_transaction_sequence, h.last_hash
     from ledger_heads h where h.ledger_id = $1`,
);

// One statement, so that a key, its transaction and its place in the queue are written together or not at all.
const writeAcceptances = statement(
  'write_acceptances',
  `with ${acceptedRows(2, ['atomic_batch_id uuid', 'queued json'])}, written as (
     insert into transactions (ledger_id, ${transactionColumns}, status, updated_at)
     select $1, ${transactionColumns}, 'pending', accepted_at from accepted
   ), queued as (
     insert into posting_queue (ledger_id, transaction_id, atomic_batch_id, draft)
     select $1, id, atomic_batch_id, queued from accepted
   )
   select`,
);
