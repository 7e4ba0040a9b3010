/** What a part of the benchmark found, as a table for people and as JSON for machines. */
export interface Judgement {
  /** What is compared, such as `single hot ÷ textbook hot`. */
  readonly claim: string;
  readonly ratio: number;
  readonly mustHold: number;
  readonly next: number | null;
  readonly met: boolean;
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Section {
  readonly title: string;
  readonly tables: readonly Table[];
  readonly judgements: readonly Judgement[];
  /** The figures behind the tables, unrounded. */
  readonly figures: object;
}

export const judge = (claim: string, ratio: number, mustHold: number, next?: number): Judgement => ({
  claim,
  ratio,
  mustHold,
  next: next ?? null,
  met: ratio >= mustHold,
});

export const printSection = ({ title, tables, judgements }: Section): string => {
  const verdicts: Table = {
    columns: ['ratio', 'figure', 'must hold', 'next', ''],
    rows: judgements.map(({ claim, ratio, mustHold, next, met }) => [
      claim,
      `${ratio.toFixed(2)} ×`,
      `≥ ${mustHold} ×`,
      next === null ? '' : `${next} ×`,
      met ? 'met' : 'MISSED',
    ]),
  };
  const shown = judgements.length === 0 ? tables : [...tables, verdicts];
  return [title, ...shown.map(printTable)].join('\n\n');
};

/** The first column to the left, figures to the right. */
const printTable = ({ columns, rows }: Table): string => {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  return [columns, ...rows].map((cells) => `  ${line(cells)}`).join('\n');
};

export const wholeNumber = (value: number): string => Math.round(value).toLocaleString('en');
