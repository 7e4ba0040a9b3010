/**
 * Writing transactions with attributes: the service checks the attributes, stores them with their transaction, never changes them, and
 * declares their keys.
 */
import { everyPage, type Answer } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { accept, dataOf, decide, expectRefusal, onLedger, openBooks, replayOf, transaction } from '../support/requests';

// This file tries to truncate a table, and the lock for this waits for all other users of the table. So the file needs its own service.
const ledger = ledgerOfFile([], { alone: true });
let books: TestBooks;

beforeEach(async () => {
  books = await openBooks(ledger);
});

const post = (fields: object) => books.api.post('/transactions', transaction({ ...fields }));
const declared = async (): Promise<readonly string[]> =>
  (await everyPage(books.api, '/attribute-definitions')).map(({ key }) => key);
const setStrict = async (strict_mode: boolean) =>
  dataOf(await books.api.put('/attribute-settings', { strict_mode }), 200);
const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, 'x']));

/** Two ways to post a transaction with attributes: by entries, and by a transaction code that adds further attributes. */
const modes: readonly (readonly [string, (attributes: object) => Promise<Answer>])[] = [
  ['entries', (attributes) => post({ attributes })],
  [
    'a transaction code',
    async (attributes) => {
      await books.api.post('/trancodes', {
        code: 'SALE',
        name: 'A sale',
        params_schema: { shop: { type: 'string' } },
        entries_template: {
          entries: [
            { account: 'CASH', type: 'debit', amount: '5' },
            { account: 'SALES', type: 'credit', amount: '5' },
          ],
        },
        attributes_template: { shop: '{params.shop}', kind: 'sale' },
      });
      return post({
        entries: undefined,
        transaction_code: 'SALE',
        transaction_code_params: { shop: 'S1' },
        attributes,
      });
    },
  ],
];

describe.each(modes)('a transaction by %s', (mode, send) => {
  const own = mode === 'entries' ? {} : { shop: 'S1', kind: 'sale' };

  test('keeps its attributes unchanged and declares their keys', async () => {
    const attributes = { region: 'north', note: '“ß” 📚 \\ %', empty: '' };
    const { id } = dataOf(await send(attributes), 202);
    expect(dataOf(await books.api.get(`/transactions/${id}`), 200).attributes).toEqual({ ...own, ...attributes });
    expect(await declared()).toEqual(Object.keys({ ...own, ...attributes }).sort());
  });

  test.each<[string, object]>([
    ['ATTRIBUTE_COUNT_EXCEEDED', many(21)],
    ['ATTRIBUTE_INVALID_KEY', { Region: 'x' }],
    ['ATTRIBUTE_RESERVED_KEY', { layer: 'x' }],
    ['ATTRIBUTE_INVALID_VALUE', { region: 1 }],
    ['ATTRIBUTE_INVALID_VALUE', { region: null }],
    ['ATTRIBUTE_INVALID_VALUE', { region: ['x'] }],
    ['ATTRIBUTE_INVALID_VALUE', { region: 'a\0' }],
    ['ATTRIBUTE_VALUE_TOO_LONG', { region: 'x'.repeat(129) }],
  ])('is refused with %s, and leaves nothing behind', async (code, attributes) => {
    expectRefusal(await send(attributes), 422, code);
    expect((await books.api.get('/transactions')).body.data).toEqual([]);
    expect(await declared()).toEqual([]);
  });

  test('is refused in strict mode until its key is declared', async () => {
    await setStrict(true);
    for (const key of Object.keys(own)) await books.api.post('/attribute-definitions', { key });
    expectRefusal(await send({ region: 'north' }), 422, 'ATTRIBUTE_NOT_DECLARED');
    await books.api.post('/attribute-definitions', { key: 'region' });
    expect((await send({ region: 'north' })).status).toBe(202);
    expectRefusal(await send({ region: 'north', channel: 'web' }), 422, 'ATTRIBUTE_NOT_DECLARED');
    await setStrict(false);
    expect((await send({ region: 'north', channel: 'web' })).status).toBe(202);
    expect(await declared()).toEqual([...Object.keys(own), 'channel', 'region'].sort());
  });
});

