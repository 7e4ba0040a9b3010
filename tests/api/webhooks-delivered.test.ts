/**
 * The service sends every event to a webhook endpoint, signed and in the order of the log, and repeats an event until the endpoint accepts
 * it.
 */
import { dataOf, decide, openBooks } from '../support/requests';
import { headOf } from '../support/feed';
import {
  happen,
  holding,
  isSignedBy,
  startDelivering,
  verified,
  type Delivering,
  type Hook,
} from '../support/webhooks';

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

const hour = 3_600_000;

describe('an endpoint', () => {
  test('gets each event as in the feed, in order and signed', async () => {
    const { secret, id } = await hook.open();
    const before = await headOf(hook.api);
    await happen(hook.api, 20);
    await decide(hook.api);
    const head = await headOf(hook.api);
    const sequences = await hook.come(head - before);
    expect(sequences).toEqual(Array.from({ length: head - before }, (_, index) => before + 1 + index));
    const feed = dataOf(await hook.api.get(`/events?after_sequence=${before}&limit=100`), 200);
    expect(hook.received().map(({ event }) => event)).toEqual(feed);
    for (const one of hook.received()) {
      expect(verified(one, secret)).toEqual(one.event);
      expect(one.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'ledger-webhooks/1',
        'webhook-id': expect.stringMatching(new RegExp(`^msg_[0-9a-f]{32}_${String(one.event['id']).slice(4)}$`)),
      });
      expect(isSignedBy({ ...one, text: one.text.replace('"type"', '"typo"') }, secret)).toBe(false);
    }
    await hook.settled(id, head);
  });

  test('gets only the types that it wants, and still reaches the head', async () => {
    const { id } = await hook.open({ types: ['transaction.posted'] });
    await happen(hook.api, 3);
    await decide(hook.api);
    await hook.come(1);
    await happen(hook.api, 2);
    const head = await headOf(hook.api);
    await hook.settled(id, head);
    expect(hook.received().map(({ event }) => event.type)).toEqual(['transaction.posted']);
    await hook.change(id, { types: null });
    const [next] = await happen(hook.api, 1);
    expect((await hook.come(2))[1]).toBe(next);
  });

  test('gets earlier events from the sequence that it names', async () => {
    await happen(hook.api, 5);
    const head = await headOf(hook.api);
    await hook.open({ from_sequence: head - 2 });
    expect(await hook.come(3)).toEqual([head - 2, head - 1, head]);
    await world.idle();
    expect(hook.received()).toHaveLength(3);
  });

  test('gets nothing while it is inactive, and everything afterwards', async () => {
    const { id } = await hook.open({ is_active: false });
    const first = await happen(hook.api, 3);
    await world.idle();
    expect(hook.received()).toEqual([]);
    await hook.change(id, { is_active: true });
    expect(await hook.come(3)).toEqual(first);
    await hook.settled(id, first[2] as number);
    await hook.change(id, { is_active: false });
    const second = await happen(hook.api, 2);
    await world.idle();
    await hook.change(id, { is_active: true });
    expect(await hook.come(5)).toEqual([...first, ...second]);
  });

  test('does not wait for a slow endpoint of the same ledger', async () => {
    const [slow, own] = [`${hook.path}-slow`, `${hook.path}-own`];
    const { reply, letGo } = holding();
    world.receiver.answer(slow, (_, before) => (before === 0 ? reply() : 200));
    await hook.open({}, slow);
    await hook.open({}, own);
    const made = await happen(hook.api, 10);
    expect(await hook.come(10, own)).toEqual(made);
    await hook.come(1, slow);
    expect(hook.received(slow)).toHaveLength(1);
    letGo();
    expect(await hook.come(10, slow)).toEqual(made);
  });

  test('can be deleted during a delivery without a fault', async () => {
    const { reply, letGo } = holding();
    world.receiver.answer(hook.path, () => reply());
    const { id } = await hook.open();
    await happen(hook.api, 1);
    await hook.come(1);
    dataOf(await hook.api.delete(`/webhook-endpoints/${id}`), 200);
    letGo();
    await world.idle();
    expect(world.ledger.complaints).toEqual([]);
  });

  test('gets no event of another ledger', async () => {
    const other = await openBooks(world.ledger, { tenantId: hook.books.ledger.tenantId });
    await hook.open();
    await happen(other.api, 3);
    const made = await happen(hook.api, 2);
    expect(await hook.come(2)).toEqual(made);
    await world.idle();
    expect(hook.received().map(({ event }) => event['ledger_id'])).toEqual(made.map(() => hook.books.ledger.id));
  });

  test('gets nothing after it is deleted', async () => {
    const { id } = await hook.open();
    await happen(hook.api, 1);
    await hook.come(1);
    dataOf(await hook.api.delete(`/webhook-endpoints/${id}`), 200);
    await happen(hook.api, 2);
    await world.idle();
    expect(hook.received()).toHaveLength(1);
  });

  test('gets later events at its new URL', async () => {
    const { id } = await hook.open();
    const [first] = await happen(hook.api, 1);
    await hook.come(1);
    await hook.settled(id, first as number);
    await hook.change(id, { url: world.receiver.url(`${hook.path}-moved`) });
    expect(await happen(hook.api, 1)).toEqual(await hook.come(1, `${hook.path}-moved`));
  });
});

