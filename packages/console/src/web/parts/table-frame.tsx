/**
 * The frame around a table. If it is narrower than the table it scrolls sideways, and then the keyboard can focus it to scroll.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export const TableFrame = ({ children }: { readonly children: ComponentChildren }) => {
  const element = useRef<HTMLDivElement>(null);
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() =>
      setScrolled(current.scrollWidth > current.clientWidth && getComputedStyle(current).overflowX === 'auto'),
    );
    for (const one of [current, ...current.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} class="table-frame" tabIndex={isScrolled ? 0 : undefined}>
      {children}
    </div>
  );
};
