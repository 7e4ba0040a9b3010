/** Posting on PostgreSQL: a handful of statements for a whole batch, whatever its size. */
import type { LedgerId } from '../../../kernel/ids';
import { execute, idLiteral, plainArray, query, queryOpening, textArray } from '../../../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type { PostingStore } from '../application/ports';
import type { AccountId } from '../domain/account';
import type { DayChange, PostingAccount, PostingFacts, TotalsChange } from '../domain/books';
import type { EventType, LedgerHead } from '../domain/chain';
import { failureCodes, failureMessage } from '../domain/failure';
import type { PostingPlan } from '../domain/posting';
import type { DecidedTransaction } from '../domain/reversal';
import type { JournalId, PendingTransaction, TransactionId } from '../domain/transaction';
import type { QueuedDraft } from './acceptance-store';
import { appendToLog } from './log';
import {
  fromQueue,
  toDecided,
  toPostingAccount,
  type DecidedRow,
  type DraftRow,
  type HeadRow,
  type PostingFactsRow,
  type QueueRow,
} from './posting-rows';
import {
  claimPending,
  findPendingWork,
  leaveQueue,
  markFailed,
  markSettled,
  readDecided,
  readDrafts,
  readPostingFacts,
  takeFromDays,
  takeFromTotals,
  writePosted,
} from './posting-statements';

export class PostgresPostingStore implements PostingStore {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  // The one lock order: heads first, in ledger order; everything else of a ledger is written only under its head.
  async lockHead(tx: Tx, ledgerId: LedgerId, patienceMs?: number): Promise<LedgerHead | undefined> {
    const patience = patienceMs === undefined ? '' : `set local lock_timeout = ${patienceMs}; `;
    const [row] = await queryOpening<HeadRow>(
      tx,
      `${patience}select last_sequence, last_transaction_sequence, last_hash
         from ledger_heads where ledger_id = ${idLiteral(ledgerId)} for no key update`,
    );
    return (
      row && {
        lastSequence: BigInt(row.last_sequence),
        lastTransactionSequence: BigInt(row.last_transaction_sequence),
        lastHash: row.last_hash,
      }
    );
  }

  async claimPending(
    tx: Tx,
    ledgerId: LedgerId,
    limit: number,
    remembered: ReadonlyMap<TransactionId, PendingTransaction> = new Map(),
  ): Promise<readonly PendingTransaction[]> {
    // Looked up before anything is awaited: what is remembered now may be forgotten by then.
    const claimed = (await query<QueueRow>(tx, claimPending, [ledgerId, limit])).map((row) => ({
      row,
      known: remembered.get(row.transaction_id),
    }));
    const unknown = claimed.filter(({ known }) => !known);
    const drafts = new Map<TransactionId, QueuedDraft>();
    if (unknown.length > 0) {
      const ids = plainArray(unknown.map(({ row }) => row.transaction_id));
      for (const row of await query<DraftRow>(tx, readDrafts, [ledgerId, ids]))
        drafts.set(row.transaction_id, row.draft);
    }
    return claimed.map(({ row, known }) => {
      if (known) return known;
      const draft = drafts.get(row.transaction_id);
      if (!draft) throw new Error(`transaction ${row.transaction_id} left the queue under the lock of its ledger`);
      return fromQueue(row, draft);
    });
  }

  async readPostingFacts(
    tx: Tx,
    ledgerId: LedgerId,
    accountIds: readonly AccountId[],
    journalIds: readonly JournalId[],
  ): Promise<PostingFacts> {
    const rows = await query<PostingFactsRow>(tx, readPostingFacts, [
      ledgerId,
      plainArray(accountIds),
      plainArray(journalIds),
    ]);
    const accounts = new Map<AccountId, PostingAccount>();
    for (const row of rows) if (row.id !== null) accounts.set(row.id, toPostingAccount(row));
    return { accounts, closedJournals: new Set(rows[0]?.closed), lockedUntil: rows[0]?.locked_until ?? null };
  }

  async writePosting(tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> {
    if (plan.posted.length > 0) await addToBooks(tx, ledgerId, plan);
    else if (plan.totals.length > 0) await takeFromBooks(tx, ledgerId, plan);
    if (plan.failed.length > 0) await fail(tx, ledgerId, plan);
    if (plan.settled.length > 0) await settle(tx, ledgerId, plan);
    await appendToLog(tx, ledgerId, plan.events, plan.head.lastTransactionSequence);
  }

  async readDecided(tx: Tx, ledgerId: LedgerId, transactionId: TransactionId): Promise<DecidedTransaction | undefined> {
    const [row] = await query<DecidedRow>(tx, readDecided, [ledgerId, transactionId]);
    return row && toDecided(row);
  }

  async ledgersWithPendingWork(): Promise<readonly LedgerId[]> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) =>
      (await query<{ ledger_id: LedgerId }>(tx, findPendingWork, [])).map((row) => row.ledger_id),
    );
  }
}

