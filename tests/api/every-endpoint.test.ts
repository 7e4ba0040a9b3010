/** The behaviour that all endpoints share, tested on every endpoint in the API document. */
import type { Needs } from '../../src/kernel/http/needs';
import { pageBounds } from '../../src/kernel/page';
import { scopes } from '../../src/kernel/principal';
import { contractOf } from '../support/answers';
import { client, type Client } from '../support/client';
import { asOwner } from '../support/database';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { join, type Person } from '../support/people';
import { dataOf, expectRefusal, nowhere, whileLedgerIsHeld } from '../support/requests';
import { refusedUntouched } from '../support/untouched';

const maxBodyBytes = 1_048_576;

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;
/** A client whose key has every capability that an endpoint may need. */
let mighty: Client;
/** A signed-in person with all rights. */
let person: Person;

beforeAll(async () => {
  // This file renames a table, so it needs its own service.
  ledger = await startLedger([], { alone: true, clock });
  books = await ledger.newLedger();
  const capabilities = ['attributes:admin', 'periods:admin', 'events:admin', 'strings:participate:NOBODY'];
  person = await join(ledger);
  mighty = client(ledger.baseUrl, await ledger.newKey(books.ledger, { capabilities }));
});

afterAll(async () => {
  await ledger.close();
});

// Requests are limited per second for each address and for each person, so the clock moves on by a second before each test.
beforeEach(() => clock.advance(1_000));

/** The query parameters that an endpoint requires. */
const needed: Readonly<Record<string, string>> = {
  '/transactions/correlation': '?correlation_id=none',
  '/accounts/:accountId/statement': '?from=2026-01-01',
  '/reports/income-statement': '?from=2026-01-01',
  '/reports/cash-flow': '?from=2026-01-01',
  '/exports/journal': '?format=csv',
  '/reports/general-ledger': '?format=csv&from=2026-01-01',
};

/** A path of the endpoint in which ids and codes refer to nothing. */
const pathOf = (path: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => (/code|key/i.test(name) ? 'NOBODY' : nowhere)) + (needed[path] ?? '');

const all = contractOf().routes.map(({ method, path, spec }) => [method.toUpperCase(), pathOf(path), spec] as const);
const withBody = all.filter(([, , { body }]) => body !== undefined);
const lists = all.filter(([, , { list }]) => list);
const guarded = all.flatMap(([method, path, { needs }]) =>
  typeof needs === 'string' ? [] : [[method, path, needs.code] as const],
);
const scopeOf = (needs: Needs) => (typeof needs === 'string' ? needs : needs.beside);
/** Returns the scopes of which each suffices, together with a capability or alone. */
const sufficing = (needs: Needs) => [scopeOf(needs), typeof needs === 'string' ? undefined : needs.instead];
const json = { 'Content-Type': 'application/json' };

const refuse = (method: string, path: string, text?: string, headers: Record<string, string> = json) =>
  refusedUntouched(ledger, books, () => mighty.send(method, path, text, text === undefined ? {} : headers));

