/**
 * All output of commands and every log line passes through here: a name may contain any text of a client or a file,
 * which must neither control the terminal nor reverse the direction of the text after it.
 */
import { steering } from '../kernel/wording';

/**
 * Replaces control characters in one line, or in one cell of a table; line feeds and tabs too, so that a text cannot add lines or columns.
 */
export const terminalText = (line: string): string => line.replaceAll(steering, '\uFFFD');

/** Replaces control characters in several lines of our own, which may quote text from others, but keeps their line breaks. */
export const terminalLines = (text: string): string => text.split(/\r?\n/).map(terminalText).join('\n');

/**
 * Escapes control characters without changing the meaning of the JSON: JSON.stringify escapes only those below U+0020.
 */
export const terminalJson = (json: string): string =>
  json.replaceAll(steering, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
