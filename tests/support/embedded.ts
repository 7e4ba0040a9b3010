/** A data directory for the embedded PostgreSQL of one test, the servers that run on it, and other processes that use it. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Client } from 'pg';
import { ledgerNames } from '../../src/app/embedded-database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../packages/embedded-postgres/src';
import { systemClock } from '../../src/kernel/running/system-clock';
import { killBelow, postmasterFollows, postmasterOf, processesBelow } from './outside';

export interface Room {
  readonly dataDirectory: string;
  readonly passwordFile: string;
  readonly cluster: string;
  readonly pidFile: string;
  /**
   * Copies the cluster and the password of another test's data directory, whose server must be stopped. This saves the second that creating
   * a cluster takes.
   */
  copy(made: Room): void;
  start(settings?: Readonly<Record<string, string>>): Promise<EmbeddedPostgres>;
  /**
   * Starts another Node process, which opens the database, prints whether it started the server itself, and closes the database when its
   * standard input ends.
   */
  otherProcess(): { readonly child: ChildProcess; readonly startedHere: Promise<boolean> };
  postmasterPid(): number;
  /** Resolves with the process id of the server that starts after the server with the process id `died` has ended. */
  postmasterFollows(died: number): Promise<number>;
  processes(): readonly number[];
  killProcesses(): Promise<void>;
  /** Ends all processes and deletes the folder, whether the test passed or failed. */
  clear(): Promise<void>;
}

export const openRoom = (): Room => {
  const home = fs.mkdtempSync(path.join(fs.realpathSync(tmpdir()), 'ledger-embedded-'));
  fs.chmodSync(home, 0o755);
  const dataDirectory = path.join(home, 'data');
  const paths = { dataDirectory, passwordFile: `${dataDirectory}.password` };
  const cluster = path.join(dataDirectory, 'cluster');
  const pidFile = path.join(cluster, 'postmaster.pid');
  const children: ChildProcess[] = [];
  const started: EmbeddedPostgres[] = [];
  const processes = (): readonly number[] => processesBelow(home);
  const killProcesses = (): Promise<void> => killBelow(home);
  return {
    ...paths,
    cluster,
    pidFile,
    copy: (made) => {
      for (const name of ['dataDirectory', 'passwordFile'] as const)
        execFileSync('cp', ['-a', made[name], paths[name]]);
    },
    start: async (settings = { fsync: 'off' }) => {
      const database = await startEmbeddedPostgres({ dataDirectory, names: ledgerNames, clock: systemClock, settings });
      started.push(database);
      return database;
    },
    otherProcess: () => {
      const script = `
        const { transformFileSync } = require('@swc/core');
        require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, {
          module: { type: 'commonjs' }, jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }).code, file);
        const { startEmbeddedPostgres } = require('./packages/embedded-postgres/src/index.ts');
        const { systemClock: clock } = require('./src/kernel/running/system-clock.ts');
        startEmbeddedPostgres({ clock, ...${JSON.stringify({ dataDirectory, names: ledgerNames })} }).then((database) => {
          console.log(String(database.startedHere));
          process.stdin.on('end', () => database.stop()).resume();
        });`;
      const root = path.join(__dirname, '..', '..');
      const child = spawn(process.execPath, ['-e', script], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
      children.push(child);
      const startedHere = once(child.stdout, 'data').then(([line]) => String(line).trim() === 'true');
      return { child, startedHere };
    },
    postmasterPid: () => postmasterOf(cluster),
    postmasterFollows: (died) => postmasterFollows(cluster, died),
    processes,
    killProcesses,
    clear: async () => {
      for (const child of children) child.kill('SIGKILL');
      // A child of a failed test would start the server again, so the children end first.
      for (const database of started) await database.stop();
      await killProcesses();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
};

/** Opens a data directory with a cluster that other tests can copy. Its server is stopped. */
export const openMadeRoom = async (): Promise<Room> => {
  const made = openRoom();
  await (await made.start()).stop();
  return made;
};

/** Closes the child's input, and returns its exit status. */
export const ended = async (child: ChildProcess): Promise<number | null> => {
  const exit = once(child, 'exit');
  child.stdin?.end();
  return (await exit)[0] as number | null;
};

export const socketDirectoryOf = ({ url }: EmbeddedPostgres): string => decodeURIComponent(new URL(url).hostname);

/** Returns the values of all rows in one flat list. */
export const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const answers = (url: string): Promise<boolean> =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  );
