/** A shortened account code for narrow places. Codes of clearing accounts contain an id, so both ends of the code are kept. */
const mostShown = 24;

export const shortCode = (code: string): string =>
  code.length <= mostShown ? code : `${code.slice(0, 9)}…${code.slice(-5)}`;
