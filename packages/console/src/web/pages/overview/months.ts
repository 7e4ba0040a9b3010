/** Returns the revenue and the cash of the last twelve months, from the monthly columns of two reports. */
import { roughly } from '../../parts/amount';
import { secondsOf } from '../../parts/day';

const monthsShown = 12;

/** Returns the first day of the twelve months that end with the month of the day `last`. */
export const firstMonthTo = (last: string): string => {
  const month = Number(last.slice(0, 4)) * 12 + Number(last.slice(5, 7)) - monthsShown;
  const [year, place] = [Math.floor(month / 12), month % 12];
  return `${String(year).padStart(4, '0')}-${String(place + 1).padStart(2, '0')}-01`;
};

interface Column<Totals> {
  readonly label: string;
  readonly to: string;
  readonly totals: Totals;
}

export interface Month {
  /** The month in the form `2026-01`. */
  readonly label: string;
  /** The last day of the month, or the as-of date in the last month. */
  readonly to: string;
  readonly revenue: string;
  /** The balance of all cash accounts at the end of the day `to`. */
  readonly cash: string;
}

/** Returns a month for each column that both reports contain. */
export const monthsOf = (
  income: readonly Column<{ readonly revenue: string }>[],
  cashFlow: readonly Column<{ readonly closing_cash: string }>[],
): readonly Month[] => {
  const cashIn = new Map(cashFlow.map(({ label, totals }) => [label, totals.closing_cash]));
  return income.flatMap(({ label, to, totals }) => {
    const cash = cashIn.get(label);
    return cash === undefined ? [] : [{ label, to, revenue: totals.revenue, cash }];
  });
};

/** Returns the points of a chart. Each is on the first day of a month, in seconds since 1970, with an approximate amount. */
export const pointsOf = (
  months: readonly Month[],
  figure: 'revenue' | 'cash',
): readonly { readonly at: number; readonly value: number }[] =>
  months.map((month) => ({ at: secondsOf(`${month.label}-01`), value: roughly(month[figure]) }));
