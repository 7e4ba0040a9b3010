/**
 * Keeps the focus in the content of the page. If the focused control disappears, for example the button of an act that is done, browsers
 * move the focus to the start of the page, before the navigation; this hook moves it to the content. A button that is disabled while its
 * request runs loses the focus too, and gets it back afterwards.
 */
import { useEffect } from 'preact/hooks';

export const useKeptFocus = (content: { readonly current: HTMLElement | null }): void => {
  useEffect(() => {
    const { current } = content;
    if (current === null) return undefined;
    let last: EventTarget | null = null;
    let frame = 0;
    const note = ({ target }: FocusEvent): void => void (last = target);
    const look = (): void => {
      if (!(last instanceof HTMLElement) || document.activeElement !== document.body) return;
      if (last.isConnected) {
        if (!last.matches(':disabled')) last.focus({ preventScroll: true });
        return;
      }
      last = null;
      current.focus({ preventScroll: true });
    };
    // A window that closes returns the focus itself, so the hook looks a frame later.
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    });
    // A person who clicks beside all controls does not want the focus back.
    const forget = (): void => void (last = null);
    current.addEventListener('focusin', note);
    document.addEventListener('pointerdown', forget);
    observer.observe(current, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      current.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
};
