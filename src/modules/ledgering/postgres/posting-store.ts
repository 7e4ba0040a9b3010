/** Posting on PostgreSQL: a handful of statements for a whole batch, whatever its size. */
import type { LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import { execute, plainArray, query } from '../../../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { PostingStore } from '../application/ports';
import type { AccountId } from '../domain/account';
import type { PostingAccount, PostingFacts } from '../domain/books';
import type { LedgerHead } from '../domain/chain';
import { failureCodes, failureMessage } from '../domain/failure';
import type { PostingPlan } from '../domain/posting';
import type { DecidedTransaction } from '../domain/reversal';
import type { BatchId, JournalId, PendingTransaction, TransactionId } from '../domain/transaction';
import type { QueuedDraft } from './acceptance-store';
import { appendToLog } from './log';
import {
  addToDays,
  changeTotals,
  claimPending,
  findPendingWork,
  insertEntries,
  leaveQueue,
  lockHead,
  markFailed,
  markPosted,
  markSettled,
  readDecided,
  readPostingAccounts,
  readPostingState,
  takeFromDays,
} from './posting-statements';

export class PostgresPostingStore implements PostingStore {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  async lockHead(tx: Tx, ledgerId: LedgerId): Promise<LedgerHead | undefined> {
    const [row] = await query<HeadRow>(tx, lockHead, [ledgerId]);
    return (
      row && {
        lastSequence: BigInt(row.last_sequence),
        lastTransactionSequence: BigInt(row.last_transaction_sequence),
        lastHash: row.last_hash,
      }
    );
  }

  async claimPending(tx: Tx, ledgerId: LedgerId, limit: number): Promise<readonly PendingTransaction[]> {
    const rows = await query<QueueRow>(tx, claimPending, [ledgerId, limit]);
    return rows.map(fromQueueRow);
  }

  async readPostingFacts(
    tx: Tx,
    ledgerId: LedgerId,
    accountIds: readonly AccountId[],
    journalIds: readonly JournalId[],
  ): Promise<PostingFacts> {
    const accounts = await query<PostingAccountRow>(tx, readPostingAccounts, [ledgerId, plainArray(accountIds)]);
    const [state] = await query<{ locked_until: Day | null; closed: readonly JournalId[] }>(tx, readPostingState, [
      ledgerId,
      plainArray(journalIds),
    ]);
    return {
      accounts: new Map(accounts.map((row) => [row.id as AccountId, toPostingAccount(row)])),
      closedJournals: new Set(state?.closed),
      lockedUntil: state?.locked_until ?? null,
    };
  }

  async writePosting(tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> {
    const at = plan.at.toISOString();
    const entries = plan.posted.flatMap(({ transaction, sequence }) =>
      transaction.entries.map((entry, position) => ({ ...entry, position, sequence, transaction })),
    );
    if (entries.length > 0)
      await mustChange(entries.length, tx, insertEntries, [
        ledgerId,
        plainArray(entries.map(({ sequence }) => sequence)),
        plainArray(entries.map(({ position }) => position)),
        plainArray(entries.map(({ id }) => id)),
        plainArray(entries.map(({ transaction }) => transaction.id)),
        plainArray(entries.map(({ accountId }) => accountId)),
        plainArray(entries.map(({ layer }) => layer)),
        plainArray(entries.map(({ type }) => type)),
        plainArray(entries.map(({ amount }) => amount)),
        plainArray(entries.map(({ transaction }) => transaction.effectiveDate)),
        entries.map(({ description }) => description),
        entries.map(({ metadata }) => (metadata === null ? null : JSON.stringify(metadata))),
      ]);
    if (plan.totals.length > 0) {
      await mustChange(plan.totals.length, tx, changeTotals, [
        ledgerId,
        plainArray(plan.totals.map(({ accountId }) => accountId)),
        plainArray(plan.totals.map(({ layer }) => layer)),
        plainArray(plan.totals.map(({ debits }) => debits)),
        plainArray(plan.totals.map(({ credits }) => credits)),
        plainArray(plan.totals.map(({ entryCount }) => entryCount)),
      ]);
      await mustChange(plan.days.length, tx, entries.length > 0 ? addToDays : takeFromDays, [
        ledgerId,
        plainArray(plan.days.map(({ accountId }) => accountId)),
        plainArray(plan.days.map(({ layer }) => layer)),
        plainArray(plan.days.map(({ day }) => day)),
        plainArray(plan.days.map(({ debits }) => debits)),
        plainArray(plan.days.map(({ credits }) => credits)),
        plainArray(plan.days.map(({ entryCount }) => entryCount)),
      ]);
    }
    await markDecided(tx, ledgerId, plan, at);
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

/** Moves every status the plan decides, each exactly once, and takes what is decided out of the queue. */
const markDecided = async (
  tx: Tx,
  ledgerId: LedgerId,
  { posted, failed, settled, events }: PostingPlan,
  at: string,
): Promise<void> => {
  const decidedAt = new Map(events.map(({ transactionId, type, sequence }) => [`${type} ${transactionId}`, sequence]));
  if (posted.length > 0)
    await mustChange(posted.length, tx, markPosted, [
      ledgerId,
      plainArray(posted.map(({ transaction }) => transaction.id)),
      plainArray(posted.map(({ sequence }) => sequence)),
      plainArray(posted.map(({ transaction }) => decidedAt.get(`transaction_posted ${transaction.id}`) ?? null)),
      at,
    ]);
  if (failed.length > 0)
    await mustChange(failed.length, tx, markFailed, [
      ledgerId,
      plainArray(failed.map(({ transaction }) => transaction.id)),
      failed.map(({ failure }) =>
        JSON.stringify({ code: failureCodes[failure.kind], message: failureMessage(failure) }),
      ),
      plainArray(failed.map(({ transaction }) => decidedAt.get(`transaction_failed ${transaction.id}`) ?? null)),
      at,
    ]);
  const decided = [...posted, ...failed];
  if (decided.length > 0)
    await mustChange(decided.length, tx, leaveQueue, [
      ledgerId,
      plainArray(decided.map(({ transaction }) => transaction.id)),
    ]);
  if (settled.length > 0)
    await mustChange(settled.length, tx, markSettled, [
      ledgerId,
      plainArray(settled.map(({ id }) => id)),
      plainArray(settled.map(({ becomes }) => becomes.status)),
      plainArray(settled.map(({ becomes }) => (becomes.status === 'reversed' ? becomes.by : null))),
      settled.map(({ becomes }) => (becomes.status === 'void' ? becomes.reason : null)),
      at,
    ]);
};

/** Rows that do not change as planned mean that the plan was made of something untrue: nothing may commit. */
const mustChange = async (rows: number, ...work: Parameters<typeof execute>): Promise<void> => {
  const changed = await execute(...work);
  if (changed !== rows) throw new Error(`${work[1].name} changed ${changed} rows instead of ${rows}`);
};

interface HeadRow {
  readonly last_sequence: string;
  readonly last_transaction_sequence: string;
  readonly last_hash: Buffer;
}

interface QueueRow {
  readonly transaction_id: string;
  readonly atomic_batch_id: string | null;
  readonly draft: QueuedDraft;
}

const fromQueueRow = ({ transaction_id, atomic_batch_id, draft }: QueueRow): PendingTransaction => ({
  id: transaction_id as TransactionId,
  journalId: draft.journal as JournalId,
  effectiveDate: draft.day as Day,
  atomicBatchId: atomic_batch_id as BatchId | null,
  acceptedBy: draft.by,
  reverses: null,
  contentHash: Buffer.from(draft.hash, 'hex'),
  entries: draft.entries.map((entry) => ({ ...entry, amount: BigInt(entry.amount) as Minor })),
});

interface PostingAccountRow {
  readonly id: string;
  readonly code: string;
  readonly is_active: boolean;
  readonly normal_balance: PostingAccount['normalBalance'];
  readonly enforce_balance_limits: boolean;
  readonly min_balance: string | null;
  readonly max_balance: string | null;
  readonly debits: string | null;
  readonly credits: string | null;
}

const minorOrNull = (text: string | null): Minor | null => (text === null ? null : (BigInt(text) as Minor));

const toPostingAccount = (row: PostingAccountRow): PostingAccount => ({
  code: row.code,
  isActive: row.is_active,
  normalBalance: row.normal_balance,
  limits: {
    enforced: row.enforce_balance_limits,
    min: minorOrNull(row.min_balance),
    max: minorOrNull(row.max_balance),
  },
  settledDebits: BigInt(row.debits ?? 0),
  settledCredits: BigInt(row.credits ?? 0),
});

interface DecidedRow {
  readonly id: TransactionId;
  readonly status: DecidedTransaction['status'];
  readonly journal_id: JournalId;
  readonly effective_date: Day;
  readonly layer: DecidedTransaction['layer'];
  readonly total_amount: string;
  readonly correlation_id: string | null;
  readonly reverses_transaction_id: TransactionId | null;
  readonly string_operation_id: DecidedTransaction['stringOperationId'];
  readonly accepted_by: string;
  readonly content_hash: Buffer | null;
  readonly entries: QueuedDraft['entries'] | null;
}

const toDecided = (row: DecidedRow): DecidedTransaction => ({
  status: row.status,
  layer: row.layer,
  totalAmount: BigInt(row.total_amount) as Minor,
  correlationId: row.correlation_id,
  reversesTransactionId: row.reverses_transaction_id,
  stringOperationId: row.string_operation_id,
  posting: {
    id: row.id,
    journalId: row.journal_id,
    effectiveDate: row.effective_date,
    atomicBatchId: null,
    acceptedBy: row.accepted_by,
    reverses: null,
    contentHash: row.content_hash ?? Buffer.alloc(32),
    entries: (row.entries ?? []).map((entry) => ({ ...entry, amount: BigInt(entry.amount) as Minor })),
  },
});
