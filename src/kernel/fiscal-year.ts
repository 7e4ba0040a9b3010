/** The fiscal year of a ledger: the twelve months from its first day, which reports close the books of in thought. */
import { parseDay, type Day } from './time';

declare const fiscalYearStart: unique symbol;
/** The month and the day with which each fiscal year begins: MM-DD. */
export type FiscalYearStart = string & { readonly [fiscalYearStart]: true };

export const januaryFirst = '01-01' as FiscalYearStart;

/** A year that has no 29 February. */
const plainYear = 2001;

/** Undefined for a day that some year does not have. */
export const parseFiscalYearStart = (text: string): FiscalYearStart | undefined =>
  /^\d{2}-\d{2}$/.test(text) && parseDay(`${plainYear}-${text}`) !== undefined ? (text as FiscalYearStart) : undefined;

/** The first day of the fiscal year of a day; undefined if that year began before the first day that there is. */
export const firstOfFiscalYear = (start: FiscalYearStart, day: Day): Day | undefined => {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < start ? 1 : 0);
  return parseDay(`${String(year).padStart(4, '0')}-${start}`);
};
