// The data directory, and the user that PostgreSQL runs as there.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

export interface Place {
  readonly home: string;
  /** Beside the data directory: what stands in it is for the user that runs PostgreSQL, this is not. */
  readonly passwordFile: string;
  readonly cluster: string;
  readonly users: string;
  readonly logFile: string;
}

/** The user that runs PostgreSQL, where it cannot be this process's own. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

export const nobody = 65534;

export const placeAt = (home: string): Place => ({
  home,
  passwordFile: `${home}.password`,
  cluster: path.join(home, 'cluster'),
  users: path.join(home, 'users'),
  logFile: path.join(home, 'postgres.log'),
});

export const openPlace = (dataDirectory: string): Place => {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL needs Linux or macOS: set DATABASE_URL to a server of your own.');
  }
  // Others may pass through (PostgreSQL runs as another user when we are root), but not list; the cluster is 0700.
  fs.mkdirSync(dataDirectory, { recursive: true, mode: 0o711 });
  const place = placeAt(fs.realpathSync(dataDirectory));
  try {
    fs.mkdirSync(place.users, { recursive: true, mode: 0o711 });
    fs.accessSync(place.users, fs.constants.W_OK);
  } catch (fault) {
    throw codeOf(fault) === 'EACCES' ? foreign(place.home) : fault;
  }
  return place;
};

// PostgreSQL refuses to run as root. A cluster that already has an owner keeps it, so root can help an ordinary user.
export const accountFor = (place: Place): Account => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.statSync(place.cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  if (owner !== undefined) giveTree(place.cluster, nobody);
  return { uid: nobody, gid: nobody };
};

export interface Run {
  /** What PostgreSQL's programs are to call the cluster. */
  readonly directory: string;
  readonly spawning: { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
}

// A clean environment, because PGPORT, PGOPTIONS, LD_PRELOAD and the locale of the caller would all reach the server.
// The folder is entered before the user changes, so `/proc/self/cwd` opens a cluster below a 0700 home to that user too.
export const runIn = (cluster: string, account: Account): Run => {
  const seen = account === undefined || spawnSync('test', ['-x', cluster], account).status === 0;
  const spawning = { ...account, cwd: cluster, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } };
  return { directory: seen ? cluster : '/proc/self/cwd', spawning };
};

const giveTree = (folder: string, owner: number): void => {
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    fs.lchownSync(path.join(folder, entry), owner, owner);
  }
  fs.chownSync(folder, owner, owner);
};

export const readIfThere = (file: string): string | undefined => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT' || codeOf(fault) === 'ENOTDIR') return undefined;
    throw codeOf(fault) === 'EACCES' ? foreign(path.dirname(file)) : fault;
  }
};

const foreign = (folder: string): Error =>
  new Error(
    `${folder} belongs to another user: run as that user or as root, or set LEDGER_DATA_DIR to another folder.`,
  );

export const codeOf = (fault: unknown): string => String((fault as { readonly code?: unknown }).code ?? fault);
