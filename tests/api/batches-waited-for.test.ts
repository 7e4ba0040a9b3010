/** `Prefer: wait` with a batch: each result has the outcome of its item. */
import { holdingIn, openWallet, reversing, settling, spending } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, decide, freshKey, transaction, type Fields } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;
const { hold } = holdingIn(() => books);

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
});

const send = (transactions: readonly Fields[], fields: Fields = {}, prefer = 'wait=10') =>
  books.api.post('/transactions/batch', { transactions, ...fields }, { Prefer: prefer });
const outcomes = (results: readonly Fields[]) => results.map(({ status, code }) => [status, code]);

describe('waiting for a batch', () => {
  test('reports posted, failed and rejected items, with the reasons', async () => {
    const answer = await send([transaction(), spending('70.01'), transaction({ description: '' })]);
    const { results, accepted } = dataOf(answer, 202);
    expect(accepted).toBe(2);
    expect(outcomes(results)).toEqual([
      ['posted', null],
      ['failed', 'BALANCE_LIMIT_EXCEEDED'],
      ['rejected', 'VALIDATION_ERROR'],
    ]);
    const failed = dataOf(await books.api.get(`/transactions/${results[1].id}`), 200);
    expect(results[1]).toMatchObject(failed.failure);
    expect(answer.headers.get('Preference-Applied')).toBe('wait');
    expect(Number(answer.headers.get('X-Ledger-Sequence'))).toBeGreaterThan(0);
  });

  test('reports an atomic batch as failed as a whole', async () => {
    const { results } = dataOf(await send([transaction(), spending('70.01')], { atomic: true }), 202);
    expect(outcomes(results)).toEqual([
      ['failed', 'BALANCE_LIMIT_EXCEEDED'],
      ['failed', 'BALANCE_LIMIT_EXCEEDED'],
    ]);
  });

  test('reports settlements and reversals among the posts', async () => {
    const { id } = await hold('60.00');
    const sale = await decide(books.api);
    const answer = await send([settling(id), transaction(), reversing(sale.id)]);
    expect(outcomes(dataOf(answer, 202).results)).toEqual(Array.from({ length: 3 }, () => ['posted', null]));
    expect(answer.headers.get('Preference-Applied')).toBe('wait');
  });

  test('answers the current status of earlier transactions', async () => {
    const [good, bad] = [transaction({ idempotency_key: freshKey() }), spending('70.01')];
    const { results } = dataOf(await send([good, bad]), 202);
    dataOf(await books.api.post(`/transactions/${results[0].id}/void`), 200);
    const again = await send([good, bad]);
    expect(outcomes(dataOf(again, 202).results)).toEqual([
      ['void', null],
      ['failed', 'BALANCE_LIMIT_EXCEEDED'],
    ]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.headers.get('Preference-Applied')).toBe('wait');
  });

  test.each(['wait=0', 'respond-async'])('does not happen with %s', async (prefer) => {
    const answer = await send([transaction(), spending('70.01')], {}, prefer);
    expect(outcomes(dataOf(answer, 202).results)).toEqual([
      ['pending', null],
      ['failed', 'BALANCE_LIMIT_EXCEEDED'],
    ]);
    expect(answer.headers.get('Preference-Applied')).toBeNull();
  });
});
