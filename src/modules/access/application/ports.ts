/**
 * The ports of access. Each write is a transaction of its own, so these ports take no transaction as a parameter, unlike the ports of the
 * ledger plane. `actor` is the name of the acting person or key in the tenant's log; if absent, the command line.
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
  /** Returns a page of tenants in the order of their ids, which is the order of creation. */
  page(slice: Slice): Promise<Page<Tenant>>;
  /** Returns the quotas of these tenants, except tenants without a stored quota. */
  quotas(ids: readonly TenantId[]): Promise<readonly TenantQuota[]>;
  /** Sets the numbers in the change, keeps all others, and returns the resulting quota. */
  setQuota(tenantId: TenantId, change: QuotaChange, setAt: Date, actor?: string): Promise<TenantQuota>;
}

/** A key with the hash of its secret. The store returns the hash only for authentication. */
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
  /**
   * Inserts the key. Refuses a key beyond the tenant's quota of active keys. Throws if the prefix is already used: prefixes have 62 random
   * bits, so only a fault can cause that.
   */
  insert(stored: StoredKey, actor?: string): Promise<Outcome<QuotaReached, void>>;
  keyOfId(id: KeyId): Promise<ApiKey | undefined>;
  /** Returns the keys with these prefixes that exist, in any order. */
  keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredKey[]>;
  /** Returns the keys of the ledger, the oldest first. */
  keysOfLedger(ledgerId: LedgerId): Promise<readonly ApiKey[]>;
  /** Returns a page of keys in the order of their ids, which is the order of creation. */
  page(wanted: WantedKeys, slice: Slice): Promise<Page<ApiKey>>;
  /**
   * Judges a change under the key's lock, and writes the result in the same transaction: the name, the rate limit, the expiry, whether the
   * key is active, when it was revoked, and its successor if there is one. Returns undefined if there is no such key. `judgeUse` checks the
   * quota if the old key stays active beside its successor, because the tenant then has one more key.
   */
  change<R, C extends ChangedKey>(
    id: KeyId,
    judge: (key: ApiKey) => Outcome<R, C>,
    actor?: string,
    judgeUse?: (use: QuotaUse) => Outcome<R, void>,
  ): Promise<Outcome<R, C> | undefined>;
  /** Sets the last use of the keys to `at`, unless the stored time is later. */
  markUsed(ids: readonly KeyId[], at: Date): Promise<void>;
  /** Replaces the hash of a secret with another hash of the same secret. Does nothing if the stored hash is no longer `former`. */
  rehash(id: KeyId, former: Buffer, secretHash: Buffer, actor: string): Promise<void>;
}

/** The key of an administrator, with the hash of its secret. */
export interface StoredAdminKey {
  readonly key: AdminKey;
  readonly secretHash: Buffer;
}

export interface AdminKeyStore {
  /** Inserts the key. Throws if the prefix is taken. */
  insert(stored: StoredAdminKey, actor?: string): Promise<void>;
  keyOfId(id: AdminKeyId): Promise<AdminKey | undefined>;
  /** Returns the keys with these prefixes that exist, in any order. */
  keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredAdminKey[]>;
  /** Returns at most `limit` keys of one tenant, or of all, in the order of their ids. */
  keys(tenantId: TenantId | undefined, limit: number): Promise<readonly AdminKey[]>;
  /** Revokes the key. A key that has already ended keeps the time of its end. */
  revoke(id: AdminKeyId, at: Date, actor?: string): Promise<void>;
  /** Sets the last use of the keys to `at`, unless the stored time is later. */
  markUsed(ids: readonly AdminKeyId[], at: Date): Promise<void>;
  /** Replaces the hash of a secret like `KeyStore.rehash`. */
  rehash(id: AdminKeyId, former: Buffer, secretHash: Buffer, actor: string): Promise<void>;
}

/** The maximum number of requests per second, and how many are left in the current second. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the budget is full again. */
  readonly resetSeconds: number;
}

export interface RateBudget {
  /**
   * Takes one request from the subject's budget of `limit` per second, and returns how many are left. Refuses, and takes nothing, if the
   * budget is used up. Each full second of the clock admits at most `limit` requests.
   */
  spend(subject: string, limit: number): Promise<Outcome<Budget, Budget>>;
}

