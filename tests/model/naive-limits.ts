/** Limits as the documentation describes them, judged day by day by brute force. */
import { lastDay, type Account, type Side, type Transaction } from './records';

interface Books {
  readonly accounts: readonly Account[];
  readonly transactions: readonly Transaction[];
  limitsOf(account: Account): readonly (bigint | undefined)[];
  settledOn(account: Account, day: string): bigint;
  /**
   * `takenOf`: the amount that all open holds, whatever their day, would take from the account. `heldOf`: the remaining pending amounts on
   * one side of the account.
   */
  takenOf(account: Account): bigint;
  heldOf(account: Account, side: Side): bigint;
}

export const limitsOver = ({ accounts, transactions, limitsOf, settledOn, takenOf, heldOf }: Books) => {
  /** The balances that min_balance and max_balance limit, at the end of each day. Holds count on every day. */
  const boundBy = (account: Account, days: readonly string[]): readonly (readonly [low: bigint, high: bigint])[] => {
    const isSettled = account.limit_basis === 'settled';
    const taken = isSettled ? 0n : takenOf(account);
    const held = isSettled ? 0n : heldOf(account, account.normal_balance);
    return days.map((day) => settledOn(account, day)).map((settled) => [settled - taken, settled + held]);
  };
  /**
   * Whether the transactions move an account beyond a limit, or further beyond it, on their own or a later day. An account that is beyond a
   * limit already may come nearer to it. To find the effect of the transactions, the balances are compared with those that the books would
   * have if the transactions had the status `otherwise`.
   */
  return (made: readonly Transaction[], otherwise: Transaction['status'] = 'pending'): boolean => {
    const limited = accounts.filter(({ enforce_balance_limits }) => enforce_balance_limits);
    if (limited.length === 0) return false;
    const first = made.map(({ day }) => day).toSorted()[0] ?? lastDay;
    const judged = [first, ...new Set(transactions.map(({ day }) => day).filter((day) => day > first))];
    const bound = () => limited.map((account) => boundBy(account, judged));
    const [status, now] = [made[0]?.status, bound()];
    for (const each of made) each.status = otherwise;
    const before = bound();
    for (const each of made) Object.assign(each, { status });
    return limited.some((account, at) => {
      const [min, max] = limitsOf(account);
      return judged.some((_, place) => {
        const [low, high] = now[at]?.[place] ?? [0n, 0n];
        const [lowBefore, highBefore] = before[at]?.[place] ?? [0n, 0n];
        return (
          (min !== undefined && low < min && low < lowBefore) || (max !== undefined && high > max && high > highBefore)
        );
      });
    });
  };
};
