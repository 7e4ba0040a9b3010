/** A case for the tests of imports: small files, the options of their import, and the expected books or refusal. */
import type { ImportFormat } from '../../../packages/import/src';
import type { Fields } from '../requests';

export interface ImportedFile {
  readonly text: string | Buffer;
  readonly map?: Fields;
  readonly newRows?: true;
}

export interface FileCase {
  readonly name: string;
  /** The format of the files; CSV by default. */
  readonly format?: ImportFormat;
  /** The currency of the ledger; EUR by default. */
  readonly currency?: string;
  /** The files, imported one after the other into one ledger. */
  readonly files: readonly ImportedFile[];
  /** The expected settled balance of each account with a balance. */
  readonly books: Readonly<Record<string, string>>;
  /** The import is a dry run. */
  readonly dryRun?: true;
  /** The expected descriptions of the transactions, newest first. */
  readonly described?: readonly string[];
  /** The expected days of the transactions, in ascending order. */
  readonly dated?: readonly string[];
  /** The expected number of accounts that the last file opens. */
  readonly opened?: number;
  /** The expected counts of the last file: transactions posted, transactions imported before, and rows left out; 0 by default. */
  readonly posted?: number;
  readonly before?: number;
  readonly leftOut?: number;
  /** The balances that the last file asserts: the expected number of checked ones, and how many of these differ from the books. */
  readonly asserted?: readonly [checked: number, failed: number];
  /** The expected rejections of the last file, as `line CODE`. */
  readonly rejected?: readonly string[];
  /** The expected code with which the last file is refused as a whole. */
  readonly stopped?: string;
  /** A part of a message that the last file must cause: a refusal, a rejection or a remark. */
  readonly says?: string | RegExp;
  /** A text that no message of the last file may contain. */
  readonly saysNot?: string | RegExp;
}

/** The map of a bank's file with three columns, which posts to BANK and OPEN. */
export const bankMap = (csv: Fields = {}, more: Fields = {}): Fields => ({
  csv: {
    date: { column: 'Date' },
    description: 'Text',
    amount: 'Amount',
    account: 'BANK',
    contra_account: 'OPEN',
    ...csv,
  },
  accounts: { BANK: { type: 'asset' }, OPEN: { type: 'asset' } },
  ...more,
});

export const lines = (...each: readonly string[]): string => `${each.join('\n')}\n`;
export const bankRows = (...rows: readonly string[]): string => lines('Date,Text,Amount', ...rows);
