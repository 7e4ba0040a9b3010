/** Opens one connection outside the pool, for a command that works as the role of its URL. The caller must end it. */
import { Client } from 'pg';

/**
 * An `error` event without a listener ends the process. The connection emits one when the server closes it; every
 * statement of the command then fails too, so the command reports that fault itself.
 */
export const connectedClient = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};
