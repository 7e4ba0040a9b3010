/** The `where` of a list: conditions with bound values, what leads to its rows, and the keyset that a slice adds. */
import type { Layer } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import type { Slice } from '../../../kernel/page';
import { comparable } from '../../../kernel/wording';

export class Conditions {
  readonly values: unknown[];
  private readonly parts: string[] = [];

  /** `$1` is the ledger, in every statement. */
  constructor(ledgerId: LedgerId) {
    this.values = [ledgerId];
  }

  /** Conditions behind `where … = $1`, each with its `and`. */
  get text(): string {
    return this.parts.map((part) => `and ${part}`).join(' ');
  }

  add(condition: (placeholder: string) => string, value: unknown): void {
    this.parts.push(condition(this.bind(value)));
  }

  /** Nothing where there is no value to compare with. */
  equal(column: string, value: unknown, type: string): void {
    if (value !== undefined) this.add((placeholder) => `${column} = ${placeholder}::${type}`, value);
  }

  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** A condition that needs no value of its own. */
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
 * The source of a list's rows and their order, because the planner does not know that the ids which are looked up are the same.
 */
export interface Source {
  readonly from: string;
  /** The sort key, of the index that is read. */
  readonly id: string;
}

/** Rows of one table of which each names a transaction. */
export interface Range {
  readonly table: string;
  /** The column that names it. */
  readonly id: string;
  /** Behind `where ledger_id = $1 and`. */
  readonly condition: string;
}

export interface Lead {
  /** Each range has an index in the order of the list, so that reading stops where a page is full. */
  readonly isOrdered: boolean;
  /** Several ranges are one lead together, and may name a transaction twice. */
  readonly ranges: (where: Conditions) => readonly Range[];
}

/**
 * The last amendment of each row of `transactions t`, as `a`, which is null if there is none. Where the ledger has no amendment at all, the
 * first look says so for all rows.
 */
export const joinPresentWords = `left join lateral (
  select true as is_amended, description, reference, metadata from transaction_amendments
   where (select exists (select from transaction_amendments where ledger_id = $1)) and ledger_id = $1 and transaction_id = t.id
   order by sequence desc limit 1) a on true`;

/** Adds where the slice starts, and gives the order to read it in: the list's own, or its reverse. */
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

/** Finds the text anywhere, with `%`, `_` and `\` meaning themselves. */
export const likePattern = (text: string): string => `%${comparable(text).replace(/[\\%_]/g, '\\$&')}%`;
