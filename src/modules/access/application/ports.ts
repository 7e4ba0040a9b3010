/**
 * What access needs from the outside. A write here is complete by itself, so there is no transaction to hand around as on the ledger
 * plane. `actor` is who acts, as the log of the tenant names it; where it is left out, the command line.
 */
import type { ActsQuestion } from '../../../kernel/acts';
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
import type { TenantEvent, TenantLogHead } from '../domain/tenant-log';

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
  /** Oldest first, at most `limit`. */
  tenants(wanted: WantedTenants): Promise<readonly Tenant[]>;
  /** By id: in the order in which they were made. */
  page(slice: Slice): Promise<Page<Tenant>>;
  /** The quotas of those of these tenants for which something was set. */
  quotas(ids: readonly TenantId[]): Promise<readonly TenantQuota[]>;
  /** Keeps what the change leaves out, and returns the quota as it is from now on. */
  setQuota(tenantId: TenantId, change: QuotaChange, setAt: Date, actor?: string): Promise<TenantQuota>;
}

/** A key with the hash of its secret, which leaves the store for authentication alone. */
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
  /** Refuses one more than the tenant's quota of active keys. Throws when the prefix is taken: with 62 random bits that is a fault. */
  insert(stored: StoredKey, actor?: string): Promise<Outcome<QuotaReached, void>>;
  keyOfId(id: KeyId): Promise<ApiKey | undefined>;
  /** The keys that exist, in any order. */
  keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredKey[]>;
  /** Oldest first. */
  keysOfLedger(ledgerId: LedgerId): Promise<readonly ApiKey[]>;
  /** By id: in the order in which they were made. */
  page(wanted: WantedKeys, slice: Slice): Promise<Page<ApiKey>>;
  /**
   * Judges a change under the key's lock, and writes the answer in the same transaction: the name, the rate budget, the end, whether
   * it is active, when it was revoked, and the successor where there is one. Undefined where there is no such key. `judgeUse`
   * judges a successor beside which the key stays active: the tenant has one more.
   */
  change<R, C extends ChangedKey>(
    id: KeyId,
    judge: (key: ApiKey) => Outcome<R, C>,
    actor?: string,
    judgeUse?: (use: QuotaUse) => Outcome<R, void>,
  ): Promise<Outcome<R, C> | undefined>;
  /** Moves the keys' last use forward to `at`, never back. */
  markUsed(ids: readonly KeyId[], at: Date): Promise<void>;
  /** Keeps another hash of the same secret; nothing is done where `former` is kept no more. */
  rehash(id: KeyId, former: Buffer, secretHash: Buffer, actor: string): Promise<void>;
}

/** The key of an administrator, with the hash of its secret. */
export interface StoredAdminKey {
  readonly key: AdminKey;
  readonly secretHash: Buffer;
}

export interface AdminKeyStore {
  /** Throws when the prefix is taken. */
  insert(stored: StoredAdminKey, actor?: string): Promise<void>;
  keyOfId(id: AdminKeyId): Promise<AdminKey | undefined>;
  /** The keys that exist, in any order. */
  keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredAdminKey[]>;
  /** By id, at most `limit`: of one tenant, or everybody's. */
  keys(tenantId: TenantId | undefined, limit: number): Promise<readonly AdminKey[]>;
  /** Ends the key; one that has ended before keeps its time. */
  revoke(id: AdminKeyId, at: Date, actor?: string): Promise<void>;
  /** Moves the keys' last use forward to `at`, never back. */
  markUsed(ids: readonly AdminKeyId[], at: Date): Promise<void>;
  /** As with API keys. */
  rehash(id: AdminKeyId, former: Buffer, secretHash: Buffer, actor: string): Promise<void>;
}

/** A row that the log does not tell of as it is, or an event that no row agrees with. */
export interface LogBreach {
  readonly where: string;
  readonly detail: string;
}

export interface LogBreaches {
  readonly total: number;
  /** The first hundred of them. */
  readonly named: readonly LogBreach[];
}

/** The logs in one snapshot: what is written meanwhile is not seen. */
export interface TenantLogSnapshot {
  /** Of every log of which there is anything; where its head is missing, as if nothing had been written. Of one tenant, or of all. */
  heads(tenantId: TenantId | undefined): Promise<readonly TenantLogHead[]>;
  /** In order, read in chunks. */
  events(tenantId: TenantId): AsyncIterable<TenantEvent>;
  /** Where the last event of a subject and its row differ. */
  disagreements(tenantId: TenantId | undefined): Promise<LogBreaches>;
  /** What the service may do to the logs, and must not. */
  openings(): Promise<LogBreaches>;
}

export interface WantedEvents {
  /** Undefined: all logs together. */
  readonly tenantId: TenantId | undefined;
  /** Keeps the events about this thing. */
  readonly subjectId?: string | undefined;
}

export interface TenantLogReader {
  /** Newest first: a whole log by its sequence, anything else by when it happened. */
  page(wanted: WantedEvents, slice: Slice): Promise<Page<TenantEvent>>;
  /** Of one log, the nearest `limit + 1` acts of the actor behind the slice's position (kernel/acts), in any order. */
  acts(tenantId: TenantId, question: ActsQuestion, slice: Slice): Promise<readonly TenantEvent[]>;
  read<A>(work: (logs: TenantLogSnapshot) => Promise<A>): Promise<A>;
}

/** How many requests a second are allowed, and what is left of the current second. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until it is full again. */
  readonly resetSeconds: number;
}

export interface RateBudget {
  /**
   * Takes one request from the subject's budget of `limit` a second and answers what is left; refuses, and takes nothing,
   * where it is used up. Seconds are those of the clock: within none of them more than `limit` requests are let through.
   */
  spend(subject: string, limit: number): Promise<Outcome<Budget, Budget>>;
}

