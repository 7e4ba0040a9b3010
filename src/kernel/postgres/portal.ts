/**
 * Runs a statement in two steps: first its values are bound; later, after statements that were sent in between, it runs. By then PostgreSQL
 * has received and parsed the values. Only writing statements are run in this way: a statement that only reads would see the data as of the
 * first step. The driver only knows statements that do both steps at once. Here each step is such a statement to the driver, but its
 * connection sends only some of the messages.
 */
import { Query, type Connection, type QueryConfig } from 'pg';

interface Sending {
  query(query: Query): Query;
}

/** One name is enough, because a transaction has one portal at a time; the portal ends with the transaction. */
const portal = 'behind';

/** The messages that the driver sends for a statement before it asks for the answer. */
type Message = 'parse' | 'bind' | 'describe' | 'execute';

const unsent = { value: (): void => undefined };

/** Returns a function that sends the driver's messages for a statement, except the given ones. */
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
      // Delays the fault as long as the driver delays its answers, so that if two statements fail together, the fault of the first one is
      // reported first.
    }).catch((error: unknown) => {
      throw error;
    });

export const giveValues = without('execute');

/** Runs the statement whose values were bound last. */
export const runIt = without('parse', 'bind');
