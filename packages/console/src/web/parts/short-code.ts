/** The code of an account where there is little room. Those of clearing accounts hold an id: its two ends tell them apart. */
const mostShown = 24;

export const shortCode = (code: string): string =>
  code.length <= mostShown ? code : `${code.slice(0, 9)}…${code.slice(-5)}`;
