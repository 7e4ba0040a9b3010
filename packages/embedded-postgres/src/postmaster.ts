/** Finds the running server by its pid file, and manages the folder of its socket. */
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { PostgresClock } from './clock';
import { codeOf, readIfThere, type Account, type Place } from './place';
import { startOf } from './processes';

export interface Postmaster {
  readonly pid: number;
  readonly socketDirectory: string;
  /** The state as PostgreSQL writes it: starting, ready or stopping; empty in its first milliseconds, and in single-user mode. */
  readonly status: string;
}

const emptyPidFileForMs = 1_000;
const maxSocketPathBytes = 107;

export const livePostmaster = (place: Place): Postmaster | undefined => {
  const lines = (readIfThere(join(place.cluster, 'postmaster.pid'), place.names) ?? '').split('\n');
  // PostgreSQL writes the id of a process in single-user mode as a negative number.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid <= 1 || startOf(pid) === undefined) return undefined;
  if (commandLineOf(pid)?.includes(socketPrefixOf(place)) === false) return undefined;
  return { pid, socketDirectory: lines[4] ?? '', status: (lines[7] ?? '').trim() };
};

/** Whether PostgreSQL's log shows that another process, or the remains of one, uses the cluster. Both cases end without intervention. */
export const isHeldByAnother = (log: string): boolean =>
  /lock file ".*" (already exists|is empty)|shared memory block .* still in use/.test(log);

const commandLineOf = (pid: number): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return undefined; // The system is not Linux, or the process is hidden.
  }
};

/**
 * Removes the pid file of an ended server. PostgreSQL removes one whose process is gone, but refuses an empty one, and one whose id another
 * process of the same user has meanwhile, which is usual in containers. If this function is wrong about a file, the shared memory segment
 * of its server still prevents a second server.
 */
export const discardStalePidFile = (
  place: Place,
  keptSocketDirectory: string | undefined,
  clock: Pick<PostgresClock, 'now'>,
): void => {
  const file = join(place.cluster, 'postmaster.pid');
  const stale = readIfThere(file, place.names);
  if (stale === undefined || livePostmaster(place) !== undefined) return;
  // An empty file may also belong to a server that is just starting.
  if (stale === '' && clock.now().getTime() - statSync(file).mtimeMs < emptyPidFileForMs) return;
  const socketDirectory = stale.split('\n')[4] ?? '';
  const isOurs = basename(socketDirectory).startsWith(socketPrefixOf(place));
  if (isOurs && socketDirectory !== keptSocketDirectory) removeSocketDirectory(socketDirectory);
  rmSync(file, { force: true });
};

/**
 * Returns the prefix of the socket folder's name. It contains the identity of the cluster and is part of the server's command line, which
 * identifies a process as the server of this cluster.
 */
export const socketPrefixOf = (place: Place): string => {
  const cluster = statSync(place.cluster, { bigint: true });
  return `${place.names.socketPrefix}${cluster.dev.toString(36)}-${cluster.ino.toString(36)}-`;
};

/**
 * Creates a new folder, so that no other user can have prepared one in its place; postmaster.pid contains its path for other processes.
 * Call it only if no living process uses the server yet, because a living one keeps using the folder that it knows.
 */
export const newSocketDirectory = (place: Place, account: Account): string => {
  const prefix = socketPrefixOf(place);
  const fits = (parent: string): boolean =>
    Buffer.byteLength(join(parent, `${prefix}XXXXXX`, '.s.PGSQL.5432')) <= maxSocketPathBytes;
  const opens = (parent: string): boolean =>
    account === undefined || spawnSync('test', ['-x', parent], account).status === 0;
  const parent = fits(tmpdir()) && opens(tmpdir()) ? realpathSync(tmpdir()) : '/tmp';
  const directory = mkdtempSync(join(parent, prefix));
  if (account !== undefined) chownSync(directory, account.uid, account.gid);
  return directory;
};

/** Recreates the folder in which living processes look for the server. If it exists, it must belong to the account. */
export const sameSocketDirectory = (place: Place, directory: string, account: Account): string => {
  try {
    mkdirSync(directory, { mode: 0o700 });
    if (account !== undefined) chownSync(directory, account.uid, account.gid);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const found = lstatSync(directory);
    if (!found.isDirectory() || found.uid !== (account?.uid ?? process.getuid?.()))
      throw new Error(
        `${directory} has passed to another user: stop every process of ${place.names.program}, and start again.`,
      );
  }
  return directory;
};

/**
 * Removes the folders that remain from starts that were killed. Call it only while the server runs: the cluster has no other server then,
 * so no other folder is in use.
 */
export const removeForsakenSocketDirectories = (place: Place, inUse: string): void => {
  const prefix = socketPrefixOf(place);
  for (const parent of new Set([realpathSync(tmpdir()), '/tmp']))
    for (const name of readdirSync(parent))
      if (name.startsWith(prefix) && join(parent, name) !== inUse) removeSocketDirectory(join(parent, name));
};

export const removeSocketDirectory = (directory: string): void => {
  try {
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(directory, name), { force: true });
    rmdirSync(directory);
  } catch {
    // The folder is gone, or belongs to another user: an empty folder in /tmp does no harm.
  }
};
