/** A database for one test file alone: a clone of the migrated template, made in some 30 ms. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Pooler } from '../../src/kernel/postgres/orm';

export interface TestDatabase {
  /** As the owner, who may do what the service may not. */
  readonly url: string;
  drop(): Promise<void>;
}

export const freshDatabase = (): Promise<TestDatabase> => createDatabase('template ledger strategy file_copy');

/** One without a table. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase('template template0');

const createDatabase = async (from: string): Promise<TestDatabase> => {
  const server = process.env['LEDGER_TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('the test run has no database server: start the tests with jest');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} ${from}`);
  return {
    url: onDatabase(server, name),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
};

export interface ServiceAccess {
  readonly url: string;
  readonly pooler: Pooler;
}

/** How a service reaches a test's database: as its owner, who becomes the application role, or through the run's pooler. */
export const serviceAccess = (url: string): ServiceAccess => {
  const pooler = process.env['LEDGER_TEST_POOLER_URL'];
  if (pooler === undefined) return { url, pooler: 'none' };
  return { url: onDatabase(pooler, new Client({ connectionString: url }).database ?? ''), pooler: 'transaction' };
};

/** The same, as the environment of a process. */
export const serviceEnvironment = (url: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: serviceAccess(url).url,
  LEDGER_POOLER: serviceAccess(url).pooler,
  LEDGER_MIGRATION_URL: url,
  // The servers of a test run keep nothing safe from a power failure.
  LEDGER_ALLOW_UNSAFE_DATABASE: 'yes',
});

/** Runs statements as the owner, outside every guard but those of the database itself. */
export const asOwner = async <A>(url: string, work: (client: Client) => Promise<A>): Promise<A> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

export const onDatabase = (url: string, name: string): string => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);

const maxAttempts = 20;

/** Cloning needs the template for itself, so two clones at once take turns. */
const administer = async (server: string, text: string): Promise<void> =>
  asOwner(onDatabase(server, 'postgres'), async (client) => {
    for (let attempt = 1; ; attempt++)
      try {
        await client.query(text);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || attempt === maxAttempts) throw error;
        await new Promise((resolve) => setTimeout(resolve, 25 * attempt));
      }
  });
