/**
 * Reads XML piece by piece. A document type declaration stops the import, so that no entity is ever expanded. The parser is loaded only for
 * a file in XML, because nothing else needs it.
 */
import type { ElementTaker } from './elements';
import { decoderOfStream, type Encoding } from './lines';
import { quoted, type FileReader, type Reason, type Stop } from './rows';

/** The maximum number of characters in a text, a comment or a tag. */
const maxMarkupCharacters = 4_194_304;

export const createXmlReader = async (
  taker: ElementTaker,
  encoding: Encoding | undefined,
  stop: Stop,
): Promise<FileReader> => {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ position: true, xmlns: false as const });
  let decode: ((bytes: Buffer, isEnd: boolean) => string) | undefined;
  let isStopped = false;
  let since = 0;
  const stopped: Stop = (line, reason) => {
    if (!isStopped) stop(line, reason);
    isStopped = true;
  };
  const told = (): void => void (since = 0);
  parser.on('opentag', ({ name, attributes }) => {
    told();
    taker.open(localName(name), attributes, parser.line);
  });
  parser.on('text', (text) => {
    told();
    taker.text(text);
  });
  parser.on('cdata', (text) => {
    told();
    taker.text(text);
  });
  parser.on('closetag', ({ name }) => {
    told();
    taker.close(localName(name), parser.line);
  });
  parser.on('comment', told);
  parser.on('doctype', () => stopped(parser.line, hasDoctype));

  /** Runs a step of the parser. If it throws, stops the import. */
  const guarded = (work: () => void): void => {
    if (isStopped) return;
    try {
      work();
    } catch (error) {
      stopped(parser.line, isDecoding(error) ? wrongEncoding : notWellFormed(error as Error));
    }
  };
  return {
    push: (bytes) =>
      guarded(() => {
        const declared = encoding ?? declaredIn(bytes);
        decode ??= decoderOfStream(declared);
        if (decode === undefined) return stopped(1, unknownEncoding(declared));
        const text = decode(bytes, false);
        since += text.length;
        if (since > maxMarkupCharacters) return stopped(parser.line, tooLong);
        parser.write(text);
      }),
    end: () =>
      guarded(() => {
        parser.write(decode?.(Buffer.alloc(0), true) ?? '');
        parser.close();
      }),
  };
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads the encoding from the byte order mark, or else from the XML declaration. */
const declaredIn = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, 200).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(beginning)?.[1] ?? 'utf-8';
};

const isDecoding = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

const notWellFormed = ({ message }: Error): Reason => ({
  code: 'XML_INVALID',
  message: `The file is not well-formed XML (${message}): it is damaged, or was cut off. Fetch it from the bank again.`,
});
const hasDoctype: Reason = {
  code: 'XML_INVALID',
  message: 'The file has a document type declaration (<!DOCTYPE), which no statement has. The file is not imported.',
};
const wrongEncoding: Reason = {
  code: 'WRONG_ENCODING',
  message:
    'A character is not valid in the encoding that the file declares. Set the right one in the map: "encoding" in "statement".',
};
const unknownEncoding = (name: string): Reason => ({
  code: 'WRONG_ENCODING',
  message: `The file declares the encoding ${quoted(name)}, which is unknown. Convert the file to UTF-8, and change the declaration in its first line.`,
});
const tooLong: Reason = {
  code: 'TOO_LARGE',
  message: `A text or a tag is longer than ${maxMarkupCharacters} characters, which no statement needs.`,
};
