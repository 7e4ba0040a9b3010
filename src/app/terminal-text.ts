/**
 * Everything that a command prints and every line of the log goes through here: a client or a file may have written anything into a
 * name, and it must neither steer the terminal nor turn the order of the text behind it around.
 */
import { steering } from '../kernel/wording';

/** One line, or one cell of a table: a line feed or a tab in it is replaced too, so that nobody adds lines or columns. */
export const terminalText = (line: string): string => line.replaceAll(steering, '\uFFFD');

/** Several lines of our own, whose parts may be of others. */
export const terminalLines = (text: string): string => text.split(/\r?\n/).map(terminalText).join('\n');

/** JSON means the same afterwards: JSON.stringify escapes what is below a blank, and leaves the other controls as they are. */
export const terminalJson = (json: string): string =>
  json.replaceAll(steering, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
