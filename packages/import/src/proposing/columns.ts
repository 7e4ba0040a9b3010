/** The columns of the table for which a map is proposed. */

export interface Column {
  readonly index: number;
  readonly name: string;
  /** The cells of the column in the order of the rows. An empty cell is an empty text. */
  readonly cells: readonly string[];
}

export interface NumberColumn extends Column {
  /** The amounts in the smallest unit; null if the cell is empty. */
  readonly units: readonly (bigint | null)[];
  readonly hasDecimals: boolean;
}

/** Returns whether the name matches. Words may be joined by underscores or written as in `netAmount`. */
export const isNamed = ({ name }: Column, pattern: RegExp): boolean =>
  pattern.test(name.replaceAll('_', ' ').replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 '));

/** Returns the name for messages; the number of a column without a name. */
export const nameOf = ({ name, index }: Column): string => (name === '' ? String(index + 1) : JSON.stringify(name));
