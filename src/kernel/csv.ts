/**
 * Rows of comma-separated values as RFC 4180 has them, for spreadsheets and for other programs. What a client wrote is made
 * safe by `safeText` before it becomes a cell: a spreadsheet would run a description that begins with `=` as a formula on the
 * machine of its reader. Amounts, days and ids that the service printed are cells as they are.
 */
export const csvMediaType = 'text/csv';

/** One row with its line break. Cells are quoted where they must be, and where a reader might trim them. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

/** The text of a client as a cell that no spreadsheet calculates, nor any cell that it might be cut into. */
export const safeText = (text: string): string => (needsLooking.test(text) ? text.replace(formula, "'") : text);

/** The text that `safeText` made the cell of. An apostrophe that it would not have put there stays: `'tis` is read as it is. */
export const unsafeText = (cell: string): string => cell.replace(madeSafe, '');

/**
 * What Excel, LibreOffice or Google Sheets take for the beginning of a formula, in full width too, or skip before one; and
 * the apostrophe itself, so that what was put in front can be told from what was there. It is looked for at the beginning, and
 * where a spreadsheet that separates cells by something else than commas (most of Europe's do, by `;`) would begin another
 * cell: it knows of quotes only where a cell begins with them.
 */
const formula = /^(?=[=+\-@＝＋－＠\t\r\n'])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠'])/g;
/** Nearly no text does, and a journal has millions. */
const needsLooking = /^[=+\-@＝＋－＠']|[;\t\r\n]/;
const madeSafe = /^'(?=[=+\-@＝＋－＠\t\r\n'])|(?<=[;\t\r\n])'(?=[=+\-@＝＋－＠'])/g;

const needsQuotes = /[",\r\n]|^\s|\s$/;

const quoted = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
