/** The rights of a person on each ledger, and the record of the person's acts in the logs. */
import { nextTurn } from '../../src/kernel/running/event-loop';
import { eventsOf } from '../support/feed';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { join } from '../support/people';
import { dataOf, expectRefusal } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.newLedger();
});
afterAll(() => ledger.close());

const journal = () => ({ code: `J${Math.random().toString(36).slice(2, 10)}`, name: 'Journal' });

describe('the role', () => {
  const tokens = [
    ['its own token', {}],
    ['a forged token', { 'X-CSRF-Token': 'A'.repeat(43) }],
    ['no token', { 'X-CSRF-Token': '' }],
  ] as const;

  test.each(tokens)('viewer can read but not write, with %s', async (_, headers) => {
    const viewer = (await join(ledger, { role: 'viewer' })).on(books, headers);
    dataOf(await viewer.get('/journals'), 200);
    const code = Object.keys(headers).length > 0 ? 'CSRF_TOKEN_INVALID' : 'FORBIDDEN';
    for (const refusal of [
      await viewer.post('/journals', journal()),
      await viewer.post('/transactions', {}),
      await viewer.delete('/accounts/0198c3c0-0000-7000-8000-000000000000'),
    ])
      expectRefusal(refusal, 403, code);
  });

  test('bookkeeper can write the books and lock periods, but not read webhook endpoints', async () => {
    const bookkeeper = (await join(ledger, { role: 'bookkeeper' })).on(books);
    dataOf(await bookkeeper.post('/journals', journal()), 201);
    dataOf(await bookkeeper.post('/period-locks', { locked_until: '1999-12-31', reason: 'Old' }), 201);
    expect((await bookkeeper.get('/webhook-endpoints')).status).toBe(403);
  });

  test('admin can do both', async () => {
    const admin = (await join(ledger, { role: 'admin' })).on(books);
    dataOf(await admin.post('/journals', journal()), 201);
    dataOf(await admin.get('/webhook-endpoints'), 200);
  });
});

describe('the ledger of a request', () => {
  test('must be named, and must belong to the person’s tenant', async () => {
    const stranger = await ledger.newLedger();
    const person = await join(ledger, { tenantId: books.ledger.tenantId });
    const everywhere = await join(ledger);
    dataOf(await person.on(books).get('/ledger'), 200);
    expectRefusal(await person.on(stranger).get('/ledger'), 404, 'LEDGER_NOT_FOUND');
    expectRefusal(await person.on(stranger).post('/journals', journal()), 404, 'LEDGER_NOT_FOUND');
    expectRefusal(await person.on(books, { 'X-Ledger': 'LEDGER-1' }).get('/ledger'), 404, 'LEDGER_NOT_FOUND');
    const unnamed = await person.page.get('/ledger');
    expectRefusal(unnamed, 400, 'MALFORMED_REQUEST');
    expect(unnamed.body.message).toContain('X-Ledger');
    expect(dataOf(await everywhere.on(stranger).get('/ledger'), 200)).toMatchObject({ id: stranger.ledger.id });
  });

  test('is that of the key if the request has a key, and so are all rights', async () => {
    const [other, person] = [await ledger.newLedger(), await join(ledger, { role: 'viewer' })];
    const both = person.on(books, { Authorization: `Bearer ${other.key}`, 'X-CSRF-Token': '' });
    expect(dataOf(await both.get('/ledger'), 200)).toMatchObject({ id: other.ledger.id });
    dataOf(await both.post('/journals', journal()), 201);
    const badKey = person.on(books, { Authorization: 'Bearer sk_none' });
    expectRefusal(await badKey.get('/ledger'), 401, 'UNAUTHORIZED');
  });
});

test('the activity and the events name the person by id, and never by e-mail', async () => {
  const person = await join(ledger);
  const own = await ledger.newLedger();
  const made = dataOf(
    await person.on(own).post('/accounts', { code: 'CASH', name: 'Cash', type: 'asset', category: 'system' }),
    201,
  );
  const other = dataOf(
    await person.on(own).post('/accounts', { code: 'SALES', name: 'Sales', type: 'revenue', category: 'system' }),
    201,
  );
  const posted = await person.on(own).post(
    '/transactions',
    {
      ...{ effective_date: '2026-01-15', description: 'Sale', idempotency_key: 'sale' },
      entries: [
        { account_id: made.id, type: 'debit', amount: '10.50' },
        { account_id: other.id, type: 'credit', amount: '10.50' },
      ],
    },
    { Prefer: 'wait=10' },
  );
  const { id } = dataOf(posted, 202);
  const activity = dataOf(await own.api.get(`/activity?transaction_id=${id}`), 200) as unknown as { actor: string }[];
  const events = (await eventsOf(own.api)) as readonly { actor: string }[];
  const actor = `operator:${person.id}`;
  expect(new Set([...activity, ...events].map((told) => told.actor))).toEqual(new Set([actor]));
  expect(JSON.stringify([activity, events])).not.toContain('@example.com');
});

test('a stream ends within a second of the end of its session', async () => {
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  const process = await startLedger([], { clock });
  const [person, own] = [await join(process), await process.newLedger()];
  const response = await fetch(`${process.baseUrl}/api/v1/events`, {
    headers: { Accept: 'text/event-stream', Cookie: person.cookie, 'X-Ledger': own.ledger.id },
  });
  expect(response.status).toBe(200);
  const ended = (async () => {
    try {
      for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>) continue;
    } catch {
      // The stream ends with an error when the service cuts the connection. The test expects this.
    }
    return 'ended';
  })();
  await clock.pass(700);
  dataOf(await person.page.get('//console/session'), 200);
  expect(await Promise.race([ended, nextTurn().then(() => 'open')])).toBe('open');
  await person.page.delete('//console/session');
  clock.advance(1_000);
  expect(await ended).toBe('ended');
  await process.close();
});
