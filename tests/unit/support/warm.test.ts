/** Test files share the service, its libraries and `tests/support`, and nothing else. */
import type { AsyncLocalStorage } from 'node:async_hooks';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { ok } from '../../../src/kernel/refusal';

/** Runs in a separate process, because it removes globals that this test needs. */
const told = (program: string): unknown => {
  const environment = resolve(__dirname, '../../support/warm-environment.js');
  const env = { ...process.env, THERE: 'before' };
  return JSON.parse(execFileSync(process.execPath, ['-e', program, environment], { encoding: 'utf8', env }));
};

const afterAFileThat = (does: string): unknown =>
  told(`
    const Environment = require(process.argv[1]);
    const begin = () => new Environment({ projectConfig: { testEnvironmentOptions: {} } });
    (async () => {
      const environment = begin();
      ${does}
      await environment.teardown();
      begin();
      const { HERE, THERE } = process.env;
      process.stdout.write(JSON.stringify({ HERE, THERE, left: typeof left, random: Math.random() < 1 }));
    })();
  `);

const untouched = { THERE: 'before', left: 'undefined', random: true };

test.each([
  ['sets globals', 'globalThis.left = 1;'],
  ['sets a variable of the environment', "process.env.HERE = 'x';"],
  ['changes a variable of the environment', "process.env.THERE = 'x';"],
  ['removes a variable of the environment', 'delete process.env.THERE;'],
  ['leaves a mock', "environment.moduleMocker.spyOn(Math, 'random').mockReturnValue(1);"],
])('a file that %s leaves the next one untouched', (_, does) => {
  expect(afterAFileThat(does)).toEqual(untouched);
});

test('tested code shares the globals of its test', () => {
  expect(Object.getPrototypeOf(ok(1))).toBe(Object.prototype);
});

interface StoragesOfJest {
  requireInternalModule(from: string, name: string): { AsyncLocalStorage: new () => AsyncLocalStorage<string> };
}

test('a storage of jest keeps its value while the test waits, and not afterwards', async () => {
  const { default: WarmRuntime } = jest.requireActual<{ default: { prototype: StoragesOfJest } }>(
    '../../support/warm-runtime',
  );
  const runtime: StoragesOfJest = Object.create(WarmRuntime.prototype);
  const { AsyncLocalStorage: Storage } = runtime.requireInternalModule(__filename, 'node:async_hooks');
  const storage = new Storage();
  const run = storage.run('of the test', async () => {
    await nextTurn();
    return storage.getStore();
  });
  expect(storage.getStore()).toBe('of the test');
  expect(await run).toBe('of the test');
  expect(storage.getStore()).toBeUndefined();
});

test('no module of tests/support keeps a value that differs between test files', () => {
  const support = resolve(__dirname, '../../support');
  const takes = /^(?:export )?(?:const|let) (?!.*=>).*\b(?:describe|LEDGER_TEST_STORE)\b.*$/m;
  const found = readdirSync(support)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => takes.exec(readFileSync(resolve(support, file), 'utf8'))?.[0])
    .filter((line) => line !== undefined);
  expect(found).toEqual([]);
});
