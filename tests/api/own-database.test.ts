/**
 * A service that starts with the user's own database creates no demo and shows no key, whatever its role. `ledger demo` creates the demo on
 * request.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { client } from '../support/client';
import { runHere } from '../support/command-line';
import { freshDatabase, type TestDatabase } from '../support/database';
import { install, ledgerProgram, type Installed, type Service } from '../support/service-process';

let home: Installed;
let database: TestDatabase;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  home = install();
  database = await freshDatabase();
  environment = { DATABASE_URL: database.url, LEDGER_ALLOW_UNSAFE_DATABASE: 'yes', LOG_LEVEL: 'error' };
});
afterAll(async () => {
  await home.remove();
  await database.drop();
});

const run = (command: string) => runHere(command.split(' '), environment);
const json = async (command: string) => JSON.parse((await run(`${command} --json`)).stdout);
const keyPattern = /sk_[a-z0-9]{12}_[A-Za-z0-9]{43,}/;

describe('a start on the user’s own empty database', () => {
  let service: Service;

  beforeAll(async () => {
    service = await home.serve(environment);
  });
  afterAll(() => service.stop('SIGTERM'));

  test('creates no tenant, and stores or prints no key', async () => {
    expect(await json('tenants list')).toEqual({ tenants: [], has_more: false });
    expect(service.stdout()).not.toMatch(keyPattern);
    expect(existsSync(join(home.dataDirectory, 'demo-keys.json'))).toBe(false);
  });

  test('prints commands that create a tenant, a ledger and a key when pasted', async () => {
    const commands = [...service.stdout().matchAll(/^ +npx ledger (.*)$/gm)].map(([, text]) => text as string);
    expect(commands.map((text) => text.split(' --')[0])).toEqual(['tenants create', 'ledgers create', 'keys create']);
    // Runs the commands in a shell, with the program in place of `npx ledger`.
    const pasted = commands.map((text) => `'${ledgerProgram[0]}' ${text}`).join(' && ');
    const shell = `require('node:child_process').execFileSync('/bin/sh', ['-c', process.argv[1]], { stdio: 'inherit' })`;
    const { code, stdout } = await home.run(['-e', shell, pasted], environment).ended;
    const key = keyPattern.exec(stdout)?.[0];
    expect([code, key]).toEqual([0, expect.any(String)]);
    const { status, body } = await client(service.url, key).get('/ledger');
    expect([status, body.data.code]).toEqual([200, 'MAIN']);
  });

  test('is followed by starts that print no key, and no longer say that there are no books', async () => {
    const next = await home.serve(environment);
    const { stdout } = await next.stop('SIGTERM');
    expect(stdout).not.toMatch(keyPattern);
    expect(stdout).not.toContain('There are no books');
  });
});

describe('ledger demo', () => {
  test('creates the demo once, shows its keys once, and stores them nowhere', async () => {
    const [first, again] = [await json('demo'), await json('demo')];
    expect(Object.keys(first.keys)).toEqual(['USD-MAIN', 'EUR-MAIN']);
    expect(again).toEqual({ ...first, keys: {} });
    expect((await run('demo')).stdout).not.toMatch(keyPattern);
    expect(existsSync(join(home.dataDirectory, 'demo-keys.json'))).toBe(false);
    const { strings } = await json('strings list --tenant demo');
    const members = strings.map(({ ledgers }: { ledgers: readonly { code: string }[] }) =>
      ledgers.map(({ code }) => code),
    );
    expect(members).toEqual([['EUR-MAIN', 'USD-BRANCH', 'USD-MAIN']]);
    const service = await home.serve(environment);
    expect((await client(service.url, first.keys['EUR-MAIN']).get('/ledger')).body.data.code).toBe('EUR-MAIN');
    expect((await service.stop('SIGTERM')).stdout).not.toMatch(keyPattern);
  });
});

describe('a worker', () => {
  let worker: Service;

  beforeAll(async () => {
    worker = await home.serve({ ...environment, LEDGER_ROLE: 'worker' });
  });
  afterAll(() => worker.stop('SIGTERM'));

  test.each([
    ['/healthz', /"status":"ok"/],
    ['/readyz', /"poster":"ok"/],
    ['/metrics', /^ledger_backlog_transactions 0$/m],
  ])('answers %s at the address that it prints', async (path, body) => {
    const answer = await fetch(`${worker.url}${path}`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(body)]);
  });

  test.each(['/api/v1/ledger', '/api/v1/transactions', '/docs', '/openapi.json', '/'])(
    'answers 404 at %s, with or without a key',
    async (path) => {
      for (const Authorization of ['', `Bearer sk_aaaaaaaaaaaa_${'a'.repeat(49)}`]) {
        const answer = await fetch(`${worker.url}${path}`, { headers: { Authorization } });
        expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
      }
    },
  );

  test('posts transactions that an api process accepted, and both print their role', async () => {
    const accepting = await home.serve({ ...environment, LEDGER_ROLE: 'api' });
    const { key } = await json('keys create --ledger MAIN');
    const api = client(accepting.url, key);
    for (const [code, type] of Object.entries({ CASH: 'asset', SALES: 'revenue' }))
      expect((await api.post('/accounts', { code, name: code, type, category: 'system' })).status).toBe(201);
    const sale = {
      effective_date: '2026-01-15',
      description: 'Cash sale',
      idempotency_key: 'sale-1',
      entries: [
        { account_code: 'CASH', type: 'debit', amount: '1.00' },
        { account_code: 'SALES', type: 'credit', amount: '1.00' },
      ],
    };
    expect((await api.post('/transactions', sale, { Prefer: 'wait=20' })).body.data.status).toBe('posted');
    expect((await accepting.stop('SIGTERM')).stdout).toMatch(/a process with LEDGER_ROLE=worker \(or all\) posts them/);
    expect(worker.stdout()).toMatch(/serves only \/healthz, \/readyz, \/metrics\./);
  });
});
