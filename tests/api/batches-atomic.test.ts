import { quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  credit,
  dataOf,
  debit,
  expectRefusal,
  freshKey,
  idsOf,
  nowhere,
  openAccount,
  openBooks,
  sale,
  sentence,
  transaction,
  type Fields,
} from '../support/requests';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
  await openAccount(books.api, { code: 'WALLET', type: 'liability', enforce_balance_limits: true, max_balance: '10' });
});

const intoWallet = (amount: string) => transaction({ entries: [debit('CASH', amount), credit('WALLET', amount)] });

const post = (...transactions: readonly Fields[]) =>
  books.api.post('/transactions/batch', { atomic: true, transactions });
const refuse = (...transactions: readonly Fields[]) =>
  refusedWrite(ledger, books, (api) => api.post('/transactions/batch', { atomic: true, transactions }));

const outcomes = async (results: readonly { readonly id: string }[]) => {
  await quiet(books.api);
  const all = await Promise.all(idsOf(results).map((id) => books.api.get(`/transactions/${id}`)));
  return all.map(({ body }) => body.data);
};

describe('an atomic batch', () => {
  test('is accepted and posted if all its transactions are valid', async () => {
    const { results, ...rest } = dataOf(await post(transaction(), transaction()), 202);
    expect(rest).toMatchObject({ atomic: true, accepted: 2, rejected: 0, replayed: 0 });
    expect((await outcomes(results)).map(({ status, batch_id }) => [status, batch_id])).toEqual([
      ['posted', rest.batch_id],
      ['posted', rest.batch_id],
    ]);
  });

  test('fails as a whole if one transaction would exceed a limit', async () => {
    const before = (await books.api.get('/accounts')).body.data;
    const { results } = dataOf(await post(transaction(), intoWallet('6'), intoWallet('5'), transaction()), 202);
    const failed = await outcomes(results);
    expect(failed.map(({ status, sequence }) => [status, sequence])).toEqual(failed.map(() => ['failed', null]));
    for (const { failure } of failed) expect(failure).toEqual({ code: 'BALANCE_LIMIT_EXCEEDED', message: sentence });
    expect((await books.api.get('/accounts')).body.data).toEqual(before);
  });

  test('does not fail later batches if it fails', async () => {
    const failing = dataOf(await post(intoWallet('7'), intoWallet('4')), 202);
    const following = dataOf(await post(intoWallet('7')), 202);
    expect((await outcomes([...failing.results, ...following.results])).map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'posted',
    ]);
  });

  test('is refused with 422 if one transaction is, and marks the valid ones', async () => {
    const refused = await refuse(
      transaction({ idempotency_key: 'good' }),
      transaction({ idempotency_key: 'no-journal', journal_id: nowhere }),
      transaction({ idempotency_key: 'no-shape', layer: 'draft' }),
      transaction({ idempotency_key: 'good-too' }),
    );
    expectRefusal(refused, 422, 'BATCH_REJECTED');
    const result = (index: number, idempotency_key: string, code: string, errors: unknown = null) => ({
      index,
      status: 'rejected',
      id: null,
      idempotency_key,
      correlation_id: null,
      replayed: false,
      code,
      message: sentence,
      errors,
    });
    expect(refused.body.data).toEqual({
      results: [
        result(0, 'good', 'BATCH_REJECTED'),
        result(1, 'no-journal', 'JOURNAL_NOT_FOUND'),
        result(2, 'no-shape', 'VALIDATION_ERROR', { layer: [sentence] }),
        result(3, 'good-too', 'BATCH_REJECTED'),
      ],
    });
  });

  test.each<[what: string, bad: () => Fields, code: string]>([
    ['shape', () => transaction({ description: 7 }), 'VALIDATION_ERROR'],
    ['amount', () => transaction({ entries: sale('0.001') }), 'AMOUNT_PRECISION_EXCEEDED'],
    ['account', () => transaction({ entries: [debit('NOBODY', '1'), credit('SALES', '1')] }), 'ACCOUNT_NOT_FOUND'],
    ['balance', () => transaction({ entries: [debit('CASH', '1'), credit('SALES', '2')] }), 'ENTRIES_NOT_BALANCED'],
    ['attribute', () => transaction({ attributes: { region: null } }), 'ATTRIBUTE_INVALID_VALUE'],
  ])('leaves nothing behind if its last transaction has a wrong %s', async (_, bad, code) => {
    const refused = await refuse(transaction(), transaction(), bad());
    expectRefusal(refused, 422, 'BATCH_REJECTED');
    expect(refused.body.data.results.map((result: { code: string }) => result.code)).toEqual([
      'BATCH_REJECTED',
      'BATCH_REJECTED',
      code,
    ]);
  });

  test('uses no idempotency key if it is refused: once corrected, it is accepted as new', async () => {
    const [good, bad] = [transaction(), transaction({ journal_id: nowhere })];
    expectRefusal(await refuse(good, bad), 422, 'BATCH_REJECTED');
    const { results } = dataOf(await post(good, { ...bad, journal_id: null }), 202);
    expect(results).toMatchObject([{ replayed: false }, { replayed: false }]);
  });

  test('is refused for a key that another body used, and keeps the earlier transaction', async () => {
    const before = transaction();
    const made = dataOf(await books.api.post('/transactions', before), 202);
    const refused = await refuse(transaction(), { ...before, description: 'Another' }, before);
    expectRefusal(refused, 422, 'BATCH_REJECTED');
    expect(refused.body.data.results.map(({ code, id, replayed }: Fields) => [code, id, replayed])).toEqual([
      ['BATCH_REJECTED', null, false],
      ['idempotency_key_reused', null, false],
      // The earlier request made it, and it stays.
      [null, made.id, true],
    ]);
    expect(await outcomes([made])).toMatchObject([{ status: 'posted' }]);
  });

  test('shows a repeated transaction as rejected both times if it is refused', async () => {
    const twice = transaction();
    const refused = await refuse(twice, twice, transaction({ journal_id: nowhere }));
    expect(refused.body.data.results.map(({ code, id, replayed }: Fields) => [code, id, replayed])).toEqual([
      ['BATCH_REJECTED', null, false],
      ['BATCH_REJECTED', null, false],
      ['JOURNAL_NOT_FOUND', null, false],
    ]);
  });

  test('replays earlier transactions, and repeated ones within the batch', async () => {
    const [before, twice] = [transaction(), transaction()];
    const made = dataOf(await books.api.post('/transactions', before), 202);
    const { results, ...counts } = dataOf(await post(before, twice, twice), 202);
    expect(counts).toMatchObject({ accepted: 3, rejected: 0, replayed: 2 });
    expect(idsOf(results)).toEqual([made.id, results[1].id, results[1].id]);
  });

  test('replays every transaction if it is sent again', async () => {
    const transactions = [transaction(), transaction()];
    const first = dataOf(await post(...transactions), 202);
    const second = dataOf(await post(...transactions), 202);
    expect(second).toMatchObject({ atomic: true, accepted: 2, replayed: 2 });
    expect(idsOf(second.results)).toEqual(idsOf(first.results));
  });

  test('does not affect concurrent requests if it is refused', async () => {
    const shared = freshKey();
    const good = transaction({ idempotency_key: shared });
    const [refused, ...singles] = await Promise.all([
      post(good, transaction({ journal_id: nowhere })),
      ...Array.from({ length: 5 }, () => books.api.post('/transactions', good)),
    ]);
    expectRefusal(refused, 422, 'BATCH_REJECTED');
    expect(new Set(singles.map((single) => dataOf(single, 202).id)).size).toBe(1);
    const [made] = await outcomes([dataOf(singles[0] as (typeof singles)[number], 202)]);
    expect(made).toMatchObject({ status: 'posted', batch_id: null });
  });
});
