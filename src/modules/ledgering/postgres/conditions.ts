/** The `where` of a list: conditions with bound values, and the keyset that a slice adds. */
import type { LedgerId } from '../../../kernel/ids';
import type { Slice } from '../../../kernel/page';

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

  after(row: string): void {
    this.parts.push(row);
  }
}

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
    where.after(`(${row}) ${ascending ? '>' : '<'} (${values})`);
  }
  return { order: columns.map(([column]) => `${column} ${ascending ? 'asc' : 'desc'}`).join(', ') };
};

/** Finds the text anywhere, with `%`, `_` and `\` meaning themselves. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
