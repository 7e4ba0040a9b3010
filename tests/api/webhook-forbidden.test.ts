/** Where webhooks may not go, through the whole service: refused when they are made, and connected to at no time later. */
import { eventually, forbiddenHosts } from '../support/forbidden-hosts';
import { delivering } from '../support/impatient';
import { listenForHooks, taken, type Hooks } from '../support/hooks';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';

jest.setTimeout(60_000);

let guarded: TestLedger;
let open: TestLedger;
let local: Hooks;
let books: TestBooks;

/** What names lead to, until they lead elsewhere. */
const names = new Map<string, readonly string[]>();
const resolve = async (name: string): Promise<readonly string[]> => names.get(name) ?? [];
const times = { retryDelaysMs: [20, 20, 20], lookMs: 20 };

beforeAll(async () => {
  local = await listenForHooks(taken);
  guarded = await startLedger(delivering(times, { allowed: [], resolve, timeoutMs: 1_000 }));
  open = await startLedger(delivering(times));
  books = await guarded.newLedger({ capabilities: ['events:admin'] });
  for (const { app } of [guarded, open]) app.events.startDelivering();
});

afterAll(async () => {
  for (const service of [guarded, open]) {
    await service.app.events.stopDelivering();
    await service.close();
  }
  await local.close();
});

const subscribe = ({ api }: TestBooks, url: string) => api.post('/webhook-endpoints', { url, from_sequence: 1 });

const happen = async ({ api }: TestBooks): Promise<void> => {
  const cash = { code: 'CASH', name: 'Cash', type: 'asset', category: 'system' };
  expect((await api.post('/accounts', cash)).status).toBe(201);
};

const deliveryOf = async ({ api }: TestBooks, id: string) =>
  (await api.get(`/webhook-endpoints/${id}/deliveries`)).body.data[0];

test.each(forbiddenHosts)('an endpoint at %s is refused, secure or not', async (host) => {
  for (const scheme of ['https', 'http']) {
    const { status, body } = await subscribe(books, `${scheme}://${host}:${local.port}/`);
    expect([status, body.code]).toEqual([422, 'WEBHOOK_URL_FORBIDDEN']);
  }
  expect(local.connections()).toBe(0);
});

test.each([
  ['loopback', ['127.0.0.1']],
  ['loopback of IPv6', ['::1']],
  ['loopback, mapped', ['::ffff:127.0.0.1']],
  ['a private network', ['10.0.0.1']],
  ['the metadata of a cloud', ['169.254.169.254']],
  ['loopback beside what is public', ['8.8.8.8', '127.0.0.1']],
])('a name that leads to %s only later is not followed there', async (what, addresses) => {
  const own = await guarded.newLedger({ capabilities: ['events:admin'] });
  const name = `${what.replaceAll(/[^a-z]/g, '-')}.test`;
  names.set(name, ['8.8.8.8']);
  const { status, body } = await subscribe(own, `https://${name}:${local.port}/`);
  expect(status).toBe(201);
  names.set(name, addresses);
  await happen(own);
  const endpoint = async () => (await own.api.get(`/webhook-endpoints/${body.data.id}`)).body.data;
  await eventually(async () => (await endpoint()).status === 'paused');
  expect(await deliveryOf(own, body.data.id)).toMatchObject({
    ...{ state: 'failing', attempts: 4, status: null, answer: null },
    fault: 'The URL leads to an address that webhooks may not go to.',
  });
  expect(local.connections()).toBe(0);
});

test.each([301, 302, 303, 307, 308])('a redirect with %s is an answer, and nobody follows it', async (redirect) => {
  const own = await open.newLedger({ capabilities: ['events:admin'] });
  const elsewhere = await listenForHooks((_, response) => {
    response.writeHead(redirect, { Location: `${local.url}/redirected` }).end();
  });
  const { body } = await subscribe(own, elsewhere.url);
  await happen(own);
  await eventually(async () => (await deliveryOf(own, body.data.id))?.attempts === 4);
  expect(await deliveryOf(own, body.data.id)).toMatchObject({ state: 'failing', status: redirect, fault: null });
  expect([elsewhere.received.length, local.connections()]).toEqual([4, 0]);
  await elsewhere.close();
});
