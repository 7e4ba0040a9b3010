/** Proof that a refused write left every row of its ledger as it was. */
import type { Answer, Client } from './client';
import { asOwner } from './database';
import type { TestBooks, TestLedger } from './ledger';

/** Sends a write that must be refused, and compares everything that the ledger holds before and after. */
export const refusedUntouched = async (
  ledger: TestLedger,
  books: TestBooks,
  send: (api: Client) => Promise<Answer>,
): Promise<Answer> => allUntouched(ledger, [books], () => send(books.api));

/** The same for a write that concerns several ledgers. */
export const allUntouched = async (
  ledger: TestLedger,
  all: readonly TestBooks[],
  send: () => Promise<Answer>,
): Promise<Answer> => {
  const before = await contentOf(ledger, all);
  const answer = await send();
  expect(await contentOf(ledger, all)).toEqual(before);
  return answer;
};

/** A digest of what these ledgers have in every table. */
export const contentOf = ({ databaseUrl }: TestLedger, all: readonly TestBooks[]): Promise<object> =>
  asOwner(databaseUrl, async (owner) => {
    const ids = `{${all.map(({ ledger: { id } }) => id).join(',')}}`;
    await owner.query(`select set_config('ledger.scope', $1, false)`, [ids]);
    tables ??= (await owner.query<{ name: string }>(ledgerTables)).rows.map(({ name }) => name);
    const digests = tables.map(
      (table) =>
        `(select md5(string_agg(t::text, ',' order by t::text)) from ${table} t where ledger_id = any ($1)) as ${table}`,
    );
    return (await owner.query<object>(`select ${digests.join(', ')}`, [ids])).rows[0] ?? {};
  });

/** The same in every database of a run. */
let tables: readonly string[] | undefined;

// All but the keys, which note when they were last used.
const ledgerTables = `select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'ledger_id' and table_name <> 'api_keys' order by 1`;
