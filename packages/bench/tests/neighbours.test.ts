/**
 * Tests that the table in docs/reliability.md names, for each attack of the benchmark, the limit that stops it and the test of that limit.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attacks } from '../src/neighbours/attacks';

const repository = resolve(__dirname, '../../..');
const [, section = ''] = readFileSync(join(repository, 'docs/reliability.md'), 'utf8').split(
  /^### The limit that stops each attack$/m,
);
const rows = (section.split(/^### /m)[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('the table has exactly one row for each attack', () =>
  expect(rows.map(([, attack]) => attack).sort()).toEqual(attacks.map(({ name }) => name).sort()));

test.each(rows.map(([, attack = '', , tests = '']) => [attack, tests] as const))(
  'the tests that the row of %s names exist',
  (_, tests) => {
    const files = [...tests.matchAll(/`([a-z/-]+)`/g)].map(([, name]) => `tests/${name}.test.ts`);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
    const named = [...tests.matchAll(/"([^"]+)"/g)].map(([, name]) => name as string);
    const texts = files.map((file) => readFileSync(join(repository, file), 'utf8')).join();
    expect(named.filter((name) => !texts.includes(name))).toEqual([]);
  },
);
