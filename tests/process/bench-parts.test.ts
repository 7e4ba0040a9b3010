/**
 * The parts of the benchmark run to their end in their short form. They compute cursors, fill books directly in the database and read the
 * service's metrics, so that a change to the service can break them without failing any other test.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const cli = resolve(__dirname, '../../dist/src/app/cli.js');

/** The parts that take less than a minute in their short form. */
test.each(['reads', 'growth', 'proof'])('`ledger bench --quick --only %s` prints its targets', (part) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'bench', '--quick', '--only', part], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^ {2}Targets +figure {2}must hold/m);
});
