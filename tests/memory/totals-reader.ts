/** What accounts came to at a place of the log, without a database. */
import type { LedgerId } from '../../src/kernel/ids';
import { ok, refuse, refused, type Outcome } from '../../src/kernel/refusal';
import { dayOf, type Day } from '../../src/kernel/time';
import type { AccountHeading, BalanceTotals, ReadScope } from '../../src/modules/ledgering/application/reader';
import type {
  AccountTotals,
  KnownBalance,
  KnownBalanceQuestion,
  KnownTotals,
  LogPlace,
  TotalsQuestion,
  TotalsReader,
  Turnover,
} from '../../src/modules/ledgering/application/totals-reader';
import type { AccountSet, AccountSetId } from '../../src/modules/ledgering/domain/account-set';
import type {
  AccountMissing,
  AccountSetMissing,
  SequenceNotReached,
  TooManyAccounts,
} from '../../src/modules/ledgering/domain/refusals';
import { accountsInSet } from './account-sets';
import { headingOf, totalsAsOf } from './balances';
import { booksAt, placeAt, type KnownBooks } from './books-at';
import { headOf, partsOf } from './ledger-books';
import { byText, MemoryReader } from './reading';

export class MemoryTotalsReader extends MemoryReader implements TotalsReader {
  totals(
    { ledgerId }: ReadScope,
    question: TotalsQuestion,
  ): Promise<Outcome<AccountSetMissing | SequenceNotReached | TooManyAccounts, KnownTotals>> {
    return this.known(ledgerId, question, (books) => {
      const wanted = wantedIn(books, question.accountSetCode);
      if (!wanted) return refuse({ kind: 'AccountSetMissing' } as const);
      return ok({ place: books.place, accounts: totalsIn(books, question, wanted) });
    });
  }

  accountBalance(
    { ledgerId }: ReadScope,
    code: string,
    question: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountMissing, KnownBalance<{ readonly account: AccountHeading }>>> {
    return this.known(ledgerId, question, (books) => {
      const account = [...books.accounts.values()].find((one) => one.code === code);
      return account
        ? ok(balanceIn(books, new Set([account.id]), question, { account: headingOf(account) }))
        : refuse({ kind: 'AccountMissing' } as const);
    });
  }

  accountSetBalance(
    { ledgerId }: ReadScope,
    accountSetId: AccountSetId,
    question: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountSetMissing, KnownBalance<{ readonly set: AccountSet }>>> {
    return this.known(ledgerId, question, (books) => {
      const set = books.sets.get(accountSetId);
      return set
        ? ok(balanceIn(books, accountsInSet(books, set.id), question, { set }))
        : refuse({ kind: 'AccountSetMissing' } as const);
    });
  }

  lastPlace(ledgerId: LedgerId): Promise<LogPlace | undefined> {
    return this.inLedger(ledgerId, (books) => placeAt(books, headOf(books).lastSequence));
  }

  private known<R, A>(
    ledgerId: LedgerId,
    { knownAtSequence }: Pick<TotalsQuestion, 'knownAtSequence'>,
    fold: (books: KnownBooks) => Outcome<R, A>,
  ): Promise<Outcome<R | SequenceNotReached, A>> {
    return this.inLedger(ledgerId, (books): Outcome<R | SequenceNotReached, A> => {
      const then = booksAt(books, knownAtSequence);
      return refused(then) ? then : fold(then.right);
    });
  }
}

/** Undefined where there is no such set; all accounts where none is named. */
const wantedIn = (books: KnownBooks, code: string | undefined): ReadonlySet<string> | undefined => {
  if (code === undefined) return new Set(books.accounts.keys());
  const set = [...books.sets.values()].find((one) => one.code === code);
  return set && accountsInSet(books, set.id);
};

const nothing: Turnover = { debits: 0n, credits: 0n };

const totalsIn = (
  { accounts, days }: KnownBooks,
  { layer, from, to }: TotalsQuestion,
  wanted: ReadonlySet<string>,
): readonly AccountTotals[] => {
  const sums = { before: new Map<string, Turnover>(), within: new Map<string, Turnover>() };
  for (const [place, { debits, credits }] of days) {
    const { accountId, layer: of, day } = partsOf(place);
    if (of !== layer || day > to) continue;
    const part = from !== undefined && day < from ? sums.before : sums.within;
    const sum = part.get(accountId) ?? nothing;
    part.set(accountId, { debits: sum.debits + debits, credits: sum.credits + credits });
  }
  return [...accounts.values()]
    .filter(({ id }) => wanted.has(id))
    .sort((one, other) => byText(one.code, other.code))
    .map((account) => ({
      account,
      before: sums.before.get(account.id) ?? nothing,
      within: sums.within.get(account.id) ?? nothing,
    }));
};

const balanceIn = <Of extends object>(
  books: KnownBooks,
  accountIds: ReadonlySet<string>,
  { asOf: asked }: KnownBalanceQuestion,
  of: Of,
): KnownBalance<Of> => {
  const asOf: Day = asked ?? dayOf(books.place.knownAt ?? new Date(0));
  const totals: BalanceTotals = totalsAsOf(books, accountIds, asOf);
  return { place: books.place, asOf, reading: { ...totals, ...of } };
};
