/** What was delivered is delivered again where somebody asks: one, a range, or everything from an event on; and what is known of it. */
import type { TestBooks } from '../support/ledger';
import {
  dataOf,
  expectRefusal,
  instant,
  nowhere,
  openBooks,
  uuid,
  walkBothWays,
  type Fields,
} from '../support/requests';
import { until } from '../support/service-process';
import { refusedUntouched } from '../support/untouched';
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

const open = (fields: Fields = {}) => openEndpoint(books, world.receiver.url(path), fields);
const here = () => world.receiver.received.filter((one) => one.path === path);
const sequences = () => world.receiver.sequences(path);
const redeliver = (id: string, what: Fields) => books.api.post(`/webhook-endpoints/${id}/redeliver`, what);
const deliveries = async (id: string, query = '') =>
  dataOf(await books.api.get(`/webhook-endpoints/${id}/deliveries${query}`), 200);
const test200 = async (id: string) => dataOf(await books.api.post(`/webhook-endpoints/${id}/test`, {}), 200);
const settled = (id: string, sequence: number) =>
  until('everything is written', async () => {
    const [open, { delivered_through }] = [await deliveries(id, '?state=queued'), await endpointIn(books, id)];
    return open.length === 0 && delivered_through === sequence;
  });

/** An endpoint that has had so many events. */
const delivered = async (count: number, fields: Fields = {}) => {
  const endpoint = await open(fields);
  const made = await happen(books.api, count);
  await settled(endpoint.id, made[count - 1] as number);
  return { id: endpoint.id as string, secret: endpoint.secret as string, made };
};

describe('deliveries', () => {
  test('are listed newest first, with what came of them', async () => {
    world.receiver.answer(path, () => [202, 'thanks']);
    const { id, made } = await delivered(5);
    const listed = await deliveries(id);
    expect(listed.map(({ sequence }: Fields) => sequence)).toEqual([...made].reverse());
    expect(listed[0]).toEqual({
      ...{ id: uuid, sequence: made[4], type: 'account.created', state: 'delivered', attempts: 1, status: 202 },
      ...{ answer: 'thanks', fault: null, milliseconds: expect.any(Number) },
      ...{ last_attempt_at: instant, next_attempt_at: null },
    });
    const pages = await walkBothWays(books.api, `/webhook-endpoints/${id}/deliveries`, 2);
    expect(pages.flat()).toEqual(listed);
    expect(await walkBothWays(books.api, `/webhook-endpoints/${id}/deliveries?state=delivered`, 3)).toHaveLength(2);
  });

  test('are listed by their state', async () => {
    world.receiver.answer(path, ({ event }) => (event.sequence % 2 === 0 ? 500 : 200));
    const { id } = await open({ max_in_flight: 8 });
    const made = await happen(books.api, 6);
    await until('all were tried', async () => (await deliveries(id)).length === 6);
    const listed = async (state: string) =>
      (await deliveries(id, `?state=${state}`)).map(({ sequence }: Fields) => sequence).reverse();
    expect(await listed('failing')).toEqual(made.filter((one) => one % 2 === 0));
    expect(await listed('delivered')).toEqual(made.filter((one) => one % 2 === 1));
    expect(await listed('queued')).toEqual([]);
    const pages = await walkBothWays(books.api, `/webhook-endpoints/${id}/deliveries?state=failing`, 2);
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
  });

  test.each(['sent', 'DELIVERED', ''])('are in no state %j', async (state) => {
    const { id } = await open();
    const answer = await books.api.get(`/webhook-endpoints/${id}/deliveries?state=${state}`);
    expectRefusal(answer, 422, 'VALIDATION_ERROR', ['state']);
  });
});

