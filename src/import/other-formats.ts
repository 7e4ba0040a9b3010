/** Files that are of another format than the import is asked to read, known by how they begin: what they are, and what to do. */
import type { Reason } from './rows';

interface OtherFormat {
  readonly name: string;
  readonly begins: RegExp;
  readonly cure: string;
  /** The formats that read it: it is right where one of them was asked for. */
  readonly reads?: readonly string[];
}

/** Each of the formats shows itself within so many bytes. */
const lookedAtBytes = 4_096;
const asCsv = 'Let the bank, or the program that made it, write CSV, and import that with a map.';

/** The first that fits. Each pattern stands where no journal and no table begins so. */
const others: readonly OtherFormat[] = [
  {
    name: 'an Excel workbook (or another zip archive)',
    begins: /^PK\x03\x04/,
    cure: 'Save the sheet as CSV, and import that.',
  },
  {
    name: 'an Excel workbook of the old kind',
    begins: /^\xd0\xcf\x11\xe0/,
    cure: 'Save the sheet as CSV, and import that.',
  },
  { name: 'a PDF document', begins: /^%PDF-/, cure: asCsv },
  { name: 'a compressed file', begins: /^\x1f\x8b/, cure: 'Unpack it first: gunzip.' },
  {
    name: 'a GnuCash book',
    begins: /^\s*<[^]*(?:<gnc-v2|xmlns:gnc=)/,
    cure: 'Let GnuCash write the transactions as CSV (File, Export), and import that with a map.',
  },
  {
    name: 'a statement in CAMT.053 (ISO 20022)',
    begins: /^\s*<[^]*(?:20022:tech:xsd:camt\.053|<BkToCstmrStmt>)/,
    cure: asCsv,
  },
  {
    name: 'a notice in CAMT.052 or CAMT.054 (ISO 20022)',
    begins: /^\s*<[^]*20022:tech:xsd:camt\.05[24]/,
    cure: asCsv,
  },
  { name: 'an OFX file (OFX or QFX)', begins: /^\s*(?:OFXHEADER:|<[^]*(?:<\?OFX |<OFX>)|<OFX>)/, cure: asCsv },
  {
    name: 'a statement in MT940 (SWIFT)',
    begins: /^(?:\{1:[^\n]*\n?)?[^\n]{0,60}\n?:20:[^\n]*\n(?:[^\n]*\n){0,4}?:25:/,
    cure: asCsv,
  },
  { name: 'a QIF file', begins: /^\s*!(?:Type|Account|Option):/i, cure: asCsv },
  {
    name: 'a SQLite database',
    begins: /^SQLite format 3\0/,
    cure: 'Export the table as CSV, and import that with a map.',
  },
  {
    name: 'a web page',
    begins: /^\s*<(?:!doctype html|html)\b/i,
    cure: 'The address that it was fetched from asks you to sign in, or tells of an error: fetch the file itself.',
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
    name: 'a journal',
    begins:
      /^(?:[;#*][^\n]*\n|\s*\n)*(?:(?:account|commodity) \S|\d{4}[-/.]\d\d?[-/.]\d\d? [^\n,;|\t]*\n(?: {2,}|\t)\S)/,
    cure: 'Import it with --format hledger or --format beancount.',
    reads: ['hledger', 'beancount'],
  },
];

/** Nothing of it can be read as what was asked for: the name of what it is, and the cure. */
export const otherFormatOf = (beginning: Buffer, asked: 'hledger' | 'beancount' | 'csv'): Reason | undefined => {
  const text = beginning
    .subarray(0, lookedAtBytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replaceAll('\r\n', '\n');
  const found = others.find(({ begins }) => begins.test(text));
  if (found === undefined || found.reads?.includes(asked)) return undefined;
  return {
    code: 'OTHER_FORMAT',
    message: `This is ${found.name}, and not what --format ${asked} reads. ${found.cure}`,
  };
};
