/**
 * Reads the debits and credits of all accounts in a range of days, as the ledger knew them at a place of its log. The
 * same question about the same place has the same answer for ever, whatever was posted, voided or renamed since.
 */
import type { AccountType, Layer } from '../../../kernel/accounting';
import type { Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { TimeZone } from '../../../kernel/time-zone';
import type { Account } from '../domain/account';
import type { AccountSet, AccountSetId } from '../domain/account-set';
import type { AccountMissing, AccountSetMissing, SequenceNotReached, TooManyAccounts } from '../domain/refusals';
import type { AccountHeading, BalanceTotals, ReadScope } from './reader';

/** A place in the log of a ledger: all that happened up to it, and nothing that came later. */
export interface LogPlace {
  /** 0 where nothing has happened yet. */
  readonly sequence: bigint;
  /** Hex. */
  readonly hash: string;
  /** When the event of the place happened; null before the first. */
  readonly knownAt: Date | null;
}

/** A place that something happened at. */
export interface KnownPlace extends LogPlace {
  readonly knownAt: Date;
}

/** From the first day to the last, both counted; from the beginning where the first is left out. */
export interface RangeOfDays {
  readonly from?: Day | undefined;
  readonly to: Day;
}

export interface TotalsQuestion {
  readonly layer: Layer;
  /** The first day that counts; from the beginning where it is left out. */
  readonly from?: Day | undefined;
  /** The last day that counts. */
  readonly to: Day;
  /** Other days, told of beside these. */
  readonly beside?: readonly RangeOfDays[] | undefined;
  /** The place in the log; where the log ends now where it is left out. */
  readonly knownAtSequence?: bigint | undefined;
  /** Only the accounts of the set and of the sets within it, each once. */
  readonly accountSetCode?: string | undefined;
  /** Only accounts of these types. */
  readonly types?: readonly AccountType[] | undefined;
}

/** In minor units. */
export interface Turnover {
  readonly debits: bigint;
  readonly credits: bigint;
}

/** An account as it was called, and where it stood in the tree, at the place. */
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
>;

/** The members of an account that reports name. */
export type ReportedAccount = Pick<
  Account,
  'id' | 'code' | 'name' | 'type' | 'normalBalance' | 'parentId' | 'cashFlow'
>;

export interface AccountTotals {
  readonly account: ReportedAccount;
  readonly within: Turnover;
  /** In the days that were asked for beside, in their order. */
  readonly beside: readonly Turnover[];
}

export interface KnownTotals {
  readonly place: LogPlace;
  /** Every account that existed then, by code. An account without entries has zero totals. */
  readonly accounts: readonly AccountTotals[];
}

/** A report over them is made in memory. */
export const maxReportedAccounts = 100_000;
/** Figures of a report, over all its ranges of days: each is kept in memory until the report is sent. */
const maxReportedFigures = 1_000_000;

/** The most accounts of a report over so many ranges of days. */
export const mostReportedAccounts = (ranges: number): number =>
  Math.min(maxReportedAccounts, Math.floor(maxReportedFigures / ranges));

/** A balance as it was known at a place. */
export interface KnownBalance<Of> {
  readonly place: KnownPlace;
  /** The day of the place, where none was asked for. */
  readonly asOf: Day;
  readonly reading: BalanceTotals & Of;
}

export interface KnownBalanceQuestion {
  readonly knownAtSequence: bigint;
  /** The day of the place where it is left out, in the ledger's time zone. */
  readonly asOf?: Day | undefined;
  readonly timeZone: TimeZone;
}

export interface TotalsReader {
  totals(
    scope: ReadScope,
    question: TotalsQuestion,
  ): Promise<Outcome<AccountSetMissing | SequenceNotReached | TooManyAccounts, KnownTotals>>;
  /** The balance of the account that had this code then. */
  accountBalance(
    scope: ReadScope,
    code: string,
    question: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountMissing, KnownBalance<{ readonly account: AccountHeading }>>>;
  /** Over the distinct accounts that were in the set then, and in all sets within. */
  accountSetBalance(
    scope: ReadScope,
    accountSetId: AccountSetId,
    question: KnownBalanceQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountSetMissing, KnownBalance<{ readonly set: AccountSet }>>>;
}

export const TOTALS_READER = token<TotalsReader>('TotalsReader');
