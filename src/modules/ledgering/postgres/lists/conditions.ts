/**
 * The parts of a list's `where`: conditions with bound values, the ranges of indexes that lead to the list's rows, and the keyset condition
 * of a slice.
 */
import type { Layer } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import type { Slice } from '../../../../kernel/page';
import { comparable } from '../../../../kernel/wording';

export class Conditions {
  readonly values: unknown[];
  private readonly parts: string[] = [];

  /** The first value is the ledger, so `$1` is the ledger in every statement. */
  constructor(ledgerId: LedgerId) {
    this.values = [ledgerId];
  }

  /** The conditions to append to `where … = $1`, each preceded by `and`. */
  get text(): string {
    return this.parts.map((part) => `and ${part}`).join(' ');
  }

  add(condition: (placeholder: string) => string, value: unknown): void {
    this.parts.push(condition(this.bind(value)));
  }

  /** Adds the condition that a column equals a value; adds nothing if the value is undefined. */
  equal(column: string, value: unknown, type: string): void {
    if (value !== undefined) this.add((placeholder) => `${column} = ${placeholder}::${type}`, value);
  }

  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Adds a condition that has no value. */
  also(condition: string): void {
    this.parts.push(condition);
  }

  /**
   * Adds a condition on the layer. Layers other than `settled` have their own indexes, which the planner uses only if the statement also
   * has the condition `layer <> 'settled'`.
   */
  layer(column: string, layer: Layer | undefined): void {
    this.equal(column, layer, 'layer');
    if (layer !== undefined && layer !== 'settled') this.also(`${column} <> 'settled'`);
  }
}

/**
 * The tables from which a list is read, and the column by which it is ordered. If the rows of one table are looked up in another, the
 * column must be the first table's: the planner does not know that the column of the second table has the same order.
 */
export interface Source {
  readonly from: string;
  /** The column of the index that has the order of the list. */
  readonly id: string;
}

/** A range of an index: rows of one table, each of which names a transaction. */
export interface Range {
  readonly table: string;
  /** The column that contains the id of the transaction. */
  readonly id: string;
  /** The condition that selects the range, to append to `where ledger_id = $1 and`. */
  readonly condition: string;
}

/** A filter of a list whose index finds the list's transactions. The other filters of the list are tested on each of them. */
export interface Lead {
  /** Whether each range is read in the order of the list, so that reading can stop when a page is full. */
  readonly isOrdered: boolean;
  /** Returns the ranges of indexes that contain the transactions of the filter. Several ranges may contain the same transaction. */
  readonly ranges: (where: Conditions) => readonly Range[];
}

/**
 * Joins the last amendment of each row of `transactions t` as `a`; its columns are null if there is none. If the ledger has no amendments,
 * a single lookup finds that out for all rows.
 */
export const joinPresentWords = `left join lateral (
  select true as is_amended, description, reference, metadata from transaction_amendments
   where (select exists (select from transaction_amendments where ledger_id = $1)) and ledger_id = $1 and transaction_id = t.id
   order by sequence desc limit 1) a on true`;

/**
 * Adds the condition for the position at which the slice starts. Returns the order in which the slice is read: the order of the list, or
 * the reverse.
 */
export const keyset = (
  where: Conditions,
  { from, direction }: Slice,
  columns: readonly (readonly [column: string, type: string])[],
  listOrder: 'ascending' | 'descending',
): { readonly order: string } => {
  const ascending = (listOrder === 'ascending') === (direction === 'forward');
  if (from) {
    const row = columns.map(([column]) => column).join(', ');
    const values = columns.map(([, type], index) => `${where.bind(from[index])}::${type}`).join(', ');
    where.also(`(${row}) ${ascending ? '>' : '<'} (${values})`);
  }
  return { order: columns.map(([column]) => `${column} ${ascending ? 'asc' : 'desc'}`).join(', ') };
};

/** Returns a pattern that finds the text anywhere. `%`, `_` and `\` in the text match only themselves. */
export const likePattern = (text: string): string => `%${comparable(text).replace(/[\\%_]/g, '\\$&')}%`;