describe('a delivery', () => {
  test('is retried after 5 s if it fails, and later events wait if one is sent at a time', async () => {
    hook.answer((_, before) => (before === 0 ? [500, 'not now'] : 200));
    const { id } = await hook.open();
    const [first, second] = await happen(hook.api, 2);
    expect(await hook.failing(id)).toEqual([1]);
    const [kept] = await hook.deliveries(id);
    expect(kept).toMatchObject({ sequence: first, state: 'failing', attempts: 1, status: 500, answer: 'not now' });
    const waits = Date.parse(kept.next_attempt_at) - Date.parse(kept.last_attempt_at);
    expect(waits).toBeGreaterThanOrEqual(5_000);
    expect(waits).toBeLessThanOrEqual(6_000);
    expect(hook.received()).toHaveLength(1);
    world.advance(6_000);
    expect(await hook.come(3)).toEqual([first, first, second]);
    // The repeated delivery has the same id and text, so that the receiver can recognise the event.
    const [once, again] = hook.received();
    expect([again?.headers['webhook-id'], again?.text]).toEqual([once?.headers['webhook-id'], once?.text]);
    await hook.settled(id, second as number);
    expect(await hook.deliveries(id, 'failing')).toEqual([]);
    expect(await hook.deliveries(id)).toMatchObject([
      { sequence: second, state: 'delivered', attempts: 1, status: 200, fault: null, next_attempt_at: null },
      { sequence: first, state: 'delivered', attempts: 2, status: 200, answer: '' },
    ]);
  });

  test('that fails delays no other event if eight are sent at a time', async () => {
    const { id } = await hook.open({ max_in_flight: 8 });
    const refused = (await headOf(hook.api)) + 1;
    hook.answer(({ event }) => (event.sequence === refused ? 503 : 200));
    const made = await happen(hook.api, 5);
    expect([...(await hook.come(5))].sort((x, y) => x - y)).toEqual(made);
    expect(await hook.failing(id)).toEqual([1]);
    const later = await happen(hook.api, 3);
    expect([...(await hook.come(8))].slice(5).sort((x, y) => x - y)).toEqual(later);
    expect(await hook.endpoint(id)).toMatchObject({ delivered_through: refused - 1 });
    await world.idle();
    expect(await hook.deliveries(id, 'delivered')).toHaveLength(7);
    hook.answer(() => 200);
    world.advance(6_000);
    expect((await hook.come(9))[8]).toBe(refused);
    await hook.settled(id, later[2] as number);
    expect(hook.received()).toHaveLength(9);
  });

  test.each([301, 302, 303, 307, 308])(
    'that is answered with a redirect %i fails, and the redirect is not followed',
    async (status) => {
      const elsewhere = `${hook.path}-elsewhere`;
      hook.answer(
        () => (response) => void response.writeHead(status, { location: world.receiver.url(elsewhere) }).end(),
      );
      const { id } = await hook.open();
      const [first] = await happen(hook.api, 1);
      for (const attempts of [1, 2, 3, 4]) {
        if (attempts > 1) world.advance(hour);
        expect(await hook.failing(id)).toEqual([attempts]);
      }
      expect(await hook.deliveries(id)).toMatchObject([{ status, state: 'failing', fault: null }]);
      expect([...hook.sequences(), ...hook.sequences(elsewhere)]).toEqual(Array(4).fill(first));
    },
  );

  test('that is cut off gets a fault without addresses', async () => {
    hook.answer(() => (response) => void response.destroy());
    const { id } = await hook.open();
    await happen(hook.api, 1);
    expect(await hook.failing(id)).toEqual([1]);
    const [kept] = await hook.deliveries(id);
    expect(kept).toMatchObject({ status: null, answer: null, milliseconds: expect.any(Number) });
    expect(kept.fault).toBe('The endpoint closed the connection before its answer was complete.');
  });

  test('succeeds with an answer of more than 16 KiB, and keeps its beginning', async () => {
    hook.answer(() => [200, `${'Grüße '.repeat(20_000)}`]);
    const { id } = await hook.open();
    const [first] = await happen(hook.api, 1);
    await hook.settled(id, first as number);
    const [kept] = await hook.deliveries(id);
    expect(kept).toMatchObject({ state: 'delivered', status: 200, fault: null });
    expect(kept.answer).toBe('Grüße '.repeat(100).slice(0, 500));
  });

  test('succeeds with an answer that the database cannot store as it is', async () => {
    hook.answer(() => [200, `a\0b${'😀'.repeat(300)}`]);
    const { id } = await hook.open();
    const [first] = await happen(hook.api, 1);
    await hook.settled(id, first as number);
    expect((await hook.deliveries(id))[0].answer).toMatch(/^a b(😀)+.?$/u);
  });
});
