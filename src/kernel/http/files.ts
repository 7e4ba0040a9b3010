/** Answers that are not JSON: a report for a spreadsheet, or the books in formats of other programs. */
import { slicedText } from './sliced-text';

/** A text and its media type. An async iterable is sent while it is generated, only as fast as the client reads it. */
export interface FileReply {
  readonly mediaType: string;
  /** The suggested file name: letters, digits, dots and dashes. */
  readonly name: string;
  readonly text: Iterable<string> | AsyncIterable<string>;
}

export const fileAnswer = async (
  { mediaType, name, text }: FileReply,
  headers: Readonly<Record<string, string>> = {},
): Promise<{
  readonly headers: Readonly<Record<string, string>>;
  readonly text: readonly Buffer[] | AsyncIterable<string>;
  readonly mediaType: string;
}> => ({
  headers: { ...headers, 'Content-Disposition': `attachment; filename="${name}"` },
  text: Symbol.asyncIterator in text ? text : await slicedText(text),
  mediaType,
});
