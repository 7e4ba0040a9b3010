/** Route rows for callers who are not known yet: the routes that sign people in and out check the caller themselves. */
import type { TenantId } from '../ids';
import type { Caller } from '../principal';
import { rows } from './route';

export interface Visitor extends Caller {
  /**
   * The tenant of the signed-in person; null for a person who administers all tenants, and for a visitor who is not
   * signed in.
   */
  readonly tenantId: TenantId | null;
  readonly address: string;
  /** Returns whether the browser has disconnected. */
  isGone(): boolean;
  /** The User-Agent header. */
  readonly agent: string | undefined;
  /** How the request arrived. `open` means plain http from another machine, so that anybody in between can read the request. */
  readonly connection: 'secure' | 'loopback' | 'open';
  readonly cookieName: string;
  /** The session token of the cookie; undefined without a cookie. */
  readonly sessionToken: string | undefined;
  /** The X-CSRF-Token header; empty if absent. */
  readonly csrfToken: string;
  /** True if the browser states that a page of this same host sent the request. */
  readonly isSameOrigin: boolean;
}

/** The actor of a visitor who is not signed in. */
export const visitorActor = 'visitor';

export const visiting = rows<Visitor>('visitors');
