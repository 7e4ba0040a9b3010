/** Redelivery on request: of one event, of a range of events, or of all events from one event on. Also tests the list of deliveries. */
import { dataOf, expectRefusal, instant, nowhere, uuid, walkBothWays, type Fields } from '../support/requests';
import { refusedUntouched } from '../support/untouched';
import { headOf } from '../support/feed';
import { happen, isSignedBy, startDelivering, verified, type Delivering, type Hook } from '../support/webhooks';

let world: Delivering;
let hook: Hook;

beforeAll(async () => {
  world = await startDelivering();
});

beforeEach(async () => {
  hook = await world.openHook();
});

afterAll(async () => {
  await world.close();
  expect(world.ledger.complaints).toEqual([]);
});

const test200 = async (id: string) => dataOf(await hook.api.post(`/webhook-endpoints/${id}/test`, {}), 200);
/** An endpoint that has received this many events. */
const delivered = async (count: number, fields: Fields = {}) => {
  const endpoint = await hook.open(fields);
  const made = await happen(hook.api, count);
  await hook.settled(endpoint.id, made[count - 1] as number);
  return { id: endpoint.id as string, secret: endpoint.secret as string, made };
};

describe('deliveries', () => {
  test('are listed newest first, each with its result', async () => {
    hook.answer(() => [202, 'thanks']);
    const { id, made } = await delivered(5);
    const listed = await hook.deliveries(id);
    expect(listed.map(({ sequence }: Fields) => sequence)).toEqual([...made].reverse());
    expect(listed[0]).toEqual({
      ...{ id: uuid, sequence: made[4], type: 'account.created', state: 'delivered', attempts: 1, status: 202 },
      ...{ answer: 'thanks', fault: null, milliseconds: expect.any(Number) },
      ...{ last_attempt_at: instant, next_attempt_at: null },
    });
    const pages = await walkBothWays(hook.api, `/webhook-endpoints/${id}/deliveries`, 2);
    expect(pages.flat()).toEqual(listed);
    expect(await walkBothWays(hook.api, `/webhook-endpoints/${id}/deliveries?state=delivered`, 3)).toHaveLength(2);
  });

  test('can be filtered by state', async () => {
    hook.answer(({ event }) => (event.sequence % 2 === 0 ? 500 : 200));
    const { id } = await hook.open({ max_in_flight: 8 });
    const made = await happen(hook.api, 6);
    await world.idle();
    const listed = async (state: string) =>
      (await hook.deliveries(id, state)).map(({ sequence }: Fields) => sequence).reverse();
    expect(await listed('failing')).toEqual(made.filter((one) => one % 2 === 0));
    expect(await listed('delivered')).toEqual(made.filter((one) => one % 2 === 1));
    expect(await listed('queued')).toEqual([]);
    const pages = await walkBothWays(hook.api, `/webhook-endpoints/${id}/deliveries?state=failing`, 2);
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
  });

  test.each(['sent', 'DELIVERED', ''])('cannot be filtered by the state %j', async (state) => {
    const { id } = await hook.open();
    const answer = await hook.api.get(`/webhook-endpoints/${id}/deliveries?state=${state}`);
    expectRefusal(answer, 422, 'VALIDATION_ERROR', ['state']);
  });
});

