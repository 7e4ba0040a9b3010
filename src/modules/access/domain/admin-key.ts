/** The key of an administrator: programs that make tenants, ledgers and keys, for one tenant or for all of them. */
import type { Id, TenantId } from '../../../kernel/ids';
import { scopes, type Administrator } from '../../../kernel/principal';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { complaintAboutName } from './name';
import type { InvalidKey } from './refusals';

export type AdminKeyId = Id<'admin key'>;

export interface AdminKey {
  readonly id: AdminKeyId;
  /** Null: of all tenants. */
  readonly tenantId: TenantId | null;
  readonly prefix: string;
  readonly name: string;
  readonly isActive: boolean;
  /** Sampled: up to a minute and a little late. */
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export interface NewAdminKey {
  readonly name: string;
  readonly tenantId: TenantId | null;
}

/** As many as a person may send. */
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

/** The key as it is from now on; one that was revoked before stays as it is. */
export const revokeAdminKey = (key: AdminKey, now: Date): AdminKey =>
  key.revokedAt === null ? { ...key, isActive: false, revokedAt: now } : key;

export const isUsableAdminKey = ({ isActive, revokedAt }: AdminKey): boolean => isActive && revokedAt === null;

const all = new Set(scopes);
const actorPrefix = 'ak_';

/** The public part of the key that logs name so; undefined where the actor is no key of an administrator. */
export const adminPrefixIn = (actor: string): string | undefined =>
  actor.startsWith(actorPrefix) ? actor.slice(actorPrefix.length) : undefined;

/** The caller that such a key stands for. It opens no books, so that capabilities of books are none of its. */
export const administratorOfKey = ({ id, tenantId, prefix }: AdminKey): Administrator => ({
  tenantId,
  callerId: id,
  actor: actorPrefix + prefix,
  scopes: all,
  capabilities: new Set(),
});
