/**
 * Keeps the focus in the content of the page. If the focused control disappears, for example the button of an act that is done, browsers
 * move the focus to the start of the page, before the navigation; this hook moves it to the content.
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
      if (!(last instanceof Element) || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      current.focus({ preventScroll: true });
    };
    // A window that closes returns the focus itself, so the hook looks a frame later.
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    });
    current.addEventListener('focusin', note);
    observer.observe(current, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      current.removeEventListener('focusin', note);
    };
  }, []);
};
