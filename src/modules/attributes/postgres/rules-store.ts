/** A tenant's attribute rules in PostgreSQL: everything that is locked, and everything that is written. */
import type { TenantId } from '../../../kernel/ids';
import { execute, instantOf, query, statement } from '../../../kernel/postgres/sql';
import type { Tx } from '../../../kernel/unit-of-work';
import type { RulesStore, VersionedRules } from '../application/ports';
import type { AttributeDefinition } from '../domain/definition';

export class PostgresRulesStore implements RulesStore {
  async lock(tx: Tx, tenantId: TenantId): Promise<VersionedRules> {
    const [, rules] = await Promise.all([query(tx, lockRules, [tenantId]), readRules(tx, tenantId)]);
    return rules;
  }

  async readDefinition(tx: Tx, tenantId: TenantId, key: string): Promise<AttributeDefinition | undefined> {
    const [row] = await query<DefinitionRow>(tx, readDefinition, [tenantId, key]);
    return row && fromRow(row);
  }

  async insertDefinitions(tx: Tx, tenantId: TenantId, definitions: readonly AttributeDefinition[]): Promise<void> {
    await execute(tx, insertDefinitions, [tenantId, JSON.stringify(definitions.map(toRow))]);
    await execute(tx, renew, [tenantId, definitions[0]?.updatedAt]);
  }

  async updateDefinition(tx: Tx, tenantId: TenantId, definition: AttributeDefinition): Promise<void> {
    const { key, label, indexState, indexRound, updatedAt } = definition;
    await execute(tx, updateDefinition, [tenantId, key, label, indexState, indexRound, updatedAt]);
    await execute(tx, renew, [tenantId, updatedAt]);
  }

  async setStrict(tx: Tx, tenantId: TenantId, isStrict: boolean, now: Date): Promise<void> {
    await execute(tx, setStrict, [tenantId, isStrict]);
    await execute(tx, renew, [tenantId, now]);
  }

  async finishIndex(tx: Tx, tenantId: TenantId, key: string, round: number): Promise<void> {
    await execute(tx, finishIndex, [tenantId, key, round]);
  }
}

/** As they are for this statement. A tenant that never changed anything has no row. */
export const readRules = async (tx: Tx, tenantId: TenantId): Promise<VersionedRules> => {
  const [row] = await query<RulesRow>(tx, readRulesOf, [tenantId]);
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

interface DefinitionRow {
  readonly id: AttributeDefinition['id'];
  readonly key: string;
  readonly label: string | null;
  readonly index_state: AttributeDefinition['indexState'];
  readonly index_round: number;
  readonly created_at: string;
  readonly updated_at: string;
}

const toRow = (of: AttributeDefinition): object => ({
  id: of.id,
  key: of.key,
  label: of.label,
  index_state: of.indexState,
  index_round: of.indexRound,
  created_at: of.createdAt.toISOString(),
  updated_at: of.updatedAt.toISOString(),
});

const fromRow = (row: DefinitionRow): AttributeDefinition => ({
  id: row.id,
  key: row.key,
  label: row.label,
  indexState: row.index_state,
  indexRound: row.index_round,
  createdAt: instantOf(row.created_at),
  updatedAt: instantOf(row.updated_at),
});

const lockRules = statement('attribute-rules-lock', 'select lock_attribute_rules($1)');

const readRulesOf = statement(
  'attribute-rules',
  `select coalesce(max(version), 0) as version, coalesce(bool_or(strict_mode), false) as strict_mode,
          array(select key from attribute_definitions where tenant_id = $1) as keys,
          array(select key from attribute_definitions where tenant_id = $1 and index_state <> 'off') as indexed_keys
     from attribute_settings where tenant_id = $1`,
);

const readDefinition = statement(
  'attribute-definition',
  `select id, key, label, index_state, index_round, created_at, updated_at
     from attribute_definitions where tenant_id = $1 and key = $2`,
);

const insertDefinitions = statement(
  'attribute-definitions-insert',
  `insert into attribute_definitions (tenant_id, id, key, label, index_state, index_round, created_at, updated_at)
   select $1, d.*
     from json_to_recordset($2::json) as d (id uuid, key text, label text, index_state text, index_round integer,
                                            created_at timestamptz, updated_at timestamptz)`,
);

const updateDefinition = statement(
  'attribute-definition-update',
  `update attribute_definitions set label = $3, index_state = $4, index_round = $5, updated_at = $6
    where tenant_id = $1 and key = $2`,
);

const setStrict = statement(
  'attribute-strict-mode',
  'update attribute_settings set strict_mode = $2 where tenant_id = $1',
);

const renew = statement(
  'attribute-rules-renew',
  'update attribute_settings set version = version + 1, updated_at = $2 where tenant_id = $1',
);

const finishIndex = statement(
  'attribute-index-finish',
  `update attribute_definitions set index_state = 'ready'
    where tenant_id = $1 and key = $2 and index_round = $3 and index_state = 'building'`,
);
