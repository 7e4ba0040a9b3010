/**
 * Isolates a text of somebody else within a text of ours, so that its direction changes nothing beside it. Arabic and Hebrew are
 * read from the right as they should be; a mark that overrides the direction of what follows has no effect beyond. A text in an
 * element of its own does not need this: the style sheet isolates each.
 */

/** Begin and end a direction of their own: what begins without an end goes on to the end of the line. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu;
const [apart, again] = ['\u2068', '\u2069'];
/** Is read from the right. */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** For a text of ours that is one text: the title of a window, what a list offers. */
export const setApart = (text: string): string => {
  const plain = text.replace(turning, '');
  return plain === text && !fromTheRight.test(text) ? text : `${apart}${plain}${again}`;
};
