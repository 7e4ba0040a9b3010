/** The statement of an account: what it had before a range of days, every entry in them, and what it had after, all of one layer. */
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
  /** The day of the place where it is left out, in the ledger's time zone: today, where no place is named. */
  readonly to?: Day | undefined;
  readonly knownAtSequence?: bigint | undefined;
}

export interface Statement {
  readonly account: AccountHeading;
  readonly place: LogPlace;
  readonly to: Day;
  /** Signed by the normal balance, like the running balance of each entry. */
  readonly opening: Minor;
  readonly closing: Minor;
  /** The debits and credits of the days of the statement. */
  readonly turnover: Turnover;
  /** By effective date, then posting sequence, then position. */
  readonly page: Page<AccountEntryRow>;
}

/** The last day may be one that nobody named. */
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
