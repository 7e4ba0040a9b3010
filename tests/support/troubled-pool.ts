/** A pool that lends real connections and disturbs chosen statements: PostgreSQL raises an error instead, or the connection breaks. */
import { Query, type ClientBase, type QueryConfig } from 'pg';
import type { ConnectionPool } from '../../src/kernel/postgres/pool';

/** The SQLSTATE that PostgreSQL raises instead of running the statement, or the moment at which the connection breaks. */
export type Trouble =
  | { readonly state: string }
  /**
   * `before`: the statement is not sent. `during`: it is sent, and its answer is not read. `after`: it is answered, and the answer is lost.
   */
  | { readonly cut: 'before' | 'during' | 'after' }
  /** The statement is sent and answered, but the service receives the answer only when the promise resolves. */
  | { readonly silentUntil: Promise<unknown> };

/** Disturbs the next statements of this name in writing transactions, `times` times. */
export interface Strike {
  readonly at: string;
  readonly trouble: Trouble;
  /** If set, only transactions that have run this statement before are disturbed. */
  readonly behind?: string;
  times: number;
  /** If the connection breaks before the statement: work on another connection, done after the break and before the service notices it. */
  readonly meanwhile?: () => Promise<unknown>;
  /** The disturbance that follows this one. */
  readonly then?: Strike;
}

export interface Troubles {
  readonly through: (pool: ConnectionPool) => ConnectionPool;
  /** The next disturbance; undefined if there is none. */
  strike: Strike | undefined;
  /** The names of the statements of each transaction, since the test last emptied the list. */
  readonly transactions: string[][];
}

type Config = QueryConfig | Query | string;
type Ask = (config: Config) => unknown;

export const createTroubles = (): Troubles => {
  const troubles: Troubles = {
    strike: undefined,
    transactions: [],
    through: (pool) => ({
      ...pool,
      lend: async () => {
        const loan = await pool.lend();
        return { ...loan, client: troubled(loan.client, troubles) };
      },
    }),
  };
  return troubles;
};

/**
 * Connections on which the first of the two `Query` objects of a statement was sent: it binds the values, and the second runs the statement
 * (see kernel/postgres/portal).
 */
const given = new WeakSet<ClientBase>();

const troubled = (client: ClientBase, troubles: Troubles): ClientBase => {
  const ask = client.query.bind(client) as unknown as Ask;
  const cut = (): void =>
    (
      client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }
    ).connection.stream.destroy();
  /**
   * Resolves once every earlier statement is answered. If the connection broke before that, an unanswered `begin` in the same packet would
   * fail, and the service would receive this failure too early.
   */
  const answeredSoFar = async (): Promise<void> => {
    await (ask('select') as Promise<unknown>).catch(() => undefined);
  };
  let isReading = false;
  let own: string[] = [];
  const query: Ask = (config) => {
    if (config instanceof Query && given.delete(client)) return ask(config);
    if (config instanceof Query) given.add(client);
    if (nameOf(config).startsWith('begin')) {
      isReading = nameOf(config).includes('read only');
      troubles.transactions.push((own = []));
    }
    const name = isReading ? `${nameOf(config)} of a read` : nameOf(config);
    own.push(name);
    const { strike } = troubles;
    if (!strike || strike.times === 0 || strike.at !== name) return ask(config);
    if (strike.behind !== undefined && !own.includes(strike.behind)) return ask(config);
    strike.times -= 1;
    if (strike.times === 0 && strike.then) troubles.strike = strike.then;
    const { trouble } = strike;
    if ('state' in trouble) return ask(raising(config, trouble.state));
    const { meanwhile } = strike;
    if (meanwhile)
      return answeredSoFar().then(async () => {
        cut();
        await meanwhile();
        throw new Error('Connection terminated unexpectedly');
      });
    if ('cut' in trouble && trouble.cut === 'before') cut();
    const answered = ask(config);
    if ('silentUntil' in trouble) return trouble.silentUntil.then(() => answered);
    if (trouble.cut === 'during') process.nextTick(cut);
    if (trouble.cut !== 'after' || !(answered instanceof Promise)) return answered;
    return answered.then(() => {
      cut();
      throw new Error('Connection terminated unexpectedly');
    });
  };
  return new Proxy(client, {
    get: (target, name) => {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
};

const nameOf = (config: Config): string =>
  typeof config === 'string' ? config : ((config as QueryConfig).name ?? (config as QueryConfig).text);

/** Lets PostgreSQL raise the error, so that the transaction is really aborted. */
const raising = (config: Config, state: string): Config => {
  const text = `do $$ begin raise exception 'it is said to be ${state}' using errcode = '${state}'; end $$`;
  if (!(config instanceof Query)) return text;
  return Object.assign(config, { name: undefined, text, values: [] });
};
