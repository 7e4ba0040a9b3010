/** The tables of entries that can be read: the names of columns in each program, and how a table is recognised. */
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
  /** The names of each column as `plainName` returns them. The first name that the file has is used. */
  readonly names: Partial<Readonly<Record<EntryColumn, readonly string[]>>>;
  /** The columns that identify the table: it must have all of them, and at least one of each inner list. */
  readonly required: readonly (EntryColumn | readonly EntryColumn[])[];
  /** Rows with the same values in these columns belong to one transaction; a row without values belongs to the one before. */
  readonly group: readonly EntryColumn[];
  /** The columns that are joined to the description of the transaction. If they are empty, `otherwise` is used. */
  readonly description: readonly EntryColumn[];
  readonly otherwise?: EntryColumn;
  readonly memo: EntryColumn;
  /** Returns why a row cannot be read as an entry; undefined if it can. */
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

/** Advice for what Xero writes in another form than an entry with its journal in each row. */
export const cureOfXero =
  'Export the General Ledger Detail with the columns Date, Journal ID, Account Code, Debit and Credit, not grouped, and sort its rows by Journal ID.';

/** The names of tax rates that are zero, or for which Xero computes no tax. */
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
          message: `${quoted(cell('account'))} counts shares or another currency, of which ${quoted(cell('quantity'))} are worth ${quoted(cell('amount'))}: take the transaction out, or post its worth by hand.`,
        },
};

export const entryTables = [xeroJournals, xeroReport, gnucash, quickbooks] as const;

/** Normalises the name of a column: `*Account Code ` becomes `account code`. */
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
/** Lines with titles and periods may precede the header; this is their limit. */
export const maxTitleLines = 30;

export interface FoundTable {
  readonly table: EntryTable;
  readonly delimiter: string;
}

/** Recognises a table by the header in the first lines of the file. */
export const entryTableIn = (beginning: string): FoundTable | undefined => {
  for (const line of beginning.split(/\r\n|\n|\r/, maxTitleLines))
    for (const delimiter of delimiters) {
      const cells = line.split(delimiter).map((cell) => cell.replace(/^\s*"(.*)"\s*$/, '$1'));
      const table = cells.length < 4 ? undefined : entryTables.find((each) => placesOf(each, cells) !== undefined);
      if (table) return { table, delimiter };
    }
  return undefined;
};
