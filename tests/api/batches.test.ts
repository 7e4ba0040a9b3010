import { quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  credit,
  dataOf,
  debit,
  expectRefusal,
  idsOf,
  lockPeriod,
  nowhere,
  openBooks,
  sale,
  sentence,
  transaction,
  uuid,
  without,
  type Fields,
} from '../support/requests';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
  await lockPeriod(books.api, '2020-12-31');
});

const send = async (...transactions: readonly unknown[]) =>
  dataOf(await books.api.post('/transactions/batch', { transactions }), 202);

const accepted = (fields: Fields = {}) => ({
  status: 'pending',
  id: uuid,
  idempotency_key: expect.any(String),
  correlation_id: null,
  replayed: false,
  code: null,
  message: null,
  errors: null,
  ...fields,
});

const rejected = (code: string, fields: Fields = {}) => ({
  ...accepted(),
  status: 'rejected',
  id: null,
  code,
  message: sentence,
  ...fields,
});

describe('a batch', () => {
  test('answers 202 with a result for each transaction, in the order of the request', async () => {
    const answer = await books.api.post('/transactions/batch', {
      transactions: [
        transaction({ idempotency_key: 'a', correlation_id: 'order 1' }),
        transaction({ idempotency_key: 'b', description: '' }),
        transaction({ idempotency_key: 'c' }),
      ],
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      success: true,
      data: {
        batch_id: uuid,
        atomic: false,
        accepted: 2,
        rejected: 1,
        replayed: 0,
        results: [
          { index: 0, ...accepted({ idempotency_key: 'a', correlation_id: 'order 1' }) },
          { index: 1, ...rejected('VALIDATION_ERROR', { idempotency_key: 'b', errors: { description: [sentence] } }) },
          { index: 2, ...accepted({ idempotency_key: 'c' }) },
        ],
      },
    });
  });

  test('answers the address of its transactions as Location', async () => {
    const answer = await books.api.post('/transactions/batch', { transactions: [transaction(), transaction()] });
    const { batch_id, results } = dataOf(answer, 202);
    const location = answer.headers.get('Location') ?? '';
    expect(location).toContain(batch_id);
    const listed = await books.api.get(location.replace('/api/v1', ''));
    expect(idsOf(listed.body.data)).toEqual(idsOf(results).toReversed());
  });

  test('posts the accepted transactions, each of which names the batch', async () => {
    const { batch_id, results } = await send(
      transaction(),
      transaction({ layer: 'draft' }),
      transaction({ layer: 'Pending' }),
    );
    await quiet(books.api);
    const [second, first, ...more] = (await books.api.get(`/transactions?batch_id=${batch_id}`)).body.data;
    expect(more).toEqual([]);
    expect(first).toMatchObject({ id: results[0].id, status: 'posted', layer: 'settled', batch_id });
    expect(second).toMatchObject({
      id: results[2].id,
      status: 'posted',
      layer: 'pending',
      batch_id,
      sequence: first.sequence + 1,
    });
  });

  test('accepts a hundred transactions', async () => {
    const { accepted: count, results } = await send(...Array.from({ length: 100 }, () => transaction()));
    expect(count).toBe(100);
    expect(results.map(({ index }: { index: number }) => index)).toEqual(
      Array.from({ length: 100 }, (_, index) => index),
    );
  });

  test('checks each transaction by the same rules as a single one', async () => {
    const items: readonly (readonly [code: string, item: Fields, errors?: readonly string[]])[] = [
      ['VALIDATION_ERROR', {}, ['effective_date', 'description', 'idempotency_key']],
      ['VALIDATION_ERROR', without(transaction(), 'entries'), ['entries']],
      ['VALIDATION_ERROR', transaction({ entries: sale('-1') }), ['entries.0.amount', 'entries.1.amount']],
      ['POSTING_MODE_CONFLICT', transaction({ transaction_code: 'X', transaction_code_params: {} })],
      ['CORRELATION_PAIR_INCOMPLETE', transaction({ correlation_type: 'refund' })],
      ['AMOUNT_PRECISION_EXCEEDED', transaction({ entries: sale('0.001') }), ['entries.0.amount']],
      ['JOURNAL_NOT_FOUND', transaction({ journal_id: nowhere })],
      ['ACCOUNT_NOT_FOUND', transaction({ entries: [...sale('1'), debit('NOBODY', '1')] }), ['entries.2.account_code']],
      ['CORRELATION_SOURCE_NOT_FOUND', transaction({ correlation_type: 'refund', correlation_source_id: nowhere })],
      ['PERIOD_LOCKED', transaction({ effective_date: '2020-12-31' })],
      ['ENTRIES_NOT_BALANCED', transaction({ entries: [debit('CASH', '1'), credit('SALES', '2')] })],
      ['ATTRIBUTE_INVALID_VALUE', transaction({ attributes: { region: 7 } })],
      [
        'TRANCODE_NOT_FOUND',
        { ...without(transaction(), 'entries'), transaction_code: 'X', transaction_code_params: {} },
      ],
    ];
    const transactions = items.map(([, item]) => item);
    const answer = await refusedWrite(ledger, books, (api) => api.post('/transactions/batch', { transactions }));
    const { results, ...counts } = dataOf(answer, 202);
    expect(counts).toMatchObject({ accepted: 0, rejected: items.length, replayed: 0 });
    expect(results.map(({ code, errors }: Fields) => [code, Object.keys(errors ?? {})])).toEqual(
      items.map(([code, , errors = []]) => [code, errors]),
    );
  });

  test('may name a transaction of an earlier batch as a correlation source', async () => {
    const { results } = await send(transaction());
    const follow = transaction({ correlation_type: 'refund', correlation_source_id: results[0].id });
    expect((await send(follow)).results).toMatchObject([{ status: 'pending', correlation_id: results[0].id }]);
  });

  test('may name a transaction of its own as a correlation source only once its id is known', async () => {
    const first = transaction();
    const follow = (source: unknown) => transaction({ correlation_type: 'refund', correlation_source_id: source });
    const { results } = await send(first, follow(first['idempotency_key']), follow(0));
    expect(results).toMatchObject([
      { status: 'pending' },
      { status: 'rejected', code: 'VALIDATION_ERROR', errors: { correlation_source_id: [sentence] } },
      { status: 'rejected', code: 'VALIDATION_ERROR', errors: { correlation_source_id: [sentence] } },
    ]);
    const [{ id }] = results;
    expect((await send(first, follow(id))).results).toMatchObject([
      { id, replayed: true },
      { status: 'pending', correlation_id: id },
    ]);
  });

  test('names the ignored members of its transactions', async () => {
    const transactions = [
      transaction({ colour: 'red' }),
      transaction({ entries: sale('1').map((e) => ({ ...e, size: 1 })) }),
    ];
    const answer = await books.api.post('/transactions/batch', { transactions, extra: 1 });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('X-Ignored-Fields')?.split(',').sort()).toEqual(['colour', 'extra', 'size']);
  });

  test.each<[what: string, body: unknown, field: string]>([
    ['no transactions', {}, 'transactions'],
    ['null transactions', { transactions: null }, 'transactions'],
    ['transactions that are not an array', { transactions: { 0: transaction() } }, 'transactions'],
    ['an empty array of transactions', { transactions: [] }, 'transactions'],
    ['101 transactions', { transactions: Array.from({ length: 101 }, () => transaction()) }, 'transactions'],
    ['atomic that is not a boolean', { transactions: [transaction()], atomic: 'true' }, 'atomic'],
    ['a bare array', [transaction()], 'body'],
  ])('is not valid with %s', async (_, body, field) => {
    const refused = await refusedWrite(ledger, books, (api) => api.post('/transactions/batch', body));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', [field]);
  });
});

