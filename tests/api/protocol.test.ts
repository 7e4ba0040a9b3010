import { appoint } from '../support/administration';
import { client } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { expectRefusal, nowhere, openBooks, transaction, uuid } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

describe('a path', () => {
  test.each([
    '/',
    '/nothing',
    '/accounts/a/b/c',
    '/accounts/code/CASH',
    '/ledgers',
    '/../healthz',
    '/%zz',
    '/%00',
    '//accounts',
  ])('that does not exist, %s, gets 404', async (path) => {
    expectRefusal(await books.api.get(path), 404, 'NOT_FOUND');
  });

  test.each(['//', '//api', '//api/v2/accounts', '//api/v10', '//API/V1/accounts', '//.env', '//metric/../secret'])(
    'outside the API, %s, gets 404 and requires no key',
    async (path) => {
      expectRefusal(await client(ledger.baseUrl).get(path), 404, 'NOT_FOUND');
    },
  );

  test.each<[path: string, code: string]>([
    ['/accounts/ID', 'ACCOUNT_NOT_FOUND'],
    ['/accounts/ID/entries', 'ACCOUNT_NOT_FOUND'],
    ['/accounts/code/ID/balance', 'ACCOUNT_NOT_FOUND'],
    ['/transactions/ID', 'TRANSACTION_NOT_FOUND'],
    ['/trancodes/ID', 'TRANCODE_NOT_FOUND'],
    ['/journals/ID', 'JOURNAL_NOT_FOUND'],
    ['/account-sets/ID', 'ACCOUNT_SET_NOT_FOUND'],
    ['/account-sets/ID/members', 'ACCOUNT_SET_NOT_FOUND'],
    ['/account-sets/ID/balance', 'ACCOUNT_SET_NOT_FOUND'],
  ])('%s with a malformed id gets the 404 of its resource', async (path, code) => {
    const malformed = [
      nowhere,
      '1',
      'null',
      `${nowhere}-`,
      nowhere.replaceAll('-', ''),
      '%00',
      '%ED%A0%80',
      '%zz',
      "' or 1=1",
      '%F0%9F%8F%A6',
    ];
    for (const id of malformed) expectRefusal(await books.api.get(path.replace('ID', id)), 404, code);
  });

  test('with a malformed id gets its 404 whatever the body is', async () => {
    expectRefusal(await books.api.post('/trancodes/7/validate-params', 'nonsense'), 404, 'TRANCODE_NOT_FOUND');
    expectRefusal(await books.api.post('/trancodes/7/deprecate'), 404, 'TRANCODE_NOT_FOUND');
    expectRefusal(await books.api.put('/accounts/7', { name: 1 }), 404, 'ACCOUNT_NOT_FOUND');
  });
});

describe('a method', () => {
  test.each<[method: string, path: string, allowed: string]>([
    ['PUT', '/accounts', 'GET, HEAD, POST'],
    ['DELETE', '/accounts', 'GET, HEAD, POST'],
    ['OPTIONS', '/accounts', 'GET, HEAD, POST'],
    ['PATCH', '/transactions', 'GET, HEAD, POST'],
    ['PUT', `/transactions/${nowhere}`, 'GET, HEAD, PATCH'],
    ['DELETE', `/transactions/${nowhere}`, 'GET, HEAD, PATCH'],
    ['POST', '/ledger', 'GET, HEAD'],
    ['POST', '/accounts/code/CASH/balance', 'GET, HEAD'],
    ['DELETE', `/accounts/${nowhere}/entries`, 'GET, HEAD'],
    ['GET', `/trancodes/${nowhere}/deprecate`, 'POST'],
    ['PUT', `/trancodes/${nowhere}`, 'GET, HEAD'],
  ])('that is not allowed, %s %s, gets 405 and %s', async (method, path, allowed) => {
    const answer = await books.api.send(method, path, undefined);
    expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('Allow')).toBe(allowed);
  });

  test('in another case gets 404, also below /admin/v1 and /console', async () => {
    const { api: admin } = await appoint(ledger);
    for (const answer of [
      await books.api.get('/Accounts'),
      await books.api.get('/accounts/CODE/CASH/balance'),
      await books.api.post('/Transactions', transaction()),
      await admin.get('/Tenants'),
      await client(ledger.baseUrl).post('//console/Session', {}),
    ]) {
      expectRefusal(answer, 404, 'NOT_FOUND');
      expect(answer.body.message).toContain('in lower case');
    }
  });

  test('a path that ends with a slash gets 404 with every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of ['/accounts/', `/accounts/${nowhere}/`, `/account-sets/${nowhere}/members/`]) {
        const answer = await books.api.send(method, path, undefined);
        expectRefusal(answer, 404, 'NOT_FOUND');
        expect(answer.body.message).toContain('none ends with a slash');
      }
  });

  test('HEAD answers like GET, without the body', async () => {
    const { status, headers, body } = await books.api.send('HEAD', '/accounts', undefined);
    expect([status, body]).toEqual([200, undefined]);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect((await books.api.send('HEAD', `/accounts/${nowhere}`, undefined)).status).toBe(404);
  });
});

