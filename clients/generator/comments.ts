/** The words above what is generated: what an operation does and refuses, in lines that are not too long. */
import type { Operation } from './api';

/** Codes that every operation or list may answer with say nothing of one; some meet only people who are signed in. */
const general: ReadonlySet<string> = new Set([
  ...['INTERNAL_ERROR', 'MALFORMED_REQUEST', 'RATE_LIMIT_EXCEEDED', 'REQUEST_TIMEOUT'],
  ...['SERVICE_UNAVAILABLE', 'UNAUTHORIZED', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR', 'FORBIDDEN'],
  ...['CSRF_TOKEN_INVALID', 'INVALID_CURSOR', 'LEDGER_NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
]);

/** The comment of an operation, in every language. */
export const explained = ({ summary, description, refusals }: Operation): string => {
  const codes = refusals.filter((code) => !general.has(code));
  return [sentence(summary), sentence(description), ...(codes.length > 0 ? [`Refused with ${codes.join(', ')}.`] : [])]
    .filter((text) => text !== '')
    .join('\n\n');
};

const sentence = (text: string): string => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);

const width = 118;

/** Above what it explains, in TypeScript. */
export const comment = (text: string, indent: string): string => {
  if (text === '') return '';
  const safe = text.replaceAll('*/', '*\\/');
  const lines = safe.split('\n').flatMap((line) => wrapped(line, width - indent.length - 3));
  if (lines.length === 1 && safe.length + indent.length + 7 <= width) return `${indent}/** ${safe} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
};

/** In lines of at most this many characters, where words allow it. */
export const wrapped = (text: string, columns: number): readonly string[] => {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
};
