/** Reads attribute definitions and settings from PostgreSQL. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { TenantId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import type { Orm } from '../../../kernel/postgres/orm';
import { asFault } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { DefinitionReader, KeyToIndex, VersionedRules } from '../application/ports';
import type { AttributeDefinition } from '../domain/definition';
import { readRules } from './rules-store';
import { DefinitionSchema, SettingsSchema, toDefinition } from './schema';

export class PostgresDefinitionReader implements DefinitionReader {
  constructor(
    private readonly orm: Orm,
    private readonly unitOfWork: PostgresUnitOfWork,
  ) {}

  rules(tenantId: TenantId): Promise<VersionedRules> {
    return this.unitOfWork.read({ ledgerIds: [] }, (tx) => readRules(tx, tenantId));
  }

  /** A tenant that has never changed a setting has no row. */
  isStrict(tenantId: TenantId): Promise<boolean> {
    return this.on(async (em) => (await em.findOne(SettingsSchema, { tenantId }))?.strictMode ?? false);
  }

  list(tenantId: TenantId, slice: Slice): Promise<Page<AttributeDefinition>> {
    const forward = slice.direction === 'forward';
    const from = slice.from?.[0];
    return this.on(async (em) => {
      const rows = await em.find(
        DefinitionSchema,
        { tenantId, ...(from === undefined ? {} : { key: forward ? { $gt: from } : { $lt: from } }) },
        { orderBy: { key: forward ? 'asc' : 'desc' }, limit: slice.limit + 1 },
      );
      return pageOf(rows.map(toDefinition), slice, ({ key }) => [key]);
    });
  }

  definitions(tenantId: TenantId, keys: readonly string[]): Promise<readonly AttributeDefinition[]> {
    return this.on(async (em) =>
      (await em.find(DefinitionSchema, { tenantId, key: { $in: [...keys] } })).map(toDefinition),
    );
  }

  async usage(tenantId: TenantId, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) => {
      const rows = await fetchRows(tx, sql.read_attribute_usage, { tenant_id: tenantId, keys });
      return new Map(rows.map(({ key, posted }) => [key, Number(posted)]));
    });
  }

  keysToIndex(): Promise<readonly KeyToIndex[]> {
    return this.on(async (em) =>
      (await em.find(DefinitionSchema, { indexState: 'building' }, { orderBy: { updatedAt: 'asc' } })).map(
        ({ tenantId, key, indexRound }) => ({ tenantId, key, round: indexRound }),
      ),
    );
  }

  private async on<A>(work: (em: EntityManager) => Promise<A>): Promise<A> {
    try {
      return await work(this.orm.em.fork());
    } catch (error) {
      throw asFault(error);
    }
  }
}

const sql = loadStatements(__filename, {
  read_attribute_usage: parameters('tenant_id', 'keys').rows<{ key: string; posted: string }>(),
});
