/** A caller that sends slowly, reads slowly or requests megabytes does not delay other callers. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createAdmission } from '../../src/app/fair-shares/admission';
import { maxPageBytes } from '../../src/kernel/page';
import { bareClient } from '../support/bare-client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { account, dataOf, expectRefusal, onLedger, openBooks, transaction } from '../support/requests';

const admission = createAdmission();
let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([], { admission });
  books = await openBooks(ledger);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const connected = async (): Promise<Socket> => {
  const { hostname, port } = new URL(ledger.baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
};

const head = (key: string, method: string, path: string, ...headers: readonly string[]): string =>
  [
    `${method} /api/v1${path} HTTP/1.1`,
    ...['Host: ledger.example', `Authorization: Bearer ${key}`, 'Content-Type: application/json', ...headers],
    ...['', ''],
  ].join('\r\n');

describe('a body that comes slowly', () => {
  test('occupies no place while it arrives, and is answered when it is complete', async () => {
    const body = JSON.stringify(account());
    const slow = await Promise.all(Array.from({ length: 40 }, connected));
    for (const socket of slow) {
      socket.write(head(books.key, 'POST', '/accounts', `Content-Length: ${body.length}`));
      socket.write(body.slice(0, 1));
    }
    dataOf(await books.api.get('/ledger'), 200);
    expect(admission.counts()).toMatchObject({ active: 0, waiting: 0 });
    const [first] = slow as [Socket];
    first.write(body.slice(1));
    const [answer] = (await once(first, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 201 /);
    for (const socket of slow) socket.destroy();
  });

  test('does not delay a request on another connection of the same key', async () => {
    const socket = await connected();
    socket.write(head(books.key, 'POST', '/transactions', 'Content-Length: 1000'));
    socket.write('{');
    expect((await books.api.post('/transactions', transaction())).status).toBe(202);
    socket.destroy();
  });
});

describe('a client that closes its side of the connection', () => {
  test('still gets the answer to its request', async () => {
    const socket = await connected();
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    const body = JSON.stringify(transaction());
    socket.end(head(books.key, 'POST', '/transactions', `Content-Length: ${body.length}`) + body);
    await once(socket, 'close');
    expect(Buffer.concat(parts).toString()).toMatch(/^HTTP\/1\.1 202 /);
  });
});

describe('a page', () => {
  const heavy = { text: 'x'.repeat(16_000) };

  test.each<[name: string, path: string, write: (own: TestBooks) => Promise<unknown>, count: number]>([
    [
      'transactions with heavy metadata',
      '/transactions',
      ({ api }) => api.post('/transactions', transaction({ metadata: heavy })),
      100,
    ],
    [
      'accounts with heavy metadata',
      '/accounts',
      ({ api }) => api.post('/accounts', account({ metadata: heavy })),
      102,
    ],
  ])('ends at one megabyte in both directions, and omits nothing: %s', async (_, path, write, count) => {
    const own = await openBooks(ledger);
    for (let written = 0; written < 100; written++)
      expect([201, 202]).toContain(((await write(own)) as never)['status']);
    const bare = bareClient(ledger.baseUrl, own.key);
    const walk = async (from: string | null, way: 'next_cursor' | 'previous_cursor'): Promise<readonly string[][]> => {
      const pages: string[][] = [];
      for (let cursor = from; ;) {
        const { text } = await bare.send('GET', `${path}?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`);
        expect(Buffer.byteLength(text)).toBeLessThan(maxPageBytes + 64 * 1024);
        const { data, meta } = JSON.parse(text) as {
          data: { id: string }[];
          meta: { pagination: Record<string, string | null> };
        };
        expect(data.length).toBeGreaterThan(0);
        pages.push(data.map(({ id }) => id));
        expect(meta.pagination['has_more']).toBe(meta.pagination['next_cursor'] !== null);
        cursor = meta.pagination[way] ?? null;
        if (cursor === null) {
          if (way === 'previous_cursor') return pages.reverse();
          const last = meta.pagination['previous_cursor'] ?? null;
          const back = (await walk(last, 'previous_cursor')).flat();
          expect([...back, ...data.map(({ id }) => id)]).toEqual(pages.flat());
          return pages;
        }
      }
    };
    const pages = await walk(null, 'next_cursor');
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.flat()).size).toBe(count);
    expect(pages.flat().length).toBe(count);
    bare.close();
  });
});

describe('the tree of accounts', () => {
  test('is sent whole, with its length, however many accounts it has', async () => {
    const own = await openBooks(ledger);
    await addAccounts(own, 2_000, 0);
    const bare = bareClient(ledger.baseUrl, own.key);
    const { text, headers } = await bare.send('GET', '/accounts?tree=true');
    bare.close();
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
    const { data } = JSON.parse(text) as { data: { code: string; children: unknown[] }[] };
    const inTree = (nodes: readonly { children: unknown[] }[]): number =>
      nodes.reduce((count, { children }) => count + 1 + inTree(children as typeof nodes), 0);
    expect(inTree(data)).toBe(2_002);
  });

  test('is refused if it exceeds the maximum size of an answer', async () => {
    const own = await openBooks(ledger);
    await addAccounts(own, 1_100, 16_000);
    expectRefusal(await own.api.get('/accounts?tree=true'), 422, 'ACCOUNT_TREE_TOO_LARGE');
    dataOf(await own.api.get('/accounts?limit=1'), 200);
  });

  const addAccounts = (own: TestBooks, count: number, metadataBytes: number): Promise<unknown> =>
    onLedger(ledger, own, (query) =>
      query(`insert into accounts (ledger_id, id, code, name, type, category, normal_balance, metadata, created_at, updated_at)
             select h.ledger_id, gen_random_uuid(), 'N' || n, 'Account ' || n, 'asset', 'system', 'debit',
                    ${metadataBytes === 0 ? 'null' : `json_build_object('text', repeat('x', ${metadataBytes}))`}, now(), now()
               from ledger_heads h cross join generate_series(1, ${count}) n
              where h.ledger_id = '${own.ledger.id}'`),
    );
});

describe('a path without parameters', () => {
  test.each([
    ['GET', '/transactions/batch', 'POST'],
    ['DELETE', '/transactions/correlation', 'GET, HEAD'],
    ['POST', '/transactions/correlation', 'GET, HEAD'],
    ['DELETE', '/transactions/batch', 'POST'],
  ])('answers 405 to %s %s, and names the allowed methods', async (method, path, allowed) => {
    const bare = bareClient(ledger.baseUrl, books.key);
    const { status, headers, text } = await bare.send(method, path);
    expect([status, headers['allow']]).toEqual([405, allowed]);
    expect(JSON.parse(text)).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    bare.close();
  });
});
