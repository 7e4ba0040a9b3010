/** Proof that a refused write left every row of its ledger as it was. */
import type { Answer, Client } from './client';
import type { TestBooks, TestLedger } from './ledger';
import { onLedger } from './requests';

/** Sends a write that must be refused, and compares everything that the ledger holds before and after. */
export const refusedUntouched = (
  ledger: TestLedger,
  books: TestBooks,
  send: (api: Client) => Promise<Answer>,
): Promise<Answer> =>
  onLedger(ledger, books, async (query) => {
    const tables = (await query(ledgerTables)).map(({ name }) => String(name));
    const content = tables
      .map(
        (table) =>
          `(select md5(string_agg(t::text, ',' order by t::text)) from ${table} t where ledger_id = $1) as ${table}`,
      )
      .join(', ');
    const before = await query(`select ${content}`, [books.ledger.id]);
    const answer = await send(books.api);
    expect(await query(`select ${content}`, [books.ledger.id])).toEqual(before);
    return answer;
  });

// All but the keys, which note when they were last used.
const ledgerTables = `select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'ledger_id' and table_name <> 'api_keys' order by 1`;
