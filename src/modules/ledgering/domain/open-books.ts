/** The state of the books while a plan is made. Transactions can be added and removed again; those that may not post are refused. */
import { oppositeOf, type EntryType, type Layer } from '../../../kernel/accounting';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import type { AccountId } from './account';
import type { DayChange, OverriddenLimit, PostingAccount, PostingFacts, TotalsChange, UndoneDayChange } from './books';
import { withChange, type Course } from './course';
import { limitsPassed, type Sums } from './limits';
import type { AccountInactive, BalanceLimitExceeded, PostingFailure } from './refusals';
import type { PendingTransaction } from './transaction';

export interface Books {
  /**
   * Posts all transactions of the group, or none and returns the failure. On success it returns the limits that were exceeded by
   * transactions that override limits.
   */
  apply(group: readonly PendingTransaction[]): Outcome<PostingFailure, readonly OverriddenLimit[]>;
  /** Removes a transaction that was posted earlier. Refuses if the removal exceeds a limit that the transaction does not override. */
  takeBack(transaction: PendingTransaction): Outcome<BalanceLimitExceeded, readonly OverriddenLimit[]>;
  totals(): readonly TotalsChange[];
  days(): readonly DayChange[];
  undoneDays(): readonly UndoneDayChange[];
}

/**
 * Opens the books for one plan. `firstDay` is the earliest effective date of the posted or voided transactions; the facts have the courses
 * of limited accounts after that day.
 */
