/** A migrated PostgreSQL cluster that is stopped. Tests with their own server take copies, so initdb and the migrations run once. */
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerNames } from '../../src/app/embedded-database';
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src';
import { migrate } from '../../src/kernel/postgres/migrate';
import { systemClock } from '../../src/kernel/running/system-clock';
import { onceInRun } from './database';

/** Copies the cluster into `folder`. The caller then starts a server on `folder/postgres`, with its own settings. */
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
  // PostgreSQL's user owns the files; if the tests run as root, that is a different user.
  const { status, stderr } = spawnSync('cp', ['-a', `${prepared}/.`, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the cluster was not copied: ${stderr}`);
};
