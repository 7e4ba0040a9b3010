/** Finds the column with days and the format of the days. */
import { dayAfter, type Day } from '../../../../src/kernel/time';
import { dateReader } from '../date-formats';
import { finding, type Finding } from './finding';

/** The formats to try. Those in which the order of day and month is unambiguous come first. */
const formats = [
  ...[
    'YYYY-MM-DD',
    'YYYY-MM-DDTHH:mm:ssZ',
    'YYYY-MM-DD HH:mm:ss',
    'YYYY-MM-DD*',
    'YYYYMMDD',
    'YYYY/MM/DD',
    'YYYY/MM/DD*',
  ],
  ...['YYYY.MM.DD.', 'YYYY.MM.DD', 'DD.MM.YYYY', 'D.M.YYYY', 'DD.MM.YY', 'D.M.YY', 'DD.MM.YYYY*', 'DD.MM.YY*'],
  ...['DD MMM YYYY', 'D MMM YYYY', 'DD MMM YY', 'DD-MMM-YYYY', 'D-MMM-YYYY', 'DD-MMM-YY', 'DD/MMM/YYYY', 'MMM D, YYYY'],
  ...['YYYY/M/D', 'YYYY-M-D', 'YYYY.M.D', 'YYYY年M月D日', 'YYYY年MM月DD日', 'YYYY/M/D*', 'YYYY-M-D*', 'YYYY.MM.DD*'],
  ...['D. M. YYYY', 'D.M.YYYY*', 'D-MMM-YY', 'D MMM YY', 'D MMM YYYY*', 'DD-MMM-YYYY*'],
  ...['MMM D YYYY', 'MMM DD, YYYY', 'DD MMM YYYY*', 'MMM D, YYYY*'],
  ...['MM/DD/YYYY', 'DD/MM/YYYY', 'M/D/YYYY', 'D/M/YYYY', 'MM/DD/YY', 'DD/MM/YY', 'M/D/YY', 'D/M/YY'],
  ...['DD-MM-YYYY', 'MM-DD-YYYY', 'DD-MM-YY', 'MM-DD-YY', 'DD/MM/YYYY*', 'MM/DD/YYYY*', 'D/M/YYYY*', 'M/D/YYYY*'],
  ...['M/D/YY*', 'D/M/YY*', 'DD-MM-YYYY*', 'MM-DD-YYYY*'],
];
const readers = formats.map((format) => ({ format, read: dateReader(format) }));

export const isDay = (text: string): boolean => readers.some(({ read }) => read(text) !== undefined);

export interface FoundDates {
  readonly format: string;
  readonly found: Finding;
  /** The day of each text, in the same order. */
  readonly days: readonly Day[];
}

interface Reading {
  readonly format: string;
  readonly days: readonly Day[];
}

/** Returns the format with which all texts are valid days; undefined if there is none. */
export const datesIn = (texts: readonly string[], today: Day): FoundDates | undefined => {
  if (texts.length === 0) return undefined;
  const all = readers.flatMap(({ format, read }): readonly Reading[] => {
    const days: Day[] = [];
    for (const text of texts) {
      const day = read(text)?.day;
      if (day === undefined) return [];
      days.push(day);
    }
    return [{ format, days }];
  });
  const exact = all.filter(({ format }) => !format.endsWith('*'));
  const fitting = exact.length > 0 ? exact : all;
  const [first] = fitting;
  if (first === undefined) return undefined;
  const others = fitting.filter(({ days }) => days.some((day, index) => day !== first.days[index]));
  const of = ({ format, days }: Reading, confidence: Finding['confidence'], message: string): FoundDates => ({
    ...{ format, days },
    found: finding('date', confidence, message),
  });
  if (others.length === 0) return of(first, 'certain', `Only ${first.format} matches all ${texts.length} dates.`);
  const differing = [first, ...others];
  // East of the clock's time zone it may already be tomorrow.
  const latest = dayAfter(today);
  const past = differing.filter(({ days }) => !days.some((day) => day > latest));
  const ordered = (past.length > 0 ? past : differing).filter(({ days }) => isOrdered(days));
  const [best] = ordered;
  if (best && ordered.every(({ days }) => days.every((day, index) => day === best.days[index])))
    return of(
      best,
      'likely',
      `${best.format} matches all dates, and is the only format in which they are in order and in the past.`,
    );
  const chosen = best ?? past[0] ?? first;
  const other = differing.find(({ format }) => format !== chosen.format) ?? first;
  return of(chosen, 'guessed', `Both ${chosen.format} and ${other.format} match all dates: check the rows below.`);
};

const isOrdered = (days: readonly Day[]): boolean => {
  const steps = days.slice(1).map((day, index) => (day === days[index] ? 0 : day > (days[index] as Day) ? 1 : -1));
  return !(steps.includes(1) && steps.includes(-1));
};
