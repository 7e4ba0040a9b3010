/**
 * Behind a trusted proxy, a request counts as sent from the address that the proxy names: failed sign-ins, unknown keys, visits and the
 * networks of keys are judged by that address. From other senders the same headers have no effect.
 */
import { parseNetworks } from '../../src/kernel/network';
import { refused } from '../../src/kernel/refusal';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import type { Answer } from '../support/client';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { ask, cookieIn, goodPassword, join, type Person } from '../support/people';
import { expectRefusal } from '../support/requests';

const proxy = '127.0.20.1';
const innerProxy = '127.0.20.2';
const stranger = '127.0.30.1';

let ledger: TestLedger;
let books: TestBooks;
let clock: HandClock;
let person: Person;
let addresses = 0;
/** The address of another client behind the proxy, different for each call. */
const anyClient = (): string => `198.51.100.${++addresses}`;

beforeAll(async () => {
  clock = new HandClock('2026-01-15T10:00:00.000Z');
  const trusted = parseNetworks('127.0.20.0/24');
  if (refused(trusted)) throw new Error(trusted.left);
  ledger = await startLedger([replace(CLOCK, [], () => clock)], { trustedProxies: trusted.right });
  books = await ledger.newLedger();
});
afterAll(() => ledger.close());
beforeEach(async () => {
  // Moves the clock on, so that the budgets per second are full again.
  clock.advance(1_000);
  person = await join(ledger);
});

const secure = { Host: 'ledger.example', Origin: 'https://ledger.example', 'X-Forwarded-Proto': 'https' };

const signIn = (
  peer: string,
  forwardedFor: string,
  { password = 'a wrong password', email = person.email }: { readonly password?: string; readonly email?: string } = {},
): Promise<Answer> =>
  ask(ledger.baseUrl, {
    ...{ method: 'POST', path: '/console/session', body: { email, password }, from: peer },
    headers: { ...secure, 'X-Forwarded-For': forwardedFor },
  });

const readLedger = (key: string, peer: string, forwardedFor: string): Promise<Answer> =>
  ask(ledger.baseUrl, {
    ...{ path: '/api/v1/ledger', from: peer },
    headers: { Authorization: `Bearer ${key}`, 'X-Forwarded-For': forwardedFor },
  });

const fail = async (times: number, forwardedFor: string): Promise<void> => {
  for (let count = 0; count < times; count++) {
    clock.advance(1_000);
    expectRefusal(await signIn(proxy, forwardedFor), 401, 'SIGN_IN_FAILED');
  }
};

