/** Keys of administrators in PostgreSQL. */
import type { TenantId } from '../../../kernel/ids';
import type { Orm } from '../../../kernel/postgres/orm';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { ok } from '../../../kernel/refusal';
import type { AdminKeyStore, StoredAdminKey } from '../application/ports';
import type { AdminKey, AdminKeyId } from '../domain/admin-key';
import { actingAs } from './acting';
import { onControlPlane } from './control-plane';
import { AdminKeySchema, type AdminKeyRow } from './schema';

export class PostgresAdminKeyStore implements AdminKeyStore {
  constructor(
    private readonly orm: Orm,
    private readonly unitOfWork: PostgresUnitOfWork,
  ) {}

  async insert({ key, secretHash }: StoredAdminKey, actor?: string): Promise<void> {
    const { orm, unitOfWork } = this;
    await actingAs({ orm, unitOfWork, actor }, async (em) =>
      ok(await em.insert(AdminKeySchema, { ...key, secretHash })),
    );
  }

  keyOfId(id: AdminKeyId): Promise<AdminKey | undefined> {
    return onControlPlane(this.orm, async (em) => {
      const row = await em.findOne(AdminKeySchema, { id });
      return row ? fromRow(row).key : undefined;
    });
  }

  keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredAdminKey[]> {
    return onControlPlane(this.orm, async (em) =>
      (await em.find(AdminKeySchema, { prefix: { $in: [...prefixes] } })).map(fromRow),
    );
  }

  keys(tenantId: TenantId | undefined, limit: number): Promise<readonly AdminKey[]> {
    const where = tenantId === undefined ? {} : { tenantId };
    return onControlPlane(this.orm, async (em) =>
      (await em.find(AdminKeySchema, where, { orderBy: { id: 'asc' }, limit })).map((row) => fromRow(row).key),
    );
  }

  async revoke(id: AdminKeyId, at: Date, actor?: string): Promise<void> {
    const { orm, unitOfWork } = this;
    await actingAs({ orm, unitOfWork, actor }, async (em) =>
      ok(await em.nativeUpdate(AdminKeySchema, { id, revokedAt: null }, { isActive: false, revokedAt: at })),
    );
  }

  async rehash(id: AdminKeyId, former: Buffer, secretHash: Buffer, actor: string): Promise<void> {
    const { orm, unitOfWork } = this;
    await actingAs({ orm, unitOfWork, actor }, async (em) =>
      ok(await em.nativeUpdate(AdminKeySchema, { id, secretHash: former }, { secretHash })),
    );
  }

  async markUsed(ids: readonly AdminKeyId[], at: Date): Promise<void> {
    const usedBefore = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lt: at } }] };
    await onControlPlane(this.orm, (em) =>
      em.nativeUpdate(AdminKeySchema, { id: { $in: [...ids] }, ...usedBefore }, { lastUsedAt: at }),
    );
  }
}

const fromRow = ({ secretHash, ...row }: AdminKeyRow): StoredAdminKey => ({
  key: {
    id: row.id,
    tenantId: row.tenantId,
    prefix: row.prefix,
    name: row.name,
    isActive: row.isActive,
    lastUsedAt: row.lastUsedAt,
    createdAt: row.createdAt,
    revokedAt: row.revokedAt,
  },
  secretHash,
});
