/** The menus in the page's header: the ledgers, the choice of light or dark mode, and the signed-in person. */
import { useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { rootOf } from '../api/address';
import { mayBeIncomplete } from '../api/ledger-list';
import { usePlace } from '../api/place';
import { signOut, type Session, type SessionLedger } from '../api/session';
import { useStore } from '../api/store';
import { chooseNextDensity, density } from './density';
import { Icon } from './icon';
import { chooseNextTheme, theme } from './theme';

/** A hook for a menu made of <details>. The menu closes on navigation, on Escape, and on a click outside. */
const useMenu = () => {
  const element = useRef<HTMLDetailsElement>(null);
  const [path] = useLocation();
  useEffect(() => {
    element.current?.removeAttribute('open');
  }, [path]);
  useEffect(() => {
    const close = (event: Event): void => {
      const { current } = element;
      if (current === null || !current.open) return;
      const isElsewhere = !(event.target instanceof Node && current.contains(event.target));
      // If a dialog is open above the menu, Escape closes only the dialog.
      const isEscape =
        event instanceof KeyboardEvent && event.key === 'Escape' && document.querySelector('dialog[open]') === null;
      if (!isEscape && !(event.type === 'pointerdown' && isElsewhere)) return;
      current.open = false;
      if (isEscape) current.querySelector('summary')?.focus();
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, []);
  return element;
};

/** The menu that shows the tenant and the open ledger, with links to the other ledgers. */
export const BooksMenu = ({ session }: { readonly session: Session }) => {
  const { ledger } = usePlace();
  const element = useMenu();
  return (
    <details class="books" ref={element}>
      <summary aria-label={`Books: ${ledger.tenant_name}, ${ledger.code}. Choose others`}>
        <span class="tenant nowrap">{ledger.tenant_name} ›</span>
        <strong class="name">{ledger.code}</strong>
        <Icon name="down" />
      </summary>
      <div class="menu">
        {tenantsOf(session.ledgers).map(({ name, ledgers }) => (
          <section key={ledgers[0]?.tenant_id}>
            <h3>{name}</h3>
            {ledgers.map((one) => (
              <Link key={one.id} href={rootOf(one)} aria-current={one.id === ledger.id ? 'true' : undefined}>
                <span>{one.code}</span>
                <span class="soft small">{one.currency}</span>
              </Link>
            ))}
          </section>
        ))}
        <hr />
        <Link href="/ledgers">{mayBeIncomplete(session.ledgers) ? 'More ledgers' : 'All ledgers'}</Link>
      </div>
    </details>
  );
};

export interface TenantLedgers<Ledger> {
  readonly name: string;
  readonly ledgers: readonly Ledger[];
}

export const tenantsOf = <Ledger extends Pick<SessionLedger, 'tenant_id' | 'tenant_name'>>(
  ledgers: readonly Ledger[],
): readonly TenantLedgers<Ledger>[] => {
  const tenants = new Map<string, Ledger[]>();
  for (const ledger of ledgers) tenants.set(ledger.tenant_id, [...(tenants.get(ledger.tenant_id) ?? []), ledger]);
  return [...tenants.values()].map((those) => ({ name: those[0]?.tenant_name ?? '', ledgers: those }));
};

const themeLabels = { system: 'same as the system', light: 'light', dark: 'dark' } as const;
const themeIcons = { system: 'auto', light: 'sun', dark: 'moon' } as const;

export const ThemeSwitch = () => {
  const chosen = useStore(theme);
  const label = `Colours: ${themeLabels[chosen]}. Change`;
  return (
    <button type="button" class="icon-button" title={label} aria-label={label} onClick={chooseNextTheme}>
      <Icon name={themeIcons[chosen]} />
    </button>
  );
};

const DensitySwitch = () => {
  const isCompact = useStore(density) === 'compact';
  return (
    <button type="button" aria-pressed={isCompact} onClick={chooseNextDensity}>
      <span>Compact rows</span> <span class="soft small">{isCompact ? 'on' : 'off'}</span>
    </button>
  );
};

export const Person = ({ session, onKeys }: { readonly session: Session; readonly onKeys?: () => void }) => {
  const element = useMenu();
  const { operator } = session;
  return (
    <details class="books" ref={element}>
      <summary aria-label={`Signed in as ${operator.name}`}>
        <Icon name="person" />
      </summary>
      <div class="menu is-right">
        <div class="who">
          <strong>{operator.name}</strong>
          <div class="small soft">{operator.email}</div>
          <div class="small soft">{operator.role}</div>
        </div>
        {onKeys === undefined ? null : (
          <button type="button" onClick={onKeys}>
            <span>Keyboard shortcuts</span> <kbd>?</kbd>
          </button>
        )}
        <DensitySwitch />
        <Link href="/your-sessions">Sessions</Link>
        <Link href="/password">Change the password</Link>
        <a href="/docs">API documentation</a>
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </details>
  );
};
