/** Rows of the log, newest first, with the relation of each to the row below it. */

export interface Linked<Row> {
  readonly row: Row;
  /**
   * 'next': the row below is the previous event; 'gap': some events between are not shown; 'end': no row is below; 'first': the
   * log's first event.
   */
  readonly below: 'next' | 'gap' | 'end' | 'first';
  /** The number of events that the gap hides. */
  readonly hidden: number;
}

export const chained = <Row extends { readonly sequence: number }>(rows: readonly Row[]): readonly Linked<Row>[] =>
  rows.map((row, index) => {
    const under = rows[index + 1];
    if (under === undefined) return { row, below: row.sequence === 1 ? 'first' : 'end', hidden: 0 };
    const hidden = row.sequence - under.sequence - 1;
    return { row, below: hidden === 0 ? 'next' : 'gap', hidden };
  });

/** The last eight digits. The first byte is that of the format, which many hashes share. */
export const shortHash = (hash: string): string => hash.slice(-8);
