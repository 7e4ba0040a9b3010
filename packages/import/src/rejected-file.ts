/**
 * The file of rejected rows: in the format of the file that is imported, or for a statement the table of its rows, each with its line and reason, behind the settings and
 * accounts that it was read with. Corrected, it is imported like the first. It is always a new file: nothing that is there is written
 * over, neither the file that is imported, nor the corrections of another day, nor what a link leads to.
 */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { quotedCell, recordBreak } from './csv-records';
import type { AccountRow, Reason, SettingRow } from './rows';

export interface RejectedFile {
  /** A directive that says how rows are read, or which account a name of theirs means. */
  setting(row: SettingRow | AccountRow): void;
  reject(line: number, raw: string, reason: Reason): void;
  /** Its path, where there is one. */
  close(): string | null;
}

/** Takes the text of the file of rejected rows, a part at a time. */
export interface RejectedText {
  /** Whether a dry run gives it the rows that would be rejected. */
  readonly isOfDryRunsToo: boolean;
  write(text: string): void;
  /** Returns the path of the file; null where nothing was written, or where it is no file. */
  close(): string | null;
}

const flushCharacters = 65_536;

/** Begins with its first row. Without a delimiter it is a journal. */
export const createRejectedFile = (to: RejectedText, usual: string | undefined): RejectedFile => {
  let text = '';
  let delimiter = usual;
  let isBegun = false;
  const flush = (): void => {
    if (text === '') return;
    isBegun = true;
    to.write(text);
    text = '';
  };
  let settings = '';
  const lineEnd = usual === undefined ? '\n' : '\r\n';
  return {
    setting: (row) => {
      const { raw } = row;
      if (row.kind === 'setting') delimiter = row.delimiter ?? delimiter;
      settings += `${raw}${lineEnd}`;
    },
    reject: (line, raw, reason) => {
      text += settings;
      settings = '';
      text += delimiter === undefined ? asBlock(line, raw, reason) : asRecords(line, raw, reason, delimiter);
      if (text.length >= flushCharacters) flush();
    },
    close: () => {
      // Accounts may be declared behind the rows that name them.
      if (isBegun || text !== '') text += settings;
      flush();
      return to.close();
    },
  };
};

/** A file of this name, made with its first row. Where the name is taken, the first of `path.2`, `path.3` and so on that is free. */
export const rejectedFileAt = (wanted: string): RejectedText => {
  let file: { readonly descriptor: number; readonly path: string } | undefined;
  return {
    isOfDryRunsToo: false,
    write: (text) => {
      file ??= opened(wanted);
      // As a whole: a write may take a part of it.
      for (let bytes = Buffer.from(text); bytes.length > 0;) bytes = bytes.subarray(writeSync(file.descriptor, bytes));
    },
    close: () => {
      const path = file?.path ?? null;
      if (file !== undefined) closeSync(file.descriptor);
      file = undefined;
      return path;
    },
  };
};

const ownFileMode = 0o600;
const maxNames = 10_000;

const opened = (wanted: string): { readonly descriptor: number; readonly path: string } => {
  for (let number = 1; ; number++) {
    const path = number === 1 ? wanted : `${wanted}.${number}`;
    try {
      return { descriptor: openSync(path, isStream(path) ? 'w' : 'wx', ownFileMode), path };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || number === maxNames) throw error;
    }
  }
};

/** A terminal or a pipe keeps nothing that could be written over. */
export const isStream = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
};

const asBlock = (line: number, raw: string, { code, message }: Reason): string =>
  `; line ${line}: ${code}: ${message.replaceAll(/\s+/g, ' ')}\n${raw}\n\n`;

const asRecords = (line: number, raw: string, { code, message }: Reason, delimiter: string): string =>
  raw
    .split(recordBreak)
    .map((record) => `${[record, String(line), code, quotedCell(message)].join(delimiter)}\r\n`)
    .join('');
