/**
 * `ledger demo` that is interrupted: the keys are shown before the books are created, and a second run completes the books and says how to
 * get other keys.
 */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { readConfig } from '../../src/app/config';
import { demoCapabilities, demoOnRequest, type MadeDemo } from '../../src/app/demo';
import { refused } from '../../src/kernel/refusal';
import type { Ledger } from '../../src/modules/ledgering';
import { client, type Client } from '../support/client';
import { runHere, startHere } from '../support/command-line';
import { serviceEnvironment } from '../support/database';
import { startLedger, type TestLedger } from '../support/ledger';
import { dataOf } from '../support/requests';

let ledger: TestLedger;
let environment: Readonly<Record<string, string>>;
beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
  environment = { ...serviceEnvironment(ledger.databaseUrl), LOG_LEVEL: 'silent' };
});
afterAll(() => ledger.close());

const keyPattern = /sk_[a-z0-9]{12}_[A-Za-z0-9]{43,}/g;

/** Runs the commands that the output proposes, and returns the keys that they show. */
const keysOfCures = async (stdout: string): Promise<readonly string[]> => {
  const keys: string[] = [];
  for (const [, command] of stdout.matchAll(/If you do not have it, create another: npx ledger (.*)$/gm)) {
    const made = await runHere((command as string).split(' '), environment);
    expect(made.code).toBe(0);
    keys.push(...(made.stdout.match(keyPattern) ?? []));
  }
  return keys;
};

/** Returns the capabilities of a key that works. */
const rightsOf = async (key: string): Promise<readonly string[]> => {
  const { status, body } = await client(ledger.baseUrl, key).get('/ledger');
  expect(status).toBe(200);
  const listed = await ledger.app.access.listKeys(body.data.id);
  return [...(listed.find(({ prefix }) => key.includes(prefix))?.capabilities ?? [])].sort();
};

/** An app with an embedded database, whose process ends after this number of requests that write. */
const endingAfter = (writes: number): Parameters<typeof demoOnRequest>[0] => {
  let left = writes;
  const routes = ledger.app.routes.map((route) => ({
    ...route,
    handle: async (input: Parameters<typeof route.handle>[0]) => {
      const outcome = await route.handle(input);
      if (route.method !== 'get' && --left === 0) throw new Error('The process has ended');
      return outcome;
    },
  }));
  return { ...ledger.app, store: 'embedded', routes };
};

/** A client for the demo's main ledger, which may send many requests per second. */
const mainLedger = async (): Promise<Client> => {
  const [found] = await ledger.app.ledgering.findLedgers({ code: 'USD-MAIN', limit: 1 });
  return client(ledger.baseUrl, await ledger.newKey(found as Ledger, { capabilities: demoCapabilities }));
};

/** The number of records of each kind. */
const countsIn = async (api: Client): Promise<Readonly<Record<string, number>>> => {
  const lists = [
    ...['accounts', 'account-sets', 'journals', 'trancodes', 'attribute-definitions', 'transactions'],
    ...['period-locks', 'webhook-endpoints'],
  ];
  const counts: Record<string, number> = {};
  for (const list of lists) counts[list] = dataOf(await api.get(`/${list}?limit=100`), 200).length;
  return counts;
};

test('a demo that is interrupted after any of its steps has shown its keys, and the next run completes it', async () => {
  const config = readConfig(environment);
  if (refused(config)) throw new Error(config.left);
  const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-'));
  const shown = new Set<string>();
  const show = ({ keys }: MadeDemo): void => Object.values(keys).forEach((key) => shown.add(key));
  let runs = 0;
  for (let isDone = false; !isDone;) {
    runs += 1;
    isDone = await demoOnRequest(endingAfter(runs), { ...config.right, dataDirectory }, show).then(
      () => true,
      () => false,
    );
  }
  expect([runs > 5, shown.size]).toEqual([true, 2]);
  const kept = JSON.parse(fs.readFileSync(path.join(dataDirectory, 'demo-keys.json'), 'utf8'));
  fs.rmSync(dataDirectory, { recursive: true });
  expect(Object.values(kept.keys)).toEqual([...shown]);
  expect(Object.keys(kept.known)).toEqual(expect.arrayContaining(['account BANK', 'transaction hold-2026-001']));
  const again = await runHere(['demo'], environment);
  expect([again.code, again.stdout.match(keyPattern)]).toEqual([0, null]);
  const api = await mainLedger();
  expect(await countsIn(api)).toEqual({
    ...{ accounts: 6, 'account-sets': 2, journals: 2, trancodes: 2, 'attribute-definitions': 1 },
    ...{ transactions: 5, 'period-locks': 1, 'webhook-endpoints': 2 },
  });
  const sets = dataOf(await api.get('/account-sets?search=CURRENT-ASSETS'), 200);
  expect(dataOf(await api.get(`/account-sets/${sets[0].id}/members`), 200)).toHaveLength(1);
  const keys = await keysOfCures(again.stdout);
  for (const one of [...shown, ...keys]) expect(await rightsOf(one)).toEqual([...demoCapabilities].sort());
  expect(keys).toHaveLength(2);
});

test('a demo that is complete is not changed by another run', async () => {
  const api = await mainLedger();
  const [endpoint] = dataOf(await api.get('/webhook-endpoints'), 200);
  dataOf(await api.delete(`/webhook-endpoints/${endpoint.id}`), 200);
  const head = async (): Promise<unknown> => dataOf(await api.get('/activity?limit=1'), 200);
  const before = await head();
  expect((await runHere(['demo'], environment)).code).toBe(0);
  expect(await head()).toEqual(before);
});

test('the ids of a complete demo stay beside its keys', async () => {
  const config = readConfig(environment);
  if (refused(config)) throw new Error(config.left);
  const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-'));
  const known = { 'account BANK': '01a22e73-62f9-76f8-8d94-e40d3e85aca8' };
  fs.writeFileSync(path.join(dataDirectory, 'demo-keys.json'), JSON.stringify({ keys: {}, known }));
  const shown: unknown[] = [];
  await demoOnRequest(endingAfter(Infinity), { ...config.right, dataDirectory }, (demo) => shown.push(demo.known));
  fs.rmSync(dataDirectory, { recursive: true });
  expect(shown).toEqual([known]);
});

test('a business that is interrupted has shown its keys, and a second run completes it', async () => {
  const command = ['demo', '--profile', 'wallet', '--months', '2'];
  const running = startHere(command, environment);
  await running.says(keyPattern);
  const { code, stdout } = await running.stop('SIGINT');
  expect([code, stdout]).toEqual([1, expect.not.stringContaining('already there')]);
  const again = await runHere(command, environment);
  expect([again.code, again.stdout.match(keyPattern)]).toEqual([0, null]);
  const [shown] = stdout.match(keyPattern) ?? [];
  const [other] = await keysOfCures(again.stdout);
  const rights = await rightsOf(shown as string);
  expect(rights).toContain('periods:admin');
  expect(await rightsOf(other as string)).toEqual(rights);
});
