/** Reads the totals of accounts as known at a sequence of the log. */
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import { itemsAPiece, type Pieces } from '../../../../kernel/pieces';
import { finished, inSlices } from '../../../../kernel/running/slices';
import { dayBefore, type Day } from '../../../../kernel/time';
import { dayIn } from '../../../../kernel/time-zone';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { AccountHeading, ReadScope } from '../../application/reader';
import {
  maxFoldedRanges,
  mostReportedAccounts,
  type AccountTotals,
  type CounterQuestion,
  type CounterTotals,
  type KnownBalance,
  type KnownBalanceQuestion,
  type KnownTotals,
  type RangeOfDays,
  type ReportedAccount,
  type TotalsQuestion,
  type TotalsReader,
  type Turnover,
} from '../../application/totals-reader';
import type { AccountId } from '../../domain/account';
import type { AccountSet, AccountSetId } from '../../domain/account-set';
import type { AccountMissing, AccountSetMissing, SequenceNotReached, TooManyAccounts } from '../../domain/refusals';
import { booksOf, placeThen, type Sums } from './books-of-place';
import { readCounterTotals } from './counter-totals';
import { hasMoreAccounts, mostMovingTransactions, readFoldedTotals, type FoldedRange } from './folded-totals';
import type { FreshScope, Reads } from '../fresh-reads';
import { readKnownBalance, type KnownQuestion } from './known-balances';
import { readAccountNamedThen, readAccountsOfSetThen, readSetThen } from '../chart/known-chart';
import { readCover } from './known-sums';
import { nothing } from './sums-now';

export class PostgresTotalsReader implements TotalsReader {
  constructor(
    private readonly reads: Reads,
    private readonly mostAccounts = mostReportedAccounts,
    private readonly mostMoving = mostMovingTransactions,
  ) {}

