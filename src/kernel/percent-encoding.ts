/** Percent-encoding in journals of hledger: the export writes it, and the import knows by it what an export would not have written. */

/** The bytes of their UTF-8. */
export const percent = (characters: string): string =>
  [...Buffer.from(characters)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** A tag ends with its line, or at a comma, and loses the white space around it. */
export const asTagValue = (value: string): string =>
  plainValue.test(value) ? value : value.replace(/[%,\p{Cc}\u2028\u2029]|^\s|\s$/gu, percent);

/** Nearly every value is, and is looked at once. */
const plainValue = /^[\w.:/+-]+(?: [\w.:/+-]+)*$/;
