/** Names and descriptions: texts that people read. */

/** Neither white space nor a control character nor one that only formats. */
const visible = /[^\p{White_Space}\p{Cc}\p{Cf}]/u;

/** Whether nothing of the text can be seen. Nobody finds an account again whose name is three spaces. */
export const isBlank = (text: string): boolean => !visible.test(text);

/**
 * Characters that steer a terminal, and those that turn the order of the text behind them around. Names stand in lists and messages
 * beside what others wrote.
 */
export const steering = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
export const steers = (text: string): boolean => text.search(steering) >= 0;

/** The text as it is compared: `é` may be sent as one character or as two, and people see no difference. */
export const comparable = (text: string): string => text.normalize('NFC');
