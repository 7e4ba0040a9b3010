/** An administrator's key, for programs that create tenants, ledgers and keys: for one tenant or for all of them. */
import type { Id, TenantId } from '../../../kernel/ids';
import { scopes, type Administrator } from '../../../kernel/principal';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { complaintAboutName } from './name';
import type { InvalidKey } from './refusals';

export type AdminKeyId = Id<'admin key'>;

export interface AdminKey {
  readonly id: AdminKeyId;
  /** The tenant that the key administers; null if it administers all tenants. */
  readonly tenantId: TenantId | null;
  readonly prefix: string;
  readonly name: string;
  readonly isActive: boolean;
  /** The last use, written at most once a minute; null if the key has never been used. */
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export interface NewAdminKey {
  readonly name: string;
  readonly tenantId: TenantId | null;
}

/** The requests per second of one administrator's key, the same limit as for a person. */
export const adminRequestsPerSecond = 100;

export const createAdminKey = (
  { name, tenantId }: NewAdminKey,
  { id, prefix }: Pick<AdminKey, 'id' | 'prefix'>,
  now: Date,
): Outcome<InvalidKey, AdminKey> => {
  const complaint = complaintAboutName(name);
  if (complaint !== undefined) return refuse({ kind: 'InvalidKey', errors: { name: [complaint] } });
  return ok({ id, tenantId, prefix, name, isActive: true, lastUsedAt: null, createdAt: now, revokedAt: null });
};

/** Returns the key as revoked; a key that was already revoked stays unchanged. */
export const revokeAdminKey = (key: AdminKey, now: Date): AdminKey =>
  key.revokedAt === null ? { ...key, isActive: false, revokedAt: now } : key;

export const isUsableAdminKey = ({ isActive, revokedAt }: AdminKey): boolean => isActive && revokedAt === null;

const all = new Set(scopes);
const actorPrefix = 'ak_';

/** Returns the public part of the administrator's key that a log names as the actor; undefined if the actor is not such a key. */
export const adminPrefixIn = (actor: string): string | undefined =>
  actor.startsWith(actorPrefix) ? actor.slice(actorPrefix.length) : undefined;

/** Returns the caller for an administrator's key. The key opens no books, so the caller has no capabilities for books. */
export const administratorOfKey = ({ id, tenantId, prefix }: AdminKey): Administrator => ({
  tenantId,
  callerId: id,
  actor: actorPrefix + prefix,
  scopes: all,
  capabilities: new Set(),
});
