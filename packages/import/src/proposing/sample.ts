/** Reads the beginning of a table: its encoding, its delimiter, and its records. The records of a table have the same number of cells. */
import { isUtf8 } from 'node:buffer';
import { createRecords, withoutSpare, type CsvRecord } from '../csv-records';
import { createLineSplitter, decoderOfStream, type Encoding } from '../lines';
import type { Source } from '../source';
import { finding, type Finding } from './finding';

export type Delimiter = ',' | ';' | '\t' | '|';

/** The number of bytes at the beginning of a file that are used to propose a map. */
const maxSampleBytes = 1_048_576;
const maxSampleRecords = 2_000;
/** The maximum number of widths that are tried with each delimiter. */
const maxWidths = 8;

export interface Beginning {
  readonly bytes: Buffer;
  /** Whether the bytes are the whole file. */
  readonly isWhole: boolean;
}

/** Reads the beginning of a file up to the end of a line. */
export const beginningOf = async (
  source: Pick<Source, 'read' | 'bytes'>,
  maxBytes = maxSampleBytes,
): Promise<Beginning> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of source.read()) {
    pieces.push(piece);
    length += piece.length;
    if (length >= maxBytes) break;
  }
  const bytes = Buffer.concat(pieces);
  if (length >= source.bytes) return { bytes, isWhole: true };
  const end = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13));
  return { bytes: end < 0 ? bytes : bytes.subarray(0, end + 1), isWhole: false };
};

export interface Table {
  readonly delimiter: Delimiter;
  readonly records: readonly CsvRecord[];
  /** The number of cells in a record of the table, and how many records have it. */
  readonly width: number;
  readonly fitting: number;
}

/**
 * Splits the records by each delimiter. Returns a table for each delimiter and each frequent number of cells, from two on: the lines before
 * a short table may outnumber its rows.
 */
export const tablesIn = (bytes: Buffer, encoding: Encoding): readonly Table[] =>
  ([',', ';', '\t', '|'] as const).flatMap((delimiter) => {
    const records: CsvRecord[] = [];
    const reader = createRecords(delimiter, {
      record: (record) => void (records.length < maxSampleRecords && records.push(record)),
      wrong: () => undefined,
      end: () => undefined,
    });
    const splitter = createLineSplitter(reader, encoding);
    splitter.push(bytes);
    splitter.end();
    const times = new Map<number, number>();
    for (const { cells } of records) times.set(cells.length, (times.get(cells.length) ?? 0) + 1);
    return [...times]
      .filter(([width]) => width > 1)
      .sort(([, one], [, other]) => other - one)
      .slice(0, maxWidths)
      .map(([width]) => ({ delimiter, records, width, fitting: fittingIn(records, width) }));
  });

const fittingIn = (records: readonly CsvRecord[], width: number): number =>
  records.filter(({ cells }) => withoutSpare(cells, width).length === width).length;

/** Returns the most likely encoding. Any bytes are valid text in some encodings, so the result may be a guess. */
export const encodingOf = (bytes: Buffer): { readonly encoding: Encoding; readonly found: Finding } => {
  const of = (encoding: Encoding, confidence: Finding['confidence'], message: string) => ({
    encoding,
    found: finding('encoding', confidence, message),
  });
  if (isUtf8(bytes)) {
    const isPlain = bytes.every((byte) => byte < 0x80);
    return of('utf-8', 'certain', isPlain ? 'All characters are ASCII.' : 'All bytes are valid UTF-8.');
  }
  // Every text in EUC-KR is also valid in GB 18030, but a Chinese text read as EUC-KR has many characters other than Hangul.
  for (const encoding of ['shift_jis', 'euc-kr', 'gb18030', 'big5'] as const) {
    const text = decoded(bytes, encoding);
    const foreign = text?.match(/[^\x00-\x7f]/g) ?? [];
    const east = foreign.filter((each) =>
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u30ff\uff00-\uff65]/u.test(each),
    );
    // East Asian text has long runs of bytes beyond ASCII. Accented European letters rarely follow one another.
    const hangul = foreign.filter((each) => /\p{Script=Hangul}/u.test(each)).length;
    if (encoding === 'euc-kr' && hangul * 10 <= foreign.length * 9) continue;
    const isEast = hasRuns(bytes, 4) || (encoding === 'shift_jis' && hasKanaLeads(bytes));
    if (east.length >= 4 && east.length * 10 > foreign.length * 9 && isEast)
      return of(encoding, 'guessed', `The bytes are not UTF-8, and read as ${encoding} they are East Asian text.`);
  }
  return hasRuns(bytes, 4)
    ? of(
        'windows-1251',
        'guessed',
        'The bytes are not UTF-8, and have whole words without ASCII letters, as Cyrillic text has.',
      )
    : of('windows-1252', 'likely', 'The bytes are not UTF-8. Most banks in western Europe then use windows-1252.');
};

const decoded = (bytes: Buffer, encoding: Encoding): string | undefined => {
  try {
    return decoderOfStream(encoding)?.(bytes, false);
  } catch {
    return undefined;
  }
};

/**
 * Returns whether the bytes begin characters of Shift JIS that windows-1252 does not have, or hardly ever uses. The second byte of such a
 * character may be ASCII, so that the text has no long runs.
 */
const hasKanaLeads = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1');
  const all = text.match(/[\x80-\xff]/g)?.length ?? 0;
  const leads = text.match(/[\x81-\x83\x88-\x8b\x8d\x8f\x90\x98\x9d]/g)?.length ?? 0;
  return leads >= 4 && leads * 4 > all;
};

/** Returns whether more than half of the bytes beyond ASCII are in runs of at least `length` such bytes. */
const hasRuns = (bytes: Buffer, length: number): boolean => {
  const text = bytes.toString('latin1');
  const all = text.match(/[\x80-\xff]/g)?.length ?? 0;
  const inRuns = (text.match(new RegExp(`[\\x80-\\xff]{${length},}`, 'g')) ?? []).join('').length;
  return inRuns * 2 > all;
};
