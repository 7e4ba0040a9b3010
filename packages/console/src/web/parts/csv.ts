/**
 * Writes comma-separated values (RFC 4180) by the rules of the service: `safeText` keeps a spreadsheet from running a client's text
 * as a formula. Amounts, days and ids that the service printed become cells unchanged.
 */

export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

/** Puts an apostrophe wherever a spreadsheet might begin a formula, also one that separates cells by semicolons. */
export const safeText = (text: string): string => text.replace(formula, "'");

const formula = /^(?=[=+\-@＝＋－＠\t\r\n'])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠'])/g;

const needsQuotes = /[",\r\n]|^\s|\s$/;

const quoted = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
