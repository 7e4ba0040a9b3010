/** The state of the service's connections when they return to the pool. */
import { openPool } from '../../src/kernel/postgres/pool';
import { HouseFault } from '../../src/kernel/refusal';
import { HandClock } from '../support/hand-clock';
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

test('a closing pool still serves work that follows from work under way', async () => {
  const pool = openPool({ ...serviceAccess(database.url), maxConnections: 1 });
  const done: string[] = [];
  const { client, release } = await pool.lend();
  const work = client
    .query('select 1')
    .then(() => release(false))
    .then(() => ask(pool, 'select 1'))
    .then(() => done.push('what followed'));
  await pool.close();
  done.push('closed');
  await work;
  expect(done).toEqual(['what followed', 'closed']);
});

test('a pool closes after a second even if connections are taken one after the other', async () => {
  const clock = new HandClock();
  const pool = openPool({ ...serviceAccess(database.url), maxConnections: 1 }, clock);
  let asked = 0;
  const endless = async (): Promise<never> => {
    for (;;) {
      await ask(pool, 'select 1');
      asked += 1;
      if (asked === 20) clock.advance(1_000);
    }
  };
  const work = expect(endless()).rejects.toThrow('after calling end');
  await pool.close();
  await work;
  expect(asked).toBeGreaterThanOrEqual(20);
});

test('a connection that cannot be opened is a HouseFault, even if PostgreSQL blames a value', async () => {
  const url = new URL(serviceAccess(database.url).url);
  url.searchParams.set('options', '-c TimeZone=no/such/zone');
  const pool = openPool({ ...serviceAccess(database.url), url: url.href, maxConnections: 1 });
  const fault = await pool.lend().catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(HouseFault);
  expect(fault).toMatchObject({ code: '22023' });
  await pool.close();
});
