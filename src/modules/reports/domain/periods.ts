/** The days of a report's columns: calendar months, fiscal quarters or fiscal years of a range, and earlier ranges to compare with. */
import { januaryFirst, type FiscalYearStart } from '../../../kernel/fiscal-year';
import { dayAfter, dayBefore, daysBetween, laterOf, parseDay, type Day } from '../../../kernel/time';

export const spans = ['month', 'quarter', 'year'] as const;
export type Span = (typeof spans)[number];

export const comparisons = ['prior_period', 'prior_year'] as const;
export type Comparison = (typeof comparisons)[number];

/** The days from the first to the last, both included. If `from` is undefined, all earlier days are included. */
export interface Period {
  /** A label such as `2026-01`, `2026-Q1`, `2026`, `FY2026-Q1`, `FY2026`, `prior_period` or `prior_year`. */
  readonly label: string;
  readonly from: Day | undefined;
  readonly to: Day;
}

/** The days of a report. A report of balances at the end of a day has no first day. */
export interface Range {
  readonly from: Day | undefined;
  readonly to: Day;
}

export const maxColumns = 60;

const monthsOf: Readonly<Record<Span, number>> = { month: 1, quarter: 3, year: 12 };

/**
 * Returns the periods that overlap the range, oldest first: calendar months, or quarters and years of the fiscal year. The first begins
 * with the range and the last ends with it, so they add up to the range. Undefined if there are more than `maxColumns`.
 */
export const periodsOf = (
  span: Span,
  { from, to }: Required<Range> & { readonly from: Day },
  yearStart: FiscalYearStart,
): readonly Period[] | undefined => {
  const months = monthsOf[span];
  const begin = span === 'month' ? januaryFirst : yearStart;
  const first = periodNumberOf(from, months, begin);
  const count = periodNumberOf(to, months, begin) - first + 1;
  if (count > maxColumns) return undefined;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const month = (first + index) * months + monthOf(begin);
    const next = parseDay(beginning(month + months, begin));
    const last = next && dayBefore(next);
    return {
      label: labelOf(span, month, begin),
      from: laterOf(from, beginning(month, begin)),
      to: last === undefined || last > to ? to : last,
    };
  });
};

/**
 * Returns the earlier range that a report is compared with. For whole months, such as a tax year from 6 April to 5 April, the prior period
 * has the same number of months; otherwise it has the same number of days. A range that ends with the last day of a month is compared with
 * one that ends so too. Undefined if the range would begin before the first supported day.
 */
export const periodBefore = (comparison: Comparison, { from, to }: Range): Period | undefined => {
  const range =
    comparison === 'prior_year'
      ? { from: from === to ? monthsBefore(from, 12) : from && sameDayBefore(from, 12), to: monthsBefore(to, 12) }
      : priorPeriod({ from, to });
  if (range?.to === undefined || (from !== undefined && range.from === undefined)) return undefined;
  return { label: comparison, from: range.from, to: range.to };
};

const priorPeriod = ({ from, to }: Range): { readonly from: Day | undefined; readonly to: Day | undefined } => {
  if (from === undefined) return { from, to: monthsBefore(to, 1) };
  const last = dayBefore(from);
  const months = wholeMonthsOf(from, to);
  if (months !== undefined) return { from: sameDayBefore(from, months), to: last };
  return { from: last && daysBefore(last, daysBetween(from, to)), to: last };
};

/** Returns the number of months in the range; undefined if it does not end on the day before the day of the month on which it began. */
const wholeMonthsOf = (from: Day, to: Day): number | undefined => {
  if (isFirstOfMonth(from)) return isLastOfMonth(to) ? monthNumberOf(to) - monthNumberOf(from) + 1 : undefined;
  const next = dayAfter(to);
  return from.slice(8) <= everyMonthHas && next.slice(8) === from.slice(8)
    ? monthNumberOf(next) - monthNumberOf(from)
    : undefined;
};

/** The last day that every month has. */
const everyMonthHas = '28';

/** Returns the number of months since January of the year 0. */
const monthNumberOf = (day: Day): number => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1;

const textOf = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

/**
 * Returns the name of the period that begins in the month. A fiscal year that begins within a calendar year is named after the year in
 * which it ends.
 */
const labelOf = (span: Span, month: number, begin: FiscalYearStart): string => {
  if (span === 'month') return textOf(month);
  const isCalendar = begin === januaryFirst;
  const sinceStart = month - monthOf(begin);
  const year = String(Math.floor(sinceStart / 12) + (isCalendar ? 0 : 1)).padStart(4, '0');
  const name = isCalendar ? year : `FY${year}`;
  return span === 'year' ? name : `${name}-Q${Math.floor((sinceStart - 12 * Math.floor(sinceStart / 12)) / 3) + 1}`;
};

/** Returns the month in which the fiscal year begins, from 0 to 11. */
const monthOf = (begin: FiscalYearStart): number => Number(begin.slice(0, 2)) - 1;

/** Returns the first day of the period that begins in the month; if the month is too short for that day, the month's last day. */
const beginning = (month: number, begin: FiscalYearStart): Day => {
  const day = `${textOf(month)}${begin.slice(2)}` as Day;
  const last = endOfMonth(month);
  return last !== undefined && last < day ? last : day;
};

/** Returns the number of the period of `months` months that contains the day, counted from the year 0. */
const periodNumberOf = (day: Day, months: number, begin: FiscalYearStart): number => {
  const month = monthNumberOf(day) - (day < beginning(monthNumberOf(day), begin) ? 1 : 0);
  return Math.floor((month - monthOf(begin)) / months);
};

const endOfMonth = (month: number): Day | undefined => {
  for (let length = 31; length >= 28; length--) {
    const day = parseDay(`${textOf(month)}-${length}`);
    if (day !== undefined) return day;
  }
  return undefined;
};

const isFirstOfMonth = (day: Day): boolean => day.endsWith('-01');
const isLastOfMonth = (day: Day): boolean => dayAfter(day) === day || isFirstOfMonth(dayAfter(day));

/** Returns the same day this many months earlier. The last day of a month becomes the last day of the earlier month. */
const monthsBefore = (day: Day, months: number): Day | undefined =>
  isLastOfMonth(day) ? endOfMonth(monthNumberOf(day) - months) : sameDayBefore(day, months);

/** Returns the same day this many months earlier, or the last day of that month if the month is shorter. */
const sameDayBefore = (day: Day, months: number): Day | undefined => {
  const month = monthNumberOf(day) - months;
  const last = endOfMonth(month);
  return last && (parseDay(`${textOf(month)}${day.slice(7)}`) ?? last);
};

const daysBefore = (day: Day, days: number): Day | undefined => {
  const earlier = new Date(Date.parse(day) - days * 86_400_000);
  return earlier.getTime() < Date.parse('0001-01-01') ? undefined : parseDay(earlier.toISOString().slice(0, 10));
};
