/** API keys in PostgreSQL. */
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { KeyId, LedgerId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import { entitiesOf, type Orm } from '../../../kernel/postgres/orm';
import { readUse } from '../../../kernel/postgres/quotas';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { judgeUse, type QuotaReached, type QuotaUse } from '../../../kernel/quotas';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Tx } from '../../../kernel/unit-of-work';
import type { ChangedKey, KeyStore, StoredKey, WantedKeys } from '../application/ports';
import { isUsable, type ApiKey } from '../domain/api-key';
import { actingAs } from './acting';
import { onControlPlane } from './control-plane';
import { inOrder, pageInOrder } from './in-order';
import { KeySchema, type KeyRow } from './schema';

const notThere = Symbol('not there');

export class PostgresKeyStore implements KeyStore {
  constructor(
    private readonly orm: Orm,
    private readonly unitOfWork: PostgresUnitOfWork,
  ) {}

  insert(stored: StoredKey, actor?: string): Promise<Outcome<QuotaReached, void>> {
    return this.unitOfWork.run<QuotaReached, void>({ ledgerIds: [], actor }, async (tx) => {
      const em = entitiesOf(this.orm, tx);
      await em.insert(KeySchema, toRow(stored));
      return judgeUse('keys', await readActive(tx, em, stored.key));
    });
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

  page({ tenantId, ledgerId }: WantedKeys, slice: Slice): Promise<Page<ApiKey>> {
    const { where, options } = inOrder(slice);
    // If the ledger is known, the index by ledger finds the keys. The tenant is then not needed, because a ledger belongs to one tenant.
    const whose = ledgerId === undefined ? (tenantId === undefined ? {} : { tenantId }) : { ledgerId };
    return onControlPlane(this.orm, async (em) => {
      const rows = await em.find(KeySchema, { ...whose, ...where }, options);
      return pageInOrder(
        rows.map((row) => fromRow(row).key),
        slice,
      );
    });
  }

  async change<R, C extends ChangedKey>(
    id: KeyId,
    judge: (key: ApiKey) => Outcome<R, C>,
    actor?: string,
    judgeOneMore: (use: QuotaUse) => Outcome<R, void> = () => ok(undefined),
  ): Promise<Outcome<R, C> | undefined> {
    const outcome = await this.unitOfWork.run<R | typeof notThere, C>({ ledgerIds: [], actor }, async (tx) => {
      const em = entitiesOf(this.orm, tx);
      const row = await em.findOne(KeySchema, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!row) return refuse(notThere);
      const before = fromRow(row).key;
      const judged = judge(before);
      if (refused(judged)) return judged;
      const { key, successor } = judged.right;
      const { name, rateLimitPerSecond, expiresAt, isActive, revokedAt } = key;
      if (successor) await em.insert(KeySchema, toRow(successor));
      // An unchanged key is not written, because the trigger would log an event.
      if (key !== before)
        await em.nativeUpdate(KeySchema, { id }, { name, rateLimitPerSecond, expiresAt, isActive, revokedAt });
      if (!successor || !isUsable(key, successor.key.createdAt)) return judged;
      const room = judgeOneMore(await readActive(tx, em, successor.key));
      return refused(room) ? room : judged;
    });
    if (!refused(outcome)) return outcome;
    return outcome.left === notThere ? undefined : refuse(outcome.left);
  }

  async markUsed(ids: readonly KeyId[], at: Date): Promise<void> {
    const usedBefore = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lt: at } }] };
    await onControlPlane(this.orm, (em) =>
      em.nativeUpdate(KeySchema, { id: { $in: [...ids] }, ...usedBefore }, { lastUsedAt: at }),
    );
  }

  async rehash(id: KeyId, former: Buffer, secretHash: Buffer, actor: string): Promise<void> {
    await this.act(actor, (em) => em.nativeUpdate(KeySchema, { id, secretHash: former }, { secretHash }));
  }

  private async act(actor: string | undefined, work: (em: EntityManager) => Promise<unknown>): Promise<void> {
    const { orm, unitOfWork } = this;
    await actingAs({ orm, unitOfWork, actor }, async (em) => ok(await work(em)));
  }
}

/**
 * Called after the insertion of a key: counts the tenant's keys that are active at the creation time of the inserted key, itself included.
 */
const readActive = (tx: Tx, em: EntityManager, { tenantId, createdAt }: ApiKey): Promise<QuotaUse> => {
  // The keys without and with an expiry are counted separately, so that each count reads one range of the index and skips expired keys.
  const counted = [null, { $gt: createdAt }].map((expiresAt) =>
    em.count(KeySchema, { tenantId, revokedAt: null, expiresAt }),
  );
  const count = Promise.all(counted).then(([lasting = 0, ending = 0]) => lasting + ending);
  return readUse(tx, tenantId, 'keys', count);
};

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
    timeZone: row.timeZone,
    prefix: row.prefix,
    name: row.name,
    scopes: row.scopes,
    capabilities: row.capabilities,
    rateLimitPerSecond: row.rateLimitPerSecond,
    isActive: row.isActive,
    expiresAt: row.expiresAt,
    allowedNetworks: row.allowedNetworks,
    lastUsedAt: row.lastUsedAt,
    createdAt: row.createdAt,
    revokedAt: row.revokedAt,
  },
  secretHash: row.secretHash,
});
