import { client, everyPage, quiet, type Client } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  accept,
  credit,
  dataOf,
  debit,
  expectRefusal,
  freshKey,
  idsOf,
  nowhere,
  replayOf,
  whileKeyIsHeld,
  openBooks,
  sale,
  transaction,
  without,
  type Fields,
} from '../support/requests';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

const send = (body: unknown, header?: string, api: Client = books.api) =>
  api.post('/transactions', body, header === undefined ? {} : { 'Idempotency-Key': header });

/** The number of transactions with this idempotency key. */
const madeWith = async (key: unknown, api: Client = books.api): Promise<number> =>
  (await everyPage(api, '/transactions')).filter(({ idempotency_key }) => idempotency_key === key).length;

describe('a request that is sent again', () => {
  test('gets the first answer with the present status, marked as a replay, and creates nothing', async () => {
    const body = transaction({ correlation_id: 'order 1' });
    const first = await send(body);
    await quiet(books.api);
    const second = await refusedWrite(ledger, books, () => send(body));
    expect(second.status).toBe(first.status);
    expect(second.body).toEqual({ success: true, data: replayOf(first.body.data) });
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
    expect([first, second].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
    expect(await madeWith(body['idempotency_key'])).toBe(1);
  });

  test.each<[what: string, first: Fields, second: Fields]>([
    [
      'with its members in another order',
      { reference: 'R', metadata: { a: 1, b: [2, { c: 3, d: 4 }] } },
      { metadata: { b: [2, { d: 4, c: 3 }], a: 1 }, reference: 'R' },
    ],
    ['without the members that were null', { reference: null, journal_id: null, metadata: null }, {}],
    ['with the default layer spelled out', {}, { layer: 'SETTLED' }],
    ['with unknown members', {}, { colour: 'red' }],
  ])('%s is a replay too', async (_, first, second) => {
    const body = transaction();
    const made = dataOf(await send({ ...body, ...first }), 202);
    const again = await send({ ...second, ...without(body, 'description'), description: body['description'] });
    expect(dataOf(again, 202).id).toBe(made.id);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('with its amounts in another spelling is a replay too', async () => {
    const body = transaction({ entries: sale('10.50') });
    const made = dataOf(await send(body), 202);
    expect(dataOf(await send({ ...body, entries: sale('010.5') }), 202).id).toBe(made.id);
  });

  test('with an id in another case is a replay too', async () => {
    const [journal] = (await books.api.get('/journals')).body.data;
    const body = transaction({ journal_id: journal.id });
    const made = dataOf(await send(body), 202);
    expect(dataOf(await send({ ...body, journal_id: journal.id.toUpperCase() }), 202)).toEqual(replayOf(made));
  });

  test.each<[what: string, change: (body: Fields) => Fields]>([
    ['another day', (body) => ({ ...body, effective_date: '2026-01-16' })],
    ['another description', (body) => ({ ...body, description: 'Cash Sale' })],
    ['a reference', (body) => ({ ...body, reference: 'R' })],
    ['another layer', (body) => ({ ...body, layer: 'pending' })],
    ['a correlation', (body) => ({ ...body, correlation_id: 'order 1' })],
    ['metadata', (body) => ({ ...body, metadata: { order: null } })],
    ['an attribute', (body) => ({ ...body, attributes: { region: 'north' } })],
    ['another amount', (body) => ({ ...body, entries: sale('10.01') })],
    ['its entries in another order', (body) => ({ ...body, entries: sale('10.00').toReversed() })],
    ['its sides swapped', (body) => ({ ...body, entries: [credit('CASH', '10.00'), debit('SALES', '10.00')] })],
    [
      'the description of an entry',
      (body) => ({ ...body, entries: [debit('CASH', '10.00', { description: 'x' }), credit('SALES', '10.00')] }),
    ],
    ['another journal, even one that does not exist', (body) => ({ ...body, journal_id: nowhere })],
    ['an account that does not exist', (body) => ({ ...body, entries: [debit('NOBODY', '1'), credit('SALES', '1')] })],
    ['entries that do not balance', (body) => ({ ...body, entries: [debit('CASH', '1'), credit('SALES', '2')] })],
    [
      'a transaction code',
      (body) => ({ ...without(body, 'entries'), transaction_code: 'X', transaction_code_params: {} }),
    ],
  ])('with %s is refused: the key is taken', async (_, change) => {
    const body = transaction();
    await send(body);
    const refused = await refusedWrite(ledger, books, () => send(change(body)));
    expectRefusal(refused, 409, 'idempotency_key_reused');
    expect(refused.headers.get('Idempotency-Replayed')).toBeNull();
  });

  test('gets its answer even if the ledger would refuse it now', async () => {
    const { api } = await openBooks(ledger);
    const body = transaction();
    const made = dataOf(await send(body, undefined, api), 202);
    await quiet(api);
    const [sales] = (await api.get('/accounts?search=SALES')).body.data;
    dataOf(await api.put(`/accounts/${sales.id}`, { is_active: false }), 200);
    dataOf(
      await api.post('/period-locks', { locked_until: '2026-12-31', reason: 'closed', includes_open_days: true }),
      201,
    );
    expect(dataOf(await send(body, undefined, api), 202).id).toBe(made.id);
    expectRefusal(await send(transaction(), undefined, api), 400, 'ACCOUNT_INACTIVE');
  });

  test('gets its answer through another key of the same ledger', async () => {
    const body = transaction();
    const made = await accept(books.api, body);
    const colleague = client(ledger.baseUrl, await ledger.newKey(books.ledger));
    expect(dataOf(await send(body, undefined, colleague), 202)).toEqual(replayOf(made));
  });

  test('is a new request in another ledger of the tenant', async () => {
    const other = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    const body = transaction();
    const [here, there] = [await send(body), await send(body, undefined, other.api)];
    expect(there.headers.get('Idempotency-Replayed')).toBeNull();
    expect(dataOf(there, 202).id).not.toBe(dataOf(here, 202).id);
    expectRefusal(await send({ ...body, layer: 'pending' }, undefined, other.api), 409, 'idempotency_key_reused');
  });
});

describe('a refusal', () => {
  test.each<[status: number, code: string, fault: Fields]>([
    [400, 'VALIDATION_ERROR', { description: '' }],
    [422, 'POSTING_MODE_CONFLICT', { transaction_code: 'X' }],
    [400, 'AMOUNT_PRECISION_EXCEEDED', { entries: sale('0.001') }],
    [400, 'JOURNAL_NOT_FOUND', { journal_id: nowhere }],
    [400, 'ENTRIES_NOT_BALANCED', { entries: [debit('CASH', '1'), credit('SALES', '2')] }],
    [422, 'ATTRIBUTE_INVALID_VALUE', { attributes: { region: 7 } }],
  ])('with %i %s does not use up the key', async (status, code, fault) => {
    const body = transaction();
    expectRefusal(await refusedWrite(ledger, books, () => send({ ...body, ...fault })), status, code);
    const corrected = await send(body);
    expect(dataOf(corrected, 202).idempotency_key).toBe(body['idempotency_key']);
    expect(corrected.headers.get('Idempotency-Replayed')).toBeNull();
  });
});

describe('concurrent requests with one key', () => {
  test('create one transaction, and every accepted answer names it', async () => {
    const body = transaction();
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(body)));
    const accepted = answers.filter(({ status }) => status === 202);
    for (const other of answers.filter(({ status }) => status !== 202))
      expectRefusal(other, 409, 'idempotency_key_in_use');
    expect(new Set(idsOf(accepted.map((answer) => dataOf(answer, 202)))).size).toBe(1);
    expect(accepted.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
    await quiet(books.api);
    expect(await madeWith(body['idempotency_key'])).toBe(1);
  });

  test('create one transaction even if their bodies differ', async () => {
    const key = freshKey();
    const bodies = Array.from({ length: 40 }, (_, index) =>
      transaction({ idempotency_key: key, description: `No ${index}` }),
    );
    const answers = await Promise.all(bodies.map((body) => send(body)));
    const winners = answers.filter(({ status }) => status === 202);
    expect(winners).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 202) expect(body.code).toMatch(/^idempotency_key_(reused|in_use)$/);
    expect(await madeWith(key)).toBe(1);
  });

  test('are refused with 409 while another process works on the first', async () => {
    const body = transaction();
    // Another session holds the lock of the key, as a request does until its commit.
    await whileKeyIsHeld(ledger, books, body['idempotency_key'], async () =>
      expectRefusal(await refusedWrite(ledger, books, () => send(body)), 409, 'idempotency_key_in_use'),
    );
    expect((await send(body)).headers.get('Idempotency-Replayed')).toBeNull();
  });
});

describe('the key', () => {
  test('can be sent in the header alone, and is the same key there', async () => {
    const body = without(transaction(), 'idempotency_key');
    const key = freshKey();
    const first = dataOf(await send(body, key), 202);
    expect(first.idempotency_key).toBe(key);
    for (const again of [
      await send({ ...body, idempotency_key: key }),
      await send({ ...body, idempotency_key: key }, key),
    ])
      expect(dataOf(again, 202)).toEqual(replayOf(first));
    expect(dataOf(await send({ ...body, idempotency_key: null }, key), 202)).toEqual(replayOf(first));
    expectRefusal(await send({ ...body, description: 'Another' }, key), 409, 'idempotency_key_reused');
  });

  test('may not differ between header and body', async () => {
    const refused = await refusedWrite(ledger, books, () => send(transaction({ idempotency_key: 'a' }), 'A'));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['idempotency_key']);
  });

  test('distinguishes case, and spaces around it', async () => {
    const bodies = ['case', 'CASE', ' case', 'case '].map((idempotency_key) => transaction({ idempotency_key }));
    const made = await Promise.all(bodies.map(async (body) => dataOf(await send(body), 202)));
    expect(new Set(idsOf(made)).size).toBe(4);
  });

  test.each([
    ['one character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['255 characters outside the basic plane', '🔑'.repeat(255)],
    ['quotes, percent signs and line feeds', `' or "1"=\\'1' %_\n\t;--`],
  ])('is kept unchanged: %s', async (_, idempotency_key) => {
    const body = transaction({ idempotency_key });
    const made = dataOf(await send(body), 202);
    expect(made.idempotency_key).toBe(idempotency_key);
    expect(dataOf(await send(body), 202)).toEqual(replayOf(made));
  });

  test.each([
    ['256 characters', 'k'.repeat(256)],
    ['256 characters outside the basic plane', '🔑'.repeat(256)],
    ['no character', ''],
  ])('is not valid: %s', async (_, idempotency_key) => {
    const refused = await refusedWrite(ledger, books, () => send(transaction({ idempotency_key })));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['idempotency_key']);
  });

  test('is refused in the header if it is empty or has 256 characters', async () => {
    const body = without(transaction(), 'idempotency_key');
    expectRefusal(await refusedWrite(ledger, books, () => send(body, 'k'.repeat(256))), 400, 'VALIDATION_ERROR');
    expectRefusal(await refusedWrite(ledger, books, () => send(body, '')), 400, 'VALIDATION_ERROR');
  });

  test('can have 255 characters in the header', async () => {
    const made = dataOf(await send(without(transaction(), 'idempotency_key'), 'h'.repeat(255)), 202);
    expect(made.idempotency_key).toBe('h'.repeat(255));
  });
});
