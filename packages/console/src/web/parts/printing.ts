/** True while the page is printed. Then tables render all their rows, and not only the visible ones. */
import { createStore } from '../api/store';

export const isPrinting = createStore(false);

addEventListener('beforeprint', () => isPrinting.set(true));
addEventListener('afterprint', () => isPrinting.set(false));

/** The time for rendering all rows before the print dialog opens, in milliseconds. The browser does not wait for the rendering. */
const drawnAfterMs = 60;

export const printPage = (): void => {
  isPrinting.set(true);
  setTimeout(() => print(), drawnAfterMs);
};
