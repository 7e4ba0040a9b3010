/**
 * Reads the SGML of OFX 1 piece by piece. It begins with header lines, and an element with a text may lack its end tag. OFX 2 without an
 * XML declaration is read too.
 */
import type { ElementTaker } from './elements';
import { decoderOfStream, type Encoding } from './lines';
import type { FileReader, Reason, Stop } from './rows';
import { cutOff } from './statements';

/** The maximum number of characters in a tag. OFX has no tag this long, so a longer one is skipped. */
const maxNameCharacters = 200;
/** The maximum number of characters in a tag together with the text after it. */
const maxTagCharacters = 1_048_576;

export const createSgmlReader = (taker: ElementTaker, encoding: Encoding | undefined, stop: Stop): FileReader => {
  const open: string[] = [];
  let decode: ((bytes: Buffer, isEnd: boolean) => string) | undefined;
  let rest = '';
  let line = 1;
  let isStopped = false;
  const stopped: Stop = (at, reason) => {
    if (!isStopped) stop(at, reason);
    isStopped = true;
  };

  const close = (name: string): void => {
    // The end tag of an element with a text is ignored, because such an element was already closed after its text.
    if (!open.includes(name)) return;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      taker.close(last, line);
      if (last === name) return;
    }
  };
  const take = (tag: string, text: string): void => {
    if (tag.length > maxNameCharacters) return;
    const name = tag
      .replace(/^\//, '')
      .replace(/\s*\/?$/, '')
      .toUpperCase();
    if (tag.startsWith('/')) close(name);
    else if (/^[A-Z0-9._:]+$/.test(name)) {
      taker.open(name, {}, line);
      const value = unescaped(text.trim());
      if (value === '') open.push(name);
      else {
        taker.text(value);
        taker.close(name, line);
      }
    }
  };
  /** Handles each tag once the text after it is complete. */
  const takeAll = (isEnd: boolean): void => {
    let from = rest.indexOf('<');
    line += linesIn(rest.slice(0, Math.max(from, 0)));
    while (from >= 0) {
      // The text of a CDATA section may contain `<`, so its end is searched for.
      const isData = rest.startsWith('<![CDATA[', from);
      const to = isData ? rest.indexOf(']]>', from) : rest.indexOf('>', from);
      const next = to < 0 ? -1 : rest.indexOf('<', to);
      if (to < 0 || (next < 0 && !isEnd)) break;
      const end = next < 0 ? rest.length : next;
      if (isData) taker.text(rest.slice(from + '<![CDATA['.length, to));
      else take(rest.slice(from + 1, to), rest.slice(to + 1, end));
      line += linesIn(rest.slice(from, end));
      from = next;
      if (next < 0) rest = '';
    }
    if (from > 0) rest = rest.slice(from);
    if (rest.length > maxTagCharacters) stopped(line, tooLong);
  };
  const guarded = (work: () => void): void => {
    if (isStopped) return;
    try {
      work();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
      stopped(line, wrongEncoding);
    }
  };
  return {
    push: (bytes) =>
      guarded(() => {
        decode ??= decoderOfStream(encoding ?? declaredIn(bytes)) ?? decoderOfStream('utf-8');
        rest += decode?.(bytes, false) ?? '';
        takeAll(false);
      }),
    end: () =>
      guarded(() => {
        rest += decode?.(Buffer.alloc(0), true) ?? '';
        takeAll(true);
        if (open.includes('OFX')) stopped(line, cutOff('before </OFX>'));
      }),
  };
};

const linesIn = (text: string): number => {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
};

/** Reads the encoding from the header: `ENCODING:UTF-8`, or `ENCODING:USASCII` with `CHARSET:1252`. */
const declaredIn = (bytes: Buffer): string => {
  const header = bytes.subarray(0, 1_000).toString('latin1');
  const [, encoding = ''] = /^\s*ENCODING:\s*(\S+)/m.exec(header) ?? [];
  const [, charset = ''] = /^\s*CHARSET:\s*(\S+)/m.exec(header) ?? [];
  if (/^(?:utf-?8|unicode)$/i.test(encoding)) return 'utf-8';
  if (/^\d{3,4}$/.test(charset)) return `windows-${charset}`;
  return /^(?:none)?$/i.test(charset) ? 'utf-8' : charset;
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|([a-z]{2,4}));/g, (all, code: string | undefined, name: string) => {
    if (code === undefined) return entities[name] ?? all;
    return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : all;
  });

const wrongEncoding: Reason = {
  code: 'WRONG_ENCODING',
  message:
    'A character is not valid in the encoding that the file declares. Set the right one in the map: {"statement": {"encoding": "windows-1252"}}, or another of those that import.md lists.',
};
const tooLong: Reason = {
  code: 'TOO_LARGE',
  message: `A tag and the text after it are longer than ${maxTagCharacters} characters, which no statement needs.`,
};
