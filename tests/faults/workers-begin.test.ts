/**
 * Six workers start at once on a backlog. Two of them lose all their connections at a random statement, as a killed process does. No
 * transaction may fail or be posted twice. workers-killed.test.ts kills real processes.
 */
import type { ClientBase } from 'pg';
import type { Clock } from '../../src/kernel/clock';
import type { ConnectionPool } from '../../src/kernel/postgres/pool';
import { systemClock } from '../../src/kernel/running/system-clock';
import { suspectAfterMs } from '../../src/modules/ledgering/application/posting/quarantine';
import { freshDatabase, type TestDatabase } from '../support/database';
import { createTally } from '../support/happenings';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, openBooks, transaction } from '../support/requests';
import { seedOf } from '../support/random';
import { randomFrom } from '../support/traffic';

const [transactions, workers, kills, ledgers, batch, maxStatements] = [300, 6, 2, 3, 100, 60];

const seed = seedOf('LEDGER_TEST_SEED');
const random = randomFrom(seed);

let database: TestDatabase;
let front: TestLedger;

beforeAll(async () => {
  database = await freshDatabase();
  front = await startLedger([], { database: kept() });
  await front.app.poster.stop();
});

afterAll(async () => {
  await front.close();
  await database.drop();
});

/** The database with a `drop` that does nothing: a service would drop it when it ends, but the other services still use it. */
const kept = (): TestDatabase => ({ ...database, drop: async () => undefined });

/** The clock of a worker that starts when the backlog has already waited long. Time runs ten times as fast for this worker. */
const late: Clock = {
  ...systemClock,
  now: () => new Date(systemClock.now().getTime() + 2 * suspectAfterMs),
  elapsed: () => 10 * systemClock.elapsed(),
};

/**
 * A pool that lends no connection until `beginning` has resolved. After `statements` statements it cuts all its connections and lends no
 * more.
 */
const mortal = (
  pool: ConnectionPool,
  beginning: Promise<void>,
  statements: number,
  die: () => void,
): ConnectionPool => {
  const clients = new Set<ClientBase>();
  let left = statements;
  return {
    ...pool,
    lend: async () => {
      await beginning;
      if (left <= 0) throw new Error('Connection terminated: the process was killed');
      const loan = await pool.lend();
      clients.add(loan.client);
      const client = new Proxy(loan.client, {
        get: (target, name) => {
          if (name === 'query' && --left === 0) {
            for (const { connection } of clients as unknown as Set<Connected>) connection.stream.destroy();
            die();
          }
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
      return { ...loan, client };
    },
  };
};

interface Connected {
  readonly connection: { readonly stream: { destroy(): void } };
}

const fill = async (): Promise<readonly TestBooks[]> => {
  const all = await Promise.all(Array.from({ length: ledgers }, () => openBooks(front)));
  for (let sent = 0; sent < transactions; sent += batch) {
    const { api } = all[(sent / batch) % ledgers] as TestBooks;
    const items = Array.from({ length: batch }, () => transaction());
    dataOf(await api.post('/transactions/batch', { transactions: items }), 202);
  }
  return all;
};

test('workers that start together, two of which die, fail and repeat no transaction', async () => {
  process.stdout.write(`workers: LEDGER_TEST_SEED=${seed}\n`);
  const all = await fill();
  const deaths = createTally();
  const haveDied = deaths.more(kills);
  let begin = (): void => undefined;
  const beginning = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const services = await Promise.all(
    Array.from({ length: workers }, (_, index) => {
      const statements = index < kills ? 1 + random(maxStatements) : Infinity;
      const through = (pool: ConnectionPool): ConnectionPool => mortal(pool, beginning, statements, deaths.add);
      return startLedger([], { database: kept(), clock: late, through });
    }),
  );
  begin();
  const survivors = services.slice(kills);
  await haveDied;
  await Promise.all(survivors.map(({ app }) => app.background.idle('poster')));
  for (const { ledger, api } of all) {
    expect(dataOf(await api.get('/transactions?status=failed'), 200)).toEqual([]);
    const { ok, findings, waiting } = await front.app.ledgering.verify(ledger.id);
    expect({ ok, findings, waiting: waiting.transactions }).toEqual({ ok: true, findings: [], waiting: 0 });
  }
  const cash = await Promise.all(
    all.map(async ({ api }) => dataOf(await api.get('/accounts/code/CASH/balance'), 200).balances.settled),
  );
  expect(cash.reduce((sum, balance) => sum + Number(balance), 0)).toBe(10 * transactions);
  await Promise.all(services.map((service) => service.close()));
});
