/** The parameters that several reading tools share. */
import { choice, layers, text, type Parameter } from './tool';

export const id = (description: string): Parameter => text(`${description} (a UUID)`);
export const dayText = (description: string): Parameter => text(`${description}, such as 2026-01-31`);

/** The page size if the caller gives no limit. */
export const defaultLimit = 20;
export const limitTo = (most: number): Parameter => ({
  type: 'integer',
  description: `The number of items in a page, 1 to ${most.toLocaleString('en')}; default: ${defaultLimit}`,
});
export const paging = {
  limit: limitTo(100),
  cursor: text('The next_cursor of the preceding page'),
} as const;
export const totals: Parameter = {
  type: 'boolean',
  description: 'true: also returns the number of items, the debits and the credits of the whole list',
};
export const layer = choice(
  'Only this layer: settled (moved money), pending (held money) or encumbrance (planned spending)',
  ...layers,
);
/** Filters by members that the posters chose themselves. */
export const ownMembers = {
  attributes: { type: 'object', description: 'Only with these attributes, as key and exact value' },
  metadata: { type: 'object', description: 'Only with these members of the metadata, as key and exact value' },
} as const satisfies Readonly<Record<string, Parameter>>;
export const accountType = choice(
  'Only accounts of this type',
  ...(['asset', 'liability', 'equity', 'revenue', 'expense'] as const),
);
export const known = {
  type: 'integer',
  description: 'The sequence of the log: the response contains the books as they were known at it, and never changes',
} as const;
export const besideReport = {
  columns: choice('One column for each calendar period', 'month', 'quarter', 'year'),
  compare: text('Columns to compare with: prior_period, prior_year, or both with a comma'),
  depth: { type: 'integer', description: 'The lowest level of accounts that are shown; 1 is the top level' },
  zero: choice('hide: rows whose balance is zero in every column are left out', 'show', 'hide'),
} as const satisfies Readonly<Record<string, Parameter>>;
export const columnsFrom = dayText(
  'The first day of the columns, only with columns; default: the first day of the fiscal year',
);
export const asOf = dayText('The day at whose end the balances are read; default: today');
