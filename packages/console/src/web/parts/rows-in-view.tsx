/** Renders only the visible rows of a long list of rows of one height; the rest is empty space of the same height. */
import { useEffect, useRef, useState } from 'preact/hooks';

/** Pixels. Said in style/table.css too: all rows are as high, or the window could not be reckoned. */
export const rowHeight = 37;

/** Drawn beyond both edges, so that a quick hand sees no gap. */
const beyond = 12;

export interface RowsInView<Element extends HTMLElement> {
  /** The element that holds all rows. */
  readonly holder: { readonly current: Element | null };
  /** From the first to the one before `end`. */
  readonly start: number;
  readonly end: number;
  /** Pixels above and below. */
  readonly above: number;
  readonly below: number;
  /** Scrolls so that the row is seen. */
  readonly show: (index: number) => void;
}

/** The page itself scrolls, not a box in it. */
export const useRowsInView = <Element extends HTMLElement>(count: number): RowsInView<Element> => {
  const holder = useRef<Element>(null);
  const [[start, end], setRange] = useState<readonly [number, number]>([0, Math.min(count, 60)]);
  useEffect(() => {
    const look = (): void => {
      const top = holder.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.floor(-top / rowHeight) - beyond);
      const last = Math.min(count, Math.ceil((innerHeight - top) / rowHeight) + beyond);
      // In steps, so that not every pixel draws anew.
      const from = Math.min(first - (first % 6), Math.max(0, count - 1));
      setRange((before) => (before[0] === from && before[1] === last ? before : [from, Math.max(last, from)]));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [count]);
  const show = (index: number): void => {
    const top = (holder.current?.getBoundingClientRect().top ?? 0) + index * rowHeight;
    if (top < 160) scrollBy({ top: top - 160 });
    else if (top > innerHeight - 2 * rowHeight) scrollBy({ top: top - innerHeight + 2 * rowHeight });
  };
  const until = Math.min(end, count);
  return { holder, start, end: until, above: start * rowHeight, below: Math.max(0, count - until) * rowHeight, show };
};

/** Stands for the rows that are out of view. */
export const Space = ({ height }: { readonly height: number }) =>
  height === 0 ? null : (
    <tr class="space" aria-hidden="true">
      <td style={{ height: `${height}px` }} />
    </tr>
  );
