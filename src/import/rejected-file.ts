/**
 * The file of rejected rows: in the format of the file that is imported, each with its line and reason, behind the settings and
 * accounts that it was read with. Corrected, it is imported like the first.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { quotedCell, recordBreak } from './csv-records';
import type { AccountRow, Reason, SettingRow } from './rows';

export interface RejectedFile {
  /** A directive that says how rows are read, or which account a name of theirs means. */
  setting(row: SettingRow | AccountRow): void;
  reject(line: number, raw: string, reason: Reason): void;
  /** Whether there is one. */
  close(): boolean;
}

const flushCharacters = 65_536;

/** Made with its first row, anew. */
export const createRejectedFile = (
  path: string,
  format: 'hledger' | 'beancount' | 'csv',
  delimiter: string,
): RejectedFile => {
  let file: number | undefined;
  let text = '';
  const flush = (): void => {
    if (text === '') return;
    file ??= openSync(path, 'w', 0o600);
    // As a whole: a write may take a part of it.
    for (let bytes = Buffer.from(text); bytes.length > 0;) bytes = bytes.subarray(writeSync(file, bytes));
    text = '';
  };
  let settings = '';
  const lineEnd = format === 'csv' ? '\r\n' : '\n';
  return {
    setting: ({ raw }) => {
      settings += `${raw}${lineEnd}`;
    },
    reject: (line, raw, reason) => {
      text += settings;
      settings = '';
      text += format === 'csv' ? asRecords(line, raw, reason, delimiter) : asBlock(line, raw, reason);
      if (text.length >= flushCharacters) flush();
    },
    close: () => {
      // Accounts may be declared behind the rows that name them.
      if (file !== undefined || text !== '') text += settings;
      flush();
      if (file !== undefined) closeSync(file);
      return file !== undefined;
    },
  };
};

const asBlock = (line: number, raw: string, { code, message }: Reason): string =>
  `; line ${line}: ${code}: ${message.replaceAll(/\s+/g, ' ')}\n${raw}\n\n`;

const asRecords = (line: number, raw: string, { code, message }: Reason, delimiter: string): string =>
  raw
    .split(recordBreak)
    .map((record) => `${[record, String(line), code, quotedCell(message)].join(delimiter)}\r\n`)
    .join('');
