/** The parameters that several reading tools share. */
import { choice, layers, text, type Parameter } from './tool';

export const id = (description: string): Parameter => text(`${description} (a UUID)`);
export const dayText = (description: string): Parameter => text(`${description}, such as 2026-01-31`);

/** The page size if the caller gives no limit. */
export const defaultLimit = 20;
export const limitTo = (most: number): Parameter => ({
  type: 'integer',
  description: `How many at a time, 1 to ${most.toLocaleString('en')}; ${defaultLimit} when not said`,
});
export const paging = {
  limit: limitTo(100),
  cursor: text('next_cursor of the page before'),
} as const;
export const totals: Parameter = {
  type: 'boolean',
  description: 'Adds up the whole list: how many, the debits and the credits',
};
export const layer = choice(
  'Only this layer: settled is what moved, pending what is held, encumbrance what is promised',
  ...layers,
);
export const known = {
  type: 'integer',
  description: 'As the books were known at this sequence of the log; the same question has the same answer for ever',
} as const;
export const besideReport = {
  columns: choice('A column for each calendar period', 'month', 'quarter', 'year'),
  compare: text('Columns to compare with: prior_period, prior_year, or both with a comma'),
  depth: { type: 'integer', description: 'Accounts down to this level only; 1 is the top' },
  zero: choice('hide leaves out rows that are zero in every column', 'show', 'hide'),
} as const satisfies Readonly<Record<string, Parameter>>;
export const columnsFrom = dayText('The day with which columns begin; the first of the year when not said');
export const asOf = dayText('At the end of this day; today when not said');
