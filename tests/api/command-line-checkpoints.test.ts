/** `ledger verify --checkpoints`: from a file and from a URL, and the refusals of both. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replace } from '../../src/kernel/token';
import { SIGNING, type Signing } from '../../src/modules/proof/application/ports';
import { signingInMemory } from '../../src/modules/proof/memory/signing';
import { runHere } from '../support/command-line';
import { connected, serviceEnvironment, superuserUrlOf } from '../support/database';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, decide, openBooks } from '../support/requests';
import { retoldTamperings } from '../support/rewritten-tenant-log';

let ledger: TestLedger;
let books: TestBooks;
let note: string;
/** The notes of all checkpoints that have been signed so far. */
const notes: string[] = [];
let served: string;
let server: Server;
let address: string;
const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));

beforeAll(async () => {
  const inMemory = signingInMemory('ledger');
  const signing: Signing = { ...inMemory, publish: async (signed) => void notes.push(signed) };
  ledger = await startLedger([replace(SIGNING, [], () => signing)], { alone: true });
  books = await openBooks(ledger);
  await decide(books.api);
  ({ note } = dataOf(await books.api.get('/ledger/checkpoint'), 200));
  server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { Location: '/' });
    if (request.url === '/missing') response.writeHead(404);
    response.end(served);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => (served = `${note}\n`));
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await ledger.close();
  rmSync(folder, { recursive: true });
});

const verify = (source: string) =>
  runHere(['verify', '--checkpoints', source], { ...serviceEnvironment(ledger.databaseUrl), LOG_LEVEL: 'silent' });

test('verify compares with the checkpoints of a file and of a URL alike', async () => {
  const file = join(folder, 'checkpoints.txt');
  writeFileSync(file, served);
  for (const source of [file, address]) {
    const { code, stdout } = await verify(source);
    expect([code, stdout]).toEqual([0, expect.stringContaining('holds   checkpoints')]);
    expect(stdout).toContain('1 checkpoint of 1 log,');
  }
});

test('verify reports that a note at the URL was altered', async () => {
  served = served.replace(/\n\d+\n/, '\n1\n');
  const { code, stdout } = await verify(address);
  expect([code, stdout]).toEqual([1, expect.stringContaining('BROKEN  checkpoints')]);
});

test.each([
  ['a URL of another host without https', () => 'http://ledger.example/checkpoints', 'must begin with https://'],
  ['a redirect', () => `${address}/moved`, 'cannot be read (no answer)'],
  ['an answer of 404', () => `${address}/missing`, 'answered 404'],
  ['a missing file', () => join(folder, 'none.txt'), 'cannot be read (ENOENT)'],
])('verify refuses %s', async (_, source, message) => {
  const { code, stderr } = await verify(source());
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test('verify prints no password of a URL', async () => {
  const { stderr } = await verify(`${address.replace('//', '//someone:secret@')}/missing?token=secret`);
  expect(stderr).not.toContain('secret');
});

test('verify refuses a URL without checkpoints instead of passing', async () => {
  served = '';
  const { code, stderr } = await verify(`${address}/checkpoints?token=secret`);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`There is no checkpoint in ${address}/checkpoints.`)]);
});

test('verify compares the logs of tenants too, and names the rewritten one', async () => {
  ledger.app.proof.start();
  await ledger.app.background.idle('checkpoints');
  await ledger.app.proof.stop();
  served = notes.join('\n');
  const good = await verify(address);
  expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('holds   checkpoints')]);
  const [, tamper] = retoldTamperings[0] as (typeof retoldTamperings)[number];
  const [tenantId] = await connected(superuserUrlOf(ledger.databaseUrl), async (owner) => {
    await owner.query(`set session_replication_role = replica; set time zone 'UTC'`);
    return tamper(owner);
  });
  const { code, stdout } = await verify(address);
  expect([code, stdout]).toEqual([1, expect.stringContaining('BROKEN  checkpoints')]);
  expect(stdout).toMatch(
    new RegExp(`^  checkpoints: tenant ${tenantId}: note \\d+ of the file: the events up to`, 'm'),
  );
  expect(stdout).toContain('holds   tenant-log-chain');
  expect(stdout).toContain('holds   tenant-log-agrees');
});
