/** llms.txt, the index for language models: it is served, short, and every link in it works. */
import { startLedger, type TestLedger } from '../support/ledger';

let ledger: TestLedger;
let text: string;
beforeAll(async () => {
  ledger = await startLedger();
  const answer = await fetch(`${ledger.baseUrl}/llms.txt`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  text = await answer.text();
});
afterAll(() => ledger.close());

test('llms.txt has the usual form, and is shorter than 12,000 characters', () => {
  expect(text).toMatch(/^# Ledger\n\n> A multi-tenant double-entry ledger/);
  expect(text.match(/^## .*$/gm)).toEqual([
    '## Conventions',
    '## Ten operations to begin with',
    '## All operations by subject',
    '## More',
  ]);
  expect(text.length).toBeLessThan(12_000);
});

test('llms.txt names exactly the operations of the document', async () => {
  const { paths } = (await (await fetch(`${ledger.baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const named = [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/\S*)`/g)].map(([, operation = '']) => operation);
  expect(new Set(named)).toEqual(new Set(documented));
  const begun = [...text.matchAll(/^- `(\w+) (\S+)`: (.*)\.$/gm)];
  expect(begun).toHaveLength(10);
  for (const [, method = '', path = '', summary] of begun)
    expect(paths[path]?.[method.toLowerCase()]?.summary).toBe(summary);
});

test('llms.txt links to existing pages', async () => {
  const links = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, link = '']) => link);
  expect(links).toEqual(['/openapi.json', '/docs', '/openapi-admin.json']);
  for (const link of links) {
    const answer = await fetch(ledger.baseUrl + link);
    await answer.arrayBuffer();
    expect([link, answer.status]).toEqual([link, 200]);
  }
});

test('the service keeps the conventions that llms.txt states', async () => {
  const { api } = await ledger.newLedger();
  expect((await api.get('/accounts?unknown=1')).status).toBe(422);
  expect((await api.get('/accounts?limit=101')).status).toBe(422);
  expect((await api.get('/accounts?limit=100')).status).toBe(200);
});
