/**
 * Balance limits. On the basis `settled` both bind the settled balance. On the basis `available`, min_balance binds what may be
 * spent, which is settled less what pending entries would take away, and max_balance what the balance would be if all came
 * that pending entries would add.
 */
import { oppositeOf, signedBalance, type EntryType } from '../../../kernel/accounting';
import type { AccountId } from './account';
import type { PostingAccount, PostingFacts } from './books';
import type { PendingTransaction } from './transaction';

interface Totals {
  settledDebits: bigint;
  settledCredits: bigint;
  heldDebits: bigint;
  heldCredits: bigint;
}

/** The balances that limits bind: the lowest that what is held can make of it, and the highest. */
export const boundBalances = (
  { normalBalance, limits }: LimitedAccount,
  { settledDebits, settledCredits, heldDebits, heldCredits }: Totals,
): { readonly low: bigint; readonly high: bigint } => {
  const settled = signedBalance(normalBalance, settledDebits, settledCredits);
  if (limits.basis === 'settled') return { low: settled, high: settled };
  const [takes, adds] = normalBalance === 'debit' ? [heldCredits, heldDebits] : [heldDebits, heldCredits];
  return { low: settled - takes, high: settled + adds };
};

/** What a transaction makes the pending layer hold of an account, by the entry's side; less than zero gives back. */
interface Hold {
  readonly accountId: AccountId;
  readonly type: EntryType;
  readonly amount: bigint;
}

/**
 * What a transaction holds by its pending entries. What undoes holds nothing: each of its entries gives back what the entry of the
 * other side held, which it undoes.
 */
export const holdsOf = ({ entries, undoes }: PendingTransaction): readonly Hold[] => {
  if (!entries.some(({ layer }) => layer === 'pending')) return nothing;
  return entries
    .filter(({ layer }) => layer === 'pending')
    .map(({ accountId, type, amount }) =>
      undoes ? { accountId, type: oppositeOf(type), amount: -amount } : { accountId, type, amount },
    );
};

const nothing: readonly Hold[] = [];

interface LimitedAccount extends PostingAccount {
  readonly id: AccountId;
}

/** What the transactions themselves change together of accounts that have limits, each once. */
export const limitedChanges = (
  transactions: readonly PendingTransaction[],
  { accounts }: PostingFacts,
): Iterable<readonly [LimitedAccount, Totals]> => {
  const changes = new Map<AccountId, readonly [LimitedAccount, Totals]>();
  const changeOf = (id: AccountId): Totals | undefined => {
    const account = accounts.get(id);
    if (!account?.limits.enforced) return undefined;
    let change = changes.get(id);
    if (!change) {
      change = [
        { id, ...account },
        { settledDebits: 0n, settledCredits: 0n, heldDebits: 0n, heldCredits: 0n },
      ];
      changes.set(id, change);
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
  return changes.values();
};
