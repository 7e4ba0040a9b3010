/**
 * Reads the debits and credits of all accounts in a range of days, as known at a sequence of the ledger's log. The same request for the
 * same sequence always returns the same totals, whatever was posted, voided or renamed since.
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

/** A position in the log of a ledger: the books at this position contain all events up to its sequence and no later ones. */
export interface LogPlace {
  /** The sequence of the last event at the position; 0 before the first event. */
  readonly sequence: bigint;
  /** The hash, in hex, of the last event at the position. */
  readonly hash: string;
  /** The time of the event at the position; null before the first event. */
  readonly knownAt: Date | null;
}

/** The position of an event, so that its time is known. */
export interface KnownPlace extends LogPlace {
  readonly knownAt: Date;
}

/** A range of days from `from` to `to`, both included. If `from` is undefined, the range begins with the first day of the books. */
export interface RangeOfDays {
  readonly from?: Day | undefined;
  readonly to: Day;
  /** Only accounts of these types count in the range; all other accounts have zero totals in it. */
  readonly types?: readonly AccountType[] | undefined;
}

export interface TotalsQuestion {
  readonly layer: Layer;
  /** The first day that counts. If it is undefined, all days up to `to` count. */
  readonly from?: Day | undefined;
  /** The last day that counts in the totals. */
  readonly to: Day;
  /** Further ranges of days whose totals are returned too. */
  readonly beside?: readonly RangeOfDays[] | undefined;
  /** The position in the log as of which the totals are read; undefined for the present end of the log. */
  readonly knownAtSequence?: bigint | undefined;
  /** Restricts the answer to the accounts of this set and of the sets within it, each account once. */
  readonly accountSetCode?: string | undefined;
  /** Restricts the answer to accounts of these types. */
  readonly types?: readonly AccountType[] | undefined;
  /**
   * The number of levels of accounts that the caller needs, at least 1; undefined for all. An account is one level below its parent if both
   * have the same type; otherwise it is at the top. If the chart has more accounts than a report may read one by one, deeper accounts are
   * only added up, in `below` of their ancestor on the lowest of these levels. Otherwise all accounts are returned.
   */
  readonly depth?: number | undefined;
}

/** Total debits and credits, in minor units. */
export interface Turnover {
  readonly debits: bigint;
  readonly credits: bigint;
}

/** An account with the name and parent that it had at the position in the log. */
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

/** The members of an account that appear in reports. */
export type ReportedAccount = Pick<
  Account,
  'id' | 'code' | 'name' | 'type' | 'normalBalance' | 'parentId' | 'cashFlow'
>;

export interface AccountTotals {
  readonly account: ReportedAccount;
  readonly within: Turnover;
  /** The totals in the further ranges of days, in the order in which they were requested. */
  readonly beside: readonly Turnover[];
  /**
   * The sums of all deeper accounts below this one: for the range `within`, then for each of `beside`. Undefined if there are no deeper
   * accounts, or if they are returned one by one.
   */
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
  /** All accounts that existed at the position, ordered by code. An account without entries has zero totals. */
  readonly accounts: readonly AccountTotals[];
}

/** A range of days from `from` to `to`, both included. */
export interface CounterRange {
  readonly from: Day;
  readonly to: Day;
}

export interface CounterQuestion {
  /** The accounts whose counter accounts are requested: only transactions with an entry of these accounts count. */
  readonly accountIds: readonly AccountId[];
  readonly layer: Layer;
  readonly ranges: readonly CounterRange[];
  /**
   * The sequence of the log as of which transactions are read. The log must have reached it. Transactions that were not in force at this
   * sequence do not count.
   */
  readonly knownAtSequence: bigint;
  /** The maximum number of entries of these accounts that may be read. */
  readonly limit: number;
}

/** The totals of each counter account: one for each range of days, in the order of the ranges. Accounts without entries are left out. */
export type CounterTotals = ReadonlyMap<AccountId, readonly Turnover[]>;

/** The maximum number of accounts in a report. A report is built in memory. */
export const maxReportedAccounts = 100_000;
/** The maximum number of figures in a report, over all its ranges of days. They are kept in memory until the report is sent. */
const maxReportedFigures = 1_000_000;

/** Returns the maximum number of accounts in a report with this many ranges of days. */
export const mostReportedAccounts = (ranges: number): number =>
  Math.min(maxReportedAccounts, Math.floor(maxReportedFigures / ranges));

/**
 * The maximum number of ranges of days in a report whose chart is too large to be read one by one, because each range takes some seconds.
 */
export const maxFoldedRanges = 4;

/** The balance of an account as known at a sequence of the log. */
export interface KnownBalance<Of> {
  readonly place: KnownPlace;
  /** The day of the balance: the requested day, or the day of the event at the position. */
  readonly asOf: Day;
  readonly reading: BalanceTotals & Of;
}

export interface KnownBalanceQuestion {
  readonly knownAtSequence: bigint;
  /** The day of the balance; undefined for the day of the event at `knownAtSequence`, in the ledger's time zone. */
  readonly asOf?: Day | undefined;
  readonly timeZone: TimeZone;
}

export interface TotalsReader {
  totals(
    scope: ReadScope,
    question: TotalsQuestion,
  ): Promise<Outcome<AccountSetMissing | SequenceNotReached | TooManyAccounts, KnownTotals>>;
  /**
   * Returns the debits and credits of all other accounts in the transactions that have an entry of these accounts on the layer. Undefined
   * if these accounts have more entries than the limit.
   */
  counterTotals(scope: ReadScope, question: CounterQuestion): Promise<CounterTotals | undefined>;
  /** Reads the balance of the account that had this code at the position in the log. */
  accountBalance(
    scope: ReadScope,
    code: string,
    question: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountMissing, KnownBalance<{ readonly account: AccountHeading }>>>;
  /** Reads the totals of all accounts that were in the set, or in a set within it, at the position in the log. Each account counts once. */
  accountSetBalance(
    scope: ReadScope,
    accountSetId: AccountSetId,
    question: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountSetMissing, KnownBalance<{ readonly set: AccountSet }>>>;
}

export const TOTALS_READER = token<TotalsReader>('TotalsReader');
