/** A migrated PostgreSQL cluster at rest. Tests with a server of their own take copies, so initdb and the migrations run once. */
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerNames } from '../../src/app/embedded-database';
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src';
import { migrate } from '../../src/kernel/postgres/migrate';
import { systemClock } from '../../src/kernel/running/system-clock';
import { onceInRun } from './database';

/** Puts a copy into `folder`, where a server is then started on `folder/postgres`, with settings of the caller's own. */
export const copyPreparedCluster = async (folder: string): Promise<void> => {
  const prepared = join(process.env['LEDGER_TEST_FOLDER'] ?? '', 'prepared');
  const prepare = async (): Promise<void> => {
    const unfinished = `${prepared}-unfinished`;
    const dataDirectory = join(unfinished, 'postgres');
    const server = await startEmbeddedPostgres({ dataDirectory, names: ledgerNames, clock: systemClock });
    await migrate(server.url);
    await server.stop();
    renameSync(unfinished, prepared);
  };
  await onceInRun('prepared cluster', () => existsSync(prepared), prepare);
  // PostgreSQL's user owns the files, and is another one than the user of the tests if that is root.
  const { status, stderr } = spawnSync('cp', ['-a', `${prepared}/.`, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the cluster was not copied: ${stderr}`);
};
