/** A window in the middle of the page or at its side. It is a <dialog> of the browser, which keeps the focus and reacts to Escape. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon';

export interface DialogProps {
  readonly title: string;
  /** Called on Escape, on the close button, and on a click outside the window. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The buttons at the bottom. The main button is last. */
  readonly foot?: ComponentChildren;
  readonly isWide?: boolean;
}

/** A window in the middle of the page. It is open as long as the parent component renders it. */
export const Dialog = (props: DialogProps) => <Window {...props} look={`dialog${props.isWide ? ' is-wide' : ''}`} />;

/** A window at the side of the page, for forms and for details. */
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

/**
 * While a window closes: the element that had the focus before this window opened. If a second window opens in place of the first, the
 * second one later returns the focus to this element.
 */
let leaving: Element | null = null;

/**
 * Returns the properties of a `<dialog>`. It opens as soon as it is rendered and not a frame later, so that the next key press reaches it.
 * Escape and a click outside call `onClose`; the parent component then no longer renders the dialog. The browser's own way of closing is
 * not used: its event comes a moment later, and a dialog that opens again in that moment would stay hidden. The browser returns the focus
 * only for a dialog that it closes itself, so this function returns the focus.
 */
export const useOpen = (onClose: () => void) => {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = ref;
    if (current === null) return undefined;
    const before = leaving ?? document.activeElement;
    if (!current.open) current.showModal();
    // Without a field that asks for the focus, the browser gives it to the close button.
    if (current.querySelector('[autofocus]') === null)
      current.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea):not(:disabled)')?.focus();
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
    // A file field in the dialog also sends a cancel event, which must not close the dialog.
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
