/** A database for one test file: a clone of the migrated template, created in some 30 ms. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { applicationRole, type Pooler } from '../../src/kernel/postgres/session';
import type { Topology } from '../../src/kernel/postgres/topology';

export interface TestDatabase {
  /** Connects as the owner of the database, who is not a superuser. */
  readonly url: string;
  /** Connects as the superuser of the server, who has every right. */
  readonly superuserUrl: string;
  drop(): Promise<void>;
}

export const freshDatabase = async (): Promise<TestDatabase> =>
  theCluster() ?? createDatabase('template ledger strategy file_copy');

/** A run on a cluster has one database for all tests, because shards cannot be cloned. Each test uses its own tenants. */
const theCluster = (): TestDatabase | undefined => {
  const url = process.env['LEDGER_TEST_CLUSTER_URL'];
  return url === undefined ? undefined : { url, superuserUrl: url, drop: async () => undefined };
};

/** Copies a database, as if it were restored from a backup. No connection to the original may be open. */
export const copyOfDatabase = ({ url }: Pick<TestDatabase, 'url'>): Promise<TestDatabase> =>
  createDatabase(`template ${new URL(url).pathname.slice(1)} strategy file_copy`);

/** A copy of the filled database of this name. The first caller in a run fills it. */
export const copyOfFilled = async (
  name: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> => {
  const isFilled = async (owner: Client): Promise<boolean> =>
    (await owner.query('select from pg_database where datname = $1', [name])).rowCount !== 0;
  await onceInRun(name, isFilled, async (owner) => {
    // Drops the unfinished database of an earlier caller whose filling failed.
    await owner.query(`drop database if exists ${name}_unfinished with (force)`);
    const database = await createDatabase('template ledger strategy file_copy', `${name}_unfinished`);
    await fill(database);
    await owner.query(`alter database ${name}_unfinished rename to ${name}`);
  });
  return createDatabase(`template ${name} strategy file_copy`);
};

/** Does the work unless it is done. The first caller in a run does it, and all other callers wait for it. */
export const onceInRun = (
  name: string,
  isDone: (owner: Client) => boolean | Promise<boolean>,
  work: (owner: Client) => Promise<void>,
): Promise<void> =>
  asOwner(onDatabase(serverUrl('LEDGER_TEST_SUPERUSER_URL'), 'postgres'), async (owner) => {
    // The caller that does the work holds this lock until its connection ends.
    await owner.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    if (!(await isDone(owner))) await work(owner);
  });

/** A database without tables. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase('template template0');

const createDatabase = async (from: string, name = `test_${randomBytes(6).toString('hex')}`): Promise<TestDatabase> => {
  await administer(`create database ${name} ${from} owner ledger`);
  return {
    url: onDatabase(serverUrl('LEDGER_TEST_DATABASE_URL'), name),
    superuserUrl: onDatabase(serverUrl('LEDGER_TEST_SUPERUSER_URL'), name),
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
};

const asUser = (url: string, user: string): string => {
  const named = new URL(url);
  named.username = user;
  return named.href;
};

/** The topology that a service detects when it starts in this run. */
export const topologyOfRun = (): Topology =>
  process.env['LEDGER_TEST_CLUSTER_URL'] === undefined ? 'one node' : 'many nodes';

export interface ServiceAccess {
  readonly url: string;
  readonly pooler: Pooler;
}

/**
 * The URL by which a service connects to a test's database: as the owner, who switches to the application role, or through the run's
 * pooler. The pooler leads to the run's server only, so a service on another server connects directly.
 */
export const serviceAccess = (url: string): ServiceAccess => {
  if (process.env['LEDGER_TEST_CLUSTER_URL'] !== undefined)
    return { url: asUser(url, applicationRole), pooler: 'none' };
  const pooler = process.env['LEDGER_TEST_POOLER_URL'];
  if (pooler === undefined || serverOf(url) !== serverOf(process.env['LEDGER_TEST_DATABASE_URL'] ?? ''))
    return { url, pooler: 'none' };
  return { url: onDatabase(pooler, new Client({ connectionString: url }).database ?? ''), pooler: 'transaction' };
};

const serverOf = (url: string): string => {
  const { host, port } = new Client({ connectionString: url });
  return `${host} ${port}`;
};

/** The environment variables with which a service process reaches a test's database. */
export const serviceEnvironment = (url: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: serviceAccess(url).url,
  LEDGER_POOLER: serviceAccess(url).pooler,
  LEDGER_MIGRATION_URL: url,
  // The database servers of a test run have durability switched off, which the service otherwise refuses.
  LEDGER_ALLOW_UNSAFE_DATABASE: 'yes',
});

/** Runs statements in the database of the URL as the superuser, so that only triggers and constraints restrict them. */
export const asOwner = <A>(url: string, work: (client: Client) => Promise<A>): Promise<A> =>
  connected(superuserUrlOf(url), work);

/** The number of sessions in the database, on any node, that wait for a lock. */
export const waitingForALock = (url: string): Promise<number> =>
  asOwner(url, async (owner) => {
    const activity = topologyOfRun() === 'one node' ? 'pg_stat_activity' : 'citus_stat_activity';
    const waiting = `select from ${activity} where datname = current_database() and wait_event_type = 'Lock'`;
    return (await owner.query(waiting)).rows.length;
  });

export const somebodyWaitsForALock = async (url: string): Promise<boolean> => (await waitingForALock(url)) > 0;

/** Runs work on a connection as the user of the URL, on any server. */
export const connected = async <A>(url: string, work: (client: Client) => Promise<A>): Promise<A> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** The URL of the same database as the server's superuser. */
export const superuserUrlOf = (url: string): string =>
  onDatabase(serverUrl('LEDGER_TEST_SUPERUSER_URL'), new URL(url).pathname.slice(1));

const serverUrl = (variable: 'LEDGER_TEST_DATABASE_URL' | 'LEDGER_TEST_SUPERUSER_URL'): string => {
  const url = process.env[variable];
  if (url === undefined) throw new Error('the test run has no database server: start the tests with jest');
  return url;
};

export const onDatabase = (url: string, name: string): string => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);

const maxAttempts = 5;

/** PostgreSQL clones a template only if nobody is connected to it. It waits five seconds for others to disconnect before it refuses. */
const administer = async (text: string): Promise<void> =>
  asOwner(onDatabase(serverUrl('LEDGER_TEST_SUPERUSER_URL'), 'postgres'), async (client) => {
    for (let attempt = 1; ; attempt++)
      try {
        await client.query(text);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || attempt === maxAttempts) throw error;
      }
  });
