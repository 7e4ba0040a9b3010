/** Access: tenants, their API keys, and who is calling. This file is all that other contexts see. */
import type { LedgerId, TenantId } from '../../kernel/ids';
import type { Denomination } from '../../kernel/money';
import type { Outcome } from '../../kernel/refusal';
import { token } from '../../kernel/token';
import type { Authentication } from './application/authenticate';
import type { IssuedKey } from './application/issue-key';
import type { WantedTenants } from './application/ports';
import type { ApiKey, NewKey } from './domain/api-key';
import type { InvalidKey, InvalidTenant, KeyNotFound } from './domain/refusals';
import type { Tenant } from './domain/tenant';

export type { Authentication } from './application/authenticate';
export type { IssuedKey } from './application/issue-key';
export type { Budget } from './application/ports';
export type { ApiKey, KeyedLedger, NewKey } from './domain/api-key';
export type { AccessRefusal, InvalidKey, InvalidTenant, KeyNotFound } from './domain/refusals';
export type { Tenant } from './domain/tenant';

export interface Access {
  createTenant(name: string): Promise<Outcome<InvalidTenant, Tenant>>;
  /** The tenant of that id, or undefined. */
  tenant(tenantId: TenantId): Promise<Tenant | undefined>;
  /** Whether anybody keeps books here yet. */
  hasTenants(): Promise<boolean>;
  /** Oldest first, at most `limit`. */
  tenants(wanted: WantedTenants): Promise<readonly Tenant[]>;
  /** Makes a key for one ledger, which must exist. The answer is the only place its text ever stands. */
  issueKey(request: NewKey): Promise<Outcome<InvalidKey, IssuedKey>>;
  /** Every key of the ledger, oldest first, revoked ones included. */
  listKeys(ledgerId: LedgerId): Promise<readonly ApiKey[]>;
  /** Tells every key of the ledger how it counts from now on, within a second in every process. */
  correctDenomination(ledgerId: LedgerId, denomination: Denomination): Promise<void>;
  /** Ends a key within a second, in every process; one that was revoked before is answered as it is. */
  revokeKey(idOrPrefix: string): Promise<Outcome<KeyNotFound, ApiKey>>;
  /**
   * Who sends this `Authorization` header from this address, and what is left of the budget that it spends. A key that
   * is missing, malformed, unknown, expired or revoked is `unknown`, and nobody learns which. Throws `Unavailable` when
   * the keys cannot be read.
   */
  authenticate(authorization: string | undefined, address: string): Promise<Authentication>;
}

export const ACCESS = token<Access>('Access');
