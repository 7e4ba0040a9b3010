/**
 * Builds the statement that reads the index of a list's leading filter: the filter's rows in the order of the list of transactions, from a
 * position on.
 */
import type { Slice } from '../../../../kernel/page';
import type { Conditions, Lead, Range } from './conditions';
import { joinTransaction } from './correlation';

/** The position at which the list continues, and the direction in which it is read. */
export interface Start {
  readonly direction: Slice['direction'];
  readonly id?: string | undefined;
  /** Whether the result includes the transaction with that id. */
  readonly isIncluded: boolean;
}

/** Returns the slice that selects the same rows in the reverse order of the list. */
export const flipped = (slice: Slice): Slice => ({
  ...slice,
  direction: slice.direction === 'forward' ? 'backward' : 'forward',
});

/**
 * Returns the rows of the leading filter as `transactions t`, ordered by `key`, at most `limit` rows. If the filter reads another table,
 * each row is joined with its transaction.
 */
export const transactionsOf = (
  where: Conditions,
  { isOrdered, ranges }: Lead,
  start: Start,
  limit?: number,
): { readonly from: string; readonly key: string } => {
  const bound = ranges(where);
  const [range] = bound;
  if (isOrdered && bound.length === 1 && range?.table === 'transactions')
    return { from: `(${inOrder(where, range, start, '*', limit)}) t`, key: 't.id' };
  return { from: `(${idsIn(where, bound, isOrdered, start, limit)}) w ${joinTransaction('w.id')}`, key: 'w.id' };
};

/** Returns a statement that reads only the ids of the leading filter's transactions. */
export const idsOf = (where: Conditions, { isOrdered, ranges }: Lead, start: Start, limit?: number): string =>
  idsIn(where, ranges(where), isOrdered, start, limit);

const idsIn = (
  where: Conditions,
  ranges: readonly Range[],
  isOrdered: boolean,
  start: Start,
  limit: number | undefined,
): string => {
  const selects = ranges.map((range) =>
    isOrdered
      ? inOrder(where, range, start, `${range.id} as id`, limit)
      : `select ${range.id} as id from ${rowsOf(where, range, start)} offset 0`,
  );
  if (isOrdered && selects.length === 1) return selects.join();
  const together = selects.map((select) => `(${select})`).join(' union ');
  return `select id from (${together}) r order by id ${orderOf(start)} ${atMost(limit)}`;
};

export const orderOf = ({ direction }: Start): 'asc' | 'desc' => (direction === 'forward' ? 'desc' : 'asc');

/** Returns the condition for the position at which the list continues, preceded by `and`; empty at the beginning of the list. */
export const beyond = (where: Conditions, { direction, id, isIncluded }: Start, column: string): string =>
  id === undefined
    ? ''
    : `and ${column} ${direction === 'forward' ? '<' : '>'}${isIncluded ? '=' : ''} ${where.bind(id)}::uuid`;

const inOrder = (where: Conditions, range: Range, start: Start, columns: string, limit: number | undefined): string =>
  `select ${columns} from ${rowsOf(where, range, start)} order by ${range.id} ${orderOf(start)} ${atMost(limit)}`;

const rowsOf = (where: Conditions, { table, id, condition }: Range, start: Start): string =>
  `${table} where ledger_id = $1 and ${condition} ${beyond(where, start, id)}`;

const atMost = (limit: number | undefined): string => (limit === undefined ? '' : `limit ${limit}`);
