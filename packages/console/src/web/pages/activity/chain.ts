/** Rows of the log, newest first, with how each hangs on the one below it. */

export interface Linked<Row> {
  readonly row: Row;
  /** `next`: the one below is the one before it; `gap`: some between are not shown; `end`: nothing is below it here. */
  readonly below: 'next' | 'gap' | 'end' | 'first';
  /** How many the gap hides. */
  readonly hidden: number;
}

export const chained = <Row extends { readonly sequence: number }>(rows: readonly Row[]): readonly Linked<Row>[] =>
  rows.map((row, index) => {
    const under = rows[index + 1];
    if (under === undefined) return { row, below: row.sequence === 1 ? 'first' : 'end', hidden: 0 };
    const hidden = row.sequence - under.sequence - 1;
    return { row, below: hidden === 0 ? 'next' : 'gap', hidden };
  });

/** The format's byte stands in front; what tells two apart is at the end. */
export const shortHash = (hash: string): string => hash.slice(-8);
