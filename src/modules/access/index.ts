/**
 * Access: tenants and their logs, API keys, keys of administrators, operators and their sessions, authentication. Other contexts see
 * this file alone. `actor` is who acts, as the log of the tenant names it; where it is left out, the command line.
 */
import type { KeyId, LedgerId, TenantId } from '../../kernel/ids';
import type { Page, Slice } from '../../kernel/page';
import type { Caller } from '../../kernel/principal';
import type { QuotaReached } from '../../kernel/quotas';
import type { Outcome } from '../../kernel/refusal';
import { token } from '../../kernel/token';
import type { AdminKeys } from './application/admin-keys';
import type { Authentication } from './application/authenticate';
import type { RotatedKey } from './application/change-key';
import type { IssuedKey } from './application/issue-key';
import type { Operators } from './application/operators';
import type { TenantLogReader, WantedEvents, WantedKeys, WantedTenants } from './application/ports';
import type { Sessions } from './application/sessions';
import type { TenantQuotas } from './application/tenant-quotas';
import type { LogCheck } from './application/verify-tenant-logs';
import type { ApiKey, KeyChange, NewKey } from './domain/api-key';
import type { InvalidKey, InvalidTenant, KeyNotActive, KeyNotFound } from './domain/refusals';
import type { Tenant } from './domain/tenant';
import type { TenantEvent } from './domain/tenant-log';

export type { Authentication } from './application/authenticate';
export type { AdminAuthentication, AdminKeys, IssuedAdminKey } from './application/admin-keys';
export type { RotatedKey } from './application/change-key';
export type { IssuedKey } from './application/issue-key';
export type { Invited, OperatorChanger, Operators } from './application/operators';
export type { Budget } from './application/ports';
export type { ListedSession, UsedLink } from './application/session-list';
export type { SessionAuthentication, Sessions, SignedIn } from './application/sessions';
export type { LogCheck } from './application/verify-tenant-logs';
export type { AdminKey } from './domain/admin-key';
export { maxGraceSeconds, type ApiKey, type KeyChange, type KeyedLedger, type NewKey } from './domain/api-key';
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
  KeyNotActive,
  KeyNotFound,
  LastAdministrator,
  OperatorExists,
  OperatorInactive,
  OperatorNotFound,
  OperatorRefusal,
  SessionNotFound,
  SessionRequired,
  SignInAmbiguous,
  SignInFailed,
  SignInLimited,
} from './domain/refusals';
export { roles, type Role } from './domain/role';
export { maxAgentLength, maxSessionMs, maxSessionsOfOperator, type SessionId } from './domain/session';
export type { QuotaChange, Tenant, TenantQuota } from './domain/tenant';
export { installationLog, tenantEventTypes, type TenantEvent } from './domain/tenant-log';

export interface Access extends TenantQuotas {
  createTenant(name: string, actor?: string): Promise<Outcome<InvalidTenant, Tenant>>;
  /** The tenant of that id, or undefined. */
  tenant(tenantId: TenantId): Promise<Tenant | undefined>;
  /** Whether there is any tenant yet. */
  hasTenants(): Promise<boolean>;
  /** Oldest first, at most `limit`. */
  tenants(wanted: WantedTenants): Promise<readonly Tenant[]>;
  /** In the order in which they were made. */
  tenantPage(slice: Slice): Promise<Page<Tenant>>;
  /** Makes a key for one ledger, which must exist. Its text is in this answer and nowhere else. */
  issueKey(request: NewKey, actor?: string): Promise<Outcome<InvalidKey | QuotaReached, IssuedKey>>;
  /** Every key of the ledger, oldest first, revoked ones included. */
  listKeys(ledgerId: LedgerId): Promise<readonly ApiKey[]>;
  /** The same of one ledger, of one tenant or of all, in the order in which they were made. */
  keyPage(wanted: WantedKeys, slice: Slice): Promise<Page<ApiKey>>;
  /** The key of that id, or undefined. */
  key(id: KeyId): Promise<ApiKey | undefined>;
  /** Its name, and how many requests a second it may send, within a second in every process. */
  changeKey(idOrPrefix: string, change: KeyChange, actor?: string): Promise<Outcome<KeyNotFound | InvalidKey, ApiKey>>;
  /** Another key of the same rights; the old one is good for so many seconds more (0…604800), or as long as it was anyway. */
  rotateKey(
    idOrPrefix: string,
    graceSeconds: number,
    actor?: string,
  ): Promise<Outcome<KeyNotFound | InvalidKey | KeyNotActive | QuotaReached, RotatedKey>>;
  /** Reads every key of the ledger anew in this process, after the ledger has changed; other processes do within a second. */
  forgetKeysOf(ledgerId: LedgerId): Promise<void>;
  /** Ends a key within a second, in every process; a key that was revoked before is answered as it is. */
  revokeKey(idOrPrefix: string, actor?: string): Promise<Outcome<KeyNotFound, ApiKey>>;
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
  readonly adminKeys: AdminKeys;
  /** Newest first: the log of one tenant, or all of them together with that of the installation. */
  tenantLog(wanted: WantedEvents, slice: Slice): Promise<Page<TenantEvent>>;
  /** The acts in the log of one tenant: by the actor, or by a link that the actor created. */
  acts: TenantLogReader['acts'];
  /**
   * Whether the actor may have acted in the books of the tenant: a key of it, a person of it or of all tenants, or a person who is no
   * longer there.
   */
  mayHaveKeptBooks(actor: string, tenantId: TenantId): Promise<boolean>;
  /** Whether the logs are whole and say what is so: of one tenant, or all. */
  verifyTenantLogs(tenantId?: TenantId): Promise<readonly LogCheck[]>;
}

export const ACCESS = token<Access>('Access');
