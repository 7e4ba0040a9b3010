/** Tests how processes register as users of an embedded PostgreSQL, and how they leave. A process that only waits plays the server. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledgerNames } from '../../../src/app/embedded-database';
import { openPlace, type Place } from '../src/place';
import { newSocketDirectory, socketPrefixOf } from '../src/postmaster';
import { enter } from '../src/users';

let place: Place;
let server: ChildProcess | undefined;

beforeEach(() => {
  place = openPlace(fs.mkdtempSync(join(tmpdir(), 'ledger-users-')), ledgerNames);
  fs.mkdirSync(place.cluster);
  server = undefined;
});

afterEach(() => {
  server?.kill('SIGKILL');
  fs.rmSync(place.home, { recursive: true });
});

/** Starts a process, and writes a pid file for it that ends with these lines. The fifth line of a pid file is the folder of the socket. */
const startServer = async (...lines: readonly string[]): Promise<ChildProcess> => {
  server = spawn(process.execPath, ['-e', 'process.stdin.resume()', socketPrefixOf(place)]);
  await once(server, 'spawn');
  fs.writeFileSync(join(place.cluster, 'postmaster.pid'), [server.pid, ...lines, ''].join('\n'));
  return server;
};

test.each([
  ['has published its socket folder', (folder: string) => ['data', '1', '5432', folder]],
  ['is still starting', () => []],
])('the last user to leave stops a server that %s, and removes its socket folder', async (_, told) => {
  const folder = newSocketDirectory(place, undefined);
  const user = enter(place);
  user.relyOn(folder);
  const ending = once(await startServer(...told(folder)), 'exit');
  expect(user.leave()?.pid).toBe(server?.pid);
  expect(fs.existsSync(folder)).toBe(false);
  expect(await ending).toEqual([null, 'SIGINT']);
});
