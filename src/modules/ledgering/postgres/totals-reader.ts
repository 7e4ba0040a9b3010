/** Reading what accounts came to, as it was known at a place of the log. */
import type { LedgerId } from '../../../kernel/ids';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { dayBefore, dayOf, type Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AccountHeading, ReadScope } from '../application/reader';
import {
  maxReportedAccounts,
  type AccountTotals,
  type KnownBalance,
  type KnownBalanceQuestion,
  type KnownTotals,
  type LogPlace,
  type ReportedAccount,
  type TotalsQuestion,
  type TotalsReader,
  type Turnover,
} from '../application/totals-reader';
import type { AccountId } from '../domain/account';
import type { AccountSet, AccountSetId } from '../domain/account-set';
import type { AccountMissing, AccountSetMissing, SequenceNotReached, TooManyAccounts } from '../domain/refusals';
import { booksOf, placeThen, readLastPlace, type Sums } from './books-of-place';
import type { FreshScope, Reads } from './fresh-reads';
import { readKnownBalance } from './known-balances';
import { readAccountNamedThen, readAccountsOfSetThen, readSetThen } from './known-chart';
import { readCover } from './known-sums';

export class PostgresTotalsReader implements TotalsReader {
  constructor(private readonly reads: Reads) {}

  totals(
    scope: ReadScope,
    { knownAtSequence, accountSetCode, types, layer, from, to }: TotalsQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountSetMissing | TooManyAccounts, KnownTotals>> {
    return this.reads.read(
      scopeOf(scope),
      async (tx) => {
        const books = await booksOf(tx, scope.ledgerId, knownAtSequence);
        if (refused(books)) return books;
        const { place, accountsOfSet, accounts, sums } = books.right;
        const ids = accountSetCode === undefined ? undefined : await accountsOfSet(accountSetCode);
        if (ids === null) return refuse({ kind: 'AccountSetMissing' });
        const before = from === undefined ? undefined : dayBefore(from);
        const sumsOf = (named: readonly AccountId[] | undefined): Promise<readonly Sums[]> =>
          sums(named, layer, before ? [to, before] : [to]);
        // Of all types both are asked at once, and PostgreSQL adds up while the accounts are read.
        const finding = accounts({ ids, types });
        const adding = types ? finding.then((wanted) => sumsOf(wanted.map(({ id }) => id))) : sumsOf(ids);
        const [found, [upTo = nothing, earlier = nothing]] = await Promise.all([finding, adding]);
        if (found.length > maxReportedAccounts) return refuse({ kind: 'TooManyAccounts', max: maxReportedAccounts });
        return ok({ place, accounts: found.toSorted(byCode).map(totalsOf(upTo, earlier)) });
      },
      'heavy',
    );
  }

  accountBalance(
    scope: ReadScope,
    code: string,
    { knownAtSequence, asOf }: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountMissing, KnownBalance<{ readonly account: AccountHeading }>>> {
    const { ledgerId } = scope;
    return this.reads.read(
      scopeOf(scope),
      async (tx) => {
        const found = await placeThen(tx, ledgerId, knownAtSequence);
        if (refused(found)) return found;
        const account = await readAccountNamedThen(tx, ledgerId, knownAtSequence, code);
        if (!account) return refuse({ kind: 'AccountMissing' });
        const balance = await balanceThen(tx, ledgerId, found.right, [account.id], asOf);
        return ok({ ...balance, reading: { account, ...balance.reading } });
      },
      'heavy',
    );
  }

  accountSetBalance(
    scope: ReadScope,
    accountSetId: AccountSetId,
    { knownAtSequence, asOf }: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountSetMissing, KnownBalance<{ readonly set: AccountSet }>>> {
    const { ledgerId } = scope;
    return this.reads.read(
      scopeOf(scope),
      async (tx) => {
        const found = await placeThen(tx, ledgerId, knownAtSequence);
        if (refused(found)) return found;
        const set = await readSetThen(tx, ledgerId, knownAtSequence, accountSetId);
        if (!set) return refuse({ kind: 'AccountSetMissing' });
        const accountIds = await readAccountsOfSetThen(tx, ledgerId, knownAtSequence, accountSetId);
        const balance = await balanceThen(tx, ledgerId, found.right, accountIds, asOf);
        return ok({ ...balance, reading: { set, ...balance.reading } });
      },
      'heavy',
    );
  }

  lastPlace(ledgerId: LedgerId): Promise<LogPlace | undefined> {
    return this.reads.read({ ledgerIds: [ledgerId] }, (tx) => readLastPlace(tx, ledgerId));
  }
}

const scopeOf = ({ ledgerId, freshness }: ReadScope): FreshScope => ({ ledgerIds: [ledgerId], freshness });

const nothing: Sums = new Map();
const zero: Turnover = { debits: 0n, credits: 0n };

const balanceThen = async (
  tx: Tx,
  ledgerId: LedgerId,
  place: LogPlace,
  accountIds: readonly AccountId[],
  asked: Day | undefined,
): Promise<KnownBalance<object>> => {
  const asOf = asked ?? dayOf(place.knownAt ?? new Date(0));
  return {
    place,
    asOf,
    reading: await readKnownBalance(tx, await readCover(tx, ledgerId, place.sequence), accountIds, asOf),
  };
};

const totalsOf =
  (upTo: Sums, before: Sums) =>
  (account: ReportedAccount): AccountTotals => {
    const all = upTo.get(account.id) ?? zero;
    const earlier = before.get(account.id) ?? zero;
    return { account, within: { debits: all.debits - earlier.debits, credits: all.credits - earlier.credits } };
  };

/** One order for both ways of finding them. */
const byCode = (one: ReportedAccount, other: ReportedAccount): number => (one.code < other.code ? -1 : 1);
