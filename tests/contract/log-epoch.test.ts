/** Two operators begin an epoch of the logs at the same time: each gets an epoch of its own, and the logs have the later one. */
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { PostgresLogEpochs } from '../../src/modules/events/postgres/log-epoch';
import { freshDatabase } from '../support/database';

test('two epochs that begin at the same time are two, and the logs are in one of them', async () => {
  const database = await freshDatabase();
  const pool = openPool({ url: database.url, maxConnections: 2 });
  const epochs = new PostgresLogEpochs(new PostgresUnitOfWork(pool));
  const former = await epochs.current();
  const begun = await Promise.all([epochs.begin(), epochs.begin()]);
  expect(new Set([former, ...begun]).size).toBe(3);
  expect(begun).toContain(await epochs.current());
  await pool.close();
  await database.drop();
});
