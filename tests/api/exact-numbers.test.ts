/**
 * A body is refused if a double cannot represent one of its numbers exactly: the number would be rounded silently, and two different bodies
 * would count as the same.
 */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { account, dataOf, expectRefusal, openAccount, openBooks, transaction } from '../support/requests';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

/** The body as text, with the number in place of NUMBER. */
const withNumber = (body: object, number: string): string => JSON.stringify(body).replace('"NUMBER"', number);
const json = { 'Content-Type': 'application/json' };
const metadata = { nested: [{ ref: 'NUMBER' }] };

describe('a number that would be rounded', () => {
  const inEntry = [
    { account_code: 'CASH', type: 'debit', amount: '1.00', metadata },
    { account_code: 'SALES', type: 'credit', amount: '1.00' },
  ];
  const byCode = { transaction_code: 'X', transaction_code_params: { ref: 'NUMBER' } };
  const codeTemplate = { code: 'X', name: 'X', entries_template: { entries: [] }, metadata };

  const there = 'metadata.nested.0.ref';
  const inBatch = `transactions.0.${there}`;

  test.each<[what: string, status: number, path: string, body: () => object, place: string]>([
    ['an account', 400, '/accounts', () => account({ metadata }), there],
    ['a journal', 422, '/journals', () => ({ code: 'J', name: 'J', metadata }), there],
    ['an account set', 422, '/account-sets', () => ({ code: 'S', name: 'S', metadata }), there],
    ['a transaction code', 400, '/trancodes', () => codeTemplate, there],
    ['a transaction', 400, '/transactions', () => transaction({ metadata }), there],
    ['an entry', 400, '/transactions', () => transaction({ entries: inEntry }), `entries.0.${there}`],
    ['parameters', 400, '/transactions', () => transaction(byCode), 'transaction_code_params.ref'],
    ['a batch', 400, '/transactions/batch', () => ({ transactions: [transaction({ metadata })] }), inBatch],
  ])('is refused in the metadata of %s', async (_, status, path, body, place) => {
    for (const number of ['12345678901234567890', '0.1234567890123456789', '-9007199254740993', '1e999', '1e-999']) {
      const text = withNumber(body(), number);
      const refused = await refusedWrite(ledger, books, (api) => api.send('POST', path, text, json));
      expectRefusal(refused, status, 'VALIDATION_ERROR', [place]);
      expect(refused.body.message).toContain('send it as text');
    }
  });

  test('is refused in a change to an account', async () => {
    const { id } = await openAccount(books.api);
    const text = withNumber({ metadata }, '9007199254740992');
    expectRefusal(await books.api.send('PUT', `/accounts/${id}`, text, json), 400, 'VALIDATION_ERROR', [there]);
  });

  test('does not make two different bodies count as the same', async () => {
    const body = (number: string) => withNumber({ ...transaction({ idempotency_key: 'same' }), metadata }, number);
    dataOf(await books.api.send('POST', '/transactions', body('9007199254740991'), json), 202);
    for (const number of ['9007199254740992', '9007199254740993'])
      expectRefusal(await books.api.send('POST', '/transactions', body(number), json), 400, 'VALIDATION_ERROR');
  });
});

describe('a number that a double holds', () => {
  test.each([
    ['10.50', 10.5],
    ['1e2', 100],
    ['1.000000000000000000000', 1],
    ['9007199254740991', 9007199254740991],
    ['-0.30000000000000004', -0.30000000000000004],
    ['0.00000000000000000001', 1e-20],
    ['5e-324', 5e-324],
  ])('is kept: %s', async (text, value) => {
    const body = withNumber(account({ metadata }), text);
    const made = dataOf(await books.api.send('POST', '/accounts', body, json), 201);
    expect(made.metadata).toEqual({ nested: [{ ref: value }] });
  });
});
