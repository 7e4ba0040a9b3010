/** Access: tenants, their API keys, operators and their sessions, authentication. Other contexts see this file alone. */
import type { LedgerId, TenantId } from '../../kernel/ids';
import type { Denomination } from '../../kernel/money';
import type { Caller } from '../../kernel/principal';
import type { Outcome } from '../../kernel/refusal';
import { token } from '../../kernel/token';
import type { Authentication } from './application/authenticate';
import type { IssuedKey } from './application/issue-key';
import type { Operators } from './application/operators';
import type { WantedTenants } from './application/ports';
import type { Sessions } from './application/sessions';
import type { ApiKey, NewKey } from './domain/api-key';
import type { InvalidKey, InvalidTenant, KeyNotFound } from './domain/refusals';
import type { Tenant } from './domain/tenant';

export type { Authentication } from './application/authenticate';
export type { IssuedKey } from './application/issue-key';
export type { Invited, Operators } from './application/operators';
export type { Budget } from './application/ports';
export type { SessionAuthentication, Sessions, SignedIn } from './application/sessions';
export type { ApiKey, KeyedLedger, NewKey } from './domain/api-key';
export {
  actorOf,
  administratorOf,
  bookkeeperOf,
  worksFor,
  type NewOperator,
  type Operator,
  type OperatorChange,
  type OperatorId,
} from './domain/operator';
export { maxPasswordLength, minPasswordLength } from './domain/password';
export type {
  AccessRefusal,
  InvalidKey,
  InvalidOperator,
  InvalidPassword,
  InvalidTenant,
  InvitationExpired,
  KeyNotFound,
  OperatorExists,
  OperatorInactive,
  OperatorNotFound,
  OperatorRefusal,
  SessionRequired,
  SignInFailed,
  SignInLimited,
} from './domain/refusals';
export { roles, type Role } from './domain/role';
export { maxSessionMs } from './domain/session';
export type { Tenant } from './domain/tenant';

export interface Access {
  createTenant(name: string): Promise<Outcome<InvalidTenant, Tenant>>;
  /** The tenant of that id, or undefined. */
  tenant(tenantId: TenantId): Promise<Tenant | undefined>;
  /** Whether there is any tenant yet. */
  hasTenants(): Promise<boolean>;
  /** Oldest first, at most `limit`. */
  tenants(wanted: WantedTenants): Promise<readonly Tenant[]>;
  /** Makes a key for one ledger, which must exist. Its text is in this answer and nowhere else. */
  issueKey(request: NewKey): Promise<Outcome<InvalidKey, IssuedKey>>;
  /** Every key of the ledger, oldest first, revoked ones included. */
  listKeys(ledgerId: LedgerId): Promise<readonly ApiKey[]>;
  /** Gives every key of the ledger its new denomination, within a second in every process. */
  correctDenomination(ledgerId: LedgerId, denomination: Denomination): Promise<void>;
  /** Ends a key within a second, in every process; a key that was revoked before is answered as it is. */
  revokeKey(idOrPrefix: string): Promise<Outcome<KeyNotFound, ApiKey>>;
  /**
   * The caller with this `Authorization` header from this address, and what is left of the rate budget that it spends. A
   * key that is missing, malformed, unknown, expired or revoked is `unknown`, and the client does not learn which. Throws
   * `Unavailable` where the keys cannot be read.
   */
  authenticate(authorization: string | undefined, address: string): Promise<Authentication>;
  /**
   * Whether the key or the session of a caller, which was good once, still is. Spends no budget. Throws as `authenticate` does.
   */
  isUsable(caller: Pick<Caller, 'actor' | 'session'>): Promise<boolean>;
  readonly operators: Operators;
  readonly sessions: Sessions;
}

export const ACCESS = token<Access>('Access');
