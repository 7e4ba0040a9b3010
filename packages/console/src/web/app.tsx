/**
 * Shows the page for the browser's address. A visitor who is not signed in sees the sign-in page first, and then the page of the address.
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter-preact';
import { forgetRequests } from './api/recorded-requests';
import { sessionsLost, requestContext } from './api/client';
import { decoded, ledgerNamed, rootOf } from './api/address';
import { mayBeIncomplete } from './api/ledger-list';
import { PlaceContext, type Place } from './api/place';
import { isOpenTo } from './api/role';
import { readSession, sessionEnded, sessionState, type Session } from './api/session';
import { useStore } from './api/store';
import { forgetAnswers } from './api/use-answer';
import { AskPassword } from './parts/ask-password';
import { OtherPerson } from './parts/other-person';
import { PasswordLinksNotice } from './parts/password-links-notice';
import { Loading, Problem } from './parts/states';
import { isDay } from './parts/day';
import { Unreadable } from './parts/unreadable';
import { Shell } from './parts/shell';
import { ChooseLedger } from './pages/choose-ledger';
import { Invitation } from './pages/invitation';
import { OwnSessions } from './pages/own-sessions';
import { Password } from './pages/password';
import { SignIn } from './pages/sign-in';
import { pages, type PageEntry } from './pages';
import type { PageComponent, PageParams } from './parts/page-component';

export const App = () => (
  <Router base="/console">
    <Switch>
      <Route path="/invitation">
        <Invitation />
      </Route>
      <Route>
        <SignedIn />
      </Route>
    </Switch>
  </Router>
);

const SignedIn = () => {
  const state = useStore(sessionState);
  const lost = useStore(sessionsLost);
  useEffect(() => {
    if (state.kind === 'unknown') void readSession();
    if (state.kind !== 'signed-in') forgetAnswers();
  }, [state.kind]);
  useEffect(() => {
    if (lost > 0) sessionEnded();
  }, [lost]);
  switch (state.kind) {
    case 'unknown':
      return (
        <main class="title-page">
          <Loading what="Loading the books" />
        </main>
      );
    case 'unreachable': {
      const problem = { status: 0, code: 'UNREACHABLE', message: state.message, errors: {} };
      return (
        <main class="title-page">
          <Problem of={problem} retry={() => void readSession()} />
        </main>
      );
    }
    case 'nobody':
    case 'ended':
      return <SignIn hasEnded={state.kind === 'ended'} />;
    case 'signed-in':
      return (
        <>
          <PasswordLinksNotice session={state.session} />
          <Inside session={state.session} />
          <AskPassword of={state.session.operator} />
          <OtherPerson />
        </>
      );
  }
};

const Inside = ({ session }: { readonly session: Session }) => (
  <Switch>
    <Route path="/">
      <Start session={session} />
    </Route>
    <Route path="/sign-in">
      <Redirect to="/" replace />
    </Route>
    <Route path="/ledgers">
      <ChooseLedger session={session} />
    </Route>
    <Route path="/password">
      <Password />
    </Route>
    <Route path="/your-sessions">
      <OwnSessions />
    </Route>
    <Route path="/l/:ledger/*?">
      {(params) => <InLedger session={session} named={params.ledger} rest={params['*'] ?? ''} />}
    </Route>
    <Route>
      <NoSuchPage />
    </Route>
  </Switch>
);

const NoSuchPage = () => (
  <main class="title-page">
    <h1>Page not found</h1>
    <p>
      <a href="/console/">Go to the overview</a>
    </p>
  </main>
);

/** Shows the list of ledgers. If the person may open only one ledger, opens it at once. */
const Start = ({ session }: { readonly session: Session }) => {
  const [only] = session.ledgers;
  return only !== undefined && session.ledgers.length === 1 ? (
    <Redirect to={rootOf(only)} replace />
  ) : (
    <ChooseLedger session={session} />
  );
};

interface InLedgerProps {
  readonly session: Session;
  readonly named: string;
  readonly rest: string;
}

const asOfCure = 'Enter a day that exists, such as 2026-01-31, or remove it to see today’s figures.';

