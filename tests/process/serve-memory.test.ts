/** `ledger serve --memory` as users run it: its output, that the whole service works, and that nothing is left when it ends. */
import { existsSync } from 'node:fs';
import { client } from '../support/client';
import { startHere } from '../support/command-line';
import { freePort, install, ledgerProgram, type Installed, type Service } from '../support/service-process';

const serve = ['serve', '--memory'];

let home: Installed;
let service: Service;

beforeAll(async () => {
  home = install();
  service = await home.serve({}, [...ledgerProgram, ...serve]);
});
afterAll(() => home.remove());

/** The key on the line of the output that begins with these words. */
const printed = (text: string, words: string): string => {
  const key = new RegExp(`^${words}: (\\S+)$`, 'm').exec(text)?.[1];
  if (key === undefined) throw new Error(`no "${words}" in: ${text}`);
  return key;
};
const ledgerWords = 'A key for the demo ledger USD-MAIN';
const adminWords = 'A key of an administrator, for /admin/v1';
const ledgerKey = (): string => printed(service.stdout(), ledgerWords);

const sale = {
  effective_date: '2026-01-15',
  description: 'Cash sale',
  idempotency_key: 'sale-1',
  entries: [
    { account_code: 'CASH', type: 'debit', amount: '10.50' },
    { account_code: 'SALES', type: 'credit', amount: '10.50' },
  ],
};

test('the output first warns that nothing is kept', () => {
  expect(service.stdout().split('\n').slice(0, 5)).toEqual([
    'IN MEMORY: NOTHING IS KEPT. When this process ends, every ledger, key and transaction in it is gone.',
    'Use it to test programs against the API. Do not keep books in it.',
    '',
    `The ledger listens on ${service.url}`,
    `Documentation: ${service.url}/docs`,
  ]);
});

test('a test suite creates a ledger with the administrator’s key, posts to it and reads the balance', async () => {
  const admin = client(service.url, printed(service.stdout(), adminWords));
  const tenant = await admin.post('//admin/v1/tenants', { name: 'Suite' });
  expect(tenant.status).toBe(201);
  const opened = await admin.post('//admin/v1/ledgers', {
    tenant_id: tenant.body.data.id,
    code: 'BOOKS',
    name: 'Books',
    currency: 'EUR',
  });
  expect(opened.status).toBe(201);
  const issued = await admin.post('//admin/v1/keys', {
    ledger_id: opened.body.data.id,
    scopes: ['read', 'post', 'chart'],
    name: 'suite',
  });
  expect(issued.status).toBe(201);
  const api = client(service.url, issued.body.data.key);
  for (const [code, type] of [
    ['CASH', 'asset'],
    ['SALES', 'revenue'],
  ])
    expect((await api.post('/accounts', { code, name: code, type, category: 'system' })).status).toBe(201);
  expect((await api.post('/transactions', sale, { Prefer: 'wait=30' })).body).toMatchObject({
    data: { status: 'posted' },
  });
  expect((await api.get('/accounts/code/CASH/balance')).body).toMatchObject({
    data: { balances: { settled: '10.50' } },
  });
});

test.each(['/readyz', '/metrics', '/console', '/docs', '/openapi.json'])('%s answers', async (path) => {
  expect((await fetch(service.url + path)).status).toBe(200);
});

test('the service leaves nothing on the disk when it ends, and the next one refuses its keys', async () => {
  const key = ledgerKey();
  expect((await client(service.url, key).get('/ledger')).status).toBe(200);
  const { code } = await service.stop('SIGTERM');
  expect([code, existsSync(home.dataDirectory)]).toEqual([0, false]);

  const port = await freePort();
  const next = startHere(serve, { PORT: String(port), LOG_LEVEL: 'warn' });
  await next.says(/listens on .*\n/);
  const url = `http://127.0.0.1:${port}`;
  expect((await client(url, key).get('/ledger')).status).toBe(401);
  expect((await client(url, printed(next.stdout(), ledgerWords)).get('/ledger')).status).toBe(200);
  expect((await next.stop('SIGTERM')).code).toBe(0);
});
