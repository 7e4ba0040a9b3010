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
