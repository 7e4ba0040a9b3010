/** Books as they stood at a place of the log, without a database: the log is played up to the place. */
import { KeptMap } from '../../../kernel/memory/kept';
import type { LogPlace } from '../application/totals-reader';
import type { Account, AccountId } from '../domain/account';
import type { AccountSet } from '../domain/account-set';
import { readRecorded } from '../domain/formats/reading';
import type { TransactionId } from '../domain/transaction';
import { headOf, placeOf, type KeptTotals, type LedgerBooks } from './ledger-books';

export const placeAt = (books: LedgerBooks, sequence: bigint): LogPlace => {
  const logged = books.log.get(sequence)?.event;
  return {
    sequence,
    hash: (logged?.hash ?? headOf(books).lastHash).toString('hex'),
    knownAt: logged?.occurredAt ?? null,
  };
};

/** The ledger as it stood at a place. */
export interface Known {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly sets: ReadonlyMap<string, AccountSet>;
  /** Accounts and sets that are in a set. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
  /** Posted, and not void. */
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

/** Undefined where there is no such set; all accounts where none is named. */
export const wantedIn = (
  { accounts, sets, members }: Known,
  code: string | undefined,
): ReadonlySet<string> | undefined => {
  if (code === undefined) return new Set(accounts.keys());
  const [named] = [...sets].find(([, set]) => set.code === code) ?? [];
  if (named === undefined) return undefined;
  return membersOf(members, named);
};

/** Itself, what is in it, and what is in that. */
export const membersOf = (members: Known['members'], id: string): ReadonlySet<string> => {
  const within = (one: string): readonly string[] => [one, ...[...(members.get(one) ?? [])].flatMap(within)];
  return new Set(within(id));
};

/** The books with the accounts, transactions and days of the place: what balances and lists of entries are made of. */
export const booksThen = (books: LedgerBooks, { accounts, inForce }: Known): LedgerBooks => {
  const transactions: LedgerBooks['transactions'] = new KeptMap();
  const days = new KeptMap<string, KeptTotals>();
  const known = new KeptMap<AccountId, Account>();
  for (const [id, account] of accounts) known.set(id as AccountId, account);
  for (const [id, kept] of books.transactions) {
    if (!inForce.has(id)) continue;
    transactions.set(id, { ...kept, status: 'posted', undoneBy: kept.undoneBy.filter((by) => inForce.has(by)) });
    const { effectiveDate, entries } = kept.acceptance.draft;
    for (const { accountId, layer, type, amount } of entries) {
      const place = placeOf(accountId, layer, effectiveDate);
      const { debits, credits, entryCount } = days.get(place) ?? { debits: 0n, credits: 0n, entryCount: 0 };
      const isDebit = type === 'debit';
      days.set(place, {
        debits: isDebit ? debits + amount : debits,
        credits: isDebit ? credits : credits + amount,
        entryCount: entryCount + 1,
      });
    }
  }
  return { ...books, accounts: known, transactions, days };
};
