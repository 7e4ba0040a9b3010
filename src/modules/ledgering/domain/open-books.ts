/** The books while work is posted: what each transaction adds, takes back, or may not do. */
import { oppositeOf, type EntryType, type Layer } from '../../../kernel/accounting';
import { formatAmount } from '../../../kernel/money';
import type { Day } from '../../../kernel/time';
import type { AccountId } from './account';
import type { DayChange, PostingFacts, TotalsChange, UndoneDayChange } from './books';
import { boundBalances, holdsOf, limitedChanges } from './limits';
import type { AccountInactive, BalanceLimitExceeded, PostingFailure } from './refusals';
import type { PendingTransaction } from './transaction';

export interface Books {
  /** Posts all of the group, or nothing and says why. */
  apply(group: readonly PendingTransaction[]): PostingFailure | undefined;
  /** Undoes what was posted before, unless that passes a limit. */
  takeBack(transaction: PendingTransaction): BalanceLimitExceeded | undefined;
  totals(): readonly TotalsChange[];
  days(): readonly DayChange[];
  undoneDays(): readonly UndoneDayChange[];
}

export const openBooks = (facts: PostingFacts): Books => {
  const totals = new Map<string, TotalsChange>();
  const days = new Map<string, DayChange>();
  const undoneDays = new Map<string, UndoneDayChange>();

  const refusalOf = (transaction: PendingTransaction): PostingFailure | undefined => {
    const { journalId, effectiveDate, undoes } = transaction;
    // What expires is given back whatever became of its journal and accounts meanwhile.
    if (undoes?.kind === 'expiry') return undefined;
    if (facts.closedJournals.has(journalId)) return { kind: 'JournalClosed' };
    const inactive = inactiveIn(transaction, facts);
    if (inactive) return inactive;
    if (facts.lockedUntil !== null && effectiveDate <= facts.lockedUntil)
      return { kind: 'PeriodLocked', lockedUntil: facts.lockedUntil };
    return undefined;
  };

  const totalOf = (accountId: AccountId, layer: Layer, since: Day): TotalsChange => {
    const key = accountId + layer;
    let total = totals.get(key);
    if (!total) {
      total = { accountId, layer, debits: 0n, credits: 0n, entryCount: 0, heldDebits: 0n, heldCredits: 0n, since };
      totals.set(key, total);
    }
    return total;
  };

  const addUndone = (accountId: AccountId, day: Day, type: EntryType, amount: bigint): void => {
    const key = accountId + day;
    let undone = undoneDays.get(key);
    if (!undone) undoneDays.set(key, (undone = { accountId, day, debits: 0n, credits: 0n }));
    if (type === 'debit') undone.debits += amount;
    else undone.credits += amount;
  };

  /** What undoes holds nothing from its day on, and what it undid, which was effective before or after, from the later one. */
  const moveUndone = ({ effectiveDate, entries, undoes }: PendingTransaction, direction: 1 | -1): void => {
    if (!undoes) return;
    const bothSince = effectiveDate > undoes.effectiveDate ? effectiveDate : undoes.effectiveDate;
    for (const { accountId, layer, type, amount } of entries) {
      if (layer !== 'pending') continue;
      const change = direction === 1 ? amount : -amount;
      addUndone(accountId, effectiveDate, type, change);
      addUndone(accountId, bothSince, oppositeOf(type), change);
    }
  };

  const move = (transaction: PendingTransaction, direction: 1 | -1): void => {
    const { effectiveDate, entries } = transaction;
    for (const { accountId, layer, type, amount } of entries) {
      const dayKey = accountId + layer + effectiveDate;
      const total = totalOf(accountId, layer, effectiveDate);
      if (effectiveDate < total.since) total.since = effectiveDate;
      let day = days.get(dayKey);
      if (!day)
        days.set(dayKey, (day = { accountId, layer, day: effectiveDate, debits: 0n, credits: 0n, entryCount: 0 }));
      const change = direction === 1 ? amount : -amount;
      if (type === 'debit') {
        total.debits += change;
        day.debits += change;
      } else {
        total.credits += change;
        day.credits += change;
      }
      total.entryCount += direction;
      day.entryCount += direction;
    }
    for (const { accountId, type, amount } of holdsOf(transaction)) {
      const total = totalOf(accountId, 'settled', effectiveDate);
      const change = direction === 1 ? amount : -amount;
      if (type === 'debit') total.heldDebits += change;
      else total.heldCredits += change;
    }
    moveUndone(transaction, direction);
  };

  /** To be asked after the move. What is beyond a limit already may come nearer to it, and not go further. */
  const limitBrokenBy = (
    transactions: readonly PendingTransaction[],
    direction: 1 | -1,
  ): BalanceLimitExceeded | undefined => {
    for (const [account, own] of limitedChanges(transactions, facts)) {
      const { limits, code } = account;
      const change = totals.get(account.id + 'settled');
      const { low, high } = boundBalances(account, {
        settledDebits: account.settledDebits + (change?.debits ?? 0n),
        settledCredits: account.settledCredits + (change?.credits ?? 0n),
        heldDebits: account.heldDebits + (change?.heldDebits ?? 0n),
        heldCredits: account.heldCredits + (change?.heldCredits ?? 0n),
      });
      const moved = boundBalances(account, own);
      const exceeded = (
        limit: BalanceLimitExceeded['limit'],
        bound: bigint,
        balance: bigint,
      ): BalanceLimitExceeded => ({
        kind: 'BalanceLimitExceeded',
        account: code,
        basis: limits.basis,
        limit,
        bound: formatAmount(bound, facts.denomination),
        balance: formatAmount(balance, facts.denomination),
      });
      const [lowered, raised] = [moved.low * BigInt(direction) < 0n, moved.high * BigInt(direction) > 0n];
      if (limits.min !== null && low < limits.min && lowered) return exceeded('min_balance', limits.min, low);
      if (limits.max !== null && high > limits.max && raised) return exceeded('max_balance', limits.max, high);
    }
    return undefined;
  };

  return {
    apply: (group) => {
      /** What is judged together by limits: a settlement's release with what is settled, any other alone. */
      let together: PendingTransaction[] = [];
      for (const [index, transaction] of group.entries()) {
        let failure = refusalOf(transaction);
        if (!failure) {
          move(transaction, 1);
          together.push(transaction);
          if (transaction.undoes?.kind === 'settlement') continue;
          failure = limitBrokenBy(together, 1);
          together = [];
          if (failure) move(transaction, -1);
        }
        if (failure) {
          for (const before of group.slice(0, index)) move(before, -1);
          return failure;
        }
      }
      return undefined;
    },
    takeBack: (transaction) => {
      move(transaction, -1);
      return limitBrokenBy([transaction], -1);
    },
    totals: () => [...totals.values()].filter(isChange),
    days: () => [...days.values()].filter(({ entryCount }) => entryCount !== 0),
    undoneDays: () => [...undoneDays.values()].filter(({ debits, credits }) => debits !== 0n || credits !== 0n),
  };
};

const isChange = ({ entryCount, heldDebits, heldCredits }: TotalsChange): boolean =>
  entryCount !== 0 || heldDebits !== 0n || heldCredits !== 0n;

/** The first entry whose account takes no entries any more, or is gone. */
const inactiveIn = ({ entries }: PendingTransaction, { accounts }: PostingFacts): AccountInactive | undefined => {
  for (const [index, { accountId }] of entries.entries()) {
    const account = accounts.get(accountId);
    if (!account?.isActive) return { kind: 'AccountInactive', index, account: account?.code ?? accountId };
  }
  return undefined;
};
