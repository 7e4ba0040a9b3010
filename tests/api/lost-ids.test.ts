/**
 * An id that is empty, `.` or `..` has no effect. Most clients resolve dots in a path before they send it: `DELETE
 * /account-sets/{id}/members/..` becomes `DELETE /account-sets/{id}/`, which must not delete the account set.
 */
import { isDeepStrictEqual } from 'node:util';
import { appoint, type TestAdministrator } from '../support/administration';
import { contractOf } from '../support/answers';
import { flowingClock } from '../support/hand-clock';
import { goodRequest } from '../support/good-requests';
import { openWorld, stringCode, type GoodWorld } from '../support/good-world';
import { quiet } from '../support/client';
import { startLedger, type TestLedger } from '../support/ledger';
import { join } from '../support/people';
import { nowhere } from '../support/requests';
import { sendRaw } from '../support/raw-socket';

const lost = ['..', '.', '%2e%2e', ''];
const clock = flowingClock();
let ledger: TestLedger;
let world: GoodWorld;
let chief: TestAdministrator;
let person: string;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  world = await openWorld(ledger);
  chief = await appoint(ledger);
  ({ id: person } = await join(ledger));
});
afterAll(() => ledger.close());
beforeEach(() => clock.advance(1_000));

type Params = Readonly<Record<string, string>>;

/** Paths of a route in which one parameter is an empty id or dots, and the other parameters refer to existing objects. */
const pathsOf = (path: string, params: Params): readonly string[] =>
  Object.keys(params).flatMap((name) =>
    lost.map((id) => path.replace(/:(\w+)/g, (_, each: string) => (each === name ? id : (params[each] ?? '')))),
  );

type Sent = readonly [path: string, status: number];

/** Sends the request twice, with fetch, which resolves dots, and as raw bytes with the path unchanged. Returns both statuses. */
const statusesOf = async (key: string, method: string, path: string, body: object | undefined): Promise<Sent[]> => {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) };
  const sent = await fetch(ledger.baseUrl + path, { method, headers, ...(body && { body: text }) });
  await sent.arrayBuffer();
  const head = { ...headers, Host: 'ledger.example', Connection: 'close', 'Content-Length': Buffer.byteLength(text) };
  const lines = [`${method} ${path} HTTP/1.1`, ...Object.entries(head).map((pair) => pair.join(': '))];
  const raw = /%2E|\/\.\/|\/\.$/.test(path) ? undefined : await sendRaw(ledger.baseUrl, lines, text);
  return [[path, sent.status], ...(raw ? ([[`${path} as it stands`, raw.status]] as const) : [])];
};

/** Returns true if the service refused the request for its content, not because of the caller's rights or rate. */
const isRefused = ([, status]: Sent): boolean => status >= 400 && status < 500 && ![401, 403, 429].includes(status);

const writes = contractOf().routes.filter(({ method, path }) => method !== 'get' && path.includes(':'));
const adminWrites = contractOf().adminRoutes.filter(({ method, path }) => method !== 'get' && path.includes(':'));

test('both APIs have writing routes with ids in their paths', () => {
  expect(writes.length).toBeGreaterThan(20);
  expect(adminWrites.length).toBeGreaterThan(10);
});

test.each(writes.map((route) => [route.method.toUpperCase(), route.path, route] as const))(
  '%s %s changes nothing if an id is missing',
  async (method, path, route) => {
    const { params = {}, body } = await goodRequest(route, world);
    await quiet(world.api);
    const before = await ledger.contentOf([world.books]);
    for (const each of pathsOf(`/api/v1${path}`, params)) {
      const sent = await statusesOf(world.books.key, method, each, body);
      expect(sent.filter((one) => !isRefused(one))).toEqual([]);
    }
    expect(isDeepStrictEqual(await ledger.contentOf([world.books]), before)).toBe(true);
  },
);

test.each(adminWrites.map((route) => [route.method.toUpperCase(), route.path, route] as const))(
  '%s %s of the admin API changes nothing if an id is missing',
  async (method, path, { spec }) => {
    const { ledger: of } = world.books;
    const known: Params = { operatorId: person, tenantId: of.tenantId, ledgerId: of.id, code: stringCode };
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(names.map((name) => [name, known[name] ?? nowhere]));
    const query = method === 'DELETE' && path.endsWith('/members') ? `?ledger_id=${of.id}` : '';
    for (const each of pathsOf(`/admin/v1${path}`, params)) {
      const sent = await statusesOf(chief.key, method, each + query, spec.body && { ledger_id: of.id });
      expect(sent.filter((one) => !isRefused(one))).toEqual([]);
    }
    expect((await chief.api.get(`/operators/${person}`)).status).toBe(200);
  },
);
