/** Endpoints that take nothing: gone, or paused with a reason; and how they go on. */
import { dataOf } from '../support/requests';
import { until } from '../support/service-process';
import { aWhile, happen, startDelivering, type Delivering, type Hook } from '../support/webhooks';

let world: Delivering;
let hook: Hook;

beforeAll(async () => {
  world = await startDelivering();
});

beforeEach(async () => {
  hook = await world.openHook();
});

// What is left would be tried again as soon as the next test puts the clock forward, and counted.
afterEach(async () => {
  for (const { id } of dataOf(await hook.api.get('/webhook-endpoints'), 200))
    dataOf(await hook.api.delete(`/webhook-endpoints/${id}`), 200);
});

afterAll(async () => {
  await world.close();
  expect(world.ledger.complaints).toEqual([]);
});

const attempts = async (id: string): Promise<number> => (await hook.deliveries(id))[0]?.attempts ?? 0;
const status = async (id: string): Promise<string> => (await hook.endpoint(id)).status;
const hour = 3_600_000;

/** Puts the clock forward until every retry was in vain. */
const giveUp = async (id: string): Promise<void> => {
  for (let tried = 1; tried <= 9; tried++) {
    await until(`attempt ${tried} is written`, async () => (await attempts(id)) === tried);
    world.advance(29 * hour);
  }
  await until('the endpoint is paused', async () => (await status(id)) === 'paused');
};

const metric = async (name: string): Promise<number> => {
  const response = await fetch(`${world.ledger.baseUrl}/metrics`);
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`there is no ${name}`);
  return Number(line.slice(name.length + 1));
};
const becomes = (name: string, value: number) =>
  until(`${name} is ${value}`, async () => (await metric(name)) === value);
const tried = (outcome: string) => metric(`ledger_webhook_attempts_total{outcome="${outcome}"}`);

describe('an endpoint that answers 410', () => {
  test('is inactive, and goes on with the same event once it is active again', async () => {
    hook.answer((_, before) => (before === 0 ? 410 : 200));
    const { id } = await hook.open();
    const made = await happen(hook.api, 3);
    await until('it is inactive', async () => (await status(id)) === 'inactive');
    expect(await hook.endpoint(id)).toMatchObject({
      ...{ is_active: false, pause_reason: null, paused_at: null, delivered_through: (made[0] as number) - 1 },
    });
    await aWhile();
    expect(hook.sequences()).toEqual([made[0]]);
    await hook.change(id, { is_active: true });
    await hook.come(4);
    expect(hook.sequences()).toEqual([made[0], ...made]);
  });

  test('which it did at a URL that it has no more, stays active', async () => {
    let answer = (): void => undefined;
    hook.answer(() => (response) => {
      answer = () => response.writeHead(410).end();
    });
    const { id } = await hook.open();
    const made = await happen(hook.api, 1);
    await hook.come(1);
    const moved = `${hook.path}-moved`;
    await hook.change(id, { url: world.receiver.url(moved) });
    answer();
    await until('it was written', async () => (await attempts(id)) === 1);
    expect(await status(id)).toBe('active');
    world.advance(6_000);
    expect(await hook.come(1, moved)).toEqual(made);
  });
});

describe('an endpoint that takes nothing for days', () => {
  test('is paused with a reason, skips nothing, and goes on where it stopped', async () => {
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
    await aWhile();
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

  test('is tried as often again once it is active again', async () => {
    hook.answer(() => 500);
    const { id } = await hook.open();
    await happen(hook.api, 1);
    await giveUp(id);
    await hook.change(id, { is_active: true });
    await until('it is tried anew', async () => (await attempts(id)) === 1);
    expect(await status(id)).toBe('active');
  });
});

describe('the metrics', () => {
  test('say what came of attempts, how far the slowest is behind, and how many are paused', async () => {
    await becomes('ledger_webhook_endpoints_paused', 0);
    const before = { taken: await tried('taken'), again: await tried('tried again'), gone: await tried('gone') };
    const seconds = await metric('ledger_webhook_lag_seconds_count');
    hook.answer(() => 500);
    const { id } = await hook.open();
    await happen(hook.api, 7);
    await until('it was tried', async () => (await attempts(id)) === 1);
    // It waits for its next attempt, and is behind all the same.
    await becomes('ledger_webhook_lag_events', 7);
    expect(await tried('tried again')).toBe(before.again + 1);
    await giveUp(id);
    await becomes('ledger_webhook_endpoints_paused', 1);
    await becomes('ledger_webhook_lag_events', 0);
    expect(await tried('tried again')).toBe(before.again + 8);
    hook.answer(() => 200);
    await hook.change(id, { is_active: true });
    await hook.come(9 + 7);
    await becomes('ledger_webhook_endpoints_paused', 0);
    expect(await tried('taken')).toBe(before.taken + 7);
    expect(await tried('gone')).toBe(before.gone);
    expect(await metric('ledger_webhook_lag_seconds_count')).toBe(seconds + 7);
  });
});
