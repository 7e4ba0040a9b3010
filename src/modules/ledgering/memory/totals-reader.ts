/** Computes the totals of all accounts as known at a sequence of the log in memory, by replaying the log up to that sequence. */
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { Layer } from '../../../kernel/accounting';
import type { Day } from '../../../kernel/time';
import { dayIn, type TimeZone } from '../../../kernel/time-zone';
import type { ReadScope } from '../application/reader';
import type {
  AccountTotals,
  CounterQuestion,
  CounterTotals,
  KnownBalanceQuestion,
  KnownTotals,
  KnownPlace,
  RangeOfDays,
  TotalsQuestion,
  TotalsReader,
  Turnover,
} from '../application/totals-reader';
import type { AccountId } from '../domain/account';
import type { AccountSetId } from '../domain/account-set';
import type { AccountSetMissing, SequenceNotReached, TooManyAccounts } from '../domain/refusals';
import { standingOf, totalsAsOf } from './balances';
import { booksThen, membersOf, placeAt, playedTo, wantedIn, type Known } from './books-then';
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

  counterTotals({ ledgerId }: ReadScope, question: CounterQuestion): Promise<CounterTotals | undefined> {
    return this.inLedger(ledgerId, (books) => counterTotalsIn(books, question));
  }

  accountBalance(
    { ledgerId }: ReadScope,
    code: string,
    { knownAtSequence, asOf, timeZone }: KnownBalanceQuestion,
  ): ReturnType<TotalsReader['accountBalance']> {
    return this.inLedger(ledgerId, (books) => {
      const { lastSequence: last } = headOf(books);
      if (knownAtSequence > last) return refuse({ kind: 'SequenceNotReached', last });
      const known = playedTo(books, knownAtSequence);
      const account = [...known.accounts.values()].find((one) => one.code === code);
      if (!account) return refuse({ kind: 'AccountMissing' });
      const moment = momentOf(books, knownAtSequence, asOf, timeZone);
      const then = booksThen(books, known);
      const standing = standingOf(then, [account], moment.asOf, account.normalBalance);
      return ok({ ...moment, reading: { account, ...totalsAsOf(then, new Set([account.id]), moment.asOf), standing } });
    });
  }

  accountSetBalance(
    { ledgerId }: ReadScope,
    accountSetId: AccountSetId,
    { knownAtSequence, asOf, timeZone }: KnownBalanceQuestion,
  ): ReturnType<TotalsReader['accountSetBalance']> {
    return this.inLedger(ledgerId, (books) => {
      const { lastSequence: last } = headOf(books);
      if (knownAtSequence > last) return refuse({ kind: 'SequenceNotReached', last });
      const known = playedTo(books, knownAtSequence);
      const set = known.sets.get(accountSetId);
      if (!set) return refuse({ kind: 'AccountSetMissing' });
      const moment = momentOf(books, knownAtSequence, asOf, timeZone);
      const accountIds = membersOf(known.members, accountSetId);
      const then = booksThen(books, known);
      const accounts = [...known.accounts.values()].filter(({ id }) => accountIds.has(id));
      const standing = standingOf(then, accounts, moment.asOf, 'debit');
      return ok({ ...moment, reading: { set, ...totalsAsOf(then, accountIds, moment.asOf), standing } });
    });
  }
}

const momentOf = (
  books: LedgerBooks,
  sequence: bigint,
  asked: Day | undefined,
  timeZone: TimeZone,
): { readonly place: KnownPlace; readonly asOf: Day } => {
  const place = placeAt(books, sequence);
  const { knownAt } = place;
  if (!knownAt) throw new Error(`nothing happened at ${sequence}`);
  return { place: { ...place, knownAt }, asOf: asked ?? dayIn(timeZone, knownAt) };
};

const nothing: Turnover = { debits: 0n, credits: 0n };

const totalsIn = (
  books: LedgerBooks,
  known: Known,
  question: TotalsQuestion,
  wanted: ReadonlySet<string>,
): readonly AccountTotals[] => {
  const { types, layer, from, to, beside = [] } = question;
  const [own = new Map(), ...others] = [{ from, to }, ...beside].map((range) => turnovers(books, known, layer, range));
  return [...known.accounts.values()]
    .filter(({ id, type }) => wanted.has(id) && (!types || types.includes(type)))
    .sort((one, other) => byText(one.code, other.code))
    .map((account) => ({
      account,
      within: own.get(account.id) ?? nothing,
      beside: others.map((other, index) => {
        const counted = beside[index]?.types;
        return (!counted || counted.includes(account.type) ? other.get(account.id) : undefined) ?? nothing;
      }),
    }));
};

const turnovers = (
  { transactions }: LedgerBooks,
  { inForce }: Known,
  layer: Layer,
  { from, to }: RangeOfDays,
): ReadonlyMap<string, Turnover> => {
  const within = new Map<string, Turnover>();
  for (const [id, { acceptance }] of transactions) {
    const { effectiveDate, entries } = acceptance.draft;
    if (!inForce.has(id) || effectiveDate > to || (from !== undefined && effectiveDate < from)) continue;
    for (const entry of entries) {
      if (entry.layer !== layer) continue;
      const { debits, credits } = within.get(entry.accountId) ?? nothing;
      within.set(
        entry.accountId,
        entry.type === 'debit'
          ? { debits: debits + entry.amount, credits }
          : { debits, credits: credits + entry.amount },
      );
    }
  }
  return within;
};

const counterTotalsIn = (
  books: LedgerBooks,
  { accountIds, layer, ranges, knownAtSequence, limit }: CounterQuestion,
): CounterTotals | undefined => {
  const own = new Set(accountIds);
  const totals = new Map<AccountId, Turnover[]>();
  let read = 0;
  for (const id of playedTo(books, knownAtSequence).inForce) {
    const { effectiveDate: day, entries: all = [] } = books.transactions.get(id)?.acceptance.draft ?? {};
    const places = ranges.flatMap(({ from, to }, place) => (day && from <= day && day <= to ? [place] : []));
    const entries = all.filter((entry) => entry.layer === layer);
    const ownEntries = entries.filter(({ accountId }) => own.has(accountId));
    if (places.length === 0 || ownEntries.length === 0) continue;
    read += ownEntries.length;
    for (const { accountId, type, amount } of entries) {
      if (own.has(accountId)) continue;
      const ofAccount = totals.get(accountId) ?? ranges.map(() => nothing);
      totals.set(accountId, ofAccount);
      for (const place of places) {
        const { debits, credits } = ofAccount[place] as Turnover;
        ofAccount[place] =
          type === 'debit' ? { debits: debits + amount, credits } : { debits, credits: credits + amount };
      }
    }
  }
  return read > limit ? undefined : totals;
};
