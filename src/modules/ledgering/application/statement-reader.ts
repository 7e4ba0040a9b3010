/** Reads the statement of an account in one layer: its balance before a range of days, every entry in them, and its balance after. */
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
  /** The last day. If undefined: the day of the named sequence, or today if none is named, in the ledger's time zone. */
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
  /** The total debits and credits of the statement's days. */
  readonly turnover: Turnover;
  /** Ordered by effective date, then posting sequence, then position. */
  readonly page: Page<AccountEntryRow>;
}

/** The refusal of a range that begins after its last day, which may be a default. */
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
