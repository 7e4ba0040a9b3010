/** The connections of the service as they are given back. */
import { openPool } from '../../src/kernel/postgres/pool';
import { freshDatabase, serviceAccess, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const ask = async (pool: ReturnType<typeof openPool>, statement: string): Promise<void> => {
  const { client, release } = await pool.lend();
  await client.query(statement);
  release(false);
};

test('a pool that is closed still does what follows from what it is doing', async () => {
  const pool = openPool({ ...serviceAccess(database.url), maxConnections: 1 });
  const done: string[] = [];
  const work = ask(pool, 'select pg_sleep(0.05)')
    .then(() => ask(pool, 'select 1'))
    .then(() => done.push('what followed'));
  await new Promise((resolve) => setTimeout(resolve, 10));
  await pool.close();
  done.push('closed');
  await work;
  expect(done).toEqual(['what followed', 'closed']);
});

test('a pool is closed although somebody takes one connection after the other', async () => {
  const pool = openPool({ ...serviceAccess(database.url), maxConnections: 1 });
  const endless = async (): Promise<never> => {
    for (;;) await ask(pool, 'select pg_sleep(0.005)');
  };
  const work = expect(endless()).rejects.toThrow('after calling end');
  await pool.close();
  await work;
});
