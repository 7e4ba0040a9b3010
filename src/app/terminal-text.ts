/**
 * All output of commands and every log line passes through here: a name may contain any text of a client or a file,
 * which must neither control the terminal nor reverse the direction of the text after it.
 */
import { steering } from '../kernel/wording';

/**
 * Cleans one line, or one cell of a table: a line feed or a tab in it is replaced too, so that nobody can add lines or
 * columns.
 */
export const terminalText = (line: string): string => line.replaceAll(steering, '\uFFFD');

/** Cleans several lines of our own, parts of which may be other people's text. */
export const terminalLines = (text: string): string => text.split(/\r?\n/).map(terminalText).join('\n');

/**
 * Escapes control characters without changing the meaning of the JSON: JSON.stringify escapes only those below U+0020.
 */
export const terminalJson = (json: string): string =>
  json.replaceAll(steering, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
