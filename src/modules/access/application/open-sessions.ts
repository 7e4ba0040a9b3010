/**
 * A cache of open sessions by the hash of their token, with the rate limits of the tenants. An entry is at most one second older than the
 * store.
 */
import type { LedgerTime } from '../../../kernel/clock';
import type { TenantId } from '../../../kernel/ids';
import { isToken, type TokenHashing } from '../domain/person-tokens';
import { isOpen, type Session } from '../domain/session';
import { ratesOf } from './keyring';
import type { KnownSession, SessionStore, TenantStore } from './ports';
import { createRemembered } from './remembered';

export interface PersonKnown extends KnownSession {
  /** The limit for all keys and people of the person's tenant together; null: no limit. */
  readonly tenantRequestsPerSecond: number | null;
}

export interface OpenSessions {
  /** Finds the session by the hash of its token. */
  openNamed(name: string): Promise<PersonKnown | undefined>;
  openOf(token: string): Promise<PersonKnown | undefined>;
  /** Removes the session from the cache, so that it is read again. */
  forget(session: Pick<Session, 'tokenHash'>): void;
}

export interface OpenSessionsDependencies {
  readonly sessions: Pick<SessionStore, 'sessionsOfHashes'>;
  readonly tenants: Pick<TenantStore, 'quotas'>;
  readonly tokens: TokenHashing;
  readonly clock: LedgerTime;
}

export const createOpenSessions = ({ sessions, tenants, tokens, clock }: OpenSessionsDependencies): OpenSessions => {
  const remembered = createRemembered<PersonKnown>(async (names) => {
    const found = await sessions.sessionsOfHashes(names);
    const rates = await ratesOf(
      tenants,
      found.flatMap(({ operator }) => operator.tenantId ?? []),
    );
    const rateOf = (tenantId: TenantId | null): number | null => (tenantId && rates.get(tenantId)) ?? null;
    return new Map(
      found.map((known) => [
        known.session.tokenHash,
        { ...known, tenantRequestsPerSecond: rateOf(known.operator.tenantId) },
      ]),
    );
  }, clock);

  const openNamed: OpenSessions['openNamed'] = async (name) => {
    const known = await remembered.find(name);
    return known?.operator.isActive && isOpen(known.session, clock.now()) ? known : undefined;
  };
  return {
    openNamed,
    openOf: async (token) => {
      if (!isToken('session', token)) return undefined;
      for (const name of tokens.hashesOf(token)) {
        const known = await openNamed(name);
        if (known) return known;
      }
      return undefined;
    },
    forget: ({ tokenHash }) => remembered.forget(tokenHash),
  };
};
