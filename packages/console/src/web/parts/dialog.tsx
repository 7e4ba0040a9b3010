/** A window above the page, in the middle or at its side. It is the browser's own <dialog>, which keeps the focus and reacts to Escape. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon';

export interface DialogProps {
  readonly title: string;
  /** Called on Escape, on the cross and on a click outside the window. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The buttons; the main one is last. */
  readonly foot?: ComponentChildren;
  readonly isWide?: boolean;
}

/** A window in the middle. It is open while it is rendered; the parent component keeps that state. */
export const Dialog = (props: DialogProps) => <Window {...props} look={`dialog${props.isWide ? ' is-wide' : ''}`} />;

/** A window at the side, for forms and details that belong to the page behind it. */
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
 * Returns the properties of a `<dialog>` that opens as soon as it is rendered and not a frame later, so that the next key press
 * reaches it. Escape and a click outside call `onClose`, and the parent stops rendering it. The browser's own closing is not used:
 * its event comes a moment later, and a dialog that is opened again in that moment would stay hidden. The browser returns the focus
 * only when it closes the dialog itself, so this function returns the focus.
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
    // A file field also sends a cancel event, which bubbles up to the dialog.
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
