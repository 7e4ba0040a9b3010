/**
 * Amending the description of a transaction: lists and searches show the new one, while the hash, the receipt, exports and reports keep the
 * posted one.
 */
import { exported } from '../support/exporting';
import { eventsOf } from '../support/feed';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { accept, dataOf, decide, expectRefusal, freshKey, openBooks, type Fields } from '../support/requests';
import { quiet } from '../support/client';
import { readTransaction } from '../support/reversals';

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
});

beforeEach(async () => {
  books = await openBooks(ledger);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const posted = async (fields: Fields = {}): Promise<Fields> => {
  const { id } = await decide(books.api, { reference: 'INV-1', metadata: { invoice: '1' }, ...fields });
  return readTransaction(books, id);
};
const send = (id: unknown, fields: Fields) => books.api.patch(`/transactions/${String(id)}`, fields);
const amend = async (id: unknown, fields: Fields) => dataOf(await send(id, { reason: 'A slip', ...fields }), 200);
const listed = async (query: string): Promise<readonly Fields[]> =>
  dataOf(await books.api.get(`/transactions?${query}`), 200);
const historyOf = async (id: unknown): Promise<readonly Fields[]> =>
  dataOf(await books.api.get(`/transactions/${String(id)}/amendments`), 200);
const verified = async () => (await ledger.app.ledgering.verify(books.ledger.id)).findings;

describe('an amended transaction', () => {
  test('has its new description and reference, and everything else unchanged', async () => {
    const before = await posted();
    const after = await amend(before['id'], { description: 'Sale of a bicycle', reference: null });
    expect(after).toEqual({
      ...before,
      ...{ description: 'Sale of a bicycle', reference: null, amended_at: expect.any(String) },
    });
    expect(await readTransaction(books, String(before['id']))).toEqual(after);
    expect(await listed('limit=1')).toEqual([after]);
    expect(await verified()).toEqual([]);
  });

  test('keeps omitted members and clears those that are null', async () => {
    const { id } = await posted();
    expect(await amend(id, { metadata: { order: 7 } })).toMatchObject({ reference: 'INV-1', metadata: { order: 7 } });
    expect(await amend(id, { metadata: null })).toMatchObject({ reference: 'INV-1', metadata: null });
  });

  test('is found by its new description, reference and metadata, and not by the old ones', async () => {
    const { id } = await posted({ description: 'Zebra one' });
    await posted({ description: 'Something else', reference: 'INV-3' });
    await amend(id, { description: 'Giraffe two', reference: 'INV-2', metadata: { invoice: '2' } });
    const found = async (query: string) => (await listed(query)).map((one) => one['id']);
    for (const query of [
      'text=giraffe',
      'reference=INV-2',
      'metadata[invoice]=2',
      'text=inv-2',
      'reference=INV-2&layer=settled',
    ])
      expect([query, await found(query)]).toEqual([query, [id]]);
    for (const query of ['text=zebra', 'reference=INV-1', 'metadata[invoice]=1&text=giraffe'])
      expect([query, await found(query)]).toEqual([query, []]);
  });

  test('has a complete history from the posted description on, in pages', async () => {
    const before = await posted({ description: 'One' });
    await amend(before['id'], { description: 'Two', reason: 'First slip' });
    await amend(before['id'], { description: 'Three', metadata: null, reason: 'Second slip' });
    const history = await historyOf(before['id']);
    expect(history).toMatchObject([
      {
        transaction_id: before['id'],
        before: { description: 'One', reference: 'INV-1', metadata: { invoice: '1' } },
        after: { description: 'Two', reference: 'INV-1', metadata: { invoice: '1' } },
        reason: 'First slip',
        actor: expect.any(String),
      },
      { before: { description: 'Two' }, after: { description: 'Three', metadata: null }, reason: 'Second slip' },
    ]);
    const path = `/transactions/${String(before['id'])}/amendments`;
    const first = (await books.api.get(`${path}?limit=1`)).body;
    const second = (await books.api.get(`${path}?limit=1&cursor=${first.meta.pagination.next_cursor}`)).body;
    expect([...first.data, ...second.data]).toEqual(history);
    const back = (await books.api.get(`${path}?limit=1&cursor=${second.meta.pagination.previous_cursor}`)).body;
    expect(back.data).toEqual(first.data);
  });

  test('keeps the posted description in its event, its receipt, exports and reports', async () => {
    const { id, entries } = await posted({ description: 'As posted' });
    const [{ account_id: accountId }] = entries as readonly [{ account_id: string }];
    const proven = async () => ({
      receipt: (await books.api.get(`/transactions/${String(id)}/receipt`)).body.data?.transaction,
      journal: await exported(ledger, books, 'csv'),
      posted: (await eventsOf(books.api)).filter(({ type }) => type === 'transaction.posted'),
      statement: (await books.api.get(`/accounts/${accountId}/statement?from=2026-01-01&to=2026-12-31`)).body.data,
    });
    const before = await proven();
    expect(JSON.stringify(before.posted)).toContain('As posted');
    await amend(id, { description: 'As amended' });
    const after = await proven();
    expect(JSON.stringify(after)).not.toContain('As amended');
    expect(after).toEqual(before);
  });

  test('appends an event with the values before and after', async () => {
    const { id } = await posted({ description: 'One' });
    await amend(id, { description: 'Two' });
    expect((await eventsOf(books.api)).at(-1)).toMatchObject({
      type: 'transaction.amended',
      reason: 'A slip',
      subject: { type: 'transaction', id },
      data: { transaction_id: id, before: { description: 'One' }, after: { description: 'Two' } },
    });
    const { data } = (await books.api.get(`/activity?transaction_id=${String(id)}`)).body;
    expect(data.map(({ type }: Fields) => type)).toEqual(['transaction.amended', 'transaction.posted']);
  });

  test('can be reversed or voided, and amended again afterwards', async () => {
    const [one, other] = [await posted(), await posted()];
    await amend(one['id'], { description: 'Amended' });
    await dataOf(await books.api.post(`/transactions/${String(one['id'])}/void`, { reason: 'Never' }), 200);
    expect(await amend(one['id'], { description: 'Again' })).toMatchObject({ status: 'void', description: 'Again' });
    await dataOf(
      await books.api.post(`/transactions/${String(other['id'])}/reverse`, { reason: 'Back', date: '2026-01-15' }),
      201,
    );
    expect(await amend(other['id'], { description: 'Late' })).toMatchObject({ status: 'reversed' });
    expect(await exported(ledger, books, 'csv')).not.toContain('Amended');
    expect(await verified()).toEqual([]);
  });
});

describe('the same amendment', () => {
  test('is performed once per idempotency key', async () => {
    const { id } = await posted();
    const key = freshKey();
    const first = await send(id, { description: 'Two', reason: 'A slip', idempotency_key: key });
    const again = await send(id, { description: 'Two', reason: 'A slip', idempotency_key: key });
    expect(again.status).toBe(200);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.body.data).toEqual(first.body.data);
    expect(await historyOf(id)).toHaveLength(1);
    const other = await send(id, { description: 'Three', reason: 'A slip', idempotency_key: key });
    expectRefusal(other, 409, 'idempotency_key_reused');
    expect(await verified()).toEqual([]);
  });
});

describe('an amendment is refused', () => {
  test('without a change, without a reason, or for an unknown transaction', async () => {
    const { id } = await posted({ description: 'One', metadata: null });
    expectRefusal(await send(id, { description: 'One', reason: 'A slip' }), 422, 'NOTHING_AMENDED');
    expectRefusal(await send(id, { reason: 'A slip' }), 422, 'NOTHING_AMENDED');
    for (const metadata of [{}, null])
      expectRefusal(await send(id, { metadata, reason: 'A slip' }), 422, 'NOTHING_AMENDED');
    expect((await send(id, { description: 'Two' })).body.errors).toHaveProperty('reason');
    const unknown = await send('01900000-0000-7000-8000-000000000000', { description: 'Two', reason: 'A slip' });
    expectRefusal(unknown, 404, 'TRANSACTION_NOT_FOUND');
    expect(await historyOf(id)).toEqual([]);
  });

  test.each(['entries', 'amount', 'effective_date', 'layer', 'attributes'])(
    'for %s, and the message names the cure',
    async (member) => {
      const { id } = await posted();
      const refused = await send(id, { description: 'Two', reason: 'A slip', [member]: '1.00' });
      expectRefusal(refused, 422, 'TRANSACTION_WORDS_ONLY');
      expect(refused.body.message).toMatch(new RegExp(`^${member} cannot be amended.* reverse or void`));
    },
  );

  test('while the transaction is pending, although a note may be attached', async () => {
    const { poster } = ledger.app;
    await poster.stop();
    const { id } = await accept(books.api);
    expectRefusal(await send(id, { description: 'Two', reason: 'A slip' }), 409, 'TRANSACTION_NOT_AMENDABLE');
    dataOf(await books.api.post(`/transactions/${id}/notes`, { text: 'Early' }), 201);
    poster.start();
    await quiet(books.api);
    await amend(id, { description: 'Two' });
    expect(await verified()).toEqual([]);
  });

  test('for an unknown member', async () => {
    const { id } = await posted();
    const { status, body } = await send(id, { descriptoin: 'Two', reason: 'A slip' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['descriptoin']]);
  });
});

describe('a note', () => {
  const sha256 = 'A'.repeat(64);
  test('is attached to a transaction and appends an event', async () => {
    const { id } = await posted();
    const response = await books.api.post(`/transactions/${String(id)}/notes`, {
      ...{ text: 'Signed by the treasurer', url: 'https://documents.example/17', sha256 },
    });
    const note = dataOf(response, 201);
    expect(note).toMatchObject({
      ...{ transaction_id: id, text: 'Signed by the treasurer', url: 'https://documents.example/17' },
      sha256: sha256.toLowerCase(),
    });
    await books.api.post(`/transactions/${String(id)}/notes`, { text: 'Another' });
    const notes = dataOf(await books.api.get(`/transactions/${String(id)}/notes`), 200);
    expect(notes).toMatchObject([note, { text: 'Another', url: null, sha256: null }]);
    const [told] = (await eventsOf(books.api)).filter(({ type }) => type === 'transaction.noted');
    expect(told).toMatchObject({ subject: { type: 'transaction', id }, data: { id: note.id, text: note.text } });
    expect(await verified()).toEqual([]);
  });

  test('is attached once per idempotency key', async () => {
    const { id } = await posted();
    const key = freshKey();
    const first = await books.api.post(`/transactions/${String(id)}/notes`, { text: 'Once', idempotency_key: key });
    const again = await books.api.post(`/transactions/${String(id)}/notes`, { text: 'Once', idempotency_key: key });
    expect([first.status, again.status, again.body.data]).toEqual([201, 200, first.body.data]);
    const other = await books.api.post(`/transactions/${String(id)}/notes`, { text: 'Two', idempotency_key: key });
    expectRefusal(other, 409, 'idempotency_key_reused');
    expect(await verified()).toEqual([]);
  });

  test.each([
    ['javascript:alert(1)', 'url'],
    ['not an address', 'url'],
  ])('is refused with the address %s', async (url, member) => {
    const { id } = await posted();
    const { status, body } = await books.api.post(`/transactions/${String(id)}/notes`, { text: 'See', url });
    expect([status, Object.keys(body.errors)]).toEqual([422, [member]]);
  });
});
