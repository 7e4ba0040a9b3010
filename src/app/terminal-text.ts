/** One line for a terminal: what a client or a file wrote may hold anything, and must not speak to it. */
export const terminalText = (line: string): string => line.replaceAll(/\p{Cc}/gu, '\uFFFD');
