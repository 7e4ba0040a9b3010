/** Posting in memory. It behaves like the PostgreSQL store; the same contract tests check both. */
import { keep } from '../../../kernel/memory/kept';
import type { MemoryUnitOfWork } from '../../../kernel/memory/unit-of-work';
import type { LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import type { AttributeKeys } from '../../../kernel/memory/tokens';
import type { Tx } from '../../../kernel/unit-of-work';
import { WriteConflict, type DueHold, type HeadLock, type LedgerTerms, type PostingStore } from '../application/ports';
import type { LedgerHead } from '../domain/chain';
import { pendingOf as toPending, type Acceptance } from '../domain/judging';
import type { PostingPlan, Touched, UndoneTransaction } from '../domain/posting';
import { amountsOf, takenOff, type DecidedTransaction, type DecidedTransactions } from '../domain/undoing';
import type { PendingTransaction, TransactionId, Undoing } from '../domain/transaction';
import { asPosted, pendingOf, writeAcceptances } from './acceptance-store';
import {
  addTo,
  append,
  booksOf,
  endOf,
  headOf,
  holdStateOf,
  leftOf,
  lockedUntilOf,
  nameIn,
  placeOf,
  type BooksByLedger,
  type KeptTransaction,
  type LedgerBooks,
} from './ledger-books';

export class MemoryPostingStore implements PostingStore {
  constructor(
    private readonly books: BooksByLedger,
    private readonly attributes: AttributeKeys,
    private readonly unitOfWork: MemoryUnitOfWork,
  ) {}

  async lockHead(_: Tx, ledgerId: LedgerId): Promise<LedgerHead | undefined> {
    const books = this.books.get(ledgerId);
    return books && headOf(books);
  }

  async oldestPending(tx: Tx, ledgerId: LedgerId, limit: number): Promise<readonly TransactionId[]> {
    return (await this.claimPending(tx, ledgerId, limit)).map(({ id }) => id);
  }

  async claimPending(_: Tx, ledgerId: LedgerId, limit: number): Promise<readonly PendingTransaction[]> {
    const waiting = pendingOf(booksOf(this.books, ledgerId));
    const oldest = waiting.slice(0, limit);
    const batches = new Set(oldest.flatMap(({ atomicBatchId }) => atomicBatchId ?? []));
    const rest = waiting.slice(limit);
    return [...oldest, ...rest.filter(({ atomicBatchId }) => atomicBatchId !== null && batches.has(atomicBatchId))];
  }

  async readPostingFacts(_: Tx, ledgerId: LedgerId, { accountIds, journalIds, days }: Touched): Promise<LedgerTerms> {
    const books = booksOf(this.books, ledgerId);
    return {
      accounts: new Map(
        accountIds.flatMap((id) => {
          const account = books.accounts.get(id);
          return account ? [[id, asPosted(books, account, days)]] : [];
        }),
      ),
      closedJournals: new Set(journalIds.filter((id) => books.journals.get(id)?.isClosed)),
      lockedUntil: lockedUntilOf(books),
      denomination: books.ledger.denomination,
      timeZone: books.ledger.timeZone,
      tenantId: books.ledger.tenantId,
    };
  }

  async writePosting(tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> {
    const books = booksOf(this.books, ledgerId);
    const step = (id: TransactionId, from: KeptTransaction['status'], to: Partial<KeptTransaction>): void => {
      const before = books.transactions.get(id);
      if (before?.status !== from) throw new Error(`transaction ${id} is not ${from}`);
      keep(tx, books.transactions, id, { ...before, ...to, updatedAt: plan.at });
    };
    for (const { transaction, sequence } of plan.posted) {
      const positions = transaction.undoes?.entries.map(({ position }) => position) ?? null;
      step(transaction.id, 'pending', { status: 'posted', sequence, positions, postedAt: plan.at });
      const { attributes } = books.transactions.get(transaction.id)?.acceptance.draft ?? {};
      this.attributes.count(tx, books.ledger.tenantId, Object.keys(attributes ?? {}));
    }
    for (const { transaction, failure } of plan.failed) step(transaction.id, 'pending', { status: 'failed', failure });
    for (const { id, becomes } of plan.undone)
      step(id, 'posted', { ...changeOf(becomes, books.transactions.get(id)), ...raisedBy(plan, becomes) });
    for (const { accountId, layer, ...change } of plan.totals)
      addTo(tx, books.totals, placeOf(accountId, layer), change);
    for (const { accountId, layer, day, ...change } of plan.days)
      addTo(tx, books.days, placeOf(accountId, layer, day), change);
    append(tx, books, plan.events, plan.head.lastTransactionSequence);
  }

  async writeAtOnce(
    tx: Tx,
    ledgerId: LedgerId,
    acceptances: readonly Acceptance[],
    plan: PostingPlan,
    head: HeadLock,
  ): Promise<void> {
    const books = booksOf(this.books, ledgerId);
    const hasBacklog = head === 'to be locked' && pendingOf(books).length > 0;
    if (hasBacklog || !headOf(books).lastHash.equals(plan.from.lastHash))
      throw new WriteConflict('The ledger has changed.');
    writeAcceptances(tx, books, acceptances);
    await this.writePosting(tx, ledgerId, plan);
  }

  async readDecided(_: Tx, ledgerId: LedgerId, transactionIds: readonly TransactionId[]): Promise<DecidedTransactions> {
    return decidedIn(booksOf(this.books, ledgerId), transactionIds);
  }

  readTargets(
    ledgerId: LedgerId,
    ids: readonly TransactionId[],
  ): Promise<readonly [LedgerHead | undefined, DecidedTransactions]> {
    return this.unitOfWork.read(() => {
      const books = this.books.get(ledgerId);
      return books ? [headOf(books), decidedIn(books, ids)] : [undefined, new Map()];
    });
  }

  async readDueHolds(_: Tx, ledgerId: LedgerId, due: Date, limit: number): Promise<readonly DueHold[]> {
    return dueIn(booksOf(this.books, ledgerId), due)
      .slice(0, limit)
      .map((hold) => {
        const { id, entries } = hold.acceptance.draft;
        return { id, left: leftOf(hold), entries: entries.length };
      });
  }

  async ledgersWithDueHolds(due: Date): Promise<readonly LedgerId[]> {
    return [...this.books].flatMap(([id, books]) => (dueIn(books, due).length > 0 ? [id] : []));
  }

  async ledgersWithPendingWork(): Promise<readonly LedgerId[]> {
    return [...this.books].flatMap(([id, books]) => (pendingOf(books).length > 0 ? [id] : []));
  }
}

const decidedIn = (books: LedgerBooks, ids: readonly TransactionId[]): DecidedTransactions =>
  new Map(
    ids.flatMap((id) => {
      const kept = books.transactions.get(id);
      return kept ? [[id, asDecided(books, kept)] as const] : [];
    }),
  );

const asDecided = (books: LedgerBooks, kept: KeptTransaction): DecidedTransaction => {
  const { draft } = kept.acceptance;
  const isPosted = kept.sequence !== null;
  const { undoes: _, ...acceptance } = kept.acceptance;
  return {
    status: kept.status,
    layer: draft.layer,
    description: draft.description,
    reference: draft.reference,
    attributes: draft.attributes,
    totalAmount: draft.totalAmount,
    correlationId: draft.correlationId,
    correlationType: draft.correlationType,
    undoesTransactionId: draft.undoesTransactionId,
    stringOperationId: draft.stringOperationId,
    expiresAt: endOf(kept).expiresAt,
    sequence: kept.sequence,
    undone: isPosted ? draft.entries.map((_entry, index) => (kept.undone[index] ?? 0n) as Minor) : [],
    reversals: kept.reversals.length,
    holdState: holdStateOf(kept),
    settledAmount: kept.undoneAmounts.settled as Minor,
    accounts: new Map(draft.entries.map(({ accountId }) => [accountId, nameIn(books, accountId)])),
    extendedAmount: kept.undoneAmounts.extended as Minor,
    extendedOn: kept.extendedOn,
    posting: { ...toPending(acceptance), atomicBatchId: null, entries: isPosted ? draft.entries : [] },
  };
};

/** Returns the open holds that expire at or before `due`, the earliest first. */
const dueIn = ({ transactions }: LedgerBooks, due: Date): readonly KeptTransaction[] => {
  const timeOf = (kept: KeptTransaction): number => endOf(kept).expiresAt?.getTime() ?? Infinity;
  return [...transactions.values()]
    .filter((kept) => holdStateOf(kept) === 'open' && timeOf(kept) <= due.getTime())
    .sort((one, other) => timeOf(one) - timeOf(other));
};

/** Returns the effective date of the extension; nothing if the change is not an extension. */
const raisedBy = ({ posted }: PostingPlan, becomes: UndoneTransaction['becomes']): Partial<KeptTransaction> => {
  if (!('undoing' in becomes) || becomes.undoing.kind !== 'extension') return {};
  const extension = posted.find(({ transaction }) => transaction.id === becomes.by);
  return { extendedOn: extension?.transaction.effectiveDate ?? null };
};

const changeOf = (
  becomes: UndoneTransaction['becomes'],
  before: KeptTransaction | undefined,
): Partial<KeptTransaction> => {
  switch (becomes.status) {
    case 'void':
      return { status: 'void', voidReason: becomes.reason };
    case 'extended':
      return { movedEnd: becomes.end };
    case 'posted':
    case 'reversed':
      return { status: becomes.status, ...undoneBy(becomes.by, becomes.undoing, before) };
  }
};

/** Adds an undoing to a transaction. Throws if more of an entry would be undone than its amount. */
const undoneBy = (
  by: TransactionId,
  undoing: Undoing,
  before: KeptTransaction | undefined,
): Partial<KeptTransaction> => {
  if (!before) throw new Error('what is undone is not there');
  const changes = takenOff(undoing);
  const undone = before.acceptance.draft.entries.map((entry, position) => {
    const now = changes.find((taken) => taken.position === position)?.amount ?? 0n;
    const sum = (before.undone[position] ?? 0n) + now;
    if (sum > entry.amount) throw new Error(`more of entry ${entry.id} would be undone than there is of it`);
    return sum;
  });
  const { reversed, settled, excess, released, extended } = amountsOf(undoing);
  const amounts = before.undoneAmounts;
  return {
    undone,
    undoneBy: [...before.undoneBy, by],
    reversals: undoing.kind === 'reversal' ? [...before.reversals, by] : before.reversals,
    undoneAmounts: {
      reversed: amounts.reversed + reversed,
      settled: amounts.settled + settled,
      excess: amounts.excess + excess,
      released: amounts.released + released,
      extended: amounts.extended + extended,
    },
    isExpired: undoing.kind === 'expiry',
    ...(undoing.end ? { movedEnd: undoing.end } : {}),
  };
};
