/** The frame of every page inside a ledger: the header with the ledger and the as-of date, and the navigation at the side. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { useHref, usePlace, useQuery } from '../api/place';
import { isOpenTo } from '../api/role';
import type { Session } from '../api/session';
import { navigation, type PageEntry } from '../pages';
import { useDayInput } from './day-input';
import { Icon, Mark } from './icon';
import { useKeptFocus } from './kept-focus';
import { useKeys } from './keys';
import { KeysHelp } from './keys-help';
import { BooksMenu, Person, ThemeSwitch } from './menus';
import { Palette } from './palette';

export const Shell = ({ session, children }: { readonly session: Session; readonly children: ComponentChildren }) => {
  const [isFinding, setFinding] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const href = useHref();
  useEffect(() => setMenuOpen(false), [path]);
  useKeptFocus(main);
  useKeys([
    { key: 'Ctrl+k', does: 'Find anything', run: () => setFinding(true), inFields: true },
    { key: '?', does: 'Show keyboard shortcuts', run: () => setHelping(true) },
    { key: '/', does: 'Go to the page filter', run: focusFilter },
  ]);
  return (
    <div class="shell">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <header class="head">
        <button
          type="button"
          class="icon-button menu-button"
          aria-expanded={isMenuOpen}
          aria-controls="side"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name={isMenuOpen ? 'close' : 'menu'} />
          <span class="heard">Pages</span>
        </button>
        <Link href={href('')} className="mark" aria-label="Ledger: overview">
          <Mark />
          <span>Ledger</span>
        </Link>
        <BooksMenu session={session} />
        <span class="spacer" />
        <AsOf />
        <button type="button" class="button finder" title="Find anything" onClick={() => setFinding(true)}>
          <Icon name="search" />
          <span>Find</span>
          <kbd>Ctrl K</kbd>
        </button>
        <ThemeSwitch />
        <Person session={session} onKeys={() => setHelping(true)} />
      </header>
      <nav class={`side${isMenuOpen ? ' is-open' : ''}`} id="side" aria-label="Pages">
        <Navigation />
      </nav>
      <main class="main" id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
      {isFinding ? <Palette onClose={() => setFinding(false)} /> : null}
      {isHelping ? <KeysHelp onClose={() => setHelping(false)} /> : null}
    </div>
  );
};

/** Moves the focus to the field in the element with `data-filter`, or to the first filter of the page. */
const focusFilter = (): void => {
  const field = document.querySelector<HTMLElement>('[data-filter] input, .filters input, .filters select');
  field?.focus();
};

/** The field for the as-of date of all numbers on the page; empty means today. */
const AsOf = () => {
  const { asOf } = usePlace();
  const query = useQuery();
  const { value, onInput } = useDayInput(asOf ?? '', (day) => query.set({ as_of: day || null }, { replace: true }));
  return (
    <label class={`head-date${asOf === undefined ? '' : ' is-set'}`} title="Every figure is as of the end of this day">
      <span>As of</span>
      <input
        class="input"
        type="date"
        aria-label="As of"
        value={value}
        max="9999-12-31"
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {asOf === undefined ? null : (
        <button type="button" class="button is-plain is-small" onClick={() => query.set({ as_of: null })}>
          Today
        </button>
      )}
    </label>
  );
};

const Navigation = () => {
  const place = usePlace();
  const { root } = place;
  const href = useHref();
  const [path] = useLocation();
  const here = path.slice(root.length).replace(/^\//, '');
  const leadsHere = ({ path: own }: PageEntry): boolean => here === own || (own !== '' && here.startsWith(`${own}/`));
  // If a page has its own link, only that link is marked as current: `transactions/new` does not mark `transactions`.
  const isListed = navigation.some(({ entries }) => entries.some(({ path: own }) => own === here));
  const isHere = (entry: PageEntry): boolean => (isListed ? entry.path === here : leadsHere(entry));
  // On a low screen the last links are not visible, so the navigation scrolls to the current link.
  useEffect(() => {
    document.querySelector('#side [aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return (
    <>
      {navigation.map(({ section, entries }) => {
        const open = entries.filter((entry) => isOpenTo(place, entry));
        return open.length === 0 ? null : (
          <section key={section}>
            {section === '' ? null : <h2>{section}</h2>}
            <ul>
              {open.map((entry) => (
                <li key={entry.path}>
                  <Link href={href(entry.path)} aria-current={isHere(entry) ? 'page' : undefined}>
                    {entry.title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
};
