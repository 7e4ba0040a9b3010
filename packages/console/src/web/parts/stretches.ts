/** The periods that pages offer as buttons. Each ends on or before a given day. */
import { daysLater, firstOfFiscalYear, firstOfMonth, firstOfYear } from './day';

export interface Stretch {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** A day that is earlier than the first day of any books. */
export const theBeginning = '1900-01-01';

/**
 * Returns the periods that end on or before `last`. `yearStart` is the month and day on which the ledger's fiscal year begins. If that is 1
 * January, the fiscal year is not listed separately.
 */
export const stretchesTo = (last: string, yearStart: string): readonly Stretch[] => {
  const [month, quarter, year] = [firstOfMonth(last), firstOfQuarter(last), firstOfYear(last)];
  const before = { month: daysLater(month, -1), quarter: daysLater(quarter, -1), year: daysLater(year, -1) };
  return [
    { name: 'This month', from: month, to: last },
    { name: 'Last month', from: firstOfMonth(before.month), to: before.month },
    { name: 'Last quarter', from: firstOfQuarter(before.quarter), to: before.quarter },
    { name: '90 days', from: daysLater(last, -89), to: last },
    { name: 'Year to date', from: year, to: last },
    { name: 'Last year', from: firstOfYear(before.year), to: before.year },
    ...(yearStart === '01-01' ? [] : fiscalYearsTo(last, yearStart)),
    { name: 'All', from: theBeginning, to: last },
  ];
};

const firstOfQuarter = (day: string): string => {
  const month = 3 * Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1;
  return `${day.slice(0, 5)}${String(month).padStart(2, '0')}-01`;
};

/** Returns the fiscal year up to the day, and the one before it. */
const fiscalYearsTo = (last: string, yearStart: string): readonly Stretch[] => {
  const first = firstOfFiscalYear(last, yearStart);
  const before = daysLater(first, -1);
  return [
    { name: 'Fiscal year', from: first, to: last },
    { name: 'Last fiscal year', from: firstOfFiscalYear(before, yearStart), to: before },
  ];
};
