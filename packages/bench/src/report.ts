/** The results of a part of the benchmark, as tables for people and as JSON for programs. */
import type { Goal, Unit } from './targets';

/** A figure with its goal in the design. */
export interface Judgement extends Goal {
  /** The figure's name, such as `single hot ÷ textbook hot`. */
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
  /** Facts that a reader needs to understand the tables. */
  readonly remarks: readonly string[];
  readonly judgements: readonly Judgement[];
  /** The figures of the tables, unrounded. */
  readonly figures: object;
}

export const judge = (claim: string, figure: number, goal: Goal): Judgement => ({
  claim,
  figure,
  ...goal,
  met: goal.bound === 'at least' ? figure >= goal.mustHold : figure <= goal.mustHold,
});

/** Prints the section without its judgements: all judgements are in the last table. */
export const printSection = ({ title, tables, remarks }: Section): string =>
  [title, ...tables.map(printTable), ...(remarks.length > 0 ? [remarks.map(indented).join('\n')] : [])].join('\n\n');

/** Prints every goal of the run with its figure. */
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

/** Prints a table with the first column aligned left and figures aligned right. */
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
