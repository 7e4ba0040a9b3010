/** The command palette (Ctrl K): a search field with its results. The arrow keys choose a result, and Enter opens it. */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { find, type Found } from '../api/find';
import { useHref, usePlace } from '../api/place';
import { isOpenTo } from '../api/role';
import { navigation, pages as table } from '../pages';
import { useOpen } from './dialog';

/** Returns whether a path belongs to a page: `accounts/7d1…` belongs to `accounts/:accountId`. */
const leadsTo = (page: string, path: string): boolean => {
  const [own, those] = [page.split('/'), path.split('/')];
  return own.length === those.length && own.every((part, index) => part.startsWith(':') || part === those[index]);
};

/**
 * Returns whether the mouse has really moved. Browsers also send this event if an element is rendered under a resting mouse pointer. Such
 * an event must not choose a result.
 */
const isMoved = ({ movementX, movementY }: MouseEvent): boolean => movementX !== 0 || movementY !== 0;

/** The time without typing after which the search is sent, in milliseconds. */
const pauseMs = 140;

export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const place = usePlace();
  const { ledger } = place;
  const [, navigate] = useLocation();
  const href = useHref();
  const id = useId();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Found[]>([]);
  const [at, setAt] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const asking = useRef(0);

  useEffect(() => {
    const own = ++asking.current;
    setAsking(text.trim() !== '');
    const timer = setTimeout(() => {
      void find(text, ledger).then((those) => {
        if (own !== asking.current) return;
        setFound(those);
        setAsking(false);
      });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, ledger]);

  const wanted = text.trim().toLowerCase();
  const pages: readonly Found[] = navigation
    .flatMap(({ section, entries }) => entries.map((entry) => ({ section, entry })))
    .filter(({ entry }) => isOpenTo(place, entry) && entry.title.toLowerCase().includes(wanted))
    .map(({ section, entry }) => ({ kind: 'page', what: entry.title, more: section, path: entry.path }));
  // Results on pages that the person may not open are left out.
  const open = found.filter(({ path }) => table.some((page) => isOpenTo(place, page) && leadsTo(page.path, path)));
  const shown = [...pages.slice(0, wanted === '' ? pages.length : 4), ...(wanted === '' ? [] : open)];
  const chosen = Math.min(at, shown.length - 1);

  const go = ({ path, query }: Found): void => {
    onClose();
    navigate(href(path, query));
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setAt((chosen + step + shown.length) % shown.length);
    }
    const entry = shown[chosen];
    if (event.key === 'Enter' && entry !== undefined) {
      event.preventDefault();
      go(entry);
    }
  };
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);

  return (
    <dialog {...useOpen(onClose)} class="dialog palette" aria-label="Find anything">
      <input
        class="input"
        role="combobox"
        aria-label="Find anything"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder="Code, id, reference, merchant=Grocer, 125.00, 2026-01-31 …"
        autoComplete="off"
        spellcheck={false}
        autofocus
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Found">
        {shown.map((entry, index) => (
          <li
            key={`${entry.kind} ${entry.path} ${entry.what}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseMove={(event) => isMoved(event) && setAt(index)}
            onClick={() => go(entry)}
          >
            <span class="kind">{entry.kind}</span>
            <span class="what">{entry.what}</span>
            <span class="soft small">{entry.more}</span>
          </li>
        ))}
      </ul>
      <div class="palette-foot" aria-live="polite">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>{isAsking ? 'Asking …' : wanted !== '' && shown.length === 0 ? 'No matches.' : ''}</span>
      </div>
    </dialog>
  );
};