const addToBooks = async (tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> => {
  const { posted, totals, days, at } = plan;
  const entries = posted.flatMap(({ transaction, sequence }) =>
    transaction.entries.map((entry, position) => ({ entry, position, sequence, transaction })),
  );
  const decidedAt = sequencesOf(plan, 'transaction_posted');
  const [changed] = await query<BooksChanged>(tx, writePosted, [
    ledgerId,
    plainArray(entries.map(({ sequence }) => sequence)),
    plainArray(entries.map(({ position }) => position)),
    plainArray(entries.map(({ entry }) => entry.id)),
    plainArray(entries.map(({ transaction }) => transaction.id)),
    plainArray(entries.map(({ entry }) => entry.accountId)),
    plainArray(entries.map(({ entry }) => entry.layer)),
    plainArray(entries.map(({ entry }) => entry.type)),
    plainArray(entries.map(({ entry }) => entry.amount)),
    plainArray(entries.map(({ transaction }) => transaction.effectiveDate)),
    textArray(entries.map(({ entry }) => entry.description)),
    textArray(entries.map(({ entry }) => (entry.metadata === null ? null : JSON.stringify(entry.metadata)))),
    ...totalsColumns(totals),
    ...daysColumns(days),
    plainArray(posted.map(({ transaction }) => transaction.id)),
    plainArray(posted.map(({ sequence }) => sequence)),
    plainArray(posted.map(({ transaction }) => decidedAt.get(transaction.id) ?? null)),
    at.toISOString(),
  ]);
  mustHaveChanged('entries', entries.length, changed?.effects);
  mustHaveChanged('totals', totals.length, changed?.totals);
  mustHaveChanged('days', days.length, changed?.days);
  mustHaveChanged('statuses', posted.length, changed?.statuses);
  mustHaveChanged('the queue', posted.length, changed?.left_queue);
};

const takeFromBooks = async (tx: Tx, ledgerId: LedgerId, { totals, days }: PostingPlan): Promise<void> => {
  mustHaveChanged('totals', totals.length, await execute(tx, takeFromTotals, [ledgerId, ...totalsColumns(totals)]));
  mustHaveChanged('days', days.length, await execute(tx, takeFromDays, [ledgerId, ...daysColumns(days)]));
};

const fail = async (tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> => {
  const { failed, at } = plan;
  const decidedAt = sequencesOf(plan, 'transaction_failed');
  const ids = plainArray(failed.map(({ transaction }) => transaction.id));
  const marked = await execute(tx, markFailed, [
    ledgerId,
    ids,
    failed.map(({ failure }) => JSON.stringify({ code: failureCodes[failure.kind], message: failureMessage(failure) })),
    plainArray(failed.map(({ transaction }) => decidedAt.get(transaction.id) ?? null)),
    at.toISOString(),
  ]);
  mustHaveChanged('statuses', failed.length, marked);
  mustHaveChanged('the queue', failed.length, await execute(tx, leaveQueue, [ledgerId, ids]));
};

const settle = async (tx: Tx, ledgerId: LedgerId, { settled, at }: PostingPlan): Promise<void> => {
  const moved = await execute(tx, markSettled, [
    ledgerId,
    plainArray(settled.map(({ id }) => id)),
    plainArray(settled.map(({ becomes }) => becomes.status)),
    plainArray(settled.map(({ becomes }) => (becomes.status === 'reversed' ? becomes.by : null))),
    settled.map(({ becomes }) => (becomes.status === 'void' ? becomes.reason : null)),
    at.toISOString(),
  ]);
  mustHaveChanged('statuses', settled.length, moved);
};

/** Where in the log each transaction was decided. */
const sequencesOf = ({ events }: PostingPlan, decided: EventType): ReadonlyMap<TransactionId | null, bigint> =>
  new Map(
    events.filter(({ type }) => type === decided).map(({ transactionId, sequence }) => [transactionId, sequence]),
  );

const totalsColumns = (totals: readonly TotalsChange[]): readonly string[] => [
  plainArray(totals.map(({ accountId }) => accountId)),
  plainArray(totals.map(({ layer }) => layer)),
  plainArray(totals.map(({ debits }) => debits)),
  plainArray(totals.map(({ credits }) => credits)),
  plainArray(totals.map(({ entryCount }) => entryCount)),
];

const daysColumns = (days: readonly DayChange[]): readonly string[] => [
  plainArray(days.map(({ accountId }) => accountId)),
  plainArray(days.map(({ layer }) => layer)),
  plainArray(days.map(({ day }) => day)),
  plainArray(days.map(({ debits }) => debits)),
  plainArray(days.map(({ credits }) => credits)),
  plainArray(days.map(({ entryCount }) => entryCount)),
];

/** Rows that do not change as planned mean that the plan was made of something untrue: nothing may commit. */
const mustHaveChanged = (what: string, planned: number, changed: number | undefined): void => {
  if (changed !== planned) throw new Error(`${changed} rows of ${what} changed instead of ${planned}`);
};

/** How many rows of each kind a write changed. */
interface BooksChanged {
  readonly effects: number;
  readonly totals: number;
  readonly days: number;
  readonly statuses: number;
  readonly left_queue: number;
}
