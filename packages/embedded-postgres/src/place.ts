/** The paths of the data directory, and the user that PostgreSQL runs as. */
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  lchownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { requireNames, type PostgresNames } from './names';

export interface Place {
  readonly names: PostgresNames;
  readonly home: string;
  /** The file is next to the data directory, because the user that runs PostgreSQL may read the directory but not the password. */
  readonly passwordFile: string;
  readonly cluster: string;
  readonly users: string;
  readonly logFile: string;
}

/** The user that runs PostgreSQL; undefined: the user of this process. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

export const nobody = 65534;

export const placeAt = (home: string, names: PostgresNames): Place => {
  requireNames(names);
  return {
    names,
    home,
    passwordFile: `${home}.password`,
    cluster: join(home, 'cluster'),
    users: join(home, 'users'),
    logFile: join(home, 'postgres.log'),
  };
};

export const openPlace = (dataDirectory: string, names: PostgresNames): Place => {
  if (process.platform === 'win32') {
    const { databaseUrl } = names.variables;
    throw new Error(`The embedded PostgreSQL needs Linux or macOS: set ${databaseUrl} to a server of your own.`);
  }
  // Others may traverse the folder (PostgreSQL runs as another user if this process is root), but not list it; the cluster is 0700.
  mkdirSync(dataDirectory, { recursive: true, mode: 0o711 });
  const place = placeAt(realpathSync(dataDirectory), names);
  try {
    mkdirSync(place.users, { recursive: true, mode: 0o711 });
    accessSync(place.users, constants.W_OK);
  } catch (error) {
    throw codeOf(error) === 'EACCES' ? errorOfForeignFolder(place.home, names) : error;
  }
  return place;
};

/**
 * Returns the user to run PostgreSQL, which refuses to run as root. A cluster keeps its owner, so root can start the server of an ordinary
 * user.
 */
export const accountFor = (place: Place): Account => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(place.cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  if (owner !== undefined) changeOwnerOfTree(place.cluster, nobody);
  return { uid: nobody, gid: nobody };
};

export interface Run {
  /** The path of the cluster for PostgreSQL's programs. */
  readonly directory: string;
  readonly spawning: { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
}

/**
 * Uses a clean environment, because PGPORT, PGOPTIONS, LD_PRELOAD and the locale of the caller would affect the server. The folder is
 * entered before the user changes, so `/proc/self/cwd` lets that user open a cluster below a 0700 home too.
 */
export const runIn = (cluster: string, account: Account): Run => {
  const seen = account === undefined || spawnSync('test', ['-x', cluster], account).status === 0;
  const spawning = { ...account, cwd: cluster, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } };
  return { directory: seen ? cluster : '/proc/self/cwd', spawning };
};

const changeOwnerOfTree = (folder: string, owner: number): void => {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), owner, owner);
  }
  chownSync(folder, owner, owner);
};

export const readIfThere = (file: string, names: PostgresNames): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw codeOf(error) === 'EACCES' ? errorOfForeignFolder(dirname(file), names) : error;
  }
};

const errorOfForeignFolder = (folder: string, { variables }: PostgresNames): Error =>
  new Error(
    `${folder} belongs to another user: run as that user or as root, ` +
      `or set ${variables.dataDirectory} to another folder.`,
  );

export const codeOf = (error: unknown): string => String((error as { readonly code?: unknown }).code ?? error);
