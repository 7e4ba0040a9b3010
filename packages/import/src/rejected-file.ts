/**
 * Writes the file of rejected rows. It has the format of the imported file; for a statement it is a table of the statement's rows. It
 * contains each rejected row with its line and the reason, and the settings and accounts that are needed to read the row. After corrections
 * the file can be imported like the original. It is always a new file: it overwrites neither the imported file, nor earlier corrections,
 * nor the target of a link.
 */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { quotedCell, recordBreak } from './csv-records';
import type { AccountRow, Reason, SettingRow } from './rows';

export interface RejectedFile {
  /** Adds a directive that is needed to read the rows after it, or a declaration of an account that they name. */
  setting(row: SettingRow | AccountRow): void;
  reject(line: number, raw: string, reason: Reason): void;
  /** Returns the path of the file; null if no file was written. */
  close(): string | null;
}

/** Receives the text of the file of rejected rows in parts. */
export interface RejectedText {
  /** Whether a dry run also writes the rows that it would reject. */
  readonly isOfDryRunsToo: boolean;
  write(text: string): void;
  /** Returns the path of the file; null if nothing was written, or if the target is a terminal or a pipe. */
  close(): string | null;
}

const flushCharacters = 65_536;

/** The text at the beginning of a file by which the import knows that the file is UTF-8, even if the map names another encoding. */
const byteOrderMark = '\uFEFF';

export interface RejectedForm {
  /** The delimiter of a table; undefined for a journal. */
  readonly delimiter: string | undefined;
  /** Whether the map names an encoding other than UTF-8. The file of rejected rows is UTF-8 nevertheless, and is marked as such. */
  readonly isOfOtherEncoding: boolean;
}

/** Composes the file of rejected rows. */
export const createRejectedFile = (
  to: RejectedText,
  { delimiter: usual, isOfOtherEncoding }: RejectedForm,
): RejectedFile => {
  let text = '';
  let delimiter = usual;
  let isBegun = false;
  const flush = (): void => {
    if (text === '') return;
    isBegun = true;
    to.write(text);
    text = '';
  };
  let settings = isOfOtherEncoding ? byteOrderMark : '';
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
      // Adds the remaining declarations: a file may declare an account after the rows that name it.
      if (isBegun || text !== '') text += settings;
      flush();
      return to.close();
    },
  };
};

/**
 * Writes to a new file, which is created with the first text. If the path is taken, the first free one of `path.2`, `path.3` and so on is
 * used.
 */
export const rejectedFileAt = (wanted: string): RejectedText => {
  let file: { readonly descriptor: number; readonly path: string } | undefined;
  return {
    isOfDryRunsToo: false,
    write: (text) => {
      file ??= opened(wanted);
      // A write may be partial, so it is repeated until the whole text is written.
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

/** Returns whether the path is a terminal or a pipe. Writing to it overwrites nothing. */
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
