/**
 * Lends real connections of which one statement runs into trouble: PostgreSQL raises an error in its place, or the connection breaks.
 */
import { Query, type ClientBase, type QueryConfig } from 'pg';
import type { ConnectionPool } from '../../src/kernel/postgres/pool';

/** An SQLSTATE that PostgreSQL raises instead of running the statement, or when the connection breaks. */
export type Trouble =
  | { readonly state: string }
  /** The statement is not sent, is sent without its answer being read, or is answered and the answer is lost. */
  | { readonly cut: 'before' | 'during' | 'after' }
  /** It is sent and answered, but nobody hears it until `answer` resolves. */
  | { readonly silentUntil: Promise<unknown> };

/** The trouble at the next statements of that name in transactions that write, this many times. */
export interface Strike {
  readonly at: string;
  readonly trouble: Trouble;
  /** Only in transactions that asked this statement before. */
  readonly behind?: string;
  times: number;
  /** Another connection does this once this one is cut before the statement; only then does the service hear of the cut. */
  readonly meanwhile?: () => Promise<unknown>;
  /** The trouble after that. */
  readonly then?: Strike;
}

export interface Troubles {
  readonly through: (pool: ConnectionPool) => ConnectionPool;
  /** Undefined: no trouble. */
  strike: Strike | undefined;
  /** The names of the statements of each transaction since it was emptied. */
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

/** The statement whose values were given and that has not run: `Query` objects come in pairs (see kernel/postgres/portal). */
const given = new WeakSet<ClientBase>();

const troubled = (client: ClientBase, troubles: Troubles): ClientBase => {
  const ask = client.query.bind(client) as unknown as Ask;
  const cut = (): void =>
    (
      client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }
    ).connection.stream.destroy();
  /**
   * Resolves once every earlier statement is answered. If the connection broke before, the failure of an unanswered
   * `begin`, which travels in the same packet, would tell the service too early.
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

/** The error comes from PostgreSQL, so that the transaction is aborted as it would be. */
const raising = (config: Config, state: string): Config => {
  const text = `do $$ begin raise exception 'it is said to be ${state}' using errcode = '${state}'; end $$`;
  if (!(config instanceof Query)) return text;
  return Object.assign(config, { name: undefined, text, values: [] });
};
