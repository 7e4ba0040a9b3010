/**
 * A chart of accounts has a maximum depth and width. Its tree can be read regardless of the order in which its accounts were created and
 * moved.
 */
import { maxAccountDepth } from '../../src/modules/ledgering/domain/account';
import type { Answer } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { codesOf, dataOf, expectRefusal, onLedger, openAccount } from '../support/requests';
import { refusedUntouched } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;
let chain: readonly Answer['body'][];

/** A chain of accounts, each below the one before it. */
const dig = async (count: number): Promise<readonly Answer['body'][]> => {
  const made: Answer['body'][] = [];
  while (made.length < count) made.push(await openAccount(books.api, { parent_code: made.at(-1)?.code }));
  return made;
};
const move = (id: string, parent_id: string) => books.api.put(`/accounts/${id}`, { parent_id });

beforeAll(async () => {
  books = await ledger.newLedger();
  chain = await dig(maxAccountDepth);
});

describe('the hierarchy of accounts', () => {
  test('is read as a tree at its full depth', async () => {
    const read: Answer['body'][] = [];
    for (
      let level = dataOf(await books.api.get('/accounts?tree=true'), 200);
      level.length > 0;
      level = level[0].children
    )
      read.push(level[0]);
    expect(codesOf(read)).toEqual(codesOf(chain));
  });

  test('refuses an account below the maximum depth', async () => {
    const body = { code: 'DEEP', name: 'Too deep', type: 'asset', category: 'system', parent_code: chain.at(-1)?.code };
    const answer = await refusedUntouched(ledger, books, (api) => api.post('/accounts', body));
    expectRefusal(answer, 400, 'ACCOUNT_DEPTH_EXCEEDED');
  });

  test('counts the descendants of a moved account towards the depth', async () => {
    const [top, , bottom] = await dig(3);
    await openAccount(books.api, { parent_code: top?.code });
    const [tooLow, lowest] = [chain.at(-3)?.id, chain.at(-4)?.id];
    const answer = await refusedUntouched(ledger, books, () => move(top?.id, tooLow));
    expectRefusal(answer, 400, 'ACCOUNT_DEPTH_EXCEEDED');
    dataOf(await move(top?.id, lowest), 200);
    expectRefusal(await move(bottom?.id, chain.at(-1)?.id), 400, 'ACCOUNT_DEPTH_EXCEEDED');
    dataOf(await move(bottom?.id, chain.at(-2)?.id), 200);
  });

  test('allows the deepest account to change in its place', async () => {
    dataOf(await books.api.put(`/accounts/${chain.at(-1)?.id}`, { name: 'The deepest' }), 200);
    dataOf(await move(chain.at(-1)?.id, chain.at(-2)?.id), 200);
  });
});

describe('a wide chart', () => {
  const siblings = 20_000;

  test('is returned as one tree with all its accounts, ordered by code', async () => {
    const wide = await ledger.newLedger();
    const parent = await openAccount(wide.api, { code: 'ALL' });
    await onLedger(ledger, wide, (query) =>
      query(
        `insert into accounts (ledger_id, id, code, name, type, category, normal_balance, parent_id, created_at, updated_at)
         select $1, gen_random_uuid(), 'C' || lpad(n::text, 6, '0'), 'One of many', 'asset', 'customer', 'debit', $2, now(), now()
           from generate_series(1, $3::integer) as n`,
        [wide.ledger.id, parent.id, siblings],
      ),
    );
    const [{ children }] = dataOf(await wide.api.get('/accounts?tree=true&search=c0'), 200);
    expect(children).toHaveLength(siblings);
    expect([children[0].code, children.at(-1).code]).toEqual(['C000001', 'C020000']);
  });
});
