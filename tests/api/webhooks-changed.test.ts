/** An endpoint that is changed while events are on their way to it. */
import { aWhile, happen, startDelivering, type Delivering, type Hook } from '../support/webhooks';

const leaseMs = 2_000;
/** Longer than a third of a lease, after which the change is seen. */
const answerMs = 1_200;

let world: Delivering;
let hook: Hook;

beforeAll(async () => {
  world = await startDelivering({ leaseMs, lookMs: 20, retryDelaysMs: [60_000] });
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
