/** True while the page is printed: then all rows are rendered, and not only the visible ones. */
import { createStore } from '../api/store';

export const isPrinting = createStore(false);

addEventListener('beforeprint', () => isPrinting.set(true));
addEventListener('afterprint', () => isPrinting.set(false));

/** So long for the rows to be drawn: asked from a click, the browser would not wait for them. */
const drawnAfterMs = 60;

export const printPage = (): void => {
  isPrinting.set(true);
  setTimeout(() => print(), drawnAfterMs);
};
