/** An endpoint that accepts nothing is paused with a reason, or becomes inactive if it answers 410. Afterwards it can be resumed. */
import { ok } from '../../src/kernel/refusal';
import type { LedgerId } from '../../src/kernel/ids';
import type { UnitOfWork } from '../../src/kernel/unit-of-work';
import {
  DELIVERY_STORE,
  ENDPOINT_STORE,
  EVENTS_UNIT_OF_WORK,
  type DeliveryStore,
  type EndpointStore,
} from '../../src/modules/events/application/ports';
import type { EndpointId } from '../../src/modules/events/domain/endpoint';
import { dataOf } from '../support/requests';
import { happen, holding, startDelivering, type Delivering, type Hook } from '../support/webhooks';

let world: Delivering;
let hook: Hook;

beforeAll(async () => {
  world = await startDelivering();
});

beforeEach(async () => {
  hook = await world.openHook();
});

// Deletes all endpoints after each test. When the next test moves the clock, the service would try them again, and the test would count
// these attempts.
afterEach(async () => {
  for (const { id } of dataOf(await hook.api.get('/webhook-endpoints'), 200))
    dataOf(await hook.api.delete(`/webhook-endpoints/${id}`), 200);
});

afterAll(async () => {
  await world.close();
  // The tests make a secret undecryptable, and the service then logs a message that names LEDGER_KEY_PEPPER_PREVIOUS. Expects no other
  // complaints.
  const others = world.ledger.complaints.filter(({ message }) => !message.includes('LEDGER_KEY_PEPPER_PREVIOUS'));
  expect(others).toEqual([]);
});

const attempts = async (id: string): Promise<number> => (await hook.deliveries(id))[0]?.attempts ?? 0;
const status = async (id: string): Promise<string> => (await hook.endpoint(id)).status;
const ledgerOfHook = async (): Promise<LedgerId> => dataOf(await hook.api.get('/ledger'), 200).id;
const hour = 3_600_000;

/** Moves the clock ahead until every retry has failed. */
const giveUp = async (id: string): Promise<void> => {
  for (let tried = 1; tried <= 9; tried++) {
    await world.idle();
    expect(await attempts(id)).toBe(tried);
    world.advance(29 * hour);
  }
  expect(await status(id)).toBe('paused');
};

const metric = async (name: string): Promise<number> => {
  const response = await fetch(`${world.ledger.baseUrl}/metrics`);
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`there is no ${name}`);
  return Number(line.slice(name.length + 1));
};
/** The states of the endpoints are measured every five seconds. */
const measured = async (name: string, afterMs = 5_000): Promise<number> => {
  world.advance(afterMs);
  await world.idle();
  return metric(name);
};
const tried = (outcome: string) => metric(`ledger_webhook_attempts_total{outcome="${outcome}"}`);

describe('an endpoint that answers 410', () => {
  test('becomes inactive, and continues with the same event once it is active again', async () => {
    hook.answer((_, before) => (before === 0 ? 410 : 200));
    const { id } = await hook.open();
    const made = await happen(hook.api, 3);
    await world.idle();
    expect(await hook.endpoint(id)).toMatchObject({
      ...{
        status: 'inactive',
        is_active: false,
        pause_reason: null,
        paused_at: null,
        delivered_through: (made[0] as number) - 1,
      },
    });
    expect(hook.sequences()).toEqual([made[0]]);
    await hook.change(id, { is_active: true });
    await hook.come(4);
    expect(hook.sequences()).toEqual([made[0], ...made]);
  });

  test('at a former URL stays active', async () => {
    const { reply, letGo } = holding();
    hook.answer(reply);
    const { id } = await hook.open();
    const made = await happen(hook.api, 1);
    await hook.come(1);
    const moved = `${hook.path}-moved`;
    await hook.change(id, { url: world.receiver.url(moved) });
    letGo(410);
    await world.idle();
    expect([await attempts(id), await status(id)]).toEqual([1, 'active']);
    world.advance(6_000);
    expect(await hook.come(1, moved)).toEqual(made);
  });
});

