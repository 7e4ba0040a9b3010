/**
 * Text for a terminal. A client or a file may have written anything into it, so every character that steers a terminal, or that turns
 * the order of the text behind it around, is replaced.
 */
const steering = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** One line: a line feed or a tab in it is replaced too, so that nobody adds lines or columns. */
export const terminalText = (line: string): string => line.replaceAll(steering, '\uFFFD');
