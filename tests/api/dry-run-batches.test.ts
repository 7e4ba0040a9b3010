/** Dry runs of batches: the predicted result of each item, and no effect in the ledger. */
import { quiet, type Answer } from '../support/client';
import { hold, openWallet, spending } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, expectRefusal, idsOf, sale, sentence, transaction, type Fields } from '../support/requests';
import * as rehearsing from '../support/rehearsing';
import { changesOf, codeless } from '../support/rehearsing';
import { readTransaction } from '../support/reversals';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
});

const rehearse = (path: string, body?: unknown) => rehearsing.rehearse(ledger, books, path, body);
const rehearsed = async (path: string, body?: unknown) => dataOf(await rehearse(path, body), 200);

describe('a dry run of a batch', () => {
  const items = async () => {
    const { id } = await hold(books, '60.00');
    return {
      id,
      transactions: [
        { operation: 'release', transaction_id: id, amount: '10.00' },
        { operation: 'settle', transaction_id: id, amount: '50.01' },
        { operation: 'settle', transaction_id: id },
        spending('15.00'),
        spending('15.00'),
        {},
      ],
    };
  };

  test('shows the predicted outcome of each item, and all balances', async () => {
    const { id, transactions } = await items();
    const { atomic, results, balances } = await rehearsed('/transactions/batch', { transactions });
    expect(atomic).toBe(false);
    const none = { ...codeless, errors: null };
    expect(results).toMatchObject([
      { index: 0, would: 'posted', ...none, transaction: { releases_transaction_id: id } },
      { index: 1, would: 'rejected', code: 'HOLD_EXCEEDED', message: sentence, errors: null, transaction: null },
      { index: 2, would: 'posted', ...none, transaction: { settles_transaction_id: id, total_amount: '50.00' } },
      { index: 3, would: 'posted', ...none, transaction: { status: 'posted' } },
      { index: 4, would: 'failed', code: 'BALANCE_LIMIT_EXCEEDED', message: sentence, errors: null },
      { index: 5, would: 'rejected', code: 'VALIDATION_ERROR', transaction: null },
    ]);
    expect(Object.keys(results[5].errors)).toContain('description');
    expect(changesOf({ balances })).toEqual([
      ['CASH', 'pending', '-60.00', '0.00'],
      ['CASH', 'settled', '70.00', '5.00'],
      ['WALLET', 'pending', '-60.00', '0.00'],
      ['WALLET', 'settled', '70.00', '5.00'],
    ]);
  });

  test('shows a hundred posts of an atomic batch in order', async () => {
    const transactions = Array.from({ length: 100 }, () => transaction({ entries: sale('1.00') }));
    const { atomic, results, balances } = await rehearsed('/transactions/batch', { atomic: true, transactions });
    expect(atomic).toBe(true);
    expect(results.map(({ transaction: one }: Answer['body']) => one.idempotency_key)).toEqual(
      transactions.map(({ idempotency_key }) => idempotency_key),
    );
    expect(changesOf({ balances })).toEqual([
      ['CASH', 'settled', '70.00', '170.00'],
      ['SALES', 'settled', '0.00', '100.00'],
    ]);
  });

  test('shows that all posts of an atomic batch would fail together', async () => {
    const spent = spending('70.01');
    const transactions = [transaction(), spent, spent];
    const { results, balances } = await rehearsed('/transactions/batch', { atomic: true, transactions });
    const failed = { would: 'failed', code: 'BALANCE_LIMIT_EXCEEDED', message: sentence };
    expect(results).toMatchObject([failed, failed, { would: 'replayed', ...codeless }]);
    expect(balances).toEqual([]);
    const written = dataOf(await books.api.post('/transactions/batch', { atomic: true, transactions }), 202);
    await quiet(books.api);
    for (const id of idsOf(written.results))
      expect((await readTransaction(books, id)).failure).toMatchObject({ code: 'BALANCE_LIMIT_EXCEEDED' });
  });

  test('is refused if a post of an atomic batch with an operation would fail', async () => {
    const { id } = await hold(books, '60.00');
    const transactions = [{ operation: 'settle', transaction_id: id }, spending('10.01')];
    const at = ['/transactions/batch', { atomic: true, transactions }] as const;
    const [dry, written] = [await rehearse(...at), await books.api.post(...at)];
    expectRefusal(dry, 422, 'BATCH_REJECTED');
    expect(dry.body).toEqual(written.body);
  });

  test('shows no balances if every item would be rejected', async () => {
    const { results, balances } = await rehearsed('/transactions/batch', { transactions: [{}, {}] });
    expect(results.map(({ would }: Fields) => would)).toEqual(['rejected', 'rejected']);
    expect(balances).toEqual([]);
  });

  test('shows a repeated item as posted once and then replayed', async () => {
    const body = transaction();
    const { results } = await rehearsed('/transactions/batch', { transactions: [body, body] });
    expect(results.map(({ would }: Fields) => would)).toEqual(['posted', 'replayed']);
    expect(results[1].transaction).toEqual(results[0].transaction);
    expect(results[0].transaction.entries).toHaveLength(2);
  });

  test('shows every item as replayed if the batch was already written', async () => {
    const transactions = [transaction(), transaction()];
    const written = dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
    const { results, balances } = await rehearsed('/transactions/batch', { transactions });
    expect(results).toMatchObject(idsOf(written.results).map((id) => ({ would: 'replayed', transaction: { id } })));
    expect(balances).toEqual([]);
  });
});
