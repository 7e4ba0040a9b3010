/** Access without a database: the same promises as the PostgreSQL stores, kept by the same contract tests. */
import type { KeyId, LedgerId, TenantId } from '../../src/kernel/ids';
import type { Denomination } from '../../src/kernel/money';
import type { KeyStore, StoredKey, TenantStore, WantedTenants } from '../../src/modules/access/application/ports';
import type { ApiKey } from '../../src/modules/access/domain/api-key';
import type { Tenant } from '../../src/modules/access/domain/tenant';

export class MemoryTenantStore implements TenantStore {
  private readonly kept = new Map<TenantId, Tenant>();

  async insert(tenant: Tenant): Promise<void> {
    if (this.kept.has(tenant.id)) throw new Error(`tenant ${tenant.id} is there already`);
    this.kept.set(tenant.id, tenant);
  }

  async tenant(id: TenantId): Promise<Tenant | undefined> {
    return this.kept.get(id);
  }

  async hasTenants(): Promise<boolean> {
    return this.kept.size > 0;
  }

  async tenants({ name, ids, limit }: WantedTenants): Promise<readonly Tenant[]> {
    return [...this.kept.values()]
      .filter((tenant) => name === undefined || tenant.name === name)
      .filter((tenant) => ids === undefined || ids.includes(tenant.id))
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }
}

export class MemoryKeyStore implements KeyStore {
  private readonly stored = new Map<KeyId, StoredKey>();

  async insert(stored: StoredKey): Promise<void> {
    if (this.all().some(({ key }) => key.id === stored.key.id || key.prefix === stored.key.prefix))
      throw new Error(`a key with the id or the prefix of ${stored.key.prefix} is there already`);
    this.stored.set(stored.key.id, stored);
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

  async correctDenomination(ledgerId: LedgerId, denomination: Denomination): Promise<void> {
    for (const { key } of this.all())
      this.change(key.id, (each) => (each.ledgerId === ledgerId ? { ...each, denomination } : each));
  }

  async revoke(id: KeyId, at: Date): Promise<void> {
    this.change(id, (key) => (key.revokedAt === null ? { ...key, isActive: false, revokedAt: at } : key));
  }

  async markUsed(ids: readonly KeyId[], at: Date): Promise<void> {
    for (const id of ids)
      this.change(id, (key) => (key.lastUsedAt === null || key.lastUsedAt < at ? { ...key, lastUsedAt: at } : key));
  }

  private all(): readonly StoredKey[] {
    return [...this.stored.values()];
  }

  private change(id: KeyId, to: (key: ApiKey) => ApiKey): void {
    const stored = this.stored.get(id);
    if (stored) this.stored.set(id, { ...stored, key: to(stored.key) });
  }
}
