/** Revenue and cash of the last twelve months, from the monthly columns of two reports. */
import { roughly } from '../../parts/amount';
import { secondsOf } from '../../parts/day';

const monthsShown = 12;

/** The first day of the month with which the twelve months begin that end in the month of `last`. */
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
  /** `2026-01` */
  readonly label: string;
  /** The last day of the month that counts. */
  readonly to: string;
  readonly revenue: string;
  /** The balance of the cash accounts at the end of that day. */
  readonly cash: string;
}

/** One month for each column that both reports have. */
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

/** The points of a chart: seconds since 1970 at the first day of the month, and an approximate amount. */
export const pointsOf = (
  months: readonly Month[],
  figure: 'revenue' | 'cash',
): readonly { readonly at: number; readonly value: number }[] =>
  months.map((month) => ({ at: secondsOf(`${month.label}-01`), value: roughly(month[figure]) }));
