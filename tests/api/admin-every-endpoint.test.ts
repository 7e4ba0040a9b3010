/** The behaviour that all administration endpoints share, tested on every endpoint in the API document. */
import { installationLog } from '../../src/modules/access';
import { contractOf } from '../support/answers';
import { appoint, administering, type TestAdministrator } from '../support/administration';
import { client, type Answer, type Client } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { join, withHeaders, type Person } from '../support/people';
import { expectRefusal, nowhere } from '../support/requests';

const maxBodyBytes = 1_048_576;

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;
/** The administrator of all tenants. */
let chief: TestAdministrator;
let person: Person;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  books = await ledger.newLedger();
  chief = await appoint(ledger);
  person = await join(ledger);
});
afterAll(() => ledger.close());

// Requests are limited per second for each address and for each person, so the clock moves on by a second before each test.
beforeEach(() => clock.advance(1_000));

/** The query parameters that an endpoint requires. */
const needed: Readonly<Record<string, string>> = {
  'DELETE /strings/:code/members': `?ledger_id=${nowhere}`,
  'GET /log/checkpoint': `?tenant_id=${installationLog}`,
  'GET /acts': `?actor=k7f3q9m2x5b1&tenant_id=${installationLog}`,
};

const all = contractOf().adminRoutes.map(({ method, path, spec }) => {
  const at = path.replace(/:(\w+)/g, (_, name: string) => (name === 'code' ? 'NOBODY' : nowhere));
  return [method.toUpperCase(), at + (needed[`${method.toUpperCase()} ${path}`] ?? ''), spec] as const;
});
const withBody = all.filter(([, , { body }]) => body !== undefined);
const lists = all.filter(([, , { list }]) => list);
const json = { 'Content-Type': 'application/json' };

const refusedBy = (api: Client, method: string, path: string, text?: string, headers = json): Promise<Answer> =>
  api.send(method, path, text, text === undefined ? {} : headers);

test('there are endpoints', () => expect(all.length).toBeGreaterThan(25));

describe('every endpoint of administration', () => {
  test.each(all)('%s %s requires an administrator’s key', async (method, path) => {
    for (const key of [undefined, books.key]) {
      const answer = await refusedBy(administering(client(ledger.baseUrl, key)), method, path);
      expectRefusal(answer, 401, 'UNAUTHORIZED');
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
  });

  test.each(all)('%s %s is forbidden to a person who may not administer', async (method, path) => {
    const bookkeeper = await join(ledger, { role: 'bookkeeper' });
    const answer = await refusedBy(administering(bookkeeper.page), method, path, method === 'GET' ? undefined : '{}');
    expectRefusal(answer, 403, 'FORBIDDEN');
    expect(answer.body.message).toContain('scope admin ');
  });

  test.each(all.filter(([method]) => method !== 'GET'))(
    '%s %s requires the page’s token from a signed-in person',
    async (method, path) => {
      const { cookie: Cookie } = person;
      const forgetful = administering(withHeaders(client(ledger.baseUrl), { Cookie, Origin: ledger.baseUrl }));
      const foreign = administering(withHeaders(person.page, { Origin: 'https://elsewhere.example' }));
      for (const api of [forgetful, foreign])
        expectRefusal(await refusedBy(api, method, path, '{}'), 403, 'CSRF_TOKEN_INVALID');
    },
  );

  test.each(all)('%s %s refuses an unknown query parameter', async (method, path, { body }) => {
    const asked = `${path}${path.includes('?') ? '&' : '?'}colour=red`;
    const answer = await refusedBy(chief.api, method, asked, body ? '{}' : undefined);
    expectRefusal(answer, 422, 'VALIDATION_ERROR', ['colour']);
  });

  test.each(all.filter(([, , { params, missing }]) => params && missing))(
    '%s %s refuses an unknown id',
    async (method, path, spec) => {
      const row = spec.refusals[spec.missing ?? ''];
      const body = spec.body
        ? JSON.stringify(spec.example?.body ?? {}).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, nowhere)
        : undefined;
      for (const somewhere of [path, path.replace(nowhere, 'not-an-id')]) {
        const answer = await refusedBy(chief.api, method, somewhere, body);
        // The path of these endpoints contains the code of a string, but they look up the ledger or tenant first (404), and check the code
        // only then (422).
        if (path.includes('/members')) expect([404, 422]).toContain(answer.status);
        else expectRefusal(answer, row?.status ?? 0, row?.code ?? '');
      }
    },
  );
});

describe('every endpoint of administration with a body', () => {
  test.each(withBody)('%s %s refuses a body that is not JSON', async (method, path) => {
    expectRefusal(await refusedBy(chief.api, method, path, '{'), 422, 'VALIDATION_ERROR', ['body']);
  });

  test.each(withBody)('%s %s refuses a body that is not an object, or nests too deep', async (method, path) => {
    for (const text of ['[]', `${'['.repeat(17)}${']'.repeat(17)}`])
      expectRefusal(await refusedBy(chief.api, method, path, text), 422, 'VALIDATION_ERROR', ['body']);
  });

  test.each(withBody)('%s %s refuses a body of another content type', async (method, path) => {
    const answer = await refusedBy(chief.api, method, path, '{}', { 'Content-Type': 'text/plain' });
    expectRefusal(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each(withBody)('%s %s refuses a body of more than one mebibyte', async (method, path) => {
    const answer = await refusedBy(chief.api, method, path, ' '.repeat(maxBodyBytes + 1));
    expectRefusal(answer, 413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('every list of administration', () => {
  const asked = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

  test.each(lists)('%s %s refuses a cursor that it did not create', async (method, path) => {
    expectRefusal(await refusedBy(chief.api, method, asked(path, 'cursor=AAAA')), 422, 'INVALID_CURSOR');
  });

  test.each(lists)('%s %s refuses a limit outside 1 to 100', async (method, path) => {
    for (const limit of ['0', '101', 'x']) {
      const answer = await refusedBy(chief.api, method, asked(path, `limit=${limit}`));
      expectRefusal(answer, 422, 'VALIDATION_ERROR', ['limit']);
    }
  });
});

test('an unknown path answers 404, and a wrong method 405 with the allowed ones', async () => {
  expectRefusal(await chief.api.get('/nothing'), 404, 'NOT_FOUND');
  const answer = await chief.api.delete('/tenants');
  expect([answer.status, answer.body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  expect(answer.headers.get('Allow')).toBe('GET, HEAD, POST');
});
