/** Calendar functions for the books: months, working days and banking days. */
import { dayAfter, dayInUtc, type Day } from '../../../src/kernel/time';

/** Returns the day this many days later, or earlier if the number is negative. */
export const daysLater = (day: Day, days: number): Day => {
  const moved = new Date(`${day}T00:00:00.000Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return dayInUtc(moved);
};

/** Returns the first day of the month that is `months` after the month of the day. */
export const firstOfMonth = (day: Day, months = 0): Day => {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00.000Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return dayInUtc(first);
};

export const lastOfMonth = (day: Day): Day => daysLater(firstOfMonth(day, 1), -1);

/** The day of the month, from 1 to 31. */
export const dayOfMonth = (day: Day): number => Number(day.slice(8));

/** The day of the week, from 1 (Monday) to 7 (Sunday). */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00.000Z`).getUTCDay() || 7;

export const isWeekend = (day: Day): boolean => weekdayOf(day) > 5;

/** Returns the next day on which banks are open, which may be the day itself. */
export const bankingDay = (day: Day): Day => (isWeekend(day) ? bankingDay(dayAfter(day)) : day);

/**
 * Returns whether `day` is the banking day for work that is due on the day `dayInMonth` of each month. If the due day is on a weekend, the
 * work is done on the next banking day.
 */
export const isDue = (day: Day, dayInMonth: number): boolean =>
  day === bankingDay(daysLater(firstOfMonth(day), dayInMonth - 1));

export function* daysOf(first: Day, last: Day): Iterable<Day> {
  for (let day = first; day <= last; day = dayAfter(day)) yield day;
}

/** Prints the month of a day for descriptions: February 2026. */
export const monthName = (day: Day): string => `${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];
