/** Every answer is counted under its route, for every kind of caller, even if the request was refused before the route was determined. */
import { consolePath } from '../../packages/console/src';
import { adminPath, apiPath } from '../../src/app/server';
import { client } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { accept, nowhere, openBooks, transaction } from '../support/requests';
import { valueOf } from '../support/watched';

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  books = await openBooks(ledger);
});
afterAll(() => ledger.close());

const metrics = async (): Promise<string> => {
  // The metrics are cached for a quarter of a second.
  clock.advance(300);
  return (await client(ledger.baseUrl).get('//metrics')).body;
};

interface Named {
  readonly method: string;
  readonly route: string;
  readonly path: string;
}

const everyRoute = (): readonly Named[] =>
  (
    [
      [apiPath, ledger.app.routes],
      [consolePath, ledger.app.sessionRoutes],
      [adminPath, ledger.app.adminRoutes],
    ] as const
  ).flatMap(([prefix, rows]) =>
    rows.map(({ method, path }) => ({
      method: method.toUpperCase(),
      route: prefix + path,
      path: (prefix + path).replace(/:\w+/g, nowhere),
    })),
  );

/** Calls each route `times` times, and returns how often each route gave each status. */
const askAll = async (headers: Record<string, string>, times: number): Promise<ReadonlyMap<string, number>> => {
  const given = new Map<string, number>();
  for (const { method, route, path } of everyRoute())
    for (let time = 0; time < times; time++) {
      const { status } = await fetch(ledger.baseUrl + path, { method, headers });
      const series = `${method} ${route} ${status}`;
      given.set(series, (given.get(series) ?? 0) + 1);
    }
  return given;
};

const countedIn = (text: string, all: Iterable<string>): ReadonlyMap<string, number> =>
  new Map(
    [...all].map((series) => {
      const [method = '', route = '', status = ''] = series.split(' ');
      return [series, valueOf(text, 'ledger_http_requests_total', { method, route, status })];
    }),
  );

const grown = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...after].map(([series, count]) => [series, count - (before.get(series) ?? 0)]));

describe.each([
  // In each second, one address gets 401 for twenty requests and 429 for the others.
  ['a caller without a key', async () => ({}), 1, /40[13]|429/],
  // The key of this caller has a budget of one request per second.
  [
    'a key that has no budget left',
    async () => ({ Authorization: `Bearer ${await ledger.newKey(books.ledger, { rateLimitPerSecond: 1 })}` }),
    2,
    /429/,
  ],
] as const)('an answer to %s', (_, headers, times, refused) => {
  test('is counted under its route', async () => {
    const before = await metrics();
    const given = await askAll(await headers(), times);
    const after = await metrics();
    expect(grown(countedIn(before, given.keys()), countedIn(after, given.keys()))).toEqual(given);
    const turnedAway = [...given.keys()].filter((series) => series.includes(` ${apiPath}/`) && refused.test(series));
    // A few requests may succeed, because a new second may begin during the test and renew the budget.
    expect(turnedAway.length).toBeGreaterThan(ledger.app.routes.length - 10);
  });
});

test('a refusal of a budget is counted by the kind of the budget', async () => {
  const key = await ledger.newKey(books.ledger, { rateLimitPerSecond: 1 });
  const before = await metrics();
  const statuses = [];
  for (let time = 0; time < 4; time++) statuses.push((await client(ledger.baseUrl, key).get('/ledger')).status);
  const after = await metrics();
  const limited = (text: string): number => valueOf(text, 'ledger_rate_limited_total', { kind: 'key' });
  expect(limited(after) - limited(before)).toBe(statuses.filter((status) => status === 429).length);
  expect(limited(after)).toBeGreaterThan(limited(before));
});

test('a replayed answer is counted as a replay of its route', async () => {
  const body = transaction();
  const before = await metrics();
  for (const isReplay of [false, true, true]) {
    const { headers } = await books.api.post('/transactions', body);
    expect(headers.has('Idempotency-Replayed')).toBe(isReplay);
  }
  await accept(books.api);
  const replays = (text: string): number =>
    valueOf(text, 'ledger_idempotent_replays_total', { route: `${apiPath}/transactions` });
  expect(replays(await metrics()) - replays(before)).toBe(2);
});

test('an answer to a method that a path does not have is counted under the route of the path', async () => {
  const series = `DELETE ${apiPath}/transactions/batch 405`;
  const before = countedIn(await metrics(), [series]);
  expect((await books.api.delete('/transactions/batch')).status).toBe(405);
  expect(grown(before, countedIn(await metrics(), [series]))).toEqual(new Map([[series, 1]]));
});

test('a stream of events is counted as open until its reader leaves', async () => {
  const open = async (): Promise<number> => valueOf(await metrics(), 'ledger_event_streams_open');
  const leave = new AbortController();
  const { body } = await fetch(`${ledger.baseUrl}${apiPath}/events`, {
    headers: { Authorization: `Bearer ${books.key}`, Accept: 'text/event-stream' },
    signal: leave.signal,
  });
  await body?.getReader().read();
  expect(await open()).toBe(1);
  leave.abort();
  expect(await open()).toBe(0);
});
