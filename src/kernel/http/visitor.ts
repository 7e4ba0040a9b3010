/** Rows for those who are not known yet: the routes that sign people in and out judge by themselves who asks. */
import type { TenantId } from '../ids';
import type { Caller } from '../principal';
import { rows } from './route';

export interface Visitor extends Caller {
  /** The tenant of the person who is signed in; null for a person of all tenants, and for anybody else. */
  readonly tenantId: TenantId | null;
  readonly address: string;
  /** Whether the browser has hung up. */
  isGone(): boolean;
  /** User-Agent. */
  readonly agent: string | undefined;
  /** `open`: over plain http from another machine, where anybody on the way reads along. */
  readonly connection: 'secure' | 'loopback' | 'open';
  readonly cookieName: string;
  /** Of the cookie; undefined where there is none. */
  readonly sessionToken: string | undefined;
  /** X-CSRF-Token, empty where there is none. */
  readonly csrfToken: string;
  /** Whether the browser says that a page of this very host asks. */
  readonly isSameOrigin: boolean;
}

/** The actor of a visitor who is not signed in. */
export const visitorActor = 'visitor';

export const visiting = rows<Visitor>('visitors');
