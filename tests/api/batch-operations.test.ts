/** Batches with settlements, releases and reversals as well as postings. */
import { client, quiet } from '../support/client';
import { hold, openWallet, releasing, reversing, settling, spending, standing, walletOf } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  dataOf,
  decide,
  freshKey,
  idsOf,
  nowhere,
  sentence,
  transaction,
  uuid,
  without,
  type Fields,
} from '../support/requests';
import { readTransaction } from '../support/reversals';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
});

const post = (transactions: readonly Fields[], fields: Fields = {}) =>
  books.api.post('/transactions/batch', { transactions, ...fields });
const send = async (...transactions: readonly Fields[]) => dataOf(await post(transactions), 202);
const codes = (results: readonly Fields[]) => results.map(({ status, code }) => code ?? status);

describe('a batch', () => {
  test('rejects the reversal of a key without the scope undo, and accepts the rest', async () => {
    const sold = await decide(books.api);
    const poster = client(ledger.baseUrl, await ledger.newKey(books.ledger, { scopes: ['read', 'post'] }));
    const { body } = await poster.post('/transactions/batch', {
      transactions: [reversing(sold.id), transaction({ idempotency_key: 'plain' })],
    });
    expect(codes(body.data.results)).toEqual(['FORBIDDEN', 'pending']);
    expect(body.data.results[0].message).toContain('scope undo');
  });

  test.each([false, true])('performs each kind of operation, atomic or not: %s', async (atomic) => {
    const [settled, released] = [await hold(books, '30.00', { correlation_id: 'order-7' }), await hold(books, '20.00')];
    const sold = await decide(books.api);
    const answer = await post(
      [
        settling(settled.id, { idempotency_key: 'capture-7', reference: 'CAP-7' }),
        releasing(released.id, { reason: 'Sold out' }),
        reversing(sold.id),
        transaction({ idempotency_key: 'plain' }),
        transaction({ operation: 'post', idempotency_key: 'named' }),
      ],
      { atomic },
    );
    const { batch_id, results, ...counts } = dataOf(answer, 202);
    expect(counts).toEqual({ atomic, accepted: 5, rejected: 0, replayed: 0 });
    const done = { id: uuid, replayed: false, code: null, message: null, errors: null };
    expect(results).toEqual([
      { index: 0, status: 'posted', idempotency_key: 'capture-7', correlation_id: 'order-7', ...done },
      { index: 1, status: 'posted', idempotency_key: null, correlation_id: released.id, ...done },
      { index: 2, status: 'posted', idempotency_key: null, correlation_id: sold.id, ...done },
      { index: 3, status: 'pending', idempotency_key: 'plain', correlation_id: null, ...done },
      { index: 4, status: 'pending', idempotency_key: 'named', correlation_id: null, ...done },
    ]);
    await quiet(books.api);
    const made = await Promise.all(idsOf(results).map((id) => readTransaction(books, id)));
    expect(made).toMatchObject([
      { settles_transaction_id: settled.id, total_amount: '30.00', reference: 'CAP-7' },
      { releases_transaction_id: released.id, description: 'Release: Sold out' },
      { reverses_transaction_id: sold.id },
      { total_amount: '10.00' },
      { total_amount: '10.00' },
    ]);
    for (const one of made) expect(one).toMatchObject({ status: 'posted', batch_id });
    expect(await standing(books, settled.id)).toEqual(['settled', '30.00', '0.00', '0.00']);
    expect(await standing(books, released.id)).toEqual(['released', '0.00', '20.00', '0.00']);
    expect(await walletOf(books)).toMatchObject({ settled: '40.00', available: '40.00' });
  });

  test('lists its transactions by its id, including the release of a settlement', async () => {
    const { id } = await hold(books, '30.00');
    const { batch_id, results } = await send(settling(id), transaction());
    const listed = dataOf(await books.api.get(`/transactions?batch_id=${batch_id}`), 200);
    expect(listed.map((one: Fields) => one['correlation_type'])).toEqual([null, 'settlement', 'release']);
    expect(idsOf(listed.slice(0, 2))).toEqual(idsOf(results).toReversed());
  });

  test('performs several operations on the same hold in order', async () => {
    const { id } = await hold(books, '60.00');
    const { results } = await send(
      releasing(id, { amount: '10.00' }),
      settling(id, { amount: '20.00', final: false }),
      settling(id, { amount: '30.01' }),
      settling(id),
      releasing(id),
    );
    expect(codes(results)).toEqual(['posted', 'posted', 'HOLD_EXCEEDED', 'posted', 'HOLD_NOT_OPEN']);
    expect(await standing(books, id)).toEqual(['settled', '50.00', '10.00', '0.00']);
    expect(await walletOf(books)).toMatchObject({ settled: '20.00', pending: '0.00', available: '20.00' });
  });

  test('releases an amount that a later item spends', async () => {
    const { id } = await hold(books, '70.00');
    const { results } = await send(spending('40.00'), releasing(id), spending('40.00'), spending('40.00'));
    expect(codes(results)).toEqual(['BALANCE_LIMIT_EXCEEDED', 'posted', 'pending', 'BALANCE_LIMIT_EXCEEDED']);
    const made = await Promise.all(idsOf(results).map((one) => readTransaction(books, one)));
    expect(made.map(({ status }) => status)).toEqual(['failed', 'posted', 'posted', 'failed']);
    expect(await walletOf(books)).toMatchObject({ settled: '30.00', available: '30.00' });
  });

  test('accepts a hundred settlements', async () => {
    const holds = await send(...Array.from({ length: 100 }, () => spending('0.50', { layer: 'pending' })));
    await quiet(books.api);
    const { accepted, results } = await send(...idsOf(holds.results).map((id) => settling(id)));
    expect(accepted).toBe(100);
    expect(new Set(codes(results))).toEqual(new Set(['posted']));
    expect(await walletOf(books)).toMatchObject({ settled: '20.00', pending: '0.00', available: '20.00' });
  });
});

