/** Tests the console's files: every address gets the same page, assets may be cached permanently, and other files are not served. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { createConsoleFiles } from '../src/server/files';

const folder = mkdtempSync(join(tmpdir(), 'ledger-console-'));
let server: Server;
let base: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>');
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(folder, 'notes.txt'), 'not for visitors');
  const app = new Koa();
  app.use(createConsoleFiles(new Set(['/session']), folder));
  app.use((context) => {
    context.status = 404;
    context.body = 'somebody else';
  });
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

test.each(['/console', '/console/', '/console/l/USD-MAIN/accounts', '/console/invitation'])(
  '%s serves the page, which is revalidated and may only load from its own origin',
  async (path) => {
    const answer = await fetch(base + path);
    expect([answer.status, await answer.text()]).toEqual([200, '<!doctype html><title>Console</title>']);
    expect(answer.headers.get('Cache-Control')).toBe('public, no-cache');
    const policy = answer.headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  },
);

test('an asset with a hash in its name may be cached permanently', async () => {
  const answer = await fetch(`${base}/console/assets/main-abc123.js`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
});

test.each([
  ['/console/assets/main-old.js', 'GET'],
  ['/console/notes.txt', 'GET'],
  ['/console/..%2f..%2fpackage.json', 'GET'],
  ['/consoles', 'GET'],
  ['/console/session', 'GET'],
  ['/console/l/USD-MAIN', 'POST'],
])('%s by %s is left to other routes', async (path, method) => {
  const answer = await fetch(base + path, { method });
  expect([answer.status, await answer.text()]).toEqual([404, 'somebody else']);
});

test('without its files the console answers 404 and names the build command', async () => {
  const app = new Koa();
  app.use(createConsoleFiles(new Set(), join(folder, 'missing')));
  const bare = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => bare.once('listening', resolve));
  const answer = await fetch(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/console`);
  expect([answer.status, await answer.json()]).toMatchObject([404, { message: expect.stringContaining('make build') }]);
  await new Promise((resolve) => bare.close(resolve));
});