  totals(
    scope: ReadScope,
    { knownAtSequence, accountSetCode, types, layer, from, to, beside = [], depth }: TotalsQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountSetMissing | TooManyAccounts, KnownTotals>> {
    return this.reads.read(
      scopeOf(scope),
      async (tx) => {
        const books = await booksOf(tx, scope.ledgerId, knownAtSequence, this.mostAccounts(1));
        if (refused(books)) return books;
        const { place, isNow, accountsOfSet, accounts, sums } = books.right;
        const ids = accountSetCode === undefined ? undefined : await accountsOfSet(accountSetCode);
        if (ids === null) return refuse({ kind: 'AccountSetMissing' });
        const asked = [{ from, to }, ...beside];
        const ranges = asked.map(upToEnds);
        const days = [...new Set(ranges.flatMap(([last, before]) => (before === undefined ? [last] : [last, before])))];
        const sumsOf = (named: readonly AccountId[] | undefined): Promise<Sums> => sums(named, layer, days);
        const most = this.mostAccounts(ranges.length);
        const mayFold = isNow && !ids && asked.filter((range) => !range.types).length <= maxFoldedRanges;
        if (depth !== undefined && mayFold && (await hasMoreAccounts(tx, scope.ledgerId, most))) {
          const [first, ...others] = asked.map((range, index): FoldedRange => ({
            ...{ to: range.to, before: ranges[index]?.[1], types: range.types ?? types },
          }));
          const folded = await readFoldedTotals(tx, scope.ledgerId, {
            ...{ layer, depth, most, mostMoving: this.mostMoving, ranges: [first as FoldedRange, ...others] },
          });
          if (folded.length > most) return refuse({ kind: 'TooManyAccounts', max: most });
          return ok({ place, accounts: folded.toSorted((one, other) => byCode(one.account, other.account)) });
        }
        // A single range that covers all account types is summed while the accounts are read. Several ranges are summed only after the
        // number of accounts is known.
        const finding = accounts({ ids, types });
        const adding =
          types || beside.length > 0
            ? finding.then((wanted) =>
                wanted.length > most ? noSums : sumsOf(types ? wanted.map(({ id }) => id) : ids),
              )
            : sumsOf(ids);
        const ordering = finding.then((found) => found.toSorted(byCode));
        const [ordered, added] = await Promise.all([ordering, adding]);
        const places = ranges.map(([last, before], index) => ({
          upTo: days.indexOf(last),
          before: before && days.indexOf(before),
          types: asked[index]?.types,
        }));
        if (ordered.length > most) return refuse({ kind: 'TooManyAccounts', max: most });
        return ok({ place, accounts: await finished(totalsOf(ordered, added, places), inSlices()) });
      },
      'heavy',
    );
  }

  counterTotals({ ledgerId, asking }: ReadScope, question: CounterQuestion): Promise<CounterTotals | undefined> {
    // The replica must have reached the sequence; otherwise the answer would lack entries.
    const { knownAtSequence: place } = question;
    const fresh = asking?.freshness;
    const freshness = fresh && { ...fresh, atLeast: fresh.atLeast > place ? fresh.atLeast : place };
    return this.reads.read(
      { ledgerIds: [ledgerId], asking: asking && { ...asking, freshness } },
      (tx) => readCounterTotals(tx, ledgerId, question),
      'heavy',
    );
  }

  accountBalance(
    scope: ReadScope,
    code: string,
    question: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountMissing, KnownBalance<{ readonly account: AccountHeading }>>> {
    return this.balanceThen(scope, question, async (tx, place) => {
      const account = await readAccountNamedThen(tx, scope.ledgerId, place, code);
      return account
        ? ok({ named: { account }, accountIds: [account.id], side: account.normalBalance })
        : refuse({ kind: 'AccountMissing' });
    });
  }

  accountSetBalance(
    scope: ReadScope,
    accountSetId: AccountSetId,
    question: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountSetMissing, KnownBalance<{ readonly set: AccountSet }>>> {
    const { ledgerId } = scope;
    return this.balanceThen(scope, question, async (tx, place) => {
      const set = await readSetThen(tx, ledgerId, place, accountSetId);
      if (!set) return refuse({ kind: 'AccountSetMissing' });
      const accountIds = await readAccountsOfSetThen(tx, ledgerId, place, accountSetId);
      return ok({ named: { set }, accountIds, side: 'debit' });
    });
  }

  /** Returns the balance of the accounts that `find` finds in the chart as known at that sequence. */
  private balanceThen<Missing, Of extends object>(
    scope: ReadScope,
    { knownAtSequence, asOf: asked, timeZone }: KnownBalanceQuestion,
    find: (
      tx: Tx,
      place: bigint,
    ) => Promise<Outcome<Missing, Pick<KnownQuestion, 'accountIds' | 'side'> & { readonly named: Of }>>,
  ): Promise<Outcome<SequenceNotReached | Missing, KnownBalance<Of>>> {
    return this.reads.read(
      scopeOf(scope),
      async (tx) => {
        const place = await placeThen(tx, scope.ledgerId, knownAtSequence);
        if (refused(place)) return place;
        const found = await find(tx, knownAtSequence);
        if (refused(found)) return found;
        const asOf = asked ?? dayIn(timeZone, place.right.knownAt);
        const cover = await readCover(tx, scope.ledgerId, knownAtSequence);
        const { named, accountIds, side } = found.right;
        const question = { accountIds, side, asOf, knownAt: knownAtSequence };
        return ok({
          place: place.right,
          asOf,
          reading: { ...named, ...(await readKnownBalance(tx, cover, question)) },
        });
      },
      'heavy',
    );
  }
}

const scopeOf = ({ ledgerId, asking }: ReadScope): FreshScope => ({ ledgerIds: [ledgerId], asking });

const noSums: Sums = new Map();

/** Returns the last day of the range, and the day before its first day if there is one. */
const upToEnds = ({ from, to }: RangeOfDays): readonly [last: Day, before?: Day] => {
  const before = from === undefined ? undefined : dayBefore(from);
  return before === undefined ? [to] : [to, before];
};

/** The places of a range's sums among those of all days: up to its last day, and up to the day before its first day, if it has one. */
interface PlacesOfRange extends Pick<RangeOfDays, 'types'> {
  readonly upTo: number;
  readonly before: number | undefined;
}

const turnoverOf = (
  { type }: ReportedAccount,
  course: readonly Turnover[] | undefined,
  { upTo, before, types }: PlacesOfRange,
): Turnover => {
  if (!course || (types && !types.includes(type))) return nothing;
  const all = course[upTo] as Turnover;
  if (before === undefined) return all;
  const { debits, credits } = course[before] as Turnover;
  return { debits: all.debits - debits, credits: all.credits - credits };
};

function* totalsOf(
  accounts: readonly ReportedAccount[],
  sums: Sums,
  [first, ...others]: readonly PlacesOfRange[],
): Pieces<readonly AccountTotals[]> {
  const totals: AccountTotals[] = [];
  for (const [index, account] of accounts.entries()) {
    const course = sums.get(account.id);
    const within = turnoverOf(account, course, first as PlacesOfRange);
    totals.push({ account, within, beside: others.map((range) => turnoverOf(account, course, range)) });
    if (index % itemsAPiece === 0) yield;
  }
  return totals;
}

/** Compares accounts by code, so that both ways of reading accounts return the same order. */
const byCode = (one: ReportedAccount, other: ReportedAccount): number => (one.code < other.code ? -1 : 1);
