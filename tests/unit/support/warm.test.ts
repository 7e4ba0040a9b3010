/** That test files share the service and its libraries, and nothing else. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { ok } from '../../../src/kernel/refusal';

/** In a process of its own: what is taken away there are globals that this test lives on. */
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
  ['changes one', "process.env.THERE = 'x';"],
  ['removes one', 'delete process.env.THERE;'],
  ['leaves a mock', "environment.moduleMocker.spyOn(Math, 'random').mockReturnValue(1);"],
])('a file that %s leaves the next one untouched', (_, does) => {
  expect(afterAFileThat(does)).toEqual(untouched);
});

test('what is tested is of the world of its test', () => {
  expect(Object.getPrototypeOf(ok(1))).toBe(Object.prototype);
});
