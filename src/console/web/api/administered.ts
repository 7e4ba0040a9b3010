/** What /admin/v1 tells of: tenants, ledgers, keys, people, rates, the log of a tenant, verifications, the system. */
import type { Role } from './role';

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

export interface AdminLedger {
  readonly id: string;
  readonly tenant_id: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly currency_type: 'fiat' | 'crypto';
  readonly storage_decimals: number;
  readonly display_decimals: number;
  readonly is_active: boolean;
  readonly created_at: string;
}

export type NewLedger = Pick<AdminLedger, 'tenant_id' | 'code' | 'name' | 'currency'> &
  Partial<Pick<AdminLedger, 'currency_type' | 'storage_decimals' | 'display_decimals'>>;

export interface ApiKey {
  readonly id: string;
  readonly tenant_id: string;
  readonly ledger_id: string;
  /** The public part: what logs name it by. */
  readonly prefix: string;
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
  readonly rate_limit_per_second: number;
  /** Empty: from everywhere. */
  readonly allowed_networks: readonly string[];
  readonly is_active: boolean;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly created_at: string;
}

export interface NewApiKey {
  readonly ledger_id: string;
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
  readonly rate_limit_per_second?: number;
  readonly expires_at?: string | null;
  readonly allowed_networks?: readonly string[];
}

/** With the whole key, this once. */
export type ApiKeyWithSecret = ApiKey & { readonly key: string };

export interface AdminOperator {
  readonly id: string;
  /** Null: all tenants. */
  readonly tenant_id: string | null;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly is_active: boolean;
  readonly last_seen_at: string | null;
  readonly created_at: string;
}

export type Invited = AdminOperator & { readonly invitation_url: string };

export interface StringMember {
  readonly ledger_id: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
}

export interface Rate {
  readonly base: string;
  readonly quote: string;
  readonly rate: string;
  /** It is good for a day from then on. */
  readonly set_at: string;
}

export interface TenantEvent {
  readonly sequence: number;
  readonly type: string;
  readonly actor: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly content: unknown;
  readonly occurred_at: string;
  readonly hash: string;
  readonly previous_hash: string;
}

export interface Finding {
  readonly check: string;
  /** Null where it is about no ledger alone. */
  readonly ledger_id: string | null;
  /** Such as `transaction 01a2…`. */
  readonly where: string;
  readonly detail: string;
}

export interface VerifiedCheck {
  readonly name: string;
  /** What holds as long as nothing is found. */
  readonly promise: string;
  readonly status: 'passed' | 'failed';
  /** How many rows break it; not all of them may be named. */
  readonly findings: number;
}

export interface Verification {
  readonly id: string;
  readonly ledger_id: string | null;
  readonly status: 'running' | 'passed' | 'failed';
  readonly checks: readonly VerifiedCheck[];
  readonly findings: readonly Finding[];
  /** Ledgers that were looked at, of how many. */
  readonly done: number;
  readonly of: number;
  /** Why it broke off, where it did. */
  readonly broken_off: string | null;
  readonly started_at: string;
  readonly finished_at: string | null;
}

export interface Setting {
  readonly name: string;
  readonly is_set: boolean;
  /** Null of all that may hold a secret. */
  readonly value: string | null;
}

export interface System {
  readonly version: string;
  readonly node_version: string;
  readonly role: string;
  readonly started_at: string;
  readonly migrations: { readonly applied: readonly string[]; readonly pending: readonly string[] };
  readonly database_version: string;
  readonly pool: { readonly in_use: number; readonly open: number; readonly waiting: number; readonly max: number };
  readonly poster_lag_seconds: string;
  readonly settings: readonly Setting[];
}
