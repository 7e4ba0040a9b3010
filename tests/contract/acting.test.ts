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

  const hash = 'c'.repeat(64);
  const link = { token_hash: `'${hash}'`, created_by: `'command line'` };
  const session = {
    ...{ token_hash: `'${hash}'`, began_by: `'link'`, link_created_by: `'command line'`, address: `'192.0.2.7'` },
    ...{ agent: 'null', ended_at: 'null', ended_by: 'null' },
  };
  test.each<[what: string, table: 'invitations' | 'sessions', own: Readonly<Record<string, string>>]>([
    ['a link with a token in place of its hash', 'invitations', { token_hash: `'a token'` }],
    ['a link whose hash has capitals', 'invitations', { token_hash: `'${hash.toUpperCase()}'` }],
    ['a link that nobody created', 'invitations', { created_by: `''` }],
    ['a session with a token in place of its hash', 'sessions', { token_hash: `'a token'` }],
    ['a session that began in another way', 'sessions', { began_by: `'guess'`, link_created_by: 'null' }],
    ['a session from a link that nobody created', 'sessions', { link_created_by: 'null' }],
    ['a session from a sign-in with the creator of a link', 'sessions', { began_by: `'sign_in'` }],
    ['a session without an address', 'sessions', { address: `''` }],
    ['a session with a long agent', 'sessions', { agent: `repeat('x', 256)` }],
    ['a session that ended by nobody', 'sessions', { ended_at: 'now()' }],
    ['a session that somebody ended at no time', 'sessions', { ended_by: `'command line'` }],
  ])('refuses %s', async (_, table, own) => {
    await asOwner(database.url, async (owner) => {
      await owner.query('begin');
      const {
        rows: [operator],
      } = await owner.query<{ id: string }>(
        `insert into operators (id, email, name, role, created_at)
         values (gen_random_uuid(), 'c@example.com', 'C', 'viewer', now()) returning id`,
      );
      const insert = (fields: Readonly<Record<string, string>>) => {
        const all = {
          ...(table === 'invitations' ? link : { id: 'gen_random_uuid()', seen_at: 'now()', ...session }),
          ...{ operator_id: `'${operator?.id}'`, created_at: 'now()', expires_at: 'now()', ...fields },
        };
        return owner.query(`insert into ${table} (${Object.keys(all).join()}) values (${Object.values(all).join()})`);
      };
      await owner.query('savepoint before');
      await insert({});
      await owner.query('rollback to before');
      await expect(insert(own)).rejects.toMatchObject({ code: '23514' });
      await owner.query('rollback');
    });
  });

  test.each<[what: string, second: string]>([
    ['a second link of one operator', `'${'d'.repeat(64)}', id`],
    ['one link of two operators', `'${hash}', gen_random_uuid()`],
  ])('refuses %s', async (_, second) => {
    await asOwner(database.url, async (owner) => {
      await owner.query('begin');
      const insert = (values: string) =>
        owner.query(
          `insert into invitations (token_hash, operator_id, created_by, created_at, expires_at)
           select ${values}, 'command line', now(), now() from operators where email = 'd@example.com'`,
        );
      await owner.query(
        `insert into operators (id, email, name, role, created_at)
         values (gen_random_uuid(), 'd@example.com', 'D', 'viewer', now())`,
      );
      await insert(`'${hash}', id`);
      await expect(insert(second)).rejects.toMatchObject({ code: '23505' });
      await owner.query('rollback');
    });
  });
});