describe('redelivery', () => {
  test('sends one event again, by the id of its delivery', async () => {
    const { id, made } = await delivered(3);
    const [, second] = await hook.deliveries(id);
    expect(dataOf(await hook.redeliver(id, { delivery_id: second.id }), 200)).toEqual({ events: 1 });
    await hook.come(4);
    expect(hook.sequences()).toEqual([...made, made[1]]);
    expect(hook.received()[3]?.headers['webhook-id']).toBe(hook.received()[1]?.headers['webhook-id']);
    expect(hook.received()[3]?.text).toBe(hook.received()[1]?.text);
    await hook.settled(id, made[2] as number);
    expect(await hook.deliveries(id)).toMatchObject([{}, { id: second.id, state: 'delivered', attempts: 1 }, {}]);
  });

  test('sends a range of events, including those from before the endpoint was created', async () => {
    await happen(hook.api, 4);
    const head = await headOf(hook.api);
    const { id } = await hook.open();
    const range = { from_sequence: head - 2, to_sequence: head - 1 };
    expect(dataOf(await hook.redeliver(id, range), 200)).toEqual({ events: 2 });
    expect(await hook.come(2)).toEqual([head - 2, head - 1]);
    await hook.settled(id, head);
    expect(hook.sequences()).toHaveLength(2);
  });

  test('skips events of a range that have an unwanted type or were not yet sent', async () => {
    const { id, made } = await delivered(3, { types: ['account.created'] });
    const beyond = { from_sequence: 1, to_sequence: 1_000_000 };
    const all = dataOf(await hook.redeliver(id, beyond), 200).events;
    expect(all).toBe(5);
    await hook.come(3 + all);
    expect(hook.sequences().slice(3).slice(-3)).toEqual(made);
    const later = { from_sequence: (made[2] as number) + 1, to_sequence: (made[2] as number) + 5 };
    expect(dataOf(await hook.redeliver(id, later), 200)).toEqual({ events: 0 });
  });

  test('sends all events from a sequence on, in order', async () => {
    const { id, made } = await delivered(5);
    expect(dataOf(await hook.redeliver(id, { from_sequence: made[2] }), 200)).toEqual({ events: null });
    await hook.come(8);
    expect(hook.sequences()).toEqual([...made, ...made.slice(2)]);
    const next = (await headOf(hook.api)) + 1;
    expect(dataOf(await hook.redeliver(id, { from_sequence: next }), 200)).toEqual({ events: null });
    for (const beyond of [{ from_sequence: next + 1 }, { from_sequence: next + 1, to_sequence: next + 2 }])
      expectRefusal(await hook.redeliver(id, beyond), 422, 'SEQUENCE_NOT_REACHED');
    await happen(hook.api, 1);
    expect(await hook.come(9)).toHaveLength(9);
  });

  test('retries a failing event at once', async () => {
    hook.answer((_, before) => (before === 0 ? 500 : 200));
    const { id } = await hook.open();
    const made = await happen(hook.api, 2);
    expect(await hook.failing(id)).toEqual([1]);
    const [failing] = await hook.deliveries(id);
    dataOf(await hook.redeliver(id, { delivery_id: failing.id }), 200);
    await hook.come(3);
    expect(hook.sequences()).toEqual([made[0], ...made]);
  });

  test('waits until an inactive endpoint is active again', async () => {
    const { id, made } = await delivered(2);
    const path_ = `/webhook-endpoints/${id}`;
    dataOf(await hook.api.patch(path_, { is_active: false }), 200);
    dataOf(await hook.redeliver(id, { from_sequence: made[0], to_sequence: made[0] }), 200);
    await world.idle();
    expect(await hook.deliveries(id, 'queued')).toMatchObject([{ sequence: made[0], attempts: 0 }]);
    expect(hook.sequences()).toHaveLength(2);
    dataOf(await hook.api.patch(path_, { is_active: true }), 200);
    await hook.come(3);
    expect(hook.sequences()).toEqual([...made, made[0]]);
  });

  test('covers at most a thousand events per request, and all events over several requests', async () => {
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
      dataOf(await hook.api.post('/transactions/batch', { transactions: own }), 202);
    }
    await world.ledger.app.background.idle('poster');
    const { id } = await hook.open({ is_active: false, max_in_flight: 8 });
    const range = (from: number, to: number) => hook.redeliver(id, { from_sequence: from, to_sequence: to });
    const refused = await refusedUntouched(world.ledger, hook.books, () => range(1, 1_001));
    expectRefusal(refused, 422, 'VALIDATION_ERROR', ['to_sequence']);
    expect(dataOf(await range(1, 1_000), 200)).toEqual({ events: 1_000 });
    expect(dataOf(await range(1_001, 1_102), 200)).toEqual({ events: 102 });
    await hook.change(id, { is_active: true });
    await hook.come(1_102);
    await hook.settled(id, 1_102);
    const all = Array.from({ length: 1_102 }, (_, index) => index + 1);
    expect([...hook.sequences()].sort((x, y) => x - y)).toEqual(all);
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
  ] as const)('refuses the request %j', async (what, fields) => {
    const { id } = await hook.open();
    const answer = await refusedUntouched(world.ledger, hook.books, () => hook.redeliver(id, what));
    expectRefusal(answer, 422, 'VALIDATION_ERROR', fields);
  });

  test('answers 404 for an unknown delivery and for one of another endpoint', async () => {
    const { id, made } = await delivered(1);
    const other = await hook.open({ from_sequence: made[0] }, `${hook.path}-other`);
    await hook.settled(other.id, made[0] as number);
    const [foreign] = await hook.deliveries(other.id);
    for (const delivery_id of [nowhere, foreign.id]) {
      const answer = await refusedUntouched(world.ledger, hook.books, () => hook.redeliver(id, { delivery_id }));
      expectRefusal(answer, 404, 'WEBHOOK_DELIVERY_NOT_FOUND');
    }
  });
});

