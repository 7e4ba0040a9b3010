/** The books while work is posted: what each transaction adds, takes back, or may not do. */
import { signedBalance, type Layer, type NormalBalance } from '../../../kernel/accounting';
import type { Day } from '../../../kernel/time';
import type { AccountId, BalanceLimits } from './account';
import type { AccountInactive, BalanceLimitExceeded, PostingFailure } from './refusals';
import type { JournalId, PendingTransaction } from './transaction';

export interface PostingAccount {
  readonly code: string;
  readonly isActive: boolean;
  readonly normalBalance: NormalBalance;
  readonly limits: BalanceLimits;
  /** The settled totals before this batch; only read where limits are enforced. */
  readonly settledDebits: bigint;
  readonly settledCredits: bigint;
}

/** The state under the head's lock, as far as the work touches it. */
export interface PostingFacts {
  readonly accounts: ReadonlyMap<string, PostingAccount>;
  readonly closedJournals: ReadonlySet<JournalId>;
  readonly lockedUntil: Day | null;
}

export interface TotalsChange {
  readonly accountId: AccountId;
  readonly layer: Layer;
  debits: bigint;
  credits: bigint;
  entryCount: number;
}

export interface DayChange extends TotalsChange {
  readonly day: Day;
}

export interface Books {
  /** Posts all of the group, or nothing and says why. */
  apply(group: readonly PendingTransaction[]): PostingFailure | undefined;
  /** Undoes what was posted before, unless that passes a limit. */
  takeBack(transaction: PendingTransaction): BalanceLimitExceeded | undefined;
  totals(): readonly TotalsChange[];
  days(): readonly DayChange[];
}

export const openBooks = (facts: PostingFacts): Books => {
  const totals = new Map<string, TotalsChange>();
  const days = new Map<string, DayChange>();

  const refusalOf = (transaction: PendingTransaction): PostingFailure | undefined => {
    const { journalId, effectiveDate } = transaction;
    if (facts.closedJournals.has(journalId)) return { kind: 'JournalClosed' };
    const inactive = inactiveIn(transaction, facts);
    if (inactive) return inactive;
    if (facts.lockedUntil !== null && effectiveDate <= facts.lockedUntil)
      return { kind: 'PeriodLocked', lockedUntil: facts.lockedUntil };
    return undefined;
  };

  const move = ({ effectiveDate, entries }: PendingTransaction, direction: 1 | -1): void => {
    for (const { accountId, layer, type, amount } of entries) {
      const key = accountId + layer;
      const dayKey = key + effectiveDate;
      let total = totals.get(key);
      if (!total) totals.set(key, (total = { accountId, layer, debits: 0n, credits: 0n, entryCount: 0 }));
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
  };

  const limitBrokenBy = ({ entries }: PendingTransaction): BalanceLimitExceeded | undefined => {
    for (const { accountId, layer } of entries) {
      const account = facts.accounts.get(accountId);
      if (layer !== 'settled' || !account?.limits.enforced) continue;
      const { limits, normalBalance, settledDebits, settledCredits, code } = account;
      const change = totals.get(accountId + layer);
      const balance = signedBalance(
        normalBalance,
        settledDebits + (change?.debits ?? 0n),
        settledCredits + (change?.credits ?? 0n),
      );
      if ((limits.min !== null && balance < limits.min) || (limits.max !== null && balance > limits.max))
        return { kind: 'BalanceLimitExceeded', account: code };
    }
    return undefined;
  };

  return {
    apply: (group) => {
      for (const [index, transaction] of group.entries()) {
        let failure = refusalOf(transaction);
        if (!failure) {
          move(transaction, 1);
          failure = limitBrokenBy(transaction);
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
      return limitBrokenBy(transaction);
    },
    totals: () => [...totals.values()].filter(({ entryCount }) => entryCount !== 0),
    days: () => [...days.values()].filter(({ entryCount }) => entryCount !== 0),
  };
};

/** The first entry whose account takes no entries any more, or is gone. */
const inactiveIn = ({ entries }: PendingTransaction, { accounts }: PostingFacts): AccountInactive | undefined => {
  for (const [index, { accountId }] of entries.entries()) {
    const account = accounts.get(accountId);
    if (!account?.isActive) return { kind: 'AccountInactive', index, account: account?.code ?? accountId };
  }
  return undefined;
};
