/** PostgreSQL records the actor of each change to tenants, keys and operators, and refuses rows that the domain would never write. */
import { newId } from '../../src/kernel/ids';
import { openOrm } from '../../src/kernel/postgres/orm';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { ok } from '../../src/kernel/refusal';
import type { Operator } from '../../src/modules/access/domain/operator';
import { PostgresOperatorStore } from '../../src/modules/access/postgres/operator-store';
import { accessEntities } from '../../src/modules/access/postgres/schema';
import { asOwner, freshDatabase, serviceAccess, topologyOfRun } from '../support/database';

const madeAt = new Date('2026-01-15T10:00:00.000Z');

describe('PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  test('knows the actor during the transaction, and refuses a text that names no actor', async () => {
    await asOwner(database.url, (owner) =>
      owner.query(`
        create table told (actor text);
        grant insert on told to public;
        create function tell() returns trigger language plpgsql as $$
        begin
          insert into told values (current_setting('ledger.actor', true));
          return null;
        end $$;
        create trigger operators_tell after insert or update on operators for each row execute function tell()`),
    );
    const pool = openPool({ ...serviceAccess(database.url), maxConnections: 1 });
    const store = new PostgresOperatorStore(
      openOrm(pool, accessEntities),
      new PostgresUnitOfWork(pool, undefined, undefined, topologyOfRun()),
    );
    const operator: Operator = {
      ...{ id: newId<'operator'>(), tenantId: null, email: 'a@example.com', name: 'A', role: 'viewer' },
      ...{ isActive: true, lastSeenAt: null, createdAt: madeAt },
    };
    const link = {
      operatorId: operator.id,
      tokenHash: '0'.repeat(64),
      createdBy: 'command line',
      createdAt: madeAt,
      expiresAt: new Date('2026-01-15T11:00:00.000Z'),
      usedAt: null,
    };
    await store.insert(operator, link, 'command line');
    const change = (actor: string) =>
      store.change(
        operator.id,
        (found) => ok({ operator: { ...found, role: 'admin' }, endsSessions: true }),
        actor,
        madeAt,
      );
    await change(`operator:${operator.id}`);
    await expect(change(`x'; drop table told; --`)).rejects.toThrow('no name of an actor');
    await asOwner(database.url, async (owner) => {
      await owner.query('update operators set name = $1', ['B']);
      const { rows } = await owner.query<{ actor: string | null }>('select actor from told');
      expect(rows.map((row) => row.actor || null)).toEqual(['command line', `operator:${operator.id}`, null]);
    });
    await pool.close();
  });

  test('refuses an operator that the domain would not create', async () => {
    await asOwner(database.url, async (owner) => {
      const insert = (email: string, role: string) =>
        owner.query(
          `insert into operators (id, email, name, role, created_at) values (gen_random_uuid(), $1, 'A', $2, now())`,
          [email, role],
        );
      await expect(insert('Upper@example.com', 'viewer')).rejects.toMatchObject({ code: '23514' });
      await expect(insert('b@example.com', 'owner')).rejects.toMatchObject({ code: '23514' });
      await insert('b@example.com', 'viewer');
      await expect(insert('b@example.com', 'viewer')).rejects.toMatchObject({ code: '23505' });
    });
  });
});
