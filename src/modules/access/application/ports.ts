/**
 * What access needs from the outside. A write here is one statement on the control plane and complete by itself, so there
 * is no transaction to hand around as on the ledger plane.
 */
import type { KeyId, LedgerId, TenantId } from '../../../kernel/ids';
import type { Denomination } from '../../../kernel/money';
import type { Outcome } from '../../../kernel/refusal';
import { token } from '../../../kernel/token';
import type { ApiKey } from '../domain/api-key';
import type { Tenant } from '../domain/tenant';

export interface WantedTenants {
  /** Several tenants may have the same name. */
  readonly name?: string;
  readonly limit: number;
}

export interface TenantStore {
  insert(tenant: Tenant): Promise<void>;
  tenant(id: TenantId): Promise<Tenant | undefined>;
  hasTenants(): Promise<boolean>;
  /** Oldest first, at most `limit`. */
  tenants(wanted: WantedTenants): Promise<readonly Tenant[]>;
}

/** A key with the hash of its secret, which leaves the store for authentication alone. */
export interface StoredKey {
  readonly key: ApiKey;
  readonly secretHash: Buffer;
}

export interface KeyStore {
  /** Throws when the prefix is taken: with 62 random bits that is a fault, not a case to handle. */
  insert(stored: StoredKey): Promise<void>;
  keyOfId(id: KeyId): Promise<ApiKey | undefined>;
  /** The keys that exist, in any order. */
  keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredKey[]>;
  /** Oldest first. */
  keysOfLedger(ledgerId: LedgerId): Promise<readonly ApiKey[]>;
  /** Of every key of the ledger, revoked ones included. */
  correctDenomination(ledgerId: LedgerId, denomination: Denomination): Promise<void>;
  /** Ends the key; one that has ended before keeps its time. */
  revoke(id: KeyId, at: Date): Promise<void>;
  /** Moves the keys' last use forward to `at`, never back. */
  markUsed(ids: readonly KeyId[], at: Date): Promise<void>;
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

export const TENANT_STORE = token<TenantStore>('TenantStore');
export const KEY_STORE = token<KeyStore>('KeyStore');
export const RATE_BUDGET = token<RateBudget>('RateBudget');
