/** What a webhook endpoint receives: every event in the order of the log, signed, until it was taken. */
import type { TestBooks } from '../support/ledger';
import { dataOf, decide, openBooks, type Fields } from '../support/requests';
import { until } from '../support/service-process';
import {
  arrived,
  aWhile,
  endpointIn,
  happen,
  headOf,
  isSignedBy,
  openEndpoint,
  startDelivering,
  verified,
  type Delivering,
} from '../support/webhooks';

let world: Delivering;
let books: TestBooks;
let paths = 0;
let path: string;

beforeAll(async () => {
  world = await startDelivering();
});

beforeEach(async () => {
  books = await openBooks(world.ledger);
  path = `/hook-${++paths}`;
});

afterAll(async () => {
  await world.close();
  expect(world.ledger.complaints).toEqual([]);
});

const open = (fields: Fields = {}, at = path) => openEndpoint(books, world.receiver.url(at), fields);
const here = (at = path) => world.receiver.received.filter((one) => one.path === at);
const come = (count: number, at = path) => arrived(world.receiver, at, count);
const change = async (id: string, fields: Fields) =>
  dataOf(await books.api.patch(`/webhook-endpoints/${id}`, fields), 200);
const deliveries = async (id: string, query = '') =>
  dataOf(await books.api.get(`/webhook-endpoints/${id}/deliveries?limit=100${query}`), 200);
/** Until all of it was written. */
const deliveredThrough = (id: string, sequence: number) =>
  until(
    'it is written that it was delivered',
    async () => (await endpointIn(books, id)).delivered_through === sequence,
  );
/** Until an attempt was written that failed. */
const failed = (id: string, attempts: number) =>
  until(`attempt ${attempts} is written`, async () =>
    (await deliveries(id, '&state=failing')).some((one: Fields) => one['attempts'] === attempts),
  );

describe('an endpoint', () => {
  test('gets each event as the feed has it, in its order, signed', async () => {
    const { secret, id } = await open();
    const before = await headOf(books.api);
    await happen(books.api, 20);
    await decide(books.api);
    const head = await headOf(books.api);
    const sequences = await come(head - before);
    expect(sequences).toEqual(Array.from({ length: head - before }, (_, index) => before + 1 + index));
    const feed = dataOf(await books.api.get(`/events?after_sequence=${before}&limit=100`), 200).events;
    expect(here().map(({ event }) => event)).toEqual(feed);
    for (const one of here()) {
      expect(verified(one, secret)).toEqual(one.event);
      expect(one.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'ledger-webhooks/1',
        'webhook-id': expect.stringMatching(new RegExp(`^msg_[0-9a-f]{32}_${one.event.sequence}$`)),
      });
      expect(isSignedBy({ ...one, text: one.text.replace('"type"', '"typo"') }, secret)).toBe(false);
    }
    await deliveredThrough(id, head);
  });

  test('gets what it wants, and stands at the head all the same', async () => {
    const { id } = await open({ types: ['transaction.posted'] });
    await happen(books.api, 3);
    await decide(books.api);
    await come(1);
    await happen(books.api, 2);
    const head = await headOf(books.api);
    await deliveredThrough(id, head);
    expect(here().map(({ event }) => event.type)).toEqual(['transaction.posted']);
    await change(id, { types: null });
    const [next] = await happen(books.api, 1);
    expect((await come(2))[1]).toBe(next);
  });

  test('gets what came before it from that on which it names', async () => {
    await happen(books.api, 5);
    const head = await headOf(books.api);
    await open({ from_sequence: head - 2 });
    expect(await come(3)).toEqual([head - 2, head - 1, head]);
    await aWhile();
    expect(here()).toHaveLength(3);
  });

  test('gets nothing while it is inactive, and all of it afterwards', async () => {
    const { id } = await open({ is_active: false });
    const first = await happen(books.api, 3);
    await aWhile();
    expect(here()).toEqual([]);
    await change(id, { is_active: true });
    expect(await come(3)).toEqual(first);
    await deliveredThrough(id, first[2] as number);
    await change(id, { is_active: false });
    const second = await happen(books.api, 2);
    await aWhile();
    await change(id, { is_active: true });
    expect(await come(5)).toEqual([...first, ...second]);
  });

  test('is one of several, and waits for none of them', async () => {
    const [slow, own] = [`${path}-slow`, `${path}-own`];
    world.receiver.answer(slow, () => (response) => void setTimeout(() => response.writeHead(200).end(), 1_000));
    await open({}, slow);
    await open({}, own);
    const made = await happen(books.api, 10);
    expect(await come(10, own)).toEqual(made);
    expect(here(slow).length).toBeLessThan(10);
  });

  test('gets nothing of other ledgers', async () => {
    const other = await openBooks(world.ledger, { tenantId: books.ledger.tenantId });
    await open();
    await happen(other.api, 3);
    const made = await happen(books.api, 2);
    expect(await come(2)).toEqual(made);
    await aWhile();
    expect(here().map(({ event }) => event['ledger_id'])).toEqual([books.ledger.id, books.ledger.id]);
  });

  test('gets nothing any more once it is deleted', async () => {
    const { id } = await open();
    await happen(books.api, 1);
    await come(1);
    dataOf(await books.api.delete(`/webhook-endpoints/${id}`), 200);
    await happen(books.api, 2);
    await aWhile();
    expect(here()).toHaveLength(1);
  });

  test('gets what comes at the URL that it has then', async () => {
    const { id } = await open();
    const [first] = await happen(books.api, 1);
    await come(1);
    await deliveredThrough(id, first as number);
    await change(id, { url: world.receiver.url(`${path}-moved`) });
    expect(await happen(books.api, 1)).toEqual(await come(1, `${path}-moved`));
  });
});

