/** Answers that are no JSON: a report for a spreadsheet, the books as other programs read them. */
import { slicedText } from './sliced-text';

/** Text of a media type. What is not known before it is sent comes as it is read, and no faster. */
export interface FileReply {
  readonly mediaType: string;
  /** What it is called where it is kept: letters, digits, dots and dashes. */
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
