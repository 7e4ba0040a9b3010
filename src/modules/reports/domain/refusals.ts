/** How reports say no, beside what ledgering says of its totals. */
import type { FieldErrors } from '../../../kernel/refusal';

/** A range of days that ends before it begins. */
export interface Invalid {
  readonly kind: 'Invalid';
  readonly errors: FieldErrors;
}

/** Ageing that would read more sums of items and days than a report keeps in memory. */
export interface TooManyItems {
  readonly kind: 'TooManyItems';
  readonly max: number;
}
