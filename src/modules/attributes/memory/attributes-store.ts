/**
 * Attribute definitions and settings in memory. The contract tests of the PostgreSQL stores check the same behaviour here. Transactions in
 * memory run one at a time, so nothing has to be locked.
 */
import type { TenantId } from '../../../kernel/ids';
import type { AttributeKeys } from '../../../kernel/memory/tokens';
import { keep, KeptMap, Room } from '../../../kernel/memory/kept';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import type { Tx } from '../../../kernel/unit-of-work';
import { token } from '../../../kernel/token';
import type { DefinitionReader, KeyToIndex, RulesStore, VersionedRules } from '../application/ports';
import { define, type AttributeDefinition, type DefinitionId } from '../domain/definition';

interface Kept {
  readonly isStrict: boolean;
  readonly version: number;
  readonly definitions: ReadonlyMap<string, AttributeDefinition>;
}

const nothing: Kept = { isStrict: false, version: 0, definitions: new Map() };

export class MemoryAttributesStore implements RulesStore, DefinitionReader, AttributeKeys {
  private readonly tenants: KeptMap<TenantId, Kept>;
  private readonly posted: KeptMap<TenantId, ReadonlyMap<string, number>>;

  constructor(room = new Room()) {
    this.tenants = new KeptMap(room);
    this.posted = new KeptMap(room);
  }

  async lock(_: Tx, tenantId: TenantId): Promise<VersionedRules> {
    return this.rules(tenantId);
  }

  async rules(tenantId: TenantId): Promise<VersionedRules> {
    const { isStrict, definitions } = this.of(tenantId);
    const indexed = [...definitions.values()].filter(({ indexState }) => indexState !== 'off');
    return {
      isStrict,
      version: this.version(tenantId),
      keys: new Set(definitions.keys()),
      indexedKeys: new Set(indexed.map(({ key }) => key)),
    };
  }

  async readDefinition(_: Tx, tenantId: TenantId, key: string): Promise<AttributeDefinition | undefined> {
    return this.of(tenantId).definitions.get(key);
  }

  async insertDefinitions(tx: Tx, tenantId: TenantId, definitions: readonly AttributeDefinition[]): Promise<void> {
    this.insert(tx, tenantId, definitions);
  }

  async updateDefinition(tx: Tx, tenantId: TenantId, definition: AttributeDefinition): Promise<void> {
    this.put(tx, tenantId, { definitions: this.with(tenantId, [definition]) });
  }

  async setStrict(tx: Tx, tenantId: TenantId, isStrict: boolean): Promise<void> {
    this.put(tx, tenantId, { isStrict });
  }

  async finishIndex(tx: Tx, tenantId: TenantId, key: string, round: number): Promise<void> {
    const found = this.of(tenantId).definitions.get(key);
    if (found?.indexState !== 'building' || found.indexRound !== round) return;
    const { version } = this.of(tenantId);
    this.put(tx, tenantId, { definitions: this.with(tenantId, [{ ...found, indexState: 'ready' }]) });
    this.tenants.set(tenantId, { ...this.of(tenantId), version });
  }

  async isStrict(tenantId: TenantId): Promise<boolean> {
    return this.of(tenantId).isStrict;
  }

  async list(tenantId: TenantId, slice: Slice): Promise<Page<AttributeDefinition>> {
    const { direction, from: [start] = [], limit } = slice;
    const forward = direction === 'forward';
    const found = [...this.of(tenantId).definitions.values()]
      .filter(({ key }) => start === undefined || (forward ? key > start : key < start))
      .sort((x, y) => (x.key < y.key === forward ? -1 : 1));
    return pageOf(found.slice(0, limit + 1), slice, ({ key }) => [key]);
  }

  async definitions(tenantId: TenantId, keys: readonly string[]): Promise<readonly AttributeDefinition[]> {
    return [...this.of(tenantId).definitions.values()].filter(({ key }) => keys.includes(key));
  }

  async usage(tenantId: TenantId, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map([...(this.posted.get(tenantId) ?? [])].filter(([key]) => keys.includes(key)));
  }

  async keysToIndex(): Promise<readonly KeyToIndex[]> {
    return [...this.tenants]
      .flatMap(([tenantId, { definitions }]) =>
        [...definitions.values()].map((definition) => ({ tenantId, ...definition })),
      )
      .filter(({ indexState }) => indexState === 'building')
      .sort((x, y) => x.updatedAt.getTime() - y.updatedAt.getTime())
      .map(({ tenantId, key, indexRound }) => ({ tenantId, key, round: indexRound }));
  }

  version(tenantId: TenantId): string {
    return String(this.of(tenantId).version);
  }

  declare(
    tx: Tx,
    tenantId: TenantId,
    keys: readonly { readonly id: DefinitionId; readonly key: string }[],
    at: Date,
  ): void {
    const definitions = keys.map(({ id, key }) => define({ key, label: null, isIndexed: false }, id, at));
    this.insert(tx, tenantId, definitions);
  }

  count(tx: Tx, tenantId: TenantId, keys: readonly string[]): void {
    if (keys.length === 0) return;
    const before = this.posted.get(tenantId) ?? new Map<string, number>();
    const counted = keys.map((key) => [key, (before.get(key) ?? 0) + 1] as const);
    keep(tx, this.posted, tenantId, new Map([...before, ...counted]));
  }

  private insert(tx: Tx, tenantId: TenantId, definitions: readonly AttributeDefinition[]): void {
    const taken = definitions.find(({ key }) => this.of(tenantId).definitions.has(key));
    if (taken) throw new Error(`the key ${taken.key} is there already`);
    this.put(tx, tenantId, { definitions: this.with(tenantId, definitions) });
  }

  private of(tenantId: TenantId): Kept {
    return this.tenants.get(tenantId) ?? nothing;
  }

  private with(tenantId: TenantId, definitions: readonly AttributeDefinition[]): Kept['definitions'] {
    return new Map([...this.of(tenantId).definitions, ...definitions.map((one) => [one.key, one] as const)]);
  }

  /** Every write increments the version of the rules. */
  private put(tx: Tx, tenantId: TenantId, change: Partial<Kept>): void {
    const before = this.of(tenantId);
    keep(tx, this.tenants, tenantId, { ...before, ...change, version: before.version + 1 });
  }
}

export const MEMORY_ATTRIBUTES = token<MemoryAttributesStore>('MemoryAttributes');
