/** The `where` of a list: conditions with bound values, the ranges that lead to its rows, and the keyset of a slice. */
import type { Layer } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import type { Slice } from '../../../kernel/page';
import { comparable } from '../../../kernel/wording';

export class Conditions {
  readonly values: unknown[];
  private readonly parts: string[] = [];

  /** In every statement `$1` is the ledger. */
  constructor(ledgerId: LedgerId) {
    this.values = [ledgerId];
  }

  /** The conditions to append to `where … = $1`, each with its `and`. */
  get text(): string {
    return this.parts.map((part) => `and ${part}`).join(' ');
  }

  add(condition: (placeholder: string) => string, value: unknown): void {
    this.parts.push(condition(this.bind(value)));
  }

  /** Adds an equality; adds nothing if the value is undefined. */
  equal(column: string, value: unknown, type: string): void {
    if (value !== undefined) this.add((placeholder) => `${column} = ${placeholder}::${type}`, value);
  }

  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Adds a condition without a value of its own. */
  also(condition: string): void {
    this.parts.push(condition);
  }

  /** Layers other than `settled` have indexes of their own. This condition lets the planner use them. */
  layer(column: string, layer: Layer | undefined): void {
    this.equal(column, layer, 'layer');
    if (layer !== undefined && layer !== 'settled') this.also(`${column} <> 'settled'`);
  }
}

/**
 * The table of a list's rows, and the column of their order. They are given together, because the planner does not know that ids that are
 * looked up in another table are the same.
 */
export interface Source {
  readonly from: string;
  /** The column of the sort key in the index that is read. */
  readonly id: string;
}

/** Rows of one table, each of which names a transaction. */
export interface Range {
  readonly table: string;
  /** The column with the id of the transaction. */
  readonly id: string;
  /** The condition to append to `where ledger_id = $1 and`. */
  readonly condition: string;
}

export interface Lead {
  /** Whether each range has an index in the order of the list, so that reading stops when a page is full. */
  readonly isOrdered: boolean;
  /** Several ranges can form one lead, and may return a transaction twice. */
  readonly ranges: (where: Conditions) => readonly Range[];
}

/**
 * Joins the last amendment of each row of `transactions t` as `a`, which is null if there is none. If the ledger has no amendment at all,
 * one lookup shows it for all rows.
 */
export const joinPresentWords = `left join lateral (
  select true as is_amended, description, reference, metadata from transaction_amendments
   where (select exists (select from transaction_amendments where ledger_id = $1)) and ledger_id = $1 and transaction_id = t.id
   order by sequence desc limit 1) a on true`;

/** Adds the condition for the start of the slice, and returns the order to read it in: the list's own, or its reverse. */
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

/** A pattern that finds the text anywhere; `%`, `_` and `\` in it are literal characters. */
export const likePattern = (text: string): string => `%${comparable(text).replace(/[\\%_]/g, '\\$&')}%`;