describe('an item that is refused', () => {
  test('is rejected alone, by the rules of its endpoint', async () => {
    const [one, other] = [await hold(books, '30.00'), await hold(books, '20.00')];
    const sold = await decide(books.api);
    await send(releasing(other.id));
    const items: readonly (readonly [code: string, item: Fields, fields?: readonly string[]])[] = [
      ['HOLD_EXCEEDED', settling(one.id, { amount: '30.01' })],
      ['HOLD_EXCEEDED', releasing(one.id, { amount: '30.01' })],
      ['HOLD_NOT_OPEN', settling(other.id)],
      ['HOLD_NOT_OPEN', releasing(sold.id)],
      ['REVERSAL_EXCEEDS_REMAINDER', reversing(sold.id, { amount: '10.01' })],
      ['TRANSACTION_NOT_FOUND', settling(nowhere)],
      ['VALIDATION_ERROR', settling('nowhere'), ['transaction_id']],
      ['VALIDATION_ERROR', without(releasing(one.id), 'transaction_id'), ['transaction_id']],
      ['VALIDATION_ERROR', settling(one.id, { amount: '0' }), ['amount']],
      ['VALIDATION_ERROR', settling(one.id, { amount: '1', entries: [] }), ['entries']],
      ['VALIDATION_ERROR', settling(one.id, { final: 'no' }), ['final']],
      ['VALIDATION_ERROR', settling(one.id, { colour: 'red' }), ['colour']],
      ['VALIDATION_ERROR', releasing(one.id, { final: true }), ['final']],
      ['VALIDATION_ERROR', without(reversing(sold.id), 'reason'), ['reason']],
      ['VALIDATION_ERROR', { ...releasing(one.id), operation: 'void' }, ['operation']],
      ['VALIDATION_ERROR', transaction({ operation: 7 }), ['operation']],
      ['AMOUNT_PRECISION_EXCEEDED', settling(one.id, { amount: '1.001' }), ['amount']],
      ['ATTRIBUTE_INVALID_VALUE', settling(one.id, { attributes: { region: 7 } })],
      ['posted', settling(one.id)],
    ];
    const { results, ...counts } = await send(...items.map(([, item]) => item));
    expect(counts).toMatchObject({ accepted: 1, rejected: items.length - 1 });
    expect(results.map(({ code, status, errors }: Fields) => [code ?? status, Object.keys(errors ?? {})])).toEqual(
      items.map(([code, , fields = []]) => [code, fields]),
    );
    expect(results[0]).toMatchObject({ status: 'rejected', id: null, message: sentence });
  });

  test('adds nothing to X-Ignored-Fields', async () => {
    const { id } = await hold(books, '30.00');
    const answer = await post([transaction({ colour: 'red' }), settling(id, { size: 1 })]);
    expect(codes(dataOf(answer, 202).results)).toEqual(['pending', 'VALIDATION_ERROR']);
    expect(answer.headers.get('X-Ignored-Fields')).toBe('colour');
  });

  test('because of a limit is rejected, while a post is accepted and fails', async () => {
    const { id } = await hold(books, '60.00');
    const [account] = dataOf(await books.api.get('/accounts?search=WALLET'), 200);
    dataOf(await books.api.put(`/accounts/${account.id}`, { limit_basis: 'settled' }), 200);
    const { results } = await send(spending('20.00'), settling(id), settling(id, { amount: '50.00' }));
    expect(codes(results)).toEqual(['pending', 'BALANCE_LIMIT_EXCEEDED', 'posted']);
    expect(await standing(books, id)).toEqual(['settled', '50.00', '10.00', '0.00']);
  });
});

