/**
 * The ports of access. Each write here is complete by itself, so there is no transaction to pass around as on the ledger plane. `actor` is
 * the name of the acting person or key in the log of the tenant; if absent, the command line.
 */
import type { KeyId, LedgerId, TenantId } from '../../../kernel/ids';
import type { QuotaReached, QuotaUse } from '../../../kernel/quotas';
import type { Outcome } from '../../../kernel/refusal';
import { token } from '../../../kernel/token';
import type { Page, Slice } from '../../../kernel/page';
import type { AdminKey, AdminKeyId } from '../domain/admin-key';
import type { ApiKey } from '../domain/api-key';
import type { Operator, OperatorId } from '../domain/operator';
import type { OperatorExists } from '../domain/refusals';
import type { Session, SessionId } from '../domain/session';
import type { FailureBudget } from '../domain/sign-in-budget';
import type { QuotaChange, Tenant, TenantQuota } from '../domain/tenant';

export interface WantedTenants {
  /** Several tenants may have the same name. */
  readonly name?: string;
  readonly ids?: readonly TenantId[];
  readonly limit: number;
}

export interface TenantStore {
  insert(tenant: Tenant, actor?: string): Promise<void>;
  tenant(id: TenantId): Promise<Tenant | undefined>;
  hasTenants(): Promise<boolean>;
  /** Returns at most `limit` tenants, the oldest first. */
  tenants(wanted: WantedTenants): Promise<readonly Tenant[]>;
  /** Returns a page by id, which is the order of creation. */
  page(slice: Slice): Promise<Page<Tenant>>;
  /** Returns the quotas of these tenants; a tenant without a stored quota is left out. */
  quotas(ids: readonly TenantId[]): Promise<readonly TenantQuota[]>;
  /** Sets the numbers of the change, keeps all others, and returns the resulting quota. */
  setQuota(tenantId: TenantId, change: QuotaChange, setAt: Date, actor?: string): Promise<TenantQuota>;
}

/** A key with the hash of its secret. The hash leaves the store only for authentication. */
export interface StoredKey {
  readonly key: ApiKey;
  readonly secretHash: Buffer;
}

export interface ChangedKey {
  readonly key: ApiKey;
  readonly successor?: StoredKey;
}

export interface WantedKeys {
  readonly tenantId?: TenantId | undefined;
  readonly ledgerId?: LedgerId | undefined;
}

export interface KeyStore {
  /** Refuses a key beyond the tenant's quota of active keys. Throws if the prefix is taken: with 62 random bits that is a fault. */
  insert(stored: StoredKey, actor?: string): Promise<Outcome<QuotaReached, void>>;
  keyOfId(id: KeyId): Promise<ApiKey | undefined>;
  /** Returns the existing keys in any order. */
  keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredKey[]>;
  /** Returns the keys of the ledger, the oldest first. */
  keysOfLedger(ledgerId: LedgerId): Promise<readonly ApiKey[]>;
  /** Returns a page by id, which is the order of creation. */
  page(wanted: WantedKeys, slice: Slice): Promise<Page<ApiKey>>;
  /**
   * Judges a change under the key's lock, and writes the result in the same transaction: the name, the rate limit, the end, whether it is
   * active, when it was revoked, and the successor if there is one. Undefined if there is no such key. `judgeUse` checks the quota for a
   * successor if the old key stays active, because the tenant then has one more key.
   */
  change<R, C extends ChangedKey>(
    id: KeyId,
    judge: (key: ApiKey) => Outcome<R, C>,
    actor?: string,
    judgeUse?: (use: QuotaUse) => Outcome<R, void>,
  ): Promise<Outcome<R, C> | undefined>;
  /** Moves the keys' last use forward to `at`, never back. */
  markUsed(ids: readonly KeyId[], at: Date): Promise<void>;
  /** Replaces the hash of a secret by another hash of the same secret; does nothing if `former` is no longer stored. */
  rehash(id: KeyId, former: Buffer, secretHash: Buffer, actor: string): Promise<void>;
}

