/**
 * A statement in two steps: it is given its values, and later, behind statements that were sent after them, it runs. PostgreSQL has
 * received and read the values by then. It looks at the database only when it runs, which holds for a statement that writes: one that
 * only reads would see what was there when it was given its values.
 *
 * The driver knows statements that do both at once. Each step is such a statement to it, of which its connection sends a part.
 */
import { Query, type Connection, type QueryConfig } from 'pg';

interface Sending {
  query(query: Query): Query;
}

/** A name for all, because a transaction has one at a time; it is gone when the transaction ends. */
const portal = 'behind';

/** What the driver sends of a statement, before it asks for the answer. */
type Message = 'parse' | 'bind' | 'describe' | 'execute';

const unsent = { value: (): void => undefined };

/** Sends what the driver would send of it, but those messages. */
const without =
  (...messages: readonly Message[]) =>
  (client: Sending, config: QueryConfig): Promise<unknown> =>
    new Promise<unknown>((resolve, reject) => {
      const whole = { ...config, portal, queryMode: 'extended' };
      const query = new Query(whole, (error, result) => (error ? reject(error) : resolve(result)));
      const submit = query.submit;
      const silent = Object.fromEntries(messages.map((message) => [message, unsent]));
      query.submit = (connection) => submit.call(query, Object.create(connection, silent) as Connection);
      client.query(query);
      // As long as the driver's own answers take: of two faults that come together the first statement's is heard first.
    }).catch((error: unknown) => {
      throw error;
    });

export const giveValues = without('execute');

/** The one that was given its values last. */
export const runIt = without('parse', 'bind');
