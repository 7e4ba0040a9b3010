/**
 * Every test file is assigned to a lane, that is, to the runs that execute it. Every file that `make test` leaves to `make proof` is in a
 * part of the proof.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Lanes {
  readonly plain: readonly string[];
  readonly families: readonly (readonly string[])[];
  readonly onMemory: readonly string[];
  readonly onPostgres: readonly string[];
  readonly onPostgresInPart: readonly string[];
  readonly wholeOnPostgres: readonly string[];
  readonly proof: readonly string[];
  readonly parts: readonly {
    readonly name: string;
    readonly files?: readonly string[];
    readonly folders?: readonly string[];
    readonly variables?: Readonly<Record<string, string>>;
  }[];
}

const tests = join(__dirname, '..');

const lanesOf = (day: number): Lanes => {
  const print = `process.stdout.write(JSON.stringify(require('./tests/lanes/lanes.js')))`;
  const { stdout } = spawnSync(process.execPath, ['-e', print], {
    cwd: join(__dirname, '../..'),
    env: { LEDGER_TEST_DAY: String(day) },
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Lanes;
};

const days = [0, 1, 2].map(lanesOf);
const [{ proof, parts }] = days as [Lanes, ...Lanes[]];
/** The test files that can run on stores in memory. */
const onMemory = [...new Set(days.flatMap((day) => day.onMemory))];

/** The proof does not run these folders, because they need a cluster at CITUS_URL, or a copy of the repository for each deliberate bug. */
const apart = ['cluster/', 'mutants/'];

test.each(proof)('%s is run by a part of the proof', (file) => {
  const runs = parts.some(
    ({ files = [], folders = [] }) => files.includes(file) || folders.some((folder) => file.startsWith(folder)),
  );
  expect(runs || apart.some((folder) => file.startsWith(folder))).toBe(true);
});

/** Each kind of shortened run: a call that shortens it, and the variable with which a part of the proof runs all of it. */
test.each([
  [/\brounds\(/, 'LEDGER_TEST_RANDOM'],
  [/\browsOfToday\(/, 'LEDGER_TEST_ROWS'],
])('a part of the proof runs in full every file that calls %s', (call, variable) => {
  const whole = parts.filter(({ variables }) => variables?.[variable] === 'full');
  const shortened = [
    ...new Set(days.flatMap(({ plain, onMemory, onPostgres }) => [...plain, ...onMemory, ...onPostgres])),
  ]
    .filter((file) => call.test(readFileSync(join(tests, file), 'utf8')))
    .filter((file) => file !== 'architecture/lanes.test.ts');
  const isRun = (file: string): boolean =>
    whole.some(
      ({ files = [], folders = [] }) => files.includes(file) || folders.some((folder) => file.startsWith(folder)),
    );
  expect(shortened.length).toBeGreaterThan(5);
  expect(shortened.filter((file) => !isRun(file))).toEqual([]);
});

test('each file that can run on memory runs every day on one store, and on PostgreSQL within three days', () => {
  const reached = new Set(days.flatMap(({ onPostgres }) => onPostgres));
  expect(onMemory.filter((file) => !reached.has(file))).toEqual([]);
  for (const day of days) {
    const ofDay = new Set([...day.onMemory, ...day.onPostgres]);
    expect(onMemory.filter((file) => !ofDay.has(file))).toEqual([]);
  }
});

test('a file with tests that memory cannot run is on PostgreSQL every day, whole or in part', () => {
  const found = days.map(({ onPostgres, onPostgresInPart }) => [...onPostgres, ...onPostgresInPart]);
  const inPart = new Set(days.flatMap(({ onPostgresInPart }) => onPostgresInPart));
  expect(inPart.size).toBeGreaterThan(0);
  for (const files of found) {
    expect([...inPart].filter((file) => !files.includes(file))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
  }
});

test('the proof leaves out only files that `make test` ran whole on PostgreSQL', () => {
  for (const { onPostgres, wholeOnPostgres, parts: ofDay } of days) {
    expect(wholeOnPostgres.length).toBeGreaterThan(0);
    expect(wholeOnPostgres.filter((file) => !onPostgres.includes(file))).toEqual([]);
    // `make test` runs only a third of the rows of the long tables in these files, so the proof runs the files again.
    expect(wholeOnPostgres).not.toContain('api/isolation.test.ts');
    expect(ofDay[0]?.files).toEqual(expect.arrayContaining(['api/isolation.test.ts', 'contract/plans.test.ts']));
  }
});

test('each day runs fewer than half of the files for memory on PostgreSQL', () => {
  const counts = days.map(({ onPostgres }) => onPostgres.filter((file) => onMemory.includes(file)).length);
  expect(Math.max(...counts)).toBeLessThan(onMemory.length / 2);
});

test.each(days[0]?.families.flat() ?? [])('%s runs on one of three days, and catches no deliberate bug', (file) => {
  const ran = days.filter(({ plain, onPostgres }) => [...plain, ...onPostgres].includes(file));
  expect(ran).toHaveLength(1);
  expect(onMemory).not.toContain(file);
  const bugs = join(tests, 'mutants');
  const caught = readdirSync(bugs).map((name) => readFileSync(join(bugs, name), 'utf8'));
  expect(caught.filter((text) => text.includes(`tests/${file}`))).toEqual([]);
});

test('each name of a test that needs PostgreSQL is in the text of a file, so that the file is run for it', () => {
  const print = `process.stdout.write(JSON.stringify(Object.keys(require('./tests/lanes/on-memory.js').tests)))`;
  const { stdout } = spawnSync(process.execPath, ['-e', print], { cwd: join(__dirname, '../..'), encoding: 'utf8' });
  const names = JSON.parse(stdout) as readonly string[];
  expect(names.length).toBeGreaterThan(10);
  const texts = readdirSync(join(tests, 'api')).map((name) => readFileSync(join(tests, 'api', name), 'utf8'));
  expect(names.filter((name) => !texts.some((text) => text.includes(name)))).toEqual([]);
});
