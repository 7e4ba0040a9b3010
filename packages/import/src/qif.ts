/**
 * Reads QIF (Quicken). QIF does not state its currency or its date format, so a map must give the date format. It has no balances. A
 * transaction with several categories has an entry for each of them. Lists of categories, classes and securities are reported and ignored.
 */
import { readBankAmount } from './csv-amounts';
import { dayReader } from './row-reader';
import { refused } from '../../../src/kernel/refusal';
import type { LineReader, Reason, Stop } from './rows';
import { createStatements, cutOff, type StatementCells, type StatementReading } from './statements';

/** The maximum number of characters in a line. Anything beyond it is ignored. */
const maxLineCharacters = 4_096;
/** The maximum number of lines in a transaction: a date, an amount, an address of six lines, and three lines for each category. */
const maxRecordLines = 400;

type QifLine = readonly [letter: string, value: string];

export const createQifReader = (reading: StatementReading): LineReader => {
  const { map, emit, books, today } = reading;
  const statements = createStatements(reading, { hasBalances: false });
  const stop: Stop = (line, reason) => emit({ kind: 'stop', line, ...reason });
  const toDay = map?.qif && dayReader({ column: 'date', format: map.qif.date_format, pivot: map.qif.pivot }, today);
  const decimal = map?.qif?.decimal ?? '.';
  /** The kind of the records after the last header line. */
  let section: 'transactions' | 'account' | 'list' = 'list';
  let account = '';
  let fields: QifLine[] = [];
  let first = 0;
  let last = 0;

  const plainAmount = (text: string): string => {
    const read = readBankAmount(text, decimal);
    return refused(read) || read.right.commodity !== '' ? text : read.right.digits;
  };
  const take = (): void => {
    const of = (letter: string): string => fields.find(([each]) => each === letter)?.[1] ?? '';
    const written = dated(of('D'));
    const day = toDay?.(written);
    const currency = books.denomination.currency;
    const splits = splitsOf(fields).map((split) => ({ ...split, currency, amount: plainAmount(split.amount) }));
    statements.row({
      line: first,
      cells: {
        ...{ date: day === undefined || refused(day) ? written : (day.right ?? ''), currency },
        ...{ amount: plainAmount(of('T') || of('U')), payee: of('P'), text: of('M'), category: of('L') },
        reference: of('N'),
      },
      ...(splits.length > 0 ? { splits } : {}),
      wrong: day !== undefined && refused(day) ? day.left : undefined,
    });
  };
  const endRecord = (): void => {
    if (section === 'transactions' && fields.length > 0) take();
    if (section === 'account') account = fields.find(([letter]) => letter === 'N')?.[1] ?? '';
    fields = [];
  };
  const begin = (header: string, line: number): void => {
    // Headers that set an option of Quicken. No records follow them.
    if (/^!(?:Option|Clear):/i.test(header)) return;
    if (fields.length > 0) return stop(line, cutOff('within a transaction, before the next list begins'));
    if (statements.isOpen) statements.end(line);
    const [, type = ''] = /^!Type:\s*(.+?)\s*$/i.exec(header) ?? [];
    if (/^!Account/i.test(header)) section = 'account';
    else if (/^(?:Bank|Cash|CCard|Oth A|Oth L)$/i.test(type)) {
      section = 'transactions';
      statements.begin(line, account);
      if (map && !toDay) stop(line, formatMissing);
    } else {
      section = 'list';
      if (/^Invst$/i.test(type)) stop(line, ofInvestments);
      else emit({ kind: 'remark', line, ...listLeftOut });
    }
  };

  return {
    line: (whole, number) => {
      last = number;
      const text = whole.trim();
      if (text === '') return;
      if (text.startsWith('!')) return begin(text, number);
      if (text.startsWith('^')) return endRecord();
      if (fields.length === 0) first = number;
      if (fields.length === maxRecordLines && section === 'transactions') return stop(number, tooLarge);
      if (fields.length < maxRecordLines) fields.push([text.charAt(0), text.slice(1, maxLineCharacters).trim()]);
    },
    unreadable: (number, reason) => stop(number, reason),
    end: () => {
      if (fields.length > 0 && section === 'transactions')
        return stop(last, cutOff('within a transaction, which ends with ^'));
      if (statements.isOpen) statements.end(last);
    },
  };
};

/** Normalises a date: `1/ 5'26` becomes `1/5/26`. */
const dated = (text: string): string => text.replaceAll(/\s/g, '').replace(/^(\d+)(\D)(\d+)'/, '$1$2$3$2');

const splitsOf = (fields: readonly QifLine[]): readonly (StatementCells & { readonly amount: string })[] => {
  const splits: { category: string; text: string; amount: string }[] = [];
  for (const [letter, value] of fields) {
    const split = splits.at(-1);
    if (letter === 'S') splits.push({ category: value, text: '', amount: '' });
    else if (letter === 'E' && split) split.text = value;
    else if (letter === '$' && split) split.amount = value;
  }
  return splits;
};

const formatMissing: Reason = {
  code: 'DATE_FORMAT_MISSING',
  message:
    'QIF does not define the order of day, month and year. Set it in "statement" of the map: "qif": {"date_format": "MM/DD/YYYY"}, or a format such as "DD.MM.YY".',
};
const ofInvestments: Reason = {
  code: 'OTHER_FORMAT',
  message:
    'The file has transactions of securities (!Type:Invst), which cannot be imported. Export only the other accounts.',
};
const listLeftOut: Reason = {
  code: 'LISTS_LEFT_OUT',
  message: 'Lists of categories, classes and similar are left out: the map assigns an account to each category.',
};
const tooLarge: Reason = { code: 'TOO_LARGE', message: `A transaction has more than ${maxRecordLines} lines.` };
