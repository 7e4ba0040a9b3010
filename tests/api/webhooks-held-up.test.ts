/** An event whose delivery failed waits for its next attempt. It delays later events only if the endpoint gets one event at a time. */
import { DELIVERY_STORE, type DeliveryStore } from '../../src/modules/events/application/ports';
import { dataOf } from '../support/requests';
import { happen, holding, startDelivering, type Delivering, type Hook } from '../support/webhooks';

let world: Delivering;
let hook: Hook;

beforeAll(async () => {
  world = await startDelivering({ retryDelaysMs: [60_000], lookMs: 20 });
});

beforeEach(async () => {
  hook = await world.openHook();
});

afterAll(async () => {
  await world.close();
  expect(world.ledger.complaints).toEqual([]);
});

test('several at a time: later events are sent at once, and the failed one not before its time', async () => {
  hook.answer((_, before) => (before === 0 ? 500 : 204));
  await hook.open({ max_in_flight: 2 });
  const made: number[] = [];
  while (made.length < 4) {
    made.push(...(await happen(hook.api, 1)));
    await hook.come(made.length);
  }
  await world.idle();
  expect(hook.sequences()).toEqual(made);
});

test('several at a time: later events are sent while a receiver is slow', async () => {
  const thinking = holding();
  hook.answer((_, before) => (before === 0 ? thinking.reply() : 204));
  await hook.open({ max_in_flight: 2 });
  const [first] = await happen(hook.api, 1);
  await hook.come(1);
  const [second] = await happen(hook.api, 1);
  expect(await hook.come(2)).toEqual([first, second]);
  expect(thinking.waiting()).toBe(1);
  thinking.letGo();
});

test('one at a time: nothing is sent before the failed event', async () => {
  hook.answer(() => 500);
  await hook.open();
  const made = await happen(hook.api, 1);
  await hook.come(1);
  await happen(hook.api, 1);
  await world.idle();
  expect(hook.sequences()).toEqual(made);
});

test('a redelivered event that fails delays no new event', async () => {
  hook.answer((_, before) => (before === 2 ? 500 : 204));
  const { id } = await hook.open();
  const [first = 0, second = 0] = await happen(hook.api, 2);
  await hook.settled(id, second);
  dataOf(await hook.redeliver(id, { from_sequence: first, to_sequence: first }), 200);
  await hook.come(3);
  const [third] = await happen(hook.api, 1);
  expect(await hook.come(4)).toEqual([first, second, first, third]);
});

test.each([
  ['at once, because no lease is so long', 'an hour', 3_600_000, true],
  ['when the lease is over', 'half a minute', 30_000, false],
])(
  'an endpoint is served %s, if the lease of a process that is gone lasts for %s',
  async (_, __, leaseMs, isServed) => {
    const { app } = world.ledger;
    const { id } = await hook.open();
    await app.events.stopDelivering();
    const [sequence] = await happen(hook.api, 1);
    const now = world.now();
    const store = app.container.get<DeliveryStore>(DELIVERY_STORE);
    const until = new Date(now.getTime() + leaseMs);
    expect(await store.lease(hook.books.ledger.id, id, 'a process that is gone', now, until)).toBeDefined();
    app.events.startDelivering();
    await world.idle();
    expect(hook.sequences()).toEqual(isServed ? [sequence] : []);
    await world.advance(leaseMs + 1);
    await world.idle();
    expect(hook.sequences()).toEqual([sequence]);
  },
);
