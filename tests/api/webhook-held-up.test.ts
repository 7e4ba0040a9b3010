/** What failed waits for its time: it holds up what comes behind it where one is sent at a time, and nowhere else. */
import { listenForHooks, type Hooks } from '../support/hooks';
import { delivering } from '../support/impatient';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { until } from '../support/service-process';

jest.setTimeout(60_000);

let service: TestLedger;
let hooks: Hooks;

beforeAll(async () => {
  service = await startLedger(delivering({ retryDelaysMs: [60_000], lookMs: 20 }));
  hooks = await listenForHooks(({ path, sequence }, response) => {
    const failing = path.startsWith('/again')
      ? hooks.received.filter((one) => one.path === path).length === 3
      : sequence === 1;
    response.writeHead(failing ? 500 : 204).end();
  });
  service.app.events.startDelivering();
});

afterAll(async () => {
  await service.app.events.stopDelivering();
  await hooks.close();
  await service.close();
});

const subscribed = async (
  path: string,
  maxInFlight: number,
): Promise<{ readonly books: TestBooks; readonly id: string }> => {
  const books = await service.newLedger({ capabilities: ['events:admin'] });
  const endpoint = { url: `${hooks.url}${path}`, max_in_flight: maxInFlight, from_sequence: 1 };
  const { status, body } = await books.api.post('/webhook-endpoints', endpoint);
  expect(status).toBe(201);
  return { books, id: body.data.id as string };
};

const happen = async ({ api }: TestBooks, code: string): Promise<void> => {
  const { status } = await api.post('/accounts', { code, name: code, type: 'asset', category: 'system' });
  expect(status).toBe(201);
};

const arrived = (path: string): readonly number[] =>
  hooks.received.filter((one) => one.path === path).map(({ sequence }) => sequence);

test('several at a time: later events are sent at once, and what failed is not tried before its time', async () => {
  const { books } = await subscribed('/several', 2);
  for (const [index, code] of ['A', 'B', 'C', 'D'].entries()) {
    await happen(books, code);
    await until('the event arrives', () => arrived('/several').includes(index + 1));
  }
  expect(arrived('/several')).toEqual([1, 2, 3, 4]);
});

test('one at a time: nothing is sent before what failed', async () => {
  const { books } = await subscribed('/one', 1);
  await happen(books, 'A');
  await until('the event arrives', () => arrived('/one').length === 1);
  await happen(books, 'B');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(arrived('/one')).toEqual([1]);
});

test('an event that is delivered once more, and fails, holds up none that is new', async () => {
  const { books, id } = await subscribed('/again', 1);
  await happen(books, 'A');
  await happen(books, 'B');
  await until('both arrive', () => arrived('/again').length === 2);
  const again = { from_sequence: 1, to_sequence: 1 };
  await until(
    'it is delivered',
    async () => (await books.api.get(`/webhook-endpoints/${id}`)).body.data.delivered_through === 2,
  );
  expect((await books.api.post(`/webhook-endpoints/${id}/redeliver`, again)).status).toBeLessThan(300);
  await until('it comes again', () => arrived('/again').length === 3);
  await happen(books, 'C');
  await until('the next one comes', () => arrived('/again').includes(3));
  expect(arrived('/again')).toEqual([1, 2, 1, 3]);
});
