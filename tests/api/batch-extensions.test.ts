/** Batches with items that raise holds. */
import { extending, hold, openWallet, settling, standing } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, freshKey, type Fields } from '../support/requests';
import { readTransaction } from '../support/reversals';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
});

const send = async (...transactions: readonly Fields[]) =>
  dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
const codes = (results: readonly Fields[]) => results.map(({ status, code }) => code ?? status);

describe('a batch', () => {
  test('raises a hold, changes its expiry, and settles part of the raised amount', async () => {
    const { id } = await hold(books, '20.00');
    const { results } = await send(
      extending(id, '25.00', { date: '2026-01-16', expires_at: '2031-01-01T00:00:00Z' }),
      extending(id, '30.00'),
      settling(id, { amount: '28.00' }),
    );
    expect(codes(results)).toEqual(['posted', 'posted', 'posted']);
    expect(await readTransaction(books, results[0].id)).toMatchObject({
      ...{ extends_transaction_id: id, total_amount: '5.00', effective_date: expect.stringMatching(/^2026-01-16/) },
    });
    expect((await readTransaction(books, id)).hold).toMatchObject({
      ...{ amount: '30.00', extended_amount: '10.00', expires_at: '2031-01-01T00:00:00.000Z' },
    });
    expect(await standing(books, id)).toEqual(['settled', '28.00', '2.00', '0.00']);
    expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  });

  test('refuses to extend a hold to less, by its expiry alone, or beyond a limit', async () => {
    const { id } = await hold(books, '20.00');
    const end = { expires_at: '2031-01-01T00:00:00Z' };
    const { results } = await send(
      extending(id, '19.99'),
      extending(id, '20.00'),
      extending(id, '20.00', end),
      settling(id, { operation: 'extend', ...end }),
      extending(id, '70.01'),
    );
    expect(codes(results)).toEqual([
      ...['HOLD_NOT_RAISED', 'HOLD_UNCHANGED', 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'BALANCE_LIMIT_EXCEEDED'],
    ]);
    expect(results[2].errors.amount).toEqual([expect.stringContaining('to change only expires_at, use POST')]);
    expect(await standing(books, id)).toEqual(['open', '0.00', '0.00', '20.00']);
  });

  test('replays an extension made by the endpoint, and the reverse', async () => {
    const { id } = await hold(books, '30.00');
    const [one, other] = [freshKey(), freshKey()].map((idempotency_key, at) => ({
      amount: `${40 + at}.00`,
      idempotency_key,
    }));
    dataOf(await books.api.post(`/transactions/${id}/extend`, one), 200);
    const { results } = await send(
      settling(id, { operation: 'extend', ...one }),
      settling(id, { operation: 'extend', ...other }),
    );
    expect(results).toMatchObject([
      { status: 'posted', replayed: true },
      { status: 'posted', replayed: false },
    ]);
    for (const { id: made } of results)
      expect(await readTransaction(books, made)).toMatchObject({ extends_transaction_id: id });
    const again = await books.api.post(`/transactions/${id}/extend`, other);
    expect([dataOf(again, 200).id, again.headers.get('Idempotency-Replayed')]).toEqual([id, 'true']);
    expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  });
});
