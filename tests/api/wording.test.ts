/** Names and descriptions are readable text, codes are safe in paths, and a search finds text that looks the same. */
import { openLedger } from '../../src/modules/ledgering/domain/ledger';
import type { JsonSchema } from '../../src/kernel/http/codecs';
import { contractOf } from '../support/answers';
import { appoint } from '../support/administration';
import { client, quiet, type Client } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { accept, account, dataOf, expectRefusal, nowhere, openBooks, turnIndexOn } from '../support/requests';
import { refusedUntouched } from '../support/untouched';

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;
let api: Client;
let admin: Client;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  books = await openBooks(ledger);
  const capabilities = ['attributes:admin', 'periods:admin', 'events:admin', 'strings:participate:NOBODY'];
  api = client(ledger.baseUrl, await ledger.newKey(books.ledger, { capabilities, rateLimitPerSecond: 1_000 }));
  admin = client(ledger.baseUrl, (await appoint(ledger)).key);
});
afterAll(async () => {
  expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});
beforeEach(() => clock.advance(1_000));

const readable = /^(name|description|label|reason)$/;

const { routes, adminRoutes } = contractOf();
const written = [
  ...routes.map((route) => ({ ...route, base: '//api/v1' })),
  ...adminRoutes.map((route) => ({ ...route, base: '//admin/v1' })),
].flatMap(({ method, path, base, spec }) => {
  const properties = (spec.body?.schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.keys(properties)
    .filter((name) => readable.test(name))
    .map((name) => ({
      name,
      endpoint: `${method.toUpperCase()} ${base.slice(1)}${path}`,
      method: method.toUpperCase(),
      path:
        base + path.replace(/:(\w+)/g, (_, parameter: string) => (/code|key$/i.test(parameter) ? 'NOBODY' : nowhere)),
      spec,
    }));
});

/** Every text in a schema that people write or read, at any depth. */
const membersIn = (schema: unknown, at = ''): readonly (readonly [place: string, schema: JsonSchema])[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    properties = {},
    items,
    anyOf = [],
    oneOf = [],
  } = schema as {
    properties?: Record<string, JsonSchema>;
    items?: unknown;
    anyOf?: unknown[];
    oneOf?: unknown[];
  };
  return [
    ...Object.entries(properties).flatMap(([name, own]) => [
      ...(readable.test(name) ? [[`${at}.${name}`, own] as const] : []),
      ...membersIn(own, `${at}.${name}`),
    ]),
    ...[items, ...anyOf, ...oneOf].flatMap((one) => membersIn(one, at)),
  ];
};

test('both documents have members with readable text', () => {
  const endpoints = new Set(written.map(({ endpoint, name }) => `${endpoint} ${name}`));
  for (const one of ['POST /api/v1/accounts name', 'POST /api/v1/period-locks reason', 'POST /admin/v1/keys name'])
    expect(endpoints).toContain(one);
});

test.each(
  [...routes, ...adminRoutes].flatMap(({ spec }) => (spec.body ? [[spec.operationId, spec.body] as const] : [])),
)('the request schema of %s refuses blank text in every readable member', (_, { schema }) => {
  const blank = membersIn(schema).filter(([, own]) => !JSON.stringify(own).includes('\\\\S'));
  expect(blank.map(([place]) => place)).toEqual([]);
});

describe.each(written)('$endpoint', ({ method, path, spec, name }) => {
  test.each(['  ', '\t\r\n', '\u00a0\u2003\u3000', '\u200b\u2060\ufeff'])(`refuses the ${name} %j`, async (blank) => {
    const of = path.startsWith('//admin') ? admin : api;
    const body = JSON.stringify({ [name]: blank });
    const answer = await refusedUntouched(ledger, books, () =>
      of.send(method, path, body, { 'Content-Type': 'application/json' }),
    );
    expect({ status: answer.status, code: answer.body.code }).toEqual({
      status: spec.invalid ?? 422,
      code: 'VALIDATION_ERROR',
    });
    expect(answer.body.errors[name]).toEqual(['must not be white space only']);
  });
});

describe('without a codec', () => {
  test('a ledger, a tenant, a person and an administration key still need names, and an API key takes no blank name', async () => {
    const { access } = ledger.app;
    const named = { tenantId: books.ledger.tenantId, code: 'X', name: ' ', currency: 'USD' };
    expect(openLedger(named as never, books.ledger.id, new Date())).toMatchObject({
      left: { errors: { name: [expect.any(String)] } },
    });
    expect(await access.createTenant(' ')).toMatchObject({
      left: { errors: { name: ['must not be white space only'] } },
    });
    const refused = { left: { errors: { name: ['must not be white space only'] } } };
    expect(await access.adminKeys.issue({ name: ' ', tenantId: null })).toMatchObject(refused);
    const person = { email: 'blank@example.com', role: 'viewer', tenantId: null };
    expect(await access.operators.invite({ ...person, name: ' ' }, 'test')).toMatchObject(refused);
    expect(await access.issueKey({ ledger: books.ledger, name: ' ' })).toMatchObject(refused);
    const { id, name } = expected(await access.issueKey({ ledger: books.ledger }));
    expect(name).toBeNull();
    expect(await access.changeKey(id, { name: ' ' })).toMatchObject(refused);
  });
});

