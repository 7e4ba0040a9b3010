/**
 * Reads IIF, the exchange format of QuickBooks. Its cells are separated by tabs, and lines that begin with `!` name the columns. TRNS
 * begins a transaction, SPL adds an entry, ENDTRNS ends the transaction. The list of accounts gives their types; other lists are ignored.
 */
import type { AccountType } from '../../../../src/kernel/accounting';
import { ok, refused } from '../../../../src/kernel/refusal';
import { rejectedColumns } from '../csv-records';
import { because, type LineReader, type Reason } from '../rows';
import { createCollecting, entryRow } from './collecting';
import { createAmountReader, createDayReader, dateFormatMissing } from './notation';
import type { EntryTableReading } from './reader';

const types: Readonly<Record<string, AccountType>> = {
  ...{ BANK: 'asset', AR: 'asset', OCASSET: 'asset', FIXASSET: 'asset', OASSET: 'asset' },
  ...{ AP: 'liability', CCARD: 'liability', OCLIAB: 'liability', LTLIAB: 'liability', EQUITY: 'equity' },
  ...{ INC: 'revenue', EXINC: 'revenue', COGS: 'expense', EXP: 'expense', EXEXP: 'expense' },
};
const ofTransactions = new Set(['TRNS', 'SPL', 'ENDTRNS']);

export const createIifReader = ({ books, emit, today, notation }: EntryTableReading): LineReader => {
  const readDay = createDayReader(notation, today);
  const readAmount = createAmountReader(books, notation);
  const collecting = createCollecting(emit);
  const headers = new Map<string, readonly string[]>();
  let isOpen = false;
  let last = 0;
  let number = 0;

  const begin = (cells: readonly string[], raw: string, line: number): void => {
    const kind = (cells[0] ?? '').slice(1);
    headers.set(kind, cells);
    const isTold = !ofTransactions.has(kind) || cells.includes(rejectedColumns[0]);
    if (ofTransactions.has(kind) || kind === 'ACCNT')
      emit({
        ...{ kind: 'setting', line, delimiter: '\t' },
        raw: isTold ? raw : [raw, ...rejectedColumns].join('\t'),
      });
    else if (kind !== 'HDR') emit({ kind: 'remark', line, ...listLeftOut });
  };
  const cellOf = (cells: readonly string[]): ((name: string) => string) => {
    const header = headers.get(cells[0] ?? '') ?? [];
    return (name) => {
      const at = header.indexOf(name);
      return at < 0 ? '' : (cells[at] ?? '');
    };
  };
  const entry = (cells: readonly string[], raw: string, line: number): void => {
    const isFirst = cells[0] === 'TRNS';
    if (isFirst && isOpen) collecting.broken(line, '', notEnded);
    if (isFirst) {
      collecting.end();
      number += 1;
    }
    isOpen = true;
    const cell = cellOf(cells);
    const date = readDay(cell('DATE'));
    if (refused(date) && date.left.code === dateFormatMissing) emit({ kind: 'stop', line, ...date.left });
    const amount = readAmount(cell('AMOUNT'), '');
    collecting.take({
      ...{ line, raw, group: isFirst ? String(number) : '' },
      head: refused(date)
        ? date
        : ok({
            date: date.right,
            description: [cell('NAME'), cell('MEMO')].filter((text) => text !== '').join(' ') || cell('TRNSTYPE'),
            reference: cell('DOCNUM') || null,
          }),
      entry: refused(amount)
        ? amount
        : cell('ACCNT') === ''
          ? because('ACCOUNT_MISSING', 'The row has an amount, but no account.')
          : ok(entryRow(cell('ACCNT'), amount.right, isFirst ? '' : cell('MEMO'))),
    });
  };
  const account = (cells: readonly string[], raw: string, line: number): void => {
    const cell = cellOf(cells);
    const name = cell('NAME');
    const type = types[cell('ACCNTTYPE')];
    emit({ kind: 'setting', line, raw });
    if (name === '' || type === undefined) return emit({ kind: 'remark', line, ...accountLeftOut });
    const number = cell('ACCNUM');
    const code = /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,36}$/.test(number) ? number : undefined;
    emit({ kind: 'account', line, raw, account: name, code, name: name.slice(name.lastIndexOf(':') + 1), type });
  };

  return {
    line: (whole, line) => {
      last = line;
      const raw = whole.replace(/\r+$/, '');
      const cells = raw.split('\t').map(plain);
      const [kind = ''] = cells;
      if (cells.every((cell) => cell === '')) return;
      if (kind.startsWith('!')) return begin(cells, raw, line);
      if ((kind === 'TRNS' || kind === 'SPL') && !headers.has(kind))
        return emit({ kind: 'stop', line, ...namesMissing });
      if (kind === 'TRNS' || kind === 'SPL') return entry(cells, raw, line);
      if (kind === 'ENDTRNS') {
        isOpen = false;
        return collecting.end();
      }
      if (kind === 'ACCNT' && headers.has(kind)) account(cells, raw, line);
    },
    unreadable: (line, reason) => collecting.broken(line, '', reason),
    end: () => {
      if (isOpen) collecting.broken(last, '', notEnded);
      collecting.end();
    },
  };
};

const plain = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();

const listLeftOut: Reason = {
  code: 'LISTS_LEFT_OUT',
  message: 'Lists of customers, classes, items and similar are left out.',
};
const accountLeftOut: Reason = {
  code: 'ACCOUNTS_LEFT_OUT',
  message: 'Accounts that take no postings (of type NONPOSTING, or of an unknown type) are left out.',
};
const namesMissing: Reason = {
  code: 'COLUMNS_MISSING',
  message: 'There is no line with the names of the columns (!TRNS, !SPL) before the transactions.',
};
const notEnded: Reason = {
  code: 'FILE_CUT_OFF',
  message: 'The transaction has no ENDTRNS: the file was cut off. Export it again.',
};