describe('every endpoint', () => {
  test.each(all)('%s %s requires a key', async (method, path) => {
    const answer = await client(ledger.baseUrl).send(method, path, undefined);
    expectRefusal(answer, 401, 'UNAUTHORIZED');
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  test.each(guarded)('%s %s requires its capability', async (method, path, code) => {
    const plain = client(ledger.baseUrl, await ledger.newKey(books.ledger, { capabilities: [] }));
    const body = method === 'GET' ? undefined : '{}';
    expectRefusal(await refusedUntouched(ledger, books, () => plain.send(method, path, body, json)), 403, code);
  });

  test.each(all.filter(([, , { needs }]) => scopeOf(needs)))(
    '%s %s requires its scope',
    async (method, path, { needs }) => {
      const others = scopes.filter((scope) => !sufficing(needs).includes(scope));
      const restricted = client(ledger.baseUrl, await ledger.newKey(books.ledger, { scopes: others }));
      const body = method === 'GET' ? undefined : '{}';
      const refusal = await refusedUntouched(ledger, books, () => restricted.send(method, path, body, json));
      expectRefusal(refusal, 403, 'FORBIDDEN');
      expect(refusal.body.message).toContain(`scope ${scopeOf(needs)} `);
    },
  );

  test.each(all)('%s %s answers 404 to a signed-in person who names an unknown ledger', async (method, path) => {
    const api = person.on(books, { 'X-Ledger': nowhere });
    expectRefusal(await api.send(method, path, undefined), 404, 'LEDGER_NOT_FOUND');
  });

  test.each(all.filter(([method]) => method !== 'GET'))(
    '%s %s requires the CSRF token from a signed-in person',
    async (method, path) => {
      const forgetful = person.on(books, { 'X-CSRF-Token': '' });
      const ask = () => forgetful.send(method, path, '{}', json);
      expectRefusal(await refusedUntouched(ledger, books, ask), 403, 'CSRF_TOKEN_INVALID');
    },
  );

  test.each(all)('%s %s refuses an unknown query parameter', async (method, path, { body }) => {
    const asked = `${path}${path.includes('?') ? '&' : '?'}colour=red`;
    expectRefusal(await refuse(method, asked, body ? '{}' : undefined), 422, 'VALIDATION_ERROR', ['colour']);
  });

  test.each(all.filter(([, , { params, missing }]) => params && missing))(
    '%s %s answers a malformed id like a missing resource',
    async (method, path, spec) => {
      const row = spec.refusals[spec.missing ?? ''];
      const somewhere = path.replace(nowhere, 'not-an-id');
      if (somewhere === path) return;
      expectRefusal(await refuse(method, somewhere, spec.body ? '{}' : undefined), row?.status ?? 0, row?.code ?? '');
    },
  );
});

describe('every endpoint with a body', () => {
  test.each(withBody)('%s %s refuses a body that is not JSON', async (method, path, { invalid }) => {
    expectRefusal(await refuse(method, path, '{'), invalid ?? 422, 'VALIDATION_ERROR', ['body']);
  });

  test.each(withBody)('%s %s refuses a body that is not an object', async (method, path, { invalid }) => {
    expectRefusal(await refuse(method, path, '[]'), invalid ?? 422, 'VALIDATION_ERROR', ['body']);
  });

  test.each(withBody)('%s %s refuses a body that nests too deep', async (method, path, { invalid }) => {
    const deep = `${'['.repeat(17)}${']'.repeat(17)}`;
    expectRefusal(await refuse(method, path, deep), invalid ?? 422, 'VALIDATION_ERROR', ['body']);
    expectRefusal(await refuse(method, path, `{"a": ${deep}}`), invalid ?? 422, 'VALIDATION_ERROR', ['a']);
  });

  test.each(withBody)('%s %s refuses a body of another type', async (method, path) => {
    expectRefusal(await refuse(method, path, '{}', { 'Content-Type': 'text/plain' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each(withBody)('%s %s refuses a body over one mebibyte', async (method, path) => {
    expectRefusal(await refuse(method, path, ' '.repeat(maxBodyBytes + 1)), 413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('every list', () => {
  const asked = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

  test.each(lists)('%s %s refuses a cursor that it did not issue', async (_, path) => {
    expectRefusal(await mighty.get(asked(path, 'cursor=AAAA')), 422, 'INVALID_CURSOR');
  });

  test.each(lists)('%s %s refuses a limit outside its range', async (_, path, { list }) => {
    const { max } = typeof list === 'object' ? list : pageBounds;
    for (const limit of ['0', String(max + 1), 'x'])
      expectRefusal(await mighty.get(asked(path, `limit=${limit}`)), 422, 'VALIDATION_ERROR', ['limit']);
  });
});

describe('any endpoint', () => {
  test('answers 429 when the budget of its key is used up', async () => {
    const slow = client(ledger.baseUrl, await ledger.newKey(books.ledger, { rateLimitPerSecond: 1 }));
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await slow.get('/ledger'));
    const limited = answers.find(({ status }) => status === 429);
    if (!limited) throw new Error('four requests in a row were not limited to one a second');
    expectRefusal(limited, 429, 'RATE_LIMIT_EXCEEDED');
    expect(limited.body.meta).toEqual({ retry_after: Number(limited.headers.get('Retry-After')) });
  });

  test('answers 503 while another session locks its ledger, writes nothing, and works afterwards', async () => {
    const open = () => books.api.post('/journals', { code: 'LATER', name: 'Later' });
    await whileLedgerIsHeld(ledger, books, async () => {
      const refused = await refusedUntouched(ledger, books, open);
      expectRefusal(refused, 503, 'SERVICE_UNAVAILABLE');
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    });
    dataOf(await open(), 201);
    expect(ledger.complaints.map(({ message }) => message)).toEqual(['a request could not be served now']);
  });

  test('answers 503 without the cause when the database refuses a statement', async () => {
    await asOwner(ledger.databaseUrl, async (owner) => {
      await owner.query('alter table journals rename to lost');
      const broken = await books.api.get('/journals');
      expectRefusal(broken, 503, 'SERVICE_UNAVAILABLE');
      expect(broken.body.message).not.toMatch(/journals|relation/);
      await owner.query('alter table lost rename to journals');
    });
    dataOf(await books.api.get('/journals'), 200);
    expect(ledger.complaints.slice(-1).map(({ message }) => message)).toEqual([
      'the database refused a statement for a reason that no request can cause',
    ]);
  });
});