describe('the keys of a transaction', () => {
  test('are refused in strict mode if a transaction code adds them undeclared', async () => {
    await setStrict(true);
    const [, send] = modes[1] as (typeof modes)[number];
    expectRefusal(await send({}), 422, 'ATTRIBUTE_NOT_DECLARED');
  });

  test('are declared only if it is accepted', async () => {
    const refusals = [
      await post({ attributes: { a: 'x' }, entries: [{ account_code: 'NOBODY', type: 'debit', amount: '1' }] }),
      await post({ attributes: { b: 'x' }, journal_id: books.ledger.id }),
      await post({ attributes: { c: 'x', D: 'x' } }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 422]);
    expect(await declared()).toEqual([]);
  });

  test('are not checked again for a replay', async () => {
    const body = transaction({ attributes: { region: 'north' } });
    const first = await books.api.post('/transactions', body);
    await books.api.post('/attribute-definitions', { key: 'other' });
    await setStrict(true);
    const replay = await books.api.post('/transactions', body);
    expect(replay.headers.get('Idempotency-Replayed')).toBe('true');
    expect(replay.body.data).toEqual(replayOf(first.body.data));
  });

  test('are checked after everything else', async () => {
    await setStrict(true);
    expectRefusal(
      await post({ attributes: { region: 'x' }, entries: [{ account_code: 'CASH', type: 'debit', amount: '1' }] }),
      400,
      'VALIDATION_ERROR',
    );
    expectRefusal(await post({ attributes: { region: 'x' }, journal_id: books.ledger.id }), 400, 'JOURNAL_NOT_FOUND');
  });

  test('are checked item by item in a batch, and declared for accepted items', async () => {
    await setStrict(true);
    await books.api.post('/attribute-definitions', { key: 'region' });
    const items = [{ region: 'a' }, { channel: 'b' }, null, { REGION: 'c' }, { region: 'd' }];
    const batch = { transactions: items.map((attributes) => transaction({ attributes })) };
    const { results } = dataOf(await books.api.post('/transactions/batch', batch), 202);
    expect(results.map(({ code }: { code: string | null }) => code)).toEqual([
      null,
      'ATTRIBUTE_NOT_DECLARED',
      null,
      'ATTRIBUTE_INVALID_KEY',
      null,
    ]);
    await setStrict(false);
    const second = {
      transactions: [{ attributes: { a: '' } }, { attributes: { b: '' }, journal_id: books.ledger.id }].map(
        transaction,
      ),
    };
    expect(dataOf(await books.api.post('/transactions/batch', second), 202)).toMatchObject({
      accepted: 1,
      rejected: 1,
    });
    expect(await declared()).toEqual(['a', 'region']);
  });

  test('are declared for all items of an atomic batch or for none', async () => {
    const send = (...all: object[]) =>
      books.api.post('/transactions/batch', {
        atomic: true,
        transactions: all.map((fields) => transaction({ ...fields })),
      });
    const rejected = await send({ attributes: { a: '' } }, { attributes: { b: '' }, journal_id: books.ledger.id });
    expectRefusal(rejected, 422, 'BATCH_REJECTED');
    expect(await declared()).toEqual([]);
    expect((await send({ attributes: { a: '' } }, { attributes: { b: '' } })).status).toBe(202);
    expect(await declared()).toEqual(['a', 'b']);
  });

  test('never change, neither through the API nor in the database', async () => {
    const posted = await decide(books.api, { attributes: { region: 'north' } });
    const { id } = posted;
    await books.api.post(`/transactions/${id}/reverse`, {
      reason: 'no',
      date: '2026-01-16',
      attributes: { region: 'x' },
    });
    expect((await books.api.get(`/transactions/${id}`)).body.data.attributes).toEqual({ region: 'north' });
    for (const change of [
      `update transactions set attributes = '{}'`,
      `update transactions set attributes = null`,
      `update transaction_attributes set value = 'x'`,
      'delete from transaction_attributes',
      'truncate transaction_attributes',
    ]) {
      await books.api.patch('/attribute-definitions/region', { indexed: true });
      await expect(onLedger(ledger, books, (query) => query(change))).rejects.toMatchObject({
        code: expect.stringMatching(/^LG00[23]$/),
      });
    }
  });

  test('are none for an empty map, which is kept', async () => {
    const { id } = await accept(books.api, { attributes: {} });
    expect((await books.api.get(`/transactions/${id}`)).body.data.attributes).toEqual({});
    expect(await declared()).toEqual([]);
  });
});
