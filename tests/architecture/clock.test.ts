/** One clock: eslint refuses every other way to read the time or to wait, in all of src except four places. `make lint` enforces it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

interface Source {
  readonly file: string;
  readonly text: string;
}

/**
 * Runs the `no-restricted-…` rules of eslint.config.mjs. Rules that need types are left out, because the checked sources are texts, not
 * files.
 */
const script = `
  import { readFileSync } from 'node:fs';
  import { Linter } from 'eslint';
  import config from './eslint.config.mjs';
  const restricting = (rules = {}) => Object.fromEntries(Object.entries(rules).filter(([name]) => name.startsWith('no-restricted')));
  const rows = config.map(({ files, ignores, languageOptions, rules }) => ({
    ...(files ? { files } : {}), ...(ignores ? { ignores } : {}), rules: restricting(rules),
    ...(languageOptions?.parser ? { languageOptions: { parser: languageOptions.parser } } : {}),
  }));
  const linter = new Linter({ configType: 'flat' });
  const complaints = JSON.parse(readFileSync(0, 'utf8')).flatMap(({ file, text }) =>
    linter.verify(text, rows, file)
      .filter(({ fatal, ruleId }) => fatal || ruleId?.startsWith('no-restricted'))
      .map(({ line, message }) => ({ file, line, message })));
  process.stdout.write(JSON.stringify(complaints));
`;

interface Complaint {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const complaintsAbout = (sources: readonly Source[]): readonly Complaint[] => {
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    input: JSON.stringify(sources),
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as readonly Complaint[];
};

const forbidden = [
  'setTimeout(() => undefined, 1);',
  'setInterval(() => undefined, 1);',
  'setImmediate(() => undefined);',
  'clearTimeout(undefined);',
  'globalThis.setTimeout(() => undefined, 1);',
  'export const at = performance.now();',
  'export const at = Date.now();',
  'export const at = new Date();',
  'export const at = Date();',
  'export const signal = AbortSignal.timeout(1);',
  'export const at = process.hrtime();',
  `import { setTimeout as delay } from 'node:timers/promises'; void delay(1);`,
  `import { setImmediate } from 'timers'; setImmediate(() => undefined);`,
  `import { performance } from 'node:perf_hooks'; performance.now();`,
];

const rooms = [
  ...[
    'src/kernel',
    'src/kernel/http',
    'src/kernel/postgres',
    'src/app',
    'src/app/cli',
    'packages/import/src',
    'packages/mcp/src',
  ],
  ...[
    'packages/embedded-postgres/src',
    'packages/console/src/server',
    'src/modules/access/application',
    'src/modules/access/http',
  ],
];
const exempt = [
  'src/kernel/running/system-clock.ts',
  'src/kernel/running/event-loop.ts',
  'packages/bench/src/a.ts',
  'packages/console/src/web/a.ts',
];

const planted = rooms.flatMap((room) =>
  forbidden.map((text, index) => ({ file: `${room}/planted-${index}.ts`, text })),
);
const permitted = exempt.flatMap((file) => forbidden.map((text) => ({ file, text })));
const named = {
  file: 'src/kernel/named.ts',
  text: `export const day = new Date('2026-01-31'); export const later = (ms: number): Date => new Date(ms);`,
};

test.each(rooms)('%s may read the time and wait only through the clock', (room) => {
  const those = planted.filter(({ file }) => file.startsWith(`${room}/planted`));
  const caught = new Set(complaints.map(({ file }) => file));
  expect(those.filter(({ file }) => !caught.has(file))).toEqual([]);
});

test('the system clock, the event loop, the benchmarks and the browser may read the time directly', () => {
  expect(complaints.filter(({ file }) => exempt.includes(file))).toEqual([]);
});

test('a date with a given value does not read the time', () => {
  expect(complaints.filter(({ file }) => file === named.file)).toEqual([]);
});

let complaints: readonly Complaint[];
beforeAll(() => {
  complaints = complaintsAbout([...planted, ...permitted, named]);
});
