import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { client } from '../support/client';
import { HandClock } from '../support/hand-clock';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { account, dataOf, expectRefusal, openBooks, sentence, transaction } from '../support/requests';
import { refusedWrite } from '../support/untouched';

const clock = new HandClock('2026-01-15T10:00:00.000Z');
const nextSecond = () => clock.advance(1000);

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([replace(CLOCK, [], () => clock)]);
  books = await openBooks(ledger);
});

beforeEach(nextSecond);

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const asking = (authorization?: string) =>
  client(ledger.baseUrl).get('/accounts', authorization === undefined ? {} : { Authorization: authorization });

const prefixOf = (key: string): string => key.split('_')[1] ?? '';

describe('a request without a valid key', () => {
  const unauthorized = { success: false, code: 'UNAUTHORIZED', message: sentence };
  const flipped = (key: string, at: number) => key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);

  test.each<[what: string, header: () => string | undefined | Promise<string>]>([
    ['no Authorization header', () => undefined],
    ['an empty header', () => ''],
    ['only a scheme', () => 'Bearer'],
    ['a scheme and a space', () => 'Bearer '],
    ['only the key', () => books.key],
    ['another scheme', () => `Basic ${books.key}`],
    ['the key twice', () => `Bearer ${books.key} ${books.key}`],
    ['text after the key', () => `Bearer ${books.key}x`],
    ['a part of the key', () => `Bearer ${books.key.slice(0, -1)}`],
    ['the prefix without the secret', () => `Bearer sk_${prefixOf(books.key)}_`],
    ['a secret that differs in one character', () => `Bearer ${flipped(books.key, 20)}`],
    ['a wrong checksum', () => `Bearer ${flipped(books.key, books.key.length - 1)}`],
    ['the key in capitals', () => `Bearer ${books.key.toUpperCase()}`],
    ['text that is not a key', () => 'Bearer sk_live_hello'],
    ['very long text', () => `Bearer ${'x'.repeat(8000)}`],
    [
      'a key that was revoked',
      async () => {
        const key = await ledger.newKey(books.ledger);
        dataOf(await asking(`Bearer ${key}`), 200);
        expected(await ledger.app.access.revokeKey(prefixOf(key)));
        return `Bearer ${key}`;
      },
    ],
    [
      'a key that expired',
      async () => {
        const expiresAt = new Date(clock.now().getTime() + 1000);
        const { key } = expected(await ledger.app.access.issueKey({ ledger: books.ledger, expiresAt }));
        dataOf(await asking(`Bearer ${key}`), 200);
        nextSecond();
        return `Bearer ${key}`;
      },
    ],
  ])('but %s gets the same 401', async (_, header) => {
    const answer = await asking(await header());
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(unauthorized);
    expect(answer.body.message).toBe((await asking()).body.message);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(answer.headers.get('X-RateLimit-Limit')).toBeNull();
  });

  test.each([
    ['GET', '/no/such/path'],
    ['GET', ''],
    ['POST', '/accounts'],
    ['DELETE', '/accounts'],
    ['GET', '/accounts/not-an-id'],
    ['GET', '/accounts?limit=0'],
    ['GET', '/accounts?api_key=KEY&access_token=KEY'],
  ])('gets 401 before any other check: %s %s', async (method, path) => {
    const { status, body } = await client(ledger.baseUrl).send(method, path.replaceAll('KEY', books.key), undefined);
    expect([status, body]).toEqual([401, unauthorized]);
  });

  test('writes nothing', async () => {
    const anonymous = client(ledger.baseUrl);
    expect((await refusedWrite(ledger, books, () => anonymous.post('/accounts', account()))).status).toBe(401);
  });

  test('gets 429 from the 21st per second, while a valid key from the same address still works', async () => {
    for (let failures = 0; failures < 20; failures++) expect((await asking()).status).toBe(401);
    const limited = await asking('Bearer nonsense');
    expectRefusal(limited, 429, 'RATE_LIMIT_EXCEEDED');
    expect([limited.headers.get('Retry-After'), limited.body.meta]).toEqual(['1', { retry_after: 1 }]);
    expect((await asking(`Bearer ${books.key}`)).status).toBe(200);
    nextSecond();
    expect((await asking()).status).toBe(401);
  });
});

describe('a request with a valid key', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('may write the scheme as %s', async (scheme) => {
    expect((await asking(`${scheme} ${books.key}`)).status).toBe(200);
  });

  test('sees the ledger of its key and no other', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    expect((await books.api.get('/ledger')).body.data).toMatchObject({ id: books.ledger.id, currency: 'USD' });
    expect((await other.api.get('/ledger')).body.data.id).toBe(other.ledger.id);
    expect((await other.api.get('/accounts')).body.data).toEqual([]);
  });
});

describe('the rate budget of a key', () => {
  const limitedTo = async (rateLimitPerSecond: number) =>
    client(ledger.baseUrl, await ledger.newKey(books.ledger, { rateLimitPerSecond }));
  const budget = ({ headers }: { readonly headers: Headers }) =>
    ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`X-RateLimit-${name}`));

  test('is shown in every answer, counts down, and then refuses until the next second', async () => {
    const api = await limitedTo(2);
    expect(budget(await api.get('/accounts'))).toEqual(['2', '1', '1']);
    const missing = await api.get('/no/such/path');
    expect([missing.status, ...budget(missing)]).toEqual([404, '2', '0', '1']);
    for (const limited of [await api.get('/accounts'), await api.post('/transactions', transaction())]) {
      expect(limited.status).toBe(429);
      const code = 'RATE_LIMIT_EXCEEDED';
      expect(limited.body).toEqual({ success: false, code, message: sentence, meta: { retry_after: 1 } });
      expect(limited.headers.get('Retry-After')).toBe('1');
      expect(budget(limited)).toEqual(['2', '0', '1']);
    }
    nextSecond();
    expect(budget(await api.get('/accounts'))).toEqual(['2', '1', '1']);
  });

  test('refuses a write before it is read', async () => {
    const api = await limitedTo(1);
    await api.get('/accounts');
    expectRefusal(
      await refusedWrite(ledger, books, () => api.post('/accounts', account())),
      429,
      'RATE_LIMIT_EXCEEDED',
    );
    expect((await api.send('POST', '/accounts', 'not JSON at all')).status).toBe(429);
  });

  test('is ten requests per second by default', async () => {
    const { key } = expected(await ledger.app.access.issueKey({ ledger: books.ledger }));
    const answers = [];
    for (let request = 0; request < 11; request++) answers.push(await asking(`Bearer ${key}`));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test('admits exactly its number of concurrent requests', async () => {
    const api = await limitedTo(7);
    const answers = await Promise.all(Array.from({ length: 30 }, () => api.get('/ledger')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(23);
  });

  test('is separate for each key', async () => {
    const [one, other] = [await limitedTo(1), await limitedTo(1)];
    expect((await one.get('/ledger')).status).toBe(200);
    expect((await one.get('/ledger')).status).toBe(429);
    expect((await other.get('/ledger')).status).toBe(200);
  });

  test('counts a batch as one request, and a refusal too', async () => {
    const api = await limitedTo(5);
    const batch = await api.post('/transactions/batch', {
      transactions: [transaction(), transaction(), transaction()],
    });
    expect([batch.status, ...budget(batch)]).toEqual([202, '5', '4', '1']);
    const refused = await api.post('/transactions', {});
    expect([refused.status, ...budget(refused)]).toEqual([400, '5', '3', '1']);
  });
});
