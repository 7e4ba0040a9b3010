/** Endpoints of other tenants never answer, answer late or refuse connections. A good endpoint still receives its events. */
import type { TestBooks } from '../support/ledger';
import { dataOf, openAccount } from '../support/requests';
import { freePort } from '../support/service-process';
import { holding, startDelivering, type Delivering } from '../support/webhooks';

const each = 8;
const eventsOfBad = 12;
/** The maximum number of requests that each bad endpoint may have at a time. */
const places = 4;
const goodEvents = 15;
/** The time limit of a request is so long that no request to a bad endpoint ends during the test. */
const hour = 3_600_000;

const [dead, slow] = [holding(), holding()];
let world: Delivering;

beforeAll(async () => {
  world = await startDelivering({ leaseMs: 3 * hour }, { timeoutMs: hour });
});

afterAll(() => world.close());

const subscribed = async (url: string, maxInFlight: number): Promise<TestBooks> => {
  const books = await world.ledger.newLedger();
  const endpoint = { url, max_in_flight: maxInFlight, from_sequence: 1 };
  dataOf(await books.api.post('/webhook-endpoints', endpoint), 201);
  return books;
};

test('a good endpoint gets each event while two dozen bad ones of other tenants hold all their places', async () => {
  const { receiver } = world;
  const refusing = `http://127.0.0.1:${await freePort()}/`;
  const own = await subscribed(receiver.url('/good'), 1);
  for (let number = 0; number < each; number++) {
    receiver.answer(`/dead-${number}`, dead.reply);
    receiver.answer(`/slow-${number}`, slow.reply);
    await Promise.all(
      [receiver.url(`/dead-${number}`), receiver.url(`/slow-${number}`), refusing].map(async (url) => {
        const { api } = await subscribed(url, places);
        // Creates the events one after the other: other tests cover many concurrent writes to one ledger.
        for (let opened = 0; opened < eventsOfBad; opened++) await openAccount(api);
      }),
    );
  }
  const cameToBad = (): readonly number[] =>
    Array.from({ length: each }, (_, number) => receiver.sequences(`/dead-${number}`).length);
  for (let number = 0; number < each; number++)
    for (const kind of ['dead', 'slow']) await receiver.comes(`/${kind}-${number}`, places);

  for (let event = 1; event <= goodEvents; event++) {
    await openAccount(own.api);
    await receiver.comes('/good', event);
    if (event === 5) slow.letGo();
  }
  // The requests to dead endpoints are still running, and each of these endpoints has received exactly as many as it may have at a time.
  expect(dead.waiting()).toBe(each * places);
  expect(cameToBad()).toEqual(Array(each).fill(places));
});
