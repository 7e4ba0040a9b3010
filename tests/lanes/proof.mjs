/**
 * `make proof`: runs the long tests in parts, one after the other. Each day begins with a different part, and the order is printed, so that
 * even with a time limit (`--minutes 25`) every part runs within a few days. A part that no longer fits is skipped and named. The run fails
 * if a part fails, and ends with the names of the tests that failed; `--only NAME` runs one part, `--report FILE` writes the counts and
 * these names. `--after-test` says that `make test` has just run: files that it ran on PostgreSQL today are not run there again.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { countsIn } from './counts.mjs';

const { day, parts, wholeOnPostgres } = createRequire(import.meta.url)('./lanes.js');

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    only: { type: 'string', multiple: true },
    report: { type: 'string' },
    'after-test': { type: 'boolean', default: false },
  },
});

/** The first part runs the tests of the API that `make test` has not run on PostgreSQL, or only in part. So it comes first every day. */
const [whole, ...others] = parts;
const first = values['after-test']
  ? { ...whole, files: whole.files.filter((file) => !wholeOnPostgres.includes(file)) }
  : whole;
const rotated = [...others.slice(day % others.length), ...others.slice(0, day % others.length)];
const wanted = [first, ...rotated].filter(({ name }) => !values.only || values.only.includes(name));
if (wanted.length === 0)
  throw new Error(`there is no such part: ${[first, ...others].map(({ name }) => name).join(', ')}`);
const minutes = values.minutes === undefined ? Infinity : Number(values.minutes);
const folder = mkdtempSync(join(tmpdir(), 'ledger-proof-'));
const startedAt = Date.now();
const minutesSo = () => (Date.now() - startedAt) / 60_000;

/** Runs a part, and returns the numbers of passed, failed and skipped tests. */
const run = ({ files = [], folders = [], alone, variables, command }, index) => {
  const report = join(folder, `${index}.json`);
  const paths = [...files, ...folders].map((file) => `tests/${file}`);
  const jest = ['--max-semi-space-size=32', 'node_modules/.bin/jest', '-c', 'tests/jest.config.js', '--json'];
  const [program, args] = command ?? [
    process.execPath,
    [...jest, `--outputFile=${report}`, ...(alone ? ['--runInBand'] : []), ...paths],
  ];
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } });
  if (command) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0, failures: [] };
  const counts = countsIn(report);
  return { ...counts, ...(status !== 0 && counts.failed === 0 && { failed: 1 }) };
};

const say = (text) => process.stdout.write(`${text}\n`);
say(
  `The proof of day ${day} (LEDGER_TEST_DAY repeats it), in this order: ${wanted.map(({ name }) => name).join(', ')}`,
);
const rows = [];
for (const [index, part] of wanted.entries()) {
  // A time limit never skips the first part.
  if (part !== first && minutesSo() + part.minutes > minutes) {
    rows.push({ name: part.name, left: true });
    continue;
  }
  say(`\n== ${part.name} (about ${part.minutes} min)`);
  const from = minutesSo();
  rows.push({ name: part.name, ...run(part, index), took: minutesSo() - from });
}
rmSync(folder, { recursive: true, force: true });

say('\npart | passed | failed | skipped | minutes');
for (const { name, left, passed, failed, skipped, took } of rows)
  say(left ? `${name} | not enough time today` : `${name} | ${passed} | ${failed} | ${skipped} | ${took.toFixed(1)}`);
const total = (count) => rows.reduce((sum, row) => sum + (row[count] ?? 0), 0);
const failures = rows.flatMap(({ name, failures: named = [] }) => named.map((failure) => `${name}: ${failure}`));
for (const failure of failures) say(`FAILED ${failure}`);
const totals = { passed: total('passed'), failed: total('failed'), skipped: total('skipped'), failures };
if (values.report) writeFileSync(values.report, JSON.stringify(totals));
process.exit(totals.failed > 0 ? 1 : 0);
