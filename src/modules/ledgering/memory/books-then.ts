/** Computes the books at an earlier sequence of the log in memory, by replaying the log up to that sequence. */
import { KeptMap } from '../../../kernel/memory/kept';
import type { LogPlace } from '../application/totals-reader';
import type { Account, AccountId } from '../domain/account';
import type { AccountSet } from '../domain/account-set';
import { readRecorded } from '../domain/formats/reading';
import type { DraftEntry, TransactionId } from '../domain/transaction';
import { nothingUndone } from '../domain/undoing';
import { headOf, placeOf, type KeptTotals, type LedgerBooks } from './ledger-books';

export const placeAt = (books: LedgerBooks, sequence: bigint): LogPlace => {
  const logged = books.log.get(sequence)?.event;
  return {
    sequence,
    hash: (logged?.hash ?? headOf(books).lastHash).toString('hex'),
    knownAt: logged?.occurredAt ?? null,
  };
};

/** The accounts, sets and transactions of a ledger as known at a sequence of its log. */
export interface Known {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly sets: ReadonlyMap<string, AccountSet>;
  /** The ids of the accounts and sets that are directly in a set, by the set's id. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
  /** The transactions that were posted and not voided. */
  readonly inForce: ReadonlySet<TransactionId>;
}

export const playedTo = ({ log }: LedgerBooks, sequence: bigint): Known => {
  const accounts = new Map<string, Account>();
  const sets = new Map<string, AccountSet>();
  const members = new Map<string, Set<string>>();
  const inForce = new Set<TransactionId>();
  for (const { event, content } of log.values()) {
    if (event.sequence > sequence) continue;
    const { type, transactionId } = event;
    if (transactionId !== null && type === 'transaction_posted') inForce.add(transactionId);
    if (transactionId !== null && type === 'transaction_voided') inForce.delete(transactionId);
    if (content === undefined || type.startsWith('trancode_')) continue;
    const recorded = readRecorded(content);
    if (recorded.kind === 'account')
      if (type === 'account_deleted') accounts.delete(recorded.account.id);
      else accounts.set(recorded.account.id, recorded.account);
    else if (recorded.kind === 'account set') {
      const { id } = recorded.set;
      if (type === 'account_set_deleted') {
        sets.delete(id);
        members.delete(id);
        for (const inside of members.values()) inside.delete(id);
      } else sets.set(id, recorded.set);
    } else if (recorded.kind === 'account set member') {
      const { accountSetId, memberId } = recorded.member;
      const inside = members.get(accountSetId) ?? new Set();
      members.set(accountSetId, inside);
      if (type === 'account_set_member_removed') inside.delete(memberId);
      else inside.add(memberId);
    }
  }
  return { accounts, sets, members, inForce };
};

/**
 * Returns the ids of everything in the set with this code, or of all accounts if the code is undefined. Undefined if there is no such set.
 */
export const wantedIn = (
  { accounts, sets, members }: Known,
  code: string | undefined,
): ReadonlySet<string> | undefined => {
  if (code === undefined) return new Set(accounts.keys());
  const [named] = [...sets].find(([, set]) => set.code === code) ?? [];
  if (named === undefined) return undefined;
  return membersOf(members, named);
};

/** Returns the id of the set, and the ids of everything within it at any depth. */
export const membersOf = (members: Known['members'], id: string): ReadonlySet<string> => {
  const within = (one: string): readonly string[] => [one, ...[...(members.get(one) ?? [])].flatMap(within)];
  return new Set(within(id));
};

/** Returns the books as known at that sequence: only the accounts and the transactions in force at the sequence, and their totals. */
export const booksThen = (books: LedgerBooks, { accounts, inForce }: Known): LedgerBooks => {
  const transactions: LedgerBooks['transactions'] = new KeptMap();
  const days = new KeptMap<string, KeptTotals>();
  const totals = new KeptMap<string, KeptTotals>();
  const known = new KeptMap<AccountId, Account>();
  for (const [id, account] of accounts) known.set(id as AccountId, account);
  const kept = [...books.transactions].filter(([id]) => inForce.has(id));
  for (const [id, transaction] of kept) {
    const undoneBy = transaction.undoneBy.filter((by) => inForce.has(by));
    const undone = transaction.undone.map(() => 0n);
    for (const by of undoneBy) {
      const undoing = books.transactions.get(by);
      const sign = undoing?.acceptance.draft.correlationType === 'extension' ? -1n : 1n;
      for (const [index, { amount }] of (undoing?.acceptance.draft.entries ?? []).entries()) {
        const position = undoing?.positions?.[index] ?? index;
        undone[position] = (undone[position] ?? 0n) + sign * amount;
      }
    }
    const { entries, effectiveDate, undoesTransactionId, correlationType } = transaction.acceptance.draft;
    const isEnding = undoesTransactionId !== null && correlationType !== 'extension';
    const released = entries.reduce(
      (sum, { type }, position) => (type === 'debit' ? sum + (undone[position] ?? 0n) : sum),
      0n,
    );
    const undoneAmounts = { ...nothingUndone, released };
    transactions.set(id, { ...transaction, status: 'posted', isExpired: false, undoneBy, undone, undoneAmounts });
    for (const entry of entries) {
      add(days, placeOf(entry.accountId, entry.layer, effectiveDate), movedBy(entry));
      add(totals, placeOf(entry.accountId, entry.layer), movedBy(entry));
      if (entry.layer === 'pending') add(totals, placeOf(entry.accountId, 'settled'), heldBy(entry, isEnding));
    }
  }
  return { ...books, accounts: known, transactions, days, totals };
};

const nothing = { debits: 0n, credits: 0n, entryCount: 0, heldDebits: 0n, heldCredits: 0n };

const movedBy = ({ type, amount }: DraftEntry): typeof nothing => ({
  ...nothing,
  ...(type === 'debit' ? { debits: amount } : { credits: amount }),
  entryCount: 1,
});

/** Returns the change that an entry makes to the held amounts. An undoing entry reduces the held amount of the opposite side. */
const heldBy = ({ type, amount }: DraftEntry, isUndoing: boolean): typeof nothing => {
  const change = isUndoing ? -amount : amount;
  return { ...nothing, ...((type === 'debit') !== isUndoing ? { heldDebits: change } : { heldCredits: change }) };
};

const add = (sums: KeptMap<string, KeptTotals>, place: string, change: typeof nothing): void => {
  const before = { ...nothing, ...sums.get(place) };
  sums.set(place, {
    debits: before.debits + change.debits,
    credits: before.credits + change.credits,
    entryCount: before.entryCount + change.entryCount,
    heldDebits: before.heldDebits + change.heldDebits,
    heldCredits: before.heldCredits + change.heldCredits,
  });
};