/** The key of an administrator, with the hash of its secret. */
export interface StoredAdminKey {
  readonly key: AdminKey;
  readonly secretHash: Buffer;
}

export interface AdminKeyStore {
  /** Throws if the prefix is taken. */
  insert(stored: StoredAdminKey, actor?: string): Promise<void>;
  keyOfId(id: AdminKeyId): Promise<AdminKey | undefined>;
  /** Returns the existing keys in any order. */
  keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredAdminKey[]>;
  /** Returns at most `limit` keys by id: of one tenant, or of all. */
  keys(tenantId: TenantId | undefined, limit: number): Promise<readonly AdminKey[]>;
  /** Revokes the key; a key that has ended before keeps its time. */
  revoke(id: AdminKeyId, at: Date, actor?: string): Promise<void>;
  /** Moves the keys' last use forward to `at`, never back. */
  markUsed(ids: readonly AdminKeyId[], at: Date): Promise<void>;
  /** Replaces the hash of a secret like `KeyStore.rehash`. */
  rehash(id: AdminKeyId, former: Buffer, secretHash: Buffer, actor: string): Promise<void>;
}

/** The allowed requests per second, and the rest for the current second. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the budget is full again. */
  readonly resetSeconds: number;
}

export interface RateBudget {
  /**
   * Takes one request from the subject's budget of `limit` per second and returns the rest; refuses, and takes nothing, if the budget is
   * used up. Seconds are those of the clock: none of them admits more than `limit` requests.
   */
  spend(subject: string, limit: number): Promise<Outcome<Budget, Budget>>;
}

/** A link that invites an operator to set a password. */
export interface Invitation {
  readonly operatorId: OperatorId;
  readonly tokenHash: string;
  /** The actor who created it, as named in logs. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

/** An operator with the open link that invites that operator. */
export interface InvitedOperator {
  readonly operator: Operator;
  readonly invitation: Invitation;
}

/** An operator with the hash of the password. The hash leaves the store only to be compared with a password. */
export interface Credentials {
  readonly operator: Operator;
  readonly passwordHash: string | null;
}

/** A changed operator: only the name, the role and the active flag are written. */
export interface ChangedOperator {
  readonly operator: Operator;
  readonly endsSessions: boolean;
}

export interface PasswordHashes {
  readonly former: string;
  readonly next: string;
}

/** Operators and the links that invite them. `actor` is the name of the acting person or key in the log of the tenant. */
export interface OperatorStore {
  /**
   * Inserts an operator with a first invitation. Refuses an e-mail of another person of the same tenant, and a person beyond the tenant's
   * quota.
   */
  insert(
    operator: Operator,
    invitation: Invitation,
    actor: string,
  ): Promise<Outcome<OperatorExists | QuotaReached, void>>;
  operator(id: OperatorId): Promise<Operator | undefined>;
  /** Returns a page by id, which is the order of creation: of one tenant, or of all. */
  operators(tenantId: TenantId | undefined, slice: Slice): Promise<Page<Operator>>;
  credentialsOf(id: OperatorId): Promise<Credentials | undefined>;
  /** Returns all operators with this e-mail, at most one per tenant, the oldest first. */
  namesakes(email: string): Promise<readonly Credentials[]>;
  /**
   * Judges a change under the locks of the operator and of its tenant's administrators, and writes the result in the same transaction. An
   * inactive operator loses its link. Undefined if there is no such operator.
   */
  change<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, ChangedOperator>,
    actor: string,
    now: Date,
  ): Promise<Outcome<R, Operator> | undefined>;
  /** Ends the operator's sessions and link and deletes the row, if `judge` allows it under the same locks. */
  remove<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, Operator>,
    actor: string,
    now: Date,
  ): Promise<Outcome<R, Operator> | undefined>;
  /** Replaces the operator's earlier link. Returns false, and writes nothing, if the operator is inactive. */
  invite(invitation: Invitation, actor: string): Promise<boolean>;
  /** Returns the active operator whom an open link with one of these hashes invites. */
  invited(tokenHashes: readonly string[], now: Date): Promise<InvitedOperator | undefined>;
  /** Uses the link, sets the password and ends all sessions. Returns false, and writes nothing, if the link is no longer open. */
  accept(tokenHash: string, passwordHash: string, now: Date, actor: string): Promise<boolean>;
  /**
   * Sets the password, and ends any link and all sessions except the one that changes it. Returns false, and writes nothing, if that
   * session has ended, or if `former`, with which the present password was compared, is no longer stored.
   */
  setPassword(
    session: Pick<Session, 'id' | 'operatorId'>,
    hashes: PasswordHashes,
    actor: string,
    now: Date,
  ): Promise<boolean>;
  /** Replaces the hash by another hash of the same password; does nothing if `former` is no longer stored. */
  rehash(id: OperatorId, former: string, passwordHash: string, actor: string): Promise<void>;
}

