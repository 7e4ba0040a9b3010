/** The deliberate bugs of `make mutants` must still apply to the source, and the tests that catch them must exist. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { mutants } from '../mutants/list';
import { applied, readSource } from '../mutants/workshop';

/** The test files that `make test` runs on this day: the tests of the API in this lane, and all tests outside the API. */
const readFilesOf = (day: string, lane: 'onPostgres' | 'onMemory'): readonly string[] => {
  const print = `const { plain, ${lane} } = require('./tests/lanes/lanes.js'); console.log([...plain, ...${lane}].join())`;
  const { stdout } = spawnSync(process.execPath, ['-e', print], {
    cwd: join(__dirname, '../..'),
    env: { LEDGER_TEST_DAY: day },
    encoding: 'utf8',
  });
  return stdout.trim().split(',');
};

const days = ['0', '1', '2'];
const known = new Map<string, readonly string[]>();
const filesOf = (day: string, lane: 'onPostgres' | 'onMemory'): readonly string[] => {
  const files = known.get(day + lane) ?? readFilesOf(day, lane);
  known.set(day + lane, files);
  return files;
};
/** Whether the stores in memory have the bug as well; their tests run every day. */
const isOfMemoryToo = ({ file }: { readonly file: string }): boolean => !/migrations|postgres/.test(file);

test('there are at least twelve deliberate bugs', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(12);
});

test.each(mutants)('a ledger that $bug is caught by `make test` every day', ({ changes, caughtBy }) => {
  const lanes = changes.every(isOfMemoryToo) ? (['onMemory', 'onPostgres'] as const) : (['onPostgres'] as const);
  for (const day of days)
    expect(lanes.flatMap((lane) => filesOf(day, lane))).toContain(caughtBy.file.replace('tests/', ''));
});

test.each(mutants)('the bug of a ledger that $bug still applies to the sources', ({ changes, caughtBy }) => {
  for (const change of changes) {
    const text = readSource(change.file);
    expect(applied(text, change)).not.toBe(text);
  }
  expect(readSource(caughtBy.file)).toMatch(/\btest\b/);
});

describe('a deliberate bug', () => {
  const change = { file: 'a file', from: 'what', to: 'what not' };

  test('that fits nowhere is refused', () => {
    expect(() => applied('nothing of it', change)).toThrow('does not apply any more');
  });

  test('that fits twice is refused', () => {
    expect(() => applied('what is what', change)).toThrow('is not clear any more');
  });
});
