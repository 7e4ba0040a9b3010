/**
 * Reads comma-separated values after RFC 4180, record by record: a quoted cell may contain the delimiter, quotes and line breaks. In a cell
 * that does not begin with a quote, quotes are ordinary characters. If a quoted cell is not closed within `maxRecordLines`, its first line
 * is rejected, and reading continues with the next line.
 */
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import { because, type LineReader, type Reason } from './rows';

export interface CsvRecord {
  readonly cells: readonly string[];
  /** The line number of its first line. */
  readonly line: number;
  /** The record as it is in the file, without its last line break. */
  readonly raw: string;
}

export interface RecordTaker {
  record(record: CsvRecord): void;
  wrong(line: number, raw: string, reason: Reason): void;
  end(): void;
}

/** The limit is large enough for two texts of a thousand characters that consist of line breaks. */
const maxRecordLines = 2_500;
const maxRecordCharacters = 1_048_576;
const maxCells = 1_000;

interface HeldLine {
  readonly text: string;
  readonly number: number;
}

export const createRecords = (delimiter: string, taker: RecordTaker): LineReader => {
  /** The lines of the open record begin at index `first`. */
  let held: HeldLine[] = [];
  let first = 0;
  let characters = 0;

  const tell = (raw: string, line: number): void => {
    const cells = cellsOf(raw, delimiter);
    if (refused(cells)) taker.wrong(line, raw, cells.left);
    else taker.record({ cells: cells.right, line, raw });
  };
  const clear = (): void => {
    held = [];
    first = 0;
    characters = 0;
  };
  /**
   * Rejects the first line, whose quote is never closed. All later lines were read as part of a quoted cell and left the quote open. So the
   * next line that opens a quote by itself also leaves it open up to here, and need not be read again.
   */
  const giveUp = (message: string): void => {
    const { text, number } = held[first] as HeldLine;
    first += 1;
    characters -= text.length;
    taker.wrong(number, withoutReturn(text), { code: 'QUOTE_NOT_CLOSED', message });
    for (; first < held.length; first += 1) {
      const next = held[first] as HeldLine;
      if (endsOpen(next.text, delimiter, false)) return;
      characters -= next.text.length;
      const alone = withoutReturn(next.text);
      if (alone !== '') tell(alone, next.number);
    }
    clear();
  };
  const take = (whole: string, number: number): void => {
    const wasOpen = held.length > 0;
    const isOpen = endsOpen(whole, delimiter, wasOpen);
    // Within a quoted cell the carriage return is part of the text.
    const text = isOpen ? whole : withoutReturn(whole);
    if (!wasOpen && text === '') return;
    if (!wasOpen && !isOpen) return tell(text, number);
    held.push({ text, number });
    characters += text.length;
    if (!isOpen) {
      const raw = held
        .slice(first)
        .map((each) => each.text)
        .join('\n');
      const { number: line } = held[first] as HeldLine;
      clear();
      return tell(raw, line);
    }
    while (held.length - first >= maxRecordLines || characters > maxRecordCharacters)
      giveUp(`A quote is not closed within ${maxRecordLines} lines.`);
    // Rejected lines are removed many at a time, so that each remaining line is moved at most once.
    if (first > maxRecordLines) [held, first] = [held.slice(first), 0];
  };
  const giveUpAll = (message: string): void => {
    while (held.length > 0) giveUp(message);
  };
  return {
    line: take,
    unreadable: (number, reason) => {
      giveUpAll('A quote is not closed before a line that cannot be read.');
      taker.wrong(number, '', reason);
    },
    end: () => {
      giveUpAll('A quote is not closed before the file ends.');
      taker.end();
    },
  };
};

/** Some programs end a line with two carriage returns. */
const withoutReturn = (text: string): string => text.replace(/\r+$/, '');

/** Returns whether a quoted cell is open at the end of the line. */
const endsOpen = (text: string, delimiter: string, wasOpen: boolean): boolean => {
  if (!text.includes('"')) return wasOpen;
  let isOpen = wasOpen;
  let isStart = !wasOpen;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isOpen) {
      if (character !== '"') continue;
      if (text[at + 1] === '"') at += 1;
      else isOpen = false;
    } else if (character === '"' && isStart) isOpen = true;
    isStart = character === delimiter && !isOpen;
  }
  return isOpen;
};

const cellsOf = (text: string, delimiter: string): Outcome<Reason, readonly string[]> => {
  if (!text.includes('"')) return withinBounds(text.split(delimiter));
  const cells: string[] = [];
  for (let at = 0; ;) {
    if (text[at] === '"') {
      let end = at + 1;
      for (;;) {
        end = text.indexOf('"', end);
        if (end < 0 || text[end + 1] !== '"') break;
        end += 2;
      }
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
      if (at < text.length && text[at] !== delimiter)
        return because(
          'NOT_UNDERSTOOD',
          'Behind the closing quote of a cell stands something other than the delimiter.',
        );
    } else {
      const end = text.indexOf(delimiter, at);
      cells.push(end < 0 ? text.slice(at) : text.slice(at, end));
      at = end < 0 ? text.length : end;
    }
    if (at >= text.length) return withinBounds(cells);
    at += 1;
    if (at === text.length) {
      cells.push('');
      return withinBounds(cells);
    }
  }
};

const withinBounds = (cells: readonly string[]): Outcome<Reason, readonly string[]> =>
  cells.length <= maxCells ? ok(cells) : because('TOO_LARGE', `A record has more than ${maxCells} cells.`);

/** The columns that a file of rejected rows has after those of the original. They are in the file when it is imported again. */
export const rejectedColumns = ['rejected_line', 'rejected_code', 'rejected_reason'] as const;

/** Separates records that are rejected together. No line contains this character. */
export const recordBreak = '\0';

/** Writes a cell that is appended to a record, quoted so that any delimiter works. */
export const quotedCell = (text: string): string => `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"`;

/** Returns the number of columns at the end of the header that describe an earlier rejection: 3 or 0. */
export const rejectedColumnsIn = (header: readonly string[]): number =>
  rejectedColumns.every((name, index) => header[header.length - rejectedColumns.length + index] === name)
    ? rejectedColumns.length
    : 0;

/** Returns the same for a record without a header, by the form of its last cells: a line number, a code and a sentence. */
export const rejectionIn = (cells: readonly string[]): number => {
  const [line = '', code = '', reason = ''] = cells.slice(-rejectedColumns.length);
  return cells.length > rejectedColumns.length && /^\d+$/.test(line) && /^[A-Z]+(_[A-Z]+)+$/.test(code) && reason !== ''
    ? rejectedColumns.length
    : 0;
};

/** Returns the original record without its last `told` columns, which an earlier import appended. */
export const withoutRejection = ({ cells, raw }: CsvRecord, told: number, delimiter: string): string =>
  told === 0
    ? raw
    : cells
        .slice(0, cells.length - told)
        .map(asWritten(delimiter))
        .join(delimiter);

const asWritten =
  (delimiter: string) =>
  (cell: string): string =>
    cell.includes('"') || cell.includes(delimiter) || /[\r\n]|^\s|\s$/.test(cell)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
