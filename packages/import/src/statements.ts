/**
 * The part that the readers of all statement formats share. Each reader returns rows with the same columns (`statementColumns`) and the
 * opening and closing balances, and reports entries that are not booked yet. A map determines how rows become transactions, as for the CSV
 * of a bank. The opening balance and all booked rows must add up to the closing balance, including rows that the map leaves out. Otherwise
 * nothing of the file is imported.
 */
import { createHash, type Hash } from 'node:crypto';
import { formatAmount, type Minor } from '../../../src/kernel/money';
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import { amountReader, type Cell } from './csv-amounts';
import { keeperOf } from './csv-columns';
import { rejectedColumns } from './csv-records';
import { isZero, notKept } from './mapped-csv';
import { contraReader, entryOf, rowReader } from './row-reader';
import { because, minorOf, quoted, type Books, type Emit, type Reason, type TransactionRow } from './rows';
import { statementColumns, tableOf, type StatementColumn, type StatementMap } from './statement-map';

export type StatementCells = Partial<Readonly<Record<StatementColumn, string>>>;

/** A balance that the statement contains, as digits with a decimal point. It is positive if the account has money. */
export interface StatedBalance {
  readonly amount: string;
  readonly currency: string;
  /** The day at whose end the balance applies; undefined if the statement does not give it. */
  readonly day?: Day | undefined;
}

export interface StatementRow {
  readonly line: number;
  readonly cells: StatementCells;
  /** The parts of a row with several categories. Their amounts add up to the amount of the row. */
  readonly splits?: readonly StatementCells[];
  /** The reason why the row cannot be read; undefined if it can. */
  readonly wrong?: Reason | undefined;
}

export interface Statements {
  /** Begins a statement. The rows and balances that follow belong to this account. `account` is empty if the file does not name it. */
  begin(line: number, account: string): void;
  opening(balance: StatedBalance): void;
  closing(balance: StatedBalance): void;
  row(row: StatementRow): void;
  pending(line: number): void;
  end(line: number): void;
  /** Whether the current statement has not ended yet. */
  readonly isOpen: boolean;
}

interface Statement {
  readonly line: number;
  readonly account: string;
  opening: StatedBalance | undefined;
  closing: StatedBalance | undefined;
  sum: bigint;
  readonly digest: Hash;
  rows: number;
  /** The reason for the first row whose amount cannot be read; undefined if all can. */
  unread: (Reason & { readonly line: number }) | undefined;
}

export interface StatementReading {
  readonly books: Books;
  readonly map: StatementMap | undefined;
  readonly emit: Emit;
  readonly today: Day;
}

/** Creates the part that all readers share. `hasBalances` is true if statements of the format have an opening and a closing balance. */
export const createStatements = (
  { books, map, emit, today }: StatementReading,
  { hasBalances }: { readonly hasBalances: boolean },
): Statements => {
  if (map === undefined) return withoutMap(emit);
  const table = tableOf(map);
  const readRow = rowReader(books, table, today);
  const readAmount = amountReader(books, table);
  const readContra = contraReader(table);
  const isKept = keeperOf(map);
  const print = (amount: bigint): string => formatAmount(amount as Minor, books.denomination);
  const accounts = new Set<string>();
  /** The digests of all statements that were read, to detect a repeated one. */
  const read = new Set<string>();
  let statement: Statement | undefined;
  let hasHeader = false;

  const current = (): Statement => {
    if (!statement) throw new Error('a row was read before a statement began');
    return statement;
  };
  const leaveOut = (line: number, { code, message }: Reason): void => emit({ kind: 'left_out', line, code, message });
  const reject = (line: number, cells: StatementCells, { code, message }: Reason): void => {
    if (!hasHeader) emit({ kind: 'setting', line, raw: [...statementColumns, ...rejectedColumns].join(',') });
    hasHeader = true;
    emit({ kind: 'rejected', line, raw: asRecord(cells), code, message });
  };

  const splitEntries = (
    account: string,
    total: Minor,
    splits: readonly StatementCells[],
  ): Outcome<Reason, TransactionRow['entries']> => {
    const entries = [entryOf(account, total)];
    let rest: bigint = total;
    for (const split of splits) {
      const cell = cellOf(split);
      const amount = readAmount(cell);
      if (refused(amount)) return amount;
      rest -= amount.right;
      const contra = readContra(cell);
      if (contra === '') return because('ACCOUNT_MISSING', 'A part of the transaction names no account.');
      if (amount.right !== 0n) entries.push(entryOf(contra, -amount.right as Minor, split.text || null));
    }
    return rest === 0n
      ? ok(entries)
      : because('SPLITS_DIFFER', `The parts of the transaction differ from its amount by ${print(rest)}.`);
  };

  const take = ({ line, cells, splits = [], wrong }: StatementRow): void => {
    const cell = cellOf(cells);
    const amount = readAmount(cell);
    current().digest.update(`${asRecord(cells)}\n`);
    current().rows += 1;
    if (refused(amount)) current().unread ??= { ...amount.left, line };
    else current().sum += amount.right;
    if (!isKept(cell)) return leaveOut(line, notKept);
    if (wrong) return reject(line, cells, wrong);
    const row = readRow(cell);
    if (refused(row)) return reject(line, cells, row.left);
    const [first] = row.right.entries;
    if (first === undefined || first.amount === 0n) return leaveOut(line, isZero);
    const parted = splits.length === 0 ? ok(row.right.entries) : splitEntries(first.account, first.amount, splits);
    if (refused(parted)) return reject(line, cells, parted.left);
    emit({ kind: 'transaction', line, raw: asRecord(cells), cells: null, ...row.right, entries: parted.right });
  };

  /**
   * Reads the amount of a balance. Returns null if it is in another currency; the statement's rows are then rejected for the same reason.
   */
  const amountOf = (balance: StatedBalance): Outcome<Reason, Minor | null> => {
    const amount = minorOf({ commodity: balance.currency, digits: balance.amount }, books);
    return refused(amount) && amount.left.code === 'OTHER_CURRENCY' ? ok(null) : amount;
  };
  const complaintAbout = (
    { sum, unread, line }: Statement,
    before: Minor | null,
    after: Minor | null,
  ): Reason | undefined => {
    if (before === null || after === null || before + sum === after) return undefined;
    const cause = unread
      ? `Line ${unread.line} cannot be read: ${unread.message}`
      : 'Rows are missing or were changed: fetch the statement from the bank again.';
    return {
      code: 'BALANCE_DIFFERS',
      message: `The statement that begins in line ${line} opens with ${print(before)}, and its rows add up to ${print(sum)}, so it should close with ${print(before + sum)}, but it closes with ${print(after)}. ${cause}`,
    };
  };

  return {
    begin: (line, account) => {
      accounts.add(account);
      const nothing = { opening: undefined, closing: undefined, sum: 0n, rows: 0, unread: undefined };
      statement = { line, account, digest: createHash('sha256'), ...nothing };
      if (map.account.column === undefined && accounts.size > 1)
        emit({ kind: 'stop', line, ...ofSeveralAccounts([...accounts].slice(0, 2)) });
    },
    opening: (balance) => void (current().opening = balance),
    closing: (balance) => void (current().closing = balance),
    row: (row) => take({ ...row, cells: { account: current().account, ...row.cells } }),
    pending: (line) => leaveOut(line, isPending),
    end: (line) => {
      const ended = current();
      statement = undefined;
      const { opening, closing, account } = ended;
      const [before, after] = [opening, closing].map((balance) => (balance ? amountOf(balance) : ok(null)));
      if (!before || !after || refused(before) || refused(after))
        return emit({ kind: 'stop', line, ...balanceInvalid });
      const digest = ended.digest.update(JSON.stringify([opening ?? null, closing ?? null])).digest('base64');
      if (closing && ended.rows > 0 && read.has(digest)) return emit({ kind: 'stop', line: ended.line, ...isTwice });
      read.add(digest);
      const wrong = complaintAbout(ended, before.right, after.right);
      if (wrong) return emit({ kind: 'stop', line, ...wrong });
      if (hasBalances && !(opening && closing)) emit({ kind: 'remark', line: ended.line, ...notChecked });
      const amount = after.right;
      if (!map.assert_balance || !closing?.day || amount === null) return;
      const name = map.account.column === undefined ? map.account.name : account || map.account.name;
      if (name === undefined) return;
      const asserted = { account: name, date: closing.day, amount, isWithin: false, isBeforeDay: false, behind: 0n };
      emit({ kind: 'assertion', line, ...asserted });
    },
    get isOpen() {
      return statement !== undefined;
    },
  };
};

