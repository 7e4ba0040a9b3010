/** The check that a refused write leaves its ledger unchanged detects every kind of write. */
import { quiet } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { account, openBooks, transaction } from '../support/requests';

const transactionCode = {
  code: 'SALE',
  name: 'A sale',
  params_schema: { amount: { type: 'decimal' } },
  entries_template: {
    entries: [
      { account: 'CASH', type: 'debit', amount: '{params.amount}' },
      { account: 'SALES', type: 'credit', amount: '{params.amount}' },
    ],
  },
};

let ledger: TestLedger;
let books: TestBooks;
let other: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
  [books, other] = [await openBooks(ledger), await openBooks(ledger)];
});
afterAll(() => ledger.close());

describe('the content of a ledger', () => {
  test.each([
    ['an account', '/accounts', account()],
    ['a transaction', '/transactions', transaction()],
    ['a journal', '/journals', { code: 'J', name: 'A journal' }],
    ['an account set', '/account-sets', { code: 'S', name: 'A set' }],
    ['a period lock', '/period-locks', { locked_until: '2020-01-31', reason: 'closed books' }],
    ['a transaction code', '/trancodes', transactionCode],
    ['a string', '/strings', { code: 'EUROPE', name: 'Europe' }],
  ])('is changed by %s, in its own ledger only', async (_, path, body) => {
    const contents = () => Promise.all([books, other].map((one) => ledger.contentOf([one])));
    const [ours, theirs] = await contents();
    const { status } = await books.api.post(path, body);
    expect([201, 202]).toContain(status);
    await quiet(books.api);
    expect((await contents())[0]).not.toEqual(ours);
    expect((await contents())[1]).toEqual(theirs);
  });

  test('stays the same while nothing is written', async () => {
    expect(await ledger.contentOf([books, other])).toEqual(await ledger.contentOf([books, other]));
  });
});
