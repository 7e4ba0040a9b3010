/**
 * The state of a page is in its address. `/console/l/0198…/accounts?as_of=2026-01-31&type=asset` names the ledger, the page,
 * the as-of date of its numbers, and its filters.
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
  /** `/l/` and the id of the ledger. */
  readonly root: string;
  /** YYYY-MM-DD; undefined for today in the ledger's time zone. */
  readonly asOf: string | undefined;
}

export const PlaceContext = createContext<Place | undefined>(undefined);

export const usePlace = (): Place => {
  const place = useContext(PlaceContext);
  if (place === undefined) throw new Error('a page asked for its ledger outside of one');
  return place;
};

/** The present day of the ledger, in its time zone. */
export const useToday = (): string => dayIn(usePlace().ledger.time_zone);

/** Makes addresses inside the ledger, with the as-of date. `path` is as in `accounts/CASH`; the caller must encode it. */
export const useHref = (): ((path: string, query?: QueryValues) => string) => {
  const { root, asOf } = usePlace();
  return useMemo(
    () => (path, query) => `${root}${path === '' ? '' : `/${path}`}${queryText({ as_of: asOf, ...query })}`,
    [root, asOf],
  );
};

export interface Query extends QueryReader {
  readonly all: Readonly<Record<string, string>>;
  /** Changes some parameters and keeps the others; null removes one. The cursor is removed unless it is set, because the list changes. */
  readonly set: (changes: QueryValues, how?: { readonly replace?: boolean }) => void;
}

/** The filters of the page, read from its address. */
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
