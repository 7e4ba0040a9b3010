/** Access without a database: the same behaviour as the PostgreSQL stores, checked by the same contract tests. */
import type { KeyId, LedgerId, TenantId } from '../../../kernel/ids';
import { keep, KeptMap, Room } from '../../../kernel/memory/kept';
import { usualQuotas, type KeptQuotas, type LedgerKeys } from '../../../kernel/memory/tokens';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { judgeUse, quotas, type QuotaName, type QuotaReached, type QuotaUse } from '../../../kernel/quotas';
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import type { Tx } from '../../../kernel/unit-of-work';
import type {
  AdminKeyStore,
  ChangedKey,
  KeyStore,
  StoredAdminKey,
  StoredKey,
  TenantStore,
  WantedKeys,
  WantedTenants,
} from '../application/ports';
import type { TenantLogReader, TenantLogSnapshot, WantedEvents } from '../application/tenant-log-reader';
import type { AdminKey, AdminKeyId } from '../domain/admin-key';
import { isUsable, type ApiKey, type KeyedLedger } from '../domain/api-key';
import { noQuota, type QuotaChange, type Tenant, type TenantQuota } from '../domain/tenant';
import type { TenantEvent } from '../domain/tenant-log';

const pageById = <T extends { readonly id: string }>(all: readonly T[], slice: Slice): Page<T> => {
  const { direction, from: [start] = [], limit } = slice;
  const forward = direction === 'forward';
  const found = all
    .filter(({ id }) => start === undefined || (forward ? id > start : id < start))
    .toSorted((a, b) => (a.id < b.id === forward ? -1 : 1));
  return pageOf(found.slice(0, limit + 1), slice, ({ id }) => [id]);
};

export class MemoryTenantStore implements TenantStore, KeptQuotas {
  private readonly kept: KeptMap<TenantId, Tenant>;
  private readonly quotasKept: KeptMap<TenantId, TenantQuota>;

  constructor(room = new Room()) {
    this.kept = new KeptMap(room);
    this.quotasKept = new KeptMap(room);
  }

  async insert(tenant: Tenant): Promise<void> {
    if (this.kept.has(tenant.id)) throw new Error(`tenant ${tenant.id} is there already`);
    this.kept.set(tenant.id, tenant);
  }

  async tenant(id: TenantId): Promise<Tenant | undefined> {
    return this.kept.get(id);
  }

  async quotas(ids: readonly TenantId[]): Promise<readonly TenantQuota[]> {
    return [...this.quotasKept.values()].filter(({ tenantId }) => ids.includes(tenantId));
  }

  async setQuota(tenantId: TenantId, change: QuotaChange, setAt: Date): Promise<TenantQuota> {
    const { requestsPerSecond, limits } = this.quotasKept.get(tenantId) ?? noQuota(tenantId);
    const quota = {
      tenantId,
      requestsPerSecond: change.requestsPerSecond === undefined ? requestsPerSecond : change.requestsPerSecond,
      limits: { ...limits, ...change.limits },
      setAt,
    };
    this.quotasKept.set(tenantId, quota);
    return quota;
  }

  most(tenantId: TenantId, quota: QuotaName): number {
    return this.quotasKept.get(tenantId)?.limits[quota] ?? quotas[quota].usual;
  }

  async hasTenants(): Promise<boolean> {
    return this.kept.size > 0;
  }

  async page(slice: Slice): Promise<Page<Tenant>> {
    return pageById([...this.kept.values()], slice);
  }

  async tenants({ name, ids, limit }: WantedTenants): Promise<readonly Tenant[]> {
    return [...this.kept.values()]
      .filter((tenant) => name === undefined || tenant.name === name)
      .filter((tenant) => ids === undefined || ids.includes(tenant.id))
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }
}

export class MemoryKeyStore implements KeyStore, LedgerKeys {
  private readonly stored: KeptMap<KeyId, StoredKey>;

  constructor(
    room = new Room(),
    private readonly tenantQuotas: KeptQuotas = usualQuotas,
  ) {
    this.stored = new KeptMap(room);
  }

  async insert(stored: StoredKey): Promise<Outcome<QuotaReached, void>> {
    const room = judgeUse('keys', this.useWith(stored.key));
    if (refused(room)) return room;
    this.add(stored);
    return ok(undefined);
  }

  async keyOfId(id: KeyId): Promise<ApiKey | undefined> {
    return this.stored.get(id)?.key;
  }

  async keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredKey[]> {
    return this.all().filter(({ key }) => prefixes.includes(key.prefix));
  }