describe('an endpoint that accepts nothing for days', () => {
  test('is paused with a reason, skips nothing, and continues where it stopped', async () => {
    hook.answer(() => [503, 'closed']);
    const { id } = await hook.open();
    const made = await happen(hook.api, 3);
    await giveUp(id);
    expect(hook.sequences()).toEqual(Array(9).fill(made[0]));
    expect(await hook.endpoint(id)).toMatchObject({
      ...{ is_active: true, status: 'paused', pause_reason: `event ${made[0]} was not taken: status 503` },
      ...{ paused_at: expect.any(String), delivered_through: (made[0] as number) - 1 },
    });
    world.advance(48 * hour);
    await world.idle();
    expect(hook.sequences()).toHaveLength(9);
    hook.answer(() => 200);
    expect(await hook.change(id, { is_active: true })).toMatchObject({
      status: 'active',
      pause_reason: null,
      paused_at: null,
    });
    await hook.come(12);
    expect(hook.sequences().slice(9)).toEqual(made);
  });

  test('gets all its attempts again once it is active again', async () => {
    hook.answer(() => 500);
    const { id } = await hook.open();
    await happen(hook.api, 1);
    await giveUp(id);
    await hook.change(id, { is_active: true });
    await world.idle();
    expect([await attempts(id), await status(id)]).toEqual([1, 'active']);
  });
});

describe('the metrics of webhooks', () => {
  test('count attempts by outcome, the lag of the slowest endpoint, and paused endpoints', async () => {
    expect(await measured('ledger_webhook_endpoints_paused')).toBe(0);
    const before = { taken: await tried('taken'), again: await tried('tried again'), gone: await tried('gone') };
    const seconds = await metric('ledger_webhook_lag_seconds_count');
    hook.answer(() => 500);
    const { id } = await hook.open();
    world.advance(2_000);
    await happen(hook.api, 7);
    await world.idle();
    // The event waits for its second attempt, 5 s after the first. Meanwhile the endpoint still counts as lagging.
    expect([await attempts(id), await measured('ledger_webhook_lag_events', 4_000)]).toEqual([1, 7]);
    expect(await tried('tried again')).toBe(before.again + 1);
    await giveUp(id);
    expect(await measured('ledger_webhook_endpoints_paused')).toBe(1);
    expect(await metric('ledger_webhook_lag_events')).toBe(0);
    expect(await tried('tried again')).toBe(before.again + 8);
    hook.answer(() => 200);
    await hook.change(id, { is_active: true });
    await hook.come(9 + 7);
    expect(await measured('ledger_webhook_endpoints_paused')).toBe(0);
    expect(await tried('taken')).toBe(before.taken + 7);
    expect(await tried('gone')).toBe(before.gone);
    expect(await metric('ledger_webhook_lag_seconds_count')).toBe(seconds + 7);
  });
});

describe('an endpoint whose secret cannot be decrypted, as under another pepper', () => {
  test('is paused with the reason, and continues with a new secret, also with a grace period', async () => {
    const { id } = await hook.open();
    const { container } = world.ledger.app;
    const store = container.get<EndpointStore>(ENDPOINT_STORE);
    const unitOfWork = container.get<UnitOfWork>(EVENTS_UNIT_OF_WORK);
    const ledgerId = await ledgerOfHook();
    await unitOfWork.run<never, void>({ ledgerIds: [ledgerId] }, async (tx) => {
      await store.update(tx, ledgerId, id as EndpointId, { secret: 'sealed under another pepper' }, world.now());
      return ok(undefined);
    });
    const made = await happen(hook.api, 2);
    await world.idle();
    expect(await hook.endpoint(id)).toMatchObject({
      status: 'paused',
      pause_reason: expect.stringContaining('rotate the secret'),
    });
    expect(dataOf(await hook.api.post(`/webhook-endpoints/${id}/test`), 200)).toMatchObject({
      fault: expect.stringContaining('could not be opened'),
    });
    expect(hook.sequences()).toEqual([]);
    dataOf(await hook.api.post(`/webhook-endpoints/${id}/rotate-secret`, { grace_seconds: 3_600 }), 200);
    await hook.change(id, { is_active: true });
    await hook.come(2);
    expect(hook.sequences()).toEqual(made);
    expect(world.ledger.complaints).toHaveLength(1);
  });
});

test('a lease that ends later than any can, as under a wrong clock, is ignored', async () => {
  const { id } = await hook.open();
  const store = world.ledger.app.container.get<DeliveryStore>(DELIVERY_STORE);
  const ledgerId = await ledgerOfHook();
  const lease = (owner: string, ms: number) => {
    const at = world.now();
    return store.lease(ledgerId, id as EndpointId, owner, at, new Date(at.getTime() + ms));
  };
  expect(await lease('an hour ahead', hour)).toBeDefined();
  expect(await lease('another', 30_000)).toBeDefined();
  expect(await lease('a third', 30_000)).toBeUndefined();
});