describe('the code of an account', () => {
  test.each(['.', '..'])('cannot be %j, which clients remove from paths', async (code) => {
    const open = () => books.api.post('/accounts', account({ code }));
    expectRefusal(await refusedUntouched(ledger, books, open), 400, 'VALIDATION_ERROR', ['code']);
  });

  test.each(['...', '.-', 'a.'])('may be %j', async (code) => {
    dataOf(await books.api.post('/accounts', account({ code })), 201);
    dataOf(await books.api.get(`/accounts/code/${code}/balance`), 200);
  });
});

describe.each([
  ['an account set', '/account-sets', { name: 'A set' }],
  ['a journal', '/journals', { name: 'A journal' }],
  ['a string', '/strings', { name: 'A string' }],
  ['a transaction code', '/trancodes', { name: 'A code', entries_template: { entries: [] } }],
])('the code of %s', (_, path, fields) => {
  test.each(['.', '..'])('cannot be %j', async (code) => {
    const create = () => books.api.post(path, { ...fields, code });
    const answer = await refusedUntouched(ledger, books, create);
    expect([answer.body.code, Object.keys(answer.body.errors)]).toEqual([
      'VALIDATION_ERROR',
      expect.arrayContaining(['code']),
    ]);
  });
});

test.each([
  ['an account set', '/account-sets', '.'],
  ['an account set', '/account-sets', '..'],
  ['a journal', '/journals', '.'],
  ['a journal', '/journals', '..'],
])('%s at %s cannot be renamed to the code %j', async (_, list, code) => {
  const { id } = dataOf(await books.api.post(list, { code: `SET${code}`, name: 'To be renamed' }), 201);
  const rename = () => books.api.put(`${list}/${id}`, { code });
  expectRefusal(await refusedUntouched(ledger, books, rename), 422, 'VALIDATION_ERROR', ['code']);
});

test.each(['.', '..'])('a ledger cannot be opened with the code %j', (code) => {
  const request = { tenantId: books.ledger.tenantId, code, name: 'A ledger', currency: 'USD' };
  expect(openLedger(request as never, books.ledger.id, new Date())).toMatchObject({
    left: { errors: { code: [expect.stringContaining('but not "." or ".."')] } },
  });
});

const one = 'N\u00e4me';
const two = 'Na\u0308me';

describe.each([
  ['stored as one code point', one],
  ['stored as two code points', two],
])('a name %s', (how, name) => {
  const code = how.includes('one') ? 'ONE' : 'TWO';

  test('is found in either encoding, in capitals and by a part of it', async () => {
    const entry = (type: string) => ({ account: 'CASH', type, amount: '1' });
    const template = { entries: [entry('debit'), entry('credit')] };
    dataOf(await books.api.post('/accounts', account({ code, name })), 201);
    dataOf(await books.api.post('/account-sets', { code, name }), 201);
    dataOf(await books.api.post('/trancodes', { code, name, entries_template: template }), 201);
    dataOf(
      await books.api.post('/trancodes', {
        code: `${code}-D`,
        name: 'x',
        description: name,
        entries_template: template,
      }),
      201,
    );
    for (const typed of [one, two, one.toUpperCase(), two.slice(1)]) {
      const search = encodeURIComponent(typed);
      const found = async (list: string) =>
        dataOf(await books.api.get(`${list}?search=${search}`), 200).map((each: { code: string }) => each.code);
      expect(await found('/accounts')).toContain(code);
      expect(await found('/account-sets')).toContain(code);
      expect(await found('/trancodes')).toEqual(expect.arrayContaining([code, `${code}-D`]));
      const tree = dataOf(await books.api.get(`/accounts?tree=true&search=${search}`), 200);
      expect(JSON.stringify(tree)).toContain(`"${code}"`);
    }
    expect(dataOf(await books.api.get('/accounts?search=Name'), 200)).toEqual([]);
  });
});

describe('an attribute', () => {
  test('is found by either encoding of its value, and kept as it was sent', async () => {
    await accept(api, { attributes: { guest: two }, description: 'before' });
    await quiet(api);
    await turnIndexOn(ledger, api, 'guest');
    for (const [description, guest] of Object.entries({ one, two }))
      await accept(api, { attributes: { guest }, description });
    await quiet(api);
    for (const typed of [one, two]) {
      const found = dataOf(await api.get(`/transactions?attributes[guest]=${encodeURIComponent(typed)}`), 200);
      expect(found.map(({ description }: { description: string }) => description)).toEqual(['two', 'one', 'before']);
      expect(found.map(({ attributes }: { attributes: object }) => attributes)).toEqual([
        { guest: two },
        { guest: one },
        { guest: two },
      ]);
    }
  });

  test('must fit the length limit both as sent and as indexed', async () => {
    // The service compares texts in a normalised form, in which this character becomes two code points.
    const long = '\u0958'.repeat(65);
    const body = { attributes: { guest: long }, description: 'long' };
    const { code } = (await books.api.post('/transactions', { ...body, ...required() })).body;
    expect(code).toBe('ATTRIBUTE_VALUE_TOO_LONG');
    await accept(api, { ...body, attributes: { guest: long.slice(1) } });
  });
});

const required = () => ({
  effective_date: '2026-01-15',
  idempotency_key: 'long',
  entries: [
    { account_code: 'CASH', type: 'debit', amount: '1.00' },
    { account_code: 'SALES', type: 'credit', amount: '1.00' },
  ],
});
