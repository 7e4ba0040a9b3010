/**
 * Reads statements in MT940 (SWIFT), with or without the envelope of a message. A statement begins with `:20:` and ends with its closing
 * balance (`:62F:` or `:62M:`). `:61:` is a row, and a `:86:` after it contains its text.
 */
import { dateReader } from './date-formats';
import { detailsOf } from './mt940-details';
import { quoted, type LineReader, type Reason, type Stop } from './rows';
import { createStatements, cutOff, type StatedBalance, type StatementCells, type StatementReading } from './statements';

interface Field {
  readonly tag: string;
  readonly line: number;
  readonly lines: string[];
  /** The number of characters by which the field may still grow. */
  room: number;
}

/**
 * The maximum number of characters in a field. The standard allows six lines of 65 characters, but some banks write more. Anything beyond the limit
 * is ignored.
 */
const maxFieldCharacters = 4_096;

export const createMt940Reader = (reading: StatementReading): LineReader => {
  const statements = createStatements(reading, { hasBalances: true });
  const stop: Stop = (line, reason) => reading.emit({ kind: 'stop', line, ...reason });
  let field: Field | undefined;
  let row: { readonly line: number; readonly cells: StatementCells } | undefined;
  let currency = '';
  let last = 0;

  const endRow = (): void => {
    if (row) statements.row(row);
    row = undefined;
  };
  const take = ({ tag, line, lines }: Field): void => {
    const [first = '', ...more] = lines;
    if (tag === '86' && row) {
      const { cells } = row;
      row = { ...row, cells: { ...cells, ...detailsOf(lines, cells.text ?? '') } };
      return;
    }
    endRow();
    if (tag === '20' && statements.isOpen) return stop(line, cutOff('within a statement, before the next one begins'));
    if (tag === '34F') return stop(line, isInterim);
    if (tag === '25' || tag === '25P') return statements.begin(line, accountOf(first));
    if (!/^(?:60|61|62)[FM]?$/.test(tag)) return;
    if (!statements.isOpen) return stop(line, accountMissing(tag));
    if (tag !== '61') {
      const balance = balanceOf(first);
      if (balance === undefined) return stop(line, notUnderstood(tag, first));
      currency = balance.currency;
      if (tag.startsWith('60')) return statements.opening(balance);
      statements.closing(balance);
      return statements.end(line);
    }
    const read = rowOf(first, more.join(' '), currency);
    if (read === undefined) return stop(line, notUnderstood(tag, first));
    if (read === 'pending') return statements.pending(line);
    row = { line, cells: read };
  };
  const endField = (): void => {
    const whole = field;
    field = undefined;
    if (whole) take(whole);
  };

  return {
    line: (whole, number) => {
      last = number;
      const text = whole.replace(/^\{1:.*\{4:/, '').trimEnd();
      const [, tag, rest = ''] = /^:([0-9A-Z]{2,3}):(.*)$/.exec(text) ?? [];
      if (tag !== undefined) {
        endField();
        field = {
          tag,
          line: number,
          lines: [rest.slice(0, maxFieldCharacters)],
          room: maxFieldCharacters - rest.length,
        };
      } else if (/^-\}?|^\{/.test(text) && !/^-[^}]/.test(text)) endField();
      else if (field && field.room > 0) {
        field.lines.push(text.slice(0, field.room));
        field.room -= text.length + 1;
      }
    },
    unreadable: (number, reason) => stop(number, reason),
    end: () => {
      endField();
      endRow();
      if (statements.isOpen) stop(last, cutOff('within a statement'));
    },
  };
};

/** Reads an account of the form `bank/account`, or an IBAN followed by its currency. */
const accountOf = (text: string): string =>
  text.trim().replace(/^([A-Z]{2}\d{2}[A-Z0-9]{11,30})[A-Z]{3}$/, (all, iban: string) => (isIban(all) ? all : iban));

const isIban = (text: string): boolean => {
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
};

const readDay = dateReader('YYMMDD');

/** Reads a balance such as `C260101EUR100,00`. */
const balanceOf = (text: string): StatedBalance | undefined => {
  const [, mark, day = '', currency, amount] = /^([CD])(\d{6})([A-Z]{3})([\d,]+)$/.exec(text.trim()) ?? [];
  if (currency === undefined || amount === undefined) return undefined;
  return { amount: `${mark === 'D' ? '-' : ''}${plain(amount)}`, currency, day: readDay(day)?.day };
};

const plain = (amount: string): string => amount.replace(',', '.').replace(/\.$/, '');

/**
 * Reads a row such as `2601050105DR1250,00NTRFREFERENCE//BANKREF`: the value date, the day of booking without its year, the mark (R for a
 * reversal, E for an expected entry), the last letter of the currency, the amount, the kind, the customer's reference and the bank's.
 */
const rowOf = (text: string, supplement: string, currency: string): StatementCells | 'pending' | undefined => {
  const parts = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?([\d,]+)([A-Z][A-Z0-9]{3})?(.*)$/.exec(text.trim());
  const [, value = '', booked, mark = '', , amount = '', kind = '', references = ''] = parts ?? [];
  if (parts === null) return undefined;
  if (mark.startsWith('E')) return 'pending';
  const [own = '', bank = ''] = references.split('//');
  const valueDay = readDay(value)?.day;
  return {
    date: valueDay === undefined ? value : bookingDay(valueDay, booked),
    value_date: valueDay ?? value,
    amount: `${mark === 'D' || mark === 'RC' ? '-' : ''}${plain(amount)}`,
    ...{ currency, kind, text: supplement },
    reference: [bank, own].find((each) => each !== '' && !/^NO(?:NREF|REF)$/.test(each)) ?? '',
  };
};

/** Returns the day of booking. Its year is chosen so that it is at most half a year from the value date. */
const bookingDay = (value: string, booked: string | undefined): string => {
  if (booked === undefined) return value;
  const [year, valueMonth] = [Number(value.slice(0, 4)), Number(value.slice(5, 7))];
  const months = Number(booked.slice(0, 2)) - valueMonth;
  const inYear = months > 6 ? year - 1 : months < -6 ? year + 1 : year;
  return `${inYear}-${booked.slice(0, 2)}-${booked.slice(2)}`;
};

const accountMissing = (tag: string): Reason => ({
  code: 'NOT_UNDERSTOOD',
  message: `Field :${tag}: comes before :25:, which names the account: the file is not valid MT940.`,
});
const isInterim: Reason = {
  code: 'OTHER_FORMAT',
  message: 'This is an interim report (MT942), whose rows are not final. Import the statement (MT940) of the day.',
};
const notUnderstood = (tag: string, text: string): Reason => ({
  code: 'NOT_UNDERSTOOD',
  message: `Field :${tag}: is ${quoted(text)}, which is not valid in MT940: the file is damaged, or has another format.`,
});
