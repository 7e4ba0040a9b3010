/** The books as they were known at a place of their log: the log is played up to the place, and what came later is left out. */
import type { LogPlace } from '../../src/modules/ledgering/application/totals-reader';
import type { Account, AccountId } from '../../src/modules/ledgering/domain/account';
import type { AccountSet, AccountSetId } from '../../src/modules/ledgering/domain/account-set';
import { readRecorded } from '../../src/modules/ledgering/domain/formats/reading';
import type { TransactionId } from '../../src/modules/ledgering/domain/transaction';
import { ok, refuse, type Outcome } from '../../src/kernel/refusal';
import type { SequenceNotReached } from '../../src/modules/ledgering/domain/refusals';
import {
  headOf,
  placeOf,
  type KeptMember,
  type KeptTotals,
  type KeptTransaction,
  type LedgerBooks,
} from './ledger-books';

export interface KnownBooks extends LedgerBooks {
  readonly place: LogPlace;
}

/** Where the log ends, where no place is named. */
export const booksAt = (
  books: LedgerBooks,
  sequence = headOf(books).lastSequence,
): Outcome<SequenceNotReached, KnownBooks> => {
  const last = headOf(books).lastSequence;
  if (sequence > last) return refuse({ kind: 'SequenceNotReached', last });
  const log = new Map([...books.log].filter(([at]) => at <= sequence));
  const transactions = inForce(books, log);
  const days = daysOf(transactions);
  return ok({ ...books, ...chartOf(log), log, transactions, days, place: placeAt(books, sequence) });
};

export const placeAt = (books: LedgerBooks, sequence: bigint): LogPlace => {
  const event = books.log.get(sequence)?.event;
  const hash = (event?.hash ?? headOf(books).lastHash).toString('hex');
  return { sequence, hash, knownAt: event?.occurredAt ?? null };
};

type Chart = Pick<LedgerBooks, 'accounts' | 'sets' | 'members'>;

const chartOf = (log: LedgerBooks['log']): Chart => {
  const accounts = new Map<AccountId, Account>();
  const sets = new Map<AccountSetId, AccountSet>();
  const members = new Map<string, KeptMember>();
  for (const { event, content } of log.values()) {
    if (content === undefined) continue;
    const recorded = readRecorded(content);
    if (recorded.kind === 'account')
      if (event.type === 'account_deleted') accounts.delete(recorded.account.id);
      else accounts.set(recorded.account.id, recorded.account);
    if (recorded.kind === 'account set')
      if (event.type === 'account_set_deleted') {
        const { id } = recorded.set;
        sets.delete(id);
        for (const [place, { accountSetId, memberId }] of members)
          if (accountSetId === id || memberId === id) members.delete(place);
      } else sets.set(recorded.set.id, recorded.set);
    if (recorded.kind === 'account set member') {
      const { accountSetId, memberId } = recorded.member;
      const place = `${accountSetId} ${memberId}`;
      if (event.type === 'account_set_member_removed') members.delete(place);
      else members.set(place, recorded.member);
    }
  }
  return { accounts, sets, members };
};

/** Posted by then, and not void by then. */
const inForce = ({ transactions }: LedgerBooks, log: LedgerBooks['log']): Map<TransactionId, KeptTransaction> => {
  const found = new Set<TransactionId>();
  for (const { event } of log.values()) {
    if (event.transactionId === null) continue;
    if (event.type === 'transaction_posted') found.add(event.transactionId);
    if (event.type === 'transaction_voided') found.delete(event.transactionId);
  }
  return new Map(
    [...transactions]
      .filter(([id]) => found.has(id))
      .map(([id, kept]) => [
        id,
        { ...kept, status: 'posted', undoneBy: kept.undoneBy.filter((undoing) => found.has(undoing)) },
      ]),
  );
};

const daysOf = (transactions: ReadonlyMap<TransactionId, KeptTransaction>): Map<string, KeptTotals> => {
  const days = new Map<string, KeptTotals>();
  for (const { acceptance } of transactions.values())
    for (const { accountId, layer, type, amount } of acceptance.draft.entries) {
      const place = placeOf(accountId, layer, acceptance.draft.effectiveDate);
      const { debits, credits, entryCount } = days.get(place) ?? { debits: 0n, credits: 0n, entryCount: 0 };
      const isDebit = type === 'debit';
      days.set(place, {
        debits: isDebit ? debits + amount : debits,
        credits: isDebit ? credits : credits + amount,
        entryCount: entryCount + 1,
      });
    }
  return days;
};