/** A link that invites an operator to set a password. */
export interface Invitation {
  readonly operatorId: OperatorId;
  readonly tokenHash: string;
  /** The actor who created it, as logs name it. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

/** An operator with the open link that invites it. */
export interface InvitedOperator {
  readonly operator: Operator;
  readonly invitation: Invitation;
}

/** An operator with what is kept of the password, which leaves the store to be compared with a password alone. */
export interface Credentials {
  readonly operator: Operator;
  readonly passwordHash: string | null;
}

/** A changed operator: only its name, its role and whether it is active are written. */
export interface ChangedOperator {
  readonly operator: Operator;
  readonly endsSessions: boolean;
}

export interface PasswordHashes {
  readonly former: string;
  readonly next: string;
}

/** Operators and the links that invite them. `actor` is who acts, as the log of the tenant names it. */
export interface OperatorStore {
  /** With a first invitation. Refuses an e-mail of another person of the same tenant, and one more than the tenant's quota of people. */
  insert(
    operator: Operator,
    invitation: Invitation,
    actor: string,
  ): Promise<Outcome<OperatorExists | QuotaReached, void>>;
  operator(id: OperatorId): Promise<Operator | undefined>;
  /** By id: in the order in which they were made. Of one tenant, or everybody. */
  operators(tenantId: TenantId | undefined, slice: Slice): Promise<Page<Operator>>;
  credentialsOf(id: OperatorId): Promise<Credentials | undefined>;
  /** Everybody who signs in with this e-mail: one of each tenant at most, oldest first. */
  namesakes(email: string): Promise<readonly Credentials[]>;
  /**
   * Judges a change under the locks of the operator and of the administrators of its tenant, and writes the answer in the same
   * transaction. An inactive operator loses its link. Undefined where there is no such operator.
   */
  change<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, ChangedOperator>,
    actor: string,
    now: Date,
  ): Promise<Outcome<R, Operator> | undefined>;
  /** Ends the sessions and the link of the operator and deletes the row, where `judge` allows it under the same locks. */
  remove<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, Operator>,
    actor: string,
    now: Date,
  ): Promise<Outcome<R, Operator> | undefined>;
  /** Ends the operator's earlier link. False, and nothing is written, where the operator is inactive. */
  invite(invitation: Invitation, actor: string): Promise<boolean>;
  /** The active operator whom a link of these hashes invites, while the link is open. */
  invited(tokenHashes: readonly string[], now: Date): Promise<InvitedOperator | undefined>;
  /** Uses the link, sets the password and ends all sessions. False, and nothing is written, where the link is no longer open. */
  accept(tokenHash: string, passwordHash: string, now: Date, actor: string): Promise<boolean>;
  /**
   * Ends all sessions but the one that changes the password, and any link. False, and nothing is written, where that session has
   * ended or `former`, by which the present password was judged, is kept no more.
   */
  setPassword(
    session: Pick<Session, 'id' | 'operatorId'>,
    hashes: PasswordHashes,
    actor: string,
    now: Date,
  ): Promise<boolean>;
  /** Keeps another hash of the same password; nothing is done where `former` is kept no more. */
  rehash(id: OperatorId, former: string, passwordHash: string, actor: string): Promise<void>;
}

/** A session with whose it is. */
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
   * Of the operator's open sessions only the `most` newest stay open; `actor` ends the others. Deletes what was kept for long
   * enough. Returns the operator. Undefined, and nothing is written, where the operator is inactive or `judgedBy`, the hash that
   * the password was compared with, is no longer kept.
   */
  begin(session: Session, judgedBy: string, most: number, actor: string): Promise<Operator | undefined>;
  /** Those that nobody has ended, in any order; their time may be over. */
  sessionsOfHashes(tokenHashes: readonly string[]): Promise<readonly KnownSession[]>;
  /** Whether the operator has such a session, over or not. */
  has(operatorId: OperatorId, id: SessionId): Promise<boolean>;
  /** Newest first: all that are kept of an operator. */
  page(operatorId: OperatorId, slice: Slice): Promise<Page<Session>>;
  /** Newest first, at most `limit`: those that began with a link, after `since`. */
  begunByLink(operatorId: OperatorId, since: Date, limit: number): Promise<readonly Session[]>;
  /** Moves what is known of their last use, and of their operators', forward to `at`, never back. */
  markSeen(ids: readonly SessionId[], at: Date): Promise<void>;
  /** Ends those that are not over, and returns them as they were. */
  end(wanted: WantedSessions, actor: string, at: Date): Promise<readonly Session[]>;
}

/** Failed and good sign-ins, counted for all processes together. */
export interface FailureCounts {
  /**
   * Counts a failure of each, or, where one of them has used up its budget, of none: then the answer is when its window ends. A
   * window begins with its first failure. Counted before it is known whether it is one, so that a hundred guesses at once are a
   * hundred.
   */
  spend(budgets: readonly FailureBudget[], now: Date, windowMs: number): Promise<Outcome<Date, void>>;
  /** It was none. */
  giveBack(budgets: readonly FailureBudget[]): Promise<void>;
}

export const OPERATOR_STORE = token<OperatorStore>('OperatorStore');
export const SESSION_STORE = token<SessionStore>('SessionStore');
export const FAILURE_COUNTS = token<FailureCounts>('FailureCounts');
export const ADMIN_KEY_STORE = token<AdminKeyStore>('AdminKeyStore');
export const TENANT_LOG_READER = token<TenantLogReader>('TenantLogReader');
export const TENANT_STORE = token<TenantStore>('TenantStore');
export const KEY_STORE = token<KeyStore>('KeyStore');
export const RATE_BUDGET = token<RateBudget>('RateBudget');
