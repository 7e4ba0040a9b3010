/** What a database keeps of some ledgers. */
import type { LedgerId } from '../../src/kernel/ids';
import { asOwner } from './database';

/** A digest of what these ledgers have in every table. */
export const contentOnPostgres = (databaseUrl: string, ids: readonly LedgerId[]): Promise<object> =>
  asOwner(databaseUrl, async (owner) => {
    const scope = `{${ids.join(',')}}`;
    await owner.query(`select set_config('ledger.scope', $1, false)`, [scope]);
    tables ??= (await owner.query<{ name: string }>(ledgerTables)).rows.map(({ name }) => name);
    const digests = tables.map(
      (table) =>
        `(select md5(string_agg(t::text, ',' order by t::text)) from ${table} t where ledger_id = any ($1)) as ${table}`,
    );
    return (await owner.query<object>(`select ${digests.join(', ')}`, [scope])).rows[0] ?? {};
  });

/** The same in every database of a run. */
let tables: readonly string[] | undefined;

// All but the keys, which note when they were last used.
const ledgerTables = `select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'ledger_id' and table_name <> 'api_keys' order by 1`;
