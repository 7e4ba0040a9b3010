/**
 * The address of a page contains the page's state. `/console/l/0198…/accounts?as_of=2026-01-31&type=asset` names the ledger, the page, the
 * as-of date of its numbers, and its filters.
 */
import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { dayIn } from '../parts/day';
import { queryText, type QueryReader, type QueryValues } from './query';
import type { RoleAccess } from './role';
import type { SessionLedger } from './session';

export { pageOf, queryText, type QueryValues } from './query';

/** The state that all pages inside a ledger share. */
export interface Place extends RoleAccess {
  readonly ledger: SessionLedger;
  /** The path of the ledger: `/l/` and its id. */
  readonly root: string;
  /** The as-of date in the form YYYY-MM-DD; undefined for today in the ledger's time zone. */
  readonly asOf: string | undefined;
}

export const PlaceContext = createContext<Place | undefined>(undefined);

export const usePlace = (): Place => {
  const place = useContext(PlaceContext);
  if (place === undefined) throw new Error('a component needs a ledger, but is outside of the pages of a ledger');
  return place;
};

/** Returns today's date in the ledger's time zone. */
export const useToday = (): string => dayIn(usePlace().ledger.time_zone);

/**
 * Returns a function that builds addresses inside the ledger, with the as-of date. `path` has the form `accounts/CASH`, and must be
 * percent-encoded already.
 */
export const useHref = (): ((path: string, query?: QueryValues) => string) => {
  const { root, asOf } = usePlace();
  return useMemo(
    () => (path, query) => `${root}${path === '' ? '' : `/${path}`}${queryText({ as_of: asOf, ...query })}`,
    [root, asOf],
  );
};

export interface Query extends QueryReader {
  readonly all: Readonly<Record<string, string>>;
  /**
   * Changes these parameters and keeps the others; null removes a parameter. The cursor is removed too unless it is among the changes,
   * because it belongs to the previous list.
   */
  readonly set: (changes: QueryValues, how?: { readonly replace?: boolean }) => void;
}

/** Reads and changes the query parameters in the page's address. */
export const useQuery = (): Query => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  return useMemo(() => {
    const all = Object.fromEntries(new URLSearchParams(search));
    return {
      all,
      get: (name) => all[name] || undefined,
      set: (changes, how) => navigate(`${path}${queryText({ ...all, cursor: null, ...changes })}`, how),
    };
  }, [search, path, navigate]);
};
