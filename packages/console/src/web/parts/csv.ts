/**
 * Writes comma-separated values (RFC 4180) by the rules of the service. `safeText` prevents a spreadsheet from running a user's text as a
 * formula. Amounts, days and ids come from the service, so they are written unchanged.
 */

export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

/**
 * Puts an apostrophe before a text that a spreadsheet might run as a formula, even in a spreadsheet that separates cells with semicolons.
 */
export const safeText = (text: string): string => text.replace(formula, "'");

const formula = /^(?=[=+\-@＝＋－＠\t\r\n'])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠'])/g;

const needsQuotes = /[",\r\n]|^\s|\s$/;

const quoted = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