describe('an item of a batch that is not an object', () => {
  test.each([['sale'], [null], [7], [[]]])('is rejected alone: %j', async (item) => {
    const { status, body } = await books.api.post('/transactions/batch', { transactions: [item, transaction()] });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({ accepted: 1, rejected: 1 });
    expect(body.data.results[0]).toMatchObject({ status: 'rejected', code: 'VALIDATION_ERROR', idempotency_key: null });
  });
});

describe('idempotency keys in a batch', () => {
  const counts = { accepted: 2, rejected: 0, replayed: 1 };

  test('that are equal, with equal bodies, create one transaction', async () => {
    const body = transaction();
    const { results, ...rest } = await send(body, body);
    expect(rest).toMatchObject(counts);
    expect(results).toEqual([
      { index: 0, ...accepted() },
      { index: 1, ...accepted({ id: results[0].id, replayed: true }) },
    ]);
    const { results: again } = await send(body);
    expect(again).toEqual([{ index: 0, ...accepted({ id: results[0].id, replayed: true, status: 'posted' }) }]);
  });

  test('that are equal, with different bodies, belong to the first item', async () => {
    const body = transaction();
    const { results } = await send(body, { ...body, description: 'Another' }, body);
    expect(results).toMatchObject([
      { status: 'pending', replayed: false },
      { status: 'rejected', code: 'idempotency_key_reused', id: null, idempotency_key: body['idempotency_key'] },
      { status: 'pending', replayed: true, id: results[0].id },
    ]);
  });

  test('are free after a refusal for the next item with the same key', async () => {
    const body = transaction();
    const { results } = await send({ ...body, journal_id: nowhere }, { ...body, layer: 'x' }, body);
    expect(results).toMatchObject([
      { status: 'rejected', code: 'JOURNAL_NOT_FOUND' },
      { status: 'rejected', code: 'VALIDATION_ERROR' },
      { status: 'pending', replayed: false },
    ]);
  });

  test('replay a single request, and the reverse', async () => {
    const [single, item] = [transaction({ correlation_id: 'order 2' }), transaction({ correlation_id: 'order 2' })];
    const made = dataOf(await books.api.post('/transactions', single), 202);
    const { results, ...rest } = await send(single, item);
    expect(rest).toMatchObject(counts);
    expect(results[0]).toEqual({
      index: 0,
      ...accepted({ id: made.id, correlation_id: 'order 2', replayed: true, status: 'posted' }),
    });
    const again = await books.api.post('/transactions', item);
    expect(dataOf(again, 202)).toMatchObject({ id: results[1].id, status: 'posted', correlation_id: 'order 2' });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('are refused if a single request used them for another body', async () => {
    const single = transaction();
    await books.api.post('/transactions', single);
    const { results } = await send({ ...single, effective_date: '2026-01-16' });
    expect(results).toEqual([{ index: 0, ...rejected('idempotency_key_reused') }]);
  });

  test('make a repeated batch a replay of every transaction', async () => {
    const transactions = [transaction(), transaction({ layer: 'x' }), transaction()];
    const [first, second] = [await send(...transactions), await send(...transactions)];
    expect(second).toMatchObject({ accepted: 2, rejected: 1, replayed: 2 });
    expect(idsOf(second.results)).toEqual(idsOf(first.results));
    const listed = (await books.api.get(`/transactions?batch_id=${first.batch_id}`)).body.data;
    expect(listed).toHaveLength(2);
  });

  test('let twenty concurrent equal batches create each transaction once', async () => {
    const transactions = Array.from({ length: 5 }, () => transaction());
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(...transactions)));
    const results = answers.flatMap((answer) => answer.results);
    expect(new Set(idsOf(results)).size).toBe(5);
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(5);
  });
});
