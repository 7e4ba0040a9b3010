/**
 * Reads the CSV that `ledger export` writes. It has a record for each account and for each entry, and the entries of a transaction are
 * consecutive.
 */
import { unsafeText } from '../../../src/kernel/csv';
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import { parseDay, type Day } from '../../../src/kernel/time';
import {
  createRecords,
  recordBreak,
  rejectedColumns,
  rejectedColumnsIn,
  withoutRejection,
  type CsvRecord,
} from './csv-records';
import { noDescription } from './hledger-transactions';
import { accountFieldsOf, fieldsOf, jsonOf, layerNamed } from './own-names';
import {
  balanced,
  because,
  minorOf,
  quoted,
  type Books,
  type Emit,
  type LineReader,
  type Reason,
  type TransactionRow,
  type WrittenEntry,
  type Tag,
} from './rows';

const required = ['transaction_id', 'date', 'account_code', 'debit', 'credit', 'currency'] as const;
/** The columns with additional data of a transaction. They have the names of the tags in the journal formats. */
const tagColumns = [
  ...['journal', 'reference', 'layer', 'correlation_id', 'correlation_type', 'correlation_source', 'reverses'],
  ...['releases', 'settles', 'extends', 'expires_at', 'attributes', 'metadata'],
];
/** The columns that have the same value in all records of a transaction. Only the first record must contain it. */
const transactionColumns = ['date', 'description', ...tagColumns.filter((name) => name !== 'layer')];
/** The columns with data of an account, each with the name of its tag in the journal formats. */
const accountColumns = [
  ['account_name', 'name'],
  ['account_type', 'type'],
  ['account_category', 'category'],
  ['account_normal_balance', 'normal_balance'],
  ['account_parent_code', 'parent'],
] as const;
/** Further columns with data of an account, which only the account's own record fills. */
const moreAccountColumns = [
  ['account_description', 'description'],
  ['account_inactive', 'inactive'],
  ['account_metadata', 'metadata'],
  ['account_cash_flow', 'cash_flow'],
  ['account_is_group', 'is_group'],
] as const;
/** The columns of an entry. If all of them are empty, the record belongs to an account. */
const entryColumns = [
  'transaction_id',
  'date',
  'description',
  'debit',
  'credit',
  'entry_description',
  'entry_metadata',
];
/**
 * All known columns. A file with any other column is refused: without the data in that column, the import could post a different
 * transaction.
 */
const ownColumns: ReadonlySet<string> = new Set([
  ...required,
  ...transactionColumns,
  ...[...accountColumns, ...moreAccountColumns].map(([column]) => column),
  ...['layer', 'entry_description', 'entry_metadata'],
  ...rejectedColumns,
]);
const accountToldTwice: Reason = {
  code: 'ACCOUNT_TOLD_TWICE',
  message: 'If records disagree about an account, the first of them is used.',
};
/** The maximum number of records for one transaction. A transaction has at most a hundred entries. */
const maxRecordsTogether = 1_000;

type AccountColumn = (typeof accountColumns)[number] | (typeof moreAccountColumns)[number];
type Cells = (name: string) => string;

