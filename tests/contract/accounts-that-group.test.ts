/**
 * Accounts that only group others. PostgreSQL itself refuses entries, limits and the category `customer` for such an account, and refuses
 * to turn an account with entries into one.
 */
import { Client } from 'pg';
import type { Day } from '../../src/kernel/time';
import type { Principal } from '../../src/kernel/principal';
import type { Account } from '../../src/modules/ledgering/domain/account';
import { between, keepBooks, type Bookkeeping } from '../support/bookkeeping';
import { freshDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let books: Bookkeeping;
let owner: Client;
let caller: Principal;
let cash: Account;
let sales: Account;

beforeAll(async () => {
  database = await freshDatabase();
  books = await keepBooks(database.url);
  owner = new Client({ connectionString: database.superuserUrl });
  await owner.connect();
  caller = await books.openLedger('GROUPS');
  cash = await books.openAccount(caller, 'CASH', { category: 'system' });
  sales = await books.openAccount(caller, 'SALES', { category: 'system', type: 'revenue' });
});

afterAll(async () => {
  await owner.end();
  await books.close();
  await database.drop();
});

const accept = (debited: Account) =>
  books.accept(caller, [{ legs: between(debited, sales, 7n), effectiveDate: '2026-01-15' as Day }]);
const setGroup = (id: string, isGroup: boolean) =>
  owner.query('update accounts set is_group = $2 where id = $1', [id, isGroup]);

test('a group account takes no entries, even of a transaction that was accepted before', async () => {
  const { id } = cash;
  await accept(cash);
  await setGroup(id, true);
  await expect(books.post(caller.ledgerId)).rejects.toMatchObject({ code: 'LG013' });
  const { rows } = await owner.query('select from entries where account_id = $1', [id]);
  expect(rows).toEqual([]);
  await setGroup(id, false);
  await books.post(caller.ledgerId);
  await expect(setGroup(id, true)).rejects.toMatchObject({ code: 'LG013' });
});

test.each([
  ['an enforced limit', 'enforce_balance_limits = true'],
  ['a limit', 'min_balance = 0'],
  ['the category customer', `category = 'customer'`],
])('a group account cannot get %s', async (_, change) => {
  const { id } = await books.openAccount(caller, `G-${change.slice(0, 3)}`, { category: 'system', isGroup: true });
  await expect(owner.query(`update accounts set ${change} where id = $1`, [id])).rejects.toMatchObject({
    code: '23514',
  });
});
