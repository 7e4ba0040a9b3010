/** Creates a cluster, and starts a server in it. */
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runnableBinaries } from './binaries';
import type { PostgresClock } from './clock';
import { accountFor, codeOf, runIn, type Account, type Place } from './place';
import { discardStalePidFile, newSocketDirectory, removeSocketDirectory, sameSocketDirectory } from './postmaster';
import { isFromLivingProcess, nameOfThisProcess } from './processes';
import { isSecured, secureCluster, superuser } from './secure';
import { socketDirectoryInUse } from './users';

export interface Attempt {
  readonly child: ChildProcess;
  hasEnded(): boolean;
  newLog(): string;
}

export const readyWithinMs = 60_000;
const maxLogBytes = 16 * 1024 * 1024;

/** Starts a server. Returns undefined if another process is using the cluster. */
export const launch = async (
  place: Place,
  password: string,
  settings: Readonly<Record<string, string>>,
  log: (line: string) => void,
  clock: Pick<PostgresClock, 'now'>,
): Promise<Attempt | undefined> => {
  const account = accountFor(place);
  const binaries = await runnableBinaries(account, place.names);
  if (!existsSync(join(place.cluster, 'PG_VERSION'))) {
    log(`PostgreSQL: creating the database in ${place.home}`);
    await createCluster(place, account, binaries, settings['fsync'] === 'off');
  }
  const socketDirectoryUsed = socketDirectoryInUse(place);
  discardStalePidFile(place, socketDirectoryUsed, clock);
  if (!isSecured(place, password)) {
    log(`PostgreSQL: from now on it asks for the passwords that come from ${place.passwordFile}`);
    if (!(await secureCluster(place, account, binaries, password))) return undefined;
  }

  const socketDirectory = socketDirectoryUsed
    ? sameSocketDirectory(place, socketDirectoryUsed, account)
    : newSocketDirectory(place, account);
  const run = runIn(place.cluster, account);
  const postgres = join(binaries, 'postgres');
  const lz4 = ['-D', run.directory, '-C', 'wal_compression', '-c', 'wal_compression=lz4'];
  const compressesWithLz4 = spawnSync(postgres, lz4, run.spawning).status === 0;
  const allSettings = {
    ...defaultSettings,
    wal_compression: compressesWithLz4 ? 'lz4' : 'on',
    recovery_init_sync_method: syncsFileSystems ? 'syncfs' : 'fsync',
    ...settings,
    port: '5432',
    listen_addresses: '',
    unix_socket_directories: `"${socketDirectory}"`,
    unix_socket_permissions: '0700',
  };
  const flags = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  boundLog(place.logFile);
  const logFile = openSync(place.logFile, 'a', 0o600);
  const logStart = fstatSync(logFile).size;
  // The server runs in its own session, so Ctrl-C reaches only the program, which finishes its work and then stops the server.
  const child = spawn(postgres, ['-D', run.directory, ...flags], {
    ...run.spawning,
    detached: true,
    stdio: ['ignore', logFile, logFile],
  });
  closeSync(logFile);
  child.unref();
  let ended: string | undefined;
  const end = (why: string): void => {
    ended ??= why;
    if (socketDirectoryInUse(place) !== socketDirectory) removeSocketDirectory(socketDirectory);
  };
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, by) => end(`exit ${code ?? by}`));
  return {
    child,
    hasEnded: () => ended !== undefined,
    newLog: () => `${tailOf(place.logFile, logStart)}(${ended ?? 'running'})`,
  };
};

const createCluster = async (place: Place, account: Account, binaries: string, unsafely: boolean): Promise<void> => {
  const prefix = 'unfinished-cluster.';
  for (const entry of readdirSync(place.home).filter((name) => name.startsWith(prefix))) {
    if (isFromLivingProcess(entry.slice(prefix.length))) continue;
    rmSync(join(place.home, entry), { recursive: true, force: true });
  }
  const fresh = join(place.home, prefix + nameOfThisProcess());
  mkdirSync(fresh, { mode: 0o700 });
  if (account !== undefined) chownSync(fresh, account.uid, account.gid);
  const { directory, spawning } = runIn(fresh, account);
  const flags = [
    '-D',
    directory,
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '-E',
    'UTF8',
    '-U',
    superuser,
    // Rejects all connections until the passwords are set.
    '--auth=reject',
    '--no-instructions',
  ];
  try {
    if (unsafely) flags.push('--no-sync');
    await promisify(execFile)(join(binaries, 'initdb'), flags, { ...spawning, timeout: readyWithinMs });
    renameSync(fresh, place.cluster);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another process has created the cluster meanwhile. It is complete, because it is renamed only when it is complete.
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Moves the content of a log file that is too long to `<file>.old`. The server keeps the log open and appends to it, so the file is copied
 * and then emptied. Several processes may do this at once: a process that finds the log already emptied deletes its own copy.
 */
export const boundLog = (file: string, maxBytes = maxLogBytes): void => {
  if (sizeOf(file) <= maxBytes) return;
  const copy = `${file}.${process.pid}`;
  copyFileSync(file, copy);
  if (sizeOf(copy) <= maxBytes) return rmSync(copy);
  truncateSync(file);
  renameSync(copy, `${file}.old`);
};

export const tailOf = (file: string, fromByte: number): string =>
  readFileSync(file).subarray(fromByte).subarray(-2000).toString('utf8');

/**
 * After a crash PostgreSQL first syncs its files to disk. It can sync each file, which takes seconds for thousands of files on a busy disk,
 * or whole file systems at once. With the second way, Linux reports errors only since version 5.8.
 */
const [major = 0, minor = 0] = release().split('.').map(Number);
const syncsFileSystems = process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8));

/** Server settings for one service on a small host. fsync and synchronous_commit keep PostgreSQL's default, which is on. */
const defaultSettings: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  max_connections: '60',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  max_locks_per_transaction: '256',
  jit: 'off',
  random_page_cost: '1.1',
  // The details of an error contain the values of rows, such as hashes, names and amounts, which must not be logged.
  log_error_verbosity: 'terse',
};
