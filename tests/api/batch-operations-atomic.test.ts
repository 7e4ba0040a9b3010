/** Atomic batches with operations: all items are performed, or none. */
import { quiet } from '../support/client';
import { hold, openWallet, releasing, reversing, settling, spending, standing, walletOf } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  freshKey,
  idsOf,
  nowhere,
  transaction,
  type Fields,
} from '../support/requests';
import { readTransaction } from '../support/reversals';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
});

const post = (...transactions: readonly Fields[]) =>
  books.api.post('/transactions/batch', { atomic: true, transactions });
const send = async (...transactions: readonly Fields[]) => dataOf(await post(...transactions), 202);

/** Sends a batch that must be refused without any effect, and returns the code of each item. */
const refusedCodes = async (...transactions: readonly Fields[]): Promise<readonly string[]> => {
  const answer = await refusedWrite(ledger, books, () => post(...transactions));
  expectRefusal(answer, 422, 'BATCH_REJECTED');
  return answer.body.data.results.map(({ code }: Fields) => code);
};
const good = (count: number): readonly string[] => Array.from({ length: count }, () => 'BATCH_REJECTED');

describe('an atomic batch', () => {
  test('settles the rest of a hold and posts the excess', async () => {
    const { id } = await hold(books, '60.00');
    const excess = spending('5.00', { correlation_type: 'excess', correlation_source_id: id });
    const { results } = await send(settling(id), excess);
    const [settled, exceeding] = await Promise.all(idsOf(results).map((one) => readTransaction(books, one)));
    expect([settled, exceeding]).toMatchObject([
      { status: 'posted', total_amount: '60.00', correlation_id: id },
      { status: 'posted', total_amount: '5.00', correlation_id: id, correlation_type: 'excess' },
    ]);
    expect(await walletOf(books)).toMatchObject({ settled: '5.00', available: '5.00' });
  });

  test('leaves the hold open if the excess is more than is available', async () => {
    const { id } = await hold(books, '60.00');
    expect(await refusedCodes(settling(id), spending('10.01'))).toEqual([...good(1), 'BALANCE_LIMIT_EXCEEDED']);
    expect(await standing(books, id)).toEqual(['open', '0.00', '0.00', '60.00']);
    await send(settling(id), spending('10.00'));
  });

  test('performs several operations on the same hold in order', async () => {
    const { id } = await hold(books, '60.00');
    await send(releasing(id, { amount: '10.00' }), settling(id, { amount: '20.00', final: false }), settling(id));
    expect(await standing(books, id)).toEqual(['settled', '50.00', '10.00', '0.00']);
  });

  test.each<[code: string, bad: (id: string) => Fields]>([
    ['HOLD_EXCEEDED', (id) => settling(id, { amount: '50.01' })],
    ['TRANSACTION_NOT_FOUND', () => releasing(nowhere)],
    ['VALIDATION_ERROR', (id) => settling(id, { colour: 'red' })],
    ['ACCOUNT_NOT_FOUND', () => transaction({ entries: [debit('NOBODY', '1'), credit('CASH', '1')] })],
    ['BALANCE_LIMIT_EXCEEDED', () => spending('20.01')],
  ])('with a %s leaves nothing behind, whatever its position', async (code, bad) => {
    const { id } = await hold(books, '60.00');
    const part = releasing(id, { amount: '10.00' });
    expect(await refusedCodes(part, transaction(), bad(id))).toEqual([...good(2), code]);
    expect(await refusedCodes(part, bad(id), transaction())).toEqual([...good(1), code, ...good(1)]);
    expect(await standing(books, id)).toEqual(['open', '0.00', '0.00', '60.00']);
  });

  test('takes back earlier items if a late item is refused', async () => {
    const { results } = await send(...Array.from({ length: 60 }, () => spending('0.50', { layer: 'pending' })));
    await quiet(books.api);
    const settlements = idsOf(results).map((id) => settling(id, { idempotency_key: freshKey() }));
    const all = await refusedCodes(...settlements, releasing(nowhere), transaction());
    expect(all).toEqual([...good(60), 'TRANSACTION_NOT_FOUND', ...good(1)]);
    expect(await refusedCodes(...settlements, spending('40.01'))).toEqual([...good(60), 'BALANCE_LIMIT_EXCEEDED']);
    const early = await refusedCodes(releasing(nowhere), ...settlements);
    expect(early).toEqual(['TRANSACTION_NOT_FOUND', ...good(60)]);
    expect(await send(...settlements)).toMatchObject({ accepted: 60, replayed: 0 });
    expect(await walletOf(books)).toMatchObject({ settled: '40.00', pending: '0.00', available: '40.00' });
  });

  test('uses no idempotency key if it is refused', async () => {
    const { id } = await hold(books, '60.00');
    const sold = await decide(books.api);
    const [settled, released, reversed] = [freshKey(), freshKey(), freshKey()];
    const items = [
      settling(id, { amount: '10.00', final: false, idempotency_key: settled }),
      releasing(id, { amount: '10.00', idempotency_key: released }),
      reversing(sold.id, { idempotency_key: reversed }),
      transaction(),
    ];
    expect(await refusedCodes(...items, releasing(nowhere))).toEqual([...good(4), 'TRANSACTION_NOT_FOUND']);
    expect(await send(transaction({ idempotency_key: settled }), ...items.slice(1))).toMatchObject({
      accepted: 4,
      replayed: 0,
    });
  });

  test('replays earlier operations and performs the rest', async () => {
    const { id } = await hold(books, '60.00');
    const part = settling(id, { amount: '10.00', final: false, idempotency_key: freshKey() });
    const before = await send(part);
    const { results, ...counts } = await send(part, settling(id));
    expect(counts).toMatchObject({ accepted: 2, rejected: 0, replayed: 1 });
    expect(results[0]).toMatchObject({ id: before.results[0].id, status: 'posted', replayed: true });
    expect(await standing(books, id)).toEqual(['settled', '60.00', '0.00', '0.00']);
  });

  test('succeeds once if several settle the same hold at once', async () => {
    const { id } = await hold(books, '60.00');
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(transaction(), settling(id, { amount: '60.00' }))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 422, 422, 422]);
    await quiet(books.api);
    expect(await walletOf(books)).toMatchObject({ settled: '10.00', available: '10.00' });
  });
});
