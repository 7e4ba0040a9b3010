/**
 * Repeats `make test`, while a number of busy loops each occupy a core: `--times 10 --busy 2`. Prints the duration of each run and the
 * number of passed tests, and fails if a test fails. This reveals tests that depend on the machine's speed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '10' }, busy: { type: 'string', default: '0' } },
});
const folder = mkdtempSync(join(tmpdir(), 'ledger-again-'));
// Each loop has a session of its own. In the session of the tests, the scheduler would divide one share of the processor between the loops
// and the tests.
const loops = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { detached: true, stdio: 'ignore' }),
);
const rows = [];
try {
  for (let run = 1; run <= Number(values.times); run += 1) {
    const report = join(folder, `${run}.json`);
    const startedAt = Date.now();
    const { status } = spawnSync('make', ['test', `JEST_FLAGS=--json --outputFile=${report}`], { stdio: 'inherit' });
    const told = JSON.parse(readFileSync(report, 'utf8'));
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    rows.push({
      run,
      seconds,
      passed: told.numPassedTests,
      failed: told.numFailedTests,
      skipped: told.numPendingTests,
      status,
    });
  }
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
const seconds = rows.map((row) => row.seconds);
const print = (text) => process.stdout.write(`${text}\n`);
print(`\n${cpus().length} cores, ${values.busy} busy loops beside them, load ${loadavg()[0].toFixed(1)} at the end`);
print('run | seconds | passed | failed | skipped');
for (const row of rows) print(`${row.run} | ${row.seconds} | ${row.passed} | ${row.failed} | ${row.skipped}`);
print(`slowest ${Math.max(...seconds)} s, fastest ${Math.min(...seconds)} s`);
process.exit(rows.every(({ status }) => status === 0) ? 0 : 1);
