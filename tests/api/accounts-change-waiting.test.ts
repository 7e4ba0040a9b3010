/** While accepted transactions wait to be posted, the account properties by which they were judged cannot be changed. */
import { quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { accept, credit, dataOf, debit, expectRefusal, openAccount, openBooks } from '../support/requests';

// This file stops the poster, so its service must not be shared with other files.
const ledger = ledgerOfFile([], { alone: true });
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

beforeEach(() => ledger.app.poster.stop());

const postAll = async (): Promise<void> => {
  ledger.app.poster.start();
  await quiet(books.api);
};

test.each([
  ...[{ type: 'asset' }, { normal_balance: 'debit' }, { type: 'asset', normal_balance: 'debit' }],
  { is_group: true },
])('an account with a pending transaction refuses the change %j', async (body) => {
  const { id, code } = await openAccount(books.api, { type: 'liability' });
  await accept(books.api, { entries: [debit('CASH', '5.00'), credit(code, '5.00')] });
  const refused = await books.api.put(`/accounts/${id}`, body);
  const renamed = await books.api.put(`/accounts/${id}`, { name: 'Another name', type: 'liability' });
  await postAll();
  expectRefusal(refused, 400, 'ACCOUNT_HAS_ENTRIES');
  expect(dataOf(renamed, 200)).toMatchObject({ name: 'Another name', type: 'liability', normal_balance: 'credit' });
  expect(dataOf(await books.api.get(`/accounts/${id}`), 200).balance).toBe('5.00');
});

test('an account may change once its only transaction has failed', async () => {
  const { id, code } = await openAccount(books.api, {
    type: 'liability',
    max_balance: '1',
    enforce_balance_limits: true,
  });
  await accept(books.api, { entries: [debit('CASH', '5.00'), credit(code, '5.00')] });
  await postAll();
  dataOf(await books.api.put(`/accounts/${id}`, { type: 'asset', normal_balance: 'debit' }), 200);
});
