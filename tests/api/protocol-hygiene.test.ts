/** The HTTP rules around every request: headers that may appear only once, limits, and refusals under load. */
import { createAdmission } from '../../src/app/fair-shares/admission';
import { maxHeaderCount } from '../../src/kernel/http/request-headers';
import { keepAliveTimeoutMs, maxHeaderBytes } from '../../src/app/listen';
import { record } from '../support/answers';
import { startLedger, type TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { account, dataOf, decide, expectRefusal, whileLedgerIsHeld, openBooks, transaction } from '../support/requests';
import { sendRaw } from '../support/raw-socket';
import { refusedUntouched } from '../support/untouched';
import { bareClient } from '../support/bare-client';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

const head = (method: string, path: string, ...headers: readonly string[]): readonly string[] => [
  `${method} /api/v1${path} HTTP/1.1`,
  'Connection: close',
  ...headers,
];
const host = 'Host: ledger.example';
const bearer = (): string => `Authorization: Bearer ${books.key}`;

describe('a header that may appear only once', () => {
  test.each<[name: string, headers: () => readonly string[]]>([
    ['Host', () => [host, 'Host: other.example', bearer()]],
    ['Authorization', () => [host, bearer(), 'authorization: Bearer sk_other']],
    ['Authorization', () => [host, bearer(), bearer()]],
    ['Idempotency-Key', () => [host, bearer(), 'Idempotency-Key: a', 'IDEMPOTENCY-KEY: a']],
  ])('gets 400 if it appears twice, and nothing is written: %s', async (name, headers) => {
    const body = JSON.stringify(account());
    const length = [`Content-Type: application/json`, `Content-Length: ${body.length}`];
    await refusedUntouched(ledger, books, async () => {
      const answer = await sendRaw(ledger.baseUrl, head('POST', '/accounts', ...headers(), ...length), body);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('"code":"MALFORMED_REQUEST"');
      expect(answer.text).toContain(`The header ${name} was sent more than once`);
      expect(answer.text).toMatch(/^X-Request-Id: \S+/im);
      const answered = JSON.parse(answer.text.slice(answer.text.indexOf('\r\n\r\n'))) as unknown;
      record({ method: 'POST', url: `${ledger.baseUrl}/api/v1/accounts`, status: answer.status, body: answered });
      return { status: answer.status } as never;
    });
  });

  test('gets 400 outside the API too', async () => {
    const answer = await sendRaw(ledger.baseUrl, ['GET /healthz HTTP/1.1', 'Connection: close', host, host]);
    expect(answer.status).toBe(400);
  });

  test('is accepted once, and other headers may appear twice', async () => {
    const headers = [host, bearer(), 'Idempotency-Key: once', 'Accept: a/b', 'Accept: c/d'];
    expect((await sendRaw(ledger.baseUrl, head('GET', '/ledger', ...headers))).status).toBe(200);
  });
});

describe('the parser refuses', () => {
  test.each<[what: string, status: number, lines: () => readonly string[]]>([
    ['a request without a host', 400, () => head('GET', '/ledger', bearer())],
    [
      'more bytes of headers than are allowed',
      431,
      () => head('GET', '/ledger', host, `X: ${'x'.repeat(maxHeaderBytes)}`),
    ],
    ['a path that is too long', 431, () => head('GET', `/accounts?search=${'x'.repeat(maxHeaderBytes)}`, host)],
    ['two lengths', 400, () => head('POST', '/accounts', host, 'Content-Length: 1', 'Content-Length: 2')],
    [
      'a length together with chunks',
      400,
      () => head('POST', '/accounts', host, 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    ],
    ['a header with a line break', 400, () => head('GET', '/ledger', host, 'X: a\r b')],
    ['text that is not HTTP', 400, () => ['hello']],
  ])('%s', async (_, status, lines) => {
    expect((await sendRaw(ledger.baseUrl, lines())).status).toBe(status);
  });

  test('nothing within its limits', async () => {
    const allowed = head('GET', '/ledger', host, bearer());
    const many = Array.from({ length: maxHeaderCount - allowed.length + 1 }, (_, index) => `X-${index}: y`);
    expect((await sendRaw(ledger.baseUrl, [...allowed, ...many])).status).toBe(200);
    expect(keepAliveTimeoutMs).toBeGreaterThan(60_000);
  });
});

describe('the service cuts nothing off, but refuses', () => {
  const many = Array.from({ length: maxHeaderCount }, (_, index) => `X-${index}: y`);

  test.each([
    ['a key before them', () => [host, bearer(), ...many]],
    ['a second key after them', () => [host, bearer(), ...many, 'Authorization: Bearer x']],
    ['a header of a proxy after them', () => [host, bearer(), ...many, 'X-Forwarded-For: 8.8.8.8']],
  ])('more headers than are allowed, with %s', async (_, headers) => {
    const answer = await sendRaw(ledger.baseUrl, head('GET', '/ledger', ...headers()));
    expect(answer.status).toBe(431);
    expect(answer.text).toContain('"code":"TOO_MANY_HEADERS"');
    expect(answer.text).toMatch(/^X-Request-Id: \S+/im);
    const body = JSON.parse(answer.text.slice(answer.text.indexOf('\r\n\r\n'))) as unknown;
    record({ method: 'GET', url: `${ledger.baseUrl}/api/v1/ledger`, status: answer.status, body });
  });

  test('a release whose body length comes after too many headers', async () => {
    const { id } = await decide(books.api, { layer: 'pending' });
    const body = JSON.stringify({ amount: '1.00' });
    const length = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const lines = head('POST', `/transactions/${id}/release`, host, bearer(), ...many, ...length);
    expect((await sendRaw(ledger.baseUrl, lines, body)).status).toBe(431);
    expect(dataOf(await books.api.get(`/transactions/${id}`), 200).hold.state).toBe('open');
  });

  test('more query parameters than it reads', async () => {
    const query = `${'status=posted&'.repeat(1_000)}layer=pending`;
    expectRefusal(await books.api.get(`/transactions?${query}`), 422, 'VALIDATION_ERROR');
  });

  test.each(['a%00b', '%00', '%ED%A0%80', ''])('an invalid attribute key: %j', async (key) => {
    expect((await books.api.get(`/transactions?attributes[${key}]=x`)).status).toBe(422);
  });
});

describe('more requests than can be served', () => {
  test('are served in turn or refused with 429, and none loses its connection', async () => {
    const places = { places: 2, placesEach: 2, maxWaitMs: 60_000, maxWaitingEach: 10 };
    const admission = createAdmission({
      working: places,
      awaitingOutcome: places,
      refusalsPerSecond: 1_000,
      promptMs: 0,
      maxHeldBackMs: 100,
      maxHeldBack: 64,
      retryAfterSeconds: 3,
    });
    const crowded = await startLedger([], { admission });
    try {
      const books = await openBooks(crowded);
      const { api, key } = books;
      const bare = bareClient(crowded.baseUrl, key, 64);
      const bodies = Array.from({ length: 64 }, () => transaction());
      // The test holds the ledger's lock, so that the requests are still running when the last one arrives.
      const answers = await whileLedgerIsHeld(crowded, books, () =>
        Promise.all(bodies.map((body) => bare.send('POST', '/transactions', JSON.stringify(body)))),
      );
      const refused = answers.filter(({ status }) => status === 429);
      const accepted = answers.filter(({ status }) => status === 202);
      expect(refused.length).toBeGreaterThan(0);
      expect(accepted.length).toBeGreaterThanOrEqual(12);
      expect(refused.length + accepted.length).toBe(64);
      for (const { text, headers } of refused) {
        expect(JSON.parse(text)).toMatchObject({
          success: false,
          code: 'RATE_LIMIT_EXCEEDED',
          meta: { retry_after: 3 },
        });
        expect(headers['retry-after']).toBe('3');
      }
      const again = bodies.map((body) => bare.send('POST', '/transactions', JSON.stringify(body)));
      for (const { status } of await Promise.all(again)) expect([202, 429]).toContain(status);
      expect(admission.counts()).toMatchObject({ active: 0, waiting: 0 });
      expect(dataOf(await api.get('/transactions?limit=100'), 200).length).toBeGreaterThanOrEqual(accepted.length);
      bare.close();
    } finally {
      await crowded.close();
    }
  });
});
