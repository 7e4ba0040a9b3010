/** A request may have at most 2,000 entries in all its items together, whether they are written or expanded from a code. */
import { quiet } from '../support/client';
import { reversing } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  credit,
  dataOf,
  debit,
  expectRefusal,
  openBooks,
  transaction,
  without,
  type Fields,
} from '../support/requests';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
  const side = (type: string, account: string) => ({ account, type, amount: '{params.amount}' });
  dataOf(
    await books.api.post('/trancodes', {
      ...{ code: 'WIDE', name: 'WIDE', params_schema: { amount: { type: 'decimal' } } },
      entries_template: {
        entries: Array.from({ length: 100 }, (_, index) =>
          index % 2 === 0 ? side('debit', 'CASH') : side('credit', 'SALES'),
        ),
      },
    }),
    201,
  );
});

const entries = (count: number): readonly object[] => [
  debit('CASH', String(count - 1)),
  ...Array.from({ length: count - 1 }, () => credit('SALES', '1')),
];
const written = (count: number, more: Fields = {}): Fields => transaction({ entries: entries(count), ...more });
const coded = (): Fields => ({
  ...without(transaction(), 'entries'),
  transaction_code: 'WIDE',
  transaction_code_params: { amount: '1' },
});
const times = (count: number, item: () => Fields): readonly Fields[] => Array.from({ length: count }, item);

/** Batches with exactly 2,000 entries, the maximum. `overfull` has batches with one more. */
const full = {
  written: () => times(20, () => written(100)),
  coded: () => times(20, coded),
  both: () => [...times(10, coded), ...times(10, () => written(100))],
};
const overfull = {
  written: () => [...times(19, () => written(100)), written(99), written(2)],
  coded: () => [...times(19, coded), ...[written(99), written(2)]],
  both: () => [...times(20, coded), written(2)],
};
const ways = [
  ['that is not atomic', { atomic: false }, '', 202],
  ['that is atomic', { atomic: true }, '', 202],
  ['in a dry run', { atomic: false }, '?dry_run=true', 200],
  ['in an atomic dry run', { atomic: true }, '?dry_run=true', 200],
] as const;
const kinds = ['written', 'coded', 'both'] as const;

describe.each(ways)('a batch %s', (_, fields, query, status) => {
  test.each(kinds)('accepts 2,000 entries: %s', async (kind) => {
    const answer = await books.api.post(`/transactions/batch${query}`, { transactions: full[kind](), ...fields });
    const { results } = dataOf(answer, status);
    expect(results.map(({ code }: Fields) => code ?? null)).toEqual(results.map(() => null));
  });

  test.each(kinds)('is refused whole with more than 2,000 entries, and nothing is written: %s', async (kind) => {
    await quiet(books.api);
    const transactions = overfull[kind]();
    const answer = await refusedWrite(ledger, books, (api) =>
      api.post(`/transactions/batch${query}`, { transactions, ...fields }),
    );
    expectRefusal(answer, 422, 'REQUEST_TOO_LARGE');
    expect(answer.body.message).toMatch(
      /^The items of this request have at least \d+ entries in total; the limit is 2000\. Nothing was written\. Send fewer items at a time\.$/,
    );
  });
});

describe('operations in a batch', () => {
  test('count with the entries that they create, and a larger request is refused whole', async () => {
    const made = dataOf(
      await books.api.post('/transactions/batch', { transactions: full.written() }, { Prefer: 'wait=5' }),
      202,
    );
    await quiet(books.api);
    const reversals = made.results.map(({ id }: { readonly id: string }) =>
      reversing(id, { idempotency_key: `reverse-${id}` }),
    );
    const tooMany = [...reversals, written(2)];
    const answer = await refusedWrite(ledger, books, (api) =>
      api.post('/transactions/batch', { transactions: tooMany }),
    );
    expectRefusal(answer, 422, 'REQUEST_TOO_LARGE');
    const { accepted } = dataOf(await books.api.post('/transactions/batch', { transactions: reversals }), 202);
    expect(accepted).toBe(reversals.length);
  });

  test('do not begin if the codes of other items have too many entries', async () => {
    const [one] = dataOf(
      await books.api.post('/transactions/batch', { transactions: [written(2)] }, { Prefer: 'wait=5' }),
      202,
    ).results;
    await quiet(books.api);
    const reversal = reversing(one.id, { idempotency_key: 'early' });
    const answer = await refusedWrite(ledger, books, (api) =>
      api.post('/transactions/batch', { transactions: [reversal, ...times(21, coded)] }),
    );
    expectRefusal(answer, 422, 'REQUEST_TOO_LARGE');
  });
});

test('the entries of invalid items count too', async () => {
  const transactions = times(21, () => written(100, { description: '' }));
  const answer = await refusedWrite(ledger, books, (api) => api.post('/transactions/batch', { transactions }));
  expectRefusal(answer, 422, 'REQUEST_TOO_LARGE');
});
