/** Names and descriptions: texts that people read. */

/** Matches a character that is not white space, a control character or a format character. */
const visible = /[^\p{White_Space}\p{Cc}\p{Cf}]/u;

/** Returns whether the text has no visible character. Nobody can find an account again whose name is three spaces. */
export const isBlank = (text: string): boolean => !visible.test(text);

/**
 * Characters that control a terminal, and those that reverse the direction of the text after them: names appear in
 * lists and messages beside text of other people.
 */
export const steering = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
export const steers = (text: string): boolean => text.search(steering) >= 0;

/** Returns the text as it is compared: `é` can be sent as one character or as two, which look the same. */
export const comparable = (text: string): string => text.normalize('NFC');
