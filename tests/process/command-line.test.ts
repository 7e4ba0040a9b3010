/**
 * One command of each group as a person runs it: a process with its own arguments, environment, streams and signals. A third
 * of the commands that only print runs each day. tests/api/command-line* test all texts and refusals within the test's process.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { runHere } from '../support/command-line';
import { freshDatabase, serviceEnvironment, type TestDatabase } from '../support/database';
import { hear } from '../support/heard';
import { rowsOfToday } from '../support/rows-of-today';
import { install, ledgerProgram, type Installed, type Running } from '../support/service-process';

const repository = resolve(__dirname, '../..');
let home: Installed;
let database: TestDatabase;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  home = install();
  database = await freshDatabase();
  environment = { ...serviceEnvironment(database.url), LOG_LEVEL: 'silent' };
  for (const command of [
    'tenants create --name Acme',
    'ledgers create --tenant Acme --code MAIN --name Main --currency USD',
  ])
    expect(await runHere(command.split(' '), environment)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await home.remove();
  await database.drop();
});

const start = (command: string, input?: string, more = {}): Running =>
  home.run([...ledgerProgram, ...command.split(' ')], { ...environment, ...more }, input);
const prints = (stdout: RegExp, code = 0, stderr = /^$/): object => ({
  ...{ code, signal: null },
  ...{ stdout: expect.stringMatching(stdout), stderr: expect.stringMatching(stderr) },
});

/**
 * Commands that only print, of which a third run each day. The tests below run every day, because they test behaviour that only a process
 * shows.
 */
const groups: readonly [group: string, command: string, ...printed: Parameters<typeof prints>][] = [
  ['roles', 'roles', /create role .*\n(.*\n)*commit;\n/],
  ['demo', 'demo --json', /^\{"tenant_id":.*"USD-MAIN":"sk_.*\n$/],
  ['tenants', 'tenants create --name Beta', /^Tenant Beta: [0-9a-f-]{36}\n$/],
  ['ledgers', 'ledgers create --tenant Acme --code MORE --name More --currency USD', /^Ledger MORE: [0-9a-f-]{36}\n$/],
  ['keys', 'keys create --ledger MAIN', /^Key \w{12} \(read, post, undo, chart\). It is shown only now:\nsk_\w+\n$/],
  ['admin keys', 'admin-keys create --name CI --all-tenants --json', /^\{"id":.*"key":"ak_\w+"\}\n$/],
  ['operators', 'operators list', /^There are no operators\.\n$/],
  ['strings', 'strings list --tenant Acme', /^There are no strings\.\n$/],
  ['rates', 'rates set --base USD --quote EUR --rate 0.91', /^1 USD = 0\.91 EUR\n$/],
  ['checks', 'verify --ledger MAIN --json', /"ok":true,"ledgers":1,.*\}\n$/],
  ['doctor, which finds something to correct', 'doctor --json', /^\{"ok":false,"checks":\[.*"status":"fail".*\n$/, 1],
  ['backups, which refuse', 'backup --to copy', /^$/, 1, /^\w+ is restricted by row-level security, .*\n$/],
];

test.each(rowsOfToday(groups))('%s: ledger %s', async (_, command, ...printed) => {
  expect(await start(command).ended).toEqual(prints(...printed));
});

test('import reads standard input, and writes rejected rows to the working directory', async () => {
  const accounts = { CASH: { type: 'asset' }, SALES: { type: 'revenue' } };
  writeFileSync(join(dirname(home.dataDirectory), 'map.json'), JSON.stringify({ accounts }));
  const tea = (day: string): string => `2026-01-${day} ${'Tea '.repeat(60)}\n    CASH  $1.00\n    SALES\n`;
  // The journal is larger than the buffer of a pipe, so the command must read its input in several pieces.
  const journal = [...Array.from({ length: 300 }, () => tea('05')), tea('32')].join('\n');
  const imported = await start('import --ledger MAIN --format hledger --map map.json --json -', journal).ended;
  expect(imported).toEqual(prints(/"posted":300,.*"rejected":1,.*"rejected_file":"stdin\.rejected"/, 1));
});

test('export ends silently when its reader closes the pipe', async () => {
  const child = spawn(process.execPath, [...ledgerProgram, ...'export --ledger MAIN --format jsonl'.split(' ')], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stderr = hear(child.stderr);
  child.stdout.once('data', () => child.stdout.destroy());
  expect([...(await endOf(child)), stderr.text()]).toEqual([0, null, '']);
});

test('events tail follows events until a signal', async () => {
  const running = start('events tail --ledger MAIN --follow --types transaction.posted');
  await running.says(/^(\{.*\}\n){300}$/);
  expect(await running.stop('SIGINT')).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('webhooks listen runs until a signal', async () => {
  const running = start('webhooks listen --ledger MAIN --forward http://127.0.0.1:1/');
  await running.says(/whsec_\S+/);
  expect(await running.stop('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('mcp answers on standard output until its input ends', async () => {
  const client = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const params = { protocolVersion: '2025-06-18', ...client };
  const hello = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;
  const remote = { LEDGER_URL: 'http://127.0.0.1:1', LEDGER_KEY: 'sk_none' };
  expect(await start('mcp', hello, remote).ended).toEqual(prints(/^\{"result":\{"protocolVersion".*\n$/));
});

test('the service serves until a signal', async () => {
  const service = await home.serve({ ...environment, LOG_LEVEL: 'error' }, [...ledgerProgram, 'serve']);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(await service.stop('SIGTERM')).toEqual(
    prints(/listens on .*\n(.*\n)*Finishing the requests in progress …\n$/),
  );
});

test('npx finds the program through the bin of the package', async () => {
  const child = spawn('npx', ['--no-install', 'ledger', 'tenants', 'list', '--json'], {
    cwd: repository,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [hear(child.stdout), hear(child.stderr)];
  expect([...(await endOf(child)), stderr.text()]).toEqual([0, null, '']);
  expect(JSON.parse(stdout.text())).toMatchObject({
    tenants: expect.arrayContaining([expect.objectContaining({ name: 'Acme' })]),
  });
});

const endOf = (child: ChildProcess): Promise<unknown[]> => once(child, 'close');
