/**
 * Writes the file of rejected rows, in the format of the imported file, or for a statement as the table of its rows. Each row has its line
 * and reason and follows the settings and accounts that it was read with. After corrections it can be imported like the first file. It is
 * always a new file: no existing file is overwritten, neither the imported file nor earlier corrections nor the target of a link.
 */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { quotedCell, recordBreak } from './csv-records';
import type { AccountRow, Reason, SettingRow } from './rows';

export interface RejectedFile {
  /** Adds a directive that determines how rows are read, or which account one of their names means. */
  setting(row: SettingRow | AccountRow): void;
  reject(line: number, raw: string, reason: Reason): void;
  /** Returns the path of the file; null if there is none. */
  close(): string | null;
}

/** Receives the text of the file of rejected rows, a part at a time. */
export interface RejectedText {
  /** Whether the rows that a dry run would reject are written too. */
  readonly isOfDryRunsToo: boolean;
  write(text: string): void;
  /** Returns the path of the file; null if nothing was written, or if the target is not a file. */
  close(): string | null;
}

const flushCharacters = 65_536;

/** Creates the file with its first row. `usual` is the delimiter of a table; undefined for a journal. */
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
      // Accounts may be declared after the rows that name them.
      if (isBegun || text !== '') text += settings;
      flush();
      return to.close();
    },
  };
};

/** Creates the file with its first row. If the name is taken, it uses the first free name of `path.2`, `path.3` and so on. */
export const rejectedFileAt = (wanted: string): RejectedText => {
  let file: { readonly descriptor: number; readonly path: string } | undefined;
  return {
    isOfDryRunsToo: false,
    write: (text) => {
      file ??= opened(wanted);
      // Writes in a loop, because a write may be partial.
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

/** Whether the path is a terminal or a pipe, which cannot be overwritten. */
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
