/** The refusals of reports, in addition to those of ledgering's totals. */
import type { FieldErrors } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';

/** The fields of the request contradict each other, such as a range of days that ends before it begins. */
export interface Invalid {
  readonly kind: 'Invalid';
  readonly errors: FieldErrors;
}

/** The refusal of a range of days that begins after its last day. */
export const beginsTooLate = (to: Day): Invalid => ({
  kind: 'Invalid',
  errors: { from: [`must not be after the last day, which is ${to}`] },
});

/** The ageing would read more sums of items and days than a report may keep in memory. */
export interface TooManyItems {
  readonly kind: 'TooManyItems';
  readonly max: number;
}

/** The direct cash flow statement would read more entries of cash accounts than a read has time for. */
export interface TooManyCashEntries {
  readonly kind: 'TooManyCashEntries';
  readonly max: number;
}
