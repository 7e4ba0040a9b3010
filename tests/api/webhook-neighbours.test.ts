/** Endpoints of other tenants that never answer, answer late or refuse connections: a good one has its events all the same. */
import { delivering } from '../support/impatient';
import { listenForHooks, taken, type Hooks } from '../support/hooks';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { freePort, until } from '../support/service-process';

jest.setTimeout(120_000);

const each = 20;
const slowMs = 9_000;
const withinMs = 1_000;
const eventsOfBad = 40;
const goodEvents = 15;

let service: TestLedger;
let good: Hooks;
let bad: Hooks;
const late = new Set<NodeJS.Timeout>();

beforeAll(async () => {
  service = await startLedger(delivering({}));
  good = await listenForHooks(taken);
  bad = await listenForHooks(({ path }, response) => {
    if (path === '/slow') late.add(setTimeout(() => response.writeHead(200).end(), slowMs));
  });
  service.app.events.startDelivering();
});

afterAll(async () => {
  for (const timer of late) clearTimeout(timer);
  await bad.close();
  await service.app.events.stopDelivering();
  await good.close();
  await service.close();
});

const subscribed = async (url: string, maxInFlight: number): Promise<TestBooks> => {
  const books = await service.newLedger({ capabilities: ['events:admin'] });
  const { status } = await books.api.post('/webhook-endpoints', { url, max_in_flight: maxInFlight, from_sequence: 1 });
  expect(status).toBe(201);
  return books;
};

let named = 0;
/** An event: an account that is opened. */
const happen = async ({ api }: TestBooks): Promise<void> => {
  const code = `A-${++named}`;
  const { status } = await api.post('/accounts', { code, name: code, type: 'asset', category: 'system' });
  expect(status).toBe(201);
};

test('a good endpoint gets each event within a second beside sixty bad ones of other tenants', async () => {
  const refusing = `http://127.0.0.1:${await freePort()}/`;
  const own = await subscribed(`${good.url}/good`, 1);
  for (let count = 0; count < each; count++)
    for (const url of [`${bad.url}/dead`, `${bad.url}/slow`, refusing]) {
      const books = await subscribed(url, 32);
      await Promise.all(Array.from({ length: eventsOfBad }, () => happen(books)));
    }
  await until('the bad ones are asked', () => bad.received.length >= 2 * each);
  const waited: number[] = [];
  for (let count = 0; count < goodEvents; count++) {
    const before = good.received.length;
    const began = Date.now();
    await happen(own);
    await until('the good one has its event', () => good.received.length > before);
    waited.push((good.received[before]?.at ?? Infinity) - began);
  }
  expect(Math.max(...waited)).toBeLessThan(withinMs);
});
