/** A small file, how it is imported, and the books that it must give or the refusal that it must get. */
import type { ImportFormat } from '../../../packages/import/src';
import type { Fields } from '../requests';

export interface ImportedFile {
  readonly text: string | Buffer;
  readonly map?: Fields;
  readonly newRows?: true;
}

export interface FileCase {
  readonly name: string;
  /** CSV where it is left out. */
  readonly format?: ImportFormat;
  /** EUR where it is left out. */
  readonly currency?: string;
  /** One behind the other into one ledger. */
  readonly files: readonly ImportedFile[];
  /** The settled balance of each account that has one. */
  readonly books: Readonly<Record<string, string>>;
  /** Only tried. */
  readonly dryRun?: true;
  /** The descriptions of the transactions, newest first. */
  readonly described?: readonly string[];
  /** Their days, in the order of the calendar. */
  readonly dated?: readonly string[];
  /** How many accounts the last file opens. */
  readonly opened?: number;
  /** The count of the last file; 0 where it is left out. */
  readonly posted?: number;
  readonly before?: number;
  readonly leftOut?: number;
  /** Balances that the last file asserts: how many were checked, and how many differ. */
  readonly asserted?: readonly [checked: number, failed: number];
  /** `line CODE`, of the last file. */
  readonly rejected?: readonly string[];
  /** The code with which nothing of the last file is imported. */
  readonly stopped?: string;
  /** A part of a message of the last file: of the stop, a rejection or a remark. */
  readonly says?: string | RegExp;
  /** No message of the last file says this. */
  readonly saysNot?: string | RegExp;
}

/** A bank's file of three columns, into BANK and OPEN. */
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
