/** Dates of other people's CSV: `DD.MM.YYYY`, `M/D/YY` and the like. */
import { parseDay, type Day } from '../kernel/time';

const parts = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d{2})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
} as const;
const dayParts = { DD: '(?<day>\\d{2})', D: '(?<day>\\d{1,2})' } as const;
const words: Readonly<Record<string, string>> = { ...parts, ...dayParts };

const tokensOf = (format: string): readonly string[] => format.match(/YYYY|YY|MM|M|DD|D|[^YMD]+/g) ?? [];

export const dateFormatComplaint = (format: string): string | undefined => {
  const tokens = tokensOf(format);
  const count = (letter: string): number => tokens.filter((token) => token.startsWith(letter)).length;
  const isWhole = tokens.join('') === format && ['Y', 'M', 'D'].every((letter) => count(letter) === 1);
  return isWhole ? undefined : 'must have a year (YYYY or YY), a month (MM or M) and a day (DD or D) once each';
};

/** Reads days of that format; undefined where the text is none. Years of two digits are of this century. */
export const dateReader = (format: string): ((text: string) => Day | undefined) => {
  const source = tokensOf(format).map((token) => words[token] ?? token.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${source.join('')}$`);
  return (text) => {
    const { year, short, month = '', day = '' } = pattern.exec(text.trim())?.groups ?? {};
    const full = year ?? (short === undefined ? '' : `20${short}`);
    return parseDay(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  };
};
