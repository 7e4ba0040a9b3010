/**
 * Access: tenants and their logs, API keys, keys of administrators, operators and their sessions, authentication. Other
 * modules see only this file. `actor` is the name of the acting person or key in the log of the tenant; if absent, the
 * command line.
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
import type { WantedKeys, WantedTenants } from './application/ports';
import type { Sessions } from './application/sessions';
import type { TenantLogReader, WantedEvents } from './application/tenant-log-reader';
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
  /** Returns the tenant with that id; undefined if there is none. */
  tenant(tenantId: TenantId): Promise<Tenant | undefined>;
  /** Returns whether there is at least one tenant. */
  hasTenants(): Promise<boolean>;
  /** Returns at most `limit` tenants, the oldest first. */
  tenants(wanted: WantedTenants): Promise<readonly Tenant[]>;
  /** Returns a page of tenants in order of creation. */
  tenantPage(slice: Slice): Promise<Page<Tenant>>;
  /** Creates a key for one ledger, which must exist. Only this answer contains the key's text. */
  issueKey(request: NewKey, actor?: string): Promise<Outcome<InvalidKey | QuotaReached, IssuedKey>>;
  /** Returns every key of the ledger, the oldest first, revoked ones included. */
  listKeys(ledgerId: LedgerId): Promise<readonly ApiKey[]>;
  /** Returns a page of the keys of one ledger, of one tenant, or of all tenants, in order of creation. */
  keyPage(wanted: WantedKeys, slice: Slice): Promise<Page<ApiKey>>;
  /** Returns the key with that id; undefined if there is none. */
  key(id: KeyId): Promise<ApiKey | undefined>;
  /** Changes the name or the rate limit of a key. The change takes effect within a second in every process. */
  changeKey(idOrPrefix: string, change: KeyChange, actor?: string): Promise<Outcome<KeyNotFound | InvalidKey, ApiKey>>;
  /** Creates a new key with the same rights. The old one remains valid for this many seconds (0…604800), unless it expires earlier. */
  rotateKey(
    idOrPrefix: string,
    graceSeconds: number,
    actor?: string,
  ): Promise<Outcome<KeyNotFound | InvalidKey | KeyNotActive | QuotaReached, RotatedKey>>;
  /**
   * Drops the ledger's keys from this process's cache, because the ledger has changed. Other processes read the keys again within a second.
   */
  forgetKeysOf(ledgerId: LedgerId): Promise<void>;
  /** Revokes a key; within a second no process accepts it. A key that was already revoked is returned unchanged. */
  revokeKey(idOrPrefix: string, actor?: string): Promise<Outcome<KeyNotFound, ApiKey>>;
  /**
   * Returns the caller with this `Authorization` header from this address, and the rest of the rate budget that the
   * request spends. A missing, malformed, unknown, expired or revoked key is `unknown`, and the client does not learn
   * which. Throws `Unavailable` if the keys cannot be read.
   */
  authenticate(authorization: string | undefined, address: string): Promise<Authentication>;
  /** Returns whether the key or the session of a caller, which was valid, is still valid. Spends no budget. Throws like `authenticate`. */
  isUsable(caller: Pick<Caller, 'actor' | 'session'>): Promise<boolean>;
  readonly operators: Operators;
  readonly sessions: Sessions;
  readonly adminKeys: AdminKeys;
  /** Returns a page of events, the newest first: of the log of one tenant, or of all logs including that of the installation. */
  tenantLog(wanted: WantedEvents, slice: Slice): Promise<Page<TenantEvent>>;
  /** Returns acts in the log of one tenant: acts of the actor, and acts through a link that the actor created. */
  acts: TenantLogReader['acts'];
  /**
   * Returns whether the actor may have acted in the books of the tenant: a key of the tenant, a person of the tenant or of all tenants, or
   * a deleted person.
   */
  mayHaveKeptBooks(actor: string, tenantId: TenantId): Promise<boolean>;
  /**
   * `tenantLogEnds` returns the last sequence of each log that has events; `tenantLogHashes` returns the stored hashes of one log's events.
   * Proofs need both.
   */
  tenantLogEnds: TenantLogReader['ends'];
  tenantLogHashes: TenantLogReader['hashes'];
  /** Verifies that the logs of one tenant, or of all, are complete and agree with the stored rows. */
  verifyTenantLogs(tenantId?: TenantId): Promise<readonly LogCheck[]>;
}

export const ACCESS = token<Access>('Access');