const InLedger = ({ session, named, rest }: InLedgerProps) => {
  const search = useSearch();
  const asked = new URLSearchParams(search).get('as_of') ?? '';
  const asOf = isDay(asked) ? asked : undefined;
  const isUnreadable = asked !== '' && asOf === undefined;
  const wanted = decoded(named);
  const ledger = ledgerNamed(wanted, session.ledgers);
  const { role, tenant_id: tenantId } = session.operator;
  const hasAllTenants = tenantId === null;
  const place = useMemo<Place | undefined>(
    () => ledger && { ledger, role, hasAllTenants, root: rootOf(ledger), asOf },
    [ledger, role, hasAllTenants, asOf],
  );
  const [askedFor, setAskedFor] = useState<string>();
  // The session may list only some ledgers, but reading it adds those that the address names. So it is read again if it lacks them, or if
  // it may lack ledgers of other tenants that have the same code.
  const mayHaveNamesakes = ledger?.id !== wanted && hasAllTenants && mayBeIncomplete(session.ledgers);
  const isUnasked = wanted !== undefined && wanted !== askedFor && (ledger === undefined || mayHaveNamesakes);
  useEffect(() => {
    if (isUnasked) void readSession().then(() => setAskedFor(wanted));
  }, [isUnasked, wanted]);
  if (wanted === undefined) return <NoSuchPage />;
  if (isUnasked) return null;
  if (place === undefined || ledger === undefined) return <ChooseLedger session={session} missing={wanted} />;
  // An address with a ledger's code is replaced by one with its id, because the id means the same ledger for everybody.
  if (wanted !== ledger.id)
    return <Redirect to={`${rootOf(ledger)}/${rest}${search === '' ? '' : `?${search}`}`} replace />;
  // The ledger must be set before the page is rendered, because the page sends requests for it.
  if (requestContext.get().ledgerId !== ledger.id) requestContext.set({ ...requestContext.get(), ledgerId: ledger.id });
  return (
    <PlaceContext.Provider value={place}>
      <Shell session={session}>
        {isUnreadable ? (
          <div class="page">
            <h1>No figures</h1>
            <Unreadable of={[{ name: 'as_of', label: 'As of', value: asked, cure: asOfCure }]} />
          </div>
        ) : (
          <PageOf key={ledger.id} rest={rest} place={place} />
        )}
      </Shell>
    </PlaceContext.Provider>
  );
};

interface Matched {
  readonly page: PageEntry;
  readonly params: PageParams;
}

/** Finds the page for a path. Fixed words are matched before parameters: `transactions/new` is not a transaction with the id `new`. */
const match = (rest: string): Matched | undefined => {
  const parts = rest.split('/').filter((part) => part !== '');
  const matches = pages.flatMap((page): readonly Matched[] => {
    const own = page.path.split('/').filter((part) => part !== '');
    if (own.length !== parts.length) return [];
    const fits = own.every((part, index) => part.startsWith(':') || part === parts[index]);
    const params = own.flatMap((part, index) =>
      part.startsWith(':') ? [[part.slice(1), decoded(parts[index] ?? '')] as const] : [],
    );
    // If a part of the path cannot be decoded, no page matches.
    if (params.some(([, value]) => value === undefined)) return [];
    return fits ? [{ page, params: Object.fromEntries(params) as PageParams }] : [];
  });
  return matches.toSorted((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0];
};

const loaded = new Map<PageEntry, PageComponent>();

const PageOf = ({ rest, place }: { readonly rest: string; readonly place: Place }) => {
  const [path] = useLocation();
  const matched = match(rest);
  const page = matched !== undefined && isOpenTo(place, matched.page) ? matched.page : undefined;
  const [, setLoads] = useState(0);
  const [lost, setLost] = useState<PageEntry>();
  useMemo(forgetRequests, [path]);
  useEffect(() => {
    if (page === undefined || loaded.has(page)) return;
    page.load().then(
      (component) => {
        loaded.set(page, component);
        setLoads((count) => count + 1);
      },
      () => setLost(page),
    );
  }, [page]);
  useEffect(() => {
    scrollTo({ top: 0 });
    // The link that the person followed may be gone with the old page. Then the focus moves to the new page, so that a screen reader
    // continues there.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
  if (page === undefined || matched === undefined)
    return (
      <div class="page">
        <h1>Page not found</h1>
        <p class="prose">This ledger has no page at this address, or you may not open it.</p>
      </div>
    );
  const Component = loaded.get(page);
  if (Component !== undefined) return <Component key={path} params={matched.params} />;
  if (lost !== page) return <Loading what="Loading the page" />;
  const message = 'The page could not be loaded. A new version may have been installed: reload the page.';
  return (
    <Problem of={{ status: 0, code: 'PAGE_UNREACHABLE', message, errors: {} }} retry={() => window.location.reload()} />
  );
};
