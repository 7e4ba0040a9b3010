/**
 * Reads dates in files of other programs: `DD.MM.YYYY`, `MMM D, YY`, `YYYY-MM-DDTHH:mm:ssZ` and similar formats. The day is taken as
 * written; time zones are ignored.
 */
import { parseDay, type Day } from '../../../src/kernel/time';

/** The pattern of each token of a format. Times and offsets must match their patterns, but only the day is used. */
const patterns: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d{2})',
  MMMM: '(?<name>\\p{L}{3,})\\.?',
  MMM: '(?<name>\\p{L}{3,})\\.?',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
  HH: '\\d{1,2}',
  H: '\\d{1,2}',
  hh: '\\d{1,2}',
  h: '\\d{1,2}',
  mm: '\\d{2}',
  ss: '\\d{2}(?:[.,]\\d{1,9})?',
  A: '[AaPp]\\.?[Mm]\\.?',
  Z: '(?:Z|UTC|GMT|[+-]\\d{2}:?\\d{2}|[+-]\\d{2})',
  '*': '.*',
  ' ': '\\s+',
};

const tokensOf = (format: string): readonly string[] =>
  format.match(/YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|ss|A|Z|\*|./gsu) ?? [];

export const dateFormatComplaint = (format: string): string | undefined => {
  const tokens = tokensOf(format);
  const count = (...of: readonly string[]): number => tokens.filter((token) => of.includes(token)).length;
  const isWhole = count('YYYY', 'YY') === 1 && count('M', 'MM', 'MMM', 'MMMM') === 1 && count('D', 'DD') === 1;
  // The only letters that a format may contain literally are the T of ISO 8601, and the words for year, month and day in East Asia.
  const isKnown = tokens.every(
    (token) => token in patterns || /^[T年月日년월일]$/u.test(token) || !/\p{L}/u.test(token),
  );
  if (!isWhole || !isKnown)
    return 'must have a year (YYYY or YY), a month (MM, M, or MMM for its name) and a day (DD or D) once each, and otherwise only punctuation, HH, hh, mm, ss and A of a time, Z of an offset, or * for any text at the end';
  return /\*./s.test(format) ? 'may have * only at its end' : undefined;
};

/** The first of the hundred years to which years of two digits belong: 70 is 1970, and 69 is 2069. */
export const usualPivot = 1970;

export interface DateReading {
  readonly day: Day;
  /** Whether the year was written with two digits, so that its century is a guess. */
  readonly isShort: boolean;
}

/** Returns a function that reads days in this format, and returns undefined for any other text. */
export const dateReader = (format: string, pivot = usualPivot): ((text: string) => DateReading | undefined) => {
  const tokens = tokensOf(format);
  const source = tokens.map((token, index) => {
    const pattern = patterns[token] ?? token.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    // Otherwise `*` would match the last two digits of 2026, and `YY` would read the first two as the year 2020.
    return token === 'YY' && tokens[index + 1] === '*' ? `${pattern}(?!\\d)` : pattern;
  });
  const pattern = new RegExp(`^${source.join('')}$`, 'su');
  return (text) => {
    const { year, short, month, name = '', day = '' } = pattern.exec(text.trim())?.groups ?? {};
    const full = year ?? (short === undefined ? '' : yearOf(Number(short), pivot));
    const number = month ?? String(monthNamed(name) ?? '');
    const read = parseDay(`${full}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`);
    return read === undefined ? undefined : { day: read, isShort: short !== undefined };
  };
};

const yearOf = (short: number, pivot: number): string => {
  const inCentury = Math.floor(pivot / 100) * 100 + short;
  return String(inCentury < pivot ? inCentury + 100 : inCentury);
};

/** Returns whether the day is more than a year in the future. No bank statement has such days. */
export const isFarOff = (day: Day, today: Day): boolean => day > `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;

const months = [
  'january januar janvier enero gennaio januari janeiro jänner',
  'february februar février febrero febbraio februari fevereiro',
  'march märz mrz mars marzo maart mrt março',
  'april avril abril aprile',
  'may mai mayo maggio mei maio',
  'june juni juin junio giugno junho',
  'july juli juillet julio luglio julho',
  'august août agosto augustus',
  'september septembre septiembre settembre setembro',
  'october oktober octobre octubre ottobre outubro',
  'november novembre noviembre novembro',
  'december dezember décembre diciembre dicembre dezembro',
].map((names) => folded(names).split(' '));

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/**
 * Finds a month by the first letters of its name, at least three, in seven languages. Returns undefined if the letters match names of
 * different months.
 */
const monthNamed = (text: string): number | undefined => {
  const word = folded(text);
  const found = months.flatMap((names, index) =>
    word.length >= 3 && names.some((name) => name.startsWith(word)) ? [index + 1] : [],
  );
  return found.length === 1 ? found[0] : undefined;
};
