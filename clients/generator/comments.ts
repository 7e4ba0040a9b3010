/** Builds the comments of generated files: the purpose and the refusals of an operation, wrapped into lines. */
import type { Operation } from './api';

/**
 * Codes that the comment of an operation does not list, because every operation may return them, or because only a browser session gets
 * them.
 */
const general: ReadonlySet<string> = new Set([
  ...['INTERNAL_ERROR', 'MALFORMED_REQUEST', 'RATE_LIMIT_EXCEEDED', 'REQUEST_TIMEOUT'],
  ...['SERVICE_UNAVAILABLE', 'UNAUTHORIZED', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR', 'FORBIDDEN'],
  ...['CSRF_TOKEN_INVALID', 'INVALID_CURSOR', 'LEDGER_NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
]);

/** Returns the text of an operation's comment, which is the same for every language. */
export const explained = ({ summary, description, refusals }: Operation): string => {
  const codes = refusals.filter((code) => !general.has(code));
  return [sentence(summary), sentence(description), ...(codes.length > 0 ? [`Refused with ${codes.join(', ')}.`] : [])]
    .filter((text) => text !== '')
    .join('\n\n');
};

const sentence = (text: string): string => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);

const width = 118;

/** Formats a text as a TypeScript comment with a line break at its end. */
export const comment = (text: string, indent: string): string => {
  if (text === '') return '';
  const safe = text.replaceAll('*/', '*\\/');
  const lines = safe.split('\n').flatMap((line) => wrapped(line, width - indent.length - 3));
  if (lines.length === 1 && safe.length + indent.length + 7 <= width) return `${indent}/** ${safe} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
};

/** Wraps a text into lines of at most `columns` characters, unless a word is longer. */
export const wrapped = (text: string, columns: number): readonly string[] => {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
};
