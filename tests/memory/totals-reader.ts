/** What all accounts came to at a place of the log, without a database: the log is played up to the place. */
import type { LedgerId } from '../../src/kernel/ids';
import { ok, refuse, type Outcome } from '../../src/kernel/refusal';
import type { ReadScope } from '../../src/modules/ledgering/application/reader';
import type {
  AccountTotals,
  KnownTotals,
  LogPlace,
  TotalsQuestion,
  TotalsReader,
  Turnover,
} from '../../src/modules/ledgering/application/totals-reader';
import type { Account } from '../../src/modules/ledgering/domain/account';
import { readRecorded } from '../../src/modules/ledgering/domain/formats/reading';
import type {
  AccountSetMissing,
  SequenceNotReached,
  TooManyAccounts,
} from '../../src/modules/ledgering/domain/refusals';
import type { TransactionId } from '../../src/modules/ledgering/domain/transaction';
import { headOf, type LedgerBooks } from './ledger-books';
import { byText, MemoryReader } from './reading';

export class MemoryTotalsReader extends MemoryReader implements TotalsReader {
  totals(
    { ledgerId }: ReadScope,
    question: TotalsQuestion,
  ): Promise<Outcome<AccountSetMissing | SequenceNotReached | TooManyAccounts, KnownTotals>> {
    return this.inLedger(ledgerId, (books) => {
      const { lastSequence: last } = headOf(books);
      const sequence = question.knownAtSequence ?? last;
      if (sequence > last) return refuse({ kind: 'SequenceNotReached', last });
      const known = playedTo(books, sequence);
      const wanted = wantedIn(known, question.accountSetCode);
      if (!wanted) return refuse({ kind: 'AccountSetMissing' });
      return ok({ place: placeAt(books, sequence), accounts: totalsIn(books, known, question, wanted) });
    });
  }

  lastPlace(ledgerId: LedgerId): Promise<LogPlace | undefined> {
    return this.inLedger(ledgerId, (books) => placeAt(books, headOf(books).lastSequence));
  }
}

const placeAt = (books: LedgerBooks, sequence: bigint): LogPlace => {
  const logged = books.log.get(sequence)?.event;
  return {
    sequence,
    hash: (logged?.hash ?? headOf(books).lastHash).toString('hex'),
    knownAt: logged?.occurredAt ?? null,
  };
};

/** The ledger as it stood at a place. */
interface Known {
  readonly accounts: ReadonlyMap<string, Account>;
  /** By id, with their codes. */
  readonly sets: ReadonlyMap<string, string>;
  /** Accounts and sets that are in a set. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
  /** Posted, and not void. */
  readonly inForce: ReadonlySet<TransactionId>;
}

const playedTo = ({ log }: LedgerBooks, sequence: bigint): Known => {
  const accounts = new Map<string, Account>();
  const sets = new Map<string, string>();
  const members = new Map<string, Set<string>>();
  const inForce = new Set<TransactionId>();
  for (const { event, content } of log.values()) {
    if (event.sequence > sequence) continue;
    const { type, transactionId } = event;
    if (transactionId !== null && type === 'transaction_posted') inForce.add(transactionId);
    if (transactionId !== null && type === 'transaction_voided') inForce.delete(transactionId);
    if (content === undefined) continue;
    const recorded = readRecorded(content);
    if (recorded.kind === 'account')
      if (type === 'account_deleted') accounts.delete(recorded.account.id);
      else accounts.set(recorded.account.id, recorded.account);
    else if (recorded.kind === 'account set') {
      const { id, code } = recorded.set;
      if (type === 'account_set_deleted') {
        sets.delete(id);
        members.delete(id);
        for (const inside of members.values()) inside.delete(id);
      } else sets.set(id, code);
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
const wantedIn = ({ accounts, sets, members }: Known, code: string | undefined): ReadonlySet<string> | undefined => {
  if (code === undefined) return new Set(accounts.keys());
  const [named] = [...sets].find(([, one]) => one === code) ?? [];
  if (named === undefined) return undefined;
  const withIn = (id: string): readonly string[] => [id, ...[...(members.get(id) ?? [])].flatMap(withIn)];
  return new Set(withIn(named));
};

const nothing: Turnover = { debits: 0n, credits: 0n };

const totalsIn = (
  { transactions }: LedgerBooks,
  { accounts, inForce }: Known,
  { layer, from, to }: TotalsQuestion,
  wanted: ReadonlySet<string>,
): readonly AccountTotals[] => {
  const before = new Map<string, Turnover>();
  const within = new Map<string, Turnover>();
  for (const [id, { acceptance }] of transactions) {
    const { effectiveDate, entries } = acceptance.draft;
    if (!inForce.has(id) || effectiveDate > to) continue;
    const sums = from !== undefined && effectiveDate < from ? before : within;
    for (const entry of entries) {
      if (entry.layer !== layer) continue;
      const { debits, credits } = sums.get(entry.accountId) ?? nothing;
      sums.set(
        entry.accountId,
        entry.type === 'debit'
          ? { debits: debits + entry.amount, credits }
          : { debits, credits: credits + entry.amount },
      );
    }
  }
  return [...accounts.values()]
    .filter(({ id }) => wanted.has(id))
    .sort((one, other) => byText(one.code, other.code))
    .map((account) => ({
      account,
      before: before.get(account.id) ?? nothing,
      within: within.get(account.id) ?? nothing,
    }));
};
