/**
 * Reads comma-separated values (RFC 4180) record by record. A quoted cell may contain the delimiter, quotes and line breaks. In a cell that
 * does not begin with a quote, quotes are ordinary characters. If a quoted cell is not closed within `maxRecordLines`, only its first line
 * is rejected, and reading continues with the next line.
 */
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import { because, type LineReader, type Reason } from './rows';

export interface CsvRecord {
  readonly cells: readonly string[];
  /** The number of the record's first line. */
  readonly line: number;
  /** The text of the record in the file, without the line break at its end. */
  readonly raw: string;
}

export interface RecordTaker {
  record(record: CsvRecord): void;
  wrong(line: number, raw: string, reason: Reason): void;
  end(): void;
}

/** The maximum number of lines in a record. It allows two cells of a thousand line breaks each. */
const maxRecordLines = 2_500;
const maxRecordCharacters = 1_048_576;
const maxCells = 1_000;

interface HeldLine {
  readonly text: string;
  readonly number: number;
}

export const createRecords = (delimiter: string, taker: RecordTaker): LineReader => {
  /** The lines that have been read but not yet passed on. The open record begins at index `first`. */
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
   * Rejects the first line of the open record, because its quote is not closed. The lines after it were read as part of the quoted cell;
   * they are now read as records of their own, up to the next line that opens a quote.
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
    // In a quoted cell the carriage return at the end of a line is part of the text.
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
    // Rejected lines are removed from the array many at a time, so that the remaining lines are seldom copied.
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
        return because('NOT_UNDERSTOOD', 'The closing quote of a cell is not followed by the delimiter.');
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

/** Returns the cells without empty ones behind the width. Some banks end each row with a delimiter, but not the header. */
export const withoutSpare = (cells: readonly string[], width: number): readonly string[] =>
  cells.length > width && cells.slice(width).every((cell) => cell.trim() === '') ? cells.slice(0, width) : cells;

/** The columns that a file of rejected rows adds after the original columns. A corrected file still has them when it is imported again. */
export const rejectedColumns = ['rejected_line', 'rejected_code', 'rejected_reason'] as const;

/** The separator between records that are rejected together. No line of a file can contain it. */
export const recordBreak = '\0';

/** Quotes a cell that is added to a record. A quoted cell is valid with any delimiter. */
export const quotedCell = (text: string): string => `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"`;

/** Returns how many columns at the end of the header were added by an earlier import that rejected the rows: 3 or 0. */
export const rejectedColumnsIn = (header: readonly string[]): number =>
  rejectedColumns.every((name, index) => header[header.length - rejectedColumns.length + index] === name)
    ? rejectedColumns.length
    : 0;

/**
 * Like `rejectedColumnsIn`, but for a record of a file without a header: it recognises the added cells by their form (a line number, a code
 * and a sentence).
 */
export const rejectionIn = (cells: readonly string[]): number => {
  const [line = '', code = '', reason = ''] = cells.slice(-rejectedColumns.length);
  return cells.length > rejectedColumns.length && /^\d+$/.test(line) && /^[A-Z]+(_[A-Z]+)+$/.test(code) && reason !== ''
    ? rejectedColumns.length
    : 0;
};

/** Returns the original text of a record, without the last `told` cells, which an earlier import added. */
export const withoutRejection = ({ cells, raw }: CsvRecord, told: number, delimiter: string): string =>
  told === 0 ? raw : asText(cells.slice(0, cells.length - told), delimiter);

export const asText = (cells: readonly string[], delimiter: string): string =>
  cells.map(asWritten(delimiter)).join(delimiter);

const asWritten =
  (delimiter: string) =>
  (cell: string): string =>
    cell.includes('"') || cell.includes(delimiter) || /[\r\n]|^\s|\s$/.test(cell)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
