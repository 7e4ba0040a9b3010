/** The results of a part of the benchmark, printed as tables for people and as JSON for programs. */
import type { Goal, Unit } from './targets';

/** A measured figure, its target in the design, and whether the figure meets it. */
export interface Judgement extends Goal {
  /** The name of the figure, such as `single hot ÷ textbook hot`. */
  readonly claim: string;
  readonly figure: number;
  readonly met: boolean;
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Section {
  readonly title: string;
  readonly tables: readonly Table[];
  /** Notes that a reader needs to understand the tables. */
  readonly remarks: readonly string[];
  readonly judgements: readonly Judgement[];
  /** The unrounded figures of the tables, for the JSON file. */
  readonly figures: object;
}

export const judge = (claim: string, figure: number, goal: Goal): Judgement => ({
  claim,
  figure,
  ...goal,
  met: goal.bound === 'at least' ? figure >= goal.mustHold : figure <= goal.mustHold,
});

/** Prints the section without its judgements, which the last table of the report lists. */
export const printSection = ({ title, tables, remarks }: Section): string =>
  [title, ...tables.map(printTable), ...(remarks.length > 0 ? [remarks.map(indented).join('\n')] : [])].join('\n\n');

/** Prints the targets of the run, each with the measured figure. */
export const printTargets = (judgements: readonly Judgement[]): string =>
  printTable({
    columns: ['Targets', 'figure', 'must hold', 'next', ''],
    rows: judgements.map(({ claim, figure, bound, unit, mustHold, next, met }) => [
      claim,
      quantity(figure, unit, decimalsOf[unit]),
      `${bound === 'at least' ? '≥' : '≤'} ${quantity(mustHold, unit)}`,
      next === undefined ? '' : quantity(next, unit),
      met ? 'met' : 'MISSED',
    ]),
  });

const decimalsOf: Readonly<Record<Unit, number>> = { '×': 2, ms: 1, s: 1, MB: 0, '': 0 };

const quantity = (value: number, unit: Unit, decimals?: number): string =>
  `${decimals === undefined ? value : value.toFixed(decimals)} ${unit}`.trimEnd();

/** Prints a table. The first column is aligned left, and all others right. */
const printTable = ({ columns, rows }: Table): string => {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  return [columns, ...rows].map((cells) => indented(line(cells))).join('\n');
};

const indented = (line: string): string => `  ${line}`;

export const wholeNumber = (value: number): string => Math.round(value).toLocaleString('en');

export const millisecondsText = (value: number): string => value.toFixed(1);