  async keysOfLedger(ledgerId: LedgerId): Promise<readonly ApiKey[]> {
    return this.all()
      .map(({ key }) => key)
      .filter((key) => key.ledgerId === ledgerId)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  async page({ tenantId, ledgerId }: WantedKeys, slice: Slice): Promise<Page<ApiKey>> {
    const keys = this.all().map(({ key }) => key);
    const wanted = keys.filter(
      (key) =>
        (tenantId === undefined || key.tenantId === tenantId) && (ledgerId === undefined || key.ledgerId === ledgerId),
    );
    return pageById(wanted, slice);
  }

  async change<R, C extends ChangedKey>(
    id: KeyId,
    judge: (key: ApiKey) => Outcome<R, C>,
    _?: string,
    judgeOneMore: (use: QuotaUse) => Outcome<R, void> = () => ok(undefined),
  ): Promise<Outcome<R, C> | undefined> {
    const before = this.stored.get(id)?.key;
    if (!before) return undefined;
    const judged = judge(before);
    if (refused(judged)) return judged;
    const { key, successor } = judged.right;
    if (successor && isUsable(key, successor.key.createdAt)) {
      const room = judgeOneMore(this.useWith(successor.key));
      if (refused(room)) return room;
    }
    if (successor) this.add(successor);
    const { name, rateLimitPerSecond, expiresAt, isActive, revokedAt } = key;
    this.alter(id, (kept) => ({ ...kept, name, rateLimitPerSecond, expiresAt, isActive, revokedAt }));
    return judged;
  }

  follow(tx: Tx, { id: ledgerId, denomination, timeZone }: KeyedLedger): void {
    for (const stored of this.all().filter(({ key }) => key.ledgerId === ledgerId))
      keep(tx, this.stored, stored.key.id, { ...stored, key: { ...stored.key, denomination, timeZone } });
  }

  async markUsed(ids: readonly KeyId[], at: Date): Promise<void> {
    for (const id of ids)
      this.alter(id, (key) => (key.lastUsedAt === null || key.lastUsedAt < at ? { ...key, lastUsedAt: at } : key));
  }

  async rehash(id: KeyId, former: Buffer, secretHash: Buffer): Promise<void> {
    const stored = this.stored.get(id);
    if (stored?.secretHash.equals(former)) this.stored.set(id, { ...stored, secretHash });
  }

  /** Returns the tenant's number of active keys, including the key that is being created, and the limit. */
  private useWith({ tenantId, createdAt }: ApiKey): QuotaUse {
    const active = this.all().filter(({ key }) => key.tenantId === tenantId && isUsable(key, createdAt));
    return { count: active.length + 1, most: this.tenantQuotas.most(tenantId, 'keys') };
  }

  private add(stored: StoredKey): void {
    if (this.all().some(({ key }) => key.id === stored.key.id || key.prefix === stored.key.prefix))
      throw new Error(`a key with the id or the prefix of ${stored.key.prefix} is there already`);
    this.stored.set(stored.key.id, stored);
  }

  private all(): readonly StoredKey[] {
    return [...this.stored.values()];
  }

  private alter(id: KeyId, to: (key: ApiKey) => ApiKey): void {
    const stored = this.stored.get(id);
    if (stored) this.stored.set(id, { ...stored, key: to(stored.key) });
  }
}

export class MemoryAdminKeyStore implements AdminKeyStore {
  private readonly stored: KeptMap<AdminKeyId, StoredAdminKey>;

  constructor(room = new Room()) {
    this.stored = new KeptMap(room);
  }

  async insert(stored: StoredAdminKey): Promise<void> {
    if ([...this.stored.values()].some(({ key }) => key.id === stored.key.id || key.prefix === stored.key.prefix))
      throw new Error(`a key with the id or the prefix of ${stored.key.prefix} is there already`);
    this.stored.set(stored.key.id, stored);
  }

  async keyOfId(id: AdminKeyId): Promise<AdminKey | undefined> {
    return this.stored.get(id)?.key;
  }

  async keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredAdminKey[]> {
    return [...this.stored.values()].filter(({ key }) => prefixes.includes(key.prefix));
  }

  async keys(tenantId: TenantId | undefined, limit: number): Promise<readonly AdminKey[]> {
    return [...this.stored.values()]
      .map(({ key }) => key)
      .filter((key) => tenantId === undefined || key.tenantId === tenantId)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  async revoke(id: AdminKeyId, at: Date): Promise<void> {
    this.alter(id, (key) => (key.revokedAt === null ? { ...key, isActive: false, revokedAt: at } : key));
  }

  async rehash(id: AdminKeyId, former: Buffer, secretHash: Buffer): Promise<void> {
    const stored = this.stored.get(id);
    if (stored?.secretHash.equals(former)) this.stored.set(id, { ...stored, secretHash });
  }

  async markUsed(ids: readonly AdminKeyId[], at: Date): Promise<void> {
    for (const id of ids)
      this.alter(id, (key) => (key.lastUsedAt === null || key.lastUsedAt < at ? { ...key, lastUsedAt: at } : key));
  }

  private alter(id: AdminKeyId, to: (key: AdminKey) => AdminKey): void {
    const stored = this.stored.get(id);
    if (stored) this.stored.set(id, { ...stored, key: to(stored.key) });
  }
}

/** Triggers of the database write the log: without a database there are no events, and nothing to verify. */
export class MemoryTenantLog implements TenantLogReader {
  async page(_: WantedEvents, slice: Slice): Promise<Page<TenantEvent>> {
    return pageOf([], slice, () => []);
  }

  async acts(): Promise<readonly TenantEvent[]> {
    return [];
  }

  async ends(): Promise<readonly []> {
    return [];
  }

  async hashes(): Promise<Buffer> {
    return Buffer.alloc(0);
  }

  async read<A>(work: (logs: TenantLogSnapshot) => Promise<A>): Promise<A> {
    const none = { total: 0, named: [] };
    return work({
      heads: async () => [],
      async *events() {},
      disagreements: async () => none,
      openings: async () => none,
    });
  }
}