/**
 * Handles statements if there is no map. The contra accounts are unknown, so the first statement stops the import with a message that
 * contains the needed map.
 */
const withoutMap = (emit: Emit): Statements => {
  let isOpen = false;
  const stop = (line: number, account: string): void => {
    const named = account === '' ? 'BANK' : account;
    const map = {
      statement: { ...(account === '' ? { account: named } : {}), contra_account: 'UNSORTED' },
      accounts: { [named]: { type: 'asset' }, UNSORTED: { type: 'asset' } },
    };
    emit({
      kind: 'stop',
      line,
      code: 'MAP_MISSING',
      message: `A statement needs a map with the account of its rows and the other account of each, such as: ${JSON.stringify(map)}. \`ledger import explain FILE\` proposes one for this file.`,
    });
  };
  return {
    begin: (line, account) => {
      isOpen = true;
      stop(line, account);
    },
    opening: () => undefined,
    closing: () => undefined,
    row: () => undefined,
    pending: () => undefined,
    end: () => void (isOpen = false),
    get isOpen() {
      return isOpen;
    },
  };
};

const cellOf =
  (cells: StatementCells): Cell =>
  (column) =>
    (cells[column as StatementColumn] ?? '').replaceAll(/\s+/g, ' ').trim();

const asRecord = (cells: StatementCells): string =>
  statementColumns.map((column) => asCell(cellOf(cells)(column))).join(',');
const asCell = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const isPending: Reason = {
  code: 'ROWS_PENDING',
  message: 'Rows that are not booked yet are left out: the bank lists them again once they are booked.',
};
const notChecked: Reason = {
  code: 'BALANCE_MISSING',
  message: 'A statement has no opening or no closing balance: it cannot be checked whether rows are missing.',
};
const isTwice: Reason = {
  code: 'STATEMENT_TWICE',
  message: 'The file already has this statement, with the same rows and balances: remove one of the two.',
};
const balanceInvalid: Reason = {
  code: 'BALANCE_INVALID',
  message: 'The opening or the closing balance of the statement is not an amount that the ledger can store.',
};
const ofSeveralAccounts = (accounts: readonly string[]): Reason => ({
  code: 'ACCOUNTS_DIFFER',
  message: `The file has statements of ${accounts.map(quoted).join(' and ')}, but the map has one account for all of them. Set "account": {"column": "account"} in "statement" of the map, and the code of each in "accounts".`,
});

/** The reason for stopping if the file ends within a statement. */
export const cutOff = (what: string): Reason => ({
  code: 'FILE_CUT_OFF',
  message: `The file ends ${what}: it was cut off. Fetch it from the bank again.`,
});
