/** Counts transactions per day, and only for days of which all transactions were read. */
import { daysLater } from '../../parts/day';

interface Dated {
  readonly effective_date: string;
}

interface DayCount {
  readonly day: string;
  readonly count: number;
}

/**
 * Returns the number of transactions of each day until `last`. `read` is sorted by the effective date, the latest first. If it is not the
 * whole list, the days begin after the day at which it is cut off, because more transactions of that day may exist.
 */
export const dayCounts = (
  read: readonly Dated[],
  { isAll, from, last }: { readonly isAll: boolean; readonly from: string; readonly last: string },
): readonly DayCount[] => {
  const counts = new Map<string, number>();
  for (let day = isAll ? from : firstWholeDay(read, last); day <= last; day = daysLater(day, 1)) counts.set(day, 0);
  for (const { effective_date: moment } of read) {
    const day = moment.slice(0, 10);
    const count = counts.get(day);
    if (count !== undefined) counts.set(day, count + 1);
  }
  return [...counts].map(([day, count]) => ({ day, count }));
};

/** Returns the first day of which all transactions were read, or `last` if the list is cut off within that day. */
const firstWholeDay = (read: readonly Dated[], last: string): string => {
  const cut = read.at(-1)?.effective_date.slice(0, 10) ?? last;
  return cut < last ? daysLater(cut, 1) : last;
};
