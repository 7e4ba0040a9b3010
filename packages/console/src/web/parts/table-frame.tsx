/**
 * The frame around a table. If the table is wider than the frame, the frame scrolls sideways, its first column stays in view, and it can get
 * the focus, so that the keyboard scrolls it.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export const TableFrame = ({ children }: { readonly children: ComponentChildren }) => {
  const element = useRef<HTMLDivElement>(null);
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setScrolled(current.scrollWidth > current.clientWidth));
    for (const one of [current, ...current.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} class={`table-frame${isScrolled ? ' is-scrolled' : ''}`} tabIndex={isScrolled ? 0 : undefined}>
      {children}
    </div>
  );
};
