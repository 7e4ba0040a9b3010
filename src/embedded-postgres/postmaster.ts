// The running server, as its pid file tells, and the folder of its socket.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { type Account, codeOf, type Place, readIfThere } from './place';
import { startOf } from './processes';

export interface Postmaster {
  readonly pid: number;
  readonly socketDirectory: string;
  /** PostgreSQL's word: starting, ready or stopping; empty in its first milliseconds, and in single-user mode. */
  readonly status: string;
}

const emptyPidFileForMs = 1_000;
const maxSocketPathBytes = 107;

export const livePostmaster = (place: Place): Postmaster | undefined => {
  const lines = (readIfThere(path.join(place.cluster, 'postmaster.pid')) ?? '').split('\n');
  // PostgreSQL writes the id of a process in single-user mode as a negative number.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid <= 1 || startOf(pid) === undefined) return undefined;
  if (commandLineOf(pid)?.includes(socketPrefixOf(place)) === false) return undefined;
  return { pid, socketDirectory: lines[4] ?? '', status: (lines[7] ?? '').trim() };
};

/** Whether PostgreSQL's log says that another process, or what is left of it, has the cluster: that passes by itself. */
export const isHeldByAnother = (log: string): boolean =>
  /lock file ".*" (already exists|is empty)|shared memory block .* still in use/.test(log);

const commandLineOf = (pid: number): string | undefined => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return undefined; // not Linux, or hidden from us
  }
};

// PostgreSQL clears a pid file whose process is gone, but gives up on an empty one and on one whose id has meanwhile
// passed to another process of the same user, which is the rule in containers. Should we err, its shared memory
// segment still keeps a second server out.
export const discardStalePidFile = (place: Place, keptSocketDirectory: string | undefined): void => {
  const file = path.join(place.cluster, 'postmaster.pid');
  const stale = readIfThere(file);
  if (stale === undefined || livePostmaster(place) !== undefined) return;
  // An empty one may also be a server's that starts in this very moment.
  if (stale === '' && Date.now() - fs.statSync(file).mtimeMs < emptyPidFileForMs) return;
  const socketDirectory = stale.split('\n')[4] ?? '';
  const isOurs = path.basename(socketDirectory).startsWith(socketPrefixOf(place));
  if (isOurs && socketDirectory !== keptSocketDirectory) removeSocketDirectory(socketDirectory);
  fs.rmSync(file, { force: true });
};

// The socket folder is new where nobody uses the server yet, so nobody can wait in its place; postmaster.pid tells other
// processes where it is. Its name carries the identity of the cluster, by which a command line is recognised as ours.
export const socketPrefixOf = (place: Place): string => {
  const cluster = fs.statSync(place.cluster, { bigint: true });
  return `ledger-pg-${cluster.dev.toString(36)}-${cluster.ino.toString(36)}-`;
};

export const newSocketDirectory = (place: Place, account: Account): string => {
  const prefix = socketPrefixOf(place);
  const fits = (parent: string): boolean =>
    Buffer.byteLength(path.join(parent, `${prefix}XXXXXX`, '.s.PGSQL.5432')) <= maxSocketPathBytes;
  const opens = (parent: string): boolean =>
    account === undefined || spawnSync('test', ['-x', parent], account).status === 0;
  const parent = fits(tmpdir()) && opens(tmpdir()) ? fs.realpathSync(tmpdir()) : '/tmp';
  const directory = fs.mkdtempSync(path.join(parent, prefix));
  if (account !== undefined) fs.chownSync(directory, account.uid, account.gid);
  return directory;
};

/** The folder that living processes look for the server in. It may be gone, but may not have passed to anybody else. */
export const sameSocketDirectory = (directory: string, account: Account): string => {
  try {
    fs.mkdirSync(directory, { mode: 0o700 });
    if (account !== undefined) fs.chownSync(directory, account.uid, account.gid);
  } catch (fault) {
    if (codeOf(fault) !== 'EEXIST') throw fault;
    const found = fs.lstatSync(directory);
    if (!found.isDirectory() || found.uid !== (account?.uid ?? process.getuid?.()))
      throw new Error(`${directory} has passed to another user: stop every process of the ledger, and start again.`);
  }
  return directory;
};

export const removeSocketDirectory = (directory: string): void => {
  try {
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) fs.rmSync(path.join(directory, name), { force: true });
    fs.rmdirSync(directory);
  } catch {
    // Gone already, or another user's: an empty folder in /tmp harms nobody.
  }
};
