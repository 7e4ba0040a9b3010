/** The protections of a session: the cookie and its connection, the CSRF token and origin of a page, and no secrets in the log. */
import { newId } from '../../src/kernel/ids';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '../../src/app/log';
import { createServer } from '../../src/app/server';
import { object, text } from '../../src/kernel/http/codecs';
import { administering } from '../../src/kernel/http/route';
import { ok } from '../../src/kernel/refusal';
import { contractOf, pathOf } from '../support/answers';
import type { Answer } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { ask, cookieIn, goodPassword, join, personOf, type Asked, type Person } from '../support/people';
import { dataOf, expectRefusal, freshKey } from '../support/requests';

/** The address of a proxy that terminates TLS. */
const proxy = '127.0.20.1';
const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;
let person: Person;

beforeAll(async () => {
  ledger = await startLedger([], { clock, trustedProxies: [{ address: proxy, prefix: 32, family: 'ipv4' }] });
  books = await ledger.newLedger();
  person = await join(ledger);
});
// An address may call the sign-in routes twenty times per second, so each test gets its own second.
beforeEach(() => clock.advance(1_000));
afterAll(() => ledger.close());

const home = () => new URL(ledger.baseUrl).host;
const credentials = () => ({ email: person.email, password: goodPassword });
const signInBy = (headers: Readonly<Record<string, string>>, more: Partial<Asked> = {}) =>
  ask(ledger.baseUrl, { method: 'POST', path: '/console/session', headers, body: credentials(), ...more });