describe('a rotated secret', () => {
  test('signs together with the former one until the grace period ends', async () => {
    const { id, secret } = await delivered(1);
    const path_ = `/webhook-endpoints/${id}/rotate-secret`;
    const { secret: next } = dataOf(await hook.api.post(path_, { grace_seconds: 60 }), 200);
    await happen(hook.api, 1);
    await hook.come(2);
    const [, both] = hook.received();
    for (const one of [secret, next]) expect(verified(both as never, one)).toEqual(both?.event);
    expect(await test200(id)).toMatchObject({ delivered: true });
    for (const one of [secret, next]) expect(isSignedBy(hook.received()[2] as never, one)).toBe(true);
    // The receiver's library tolerates timestamps up to five minutes ahead, so the clock moves by only 61 s.
    world.advance(61_000);
    await happen(hook.api, 1);
    await hook.come(4);
    expect([secret, next].map((one) => isSignedBy(hook.received()[3] as never, one))).toEqual([false, true]);
  });

  test('signs alone at once if there is no grace period', async () => {
    const { id, secret } = await delivered(1);
    const { secret: next } = dataOf(
      await hook.api.post(`/webhook-endpoints/${id}/rotate-secret`, { grace_seconds: 0 }),
      200,
    );
    await happen(hook.api, 1);
    await hook.come(2);
    expect([secret, next].map((one) => isSignedBy(hook.received()[1] as never, one))).toEqual([false, true]);
  });
});

describe('a test delivery', () => {
  test('sends a signed message that is not an event, and returns the answer', async () => {
    hook.answer(() => [201, 'hello']);
    const { id, secret } = await hook.open({ is_active: false });
    expect(await test200(id)).toEqual({
      ...{ delivered: true, status: 201, answer: 'hello', fault: null, milliseconds: expect.any(Number) },
    });
    expect(verified(hook.received()[0] as never, secret)).toEqual({
      ...{ type: 'webhook.test', ledger_id: hook.books.ledger.id, occurred_at: instant },
    });
    expect(hook.received()[0]?.headers['webhook-id']).toMatch(/^msg_test_/);
    expect(await hook.deliveries(id)).toEqual([]);
  });

  test('returns the failure, and is not retried', async () => {
    hook.answer(() => [500, 'no']);
    const { id } = await hook.open();
    expect(await test200(id)).toMatchObject({ delivered: false, status: 500, answer: 'no', fault: null });
    await world.idle();
    expect(hook.received()).toHaveLength(1);
    hook.answer(() => (response) => void response.destroy());
    expect(await test200(id)).toMatchObject({
      delivered: false,
      status: null,
      answer: null,
      fault: expect.any(String),
    });
    expect(await hook.endpoint(id)).toMatchObject({ status: 'active' });
  });
});
