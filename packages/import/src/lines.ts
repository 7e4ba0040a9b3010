/**
 * Bytes to lines, which keep a carriage return at their end: in a quoted cell it is part of the text. A file without line feeds
 * has lines that end with carriage returns alone. A line that is longer than `maxLineBytes` is never kept, however long it is;
 * one that is no valid text of the encoding, or holds a NUL, is reported with its number and left out. UTF-16 is reported at
 * once, because no line of it could be read.
 */
import { isUtf8 } from 'node:buffer';
import type { LineReader, Reason } from './rows';

/** 1 MiB, the line break not counted. */
export const maxLineBytes = 1_048_576;

/** All of them have ASCII in ASCII's places, so that lines end at the byte of a line feed. */
export const encodings = [
  ...(['utf-8', 'windows-1252', 'iso-8859-1', 'iso-8859-15', 'windows-1250', 'windows-1251', 'iso-8859-2'] as const),
  ...(['gb18030', 'big5', 'shift_jis', 'euc-kr'] as const),
] as const;
export type Encoding = (typeof encodings)[number];
/** Some programs write either, and do not say which. Bytes beyond ASCII that are valid UTF-8 are hardly ever meant as windows-1252. */
export const westernOrUtf8 = 'utf-8 or windows-1252';

const lineFeed = 10;
const carriageReturn = 13;
/** By then a line has ended. */
const maxHeldBytes = 65_536;

export class WrongEncoding extends Error {}

export interface LineSplitter {
  push(bytes: Buffer): void;
  /** The last line need not have a line break. */
  end(): void;
}

export const createLineSplitter = (
  reader: LineReader,
  encoding: Encoding | typeof westernOrUtf8 = 'utf-8',
  cure = iconvCure,
): LineSplitter => {
  const decode = decoderOf(encoding);
  let number = 0;
  let isFirst = true;
  /** Carriage returns alone end lines. */
  let hasReturns = false;
  /** The bytes since the last line break. */
  let rest: Buffer[] = [];
  let restBytes = 0;
  /** The line that is being read is too long: its bytes are dropped until it ends. */
  let isDropping = false;

  const tell = (bytes: Buffer): void => {
    const text = decode(bytes);
    if (text === undefined) return one(bytes);
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      tellLine(text.slice(from, at));
      from = at + 1;
    }
    tellLine(text.slice(from));
  };
  const tellLine = (text: string): void => {
    number += 1;
    if (text.length * 3 > maxLineBytes && Buffer.byteLength(text) > maxLineBytes)
      return reader.unreadable(number, tooLong);
    reader.line(text, number);
  };
  /** Line by line, where one of them is wrong. */
  const one = (bytes: Buffer): void => {
    let from = 0;
    for (let isLast = false; !isLast;) {
      const at = bytes.indexOf(lineFeed, from);
      isLast = at < 0;
      const line = bytes.subarray(from, isLast ? bytes.length : at);
      const text = decode(line);
      if (text !== undefined) tellLine(text);
      else reader.unreadable(++number, line.length > maxLineBytes ? tooLong : wrongBytes(line, encoding, cure));
      from = at + 1;
    }
  };
  const keep = (bytes: Buffer): void => {
    if (isDropping || bytes.length === 0) return;
    rest.push(bytes);
    restBytes += bytes.length;
    // A carriage return may still belong to the line break.
    if (restBytes <= maxLineBytes + 1) return;
    isDropping = true;
    rest = [];
    restBytes = 0;
  };
  const begin = (bytes: Buffer): Buffer => {
    isFirst = false;
    hasReturns = !bytes.includes(lineFeed) && bytes.includes(carriageReturn);
    if (bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)))
      throw new WrongEncoding('The file is UTF-16. Make it UTF-8 first: iconv -f UTF-16 -t UTF-8 FILE');
    return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  };

  return {
    push: (chunk) => {
      if (isFirst && restBytes + chunk.length < maxHeldBytes && !chunk.includes(lineFeed)) return keep(chunk);
      let bytes = chunk;
      if (isFirst) {
        bytes = begin(rest.length === 0 ? chunk : Buffer.concat([...rest, chunk]));
        rest = [];
        restBytes = 0;
      }
      if (hasReturns) bytes = withLineFeeds(bytes);
      const last = bytes.lastIndexOf(lineFeed);
      if (last < 0) return keep(bytes);
      let from = 0;
      if (isDropping) {
        isDropping = false;
        reader.unreadable(++number, tooLong);
        from = bytes.indexOf(lineFeed) + 1;
      }
      if (from <= last) {
        const whole = bytes.subarray(from, last);
        tell(rest.length === 0 ? whole : Buffer.concat([...rest, whole]));
      }
      rest = [];
      restBytes = 0;
      keep(bytes.subarray(last + 1));
    },
    end: () => {
      if (isFirst) {
        const whole = begin(Buffer.concat(rest));
        rest = [hasReturns ? withLineFeeds(whole) : whole];
      }
      if (isDropping) reader.unreadable(++number, tooLong);
      else if (rest.some(({ length }) => length > 0)) tell(Buffer.concat(rest));
      reader.end();
    },
  };
};