describe('the cookie of a session', () => {
  test('on loopback over plain HTTP is HttpOnly and SameSite=Strict, without Secure', async () => {
    for (const host of [home(), home().replace('127.0.0.1', 'localhost')]) {
      const answer = await signInBy({ Host: host, Origin: `http://${host}` });
      expect(answer.headers.get('Set-Cookie')).toMatch(
        new RegExp(`^ledger-session-${host.split(':')[1]}=session_[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
      );
    }
  });

  test('on loopback has the port in its name, so that installations on one machine keep separate sessions', async () => {
    const host = home();
    const cookie = cookieIn(await signInBy({ Host: host, Origin: `http://${host}` }));
    const status = async (Cookie: string) =>
      (await ask(ledger.baseUrl, { method: 'GET', path: '/console/session', headers: { Host: host, Cookie } })).status;
    const ofOther = cookie.replace(/-\d+=/, '-1=');
    expect(await status(`${ofOther}; ${cookie}`)).toBe(200);
    expect(await status(ofOther)).toBe(401);
    expect(await status(cookie.replace(/-\d+=/, '='))).toBe(401);
  });

  test('behind a proxy that ends TLS has the prefix __Host- and the attribute Secure', async () => {
    const secure = { Host: 'ledger.example', Origin: 'https://ledger.example', 'X-Forwarded-Proto': 'https' };
    const answer = await signInBy(secure, { from: proxy });
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^__Host-ledger-session=session_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const cookie = cookieIn(answer);
    const read = (headers: Readonly<Record<string, string>>) =>
      ask(ledger.baseUrl, { path: '/console/session', from: proxy, headers: { Cookie: cookie, ...headers } });
    expect((await read(secure)).status).toBe(200);
    // Without TLS the service refuses the cookie, whether its name has the prefix `__Host-` or not.
    expectRefusal(await read({ Host: 'ledger.example' }), 401, 'SESSION_REQUIRED');
    const renamed = cookie.replace('__Host-', '');
    expectRefusal(await read({ Host: 'ledger.example', Cookie: renamed }), 401, 'SESSION_REQUIRED');
  });

  test('is refused over plain HTTP to any host but loopback, also if its name leads to this machine', async () => {
    const open = { Host: 'ledger.example', Origin: 'http://ledger.example' };
    const refusal = await signInBy(open);
    expectRefusal(refusal, 400, 'CONNECTION_NOT_SECURE');
    expect(refusal.body.message).toMatch(/X-Forwarded-Proto: https .*LEDGER_TRUSTED_PROXIES/);
    expect(refusal.headers.get('Set-Cookie')).toBeNull();
    const invitation = { path: '/console/invitation', body: { token: 'x', password: goodPassword } };
    expectRefusal(await signInBy(open, invitation), 400, 'CONNECTION_NOT_SECURE');
    // The service ignores this header, because its sender is not a trusted proxy.
    expectRefusal(await signInBy({ ...open, 'X-Forwarded-Proto': 'https' }), 400, 'CONNECTION_NOT_SECURE');
  });
});

describe('a writing request', () => {
  const write = (headers: Readonly<Record<string, string>>) =>
    ask(ledger.baseUrl, {
      ...{
        method: 'POST',
        path: '/api/v1/journals',
        body: { code: freshKey(), name: 'J' },
      },
      headers: { Cookie: person.cookie, 'X-Ledger': books.ledger.id, ...headers },
    });
  const good = () => ({ Origin: ledger.baseUrl, 'X-CSRF-Token': person.csrfToken });

  test('is accepted with the token of the page, from an origin that the browser names', async () => {
    expect((await write(good())).status).toBe(201);
    const { 'X-CSRF-Token': token } = good();
    expect((await write({ 'X-CSRF-Token': token, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(201);
  });

  test.each<[what: string, headers: () => Record<string, string>]>([
    ['without a token', () => ({ Origin: ledger.baseUrl })],
    ['with another token', () => ({ ...good(), 'X-CSRF-Token': Buffer.alloc(32, 1).toString('base64url') })],
    ['with a part of the token', () => ({ ...good(), 'X-CSRF-Token': person.csrfToken.slice(0, 40) })],
    ['with the cookie as the token', () => ({ ...good(), 'X-CSRF-Token': person.cookie })],
    ['from another site', () => ({ ...good(), Origin: 'https://evil.example' })],
    ['from another port of this machine', () => ({ ...good(), Origin: 'http://127.0.0.1:1' })],
    [
      'from the same host under another scheme',
      () => ({ ...good(), Origin: ledger.baseUrl.replace('http:', 'https:') }),
    ],
    ['without an origin', () => ({ 'X-CSRF-Token': person.csrfToken })],
    ['from a sandboxed page', () => ({ ...good(), Origin: 'null' })],
    ['from another origin of this site', () => ({ 'X-CSRF-Token': person.csrfToken, 'Sec-Fetch-Site': 'same-site' })],
  ])('is refused %s', async (_, headers) => {
    expectRefusal(await write(headers()), 403, 'CSRF_TOKEN_INVALID');
  });

  test('is refused with the token of another session of the same person', async () => {
    const other = personOf(ledger, await signInBy({ Origin: ledger.baseUrl }));
    expect(other.csrfToken).not.toBe(person.csrfToken);
    expectRefusal(await write({ ...good(), 'X-CSRF-Token': other.csrfToken }), 403, 'CSRF_TOKEN_INVALID');
  });

  test('is also refused if it signs in or out, or sets a password', async () => {
    const strange = { Origin: 'https://evil.example' };
    const cookie = { Cookie: person.cookie, ...strange };
    const token = { 'X-CSRF-Token': person.csrfToken };
    const invitation = { path: '/console/invitation', body: { token: 'x', password: goodPassword } };
    const password = {
      method: 'PUT',
      path: '/console/password',
      body: { current_password: goodPassword, new_password: 'x' },
    };
    const signOut = { method: 'DELETE', path: '/console/session' };
    for (const answer of [
      await signInBy(strange),
      await signInBy({}),
      await signInBy(strange, invitation),
      await signInBy({ ...cookie, ...token }, password),
      await signInBy({ Cookie: person.cookie, Origin: ledger.baseUrl }, password),
      await ask(ledger.baseUrl, { ...signOut, headers: { ...cookie, ...token } }),
      await ask(ledger.baseUrl, { ...signOut, headers: { Cookie: person.cookie, Origin: ledger.baseUrl } }),
    ])
      expectRefusal(answer, 403, 'CSRF_TOKEN_INVALID');
    expect((await person.page.get('//console/session')).status).toBe(200);
  });
});

describe('without a session,', () => {
  const rows = contractOf().sessionRoutes.map(
    (row) => [row.method.toUpperCase(), pathOf(row).replace(/:\w+/, newId()), row.spec] as const,
  );
  const written = rows.filter(([, , { body }]) => body !== undefined);
  let strangers = 0;
  /** Sends each request from a new address, because the number of requests per second from one address is limited. */
  const send = (method: string, path: string, more: Partial<Asked> = {}) =>
    ask(ledger.baseUrl, { method, path, from: `127.0.2.${++strangers}`, headers: { Origin: ledger.baseUrl }, ...more });

  test.each(rows)('%s %s refuses an unknown query parameter', async (method, path, { body }) => {
    const answer = await send(method, `${path}?colour=red`, body ? { body: {} } : {});
    expectRefusal(answer, 422, 'VALIDATION_ERROR', ['colour']);
  });

  test.each(written)('%s %s accepts only a small and complete JSON object', async (method, path) => {
    expectRefusal(await send(method, path, { body: '{' }), 422, 'VALIDATION_ERROR', ['body']);
    expectRefusal(await send(method, path, { body: [] }), 422, 'VALIDATION_ERROR', ['body']);
    expectRefusal(await send(method, path, { body: { email: 'x'.repeat(20_000) } }), 413, 'PAYLOAD_TOO_LARGE');
    const plain = { Origin: ledger.baseUrl, 'Content-Type': 'text/plain' };
    expectRefusal(await send(method, path, { body: '{}', headers: plain }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectRefusal(await send(method, path, { body: {} }), 422, 'VALIDATION_ERROR');
  });

  test('the console answers 405 to other methods and 404 to other paths', async () => {
    const headers = { Origin: ledger.baseUrl };
    const patched = await ask(ledger.baseUrl, { method: 'PATCH', path: '/console/session', headers });
    expect([patched.status, patched.headers.get('Allow')]).toEqual([405, 'DELETE, GET, HEAD, POST']);
    expect((await ask(ledger.baseUrl, { method: 'POST', path: '/console/persons', headers })).status).toBe(404);
  });

  test('an address may send twenty requests per second', async () => {
    const from = '127.0.0.77';
    const second = (): number => Math.floor(clock.now().getTime() / 1_000);
    clock.advance(1_000 - (clock.now().getTime() % 1_000));
    const begun = second();
    const visits = Array.from({ length: 50 }, () => ask(ledger.baseUrl, { path: '/console/session', from }));
    const answers = await Promise.all(visits);
    const limited = answers.filter(({ status }) => status === 429);
    const allowed = answers.length - limited.length;
    // On a busy machine, the fifty requests may take longer than a second.
    expect(allowed).toBeGreaterThanOrEqual(20);
    expect(allowed).toBeLessThanOrEqual(20 * (second() - begun + 1));
    expectRefusal(limited[0] as Answer, 429, 'RATE_LIMIT_EXCEEDED');
    expect(limited[0]?.headers.get('X-RateLimit-Limit')).toBe('20');
  });
});

/** Runs a second server for the same service. This server logs everything. */
const withServer = async (work: (baseUrl: string, lines: readonly string[]) => Promise<void>): Promise<void> => {
  const lines: string[] = [];
  const told = object({ tenant_id: text(), actor: text() });
  const row = (method: 'get' | 'post') =>
    administering[method](
      '/whoami',
      {
        ...{ operationId: 'read', summary: '', description: 'Tells who asks.', tag: '' },
        ...{ needs: 'admin', ok: 200, refusals: {}, answer: told },
      },
      async ({ caller }) => ok(caller),
      ({ tenantId, actor }) => ({ data: { tenant_id: tenantId, actor } }),
    );
  const server = createHttpServer(
    createServer({
      ...ledger.app,
      adminRoutes: [row('get'), row('post')],
      log: createLog('trace', { write: (line: string) => void lines.push(line) }),
      pages: (context, next) => {
        if (context.path === '/api/v1/broken') throw new Error('broken');
        return next();
      },
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, lines);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

describe('administration', () => {
  /** Renames a cookie for another server, because the cookie's name contains the server's port. */
  const cookieAt = (baseUrl: string, cookie: string): string => cookie.replace(/-\d+=/, `-${new URL(baseUrl).port}=`);
  const whoami = (baseUrl: string, { cookie, csrfToken }: Person, more: Partial<Asked> = {}) =>
    ask(baseUrl, {
      path: '/admin/v1/whoami',
      ...more,
      headers: { Cookie: cookieAt(baseUrl, cookie), Origin: baseUrl, 'X-CSRF-Token': csrfToken, ...more.headers },
    });

  test('accepts only admins, of one or all tenants, by their cookie and CSRF token', async () => {
    const tenantId = books.ledger.tenantId;
    const own = await join(ledger, { tenantId });
    const bookkeeper = await join(ledger, { role: 'bookkeeper' });
    await withServer(async (baseUrl) => {
      expect(dataOf(await whoami(baseUrl, person), 200)).toEqual({ tenant_id: null, actor: `operator:${person.id}` });
      expect(dataOf(await whoami(baseUrl, own), 200)).toEqual({ tenant_id: tenantId, actor: `operator:${own.id}` });
      expect((await whoami(baseUrl, own, { method: 'POST' })).status).toBe(200);
      const unmarked = await whoami(baseUrl, own, { method: 'POST', headers: { 'X-CSRF-Token': '' } });
      expectRefusal(unmarked, 403, 'CSRF_TOKEN_INVALID');
      expectRefusal(await whoami(baseUrl, bookkeeper), 403, 'FORBIDDEN');
      expectRefusal(await ask(baseUrl, { path: '/admin/v1/whoami' }), 401, 'UNAUTHORIZED');
      const byKey = { headers: { Authorization: `Bearer ${books.key}` } };
      expectRefusal(await whoami(baseUrl, person, byKey), 401, 'UNAUTHORIZED');
      expect((await whoami(baseUrl, person, { path: '/admin/v1/nowhere' })).status).toBe(404);
    });
  });
});

test('the log names the actor, and no password, token, cookie or e-mail, at any level and after errors', async () => {
  const { email } = person;
  const { url } = expected(
    await ledger.app.access.operators.invite(
      { email: 'logged@example.com', name: 'Carla', role: 'admin', tenantId: null },
      'command line',
    ),
  );
  const token = url.split('#')[1] as string;
  await withServer(async (baseUrl, lines) => {
    const headers = { Origin: baseUrl };
    const post = (path: string, body: object, more = {}) =>
      ask(baseUrl, { method: 'POST', path, body, headers: { ...headers, ...more } });
    const [signedIn, accepted] = [
      await post('/console/session', { email, password: goodPassword }),
      await post('/console/invitation', { token, password: goodPassword }),
    ];
    await post('/console/session', { email, password: 'a wrong password' });
    await post('/console/invitation', { token, password: goodPassword });
    const session = {
      Cookie: cookieIn(signedIn),
      'X-CSRF-Token': signedIn.body.data.csrf_token,
      'X-Ledger': books.ledger.id,
    };
    await post('/api/v1/journals', { code: 'LOGGED', name: 'Logged' }, session);
    expect((await ask(baseUrl, { path: '/api/v1/broken', headers: session })).status).toBe(500);
    const log = lines.join('\n');
    expect(lines.length).toBeGreaterThanOrEqual(6);
    expect(log).toContain(`operator:${person.id}`);
    const secrets = [cookieIn(signedIn), cookieIn(accepted)].map((cookie) => cookie.split('=')[1] as string);
    for (const secret of [...secrets, token, goodPassword, 'a wrong password', session['X-CSRF-Token'], '@example.com'])
      expect([secret, log.includes(secret)]).toEqual([secret, false]);
  });
});