/** A link that invites an operator to set a password. */
export interface Invitation {
  readonly operatorId: OperatorId;
  readonly tokenHash: string;
  /** The actor who created the link, as logs name the actor. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

/** An operator, with the open link through which the operator can set a password. */
export interface InvitedOperator {
  readonly operator: Operator;
  readonly invitation: Invitation;
}

/** An operator with the hash of the password. The store returns the hash only to compare a password with it. */
export interface Credentials {
  readonly operator: Operator;
  readonly passwordHash: string | null;
}

/** A changed operator. The store writes only the name, the role and the active flag. */
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
   * Inserts an operator with a first invitation. Refuses an e-mail that another person of the same tenant has, and a person beyond the
   * tenant's quota.
   */
  insert(
    operator: Operator,
    invitation: Invitation,
    actor: string,
  ): Promise<Outcome<OperatorExists | QuotaReached, void>>;
  operator(id: OperatorId): Promise<Operator | undefined>;
  /** Returns a page of operators of one tenant, or of all, in the order of their ids, which is the order of creation. */
  operators(tenantId: TenantId | undefined, slice: Slice): Promise<Page<Operator>>;
  credentialsOf(id: OperatorId): Promise<Credentials | undefined>;
  /** Returns all operators with this e-mail, at most one per tenant, the oldest first. */
  namesakes(email: string): Promise<readonly Credentials[]>;
  /**
   * Judges a change under the locks of the operator and of its tenant's administrators, and writes the result in the same transaction.
   * Deletes the link of an operator who becomes inactive. Returns undefined if there is no such operator.
   */
  change<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, ChangedOperator>,
    actor: string,
    now: Date,
  ): Promise<Outcome<R, Operator> | undefined>;
  /** If `judge` allows it under the same locks, ends the operator's sessions and link, and deletes the operator. */
  remove<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, Operator>,
    actor: string,
    now: Date,
  ): Promise<Outcome<R, Operator> | undefined>;
  /** Stores a link, which replaces the operator's earlier one. Returns false, and writes nothing, if the operator is inactive. */
  invite(invitation: Invitation, actor: string): Promise<boolean>;
  /** Returns the active operator with an open link that has one of these hashes. */
  invited(tokenHashes: readonly string[], now: Date): Promise<InvitedOperator | undefined>;
  /** Uses the link, sets the password and ends all sessions. Returns false, and writes nothing, if the link is no longer open. */
  accept(tokenHash: string, passwordHash: string, now: Date, actor: string): Promise<boolean>;
  /**
   * Sets the password, and ends any link and all sessions except the given one, in which the person changes the password. Returns false,
   * and writes nothing, if that session has ended, or if the stored hash is no longer `former`, the hash that the present password was
   * compared with.
   */
  setPassword(
    session: Pick<Session, 'id' | 'operatorId'>,
    hashes: PasswordHashes,
    actor: string,
    now: Date,
  ): Promise<boolean>;
  /** Replaces the hash with another hash of the same password. Does nothing if the stored hash is no longer `former`. */
  rehash(id: OperatorId, former: string, passwordHash: string, actor: string): Promise<void>;
}

/** A session with its operator. */
export interface KnownSession {
  readonly session: Session;
  readonly operator: Operator;
}

/** Selects sessions of one operator: all, one, or all except one. */
export interface WantedSessions {
  readonly operatorId: OperatorId;
  readonly only?: SessionId | undefined;
  readonly but?: SessionId | undefined;
}

export interface SessionStore {
  /**
   * Begins a session, and deletes expired ones. Only the operator's newest `most` sessions stay open; the others are ended on behalf of
   * `actor`. Returns the operator. Returns undefined, and writes nothing, if the operator is inactive, or if the stored password hash is no
   * longer `judgedBy`, the hash that the password was compared with.
   */
  begin(session: Session, judgedBy: string, most: number, actor: string): Promise<Operator | undefined>;
  /** Returns the sessions with these token hashes that nobody has ended, in any order. Some may have expired. */
  sessionsOfHashes(tokenHashes: readonly string[]): Promise<readonly KnownSession[]>;
  /** Returns whether the operator has a stored session with this id, open or not. */
  has(operatorId: OperatorId, id: SessionId): Promise<boolean>;
  /** Returns a page of all stored sessions of an operator, the newest first. */
  page(operatorId: OperatorId, slice: Slice): Promise<Page<Session>>;
  /** Returns at most `limit` sessions that were begun through a link after `since`, the newest first. */
  begunByLink(operatorId: OperatorId, since: Date, limit: number): Promise<readonly Session[]>;
  /** Sets the last use of the sessions and of their operators to `at`, unless the stored time is later. */
  markSeen(ids: readonly SessionId[], at: Date): Promise<void>;
  /** Ends the sessions that are still open. Returns them as they were before. */
  end(wanted: WantedSessions, actor: string, at: Date): Promise<readonly Session[]>;
}

/** Failed and successful sign-ins, counted for all processes together. */
export interface FailureCounts {
  /**
   * Counts one attempt in each budget. If a budget is used up, counts the attempt in none, and returns the time at which that budget's
   * window ends. A window begins with its first attempt. Attempts are counted before they are judged, so that a hundred simultaneous
   * guesses count as a hundred.
   */
  spend(budgets: readonly FailureBudget[], now: Date, windowMs: number): Promise<Outcome<Date, void>>;
  /** Removes an attempt that was counted but, once judged, does not count. */
  giveBack(budgets: readonly FailureBudget[]): Promise<void>;
}

export const OPERATOR_STORE = token<OperatorStore>('OperatorStore');
export const SESSION_STORE = token<SessionStore>('SessionStore');
export const FAILURE_COUNTS = token<FailureCounts>('FailureCounts');
export const ADMIN_KEY_STORE = token<AdminKeyStore>('AdminKeyStore');
export const TENANT_STORE = token<TenantStore>('TenantStore');
export const KEY_STORE = token<KeyStore>('KeyStore');
export const RATE_BUDGET = token<RateBudget>('RateBudget');
