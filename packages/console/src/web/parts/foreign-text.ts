/**
 * Shows a text from an unknown source, such as the answer of a webhook receiver. It is set as the text of a DOM node, so it is never read
 * as markup. Invisible characters, and characters that change the direction of the text around them, are replaced by their code points.
 */

/** Matches control characters other than tab and line feed, marks that change the direction of text, and characters without width. */
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

export const foreignText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(unseen, (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
