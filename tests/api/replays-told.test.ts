/** The answer to a repeated request shows the present status of its transaction, including a failure as soon as it is known. */
import { quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, openAccount, openBooks, transaction, type Fields } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeEach(async () => {
  books = await openBooks(ledger);
  await openAccount(books.api, {
    code: 'WALLET',
    type: 'liability',
    enforce_balance_limits: true,
    max_balance: '6.99',
  });
});

const tooMuch = (): Fields => transaction({ entries: [debit('CASH', '7.00'), credit('WALLET', '7.00')] });
const failed = {
  status: 'failed',
  code: 'BALANCE_LIMIT_EXCEEDED',
  message: expect.stringContaining('WALLET'),
};

const post = async (body: Fields): Promise<Fields> => dataOf(await books.api.post('/transactions', body), 202);
const postBatch = async (...transactions: Fields[]): Promise<readonly Fields[]> =>
  dataOf(await books.api.post('/transactions/batch', { transactions }), 202).results;

test('a transaction that fails during its acceptance is answered as failed, with its code', async () => {
  expect(await post(tooMuch())).toMatchObject(failed);
  expect(await postBatch(transaction(), tooMuch())).toMatchObject([{ status: 'pending', code: null }, failed]);
});

test('a repeated request is answered with the present status: failed, posted, void', async () => {
  const [bad, good] = [tooMuch(), transaction()];
  await post(bad);
  const { id } = await post(good);
  await quiet(books.api);
  const again = await books.api.post('/transactions', bad);
  expect(dataOf(again, 202)).toMatchObject(failed);
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  expect(await post(good)).toMatchObject({ id, status: 'posted', code: null });
  expect(await postBatch(bad, good)).toMatchObject([failed, { status: 'posted', code: null }]);
  dataOf(await books.api.post(`/transactions/${id as string}/void`, { reason: 'twice' }), 200);
  expect(await post(good)).toMatchObject({ id, status: 'void', code: null });
});

test('a repeated request whose transaction waits is answered as pending', async () => {
  const body = transaction();
  await ledger.app.poster.stop();
  try {
    await post(body);
    expect(await post(body)).toMatchObject({ status: 'pending', code: null });
    expect(await postBatch(body)).toMatchObject([{ status: 'pending', code: null }]);
  } finally {
    ledger.app.poster.start();
  }
});
