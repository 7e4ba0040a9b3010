/** The stores of operators and sessions, in memory and in PostgreSQL, for tests that run on both. */
import { newId, type TenantId } from '../../src/kernel/ids';
import { openOrm } from '../../src/kernel/postgres/orm';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { OperatorStore, SessionStore } from '../../src/modules/access/application/ports';
import { MemoryPeople } from '../../src/modules/access/memory/people-stores';
import { PostgresOperatorStore } from '../../src/modules/access/postgres/operator-store';
import { accessEntities } from '../../src/modules/access/postgres/schema';
import { PostgresSessionStore } from '../../src/modules/access/postgres/session-store';
import { PostgresTenantStore } from '../../src/modules/access/postgres/tenant-store';
import { freshDatabase, serviceAccess, topologyOfRun } from './database';

export interface PeopleStores {
  readonly operators: OperatorStore;
  readonly sessions: SessionStore;
  openTenant(): Promise<TenantId>;
  close(): Promise<void>;
}

const inMemory = async (): Promise<PeopleStores> => {
  const people = new MemoryPeople();
  return {
    operators: people,
    sessions: people,
    openTenant: async () => newId<'tenant'>(),
    close: async () => undefined,
  };
};

export const peopleOnPostgres = async (): Promise<PeopleStores & { readonly url: string }> => {
  const { url, drop } = await freshDatabase();
  const pool = openPool({ ...serviceAccess(url), maxConnections: 6 });
  const orm = openOrm(pool, accessEntities);
  const unitOfWork = new PostgresUnitOfWork(pool, undefined, undefined, topologyOfRun());
  const tenants = new PostgresTenantStore(orm, unitOfWork);
  return {
    url,
    operators: new PostgresOperatorStore(orm, unitOfWork),
    sessions: new PostgresSessionStore(orm, unitOfWork),
    openTenant: async () => {
      const id = newId<'tenant'>();
      await tenants.insert({ id, name: 'Tenant', createdAt: new Date('2026-01-15T10:00:00.123Z') });
      return id;
    },
    close: async () => {
      await pool.close();
      await drop();
    },
  };
};

export const peopleStores = [
  ['memory', inMemory],
  ['PostgreSQL', peopleOnPostgres],
] as const;
