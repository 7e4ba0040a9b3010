/** Names and descriptions: texts that people read. */

/** Neither white space nor a control character nor one that only formats. */
const visible = /[^\p{White_Space}\p{Cc}\p{Cf}]/u;

/** Whether nothing of the text can be seen. Nobody finds an account again whose name is three spaces. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** The text as it is compared: `é` may be sent as one character or as two, and people see no difference. */
export const comparable = (text: string): string => text.normalize('NFC');