/** A session with its operator. */
export interface KnownSession {
  readonly session: Session;
  readonly operator: Operator;
}

/** Sessions of one operator: all of them, one, or all but one. */
export interface WantedSessions {
  readonly operatorId: OperatorId;
  readonly only?: SessionId | undefined;
  readonly but?: SessionId | undefined;
}

export interface SessionStore {
  /**
   * Begins a session. Only the `most` newest sessions of the operator stay open; `actor` ends the others. Deletes expired sessions. Returns
   * the operator; undefined, writing nothing, if the operator is inactive or `judgedBy`, the hash judged by, is no longer stored.
   */
  begin(session: Session, judgedBy: string, most: number, actor: string): Promise<Operator | undefined>;
  /** Returns sessions that nobody has ended, in any order; they may have expired. */
  sessionsOfHashes(tokenHashes: readonly string[]): Promise<readonly KnownSession[]>;
  /** Returns whether the operator has such a session, open or not. */
  has(operatorId: OperatorId, id: SessionId): Promise<boolean>;
  /** Returns a page of all stored sessions of an operator, the newest first. */
  page(operatorId: OperatorId, slice: Slice): Promise<Page<Session>>;
  /** Returns at most `limit` sessions that a link began after `since`, the newest first. */
  begunByLink(operatorId: OperatorId, since: Date, limit: number): Promise<readonly Session[]>;
  /** Moves the last use of the sessions and of their operators forward to `at`, never back. */
  markSeen(ids: readonly SessionId[], at: Date): Promise<void>;
  /** Ends the sessions that are still open, and returns them as they were before. */
  end(wanted: WantedSessions, actor: string, at: Date): Promise<readonly Session[]>;
}

/** Failed and successful sign-ins, counted for all processes together. */
export interface FailureCounts {
  /**
   * Counts one attempt in each budget, or in none if one of them is used up: then returns when that budget's window ends. A window begins
   * with its first attempt. Attempts are counted before they are judged, so that a hundred simultaneous guesses count as a hundred.
   */
  spend(budgets: readonly FailureBudget[], now: Date, windowMs: number): Promise<Outcome<Date, void>>;
  /** Removes an attempt that turned out not to count. */
  giveBack(budgets: readonly FailureBudget[]): Promise<void>;
}

export const OPERATOR_STORE = token<OperatorStore>('OperatorStore');
export const SESSION_STORE = token<SessionStore>('SessionStore');
export const FAILURE_COUNTS = token<FailureCounts>('FailureCounts');
export const ADMIN_KEY_STORE = token<AdminKeyStore>('AdminKeyStore');
export const TENANT_STORE = token<TenantStore>('TenantStore');
export const KEY_STORE = token<KeyStore>('KeyStore');
export const RATE_BUDGET = token<RateBudget>('RateBudget');