describe('what is not taken', () => {
  test('is tried again after 5 s, and what comes behind waits where there is one at a time', async () => {
    world.receiver.answer(path, (_, before) => (before === 0 ? [500, 'not now'] : 200));
    const { id } = await open();
    const [first, second] = await happen(books.api, 2);
    await come(1);
    await failed(id, 1);
    const [kept] = await deliveries(id);
    expect(kept).toMatchObject({ sequence: first, state: 'failing', attempts: 1, status: 500, answer: 'not now' });
    const waits = Date.parse(kept.next_attempt_at) - Date.parse(kept.last_attempt_at);
    expect(waits).toBeGreaterThanOrEqual(5_000);
    expect(waits).toBeLessThanOrEqual(6_000);
    await aWhile();
    expect(here()).toHaveLength(1);
    world.advance(6_000);
    expect(await come(3)).toEqual([first, first, second]);
    // Known by its id, so that it counts once; and the same text.
    expect(
      new Set(
        here()
          .slice(0, 2)
          .map(({ headers }) => headers['webhook-id']),
      ).size,
    ).toBe(1);
    expect(
      new Set(
        here()
          .slice(0, 2)
          .map(({ text }) => text),
      ).size,
    ).toBe(1);
    await deliveredThrough(id, second as number);
    expect(await deliveries(id, '&state=failing')).toEqual([]);
    expect(await deliveries(id)).toMatchObject([
      { sequence: second, state: 'delivered', attempts: 1, status: 200, fault: null, next_attempt_at: null },
      { sequence: first, state: 'delivered', attempts: 2, status: 200, answer: '' },
    ]);
  });

  test('holds up nothing where there are eight at a time, not even what happens later', async () => {
    const { id } = await open({ max_in_flight: 8 });
    const refused = (await headOf(books.api)) + 1;
    world.receiver.answer(path, ({ event }) => (event.sequence === refused ? 503 : 200));
    const made = await happen(books.api, 5);
    expect([...(await come(5))].sort((x, y) => x - y)).toEqual(made);
    await failed(id, 1);
    const later = await happen(books.api, 3);
    expect([...(await come(8))].slice(5).sort((x, y) => x - y)).toEqual(later);
    expect(await endpointIn(books, id)).toMatchObject({ delivered_through: refused - 1 });
    await until('all but one is delivered', async () => (await deliveries(id, '&state=delivered')).length === 7);
    world.receiver.answer(path, () => 200);
    world.advance(6_000);
    expect((await come(9))[8]).toBe(refused);
    await deliveredThrough(id, later[2] as number);
    await aWhile();
    expect(here()).toHaveLength(9);
  });

  test('is no redirect: nobody follows it', async () => {
    world.receiver.answer(path, () => (response) => {
      response.writeHead(307, { location: world.receiver.url(`${path}-elsewhere`) }).end();
    });
    const { id } = await open();
    await happen(books.api, 1);
    await failed(id, 1);
    expect(await deliveries(id)).toMatchObject([{ status: 307, state: 'failing', fault: null }]);
    expect(here(`${path}-elsewhere`)).toEqual([]);
  });

  test('is cut off, and said so without a word about addresses', async () => {
    world.receiver.answer(path, () => (response) => void response.destroy());
    const { id } = await open();
    await happen(books.api, 1);
    await failed(id, 1);
    const [kept] = await deliveries(id);
    expect(kept).toMatchObject({ status: null, answer: null, milliseconds: expect.any(Number) });
    expect(kept.fault).toBe('The endpoint closed the connection before its answer was complete.');
  });

  test('was taken where the answer is longer than 16 KiB: its beginning is kept', async () => {
    world.receiver.answer(path, () => [200, `${'Grüße '.repeat(20_000)}`]);
    const { id } = await open();
    const [first] = await happen(books.api, 1);
    await deliveredThrough(id, first as number);
    const [kept] = await deliveries(id);
    expect(kept).toMatchObject({ state: 'delivered', status: 200, fault: null });
    expect(kept.answer).toBe('Grüße '.repeat(100).slice(0, 500));
  });

  test('may be answered with what no database takes', async () => {
    world.receiver.answer(path, () => [200, `a\0b${'😀'.repeat(300)}`]);
    const { id } = await open();
    const [first] = await happen(books.api, 1);
    await deliveredThrough(id, first as number);
    expect((await deliveries(id))[0].answer).toMatch(/^a b(😀)+.?$/u);
  });
});
