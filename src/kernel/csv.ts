/**
 * Writes comma-separated values (RFC 4180) for spreadsheets and other programs. Text that a client wrote goes through
 * `safeText` before it becomes a cell: otherwise a spreadsheet would run a description that begins with `=` as a
 * formula on the reader's machine. Amounts, days and ids that the service printed become cells unchanged.
 */
export const csvMediaType = 'text/csv';

/** Returns one row with its line break. A cell is quoted if RFC 4180 requires it, or if a reader might trim it. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

/**
 * Returns a client's text such that no spreadsheet evaluates it as a formula, even if the spreadsheet splits it into
 * several cells.
 */
export const safeText = (text: string): string => (needsLooking.test(text) ? text.replace(formula, "'") : text);

/** Reverses `safeText`. An apostrophe that `safeText` would not have added is kept: `'tis` stays `'tis`. */
export const unsafeText = (cell: string): string => cell.replace(madeSafe, '');

/**
 * Matches the positions before which `safeText` puts an apostrophe: at the beginning of the text, and after `;`, a tab or a line break,
 * where a spreadsheet with a separator other than the comma begins a new cell. The next character must be one with which Excel, LibreOffice
 * or Google Sheets begins a formula (full-width characters included), or white space that they skip before such a character. It may also be
 * an apostrophe, so that `unsafeText` can distinguish an added apostrophe from an original one.
 */
const formula = /^(?=[=+\-@＝＋－＠\t\r\n'])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠'])/g;
/** A cheap test before the expensive pattern: almost no text needs the change, and a journal has millions of texts. */
const needsLooking = /^[=+\-@＝＋－＠']|[;\t\r\n]/;
const madeSafe = /^'(?=[=+\-@＝＋－＠\t\r\n'])|(?<=[;\t\r\n])'(?=[=+\-@＝＋－＠'])/g;

const needsQuotes = /[",\r\n]|^\s|\s$/;

const quoted = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
