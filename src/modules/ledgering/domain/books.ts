/** The books while work is posted: what each transaction adds, takes back, or may not do. */
import { signedBalance, type Layer, type NormalBalance } from '../../../kernel/accounting';
import { formatAmount, type Denomination } from '../../../kernel/money';
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
  /** How the ledger counts: for what is said of a limit that was passed. */
  readonly denomination: Denomination;
  readonly lockedUntil: Day | null;
}

interface Change {
  readonly accountId: AccountId;
  readonly layer: Layer;
  debits: bigint;
  credits: bigint;
  entryCount: number;
}

export interface TotalsChange extends Change {
  /** None of the entries is effective before it. */
  since: Day;
}

export interface DayChange extends Change {
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
      if (!total)
        totals.set(key, (total = { accountId, layer, debits: 0n, credits: 0n, entryCount: 0, since: effectiveDate }));
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
  };

  /** To be asked after the move. A balance that is beyond a limit already may come nearer to it, and not go further. */
  const limitBrokenBy = (transaction: PendingTransaction, direction: 1 | -1): BalanceLimitExceeded | undefined => {
    for (const [accountId, own] of settledChanges(transaction, facts)) {
      const { limits, normalBalance, settledDebits, settledCredits, code } = facts.accounts.get(
        accountId,
      ) as PostingAccount;
      const change = totals.get(accountId + 'settled');
      const balance = signedBalance(
        normalBalance,
        settledDebits + (change?.debits ?? 0n),
        settledCredits + (change?.credits ?? 0n),
      );
      const moved = signedBalance(normalBalance, own.debits, own.credits) * BigInt(direction);
      const exceeded = (limit: BalanceLimitExceeded['limit'], bound: bigint): BalanceLimitExceeded => ({
        kind: 'BalanceLimitExceeded',
        account: code,
        limit,
        bound: formatAmount(bound, facts.denomination),
        balance: formatAmount(balance, facts.denomination),
      });
      if (limits.min !== null && balance < limits.min && moved < 0n) return exceeded('min_balance', limits.min);
      if (limits.max !== null && balance > limits.max && moved > 0n) return exceeded('max_balance', limits.max);
    }
    return undefined;
  };

  return {
    apply: (group) => {
      for (const [index, transaction] of group.entries()) {
        let failure = refusalOf(transaction);
        if (!failure) {
          move(transaction, 1);
          failure = limitBrokenBy(transaction, 1);
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
      return limitBrokenBy(transaction, -1);
    },
    totals: () => [...totals.values()].filter(({ entryCount }) => entryCount !== 0),
    days: () => [...days.values()].filter(({ entryCount }) => entryCount !== 0),
  };
};

/** What the transaction itself adds to the settled totals of accounts that have limits, each once. */
const settledChanges = (
  { entries }: PendingTransaction,
  { accounts }: PostingFacts,
): ReadonlyMap<AccountId, { readonly debits: bigint; readonly credits: bigint }> => {
  const changes = new Map<AccountId, { debits: bigint; credits: bigint }>();
  for (const { accountId, layer, type, amount } of entries) {
    if (layer !== 'settled' || !accounts.get(accountId)?.limits.enforced) continue;
    let change = changes.get(accountId);
    if (!change) changes.set(accountId, (change = { debits: 0n, credits: 0n }));
    change[type === 'debit' ? 'debits' : 'credits'] += amount;
  }
  return changes;
};

/** The first entry whose account takes no entries any more, or is gone. */
const inactiveIn = ({ entries }: PendingTransaction, { accounts }: PostingFacts): AccountInactive | undefined => {
  for (const [index, { accountId }] of entries.entries()) {
    const account = accounts.get(accountId);
    if (!account?.isActive) return { kind: 'AccountInactive', index, account: account?.code ?? accountId };
  }
  return undefined;
};
