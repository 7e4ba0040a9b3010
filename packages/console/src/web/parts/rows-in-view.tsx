/**
 * Renders only the visible rows of a long list, and all of them in print. Empty space replaces the other rows. All rows must have the same
 * height.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../api/store';
import { density } from './density';
import { isPrinting } from './printing';

/** The height of each row in pixels by the chosen density, as in style/table.css. The positions of rows are computed from it. */
const rowHeights = { comfortable: 37, compact: 25 };

/** The number of rows that are rendered above and below the visible ones, so that fast scrolling shows no gap. */
const beyond = 12;

export interface RowsInView<Element extends HTMLElement> {
  /** The reference to the element that contains the rows. */
  readonly holder: { readonly current: Element | null };
  /** The range of rendered rows: the index of the first one, and the index after the last one. */
  readonly start: number;
  readonly end: number;
  /** The heights of the empty space above and below the rendered rows, in pixels. */
  readonly above: number;
  readonly below: number;
  /** Scrolls the row with this index into view. */
  readonly show: (index: number) => void;
}

/** Determines which rows are visible, for a list in a page that scrolls as a whole. */
export const useRowsInView = <Element extends HTMLElement>(count: number): RowsInView<Element> => {
  const holder = useRef<Element>(null);
  const onPaper = useStore(isPrinting);
  const rowHeight = rowHeights[useStore(density)];
  const [[start, end], setRange] = useState<readonly [number, number]>([0, Math.min(count, 60)]);
  useEffect(() => {
    const look = (): void => {
      const top = holder.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.floor(-top / rowHeight) - beyond);
      const last = Math.min(count, Math.ceil((innerHeight - top) / rowHeight) + beyond);
      // The range changes in steps of six rows, so that scrolling by a pixel does not render the rows again.
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
  }, [count, rowHeight]);
  const show = (index: number): void => {
    const top = (holder.current?.getBoundingClientRect().top ?? 0) + index * rowHeight;
    if (top < 160) scrollBy({ top: top - 160 });
    else if (top > innerHeight - 2 * rowHeight) scrollBy({ top: top - innerHeight + 2 * rowHeight });
  };
  if (onPaper) return { holder, start: 0, end: count, above: 0, below: 0, show };
  const until = Math.min(end, count);
  return { holder, start, end: until, above: start * rowHeight, below: Math.max(0, count - until) * rowHeight, show };
};

/** Empty space in place of the rows that are not rendered. */
export const Space = ({ height }: { readonly height: number }) =>
  height === 0 ? null : (
    <tr class="space" aria-hidden="true">
      <td style={{ height: `${height}px` }} />
    </tr>
  );