/** 0x80 to 0x9f of windows-1252, as which the Encoding Standard reads ISO 8859-1 too. Node.js 20 reads control characters there. */
const westernSigns =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f'.concat(
    '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178',
  );
const isWestern = (encoding: Encoding): boolean => encoding === 'windows-1252' || encoding === 'iso-8859-1';
const western = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, (sign) => westernSigns[sign.charCodeAt(0) - 0x80] as string);

/** The text as an earlier version read it, which took these signs for control characters. */
export const asReadEarlier = (text: string, encoding: Encoding): string =>
  isWestern(encoding)
    ? text.replaceAll(/[^\u0000-\u00ff]/g, (sign) => {
        const place = westernSigns.indexOf(sign);
        return place < 0 ? sign : String.fromCharCode(0x80 + place);
      })
    : text;

/** The text, or undefined where the bytes are none. */
const decoderOf = (encoding: Encoding | typeof westernOrUtf8): ((bytes: Buffer) => string | undefined) => {
  if (encoding === westernOrUtf8) {
    const [first, second] = [decoderOf('utf-8'), decoderOf('windows-1252')];
    return (bytes) => first(bytes) ?? second(bytes);
  }
  if (encoding === 'utf-8')
    return (bytes) => (!bytes.includes(0) && isUtf8(bytes) ? bytes.toString('utf8') : undefined);
  if (isWestern(encoding)) return (bytes) => (bytes.includes(0) ? undefined : western(bytes));
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => {
    if (bytes.includes(0)) return undefined;
    try {
      return decoder.decode(bytes);
    } catch {
      return undefined;
    }
  };
};

/**
 * Decodes a file that has no lines, piece by piece, and throws where bytes are no text; undefined where no such encoding is known.
 * It takes off a byte order mark.
 */
export const decoderOfStream = (label: string): ((bytes: Buffer, isEnd: boolean) => string) | undefined => {
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch {
    return undefined;
  }
  if (decoder.encoding === 'windows-1252') return (bytes) => western(bytes);
  return (bytes, isEnd) => decoder.decode(bytes, { stream: !isEnd });
};

export const iconvCure =
  'Make the file UTF-8 first: iconv -f ENCODING -t UTF-8 FILE, such as windows-1252 for ENCODING.';
/** The cure for a file that has a map. */
export const mapCure =
  'Say in the map which encoding the file has: "encoding": "windows-1252", or another of those that import.md lists.';

const wrongBytes = (line: Buffer, encoding: string, cure: string): Reason =>
  line.includes(0)
    ? { code: 'NUL_CHARACTER', message: 'The line holds a NUL character. UTF-16 has many: make the file UTF-8 first.' }
    : { code: 'WRONG_ENCODING', message: `The line is not valid ${encoding}. ${cure}` };

const withLineFeeds = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.map((byte) => (byte === carriageReturn ? lineFeed : byte)));

/** Refuses lines with a carriage return in them: in a journal no text holds one, and more than one line stands there. */
export const refusingReturns = (reader: LineReader): LineReader => ({
  ...reader,
  line: (text, number) => {
    if (/\r[^\r]/.test(text)) reader.unreadable(number, returnWithin);
    else reader.line(text, number);
  },
});

const returnWithin: Reason = {
  code: 'CARRIAGE_RETURN',
  message:
    'The line holds a carriage return: some lines of the file end otherwise than the others. Make them end alike.',
};

const tooLong: Reason = {
  code: 'LINE_TOO_LONG',
  message: `The line is longer than ${maxLineBytes} bytes. It is not repeated here.`,
};