describe('delivered again', () => {
  test('is one, by its delivery', async () => {
    const { id, made } = await delivered(3);
    const [, second] = await deliveries(id);
    expect(dataOf(await redeliver(id, { delivery_id: second.id }), 200)).toEqual({ events: 1 });
    await arrived(world.receiver, path, 4);
    expect(sequences()).toEqual([...made, made[1]]);
    expect(here()[3]?.headers['webhook-id']).toBe(here()[1]?.headers['webhook-id']);
    expect(here()[3]?.text).toBe(here()[1]?.text);
    await settled(id, made[2] as number);
    expect(await deliveries(id)).toMatchObject([{}, { id: second.id, state: 'delivered', attempts: 1 }, {}]);
  });

  test('is a range, also from before the endpoint was made', async () => {
    await happen(books.api, 4);
    const head = await headOf(books.api);
    const { id } = await open();
    const range = { from_sequence: head - 2, to_sequence: head - 1 };
    expect(dataOf(await redeliver(id, range), 200)).toEqual({ events: 2 });
    expect(await arrived(world.receiver, path, 2)).toEqual([head - 2, head - 1]);
    await settled(id, head);
    await aWhile();
    expect(sequences()).toHaveLength(2);
  });

  test('is no more of a range than is wanted, and was sent', async () => {
    const { id, made } = await delivered(3, { types: ['account.created'] });
    const beyond = { from_sequence: 1, to_sequence: 1_000_000 };
    const all = dataOf(await redeliver(id, beyond), 200).events;
    expect(all).toBe(5);
    await arrived(world.receiver, path, 3 + all);
    expect(sequences().slice(3).slice(-3)).toEqual(made);
    const later = { from_sequence: (made[2] as number) + 1, to_sequence: (made[2] as number) + 5 };
    expect(dataOf(await redeliver(id, later), 200)).toEqual({ events: 0 });
  });

  test('is everything from an event on, in its order', async () => {
    const { id, made } = await delivered(5);
    expect(dataOf(await redeliver(id, { from_sequence: made[2] }), 200)).toEqual({ events: null });
    await arrived(world.receiver, path, 8);
    expect(sequences()).toEqual([...made, ...made.slice(2)]);
    const behind = { from_sequence: (made[4] as number) + 10 };
    expect(dataOf(await redeliver(id, behind), 200)).toEqual({ events: null });
    await happen(books.api, 1);
    expect(await arrived(world.receiver, path, 9)).toHaveLength(9);
  });

  test('is what fails, at once', async () => {
    world.receiver.answer(path, (_, before) => (before === 0 ? 500 : 200));
    const { id } = await open();
    const made = await happen(books.api, 2);
    await until('it failed', async () => (await deliveries(id, '?state=failing')).length === 1);
    const [failing] = await deliveries(id);
    dataOf(await redeliver(id, { delivery_id: failing.id }), 200);
    await arrived(world.receiver, path, 3);
    expect(sequences()).toEqual([made[0], ...made]);
  });

  test('is what an inactive endpoint was asked for, once it is active', async () => {
    const { id, made } = await delivered(2);
    const path_ = `/webhook-endpoints/${id}`;
    dataOf(await books.api.patch(path_, { is_active: false }), 200);
    dataOf(await redeliver(id, { from_sequence: made[0], to_sequence: made[0] }), 200);
    await aWhile();
    expect(await deliveries(id, '?state=queued')).toMatchObject([{ sequence: made[0], attempts: 0 }]);
    expect(sequences()).toHaveLength(2);
    dataOf(await books.api.patch(path_, { is_active: true }), 200);
    await arrived(world.receiver, path, 3);
    expect(sequences()).toEqual([...made, made[0]]);
  });

  test('are a thousand at the most', async () => {
    const transactions = Array.from({ length: 100 }, (_, index) => ({
      ...{ effective_date: '2026-01-15', description: 'many', idempotency_key: `many-${index}` },
      entries: ['debit', 'credit'].map((type) => ({
        account_code: type === 'debit' ? 'CASH' : 'SALES',
        type,
        amount: '1.00',
      })),
    }));
    for (let batch = 0; batch < 11; batch++) {
      const own = transactions.map((one) => ({ ...one, idempotency_key: `${one.idempotency_key}-${batch}` }));
      dataOf(await books.api.post('/transactions/batch', { transactions: own }), 202);
    }
    await until('all are posted', async () => (await headOf(books.api)) >= 1_102);
    const { id } = await open({ is_active: false });
    const range = (events: number) => redeliver(id, { from_sequence: 1, to_sequence: events });
    const refused = await refusedUntouched(world.ledger, books, () => range(1_001));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['to_sequence']);
    expect(dataOf(await range(1_000), 200)).toEqual({ events: 1_000 });
  });

  test.each([
    [{}, ['from_sequence']],
    [{ to_sequence: 2 }, ['from_sequence']],
    [{ from_sequence: 3, to_sequence: 2 }, ['to_sequence']],
    [{ from_sequence: 0 }, ['from_sequence']],
    [{ from_sequence: '1' }, ['from_sequence']],
    [{ from_sequence: 1, to_sequence: 0 }, ['to_sequence']],
    [{ delivery_id: nowhere, from_sequence: 1 }, ['delivery_id']],
    [{ delivery_id: nowhere, to_sequence: 1 }, ['delivery_id']],
    [{ delivery_id: 'none' }, ['delivery_id']],
    [{ from_sequence: 1, colour: 'red' }, ['colour']],
  ] as const)('is not %j', async (what, fields) => {
    const { id } = await open();
    const answer = await refusedUntouched(world.ledger, books, () => redeliver(id, what));
    expectRefusal(answer, 400, 'VALIDATION_ERROR', fields);
  });

  test('is no delivery that there is not, nor one of another endpoint', async () => {
    const { id, made } = await delivered(1);
    const other = await openEndpoint(books, world.receiver.url(`${path}-other`), { from_sequence: made[0] });
    await settled(other.id, made[0] as number);
    const [foreign] = await deliveries(other.id);
    for (const delivery_id of [nowhere, foreign.id]) {
      const answer = await refusedUntouched(world.ledger, books, () => redeliver(id, { delivery_id }));
      expectRefusal(answer, 404, 'WEBHOOK_DELIVERY_NOT_FOUND');
    }
  });
});

