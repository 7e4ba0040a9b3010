/** The locks and writes of a tenant's attribute rules in PostgreSQL. */
import type { TenantId } from '../../../kernel/ids';
import { toRow } from '../../../kernel/postgres/entities';
import { entitiesOf, type Orm } from '../../../kernel/postgres/orm';
import { changeRows, fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { Tx } from '../../../kernel/unit-of-work';
import type { RulesStore, VersionedRules } from '../application/ports';
import type { AttributeDefinition } from '../domain/definition';
import { DefinitionSchema, SettingsSchema, toDefinition } from './schema';

export class PostgresRulesStore implements RulesStore {
  constructor(private readonly orm: Orm) {}

  async lock(tx: Tx, tenantId: TenantId): Promise<VersionedRules> {
    const [, rules] = await Promise.all([
      fetchRows(tx, sql.lock_attribute_rules, { tenant_id: tenantId }),
      readRules(tx, tenantId),
    ]);
    return rules;
  }

  async readDefinition(tx: Tx, tenantId: TenantId, key: string): Promise<AttributeDefinition | undefined> {
    const found = await entitiesOf(this.orm, tx).findOne(DefinitionSchema, { tenantId, key });
    return found ? toDefinition(found) : undefined;
  }

  async insertDefinitions(tx: Tx, tenantId: TenantId, definitions: readonly AttributeDefinition[]): Promise<void> {
    const em = entitiesOf(this.orm, tx);
    const rows = definitions.map((definition) => toRow(DefinitionSchema, { tenantId, ...definition }));
    await Promise.all(rows.map((row) => em.insert(DefinitionSchema, row)));
    await renew(tx, tenantId, definitions[0]?.updatedAt);
  }

  async updateDefinition(tx: Tx, tenantId: TenantId, definition: AttributeDefinition): Promise<void> {
    const { key, label, indexState, indexRound, updatedAt } = definition;
    const changes = { label, indexState, indexRound, updatedAt };
    await entitiesOf(this.orm, tx).nativeUpdate(DefinitionSchema, { tenantId, key }, changes);
    await renew(tx, tenantId, updatedAt);
  }

  async setStrict(tx: Tx, tenantId: TenantId, isStrict: boolean, now: Date): Promise<void> {
    await entitiesOf(this.orm, tx).nativeUpdate(SettingsSchema, { tenantId }, { strictMode: isStrict });
    await renew(tx, tenantId, now);
  }

  async finishIndex(tx: Tx, tenantId: TenantId, key: string, round: number): Promise<void> {
    const building = { tenantId, key, indexRound: round, indexState: 'building' } as const;
    await entitiesOf(this.orm, tx).nativeUpdate(DefinitionSchema, building, { indexState: 'ready' });
  }
}

const renew = (tx: Tx, tenantId: TenantId, updatedAt: Date | undefined): Promise<number> =>
  changeRows(tx, sql.renew_attribute_rules, {
    tenant_id: tenantId,
    updated_at: updatedAt?.toISOString() ?? null,
  });

/** Reads the current rules. A tenant that has never changed a setting has no row, and gets the default rules. */
export const readRules = async (tx: Tx, tenantId: TenantId): Promise<VersionedRules> => {
  const [row] = await fetchRows(tx, sql.read_attribute_rules, { tenant_id: tenantId });
  if (!row) throw new Error('an aggregate gave no row');
  return {
    isStrict: row.strict_mode,
    version: row.version,
    keys: new Set(row.keys),
    indexedKeys: new Set(row.indexed_keys),
  };
};

interface RulesRow {
  readonly strict_mode: boolean;
  readonly version: string;
  readonly keys: readonly string[];
  readonly indexed_keys: readonly string[];
}

const sql = loadStatements(__filename, {
  lock_attribute_rules: parameters('tenant_id'),
  read_attribute_rules: parameters('tenant_id').rows<RulesRow>(),
  renew_attribute_rules: parameters('tenant_id', 'updated_at'),
});
