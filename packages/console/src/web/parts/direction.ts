/**
 * Isolates a user's text within a text of the console, so that its direction does not reorder the words around it. Arabic and Hebrew
 * are shown from right to left; a mark that overrides the direction has no effect outside the user's text. A text in an element of
 * its own does not need this, because the style sheet isolates each element.
 */

/** Marks that begin or end a direction. A direction without an end mark lasts to the end of the line. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu;
const [apart, again] = ['\u2068', '\u2069'];
/** Characters that are read from right to left. */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates the text for use in a plain string, such as the title of a window or an option of a list. */
export const setApart = (text: string): string => {
  const plain = text.replace(turning, '');
  return plain === text && !fromTheRight.test(text) ? text : `${apart}${plain}${again}`;
};
