/** A tenant's attribute rules in PostgreSQL: everything that is locked, and everything that is written. */
import type { TenantId } from '../../../kernel/ids';
import { execute, instantOf, query, statement } from '../../../kernel/postgres/sql';
import type { Tx } from '../../../kernel/unit-of-work';
import type { HeldRules, Hold, RulesStore } from '../application/ports';
import type { AdmissionRules } from '../domain/admission';
import type { AttributeDefinition } from '../domain/definition';

export class PostgresRulesStore implements RulesStore {
  async hold(tx: Tx, tenantId: TenantId, how: Hold): Promise<HeldRules> {
    const [row] = await query<RulesRow>(tx, how === 'shared' ? holdShared : holdAlone, [tenantId]);
    if (row) return { isStrict: row.strict_mode, version: row.version };
    // Nothing can be locked that is not there yet. It lasts if this transaction does.
    await execute(tx, insertRules, [tenantId]);
    return this.hold(tx, tenantId, how);
  }

  async readKeys(tx: Tx, tenantId: TenantId): Promise<Pick<AdmissionRules, 'keys' | 'indexedKeys'>> {
    const rows = await query<{ key: string; is_indexed: boolean }>(tx, readKeys, [tenantId]);
    return {
      keys: new Set(rows.map(({ key }) => key)),
      indexedKeys: new Set(rows.flatMap(({ key, is_indexed }) => (is_indexed ? [key] : []))),
    };
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

type RulesRow = { strict_mode: boolean; version: string };

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

// The row's lock decides. It is held by nobody who waits for another lock of this context, and taken before any other.
// An unending stream of shared holders would keep an exclusive one out for ever: the advisory lock before it makes all of them
// queue in the order in which they came.
const hold = (gate: string, strength: string): string =>
  `with gate as materialized (select ${gate}(hashtextextended('attributes ' || $1::uuid, 0)))
   select s.version, s.strict_mode
     from gate
    cross join lateral (select version, strict_mode from attribute_settings where tenant_id = $1::uuid ${strength}) s`;

const holdShared = statement('attribute-rules-shared', hold('pg_advisory_xact_lock_shared', 'for share'));
const holdAlone = statement('attribute-rules-alone', hold('pg_advisory_xact_lock', 'for no key update'));

const insertRules = statement(
  'attribute-rules-insert',
  'insert into attribute_settings (tenant_id, updated_at) values ($1, now()) on conflict do nothing',
);

const readKeys = statement(
  'attribute-keys',
  `select key, index_state <> 'off' as is_indexed from attribute_definitions where tenant_id = $1`,
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
