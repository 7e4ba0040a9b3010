/**
 * Splits bytes into lines. A line keeps a carriage return at its end, because in a quoted cell the carriage return is part of the text. In
 * a file without line feeds, carriage returns end the lines. A line longer than `maxLineBytes` is skipped without being kept in memory. A
 * line that is invalid in the encoding, is UTF-8 although another encoding is supposed, or contains a NUL, is reported with its number and
 * skipped. A file that begins with a byte order mark of UTF-8 is read as UTF-8, whichever encoding is supposed. UTF-16 is reported at once,
 * because every line of it would be invalid.
 */
import { isUtf8 } from 'node:buffer';
import type { LineReader, Reason } from './rows';

/** The maximum length of a line in bytes, without its line break: 1 MiB. */
export const maxLineBytes = 1_048_576;

/** The supported encodings. In all of them a line feed is the byte 10, so that lines can be split before they are decoded. */
export const encodings = [
  ...(['utf-8', 'windows-1252', 'iso-8859-1', 'iso-8859-15', 'windows-1250', 'windows-1251', 'iso-8859-2'] as const),
  ...(['gb18030', 'big5', 'shift_jis', 'euc-kr'] as const),
] as const;
export type Encoding = (typeof encodings)[number];
/**
 * The encoding of programs that write UTF-8 or windows-1252 without stating which. A line that is valid UTF-8 is read as UTF-8: text in
 * windows-1252 is very seldom valid UTF-8.
 */
export const westernOrUtf8 = 'utf-8 or windows-1252';

const lineFeed = 10;
const carriageReturn = 13;
/** The number of bytes in which the first line break is searched for. */
const maxHeldBytes = 65_536;

export class WrongEncoding extends Error {}

export interface LineSplitter {
  push(bytes: Buffer): void;
  /** Ends the file. The last line may lack a line break. */
  end(): void;
}

export const createLineSplitter = (
  reader: LineReader,
  supposed: Encoding | typeof westernOrUtf8 = 'utf-8',
  cure = iconvCure,
): LineSplitter => {
  let encoding = supposed;
  let decode = decoderOf(encoding);
  let number = 0;
  let isFirst = true;
  /** Whether lines end with a carriage return and no line feed. */
  let hasReturns = false;
  /** The bytes since the last line break. */
  let rest: Buffer[] = [];
  let restBytes = 0;
  /** Whether the current line is too long. Its bytes are dropped up to its end. */
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
  /** Decodes the lines one by one, because at least one of them is invalid. */
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
    // One more byte is allowed: it may be the carriage return of the line break.
    if (restBytes <= maxLineBytes + 1) return;
    isDropping = true;
    rest = [];
    restBytes = 0;
  };
  const begin = (bytes: Buffer): Buffer => {
    isFirst = false;
    hasReturns = !bytes.includes(lineFeed) && bytes.includes(carriageReturn);
    if (bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)))
      throw new WrongEncoding(
        'The file is UTF-16. Convert it to UTF-8 first: iconv -f UTF-16 -t UTF-8 FILE > NEW-FILE',
      );
    if (bytes[0] !== 0xef || bytes[1] !== 0xbb || bytes[2] !== 0xbf) return bytes;
    encoding = 'utf-8';
    decode = decoderOf(encoding);
    return bytes.subarray(3);
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

/**
 * The characters for the bytes 0x80 to 0x9f in windows-1252. According to the Encoding Standard, ISO 8859-1 is read as windows-1252.
 * Node.js 20 returns control characters for these bytes in both encodings, so they are decoded here.
 */
const westernSigns =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f'.concat(
    '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178',
  );
const isWestern = (encoding: Encoding): boolean => encoding === 'windows-1252' || encoding === 'iso-8859-1';
const western = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, (sign) => westernSigns[sign.charCodeAt(0) - 0x80] as string);

/** Returns the text as an earlier version decoded it: with control characters instead of the characters of windows-1252. */
export const asReadEarlier = (text: string, encoding: Encoding): string =>
  isWestern(encoding)
    ? text.replaceAll(/[^\u0000-\u00ff]/g, (sign) => {
        const place = westernSigns.indexOf(sign);
        return place < 0 ? sign : String.fromCharCode(0x80 + place);
      })
    : text;

/** The encodings in which ordinary text may contain one pair of bytes that is also valid UTF-8, but hardly two characters in a row. */
const mayResembleUtf8: ReadonlySet<Encoding> = new Set(['windows-1251', 'gb18030', 'big5', 'shift_jis', 'euc-kr']);

/**
 * Returns whether the bytes are UTF-8 with characters beyond ASCII, although another encoding is supposed. Nearly any bytes are valid text
 * in the other encoding, so a bank that changes to UTF-8 would be noticed only by garbled texts, and known rows would be posted again.
 */
const isUtf8InsteadOf = (encoding: Encoding, bytes: Buffer): boolean =>
  isUtf8(bytes) && (mayResembleUtf8.has(encoding) ? /[^\x00-\x7f]{2}/ : /[^\x00-\x7f]/).test(bytes.toString('utf8'));

/** Returns a function that decodes bytes, and returns undefined if they are not valid text. */
const decoderOf = (encoding: Encoding | typeof westernOrUtf8): ((bytes: Buffer) => string | undefined) => {
  if (encoding === westernOrUtf8) {
    const [first, second] = [decoderOf('utf-8'), decoderOf('windows-1252')];
    return (bytes) => first(bytes) ?? second(bytes);
  }
  if (encoding === 'utf-8')
    return (bytes) => (!bytes.includes(0) && isUtf8(bytes) ? bytes.toString('utf8') : undefined);
  if (isWestern(encoding))
    return (bytes) => (bytes.includes(0) || isUtf8InsteadOf(encoding, bytes) ? undefined : western(bytes));
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => {
    if (bytes.includes(0) || isUtf8InsteadOf(encoding, bytes)) return undefined;
    try {
      return decoder.decode(bytes);
    } catch {
      return undefined;
    }
  };
};

/**
 * Returns a function that decodes a file piece by piece and removes a byte order mark. It throws for bytes that are not valid text. Returns
 * undefined if the encoding is unknown.
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
  'Convert the file to UTF-8 first: iconv -f ENCODING -t UTF-8 FILE > NEW-FILE. ENCODING is the encoding of the file, for example windows-1252.';
/** The advice for files that are read with a map, which can name the encoding. */
export const mapCure =
  'Set the encoding of the file in the map: "encoding": "windows-1252", or another of those that import.md lists.';

const wrongBytes = (line: Buffer, encoding: string, cure: string): Reason =>
  line.includes(0)
    ? {
        code: 'NUL_CHARACTER',
        message: 'The line contains a NUL character, as files in UTF-16 do: convert the file to UTF-8 first.',
      }
    : isUtf8(line)
      ? {
          code: 'WRONG_ENCODING',
          message: `The line is UTF-8, and not ${encoding}. Set "encoding": "utf-8" in the map, or remove "encoding" from it.`,
        }
      : { code: 'WRONG_ENCODING', message: `The line is not valid ${encoding}. ${cure}` };

const withLineFeeds = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.map((byte) => (byte === carriageReturn ? lineFeed : byte)));

/** Rejects lines that contain a carriage return. No text of a journal contains one, so such a line must be several lines. */
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
    'The line contains a carriage return: the lines of the file have different line endings. Make them the same.',
};

const tooLong: Reason = {
  code: 'LINE_TOO_LONG',
  message: `The line is longer than ${maxLineBytes} bytes. It is not shown here.`,
};
