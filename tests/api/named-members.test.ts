/** Each endpoint answers every invalid request with one status, and the answer names the invalid member. */
import type { JsonSchema } from '../../src/kernel/http/codecs';
import { contractOf } from '../support/answers';
import { appoint } from '../support/administration';
import { client, type Client } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestLedger } from '../support/ledger';
import { nowhere } from '../support/requests';

const clock = flowingClock();
let ledger: TestLedger;
let api: Client;
let admin: Client;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  const books = await ledger.newLedger();
  const capabilities = ['attributes:admin', 'periods:admin', 'events:admin', 'strings:participate:NOBODY'];
  api = client(ledger.baseUrl, await ledger.newKey(books.ledger, { capabilities, rateLimitPerSecond: 1_000 }));
  admin = client(ledger.baseUrl, (await appoint(ledger)).key);
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});
beforeEach(() => clock.advance(1_000));

const { routes, adminRoutes } = contractOf();
const all = [
  ...routes.map((route) => ({ ...route, base: '//api/v1' })),
  ...adminRoutes.map((route) => ({ ...route, base: '//admin/v1' })),
].map(({ method, path, base, spec }) => ({
  endpoint: `${method.toUpperCase()} ${base.slice(1)}${path}`,
  method: method.toUpperCase(),
  path: base + path.replace(/:(\w+)/g, (_, name: string) => (/code|key$/i.test(name) ? 'NOBODY' : nowhere)),
  spec,
}));

const ask = (method: string, path: string, body?: string) =>
  (path.startsWith('//admin') ? admin : api).send(
    method,
    path,
    body,
    body === undefined ? {} : { 'Content-Type': 'application/json' },
  );

/** The members of a schema, each with a value of the wrong type. */
const wrongMembers = ({ properties = {} }: JsonSchema): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [
    name,
    JSON.stringify(schema).includes('"type":"string"') && !/"type":"(array|object)"/.test(JSON.stringify(schema))
      ? 7
      : 'nothing of the kind',
  ]);

const withBody = all.filter(({ spec: { body } }) => body !== undefined);

/**
 * The endpoints that answer an invalid request with 400. The specification says so for each of them, or lists it together with an endpoint
 * for which it does.
 */
const specified = [
  'POST /api/v1/accounts',
  'POST /api/v1/trancodes',
  'POST /api/v1/transactions',
  'POST /api/v1/transactions/:transactionId/reverse',
  'POST /api/v1/transactions/batch',
  'PUT /api/v1/accounts/:accountId',
];

test('only the endpoints of the specification answer an invalid body with 400', () => {
  expect(withBody.flatMap(({ endpoint, spec }) => (spec.invalid === 400 ? [endpoint] : [])).sort()).toEqual(specified);
});

test.each(all)('$endpoint has one status for invalid requests', ({ spec }) => {
  const statuses = Object.values(spec.refusals).flatMap(({ code, status }) =>
    code === 'VALIDATION_ERROR' ? [status] : [],
  );
  expect(statuses.filter((status) => status !== (spec.invalid ?? 422))).toEqual([]);
});

describe.each(withBody)('$endpoint', ({ method, path, spec }) => {
  test('names each wrong member of a body', async () => {
    for (const [name, value] of wrongMembers(spec.body?.schema ?? {})) {
      const { status, body } = await ask(method, path, JSON.stringify({ [name]: value }));
      expect({ name, status, code: body.code }).toEqual({
        name,
        status: spec.invalid ?? 422,
        code: 'VALIDATION_ERROR',
      });
      expect(Object.keys(body.errors)).toContain(name);
      expect(body.errors).not.toHaveProperty('body');
    }
  });

  test('names a member that is sent twice', async () => {
    const { status, body } = await ask(method, path, '{"one": {"two": [{}, {"three": 1, "three": 1}]}}');
    expect(status).toBe(spec.invalid ?? 422);
    expect(body.errors).toEqual({ 'one.two.1.three': ['must not be sent twice'] });
    expect(body.message).toBe('The request is not valid: one.two.1.three must not be sent twice.');
  });
});

describe.each(all.filter(({ spec: { query } }) => query))('$endpoint', ({ method, path, spec }) => {
  const parameters = Object.entries((spec.query?.schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const scalars = parameters.flatMap(([name, { type }]) => (type === 'object' ? [] : [name]));

  test.each(scalars)('names %s in the query if it is sent twice', async (name) => {
    const { status, body } = await ask(method, `${path}?${name}=x&${name}=y`, spec.body && '{}');
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'VALIDATION_ERROR' });
    expect(Object.keys(body.errors)).toContain(name);
  });
});
