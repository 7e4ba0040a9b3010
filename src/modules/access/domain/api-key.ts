/** An API key as it is stored, without its secret. It gives access to one ledger until it expires or is revoked. */
import type { KeyId, LedgerId, TenantId } from '../../../kernel/ids';
import type { Denomination } from '../../../kernel/money';
import { parseNetwork, plainAddress } from '../../../kernel/network';
import { scopes, usualScopes, type Principal, type Scope } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { TimeZone } from '../../../kernel/time-zone';
import { complaintsAboutCapabilities } from './capability';
import { complaintAboutName } from './name';
import type { InvalidKey, KeyNotActive } from './refusals';

/** The ledger of a key, with the properties of the ledger that a request needs, so that one lookup returns both. */
export interface KeyedLedger {
  readonly id: LedgerId;
  readonly tenantId: TenantId;
  readonly denomination: Denomination;
  readonly timeZone: TimeZone;
}

export interface NewKey {
  readonly ledger: KeyedLedger;
  readonly name?: string;
  /** The scopes; if absent, all scopes except `admin`. */
  readonly scopes?: readonly string[];
  readonly capabilities?: readonly string[];
  /** The requests per second, from 1 to 1,000,000; 10 if absent. */
  readonly rateLimitPerSecond?: number;
  readonly expiresAt?: Date;
  /** The networks from which the key may be used, such as 10.1.0.0/16 or 2001:db8::/32; if absent, every address may use the key. */
  readonly allowedNetworks?: readonly string[];
}

/** A change to a key; absent members stay unchanged. The rights of a key cannot be changed: different rights require a new key. */
export interface KeyChange {
  readonly name?: string;
  readonly rateLimitPerSecond?: number;
}

export interface ApiKey {
  readonly id: KeyId;
  readonly tenantId: TenantId;
  readonly ledgerId: LedgerId;
  readonly denomination: Denomination;
  readonly timeZone: TimeZone;
  readonly prefix: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly capabilities: readonly string[];
  readonly rateLimitPerSecond: number;
  readonly isActive: boolean;
  readonly expiresAt: Date | null;
  readonly allowedNetworks: readonly string[];
  /** The last use, written at most once a minute; null if the key has never been used. */
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export const defaultRateLimitPerSecond = 10;
export const maxRateLimitPerSecond = 1_000_000;
export const maxAllowedNetworks = 100;
/** One week: the longest time that the users of a key may take to switch to its successor. */
export const maxGraceSeconds = 604_800;

/** Returns a new key with this id and prefix. */
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
    allowedNetworks = [],
  } = request;
  const complaint = complaintsIn({
    ...complaintsAboutChange(request),
    scopes: complaintsAboutScopes(asked),
    capabilities: complaintsAboutCapabilities(capabilities),
    // The negated comparison also refuses an invalid date, because every comparison with it is false.
    expires_at: expiresAt !== undefined && !(expiresAt > now) ? ['must lie in the future'] : [],
    allowed_networks: complaintsAboutNetworks(allowedNetworks),
  });
  if (complaint) return refuse(complaint);
  return ok({
    id,
    tenantId: ledger.tenantId,
    ledgerId: ledger.id,
    denomination: ledger.denomination,
    timeZone: ledger.timeZone,
    prefix,
    name: name ?? null,
    scopes: scopes.filter((scope) => asked.includes(scope)),
    capabilities: [...new Set(capabilities)],
    rateLimitPerSecond,
    isActive: true,
    expiresAt: expiresAt ?? null,
    allowedNetworks: [...new Set(allowedNetworks)],
    lastUsedAt: null,
    createdAt: now,
    revokedAt: null,
  });
};

const complaintsIn = (errors: Readonly<Record<string, readonly string[]>>): InvalidKey | undefined => {
  const found = Object.entries(errors).filter(([, complaints]) => complaints.length > 0);
  return found.length > 0 ? { kind: 'InvalidKey', errors: Object.fromEntries(found) } : undefined;
};

