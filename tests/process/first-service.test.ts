/** A service on the embedded database, as a person starts it: all that only a process of its own can show. */
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { client, type Client } from '../support/client';
import { runHere } from '../support/command-line';
import { freshDatabase, serviceEnvironment } from '../support/database';
import { click, keyedOperations, operationIn, successOf } from '../support/first-click';
import { ask, fromPage, goodPassword } from '../support/people';
import type { OpenApiDocument } from '../support/refusals-page';
import { install, type Installed, type Service } from '../support/service-process';

describe('"Try it out" on it', () => {
  let home: Installed;
  let service: Service;
  let api: Client;
  let document: OpenApiDocument;

  beforeAll(async () => {
    home = install();
    service = await home.serve();
    const { keys } = JSON.parse(fs.readFileSync(path.join(home.dataDirectory, 'demo-keys.json'), 'utf8')) as {
      keys: Readonly<Record<string, string>>;
    };
    const run = async (...args: readonly string[]) =>
      JSON.parse((await runHere([...args, '--json'], { LEDGER_DATA_DIR: home.dataDirectory })).stdout);
    // A person clicks slower than a test does. The service remembers the budget of the demo's key for a moment, but no key that is new.
    const { key, prefix } = await run('keys', 'rotate', '--key', keys['USD-MAIN']?.split('_')[1] ?? '');
    await run('keys', 'change', '--key', prefix, '--rate-limit', '1000');
    api = client(service.url, key);
    document = (await api.get('//openapi.json')).body as OpenApiDocument;
  });

  afterAll(() => home.remove());

  test.each(keyedOperations)('%s succeeds after all that stand before it', async (_, method, at) => {
    const answer = await click(api, document, method, at);
    expect([answer.status, answer.body.code]).toEqual([successOf(operationIn(document, method, at)), undefined]);
  });
});

const demoKeyOf = ({ dataDirectory }: Installed): string =>
  (JSON.parse(fs.readFileSync(path.join(dataDirectory, 'demo-keys.json'), 'utf8')) as { keys: Record<string, string> })
    .keys['USD-MAIN'] ?? '';

describe('a process of its own', () => {
  let home: Installed;
  beforeAll(() => {
    home = install();
  });
  afterAll(() => home.remove());

  test('logs each request with its id and key where that is asked for, and never the key itself', async () => {
    const service = await home.serve({ LOG_LEVEL: 'debug' });
    const key = /Bearer (\S+)'/.exec(service.stdout())?.[1] ?? '';
    const answer = await client(service.url, key).get('/ledger', { 'X-Request-Id': 'look-for-me' });
    expect(answer.status).toBe(200);
    const { stderr } = await service.stop('SIGTERM');
    const line = stderr.split('\n').find((one) => one.includes('look-for-me')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      level: 'debug',
      requestId: 'look-for-me',
      method: 'GET',
      route: '/api/v1/ledger',
      status: 200,
      key: key.split('_')[1],
    });
    expect(stderr).not.toContain(key);
  });

  test('sends traces of requests and statements to an OTLP endpoint, and no key with them', async () => {
    const received: Buffer[] = [];
    const collector = createServer((request, response) => {
      request.on('data', (part: Buffer) => received.push(part)).on('end', () => response.end());
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const service = await home.serve({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    const key = demoKeyOf(home);
    expect((await client(service.url, key).get('/ledger')).status).toBe(200);
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0 });
    collector.close();
    const text = Buffer.concat(received).toString('latin1');
    expect(text).toContain('/api/v1/ledger');
    expect(text).toMatch(/pg\.query|db\.system/);
    // What a transaction begins with holds the id of its ledger, and on behalf of whom it is.
    expect(text).toContain('set local ledger.scope = ?');
    expect(text).not.toMatch(/set local [\w.]+ = '/);
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.split('_')[2]);
  });
});

describe('a start on the embedded database', () => {
  let home: Installed;
  beforeAll(() => {
    home = install();
  });
  afterAll(() => home.remove());

  const linkIn = (service: Service): string =>
    /^Sign in to the console, once: (\S+)$/m.exec(service.stdout())?.[1] ?? '';

  test('prints a link by which one signs in as the admin of the demo, the next start none, and trusted proxies are believed', async () => {
    const first = await home.serve();
    const link = linkIn(first);
    expect(link.startsWith(`${first.url}/console/invitation#invite_`)).toBe(true);
    const { status, body } = await fromPage({ baseUrl: first.url }).post('//console/invitation', {
      ...{ token: link.split('#')[1], password: goodPassword },
    });
    expect(status).toBe(200);
    expect(body.data.operator).toMatchObject({ role: 'admin', tenant_id: null });
    expect(body.data.ledgers.map(({ code }: { code: string }) => code).sort()).toEqual([
      'EUR-MAIN',
      'USD-BRANCH',
      'USD-MAIN',
    ]);
    await first.stop('SIGTERM');
    const second = await home.serve({ LEDGER_TRUSTED_PROXIES: '127.0.20.1/32' });
    expect(linkIn(second)).toBe('');
    expect(second.stdout()).not.toMatch(/sk_|invite_/);
    // The proxy that the environment names is believed that it ended TLS, and no other.
    const behind = (proxy: string) =>
      ask(second.url, {
        ...{ method: 'POST', path: '/console/session', from: proxy, body: { email: 'a@b', password: 'wrong' } },
        headers: { Host: 'ledger.example', Origin: 'https://ledger.example', 'X-Forwarded-Proto': 'https' },
      });
    expect((await behind('127.0.20.1')).body.code).toBe('SIGN_IN_FAILED');
    expect((await behind('127.0.20.2')).body.code).toBe('CONNECTION_NOT_SECURE');
    expect((await second.stop('SIGTERM')).stderr).toBe('');
  });

  test('makes nobody on a database of one’s own', async () => {
    const database = await freshDatabase();
    const environment = serviceEnvironment(database.url);
    const own = await home.serve(environment);
    expect(linkIn(own)).toBe('');
    await own.stop('SIGTERM');
    expect((await runHere(['operators', 'list'], environment)).stdout).toBe('There are no operators.\n');
    await database.drop();
  });
});
