/**
 * Dry runs: the write takes the same locks and passes the same guards as a real one, and is rolled back instead of committed (decision 19).
 * Before the rollback, the dry run reads the transactions and balances as the write would leave them.
 */
import type { LedgerId } from '../../../kernel/ids';
import { laterOf, type Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { TotalsChange } from '../domain/books';
import type { PostingPlan } from '../domain/posting';
import type { TransactionId } from '../domain/transaction';
import type { TransactionRow } from './reader';
import type { RehearsalReader, StandingTotals } from './rehearsal-reader';

export interface BalanceChange extends Pick<StandingTotals, 'accountId' | 'accountCode' | 'normalBalance' | 'layer'> {
  readonly ledgerId: LedgerId;
  /** `before` and `after` are the balances at the end of this day. */
  readonly asOf: Day;
  readonly before: Pick<StandingTotals, 'debits' | 'credits'>;
  readonly after: Pick<StandingTotals, 'debits' | 'credits'>;
}

/** The transactions and balances as a write would leave them. */
export interface Rehearsed {
  readonly transactions: readonly TransactionRow[];
  /** The balances of the accounts and layers to which entries would be added or from which entries would be removed. */
  readonly balances: readonly BalanceChange[];
}

/**
 * Reads the transactions and balances after plans of one ledger were written in `tx`. All balances are as of the same day, so that they add
 * up: today, or the latest effective date of the plans if that is later.
 */
export const readRehearsed = async (
  reader: RehearsalReader,
  tx: Tx,
  ledgerId: LedgerId,
  plans: readonly Pick<PostingPlan, 'totals' | 'days'>[],
  ids: readonly TransactionId[],
  today: Day,
): Promise<Rehearsed> => {
  const asOf = plans.flatMap(({ days }) => days.map(({ day }) => day)).reduce(laterOf, today);
  const changes = addedUp(plans.flatMap(({ totals }) => totals));
  const [transactions, standing] = await Promise.all([
    reader.transactions(tx, ledgerId, ids),
    reader.totals(tx, ledgerId, [...new Set([...changes.values()].map(({ accountId }) => accountId))], asOf),
  ]);
  const balances = standing.flatMap(({ debits, credits, ...place }): BalanceChange[] => {
    const change = changes.get(place.accountId + place.layer);
    if (!change) return [];
    const before = { debits: debits - change.debits, credits: credits - change.credits };
    return [{ ledgerId, ...place, asOf, before, after: { debits, credits } }];
  });
  return { transactions, balances };
};

type Change = Pick<TotalsChange, 'accountId' | 'layer' | 'debits' | 'credits'>;

const addedUp = (totals: readonly TotalsChange[]): ReadonlyMap<string, Change> => {
  const sums = new Map<string, Change>();
  for (const { accountId, layer, debits, credits, entryCount } of totals) {
    // A change without entries affects only the held amount, which is not part of a balance.
    if (entryCount === 0) continue;
    const before = sums.get(accountId + layer) ?? { debits: 0n, credits: 0n };
    sums.set(accountId + layer, {
      accountId,
      layer,
      debits: before.debits + debits,
      credits: before.credits + credits,
    });
  }
  return sums;
};
