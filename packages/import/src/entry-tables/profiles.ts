/** The tables of entries that the import can read: the column names of each program, and the columns by which a table is recognised. */
import type { Cell } from '../csv-amounts';
import { quoted, type Reason } from '../rows';

export type EntryColumn =
  | 'date'
  | 'number'
  | 'type'
  | 'reference'
  | 'description'
  | 'name'
  | 'memo'
  | 'account'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'quantity'
  | 'currency'
  | 'tax'
  | 'void';

export interface EntryTable {
  readonly program: 'quickbooks' | 'xero' | 'gnucash';
  /** The possible names of each column, normalised by `plainName`. If the file has several of them, the first one is used. */
  readonly names: Partial<Readonly<Record<EntryColumn, readonly string[]>>>;
  /**
   * The columns by which the table is recognised. The file must have every column that is listed by itself, and at least one column of each
   * inner list.
   */
  readonly required: readonly (EntryColumn | readonly EntryColumn[])[];
  /** Rows with equal values in these columns belong to one transaction. A row without values belongs to the transaction before it. */
  readonly group: readonly EntryColumn[];
  /** The columns whose texts form the description of the transaction. If all are empty, the column `otherwise` is used. */
  readonly description: readonly EntryColumn[];
  readonly otherwise?: EntryColumn;
  readonly memo: EntryColumn;
  /** Returns the reason why a row cannot be read as an entry; undefined if it can. */
  readonly complaint?: (cell: Cell) => Reason | undefined;
}

const debitAndCredit = {
  debit: ['debit', 'debits'],
  credit: ['credit', 'credits'],
} as const;

const quickbooks: EntryTable = {
  program: 'quickbooks',
  names: {
    date: ['date', 'journaldate', 'journal date'],
    number: ['trans #', 'transaction #', 'journalno', 'journal no', 'journal no.'],
    type: ['transaction type'],
    reference: ['num', 'no.', 'journalno', 'journal no', 'journal no.'],
    name: ['name'],
    memo: ['memo/description', 'memo', 'description', 'line description'],
    account: ['account', 'account name', 'accountname', 'distribution account'],
    currency: ['currency'],
    ...debitAndCredit,
  },
  required: ['date', ['type', 'number'], 'account', 'debit', 'credit', ['name', 'memo']],
  group: ['number', 'date', 'type', 'reference'],
  description: ['name', 'memo'],
  otherwise: 'type',
  memo: 'memo',
};

/** The advice for a Xero export that is not a list of entries with their journal. */
export const cureOfXero =
  'Export the General Ledger Detail with the columns Date, Journal ID, Account Code, Debit and Credit, not grouped, and sort its rows by Journal ID.';

/** Matches the names of tax rates for which Xero computes no tax. */
const untaxed =
  /^$|(?:^|[^\d.])0(?:\.0+)?%|^(?:tax )?exempt|^no (?:tax|vat|gst)|bas excluded|gst free|zero[- ]rated|out(?:side)? (?:of )?(?:the )?scope|^none$/i;

const xeroJournals: EntryTable = {
  program: 'xero',
  names: {
    date: ['date'],
    description: ['narration'],
    memo: ['description'],
    account: ['accountcode', 'account code'],
    tax: ['taxrate', 'tax rate'],
    amount: ['amount'],
  },
  required: ['date', 'description', 'account', 'amount', 'tax'],
  group: ['description', 'date'],
  description: ['description'],
  memo: 'memo',
  complaint: (cell) =>
    untaxed.test(cell('tax'))
      ? undefined
      : {
          code: 'TAX_NOT_COMPUTED',
          message: `Xero adds the tax of the rate ${quoted(cell('tax'))} when it posts the journal, and the file does not have it. Give the tax a row of its own and all rows the rate "No Tax"; or once Xero has posted it: ${cureOfXero}`,
        },
};

const xeroReport: EntryTable = {
  program: 'xero',
  names: {
    date: ['date', 'journal date'],
    number: ['journal number', 'journal id', 'journal #'],
    reference: ['reference'],
    description: ['narration', 'contact', 'description'],
    memo: ['description'],
    account: ['account code', 'account', 'account name'],
    ...debitAndCredit,
  },
  required: ['date', 'number', 'account', 'debit', 'credit'],
  group: ['number'],
  description: ['description'],
  memo: 'memo',
};

const gnucash: EntryTable = {
  program: 'gnucash',
  names: {
    date: ['date'],
    number: ['transaction id'],
    reference: ['number', 'transaction number'],
    description: ['description'],
    memo: ['memo'],
    account: ['full account name'],
    quantity: ['amount num.'],
    amount: ['value num.'],
    currency: ['commodity/currency'],
    void: ['void reason'],
  },
  required: ['date', 'number', 'account', 'quantity', 'amount', 'currency', 'void'],
  group: ['number'],
  description: ['description'],
  memo: 'memo',
  complaint: (cell) =>
    cell('quantity') === cell('amount')
      ? undefined
      : {
          code: 'SHARES',
          message: `The account ${quoted(cell('account'))} is in shares or in another currency: its ${quoted(cell('quantity'))} is worth ${quoted(cell('amount'))}. Remove the transaction, or post its value by hand.`,
        },
};

export const entryTables = [xeroJournals, xeroReport, gnucash, quickbooks] as const;

/** Normalises a column name: `*Account Code ` becomes `account code`. */
const plainName = (name: string): string =>
  name.normalize('NFC').replaceAll(/\s+/g, ' ').trim().replace(/^\*/, '').toLowerCase();

/** Returns the positions of the columns in a header; undefined if it is not the header of this table. */
export const placesOf = (
  { names, required }: EntryTable,
  header: readonly string[],
): ReadonlyMap<EntryColumn, number> | undefined => {
  const plain = header.map(plainName);
  const places = new Map<EntryColumn, number>();
  for (const [column, known] of Object.entries(names) as [EntryColumn, readonly string[]][]) {
    const at = known.map((name) => plain.indexOf(name)).find((each) => each >= 0);
    if (at !== undefined) places.set(column, at);
  }
  const has = (column: EntryColumn): boolean => places.has(column);
  return required.every((each) => (typeof each === 'string' ? has(each) : each.some(has))) ? places : undefined;
};

export const delimiters = [',', ';', '\t', '|'] as const;
/** The maximum number of lines before the header. They may contain titles and periods. */
export const maxTitleLines = 30;

export interface FoundTable {
  readonly table: EntryTable;
  readonly delimiter: string;
}

/** Recognises a table by its header, which must be in the first lines of the file. */
export const entryTableIn = (beginning: string): FoundTable | undefined => {
  for (const line of beginning.split(/\r\n|\n|\r/, maxTitleLines))
    for (const delimiter of delimiters) {
      const cells = line.split(delimiter).map((cell) => cell.replace(/^\s*"(.*)"\s*$/, '$1'));
      const table = cells.length < 4 ? undefined : entryTables.find((each) => placesOf(each, cells) !== undefined);
      if (table) return { table, delimiter };
    }
  return undefined;
};