describe('idempotency keys of operations', () => {
  test('replay the same operation, and refuse another', async () => {
    const [{ id }, { id: other }] = [await hold(books, '30.00'), await hold(books, '30.00')];
    const key = { idempotency_key: freshKey() };
    const part = settling(id, { amount: '10.00', final: false, ...key });
    const { results, ...counts } = await send(
      part,
      part,
      settling(id, { amount: '11.00', final: false, ...key }),
      releasing(id, { amount: '10.00', ...key }),
      settling(other, { amount: '10.00', final: false, ...key }),
      transaction(key),
      part,
    );
    expect(codes(results)).toEqual([
      ...['posted', 'posted'],
      ...Array.from({ length: 4 }, () => 'idempotency_key_reused'),
      'posted',
    ]);
    expect(counts).toMatchObject({ accepted: 3, rejected: 4, replayed: 2 });
    expect(idsOf([results[1], results[6]])).toEqual(idsOf([results[0], results[0]]));
    expect(await standing(books, id)).toEqual(['open', '10.00', '0.00', '20.00']);
  });

  test('replay a request to the endpoint, and the reverse', async () => {
    const { id } = await hold(books, '30.00');
    const [one, other] = [freshKey(), freshKey()].map((idempotency_key) => ({ amount: '10.00', idempotency_key }));
    const alone = dataOf(await books.api.post(`/transactions/${id}/release`, one), 201);
    const { results } = await send(releasing(id, one), releasing(id, other));
    expect(results).toMatchObject([
      { id: alone.id, status: 'posted', replayed: true },
      { status: 'posted', replayed: false },
    ]);
    const again = await books.api.post(`/transactions/${id}/release`, other);
    expect(dataOf(again, 201).id).toBe(results[1].id);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test.each(['settle', 'post'])('are free again for the next item after a refusal: %s', async (next) => {
    const [{ id }, { id: other }] = [await hold(books, '60.00'), await hold(books, '5.00')];
    const [account] = dataOf(await books.api.get('/accounts?search=WALLET'), 200);
    dataOf(await books.api.put(`/accounts/${account.id}`, { limit_basis: 'settled' }), 200);
    const key = { idempotency_key: freshKey() };
    const item = next === 'settle' ? settling(other, key) : transaction(key);
    const { results } = await send(spending('20.00'), settling(id, key), item);
    expect(codes(results)).toEqual(['pending', 'BALANCE_LIMIT_EXCEEDED', next === 'settle' ? 'posted' : 'pending']);
  });

  test.each([false, true])('make a repeated batch a replay, atomic or not: %s', async (atomic) => {
    const { id } = await hold(books, '60.00');
    const sold = await decide(books.api);
    const items = [
      settling(id, { amount: '10.00', final: false, idempotency_key: freshKey() }),
      releasing(id, { idempotency_key: freshKey() }),
      reversing(sold.id, { idempotency_key: freshKey() }),
      transaction(),
    ];
    const first = await post(items, { atomic });
    const again = await post(items, { atomic });
    const { batch_id, results } = dataOf(first, 202);
    expect(dataOf(again, 202)).toMatchObject({ batch_id, accepted: 4, rejected: 0, replayed: 4 });
    expect(idsOf(again.body.data.results)).toEqual(idsOf(results));
    expect([first, again].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
    expect(await standing(books, id)).toEqual(['settled', '10.00', '50.00', '0.00']);
  });
});
