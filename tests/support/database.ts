/** A database for one test file alone: a clone of the migrated template, made in some 30 ms. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  /** As the owner, who may do what the service may not. */
  readonly url: string;
  drop(): Promise<void>;
}

export const freshDatabase = async (): Promise<TestDatabase> => {
  const server = process.env['LEDGER_TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('the test run has no database server: start the tests with jest');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ledger strategy file_copy`);
  return {
    url: onDatabase(server, name),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
};

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

const onDatabase = (url: string, name: string): string => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);

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
