/**
 * No test sleeps, polls or compares a duration (docs/flaky-tests.md gives the reasons and alternatives). The check reads the code of every
 * test and of everything that tests use; comments, and code of other programs in strings, do not count.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const tests = join(__dirname, '..');
const packages = join(__dirname, '../../packages');

/** Files that may wait or read the machine's clock, each with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'architecture/clock.test.ts': 'it plants what eslint refuses in src',
  'architecture/boundaries.test.ts': 'it plants imports that the boundary rules refuse',
  'support/hand-clock.ts': 'it is the clock of tests, and flows with that of the machine where a test wants so',
  'support/outside.ts': 'it turns what other programs do without a signal into promises',
  'lanes/again.mjs': 'it prints how long runs took',
  'lanes/proof.mjs': 'it prints how long parts took, and stops before a limit of time',
  'lanes/lanes.js': 'the day decides which third of the API runs on PostgreSQL',
};

const patterns: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/(?<!jest\.)\b(setTimeout|setInterval)\s*\(/, 'sleeps: sets a timer'],
  [/['"](node:)?timers\/promises['"]/, 'sleeps: imports timers'],
  [/(?<!\.)\b(until|waitFor|eventually|delay|sleepFor)\s*\(/, 'polls: waits in a loop'],
  [/\bperformance\.now\s*\(|\bDate\.now\s*\(|\bhrtime\b/, 'measures: reads the machine’s clock'],
  [/\bpg_sleep\b/, 'sleeps: in the database'],
];

/** Returns the lines with their comments removed, because comments may mention timers. */
const codeOf = (text: string): readonly string[] =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/.*$/, ''));

const complaintsAbout = (file: string, text: string): readonly string[] =>
  codeOf(text).flatMap((line, index) =>
    patterns.flatMap(([pattern, name]) => (pattern.test(line) ? [`${file}:${index + 1}: ${name}`] : [])),
  );

const files = [
  ...readdirSync(tests, { recursive: true, encoding: 'utf8' }),
  ...readdirSync(packages, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/tests\//.test(file))
    .map((file) => `../packages/${file}`),
]
  .filter((file) => /\.(ts|js|mjs)$/.test(file) && file !== 'architecture/waiting.test.ts')
  .sort();

test('no test sleeps, polls or compares a duration', () => {
  const complaints = files
    .filter((file) => !Object.hasOwn(allowed, file))
    .flatMap((file) => complaintsAbout(file, readFileSync(join(tests, file), 'utf8')));
  expect(complaints).toEqual([]);
});

test('every exception is needed', () => {
  const idle = Object.keys(allowed).filter(
    (file) => complaintsAbout(file, readFileSync(join(tests, file), 'utf8')).length === 0,
  );
  expect(idle).toEqual([]);
});

test.each([
  ['setTimeout(resolve, 10)', 'sleeps: sets a timer'],
  ["import { setTimeout } from 'node:timers/promises';", 'sleeps: imports timers'],
  ['await until(`it is posted`, isPosted);', 'polls: waits in a loop'],
  ['expect(performance.now() - startedAt).toBeLessThan(500);', 'measures: reads the machine’s clock'],
  ['await client.query(`select pg_sleep(1)`);', 'sleeps: in the database'],
])('finds %s', (line, name) => {
  expect(complaintsAbout('a', line)).toEqual([`a:1: ${name}`]);
});

test('allows timers in comments, and jest.setTimeout', () => {
  expect(complaintsAbout('a', '/** setTimeout(…) */\njest.setTimeout(5); // Date.now()')).toEqual([]);
});
