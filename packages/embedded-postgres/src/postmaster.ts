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
  /** The state in PostgreSQL's pid file: starting, ready or stopping. Empty during the first milliseconds, and in single-user mode. */
  readonly status: string;
}

const emptyPidFileForMs = 1_000;
const maxSocketPathBytes = 107;

export const livePostmaster = (place: Place): Postmaster | undefined => {
  const lines = (readIfThere(join(place.cluster, 'postmaster.pid'), place.names) ?? '').split('\n');
  // In single-user mode PostgreSQL writes its process id as a negative number.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid <= 1 || startOf(pid) === undefined) return undefined;
  if (commandLineOf(pid)?.includes(socketPrefixOf(place)) === false) return undefined;
  return { pid, socketDirectory: lines[4] ?? '', status: (lines[7] ?? '').trim() };
};

/**
 * Returns whether PostgreSQL's log shows that the cluster is in use: by another process, or by backends of a killed server that are still
 * ending. Both cases end by themselves.
 */
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
 * Removes the pid file of a server that has ended. PostgreSQL itself refuses to start if the file is empty, or if another process of the
 * same user now has the id that the file contains, which is common in containers. Should this function remove the file of a running server,
 * the shared memory segment still prevents a second server.
 */
export const discardStalePidFile = (
  place: Place,
  keptSocketDirectory: string | undefined,
  clock: Pick<PostgresClock, 'now'>,
): void => {
  const file = join(place.cluster, 'postmaster.pid');
  const stale = readIfThere(file, place.names);
  if (stale === undefined || livePostmaster(place) !== undefined) return;
  // A server that is just starting also has an empty file for a moment.
  if (stale === '' && clock.now().getTime() - statSync(file).mtimeMs < emptyPidFileForMs) return;
  const socketDirectory = stale.split('\n')[4] ?? '';
  const isOurs = basename(socketDirectory).startsWith(socketPrefixOf(place));
  if (isOurs && socketDirectory !== keptSocketDirectory) removeSocketDirectory(socketDirectory);
  rmSync(file, { force: true });
};

/**
 * Returns the prefix of the socket folder's name, which contains the device and inode of the cluster's folder. The server's command line
 * contains the folder, so it shows which cluster a server belongs to.
 */
export const socketPrefixOf = (place: Place): string => {
  const cluster = statSync(place.cluster, { bigint: true });
  return `${place.names.socketPrefix}${cluster.dev.toString(36)}-${cluster.ino.toString(36)}-`;
};

/**
 * Creates a new folder with a random name, so that no other user can have created it before. Other processes find its path in
 * postmaster.pid. Call it only if no running process uses a server of this cluster: such a process would keep looking in the folder that it
 * knows.
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

/**
 * Creates the folder in which running processes look for the server, if it is missing. An existing folder must belong to the user that runs
 * PostgreSQL.
 */
export const sameSocketDirectory = (place: Place, directory: string, account: Account): string => {
  try {
    mkdirSync(directory, { mode: 0o700 });
    if (account !== undefined) chownSync(directory, account.uid, account.gid);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const found = lstatSync(directory);
    if (!found.isDirectory() || found.uid !== (account?.uid ?? process.getuid?.()))
      throw new Error(
        `${directory} now belongs to another user: stop every process of ${place.names.program}, and start again.`,
      );
  }
  return directory;
};

/**
 * Removes the socket folders of starts that were killed. Call it only while the server runs: a cluster has only one server, so all its
 * other folders are unused.
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
    // The folder is gone, or belongs to another user. An empty folder in /tmp does no harm.
  }
};
