/**
 * Reads the statement of an account on one layer: the balance before a range of days, every entry in the range, and the balance after it.
 */
import type { Layer } from '../../../kernel/accounting';
import type { Minor } from '../../../kernel/money';
import type { Page, Slice } from '../../../kernel/page';
import type { Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { TimeZone } from '../../../kernel/time-zone';
import type { AccountId } from '../domain/account';
import type { AccountMissing, Invalid, SequenceNotReached } from '../domain/refusals';
import type { AccountEntryRow, AccountHeading, ReadScope } from './reader';
import type { LogPlace, Turnover } from './totals-reader';

export interface StatementQuestion {
  readonly layer: Layer;
  readonly from: Day;
  /**
   * The last day of the statement. If undefined: the day of the event at `knownAtSequence`, or today if no sequence is given, in the
   * ledger's time zone.
   */
  readonly to?: Day | undefined;
  readonly knownAtSequence?: bigint | undefined;
}

export interface Statement {
  readonly account: AccountHeading;
  readonly place: LogPlace;
  readonly to: Day;
  /** The balance before the first day, signed by the normal balance, like the running balance of each entry. */
  readonly opening: Minor;
  readonly closing: Minor;
  /** The total debits and credits of all days of the statement. */
  readonly turnover: Turnover;
  /** A page of the entries, ordered by effective date, then posting sequence, then position. */
  readonly page: Page<AccountEntryRow>;
}

/**
 * The refusal of a range whose first day is after its last day. The refusal names the last day, because the request may have left it out.
 */
export const beginsTooLate = (to: Day): Invalid => ({
  kind: 'Invalid',
  errors: { from: [`must not be after the last day, which is ${to}`] },
});

export interface StatementReader {
  statement(
    scope: ReadScope,
    accountId: AccountId,
    question: StatementQuestion & { readonly now: Date; readonly timeZone: TimeZone },
    slice: Slice,
  ): Promise<Outcome<AccountMissing | SequenceNotReached | Invalid, Statement>>;
}

export const STATEMENT_READER = token<StatementReader>('StatementReader');