describe('a secret that was changed', () => {
  test('signs beside the former one, until the time of grace is over', async () => {
    const { id, secret } = await delivered(1);
    const path_ = `/webhook-endpoints/${id}/rotate-secret`;
    const { secret: next } = dataOf(await books.api.post(path_, { grace_seconds: 60 }), 200);
    await happen(books.api, 1);
    await arrived(world.receiver, path, 2);
    const [, both] = here();
    for (const one of [secret, next]) expect(verified(both as never, one)).toEqual(both?.event);
    expect(await test200(id)).toMatchObject({ delivered: true });
    for (const one of [secret, next]) expect(isSignedBy(here()[2] as never, one)).toBe(true);
    // Beyond the tolerance of the library for the time of a message, which is a quarter of a minute short of this.
    world.advance(61_000);
    await happen(books.api, 1);
    await arrived(world.receiver, path, 4);
    expect([secret, next].map((one) => isSignedBy(here()[3] as never, one))).toEqual([false, true]);
  });

  test('without grace signs alone at once', async () => {
    const { id, secret } = await delivered(1);
    const { secret: next } = dataOf(
      await books.api.post(`/webhook-endpoints/${id}/rotate-secret`, { grace_seconds: 0 }),
      200,
    );
    await happen(books.api, 1);
    await arrived(world.receiver, path, 2);
    expect([secret, next].map((one) => isSignedBy(here()[1] as never, one))).toEqual([false, true]);
  });
});

describe('a test', () => {
  test('sends a signed message that is no event, and says what was answered', async () => {
    world.receiver.answer(path, () => [201, 'hello']);
    const { id, secret } = await open({ is_active: false });
    expect(await test200(id)).toEqual({
      ...{ delivered: true, status: 201, answer: 'hello', fault: null, milliseconds: expect.any(Number) },
    });
    expect(verified(here()[0] as never, secret)).toEqual({
      ...{ type: 'webhook.test', ledger_id: books.ledger.id, occurred_at: instant },
    });
    expect(here()[0]?.headers['webhook-id']).toMatch(/^msg_test_/);
    expect(await deliveries(id)).toEqual([]);
  });

  test('says what went wrong, and tries once', async () => {
    world.receiver.answer(path, () => [500, 'no']);
    const { id } = await open();
    expect(await test200(id)).toMatchObject({ delivered: false, status: 500, answer: 'no', fault: null });
    await aWhile();
    expect(here()).toHaveLength(1);
    world.receiver.answer(path, () => (response) => void response.destroy());
    expect(await test200(id)).toMatchObject({
      delivered: false,
      status: null,
      answer: null,
      fault: expect.any(String),
    });
    expect(await endpointIn(books, id)).toMatchObject({ status: 'active' });
  });
});
