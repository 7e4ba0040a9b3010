/** A service on the embedded database, started as users start it. The tests here need a service in a process of its own. */
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

describe('"Try it out" on a first service', () => {
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
    // This test sends requests faster than a person clicks, and would use up the rate budget of the demo's key. The service caches the
    // budget of a known key, so the test rotates the key and raises the budget of the new one.
    const { key, prefix } = await run('keys', 'rotate', '--key', keys['USD-MAIN']?.split('_')[1] ?? '');
    await run('keys', 'change', '--key', prefix, '--rate-limit', '1000');
    api = client(service.url, key);
    document = (await api.get('//openapi.json')).body as OpenApiDocument;
  });

  afterAll(() => home.remove());

  test.each(keyedOperations)('%s succeeds after the operations before it', async (_, method, at) => {
    const answer = await click(api, document, method, at);
    expect([answer.status, answer.body.code]).toEqual([successOf(operationIn(document, method, at)), undefined]);
  });
});

const demoKeyOf = ({ dataDirectory }: Installed): string =>
  (JSON.parse(fs.readFileSync(path.join(dataDirectory, 'demo-keys.json'), 'utf8')) as { keys: Record<string, string> })
    .keys['USD-MAIN'] ?? '';

describe('a service in its own process', () => {
  let home: Installed;
  beforeAll(() => {
    home = install();
  });
  afterAll(() => home.remove());

  test('logs each request with its id and key prefix at level debug, and never the key itself', async () => {
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

  test('writes no secret or personal data to traces, metrics, its outputs or the log of PostgreSQL', async () => {
    // When the service first starts, it creates the demo and prints the demo's key; later it prints no key.
    await (await home.serve()).stop('SIGTERM');
    const traces: Buffer[] = [];
    const told: string[] = [];
    const collector = createServer((request, response) => {
      request.on('data', (part: Buffer) => traces.push(part)).on('end', () => response.end());
    }).listen(0, '127.0.0.1');
    const receiver = createServer((request, response) => {
      told.push(...Object.keys(request.headers));
      request.resume().on('end', () => response.end());
    }).listen(0, '127.0.0.1');
    await Promise.all([collector, receiver].map((server) => once(server, 'listening')));
    const portOf = (server: typeof collector) => (server.address() as AddressInfo).port;
    const service = await home.serve({
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}`, LOG_LEVEL: 'debug' },
      LEDGER_WEBHOOK_ALLOW: '127.0.0.1/32',
    });
    const key = demoKeyOf(home);
    const personal = { 'User-Agent': 'PERSONALAGENT/1.0' };
    const api = client(service.url, key);
    const url = `http://127.0.0.1:${portOf(receiver)}/services/SECRETPATH?token=SECRETQUERY`;
    const endpoint = await api.post('/webhook-endpoints', { url });
    expect(endpoint.status).toBe(201);
    expect((await api.post(`/webhook-endpoints/${endpoint.body.data.id}/test`)).body.data.status).toBe(200);
    for (const path of ['/ledger', '/transactions?reference=PRIVATEFILTER', '/accounts?search=PRIVATESEARCH'])
      expect((await api.get(path, personal)).status).toBe(200);
    await ask(service.url, { path: '/api/v1/ledger', from: '127.0.37.9', headers: { Authorization: `Bearer ${key}` } });
    const person = [
      '--email',
      'private.person@example.com',
      '--name',
      'PRIVATENAME',
      '--role',
      'viewer',
      '--all-tenants',
    ];
    const invited = await runHere(['operators', 'invite', ...person, '--json'], {
      LEDGER_DATA_DIR: home.dataDirectory,
    });
    const token = (JSON.parse(invited.stdout) as { invitation_url: string }).invitation_url.split('#')[1] ?? '';
    const page = fromPage({ baseUrl: service.url });
    expect((await page.post('//console/invitation', { token, password: goodPassword })).status).toBe(200);
    const wrong = { email: 'private.person@example.com', password: 'a PRIVATEPASSWORD of words' };
    expect((await page.post('//console/session', wrong)).status).toBe(401);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const { code, stderr, stdout } = await service.stop('SIGTERM');
    expect(code).toBe(0);
    for (const server of [collector, receiver]) server.close();
    const spans = Buffer.concat(traces).toString('latin1');
    expect(spans).toContain('/api/v1/ledger');
    expect(spans).toMatch(/pg\.query|db\.system/);
    // The statements that begin a transaction set the ledger's id and the actor, so the traces must not contain their values.
    expect(spans).toContain('set local ledger.scope = ?');
    expect(spans).not.toMatch(/set local [\w.]+ = '/);
    expect(told).toContain('webhook-signature');
    expect(told).not.toContain('traceparent');
    const postgres = fs.readFileSync(path.join(home.dataDirectory, 'postgres', 'postgres.log'), 'utf8');
    const secrets = [key, key.split('_')[2] ?? '', token, goodPassword, endpoint.body.data.secret as string];
    const channels = { spans, metrics, stderr, stdout, postgres };
    const found = Object.entries(channels).flatMap(([channel, text]) =>
      [...secrets, 'SECRETPATH', 'SECRETQUERY', 'PRIVATE', 'private.person', 'PERSONALAGENT', '127.0.37.9']
        .filter((one) => text.includes(one))
        .map((one) => `${channel}: ${one}`),
    );
    expect(found).toEqual([]);
  });
});

describe('a first start', () => {
  let home: Installed;
  beforeAll(() => {
    home = install();
  });
  afterAll(() => home.remove());

  const linkIn = (service: Service): string =>
    /^Sign in to the console, once: (\S+)$/m.exec(service.stdout())?.[1] ?? '';

  test('prints a sign-in link for the admin of the demo, the next start none; only named proxies are trusted', async () => {
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
    // The service trusts the header that reports a connection over TLS only if the proxy that the environment names has sent it.
    const behind = (proxy: string) =>
      ask(second.url, {
        ...{ method: 'POST', path: '/console/session', from: proxy, body: { email: 'a@b', password: 'wrong' } },
        headers: { Host: 'ledger.example', Origin: 'https://ledger.example', 'X-Forwarded-Proto': 'https' },
      });
    expect((await behind('127.0.20.1')).body.code).toBe('SIGN_IN_FAILED');
    expect((await behind('127.0.20.2')).body.code).toBe('CONNECTION_NOT_SECURE');
    expect((await second.stop('SIGTERM')).stderr).toBe('');
  });

  test('creates no operator on a database of one’s own', async () => {
    const database = await freshDatabase();
    const environment = serviceEnvironment(database.url);
    const own = await home.serve(environment);
    expect(linkIn(own)).toBe('');
    await own.stop('SIGTERM');
    expect((await runHere(['operators', 'list'], environment)).stdout).toBe('There are no operators.\n');
    await database.drop();
  });
});
