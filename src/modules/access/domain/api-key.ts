/** An API key as it is kept: everything about it but its secret. It opens one ledger until it expires or is revoked. */
import type { KeyId, LedgerId, TenantId } from '../../../kernel/ids';
import type { Denomination } from '../../../kernel/money';
import { scopes, usualScopes, type Principal, type Scope } from '../../../kernel/principal';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { complaintsAboutCapabilities } from './capability';
import { complaintAboutName } from './name';
import type { InvalidKey } from './refusals';

/** The ledger that a key opens, with what never changes about it, so that a request learns it with its key. */
export interface KeyedLedger {
  readonly id: LedgerId;
  readonly tenantId: TenantId;
  readonly denomination: Denomination;
}

export interface NewKey {
  readonly ledger: KeyedLedger;
  readonly name?: string;
  /** All but `admin` where it is left out. */
  readonly scopes?: readonly string[];
  readonly capabilities?: readonly string[];
  /** 1…1,000,000. */
  readonly rateLimitPerSecond?: number;
  readonly expiresAt?: Date;
}

export interface ApiKey {
  readonly id: KeyId;
  readonly tenantId: TenantId;
  readonly ledgerId: LedgerId;
  readonly denomination: Denomination;
  readonly prefix: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly capabilities: readonly string[];
  readonly rateLimitPerSecond: number;
  readonly isActive: boolean;
  readonly expiresAt: Date | null;
  /** Sampled: up to a minute and a little late. */
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export const defaultRateLimitPerSecond = 10;
export const maxRateLimitPerSecond = 1_000_000;

/** A new key of that id and prefix. */
export const issueKey = (
  request: NewKey,
  { id, prefix }: Pick<ApiKey, 'id' | 'prefix'>,
  now: Date,
): Outcome<InvalidKey, ApiKey> => {
  const {
    ledger,
    name,
    scopes: asked = [...usualScopes],
    capabilities = [],
    rateLimitPerSecond = defaultRateLimitPerSecond,
    expiresAt,
  } = request;
  const errors: Record<string, readonly string[]> = {};
  const complain = (field: string, complaints: readonly string[]): void => {
    if (complaints.length > 0) errors[field] = complaints;
  };
  const nameComplaint = name === undefined ? undefined : complaintAboutName(name);
  complain('name', nameComplaint === undefined ? [] : [nameComplaint]);
  complain('scopes', complaintsAboutScopes(asked));
  complain('capabilities', complaintsAboutCapabilities(capabilities));
  if (!Number.isInteger(rateLimitPerSecond) || rateLimitPerSecond < 1 || rateLimitPerSecond > maxRateLimitPerSecond)
    complain('rate_limit_per_second', [`must be a whole number from 1 to ${maxRateLimitPerSecond}`]);
  // Also refuses an invalid date, which is after nothing.
  if (expiresAt !== undefined && !(expiresAt > now)) complain('expires_at', ['must lie in the future']);
  if (Object.keys(errors).length > 0) return refuse({ kind: 'InvalidKey', errors });
  return ok({
    id,
    tenantId: ledger.tenantId,
    ledgerId: ledger.id,
    denomination: ledger.denomination,
    prefix,
    name: name ?? null,
    scopes: scopes.filter((scope) => asked.includes(scope)),
    capabilities: [...new Set(capabilities)],
    rateLimitPerSecond,
    isActive: true,
    expiresAt: expiresAt ?? null,
    lastUsedAt: null,
    createdAt: now,
    revokedAt: null,
  });
};

const complaintsAboutScopes = (asked: readonly string[]): readonly string[] =>
  asked.length > 0 && asked.every((scope) => (scopes as readonly string[]).includes(scope))
    ? []
    : [`must be one or more of ${scopes.join(', ')}`];

/** The key as it is from now on; one that was revoked before stays as it is. */
export const revokeKey = (key: ApiKey, now: Date): ApiKey =>
  key.revokedAt === null ? { ...key, isActive: false, revokedAt: now } : key;

export const isUsable = ({ isActive, revokedAt, expiresAt }: ApiKey, now: Date): boolean =>
  isActive && revokedAt === null && (expiresAt === null || expiresAt > now);

/** The caller that a key stands for. */
export const principalOf = (key: ApiKey): Principal => ({
  tenantId: key.tenantId,
  ledgerId: key.ledgerId,
  denomination: key.denomination,
  callerId: key.id,
  actor: key.prefix,
  scopes: new Set(key.scopes),
  capabilities: new Set([...key.capabilities, ...(key.scopes.includes('admin') ? ['events:admin'] : [])]),
});