export const createOwnCsvReader = (books: Books, emit: Emit): LineReader => {
  let columns: ReadonlyMap<string, number> | undefined;
  let told = 0;
  /** Maps the code of an account to its data in the first record that names it. */
  const known = new Map<string, string>();
  let group:
    { readonly id: string; readonly records: CsvRecord[]; readonly brokenLine: number | undefined } | undefined;
  /** The previous record, if it could not be read. It may be an entry of the transaction before or after it. */
  let broken: { readonly line: number; readonly idBegin: string } | undefined;

  const cellsOf =
    ({ cells }: CsvRecord): Cells =>
    (name) => {
      const at = columns?.get(name);
      return at === undefined ? '' : unsafeText(cells[at] ?? '');
    };
  const rawOf = (records: readonly CsvRecord[]): string =>
    records.map((record) => withoutRejection(record, told, ',')).join(recordBreak);
  const reject = (line: number, raw: string, { code, message }: Reason): void =>
    emit({ kind: 'rejected', line, raw, code, message });

  const begin = ({ cells, line, raw }: CsvRecord): void => {
    columns = new Map(cells.map((name, index) => [name, index]));
    told = rejectedColumnsIn(cells);
    const missing = required.filter((name) => !columns?.has(name));
    if (missing.length > 0) {
      const message = `This CSV was not written by ledger export: it has no column ${missing.join(', ')}. A CSV from another program needs --map.`;
      return emit({ kind: 'stop', line, code: 'COLUMNS_MISSING', message });
    }
    const unknown = cells.filter((name) => !ownColumns.has(name));
    if (unknown.length > 0) {
      const message = `No export has a column ${quoted(unknown.join(', '))}: correct its name, or remove it.`;
      return emit({ kind: 'stop', line, code: 'COLUMNS_UNKNOWN', message });
    }
    const isOfRejected = told > 0;
    emit({ kind: 'setting', line, isOfRejected, raw: isOfRejected ? raw : [raw, ...rejectedColumns].join(',') });
  };

  /**
   * Emits the account of a record, if it is the first one with this account. If a later record has other data for the account, emits a
   * remark.
   */
  const declare = (cell: Cells, { line, raw }: CsvRecord, more: readonly AccountColumn[]): Outcome<Reason, null> => {
    const code = cell('account_code');
    const fields = accountFieldsOf(
      [...accountColumns, ...more].flatMap(([column, name]): readonly Tag[] =>
        cell(column) === '' ? [] : [[name, cell(column)]],
      ),
    );
    if (refused(fields)) return fields;
    const { name, type, category, normalBalance, parent } = fields.right;
    const told = JSON.stringify([name, type, category, normalBalance, parent]);
    const before = known.get(code);
    if (before === undefined) {
      known.set(code, told);
      emit({ kind: 'account', line, raw, account: code, ...fields.right, code, isOfEntry: more.length === 0 });
    } else if (before !== told) emit({ kind: 'remark', line, ...accountToldTwice });
    return ok(null);
  };

  /**
   * Ends the current transaction at a record that cannot be read. That record may be one of its entries, so the transaction is not imported
   * even if the remaining entries balance.
   */
  const breakOff = (line: number, raw: string): void => {
    // The id may be incomplete if the file was cut off there.
    const idBegin = columns?.get('transaction_id') === 0 ? (/^[^",]*/.exec(raw)?.[0] ?? '') : '';
    if (group?.id.startsWith(idBegin)) group = { ...group, brokenLine: group.brokenLine ?? line };
    close();
    broken = { line, idBegin };
  };

  const wrong = (line: number, raw: string, reason: Reason): void => {
    breakOff(line, raw);
    reject(line, raw, reason);
  };

  const close = (): void => {
    if (!group) return;
    const { records, brokenLine } = group;
    group = undefined;
    const raw = rawOf(records);
    const first = records[0] as CsvRecord;
    if (records.length > maxRecordsTogether)
      return reject(first.line, raw, {
        code: 'TOO_LARGE',
        message: `A transaction has more than ${maxRecordsTogether} entries.`,
      });
    if (brokenLine !== undefined) return reject(first.line, raw, besideBroken(brokenLine));
    const transaction = readTransaction(records, cellsOf, books);
    if (refused(transaction)) reject(first.line, raw, transaction.left);
    else emit({ kind: 'transaction', line: first.line, raw, ...transaction.right });
  };

  return createRecords(',', {
    record: (record) => {
      if (!columns) return begin(record);
      if (record.cells.length !== columns.size) {
        const message = `The record has ${record.cells.length} cells, but the header has ${columns.size}.`;
        return wrong(record.line, record.raw, { code: 'NOT_UNDERSTOOD', message });
      }
      const cell = cellsOf(record);
      if (entryColumns.every((name) => cell(name) === '')) {
        close();
        const declared = declare(cell, record, moreAccountColumns);
        return refused(declared) ? wrong(record.line, rawOf([record]), declared.left) : undefined;
      }
      const stray = moreAccountColumns.find(([column]) => cell(column) !== '');
      if (stray) return wrong(record.line, rawOf([record]), onlyOfAccounts(stray[0]));
      const id = cell('transaction_id');
      if (group?.id !== id || id === '') close();
      const declared = declare(cell, record, []);
      if (refused(declared)) return wrong(record.line, rawOf([record]), declared.left);
      group ??= { id, records: [], brokenLine: broken && id.startsWith(broken.idBegin) ? broken.line : undefined };
      broken = undefined;
      if (group.records.length <= maxRecordsTogether) group.records.push(record);
    },
    wrong,
    end: close,
  });
};

const onlyOfAccounts = (column: string): Reason => ({
  code: 'NOT_UNDERSTOOD',
  message: `An entry has ${column}, which only the record of an account may have: remove it, or write it in a record of the account without an entry.`,
});

const besideBroken = (line: number): Reason => ({
  code: 'ENTRY_NOT_UNDERSTOOD',
  message: `The record of line ${line} cannot be read, and may be one of its entries. Correct that line, and import all of them.`,
});

const readTransaction = (
  records: readonly CsvRecord[],
  cellsOf: (record: CsvRecord) => Cells,
  books: Books,
): Outcome<Reason, Omit<TransactionRow, 'kind' | 'line' | 'raw'>> => {
  const cell = cellsOf(records[0] as CsvRecord);
  const date = dateOf(cell('date'));
  if (refused(date)) return date;
  const other = records.find((record) => {
    const its = cellsOf(record);
    return transactionColumns.some((name) => its(name) !== '' && its(name) !== cell(name));
  });
  if (other)
    return because(
      'RECORDS_DIFFER',
      `The records of lines ${records[0]?.line} and ${other.line} belong to one transaction, but contradict each other: make them agree.`,
    );
  const layers = new Set(records.map((record) => cellsOf(record)('layer')));
  const tags = tagColumns.flatMap((name): readonly Tag[] => {
    const value = cell(name);
    // If the entries have different layers, the layer belongs to each entry and not to the transaction.
    return value === '' || (name === 'layer' && layers.size > 1) ? [] : [[name, value]];
  });
  const id = cell('transaction_id');
  const fields = fieldsOf(id === '' ? tags : [['id', id], ...tags]);
  if (refused(fields)) return fields;
  const entries: WrittenEntry[] = [];
  for (const record of records) {
    const entry = entryOf(cellsOf(record), record.line, fields.right.layer, books);
    if (refused(entry)) return entry;
    entries.push(entry.right);
  }
  const complete = balanced(entries);
  if (refused(complete)) return complete;
  const { text: _, ...more } = fields.right;
  return ok({ date: date.right, description: cell('description') || noDescription, ...more, entries: complete.right });
};

const dateOf = (text: string): Outcome<Reason, Day> => {
  const day = parseDay(text);
  return day === undefined ? because('DATE_INVALID', `${quoted(text)} is not a day such as 2026-01-31.`) : ok(day);
};

const entryOf = (
  cell: Cells,
  line: number,
  layer: WrittenEntry['layer'],
  books: Books,
): Outcome<Reason, WrittenEntry> => {
  const [debit, credit] = [cell('debit'), cell('credit')];
  const digits = debit === '' ? credit : debit;
  if ((debit === '') === (credit === '') || !/^\d+(\.\d+)?$/.test(digits))
    return because(
      'AMOUNT_INVALID',
      `Line ${line}: an entry must have an amount in either debit or credit, in plain digits.`,
    );
  const amount = minorOf({ commodity: cell('currency'), digits: debit === '' ? `-${digits}` : digits }, books);
  if (refused(amount)) return amount;
  const metadata = jsonOf('entry_metadata', cell('entry_metadata'));
  if (refused(metadata)) return metadata;
  const own = layerNamed(cell('layer') || layer);
  if (refused(own)) return own;
  return ok({
    account: cell('account_code'),
    amount: amount.right,
    layer: own.right,
    description: cell('entry_description') || null,
    metadata: metadata.right,
  });
};
