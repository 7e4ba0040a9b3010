/** The additional columns of a report, and the rows that it shows. All columns have the same accounts in the same order. */
import type { Period } from './periods';
import { balanceOf, type Line, type Section, type Turned } from './section';
import { totalsOf, type Totals } from './statements';

/** A column of a report: the same report for other days, with the same lines. */
export interface Column extends Period {
  readonly sections: readonly Section[];
  readonly totals: Totals;
  /** Revenue and expense of fiscal years before that of the column's last day; zero if the report does not split earnings by year. */
  readonly retained: Turned;
  /** The column or report that the changes are computed against; undefined in the first of consecutive periods, which has no changes. */
  readonly against: 'the report' | 'the column before' | undefined;
}

/** The figures in one column of a line, a section or a total, in minor units. */
export interface Cell {
  readonly balance: bigint;
  /** The balance less the balance that it is compared with; undefined in the first column. */
  readonly change: bigint | undefined;
  /** The change in hundredths of a per cent of the balance that it is compared with; undefined if that balance is zero. */
  readonly changePercent: bigint | undefined;
}

/**
 * Returns one figure for each column: `own` is the figure of the report, and `of` returns the figure of a column. A period is compared with
 * the period before it; a prior period or prior year is compared with the report itself.
 */
export const cellsOf = <C extends Column>(
  columns: readonly C[],
  own: bigint,
  of: (column: C) => bigint,
): readonly Cell[] => {
  const balances = columns.map(of);
  return columns.map(({ against }, index) => {
    const balance = balances[index] as bigint;
    if (against === undefined) return { balance, change: undefined, changePercent: undefined };
    const [later, earlier] = against === 'the report' ? [own, balance] : [balance, balances[index - 1] as bigint];
    const change = later - earlier;
    return { balance, change, changePercent: percentOf(change, earlier) };
  });
};

const perCent = 10_000n;

/** Returns the change in hundredths of a per cent, rounded half away from zero; undefined if `of` is zero. */
const percentOf = (change: bigint, of: bigint): bigint | undefined => {
  if (of === 0n) return undefined;
  if (change === 0n) return 0n;
  const size = of < 0n ? -of : of;
  const scaled = (change < 0n ? -change : change) * perCent;
  const rounded = (2n * scaled + size) / (2n * size);
  return change < 0n ? -rounded : rounded;
};

/** The rows that a report shows: at most `depth` levels (undefined: all), and with `hidesZero` no rows whose balance is zero in every column. */
export interface Shown {
  readonly depth: number | undefined;
  readonly hidesZero: boolean;
}

/** Returns the report and its columns with the rows that are shown. The sums of sections do not change. */
export const shownOf = (
  sections: readonly Section[],
  columns: readonly Column[],
  { depth, hidesZero }: Shown,
): { readonly sections: readonly Section[]; readonly columns: readonly Column[] } => {
  if (depth === undefined && !hidesZero) return { sections, columns };
  const folded = depth === undefined ? sections : foldedAt(sections, depth);
  const foldedColumns = columns.map((column) => ({
    ...column,
    sections: depth === undefined ? column.sections : foldedAt(column.sections, depth),
  }));
  if (!hidesZero) return { sections: folded, columns: foldedColumns };
  const isShown = folded.map(({ type, lines }, place) =>
    lines.map(({ sums }, index) =>
      [sums, ...foldedColumns.map((column) => (column.sections[place]?.lines[index] as Line).sums)].some(
        (one) => balanceOf(type, one) !== 0n,
      ),
    ),
  );
  const kept = (all: readonly Section[]): readonly Section[] =>
    all.map((section, place) => ({
      ...section,
      lines: section.lines.filter((_, index) => isShown[place]?.[index] === true),
    }));
  return {
    sections: kept(folded),
    columns: foldedColumns.map((column) => ({ ...column, sections: kept(column.sections) })),
  };
};

/** Drops the rows below `depth` levels, and adds their sums to the accounts of the last level. */
const foldedAt = (sections: readonly Section[], depth: number): readonly Section[] =>
  sections.map((section) => {
    const whole = new Set(
      section.lines.flatMap(({ account, isSubtotal, depth: own }) =>
        isSubtotal && own === depth - 1 ? [account.id] : [],
      ),
    );
    const lines = section.lines.flatMap((line): readonly Line[] => {
      if (line.depth >= depth) return [];
      if (!whole.has(line.account.id) || line.depth !== depth - 1) return [line];
      return line.isSubtotal ? [{ ...line, isSubtotal: false, isFolded: true }] : [];
    });
    return { ...section, lines };
  });

export const columnOf = (
  period: Period & Pick<Column, 'against'>,
  sections: readonly Section[],
  retained: Turned,
): Column => ({ ...period, sections, totals: totalsOf(sections), retained });
