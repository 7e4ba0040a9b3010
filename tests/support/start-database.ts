/** Starts the PostgreSQL server of a test run and migrates the template that every test database is cloned from. */
import { join } from 'node:path';
import { Client } from 'pg';
import { ledgerNames } from '../../src/app/embedded-database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../packages/embedded-postgres/src';
import { migrate } from '../../src/kernel/postgres/migrate';
import { systemClock } from '../../src/kernel/running/system-clock';
import { areNodesHere, startClusterDatabase } from './cluster';
import type { TestDatabase } from './database';
import type { Pgbouncer } from './pgbouncer';
import { makeServerFolder } from './server-folder';

export interface TestRun {
  folder: string;
  postgres: EmbeddedPostgres;
  pooler?: Pgbouncer;
  cluster?: TestDatabase;
}

/** The server connections per database, for all services of a test. No transaction waits for a second connection, so few are enough. */
const pooledConnections = 4;

declare global {
  var ledgerTestRun: TestRun | undefined;
}

export default async (): Promise<void> => {
  // Loaded only if needed, because this module imports the whole service, and no test starts before this function has ended.
  const pooler = process.env['LEDGER_TEST_POOLER'] === 'pgbouncer' ? await import('./pgbouncer.ts') : undefined;
  if (pooler?.isPgbouncerInstalled === false)
    throw new Error('there is no pgbouncer, so nothing was tested through it');
  const folder = makeServerFolder('ledger-tests-');
  // These databases need not survive a power failure. Tests of durability use servers with PostgreSQL's default settings.
  const postgres = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'postgres'),
    names: ledgerNames,
    clock: systemClock,
    settings: {
      ...{ fsync: 'off', full_page_writes: 'off', wal_compression: 'off' },
      // Autovacuum is off, because hundreds of databases exist for seconds each. A test that needs statistics runs `analyze` itself.
      autovacuum: 'off',
      ...{ shared_buffers: '64MB', max_connections: '100' },
    },
  });
  process.env['LEDGER_TEST_FOLDER'] = folder;
  const run: TestRun = (globalThis.ledgerTestRun = { folder, postgres });
  process.env['LEDGER_TEST_DATABASE_URL'] = postgres.url;
  process.env['LEDGER_TEST_SUPERUSER_URL'] = postgres.superuserUrl;
  await migrate(postgres.url);
  // All services of the run reach their databases through this pooler (database.ts).
  if (pooler) {
    run.pooler = await pooler.startPgbouncer(postgres.url, { default_pool_size: String(pooledConnections) });
    process.env['LEDGER_TEST_POOLER_URL'] = run.pooler.url;
  }
  const clusterUrl = process.env['CITUS_URL'];
  if (process.env['LEDGER_TEST_STORE'] === 'cluster' && clusterUrl !== undefined) {
    run.cluster = await startClusterDatabase(clusterUrl);
    process.env['LEDGER_TEST_CLUSTER_URL'] = run.cluster.url;
    process.env['LEDGER_TEST_SUPERUSER_URL'] = run.cluster.url;
    if (await areNodesHere(clusterUrl)) process.env['LEDGER_TEST_CLUSTER_IS_HERE'] = 'yes';
  }
  process.env['LEDGER_TEST_CONSTRAINTS'] = (await constraintNames(postgres.url)).join(',');
};

/**
 * Names that no answer and no log may contain (see leaks.ts). Names without an underscore are left out, because they are ordinary words.
 */
const constraintNames = async (url: string): Promise<readonly string[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where connamespace = 'public'::regnamespace
      union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'i'`,
  );
  await client.end();
  return rows.map(({ name }) => name).filter((name) => name.includes('_'));
};
