/**
 * The statements that fill a ledger; each of them inserts many rows. They use the service's own role, and all constraints, triggers and
 * policies apply. The caller must hold the lock on the ledger's head, and passes ids, hashes and sums that the domain computed.
 */
import type { LedgerId } from '../../../../src/kernel/ids';
import { execute, plainArray, printedBytes, statement } from '../../../../src/kernel/postgres/sql';
import type { Tx } from '../../../../src/kernel/unit-of-work';
import type { AccountId } from '../../../../src/modules/ledgering/domain/account';
import type { LedgerHead } from '../../../../src/modules/ledgering/domain/chain';
import type { LoggedEvent } from '../../../../src/modules/ledgering/domain/event';
import type { Draft } from '../../../../src/modules/ledgering/domain/transaction';

export interface SeededTransaction {
  readonly draft: Draft;
  readonly sequence: bigint;
  readonly event: LoggedEvent;
}

export interface SeededTotals {
  readonly accountId: AccountId;
  readonly debits: bigint;
  readonly credits: bigint;
  readonly entryCount: number;
}

export interface SeededDay extends SeededTotals {
  readonly day: string;
}

/** Inserts transactions. Each has a debit, followed by a credit. All have the same time of acceptance, sender and journal. */
export const writeTransactions = async (
  tx: Tx,
  ledgerId: LedgerId,
  seeded: readonly SeededTransaction[],
): Promise<void> => {
  const first = seeded[0]?.draft;
  if (!first) return;
  const same = [ledgerId, first.journalId, first.acceptedBy, first.acceptedAt.toISOString()];
  const correlated = seeded.filter(({ draft }) => draft.correlationId !== null);
  if (correlated.length > 0) await execute(tx, acceptCorrelated, [...same, ...intents(correlated)]);
  const entries = seeded.map(({ draft }) => draft.entries);
  const changed = await execute(tx, writePosted, [
    ...same,
    ...intents(seeded),
    plainArray(seeded.map(({ sequence }) => sequence)),
    plainArray(seeded.map(({ event }) => event.sequence)),
    ...[0, 1].flatMap((position) => [
      plainArray(entries.map((pair) => pair[position]?.id ?? null)),
      plainArray(entries.map((pair) => pair[position]?.accountId ?? null)),
    ]),
    plainArray(seeded.map(({ event }) => printedBytes(event.contentHash))),
    plainArray(seeded.map(({ event }) => printedBytes(event.hash))),
  ]);
  if (changed !== seeded.length) throw new Error(`${changed} of ${seeded.length} transactions were written`);
};

export const writeDays = async (tx: Tx, ledgerId: LedgerId, days: readonly SeededDay[]): Promise<void> => {
  await execute(tx, insertDays, [ledgerId, plainArray(days.map(({ day }) => day)), ...sums(days)]);
};

export const addTotals = async (tx: Tx, ledgerId: LedgerId, totals: readonly SeededTotals[]): Promise<void> => {
  await execute(tx, updateTotals, [ledgerId, ...sums(totals)]);
};

/** Moves the ledger's head to its new position. Throws unless the head is still at `before`. */
export const moveHead = async (tx: Tx, ledgerId: LedgerId, before: LedgerHead, after: LedgerHead): Promise<void> => {
  const moved = await execute(tx, updateHead, [
    ledgerId,
    before.lastSequence.toString(),
    after.lastSequence.toString(),
    after.lastHash,
    after.lastTransactionSequence.toString(),
  ]);
  if (moved !== 1) throw new Error(`somebody else wrote to ledger ${ledgerId} while it was filled`);
};

const intents = (seeded: readonly SeededTransaction[]): readonly (string | readonly (string | null)[])[] => [
  plainArray(seeded.map(({ draft }) => draft.id)),
  plainArray(seeded.map(({ draft }) => draft.effectiveDate)),
  plainArray(seeded.map(({ draft }) => draft.totalAmount)),
  plainArray(seeded.map(({ draft }) => draft.correlationId)),
  seeded.map(({ draft }) => draft.description),
  plainArray(seeded.map(({ draft }) => draft.reference)),
  seeded.map(({ draft }) => (draft.metadata ? JSON.stringify(draft.metadata) : null)),
];

