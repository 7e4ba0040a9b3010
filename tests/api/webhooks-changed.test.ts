/** An endpoint that is changed while deliveries to it are running or failing. */
import { DELIVERY_STORE, type DeliveryStore } from '../../src/modules/events/application/ports';
import { createTally } from '../support/happenings';
import { decide } from '../support/requests';
import { headOf } from '../support/feed';
import { happen, holding, startDelivering, type Delivering, type Hook } from '../support/webhooks';

const leaseMs = 2_000;
const retryMs = 60_000;

/** Counts what the dispatcher writes: renewals of its leases, and delivery attempts. */
const records = createTally();
let world: Delivering;
let hook: Hook;

beforeAll(async () => {
  world = await startDelivering({ leaseMs, lookMs: 20, retryDelaysMs: [retryMs, retryMs] });
  const store = world.ledger.app.container.get<DeliveryStore>(DELIVERY_STORE);
  const record = store.record.bind(store);
  jest.spyOn(store, 'record').mockImplementation(async (...recorded) => {
    const current = await record(...recorded);
    records.add();
    return current;
  });
});

beforeEach(async () => {
  hook = await world.openHook();
});

afterAll(async () => {
  await world.close();
  expect(world.ledger.complaints).toEqual([]);
});

test('a changed endpoint keeps its lease while a delivery runs, and nothing is sent twice', async () => {
  const { reply, letGo, waiting } = holding();
  hook.answer(reply);
  const { id } = await hook.open({ max_in_flight: 2 });
  const [first] = await happen(hook.api, 1);
  await hook.come(1);
  await hook.change(id, { description: 'changed' });
  const recorded = records.count;
  // The dispatcher notices the change when it renews its lease, which it does after a third of the lease's duration.
  world.advance(leaseMs / 3);
  await records.reaches(recorded + 1);
  expect(waiting()).toBe(1);
  letGo();
  await hook.settled(id, first as number);
  expect(hook.sequences()).toEqual([first]);
});

describe('an endpoint that no longer wants the failing event', () => {
  test('continues after it, and never gets it again', async () => {
    hook.answer(({ event }) => (event.type === 'account.created' ? 500 : 200));
    const { id } = await hook.open();
    const [failing] = await happen(hook.api, 1);
    await hook.come(1);
    await decide(hook.api);
    await hook.change(id, { types: ['transaction.posted'] });
    await hook.come(2);
    await hook.settled(id, await headOf(hook.api));
    expect(await hook.deliveries(id, 'failing')).toEqual([]);
    // Moves the clock past the next attempts, so that every waiting event is due.
    world.advance(2 * retryMs);
    await decide(hook.api);
    await hook.settled(id, await headOf(hook.api));
    expect(hook.received().map(({ event }) => event.type)).toEqual([
      'account.created',
      'transaction.posted',
      'transaction.posted',
    ]);
    expect(hook.sequences()[0]).toBe(failing);
    expect(await hook.endpoint(id)).toMatchObject({ status: 'active' });
  });
});
