/** The static pages of the documentation: compressed, cacheable, and revalidated. */
import { request } from 'node:http';
import { startLedger, type TestLedger } from '../support/ledger';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.close());

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: number;
}

/** Returns the answer as it was sent, because fetch would decompress it. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> =>
  new Promise((resolve, reject) => {
    const asked = request(`${ledger.baseUrl}${path}`, { method, headers }, (response) => {
      let bytes = 0;
      response
        .on('data', (part: Buffer) => (bytes += part.length))
        .on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers as Received['headers'], bytes }),
        );
    });
    asked.once('error', reject).end();
  });

const large = ['/openapi.json', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'];

test.each(large)('%s is sent in the best accepted encoding, with the same content in each', async (path) => {
  const plain = await get(path);
  expect([plain.status, plain.headers['content-encoding'], plain.headers['vary']]).toEqual([
    200,
    undefined,
    'Accept-Encoding',
  ]);
  const content = Buffer.from(await (await fetch(ledger.baseUrl + path)).arrayBuffer());
  expect(content).toHaveLength(plain.bytes);
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const packed = await get(path, { 'Accept-Encoding': accepted });
    expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual([encoding, 'Accept-Encoding']);
    expect(packed.bytes).toBeLessThan(plain.bytes / 2);
    const unpacked = await fetch(ledger.baseUrl + path, { headers: { 'Accept-Encoding': accepted } });
    expect(Buffer.from(await unpacked.arrayBuffer()).equals(content)).toBe(true);
  }
});

test('a first visit with compression costs less than a third of the bytes', async () => {
  const all = [...large, '/docs', '/docs/start.js', '/docs/favicon-32x32.png'];
  const bytesOf = async (headers: Record<string, string>): Promise<number> =>
    (await Promise.all(all.map((path) => get(path, headers)))).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(await bytesOf({ 'Accept-Encoding': 'gzip, br' })).toBeLessThan((await bytesOf({})) / 3);
});

test.each([...large, '/docs', '/docs/start.js', '/docs/favicon-32x32.png'])(
  '%s is kept by caches, and sent again only after a change',
  async (path) => {
    for (const accepted of ['identity', 'gzip', 'br']) {
      const first = await get(path, { 'Accept-Encoding': accepted });
      expect(first.headers['cache-control']).toBe('public, no-cache');
      const etag = first.headers['etag'] ?? '';
      const again = await get(path, { 'Accept-Encoding': accepted, 'If-None-Match': etag });
      expect([again.status, again.bytes, again.headers['etag']]).toEqual([304, 0, etag]);
      const other = await get(path, { 'Accept-Encoding': accepted, 'If-None-Match': '"another"' });
      expect([other.status, other.bytes]).toEqual([200, first.bytes]);
      const head = await get(path, { 'Accept-Encoding': accepted }, 'HEAD');
      expect([head.status, head.bytes, head.headers['content-length']]).toEqual([200, 0, String(first.bytes)]);
    }
  },
);

test('each encoding has an ETag of its own', async () => {
  const tags = ['identity', 'gzip', 'br'].map(
    async (accepted) => (await get('/openapi.json', { 'Accept-Encoding': accepted })).headers['etag'],
  );
  expect(new Set(await Promise.all(tags)).size).toBe(3);
});

test.each(['/healthz', '/readyz', '/metrics', '/api/v1/ledger'])('%s is never cached', async (path) => {
  expect((await get(path)).headers['cache-control']).toBe('no-store');
});

test('GET / shows people a page with links, and answers 404 to programs', async () => {
  const page = await fetch(`${ledger.baseUrl}/`, { headers: { Accept: 'text/html,*/*' } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('href="/console"')]);
  const answer = await fetch(`${ledger.baseUrl}/`);
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
});
