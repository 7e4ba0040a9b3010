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
  /**
   * The path of the password file. It is next to the data directory and not in it, because the user that runs PostgreSQL must not read the
   * password.
   */
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
  // Others may enter the folder but not list it: root starts PostgreSQL as a different user. The cluster itself has mode 0700.
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw errorOfUnusableFolder(dataDirectory, names, error);
  }
  const place = placeAt(realpathSync(dataDirectory), names);
  try {
    mkdirSync(place.users, { recursive: true, mode: 0o711 });
    accessSync(place.users, constants.W_OK);
  } catch (error) {
    throw codeOf(error) === 'EACCES'
      ? errorOfForeignFolder(place.home, names)
      : errorOfUnusableFolder(place.home, names, error);
  }
  return place;
};

/**
 * Returns the user to run PostgreSQL as, because PostgreSQL refuses to run as root. It is the owner of the cluster, so root can also start
 * the server of an ordinary user.
 */
export const accountFor = (place: Place): Account => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(place.cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  if (owner !== undefined) changeOwnerOfTree(place.cluster, nobody);
  return { uid: nobody, gid: nobody };
};

export interface Run {
  /** The path by which PostgreSQL's programs open the cluster. */
  readonly directory: string;
  readonly spawning: { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
}

/**
 * Returns how to run PostgreSQL's programs in the cluster's folder. Their environment is clean, because PGPORT, PGOPTIONS, LD_PRELOAD and
 * the locale would affect the server. The process enters the folder before it changes its user. So with `/proc/self/cwd` that user can also
 * open a cluster below a home directory of mode 0700.
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

const errorOfUnusableFolder = (folder: string, { variables }: PostgresNames, cause: unknown): Error =>
  new Error(
    `${folder} cannot be created or written to (${codeOf(cause)}): ` +
      `set ${variables.dataDirectory} to a folder that this process may write to.`,
    { cause },
  );

export const codeOf = (error: unknown): string => String((error as { readonly code?: unknown }).code ?? error);
