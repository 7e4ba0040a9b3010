/** True while the page is printed: then all rows are rendered, and not only the visible ones. */
import { createStore } from '../api/store';

export const isPrinting = createStore(false);

addEventListener('beforeprint', () => isPrinting.set(true));
addEventListener('afterprint', () => isPrinting.set(false));

/** The time for rendering all rows before printing, because the browser does not wait for it after a click. */
const drawnAfterMs = 60;

export const printPage = (): void => {
  isPrinting.set(true);
  setTimeout(() => print(), drawnAfterMs);
};
