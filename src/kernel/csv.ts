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
 * Matches each position at which Excel, LibreOffice or Google Sheets might begin a formula (full-width characters
 * included), the white space that they skip before one, and the apostrophe itself, so that an added apostrophe can be
 * told from an original one. A position counts at the beginning of the text, and wherever a spreadsheet that separates
 * cells by another character than a comma (in most of Europe `;`) would begin a new cell: spreadsheets recognise quotes
 * only at the beginning of a cell.
 */
const formula = /^(?=[=+\-@＝＋－＠\t\r\n'])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠'])/g;
/** A cheap test before the expensive pattern: almost no text needs the change, and a journal has millions of texts. */
const needsLooking = /^[=+\-@＝＋－＠']|[;\t\r\n]/;
const madeSafe = /^'(?=[=+\-@＝＋－＠\t\r\n'])|(?<=[;\t\r\n])'(?=[=+\-@＝＋－＠'])/g;

const needsQuotes = /[",\r\n]|^\s|\s$/;

const quoted = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
