/** Recognises the format of a file by its beginning, and gives advice if the file does not have the requested format. */
import { ok, type Outcome } from '../../../src/kernel/refusal';
import { cureOfXero, entryTableIn } from './entry-tables/profiles';
import type { ImportFormat } from './formats';
import { because, type Reason } from './rows';

interface OtherFormat {
  readonly name: string;
  readonly begins: { test(text: string): boolean };
  readonly cure: string;
  /** The formats of the import that can read such a file; undefined: none. */
  readonly reads?: readonly ImportFormat[];
  /** Whether the file is a table that can also be read as CSV with a map; undefined: no. */
  readonly isTable?: true;
}

/** Returns the description of a journal that an accounting program exports as a table. */
const tableOf = (program: 'quickbooks' | 'xero' | 'gnucash', what: string): OtherFormat => ({
  name: what,
  begins: { test: (text) => entryTableIn(text)?.table.program === program },
  cure: `Import it with --format ${program}, or as CSV with a map.`,
  reads: [program],
  isTable: true,
});

/** The number of bytes at the beginning of a file by which its format is recognised. */
const lookedAtBytes = 4_096;
const asCsv = 'Export CSV from the bank or the program instead, and import that with a map.';

/** The formats that can be recognised. The first match counts. A plain text journal or the CSV of a bank matches none of these patterns. */
const others: readonly OtherFormat[] = [
  {
    name: 'an Excel workbook (or another zip archive)',
    begins: /^PK\x03\x04/,
    cure: 'Save the sheet as CSV, and import that.',
  },
  {
    name: 'an Excel workbook in the old format',
    begins: /^\xd0\xcf\x11\xe0/,
    cure: 'Save the sheet as CSV, and import that.',
  },
  { name: 'a PDF document', begins: /^%PDF-/, cure: asCsv },
  { name: 'a compressed file', begins: /^\x1f\x8b/, cure: 'Unpack it first: gunzip.' },
  {
    name: 'a GnuCash book',
    begins: /^\s*<[^]*(?:<gnc-v2|xmlns:gnc=)/,
    cure: 'Import it with --format gnucash.',
    reads: ['gnucash'],
  },
  {
    name: 'a statement in CAMT.053 (ISO 20022)',
    begins: /^\s*<[^]*(?:20022:tech:xsd:camt\.053|<BkToCstmrStmt>)/,
    cure: 'Import it with --format camt053.',
    reads: ['camt053'],
  },
  {
    name: 'a notice in CAMT.052 or CAMT.054 (ISO 20022)',
    begins: /^\s*<[^]*20022:tech:xsd:camt\.05[24]/,
    cure: 'Its rows are not final, or are also in the statement. Import the statement of the day (CAMT.053).',
  },
  {
    name: 'an OFX file (OFX or QFX)',
    begins: /^\s*(?:OFXHEADER:|<[^]*(?:<\?OFX |<OFX>)|<OFX>)/,
    cure: 'Import it with --format ofx.',
    reads: ['ofx'],
  },
  {
    name: 'a statement in MT940 (SWIFT)',
    begins: /^(?:\{1:[^\n]*\n?)?[^\n]{0,60}\n?:20:[^\n]*\n(?:[^\n]*\n){0,4}?:25P?:/,
    cure: 'Import it with --format mt940.',
    reads: ['mt940'],
  },
  {
    name: 'a batch of postings of DATEV',
    begins: /^"?(?:EXTF|DTVF)"?;\d+;"?21"?;/,
    cure: 'Import it with --format datev.',
    reads: ['datev'],
  },
  {
    name: 'a DATEV file of a different kind than a batch of postings',
    begins: /^"?(?:EXTF|DTVF)"?;\d+;/,
    cure: 'Export a batch of postings ("Buchungsstapel", category 21).',
  },
  {
    name: 'an IIF file of QuickBooks',
    begins: /^![A-Z]+\t/,
    cure: 'Import it with --format quickbooks.',
    reads: ['quickbooks'],
  },
  {
    name: 'a journal report of Xero in blocks, whose rows do not have the day of their journal',
    begins: /^(?:[^\n]*\n){0,40}[",;\t ]*(?:Journal )?ID[":#,;\t ]*\d+\b[^\n]*\bPosted by [^\n]*\bon\b[^\n]*\d/i,
    cure: cureOfXero,
  },
  tableOf('quickbooks', 'a journal of QuickBooks'),
  tableOf('xero', 'a journal of Xero'),
  tableOf('gnucash', 'an export of transactions of GnuCash'),
  {
    name: 'an export of GnuCash in its simple layout, whose rows have one side of a transaction',
    begins:
      /^"?Date"?[,;:]"?Account Name"?[,;:]"?(?:Transaction )?Number"?[,;:]"?Description"?[,;:]"?Full Category Path/,
    cure: 'Export the transactions without "Simple Layout", or save the book as XML.',
    isTable: true,
  },
  {
    name: 'a general ledger of Xero, which lists the entries of each account separately',
    begins: /^(?:[^\n]*\n){0,10}"?Date"?,"?Source"?,[^\n]*Debit"?,"?Credit"?,"?Running Balance/,
    cure: cureOfXero,
    isTable: true,
  },
  {
    name: 'a QIF file',
    begins: /^\s*!(?:(?:Type|Option|Clear):|Account\b)/i,
    cure: 'Import it with --format qif.',
    reads: ['qif'],
  },
  {
    name: 'a SQLite database',
    begins: /^SQLite format 3\0/,
    cure: 'Export the table as CSV, and import that with a map.',
  },
  {
    name: 'a web page',
    begins: /^\s*<(?:!doctype html|html)\b/i,
    cure: 'The address from which you downloaded it returned a sign-in page or an error page: download the file itself.',
  },
  { name: 'XML', begins: /^\s*<\?xml /, cure: asCsv },
  {
    name: 'a JSON file',
    begins: /^\s*(?:\{\s*"|\[\s*\{\s*")/,
    cure: 'Write the rows as CSV, and import that with a map. `--map` names a map; the file to import is not one.',
  },
  {
    name: 'a CSV that ledger export wrote',
    begins: /^transaction_id,date,/,
    cure: 'Import it with --format csv, without a map.',
    reads: ['csv'],
  },
  {
    name: 'a journal of beancount',
    begins: /^(?:;[^\n]*\n|\s*\n)*(?:option "|plugin "|\d{4}-\d\d-\d\d (?:open [A-Z]\S*:|commodity [A-Z]|custom "))/,
    cure: 'Import it with --format beancount.',
    reads: ['beancount'],
  },
  {
    // No directive of beancount begins with one of these words: all of them but options begin with a day.
    name: 'a journal of hledger',
    begins: /^(?:[;#*][^\n]*\n|\s*\n)*(?:account|commodity|decimal-mark) \S/,
    cure: 'Import it with --format hledger.',
    reads: ['hledger'],
  },
  {
    name: 'a journal',
    begins: /^(?:[;#*][^\n]*\n|\s*\n)*\d{4}[-/.]\d\d?[-/.]\d\d? [^\n,;|\t]*\n(?: {2,}|\t)\S/,
    cure: 'Import it with --format hledger or --format beancount.',
    reads: ['hledger', 'beancount'],
  },
];

const foundIn = (beginning: Buffer): OtherFormat | undefined => {
  const text = beginning
    .subarray(0, lookedAtBytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replaceAll('\r\n', '\n');
  return others.find(({ begins }) => begins.test(text));
};

/**
 * Returns the reason if the file has a format other than the requested one, with the name of its format and advice. Returns undefined
 * otherwise.
 */
export const otherFormatOf = (beginning: Buffer, asked: ImportFormat, hasTableMap: boolean): Reason | undefined => {
  const found = foundIn(beginning);
  if (found === undefined || found.reads?.includes(asked)) return undefined;
  if (found.isTable === true && asked === 'csv' && hasTableMap) return undefined;
  return {
    code: 'OTHER_FORMAT',
    message: `This is ${found.name}, which --format ${asked} cannot read. ${found.cure}`,
  };
};

/**
 * Detects the format of a file from its beginning. The CSV of a bank has no recognisable beginning: it is assumed if the map describes
 * columns, or if a map may be proposed.
 */
export const formatIn = (
  beginning: Buffer,
  hasTableMap: boolean,
  mayBeTable = hasTableMap,
): Outcome<Reason, ImportFormat> => {
  const found = foundIn(beginning);
  if (found?.isTable === true && hasTableMap) return ok('csv');
  const [format, another] = found?.reads ?? [];
  if (format !== undefined && another === undefined) return ok(format);
  if (found !== undefined)
    return because(format === undefined ? 'OTHER_FORMAT' : 'FORMAT_UNKNOWN', `This is ${found.name}. ${found.cure}`);
  if (mayBeTable) return ok('csv');
  return because(
    'FORMAT_UNKNOWN',
    'The beginning of the file does not show its format: give it with --format. The CSV of a bank also needs a map, which `ledger import explain FILE` proposes.',
  );
};