export const isRateLimit = (rate: number): boolean =>
  Number.isInteger(rate) && rate >= 1 && rate <= maxRateLimitPerSecond;

const complaintsAboutChange = ({ name, rateLimitPerSecond: rate }: KeyChange) => {
  const complaint = name === undefined ? undefined : complaintAboutName(name);
  const isRate = rate === undefined || isRateLimit(rate);
  return {
    name: complaint === undefined ? [] : [complaint],
    rate_limit_per_second: isRate ? [] : [`must be a whole number from 1 to ${maxRateLimitPerSecond}`],
  };
};

const complaintsAboutNetworks = (networks: readonly string[]): readonly string[] => {
  if (networks.length > maxAllowedNetworks) return [`must be at most ${maxAllowedNetworks}`];
  return networks.flatMap((text) => {
    const network = parseNetwork(text);
    if (refused(network)) return [network.left];
    // A mapped IPv6 address is compared in its IPv4 form, so a network of such addresses would never match.
    return plainAddress(network.right.address) === network.right.address
      ? []
      : [`must give IPv4 networks in IPv4 notation, such as 10.1.0.0/16: "${text}" is in IPv6 notation`];
  });
};

const complaintsAboutScopes = (asked: readonly string[]): readonly string[] =>
  asked.length > 0 && asked.every((scope) => (scopes as readonly string[]).includes(scope))
    ? []
    : [`must be one or more of ${scopes.join(', ')}`];

/** Returns the key as revoked; a key that was already revoked stays unchanged. */
export const revokeKey = (key: ApiKey, now: Date): ApiKey =>
  key.revokedAt === null ? { ...key, isActive: false, revokedAt: now } : key;

/** Returns the key with its new name and rate limit. */
export const changeKey = (
  key: ApiKey,
  { name = key.name ?? undefined, rateLimitPerSecond = key.rateLimitPerSecond }: KeyChange,
): Outcome<InvalidKey, ApiKey> => {
  const complaint = complaintsIn(
    complaintsAboutChange({ ...(name === undefined ? {} : { name }), rateLimitPerSecond }),
  );
  return complaint ? refuse(complaint) : ok({ ...key, name: name ?? null, rateLimitPerSecond });
};

/** Returns the old key, which ends after the grace period, and its successor with the same rights. Until then both are valid. */
export const rotateKey = (
  key: ApiKey,
  { id, prefix }: Pick<ApiKey, 'id' | 'prefix'>,
  graceSeconds: number,
  now: Date,
): Outcome<InvalidKey | KeyNotActive, { readonly old: ApiKey; readonly successor: ApiKey }> => {
  if (!Number.isInteger(graceSeconds) || graceSeconds < 0 || graceSeconds > maxGraceSeconds)
    return refuse({
      kind: 'InvalidKey',
      errors: { grace_seconds: [`must be a whole number from 0 to ${maxGraceSeconds}`] },
    });
  if (!isUsable(key, now)) return refuse({ kind: 'KeyNotActive' });
  const end = new Date(now.getTime() + graceSeconds * 1_000);
  return ok({
    old: { ...key, expiresAt: key.expiresAt !== null && key.expiresAt < end ? key.expiresAt : end },
    successor: { ...key, id, prefix, lastUsedAt: null, createdAt: now },
  });
};

export const isUsable = ({ isActive, revokedAt, expiresAt }: ApiKey, now: Date): boolean =>
  isActive && revokedAt === null && (expiresAt === null || expiresAt > now);

/** Returns the caller for a key. */
export const principalOf = (key: ApiKey): Principal => ({
  tenantId: key.tenantId,
  ledgerId: key.ledgerId,
  denomination: key.denomination,
  timeZone: key.timeZone,
  callerId: key.id,
  actor: key.prefix,
  scopes: new Set(key.scopes),
  capabilities: new Set(key.capabilities),
});
