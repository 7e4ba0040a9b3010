/** `ledger demo` that is interrupted: the keys are shown before the books are made, and a second run says how to get others. */
import { demoCapabilities } from '../../src/app/demo';
import { client } from '../support/client';
import { runHere, startHere } from '../support/command-line';
import { serviceEnvironment } from '../support/database';
import { expected, startLedger, type TestLedger } from '../support/ledger';

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
  for (const [, command] of stdout.matchAll(/If you do not have the key, create another: npx ledger (.*)$/gm)) {
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

test('a failed demo has shown its keys, and a second run names commands for others with the same rights', async () => {
  const { id: tenantId } = expected(await ledger.app.access.createTenant('demo'));
  const branch = { tenantId, code: 'USD-BRANCH', name: 'Ours', currency: 'USD' };
  expected(await ledger.app.ledgering.openLedger(branch));
  const first = await runHere(['demo'], environment);
  expect([first.code, first.stdout.match(keyPattern)]).toEqual([1, [expect.any(String), expect.any(String)]]);
  const again = await runHere(['demo'], environment);
  expect([again.code, again.stdout.match(keyPattern)]).toEqual([0, null]);
  const keys = await keysOfCures(again.stdout);
  for (const key of [...(first.stdout.match(keyPattern) ?? []), ...keys])
    expect(await rightsOf(key)).toEqual([...demoCapabilities].sort());
  expect(keys).toHaveLength(2);
});

test('an interrupted business has shown its keys, and a second run completes it', async () => {
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
