/**
 * PostgreSQL can read the values of a statement before it runs another statement that waits for a lock, so that less work is left under the
 * lock.
 */
import { openPool, type ConnectionPool, type PoolOptions } from '../../src/kernel/postgres/pool';
import { executeBehind, query, type Statement } from '../../src/kernel/postgres/sql';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { ok } from '../../src/kernel/refusal';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { lockIsWaitedFor } from '../support/outside';

let database: TestDatabase;
const pools: ConnectionPool[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  await asOwner(database.url, async (client) => {
    await client.query('create table heads (id integer primary key, moved integer not null)');
    await client.query('create table seen (moved integer not null, numbers integer[])');
    await client.query('insert into heads values (1, 0)');
    await client.query('grant all on heads, seen to public');
  });
});

afterAll(async () => {
  for (const pool of pools) await pool.close();
  await database.drop();
});

const unitOfWorkOf = (options: Pick<PoolOptions, 'pooler'> = {}): PostgresUnitOfWork => {
  const pool = openPool({ url: database.url, maxConnections: 1, ...options });
  pools.push(pool);
  return new PostgresUnitOfWork(pool);
};

const nowhere = { ledgerIds: [] };
const lockHead: Statement = { name: 'lock', text: 'select moved / $1::integer from heads where id = 1 for update' };
const see: Statement = {
  name: 'see',
  text: 'with s as (insert into seen select moved, $1::integer[] from heads returning 1) select count(*) from s',
};

const seeBehindTheLock = (unitOfWork: PostgresUnitOfWork, divisor: number, numbers: string): Promise<unknown> =>
  unitOfWork.run(nowhere, async (tx) => ok(await executeBehind(tx, [lockHead, [divisor]], [see, [numbers]])));

const takeSeen = async (): Promise<readonly unknown[]> => {
  const { rows } = await asOwner(database.url, (client) =>
    client.query<object>('delete from seen returning moved, numbers'),
  );
  return rows;
};

/** Does the work while another session holds the lock of the head and changes it. */
const whileHeld = async (work: () => Promise<void>): Promise<void> =>
  asOwner(database.url, async (client) => {
    await client.query('begin');
    await client.query('update heads set moved = moved + 1');
    await work();
    await client.query('commit');
  });

describe.each([
  ['on a connection of its own', {}],
  ['behind a pooler', { pooler: 'transaction' as const }],
])('%s', (_, options) => {
  test('the second statement sees what was written while the first waited for its lock', async () => {
    const unitOfWork = unitOfWorkOf(options);
    for (let time = 0; time < 2; time++) {
      let seeing: Promise<unknown> = Promise.resolve();
      await whileHeld(async () => {
        seeing = seeBehindTheLock(unitOfWork, 1, '{1,2}');
        await lockIsWaitedFor(database.url);
      });
      await seeing;
    }
    const [, last] = (await takeSeen()) as readonly { moved: number }[];
    const { rows } = await asOwner(database.url, (client) => client.query<object>('select moved from heads'));
    expect(rows).toEqual([{ moved: last?.moved }]);
  });

  test('if the first statement fails, nothing is written and its fault is thrown', async () => {
    const unitOfWork = unitOfWorkOf(options);
    await expect(seeBehindTheLock(unitOfWork, 0, '{1}')).rejects.toMatchObject({ code: '22012' });
    expect(await takeSeen()).toEqual([]);
    await seeBehindTheLock(unitOfWork, 1, '{2}');
    expect(await takeSeen()).toMatchObject([{ numbers: [2] }]);
  });

  test('if the second statement fails, nothing is written, and the connection can be used again', async () => {
    const unitOfWork = unitOfWorkOf(options);
    await expect(seeBehindTheLock(unitOfWork, 1, '{no number}')).rejects.toMatchObject({ code: '22P02' });
    expect(await takeSeen()).toEqual([]);
    const one = { name: 'a_number', text: 'select 1 as number' };
    expect(await unitOfWork.read(nowhere, (tx) => query(tx, one, []))).toEqual([{ number: 1 }]);
  });
});

test('PostgreSQL reads the values of the second statement while another session holds the lock', async () => {
  const unitOfWork = unitOfWorkOf();
  await whileHeld(async () => {
    // PostgreSQL reads the values before it waits for the lock, so the error comes while the lock is still held.
    await expect(seeBehindTheLock(unitOfWork, 1, '{no number}')).rejects.toMatchObject({ code: '22P02' });
  });
});
