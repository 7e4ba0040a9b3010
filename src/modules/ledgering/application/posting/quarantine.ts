/**
 * Quarantine for poison messages: work that ends the process which posts it. A poster that finds, on its first turn in a
 * ledger, work that waited long before the poster came, suspects it: it writes a mark, posts the work, and takes the mark
 * away. A mark that another poster finds means an attempt from which no process came back: that poster posts one transaction
 * at a time. Two marks mean two such attempts, and the transaction fails as POSTING_CRASHED. Work that does not wait is never
 * marked.
 */
import { madeAt, type LedgerId } from '../../../../kernel/ids';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { LedgerTime } from '../../../../kernel/clock';
import type { UnitOfWork } from '../../../../kernel/unit-of-work';
import type { PostingFailure } from '../../domain/refusals';
import type { PendingTransaction, TransactionId } from '../../domain/transaction';
import type { PostingStore, QuarantineStore } from '../ports';

export interface Quarantine {
  /** Posts what it suspects, and says that there may be more; undefined where it suspects nothing, from then on. */
  postSuspects(ledgerId: LedgerId, lockTimeoutMs: number): Promise<boolean | undefined>;
}

export interface QuarantineDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: PostingStore;
  readonly quarantineStore: QuarantineStore;
  readonly clock: LedgerTime;
}

/** Transactions that are to fail, and why. */
export interface Poison {
  readonly ids: readonly TransactionId[];
  readonly failure: PostingFailure;
}

/** Posts the oldest work, so many at most, or fails it. */
export type PostOldest = (
  ledgerId: LedgerId,
  lockTimeoutMs: number,
  limit: number,
  poison: Poison | undefined,
) => Promise<unknown>;

/** What waited as long when a poster begins was not posted by the one before it. */
export const suspectAfterMs = 5_000;
const maxAttempts = 2;
/** Ledgers that are known to hold nothing suspect; beyond them each is looked at again. */
const maxTrusted = 100_000;

export const createQuarantine = (
  dependencies: QuarantineDependencies,
  maxBatchTransactions: number,
  post: PostOldest,
): Quarantine => {
  const begunAt = dependencies.clock.now();
  const trusted = new Set<LedgerId>();
  /** Marks of our own that are still there: we came back, so they mean nothing. */
  const ours = new Map<LedgerId, readonly TransactionId[]>();

  const takeBack = async (ledgerId: LedgerId): Promise<void> => {
    const marked = ours.get(ledgerId);
    if (!marked) return;
    await dependencies.unitOfWork.run({ ledgerIds: [ledgerId] }, async (tx) =>
      ok(await dependencies.quarantineStore.unmark(tx, ledgerId, marked)),
    );
    ours.delete(ledgerId);
  };

  return {
    postSuspects: async (ledgerId, lockTimeoutMs) => {
      if (trusted.has(ledgerId)) return undefined;
      await takeBack(ledgerId);
      const suspected = await mark(dependencies, ledgerId, begunAt, lockTimeoutMs, maxBatchTransactions);
      if (refused(suspected)) {
        if (trusted.size >= maxTrusted) trusted.clear();
        trusted.add(ledgerId);
        return undefined;
      }
      const { marked, limit, poison } = suspected.right;
      ours.set(ledgerId, marked);
      await post(ledgerId, lockTimeoutMs, limit, poison);
      await takeBack(ledgerId);
      return true;
    },
  };
};

interface Suspected {
  readonly marked: readonly TransactionId[];
  readonly limit: number;
  readonly poison: Poison | undefined;
}

const mark = (
  { unitOfWork, store, quarantineStore }: QuarantineDependencies,
  ledgerId: LedgerId,
  begunAt: Date,
  lockTimeoutMs: number,
  maxBatchTransactions: number,
): Promise<Outcome<'nothing suspicious', Suspected>> =>
  unitOfWork.run<'nothing suspicious', Suspected>({ ledgerIds: [ledgerId], lockTimeoutMs }, async (tx) => {
    if (!(await store.lockHead(tx, ledgerId))) return refuse('nothing suspicious' as const);
    const pending = await store.claimPending(tx, ledgerId, maxBatchTransactions);
    const [oldest] = pending;
    if (!oldest || begunAt.getTime() - madeAt(oldest.id).getTime() < suspectAfterMs)
      return refuse('nothing suspicious' as const);
    const attempts = await quarantineStore.attempts(tx, ledgerId, idsOf(pending));
    const isAlone = attempts.size > 0;
    const marked = idsOf(isAlone ? await store.claimPending(tx, ledgerId, 1) : pending);
    const limit = isAlone ? 1 : maxBatchTransactions;
    if (marked.some((id) => (attempts.get(id) ?? 0) >= maxAttempts))
      return ok({ marked, limit, poison: { ids: marked, failure: { kind: 'PostingCrashed' } } });
    await quarantineStore.mark(tx, ledgerId, marked);
    return ok({ marked, limit, poison: undefined });
  });

const idsOf = (pending: readonly PendingTransaction[]): readonly TransactionId[] => pending.map(({ id }) => id);
