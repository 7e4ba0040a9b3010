/** A database for one test file alone: a clone of the migrated template, made in some 30 ms. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  /** As its owner, who is no superuser. */
  readonly url: string;
  /** As the superuser of the server, whom nothing holds. */
  readonly superuserUrl: string;
  drop(): Promise<void>;
}

export const freshDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name} template ledger strategy file_copy owner ledger`);
  return {
    url: onDatabase(serverUrl('LEDGER_TEST_DATABASE_URL'), name),
    superuserUrl: onDatabase(serverUrl('LEDGER_TEST_SUPERUSER_URL'), name),
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
};

/** Runs statements in the database of the URL as the server's owner, its superuser, outside every guard but triggers. */
export const asOwner = async <A>(url: string, work: (client: Client) => Promise<A>): Promise<A> => {
  const client = new Client({ connectionString: superuserUrlOf(url) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const superuserUrlOf = (url: string): string =>
  onDatabase(serverUrl('LEDGER_TEST_SUPERUSER_URL'), new URL(url).pathname.slice(1));

const serverUrl = (variable: 'LEDGER_TEST_DATABASE_URL' | 'LEDGER_TEST_SUPERUSER_URL'): string => {
  const url = process.env[variable];
  if (url === undefined) throw new Error('the test run has no database server: start the tests with jest');
  return url;
};

const onDatabase = (url: string, name: string): string => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);

const maxAttempts = 20;

/** Cloning needs the template for itself, so two clones at once take turns. */
const administer = async (text: string): Promise<void> =>
  asOwner(onDatabase(serverUrl('LEDGER_TEST_SUPERUSER_URL'), 'postgres'), async (client) => {
    for (let attempt = 1; ; attempt++)
      try {
        await client.query(text);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || attempt === maxAttempts) throw error;
        await new Promise((resolve) => setTimeout(resolve, 25 * attempt));
      }
  });