const sums = (totals: readonly SeededTotals[]): readonly string[] => [
  plainArray(totals.map(({ accountId }) => accountId)),
  plainArray(totals.map(({ debits }) => debits)),
  plainArray(totals.map(({ credits }) => credits)),
  plainArray(totals.map(({ entryCount }) => entryCount)),
];

const intent = `ledger_id, id, journal_id, effective_date, layer, description, total_amount, entry_count,
                              accepted_by, accepted_at, updated_at, correlation_id, reference, metadata`;

// The trigger that numbers the transactions of a correlation runs when a transaction changes from pending to posted. So these rows are
// inserted as pending first.
const acceptCorrelated = statement(
  'bench_accept_correlated',
  `insert into transactions (${intent}, status)
   select $1, s.id, $2, s.day, 'settled', s.description, s.amount, 2, $3, $4, $4, s.correlation_id, s.reference, s.metadata, 'pending'
     from unnest($5::uuid[], $6::date[], $7::numeric[], $8::text[], $9::text[], $10::text[], $11::json[])
       as s (id, day, amount, correlation_id, description, reference, metadata)`,
);

const writePosted = statement(
  'bench_write_posted',
  `with seeded as materialized (
     select * from unnest($5::uuid[], $6::date[], $7::numeric[], $8::text[], $9::text[], $10::text[], $11::json[],
                          $12::bigint[], $13::bigint[], $14::uuid[], $15::uuid[], $16::uuid[], $17::uuid[], $18::bytea[],
                          $19::bytea[])
       as s (id, day, amount, correlation_id, description, reference, metadata, sequence, log_sequence, debit_id, debited,
             credit_id, credited, content_hash, hash)
   ), alone as (
     insert into transactions (${intent}, status, sequence, posted_at, log_sequence)
     select $1, id, $2, day, 'settled', description, amount, 2, $3, $4::timestamptz, $4, null, reference, metadata, 'posted', sequence, $4,
            log_sequence
       from seeded
      where correlation_id is null
   ), correlated as (
     update transactions t
        set status = 'posted', sequence = s.sequence, log_sequence = s.log_sequence, posted_at = $4, updated_at = $4
       from (select c.sequence, c.log_sequence, found.row
               from seeded c
              cross join lateral (select ctid from transactions
                                   where ledger_id = $1 and id = c.id and status = 'pending' offset 0) as found (row)
              where c.correlation_id is not null) s
      where t.ctid = s.row and t.ledger_id = $1
   ), effects as (
     insert into entries (ledger_id, sequence, position, id, transaction_id, account_id, layer, type, amount,
                          effective_date)
     select $1, s.sequence, e.position, e.id, s.id, e.account_id, 'settled', e.type, s.amount, s.day
       from seeded s
      cross join lateral (values (0::smallint, s.debit_id, s.debited, 'debit'),
                                 (1::smallint, s.credit_id, s.credited, 'credit')) as e (position, id, account_id, type)
   )
   insert into ledger_log (ledger_id, sequence, type, transaction_id, actor, occurred_at, content_hash, hash)
   select $1, log_sequence, 'transaction_posted', id, $3, $4, content_hash, hash from seeded`,
);

const insertDays = statement(
  'bench_insert_days',
  `insert into account_day_balances (ledger_id, account_id, layer, day, debits, credits, entry_count)
   select $1, d.account_id, 'settled', d.day, d.debits, d.credits, d.entry_count
     from unnest($2::date[], $3::uuid[], $4::numeric[], $5::numeric[], $6::integer[])
          as d (day, account_id, debits, credits, entry_count)`,
);

const updateTotals = statement(
  'bench_update_totals',
  `update account_balances b
      set debits = b.debits + d.debits, credits = b.credits + d.credits, entry_count = b.entry_count + d.entry_count
     from (select d.*, found.row
             from unnest($2::uuid[], $3::numeric[], $4::numeric[], $5::bigint[])
                  as d (account_id, debits, credits, entry_count)
            cross join lateral (select ctid from account_balances
                                 where ledger_id = $1 and account_id = d.account_id and layer = 'settled'
                                offset 0) as found (row)) d
    where b.ctid = d.row and b.ledger_id = $1`,
);

const updateHead = statement(
  'bench_move_head',
  `update ledger_heads set last_sequence = $3, last_hash = $4, last_transaction_sequence = $5
    where ledger_id = $1 and last_sequence = $2`,
);
