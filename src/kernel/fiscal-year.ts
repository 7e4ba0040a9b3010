/**
 * The fiscal year of a ledger: the twelve months from its first day. Reports compute the effect of closing a year; no
 * closing entries are posted.
 */
import { parseDay, type Day } from './time';

declare const fiscalYearStart: unique symbol;
/** The month and the day with which each fiscal year begins: MM-DD. */
export type FiscalYearStart = string & { readonly [fiscalYearStart]: true };

export const januaryFirst = '01-01' as FiscalYearStart;

/** The year in which MM-DD is parsed: it has no 29 February. */
const plainYear = 2001;

/** Returns undefined for text that is not of the form MM-DD, and for 29 February, which most years lack. */
export const parseFiscalYearStart = (text: string): FiscalYearStart | undefined =>
  /^\d{2}-\d{2}$/.test(text) && parseDay(`${plainYear}-${text}`) !== undefined ? (text as FiscalYearStart) : undefined;

/** Returns the first day of the fiscal year that contains the day; undefined if it lies before 0001-01-01. */
export const firstOfFiscalYear = (start: FiscalYearStart, day: Day): Day | undefined => {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < start ? 1 : 0);
  return parseDay(`${String(year).padStart(4, '0')}-${start}`);
};