describe('every answer', () => {
  const answers = {
    'a list': () => books.api.get('/accounts'),
    'a refusal': () => books.api.get('/accounts?limit=0'),
    'an unknown path': () => books.api.get('/nothing'),
    'a method that is not allowed': () => books.api.delete('/accounts'),
    'no key': () => client(ledger.baseUrl).get('/accounts'),
    'a body that is too large': () => books.api.post('/accounts', 'x'.repeat(2_000_000)),
    'a page outside the API': () => client(ledger.baseUrl).get('//healthz'),
    'a path outside the API': () => client(ledger.baseUrl).get('//nothing'),
  };

  test.each(Object.entries(answers))('to %s has a request id and the security headers', async (_, ask) => {
    const { headers } = await ask();
    expect(headers.get('X-Request-Id')).toEqual(uuid);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'self'");
    // The console must also work over plain HTTP, and `upgrade-insecure-requests` would block its files there. The HSTS header omits
    // subdomains, because they may belong to somebody else.
    expect(headers.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests');
    expect(headers.get('Strict-Transport-Security')).not.toContain('includeSubDomains');
    expect(headers.get('X-Powered-By')).toBeNull();
    expect((await ask()).headers.get('X-Request-Id')).not.toBe(headers.get('X-Request-Id'));
  });

  test.each(['a', 'order-7.retry_2', '0'.repeat(64)])('returns the request id that was sent: %s', async (id) => {
    expect((await books.api.get('/ledger', { 'X-Request-Id': id })).headers.get('X-Request-Id')).toBe(id);
    const refused = await client(ledger.baseUrl).get('/ledger', { 'X-Request-Id': id });
    expect(refused.headers.get('X-Request-Id')).toBe(id);
  });

  test.each(['0'.repeat(65), 'a b', 'a/b', '<script>', 'a,b', 'caf\u00e9', ''])(
    'has a new request id instead of %j',
    async (id) => {
      expect((await books.api.get('/ledger', { 'X-Request-Id': id })).headers.get('X-Request-Id')).toEqual(uuid);
    },
  );
});

describe('the ledger of a key', () => {
  test('is returned whole', async () => {
    const { ledger: opened } = books;
    expect((await books.api.get('/ledger')).body).toEqual({
      success: true,
      data: {
        id: opened.id,
        tenant_id: opened.tenantId,
        code: opened.code,
        name: opened.name,
        currency: 'USD',
        currency_type: 'fiat',
        storage_decimals: 2,
        display_decimals: 2,
        time_zone: 'UTC',
        fiscal_year_start: '01-01',
        is_active: true,
        test_clock: false,
        metadata: null,
        created_at: opened.createdAt.toISOString(),
        updated_at: opened.updatedAt.toISOString(),
      },
    });
  });
});

describe('outside the API', () => {
  const anybody = () => client(ledger.baseUrl);

  test.each([
    ['/healthz', { status: 'ok' }],
    [
      '/readyz',
      {
        status: 'ready',
        database: 'ok',
        migrations: 'ok',
        pepper: 'ok',
        poster: 'ok',
        clock: 'ok',
        poster_lag_seconds: 0,
      },
    ],
  ])('%s needs no key', async (path, body) => {
    const answer = await anybody().get(`/${path}`);
    expect([answer.status, answer.body]).toEqual([200, body]);
  });

  test('/openapi.json describes every endpoint that answers', async () => {
    const { status, body } = await anybody().get('//openapi.json');
    expect([status, body.openapi]).toEqual([200, '3.1.0']);
    for (const [path, operations] of Object.entries(body.paths as Record<string, object>)) {
      expect(path).toMatch(/^\/(api\/v1|console)\//);
      const below = path
        .replace('/api/v1', '')
        .replace('/console', '//console')
        .replace(/\{\w+\}/g, nowhere);
      const { headers } = await books.api.send('OPTIONS', below, undefined);
      const documented = Object.keys(operations).map((method) => method.toUpperCase());
      expect(headers.get('Allow')?.split(', ')).toEqual(expect.arrayContaining(documented));
    }
  });

  test('/docs is a page that loads nothing from elsewhere', async () => {
    const page = await anybody().get('//docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.body).not.toMatch(/https?:|src="\/\//);
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) expect((await anybody().get(`/${link}`)).status).toBe(200);
  });

  test.each(['/healthz', '/readyz', '/openapi.json', '/docs'])('%s cannot be written to', async (path) => {
    expectRefusal(await anybody().post(`/${path}`, {}), 404, 'NOT_FOUND');
  });
});
