/**
 * Returns the value as JSON that every reader treats as one line. JSON.stringify() escapes the Unix line break, but not U+0085, U+2028 and
 * U+2029, at which Python's splitlines() and other readers also end a line.
 */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(otherLineEnds, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);

const otherLineEnds = /[\u0085\u2028\u2029]/g;
