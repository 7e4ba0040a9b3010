/**
 * Reads the CSV that `ledger export` writes: a record for each account and one for each entry; the entries of a transaction are
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
/** The columns with tags of the transaction; their names are those of the tags. */
const tagColumns = [
  ...['journal', 'reference', 'layer', 'correlation_id', 'correlation_type', 'correlation_source', 'reverses'],
  ...['releases', 'settles', 'extends', 'expires_at', 'attributes', 'metadata'],
];
/** The columns that are the same in all records of a transaction. The later records may leave them empty. */
const transactionColumns = ['date', 'description', ...tagColumns.filter((name) => name !== 'layer')];
/** The columns of an account, with the names of its tags. */
const accountColumns = [
  ['account_name', 'name'],
  ['account_type', 'type'],
  ['account_category', 'category'],
  ['account_normal_balance', 'normal_balance'],
  ['account_parent_code', 'parent'],
] as const;
/** The additional columns in the record of an account. */
const moreAccountColumns = [
  ['account_description', 'description'],
  ['account_inactive', 'inactive'],
  ['account_metadata', 'metadata'],
  ['account_cash_flow', 'cash_flow'],
  ['account_is_group', 'is_group'],
] as const;
/** A record that is empty in all these columns is the record of an account. */
const entryColumns = [
  'transaction_id',
  'date',
  'description',
  'debit',
  'credit',
  'entry_description',
  'entry_metadata',
];
/** All known columns. A file with any other column is refused, because a transaction without its content may be a different one. */
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
/** The limit of records in a transaction, which has at most a hundred entries. */
const maxRecordsTogether = 1_000;

type AccountColumn = (typeof accountColumns)[number] | (typeof moreAccountColumns)[number];
type Cells = (name: string) => string;

export const createOwnCsvReader = (books: Books, emit: Emit): LineReader => {
  let columns: ReadonlyMap<string, number> | undefined;
  let told = 0;
  /** The accounts by code, as the first record that names them describes them. */
  const known = new Map<string, string>();
  let group:
    { readonly id: string; readonly records: CsvRecord[]; readonly brokenLine: number | undefined } | undefined;
  /** The unreadable record just before, if any: it may be an entry of the transaction next to it. */
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
      const message = `This is no CSV that ledger export writes: it has no column ${missing.join(', ')}. A CSV of somebody else needs --map.`;
      return emit({ kind: 'stop', line, code: 'COLUMNS_MISSING', message });
    }
    const unknown = cells.filter((name) => !ownColumns.has(name));
    if (unknown.length > 0) {
      const message = `No export has a column ${quoted(unknown.join(', '))}: correct its name, or take it out.`;
      return emit({ kind: 'stop', line, code: 'COLUMNS_UNKNOWN', message });
    }
    emit({ kind: 'setting', line, raw: told > 0 ? raw : [raw, ...rejectedColumns].join(',') });
  };

  /** Declares the account of a record. Every record describes its account; the first one counts. */
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

  /** Ends the transaction at an unreadable record. Without all its entries it is another transaction, even if the others balance. */
  const breakOff = (line: number, raw: string): void => {
    // The file may have been cut off within the id.
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
        const message = `The record has ${record.cells.length} cells, and the header names ${columns.size}.`;
        return wrong(record.line, record.raw, { code: 'NOT_UNDERSTOOD', message });
      }
      const cell = cellsOf(record);
      if (entryColumns.every((name) => cell(name) === '')) {
        close();
        const declared = declare(cell, record, moreAccountColumns);
        return refused(declared) ? wrong(record.line, rawOf([record]), declared.left) : undefined;
      }
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

const besideBroken = (line: number): Reason => ({
  code: 'ENTRY_NOT_UNDERSTOOD',
  message: `The record of line ${line} cannot be read, and may be one of its entries: mend that, and import all of them.`,
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
      `The records of lines ${records[0]?.line} and ${other.line} are of one transaction, and say different things of it: make them the same.`,
    );
  const layers = new Set(records.map((record) => cellsOf(record)('layer')));
  const tags = tagColumns.flatMap((name): readonly Tag[] => {
    const value = cell(name);
    // If the entries have different layers, the layer is not a tag of the transaction.
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
    return because('AMOUNT_INVALID', `Line ${line}: an entry has an amount in debit or in credit, in plain digits.`);
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
