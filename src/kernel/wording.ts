/** Names and descriptions: texts that people read. */

/** Matches a visible character: one that is neither white space nor a control or format character. */
const visible = /[^\p{White_Space}\p{Cc}\p{Cf}]/u;

/** Returns whether the text has no visible character: nobody could find an account whose name is three spaces. */
export const isBlank = (text: string): boolean => !visible.test(text);

/**
 * Matches characters that control a terminal, or that reverse the direction of the text after them: a name with such a character would
 * change how the text beside it appears.
 */
export const steering = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
export const steers = (text: string): boolean => text.search(steering) >= 0;

/** Returns the text in the form in which texts are compared: clients may send `é` as one character or as two, which look the same. */
export const comparable = (text: string): string => text.normalize('NFC');
