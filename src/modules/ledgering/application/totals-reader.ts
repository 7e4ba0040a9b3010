/**
 * Reads the debits and credits of all accounts in a range of days, as known at a sequence of
 * its log. The same request for the same sequence always returns the same totals, whatever was
 * posted, voided or renamed since.
 */
import type { AccountType, Layer } from '../../../kernel/accounting';
import type { Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { TimeZone } from '../../../kernel/time-zone';
import type { Account, AccountId } from '../domain/account';
import type { AccountSet, AccountSetId } from '../domain/account-set';
import type { AccountMissing, AccountSetMissing, SequenceNotReached, TooManyAccounts } from '../domain/refusals';
import type { AccountHeading, BalanceTotals, ReadScope } from './reader';

/** A position in the log of a ledger: it includes all events up to it and none after it. */
export interface LogPlace {
  /** 0 before the first event. */
  readonly sequence: bigint;
  /** In hex. */
  readonly hash: string;
  /** The time of the event at the position; null before the first event. */
  readonly knownAt: Date | null;
}

/** A position with an event. */
export interface KnownPlace extends LogPlace {
  readonly knownAt: Date;
}

/** The days from `from` to `to`, both included; from the beginning if `from` is undefined. */
export interface RangeOfDays {
  readonly from?: Day | undefined;
  readonly to: Day;
  /** Only accounts of these types count in the range; all other accounts have zero totals in it. */
  readonly types?: readonly AccountType[] | undefined;
}

export interface TotalsQuestion {
  readonly layer: Layer;
  /** The first day that counts; undefined for the beginning. */
  readonly from?: Day | undefined;
  /** The last day that counts. */
  readonly to: Day;
  /** Further ranges of days, whose totals are returned as well. */
  readonly beside?: readonly RangeOfDays[] | undefined;
  /** The position in the log; undefined for the present end of the log. */
  readonly knownAtSequence?: bigint | undefined;
  /** Only the accounts of the set and of the sets within it, each once. */
  readonly accountSetCode?: string | undefined;
  /** Only accounts of these types. */
  readonly types?: readonly AccountType[] | undefined;
  /**
   * The levels of accounts that the answer needs, at least 1; undefined: all. An account is one level below its parent if both have the
   * same type, otherwise at the top. If the chart has more accounts than a report may read one by one, the deeper accounts are added up in
   * `below` of the account above them; otherwise all accounts are returned.
   */
  readonly depth?: number | undefined;
}

/** In minor units. */
export interface Turnover {
  readonly debits: bigint;
  readonly credits: bigint;
}

/** An account with the name and parent that it had at the position. */
export type KnownAccount = Pick<
  Account,
  | 'id'
  | 'code'
  | 'name'
  | 'type'
  | 'category'
  | 'normalBalance'
  | 'parentId'
  | 'description'
  | 'isActive'
  | 'isSystem'
  | 'metadata'
  | 'cashFlow'
  | 'isGroup'
>;

/** The members of an account that reports name. */
export type ReportedAccount = Pick<
  Account,
  'id' | 'code' | 'name' | 'type' | 'normalBalance' | 'parentId' | 'cashFlow'
>;

export interface AccountTotals {
  readonly account: ReportedAccount;
  readonly within: Turnover;
  /** The totals of the further ranges of days, in the order of the question. */
  readonly beside: readonly Turnover[];
  /** The sums of the deeper accounts below it, `within` and then each of `beside`; undefined if it has none or they are returned too. */
  readonly below?: readonly SumsBelow[];
}

/** Sums of several accounts, in minor units. */
export interface SumsBelow extends Turnover {
  /** The excess of debits over credits, summed over the accounts whose debits are higher. */
  readonly debitBalances: bigint;
  /** The excess of credits over debits, summed over the accounts whose credits are higher. */
  readonly creditBalances: bigint;
}

export interface KnownTotals {
  readonly place: LogPlace;
  /** Every account that existed then, by code. An account without entries has zero totals. */
  readonly accounts: readonly AccountTotals[];
}

/** The days from `from` to `to`, both included. */
export interface CounterRange {
  readonly from: Day;
  readonly to: Day;
}

export interface CounterQuestion {
  /** The accounts whose transactions count. */
  readonly accountIds: readonly AccountId[];
  readonly layer: Layer;
  readonly ranges: readonly CounterRange[];
  /** A position of the log that has been reached. Transactions that were not in force there do not count. */
  readonly knownAtSequence: bigint;
  /** The most entries of the accounts that are read. */
  readonly limit: number;
}

/** The totals of each counter account, in the order of the ranges. A counter account without entries has none. */
export type CounterTotals = ReadonlyMap<AccountId, readonly Turnover[]>;

/** The most accounts of a report, because it is built in memory. */
export const maxReportedAccounts = 100_000;
/** The most figures of a report over all its ranges of days, because they are kept in memory until the report is sent. */
const maxReportedFigures = 1_000_000;

/** The most accounts of a report over this many ranges of days. */
export const mostReportedAccounts = (ranges: number): number =>
  Math.min(maxReportedAccounts, Math.floor(maxReportedFigures / ranges));

/** The maximum number of ranges of days with all accounts for which a larger chart is added up by level, because each takes some seconds. */
export const maxFoldedRanges = 4;

/** The balance of an account as known at a sequence of the log. */
export interface KnownBalance<Of> {
  readonly place: KnownPlace;
  /** The day of the balance: the requested day, or the day of the position. */
  readonly asOf: Day;
  readonly reading: BalanceTotals & Of;
}

export interface KnownBalanceQuestion {
  readonly knownAtSequence: bigint;
  /** The day of the balance; undefined for the day of the position in the ledger's time zone. */
  readonly asOf?: Day | undefined;
  readonly timeZone: TimeZone;
}

export interface TotalsReader {
  totals(
    scope: ReadScope,
    question: TotalsQuestion,
  ): Promise<Outcome<AccountSetMissing | SequenceNotReached | TooManyAccounts, KnownTotals>>;
  /**
   * The debits and credits of all other accounts in transactions that have an entry of these accounts on the layer. Undefined if these
   * accounts have more entries than the limit.
   */
  counterTotals(scope: ReadScope, question: CounterQuestion): Promise<CounterTotals | undefined>;
  /** The balance of the account that had this code at the position. */
  accountBalance(
    scope: ReadScope,
    code: string,
    question: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountMissing, KnownBalance<{ readonly account: AccountHeading }>>>;
  /** The totals of the distinct accounts that were in the set at the position, and in all sets within it. */
  accountSetBalance(
    scope: ReadScope,
    accountSetId: AccountSetId,
    question: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountSetMissing, KnownBalance<{ readonly set: AccountSet }>>>;
}

export const TOTALS_READER = token<TotalsReader>('TotalsReader');
