/**
 * Isolates a user's text within a text of the console. Arabic and Hebrew are written from right to left, and would otherwise reorder the
 * words around them. Marks that override the direction have no effect outside the user's text. A text in its own HTML element does not need
 * this function, because the style sheet isolates each element.
 */

/** Matches the invisible characters that begin or end a change of the writing direction. A change without an end applies to the rest of the line. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu;
const [apart, again] = ['\u2068', '\u2069'];
/** Matches characters that are written from right to left. */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates the writing direction of a text within a plain string, such as the title of a window or the label of an option. */
export const setApart = (text: string): string => {
  const plain = text.replace(turning, '');
  return plain === text && !fromTheRight.test(text) ? text : `${apart}${plain}${again}`;
};