describe('people behind a trusted proxy', () => {
  test('have separate budgets for failed sign-ins', async () => {
    const [guesser, other] = [anyClient(), anyClient()];
    await fail(5, guesser);
    expectRefusal(await signIn(proxy, guesser, { password: goodPassword }), 429, 'SIGN_IN_LIMITED');
    expect((await signIn(proxy, other, { password: goodPassword })).status).toBe(200);
    // The limit belongs to the guesser's address, so a request through another proxy is refused too.
    expectRefusal(await signIn(innerProxy, `${guesser}, ${proxy}`, { password: goodPassword }), 429, 'SIGN_IN_LIMITED');
  });

  test('get no other budget by what they write into X-Forwarded-For themselves', async () => {
    const guesser = anyClient();
    for (let count = 0; count < 5; count++) {
      clock.advance(1_000);
      expectRefusal(await signIn(proxy, `${anyClient()}, ${guesser}`), 401, 'SIGN_IN_FAILED');
    }
    expectRefusal(await signIn(proxy, `${anyClient()}, ${proxy}, ${guesser}`), 429, 'SIGN_IN_LIMITED');
  });

  test('count as the proxy if it names no valid address', async () => {
    const own = { email: `nobody${++addresses}@example.com` };
    for (const garbage of ['unknown', '', '1.2.3', `${anyClient()}, -`, '2001:db8::g']) {
      clock.advance(1_000);
      expectRefusal(await signIn(proxy, garbage, own), 401, 'SIGN_IN_FAILED');
    }
    expectRefusal(await signIn(proxy, 'unknown', own), 429, 'SIGN_IN_LIMITED');
    expect((await signIn(proxy, anyClient(), { password: goodPassword })).status).toBe(200);
  });

  test('have separate budgets for visits', async () => {
    const visit = (client: string) =>
      ask(ledger.baseUrl, { path: '/console/session', from: proxy, headers: { 'X-Forwarded-For': client } });
    const [eager, other] = [anyClient(), anyClient()];
    const answers = await Promise.all(Array.from({ length: 30 }, () => visit(eager)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expectRefusal(await visit(other), 401, 'SESSION_REQUIRED');
  });

  test('get a cookie for TLS only, also if the browser knows the proxy by a loopback name', async () => {
    const signedIn = await signIn(proxy, anyClient(), { password: goodPassword });
    expect(signedIn.headers.get('Set-Cookie')).toMatch(/^__Host-ledger-session=.*; Secure$/);
    const read = (headers: Record<string, string>) =>
      ask(ledger.baseUrl, {
        ...{ path: '/console/session', from: proxy },
        headers: { Cookie: cookieIn(signedIn), 'X-Forwarded-For': anyClient(), ...headers },
      });
    expect((await read(secure)).status).toBe(200);
    expectRefusal(await read({ ...secure, 'X-Forwarded-Proto': 'http' }), 401, 'SESSION_REQUIRED');
    const plain = { Host: 'localhost', Origin: 'http://localhost' };
    const overHttp = await ask(ledger.baseUrl, {
      ...{ method: 'POST', path: '/console/session', from: proxy },
      body: { email: person.email, password: goodPassword },
      headers: { ...plain, 'X-Forwarded-For': anyClient() },
    });
    expectRefusal(overHttp, 400, 'CONNECTION_NOT_SECURE');
  });
});

describe('programs behind a trusted proxy', () => {
  test('are judged by their own address against the networks of their key', async () => {
    const key = await ledger.newKey(books.ledger, { allowedNetworks: ['192.0.2.0/24', '2001:db8::/32'] });
    for (const inside of ['192.0.2.7', '::ffff:192.0.2.7', '2001:DB8::7', `192.0.2.7, ${innerProxy}`])
      expect([inside, (await readLedger(key, proxy, inside)).status]).toEqual([inside, 200]);
    for (const outside of ['198.51.100.7', '192.0.2.7, 198.51.100.7', '192.0.2.7, nobody', 'nobody', '2001:db9::7', ''])
      expectRefusal(await readLedger(key, proxy, outside), 403, 'FORBIDDEN');
  });

  test('are refused if their key allows only the address of the proxy', async () => {
    const key = await ledger.newKey(books.ledger, { allowedNetworks: [`${proxy}/32`] });
    expectRefusal(await readLedger(key, proxy, anyClient()), 403, 'FORBIDDEN');
    expect((await ask(ledger.baseUrl, asProxyItself(key))).status).toBe(200);
  });

  test('without a valid key use up the budget of their own address', async () => {
    const [guesser, other] = [anyClient(), anyClient()];
    const answers = await Promise.all(Array.from({ length: 30 }, () => readLedger('sk_nobody', proxy, guesser)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await readLedger('sk_nobody', proxy, other)).status).toBe(401);
  });
});

const asProxyItself = (key: string) => ({
  ...{ path: '/api/v1/ledger', from: proxy },
  headers: { Authorization: `Bearer ${key}` },
});

describe('a sender that is no trusted proxy', () => {
  test('enters no network of a key by a header', async () => {
    const key = await ledger.newKey(books.ledger, { allowedNetworks: ['192.0.2.0/24', '127.0.20.0/24'] });
    for (const claimed of ['192.0.2.7', proxy, `192.0.2.7, ${proxy}`, '::ffff:192.0.2.7'])
      expectRefusal(await readLedger(key, stranger, claimed), 403, 'FORBIDDEN');
  });

  test('guesses passwords as one address, whatever its headers say, and not at all over plain HTTP', async () => {
    const guess = (claimed: string, headers: Record<string, string>) =>
      ask(ledger.baseUrl, {
        ...{ method: 'POST', path: '/console/session', from: stranger },
        body: { email: person.email, password: 'a wrong password' },
        headers: { 'X-Forwarded-For': claimed, ...headers },
      });
    expectRefusal(await guess(anyClient(), secure), 400, 'CONNECTION_NOT_SECURE');
    for (let count = 0; count < 5; count++) {
      clock.advance(1_000);
      expectRefusal(await guess(anyClient(), { Origin: ledger.baseUrl }), 401, 'SIGN_IN_FAILED');
    }
    expectRefusal(await guess(anyClient(), { Origin: ledger.baseUrl }), 429, 'SIGN_IN_LIMITED');
  });
});
