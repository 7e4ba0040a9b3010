/** Shortens an account code for narrow places. It keeps both ends of the code, because the codes of clearing accounts contain an id. */
const mostShown = 24;

export const shortCode = (code: string): string =>
  code.length <= mostShown ? code : `${code.slice(0, 9)}…${code.slice(-5)}`;
