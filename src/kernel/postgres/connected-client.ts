/** One connection, outside of the pool, for a command that works as the role of its URL. The caller ends it. */
import { Client } from 'pg';

/**
 * An `error` that nobody listens to ends the process. The connection reports one when the server ends it, and every statement of
 * the command fails then as well, so the command tells that fault in its own words.
 */
export const connectedClient = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};
