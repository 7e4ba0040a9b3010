/** A window above the page, in the middle or at its side. The browser's own <dialog>: it keeps the focus and hears Escape. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon';

export interface DialogProps {
  readonly title: string;
  /** Escape, the cross, and a click beside it. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons, the main one last. */
  readonly foot?: ComponentChildren;
  readonly isWide?: boolean;
}

/** Rendered while it is open; the parent component keeps that state. */
export const Dialog = (props: DialogProps) => <Window {...props} look={`dialog${props.isWide ? ' is-wide' : ''}`} />;

/** At the side: for forms and details that belong to the page behind them. */
export const Drawer = (props: DialogProps) => <Window {...props} look="drawer" />;

const Window = ({ title, onClose, children, foot, look }: DialogProps & { readonly look: string }) => {
  const id = useId();
  return (
    <dialog {...useOpen(onClose)} class={look} aria-labelledby={id}>
      <div class="inner">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon-button" onClick={onClose}>
            <Icon name="close" />
            <span class="heard">Close</span>
          </button>
        </header>
        <div class="dialog-body">{children}</div>
        {foot === undefined ? null : <footer class="dialog-foot">{foot}</footer>}
      </div>
    </dialog>
  );
};

/** The element that had the focus before the closing window, kept as long as another window may open in its place. */
let leaving: Element | null = null;

/**
 * Opens the `<dialog>` that takes these as soon as it is drawn, and not a frame later: what is typed next is meant for it. Escape and
 * a click beside it take it away at once. The browser's own closing says so a moment afterwards, and who opens it again in that
 * moment would not see it: so it closes by being drawn no longer. The focus, which the browser gives back only where it closes
 * itself, is given back here.
 */
export const useOpen = (onClose: () => void) => {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = ref;
    if (current === null) return undefined;
    const before = leaving ?? document.activeElement;
    if (!current.open) current.showModal();
    return () => {
      leaving = before;
      queueMicrotask(() => {
        leaving = null;
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
    };
  }, []);
  return {
    ref,
    onClose,
    // The cancel event of a file field bubbles up to here too.
    onCancel: (event: Event) => {
      if (event.target !== ref.current) return;
      event.preventDefault();
      onClose();
    },
    onMouseDown: (event: Event) => {
      if (event.target === ref.current) onClose();
    },
  };
};
