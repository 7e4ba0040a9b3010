/** Determines for each row of the log, newest first, how it is connected to the row below it. */

export interface Linked<Row> {
  readonly row: Row;
  /**
   * 'next': the row below is the previous event. 'gap': some events between them are not shown. 'end': there is no row below. 'first': the
   * row is the log's first event.
   */
  readonly below: 'next' | 'gap' | 'end' | 'first';
  /** The number of events in the gap; 0 if there is no gap. */
  readonly hidden: number;
}

export const chained = <Row extends { readonly sequence: number }>(rows: readonly Row[]): readonly Linked<Row>[] =>
  rows.map((row, index) => {
    const under = rows[index + 1];
    if (under === undefined) return { row, below: row.sequence === 1 ? 'first' : 'end', hidden: 0 };
    const hidden = row.sequence - under.sequence - 1;
    return { row, below: hidden === 0 ? 'next' : 'gap', hidden };
  });

/** Returns the last eight digits of a hash. The first two digits are the number of the hash format, which is the same in many hashes. */
export const shortHash = (hash: string): string => hash.slice(-8);
