/**
 * Percent-encoding in hledger journals. The export encodes its texts; the import encodes each decoded text again, and refuses it if the
 * result differs from the file.
 */

/** Percent-encodes the UTF-8 bytes of the characters. */
export const percent = (characters: string): string =>
  [...Buffer.from(characters)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/**
 * Encodes a tag value. hledger ends a tag at a comma or at the end of the line, and trims the white space around it.
 */
export const asTagValue = (value: string): string =>
  plainValue.test(value) ? value : value.replace(/[%,\p{Cc}\u2028\u2029]|^\s|\s$/gu, percent);

/** A fast test: nearly every value needs no encoding. */
const plainValue = /^[\w.:/+-]+(?: [\w.:/+-]+)*$/;
