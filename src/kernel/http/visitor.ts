/** Rows for those who are not known yet: the routes that sign people in and out judge by themselves who asks. */
import type { TenantId } from '../ids';
import type { Caller } from '../principal';
import { rows } from './route';

export interface Visitor extends Caller {
  /** Of a person who is signed in, where that is not of all. */
  readonly tenantId: TenantId | null;
  readonly address: string;
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

export const visiting = rows<Visitor>('visitors');
