/** Reads the content of ledgers from a database, so that a test can compare it before and after a request. */
import { Client } from 'pg';
import type { LedgerId } from '../../src/kernel/ids';
import { superuserUrlOf } from './database';

export interface Content {
  /** A digest of the rows that these ledgers have in every table that requests write. */
  of(ids: readonly LedgerId[]): Promise<object>;
  close(): Promise<void>;
}

/** Tests read the content before and after every refused write, so the connection is kept: opening one takes longer than the query. */
export const openContent = (databaseUrl: string): Content => {
  let connection: Client | undefined;
  let asked: Promise<unknown> = Promise.resolve();

  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: superuserUrlOf(databaseUrl) });
    // If a test kills the server, the next read opens a new connection.
    client.on('error', () => {
      if (connection === client) connection = undefined;
    });
    await client.connect();
    return (connection = client);
  };

  const digest = async (ids: readonly LedgerId[]): Promise<object> => {
    const owner = connection ?? (await connect());
    const scope = `{${ids.join(',')}}`;
    await owner.query(`select set_config('ledger.scope', $1, false)`, [scope]);
    tables ??= (await owner.query<{ name: string }>(ledgerTables)).rows.map(({ name }) => name);
    const digests = tables.map(
      (table) =>
        `(select md5(string_agg(t::text, ',' order by t::text)) from ${table} t where ledger_id = any ($1)) as ${table}`,
    );
    return (await owner.query<object>(`select ${digests.join(', ')}`, [scope])).rows[0] ?? {};
  };

  return {
    // Reads run one at a time, because the row-level security scope belongs to the connection.
    of: (ids) => {
      const answer = asked.then(() => digest(ids));
      asked = answer.catch(() => undefined);
      return answer;
    },
    close: async () => {
      await asked;
      await connection?.end();
    },
  };
};

/** The list of tables, which is the same in every database of a run. */
let tables: readonly string[] | undefined;

/**
 * Tables that background work fills from the log at any time, and the table in which keys record when they were last used. A comparison
 * before and after a request leaves them out.
 */
export const writtenBeside = [
  'api_keys',
  'log_checkpoints',
  'log_cosignatures',
  'log_stretches',
  'log_tiles',
  'log_trees',
  'search_blocks',
  'stretch_balances',
];

const ledgerTables = `select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'ledger_id' and table_name <> all ('{${writtenBeside.join(',')}}') order by 1`;