export const openBooks = (facts: PostingFacts, firstDay: Day): Books => {
  const totals = new Map<string, TotalsChange>();
  const days = new Map<string, DayChange>();
  const undoneDays = new Map<string, UndoneDayChange>();
  const courses = new Map<AccountId, Course>();

  const refusalOf = (transaction: PendingTransaction): PostingFailure | undefined => {
    const { journalId, effectiveDate, undoes } = transaction;
    // A hold expires even if its journal has been closed or an account has been deactivated meanwhile.
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

  /**
   * The entries of an undoing transaction hold nothing from its own effective date on. The entries that it undoes hold nothing from that
   * date or their own date on, whichever is later.
   */
  const moveUndone = ({ effectiveDate, entries, undoes }: PendingTransaction, direction: 1 | -1): void => {
    // An extension undoes nothing: its entries are held too.
    if (!undoes || undoes.kind === 'extension') return;
    const bothSince = effectiveDate > undoes.effectiveDate ? effectiveDate : undoes.effectiveDate;
    for (const { accountId, layer, type, amount } of entries) {
      if (layer !== 'pending') continue;
      const change = direction === 1 ? amount : -amount;
      addUndone(accountId, effectiveDate, type, change);
      addUndone(accountId, bothSince, oppositeOf(type), change);
    }
  };

  /**
   * Changes the later balances of an account. Entries on `firstDay` or earlier are part of every checked balance, so only entries of later
   * days change them.
   */
  const moveCourse = (accountId: AccountId, day: Day, type: EntryType, amount: bigint): void => {
    const account = day > firstDay ? facts.accounts.get(accountId) : undefined;
    if (!account?.limits.enforced) return;
    const course = withChange(courses.get(accountId) ?? account.later, day, type === 'debit' ? amount : -amount);
    if (!course) throw new Error(`the course of account ${account.code} was not read day by day around ${day}`);
    courses.set(accountId, course);
  };

  const move = (transaction: PendingTransaction, direction: 1 | -1): void => {
    const { effectiveDate, entries } = transaction;
    for (const { accountId, layer, type, amount } of entries) {
      if (layer === 'settled') moveCourse(accountId, effectiveDate, type, direction === 1 ? amount : -amount);
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

  /**
   * Returns the limits that transactions of one day exceed together, each attributed to the last of them. The transactions must already
   * have been added.
   */
  const passedBy = (
    together: readonly PendingTransaction[],
    { id: transactionId, effectiveDate }: PendingTransaction,
    direction: 1 | -1,
  ): readonly OverriddenLimit[] => {
    const passed: OverriddenLimit[] = [];
    for (const [account, own] of limitedChanges(together, facts)) {
      const change = totals.get(account.id + 'settled');
      const sums = {
        settledDebits: account.settledDebits + (change?.debits ?? 0n),
        settledCredits: account.settledCredits + (change?.credits ?? 0n),
        heldDebits: account.heldDebits + (change?.heldDebits ?? 0n),
        heldCredits: account.heldCredits + (change?.heldCredits ?? 0n),
      };
      const standing = { sums, course: courses.get(account.id) ?? account.later };
      for (const limit of limitsPassed(
        account,
        standing,
        inDirection(own, direction),
        effectiveDate,
        facts.denomination,
      ))
        passed.push({ transactionId, accountId: account.id, passed: limit });
    }
    return passed;
  };

  return {
    apply: (group) => {
      /**
       * The transactions whose limits are checked together: a settlement's release and its settled part. Every other transaction is checked
       * alone.
       */
      let together: PendingTransaction[] = [];
      const passed: OverriddenLimit[] = [];
      for (const [index, transaction] of group.entries()) {
        let failure = refusalOf(transaction);
        if (!failure) {
          move(transaction, 1);
          together.push(transaction);
          if (transaction.undoes?.kind === 'settlement') continue;
          const limits = passedBy(together, transaction, 1);
          together = [];
          if (transaction.overridesLimits) passed.push(...limits);
          else failure = limits[0]?.passed;
          if (failure) move(transaction, -1);
        }
        if (failure) {
          for (const before of group.slice(0, index)) move(before, -1);
          return refuse(failure);
        }
      }
      return ok(passed);
    },
    takeBack: (transaction) => {
      move(transaction, -1);
      const passed = passedBy([transaction], transaction, -1);
      const [first] = passed;
      return first && !transaction.overridesLimits ? refuse(first.passed) : ok(passed);
    },
    totals: () => [...totals.values()].filter(isChange),
    days: () => [...days.values()].filter(({ entryCount }) => entryCount !== 0),
    undoneDays: () => [...undoneDays.values()].filter(({ debits, credits }) => debits !== 0n || credits !== 0n),
  };
};

const inDirection = (change: Sums, direction: 1 | -1): Sums =>
  direction === 1
    ? change
    : {
        settledDebits: -change.settledDebits,
        settledCredits: -change.settledCredits,
        heldDebits: -change.heldDebits,
        heldCredits: -change.heldCredits,
      };

const isChange = ({ entryCount, heldDebits, heldCredits }: TotalsChange): boolean =>
  entryCount !== 0 || heldDebits !== 0n || heldCredits !== 0n;

/** Returns the first entry whose account is inactive or deleted; undefined if all accounts are active. */
const inactiveIn = ({ entries }: PendingTransaction, { accounts }: PostingFacts): AccountInactive | undefined => {
  for (const [index, { accountId }] of entries.entries()) {
    const account = accounts.get(accountId);
    if (!account?.isActive) return { kind: 'AccountInactive', index, account: account?.code ?? accountId };
  }
  return undefined;
};

/** A transaction's change to the amount held on one side of an account. The change is negative if the transaction ends a hold. */
interface Hold {
  readonly accountId: AccountId;
  readonly type: EntryType;
  readonly amount: bigint;
}

/**
 * Returns how a transaction's pending entries change the held amounts. A reversal, settlement or release has entries on the opposite sides
 * of the hold, and each reduces the held amount of the side that it undoes.
 */
const holdsOf = ({ entries, undoes }: PendingTransaction): readonly Hold[] => {
  const isEnding = undoes !== null && undoes.kind !== 'extension';
  if (!entries.some(({ layer }) => layer === 'pending')) return nothing;
  return entries
    .filter(({ layer }) => layer === 'pending')
    .map(({ accountId, type, amount }) =>
      isEnding ? { accountId, type: oppositeOf(type), amount: -amount } : { accountId, type, amount },
    );
};

const nothing: readonly never[] = [];

interface LimitedAccount extends PostingAccount {
  readonly id: AccountId;
}

/** Returns the total changes that the transactions make to accounts with limits, one for each account. */
const limitedChanges = (
  transactions: readonly PendingTransaction[],
  { accounts }: PostingFacts,
): Iterable<readonly [LimitedAccount, Sums]> => {
  // Most transactions change no account with limits, so the map is created only when the first one is found.
  let changes: Map<AccountId, readonly [LimitedAccount, Sums]> | undefined;
  const changeOf = (id: AccountId): Sums | undefined => {
    const account = accounts.get(id);
    if (!account?.limits.enforced) return undefined;
    let change = changes?.get(id);
    if (!change) {
      change = [
        { id, ...account },
        { settledDebits: 0n, settledCredits: 0n, heldDebits: 0n, heldCredits: 0n },
      ];
      changes = (changes ?? new Map()).set(id, change);
    }
    return change[1];
  };
  for (const transaction of transactions) {
    for (const { accountId, layer, type, amount } of transaction.entries) {
      const change = layer === 'settled' ? changeOf(accountId) : undefined;
      if (change) change[type === 'debit' ? 'settledDebits' : 'settledCredits'] += amount;
    }
    for (const { accountId, type, amount } of holdsOf(transaction)) {
      const change = changeOf(accountId);
      if (change) change[type === 'debit' ? 'heldDebits' : 'heldCredits'] += amount;
    }
  }
  return changes ? changes.values() : nothing;
};
