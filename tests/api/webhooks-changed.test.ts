/** An endpoint that is changed while events are on their way to it, or fail. */
import { decide } from '../support/requests';
import { aWhile, happen, headOf, startDelivering, type Delivering, type Hook } from '../support/webhooks';

const leaseMs = 2_000;
/** Longer than a third of a lease, after which the change is seen. */
const answerMs = 1_200;
const retryMs = 60_000;

let world: Delivering;
let hook: Hook;

beforeAll(async () => {
  world = await startDelivering({ leaseMs, lookMs: 20, retryDelaysMs: [retryMs, retryMs] });
});

beforeEach(async () => {
  hook = await world.openHook();
});

afterAll(async () => {
  await world.close();
  expect(world.ledger.complaints).toEqual([]);
});

test('is given back only when nothing is on its way: nothing is sent beside that', async () => {
  hook.answer(() => (response) => void setTimeout(() => response.writeHead(200).end(), answerMs));
  const { id } = await hook.open({ max_in_flight: 2 });
  const [first] = await happen(hook.api, 1);
  await hook.come(1);
  await hook.change(id, { description: 'changed' });
  await hook.settled(id, first as number);
  await aWhile();
  expect(hook.sequences()).toEqual([first]);
});

describe('wants no more what fails', () => {
  test('goes on behind it, and is not sent it any more', async () => {
    hook.answer(({ event }) => (event.type === 'account.created' ? 500 : 200));
    const { id } = await hook.open();
    const [failing] = await happen(hook.api, 1);
    await hook.come(1);
    await decide(hook.api);
    await hook.change(id, { types: ['transaction.posted'] });
    await hook.come(2);
    await hook.settled(id, await headOf(hook.api));
    expect(await hook.deliveries(id, 'failing')).toEqual([]);
    // Everything that waits for its time.
    world.advance(2 * retryMs);
    await decide(hook.api);
    await hook.settled(id, await headOf(hook.api));
    await aWhile();
    expect(hook.received().map(({ event }) => event.type)).toEqual([
      'account.created',
      'transaction.posted',
      'transaction.posted',
    ]);
    expect(hook.sequences()[0]).toBe(failing);
    expect(await hook.endpoint(id)).toMatchObject({ status: 'active' });
  });
});
