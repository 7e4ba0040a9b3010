/** API keys in PostgreSQL. */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { KeyId, LedgerId } from '../../../kernel/ids';
import type { Denomination } from '../../../kernel/money';
import type { KeyStore, StoredKey } from '../application/ports';
import type { ApiKey } from '../domain/api-key';
import { onControlPlane } from './control-plane';
import { KeySchema, type KeyRow } from './schema';

export class PostgresKeyStore implements KeyStore {
  constructor(private readonly orm: MikroORM) {}

  async insert(stored: StoredKey): Promise<void> {
    await onControlPlane(this.orm, (em) => em.insert(KeySchema, toRow(stored)));
  }

  keyOfId(id: KeyId): Promise<ApiKey | undefined> {
    return onControlPlane(this.orm, async (em) => {
      const row = await em.findOne(KeySchema, { id });
      return row ? fromRow(row).key : undefined;
    });
  }

  keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredKey[]> {
    return onControlPlane(this.orm, async (em) =>
      (await em.find(KeySchema, { prefix: { $in: [...prefixes] } })).map(fromRow),
    );
  }

  keysOfLedger(ledgerId: LedgerId): Promise<readonly ApiKey[]> {
    return onControlPlane(this.orm, async (em) =>
      (await em.find(KeySchema, { ledgerId }, { orderBy: { createdAt: 'asc', id: 'asc' } })).map(
        (row) => fromRow(row).key,
      ),
    );
  }

  async correctDenomination(ledgerId: LedgerId, denomination: Denomination): Promise<void> {
    await onControlPlane(this.orm, (em) => em.nativeUpdate(KeySchema, { ledgerId }, denomination));
  }

  async revoke(id: KeyId, at: Date): Promise<void> {
    await onControlPlane(this.orm, (em) =>
      em.nativeUpdate(KeySchema, { id, revokedAt: null }, { isActive: false, revokedAt: at }),
    );
  }

  async markUsed(ids: readonly KeyId[], at: Date): Promise<void> {
    const usedBefore = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lt: at } }] };
    await onControlPlane(this.orm, (em) =>
      em.nativeUpdate(KeySchema, { id: { $in: [...ids] }, ...usedBefore }, { lastUsedAt: at }),
    );
  }
}

const toRow = ({ key: { denomination, ...key }, secretHash }: StoredKey): KeyRow => ({
  ...key,
  ...denomination,
  secretHash,
});

const fromRow = (row: KeyRow): StoredKey => ({
  key: {
    id: row.id,
    tenantId: row.tenantId,
    ledgerId: row.ledgerId,
    denomination: {
      currency: row.currency,
      storageDecimals: row.storageDecimals,
      displayDecimals: row.displayDecimals,
    },
    prefix: row.prefix,
    name: row.name,
    scopes: row.scopes,
    capabilities: row.capabilities,
    rateLimitPerSecond: row.rateLimitPerSecond,
    isActive: row.isActive,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    createdAt: row.createdAt,
    revokedAt: row.revokedAt,
  },
  secretHash: row.secretHash,
});
