/** The package that `npm pack` creates from this checkout, and the location of its program after installation. */
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { hear } from './heard';
import { freePort } from './service-process';

export const repository = path.resolve(__dirname, '../..');

export interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

export const manifest = JSON.parse(fs.readFileSync(path.join(repository, 'package.json'), 'utf8')) as Manifest;

/** Tests that need npm are skipped, visibly, if it is missing. */
export const isNpmInstalled = spawnSync('npm', ['--version']).status === 0;

const npmWithinMs = 500_000;

export const npm = (
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): SpawnSyncReturns<string> =>
  spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    timeout: npmWithinMs,
  });

const isRegistryThere = (): boolean =>
  npm(repository, [
    'view',
    `pg@${manifest.dependencies['pg']}`,
    'version',
    '--fetch-retries=0',
    '--fetch-timeout=15000',
  ]).status === 0;

/** The reason why nothing can be installed from the registry; undefined if it can. */
export const whyNoRegistry = (): string | undefined => {
  if (process.env['LEDGER_TEST_PACKAGE'] !== 'full') return 'make test-package runs it';
  if (!isNpmInstalled) return 'there is no npm';
  return isRegistryThere() ? undefined : 'the registry cannot be reached';
};

export const newFolder = (): string => fs.mkdtempSync(path.join(fs.realpathSync(tmpdir()), 'ledger-package-'));

/** Packs the tarball into the folder. Unless scripts are disabled, npm first builds what is not built and records the tested versions. */
export const pack = (folder: string, ...options: readonly string[]): string => {
  const packed = spawnSync('npm', ['pack', '--loglevel=error', '--pack-destination', folder, ...options], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, npm_config_cache: path.join(folder, 'cache') },
  });
  const file = fs.readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (file === undefined) throw new Error(`npm pack gave nothing: ${packed.stderr}`);
  return path.join(folder, file);
};

/** The relative paths of all files below the folder. */
export const filesBelow = (folder: string): readonly string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

/** The path at which npm links the installed program. */
export const programIn = (folder: string): string => path.join(folder, 'node_modules/.bin/ledger');

export interface InstalledService {
  readonly url: string;
  readonly pid: number;
  readonly stdout: () => string;
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>;
  stop(): Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/**
 * Starts the program that is installed in the folder and waits until it is ready. Its environment is PATH, the given variables and a free
 * port.
 */
export const serveInstalled = (
  folder: string,
  environment: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<InstalledService> =>
  startInstalled(programIn(folder), folder, ['serve', ...options], { LOG_LEVEL: 'warn', ...environment });

export const startInstalled = async (
  program: string,
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<InstalledService> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [hear(child.stdout), hear(child.stderr)];
  const ended = once(child, 'close');
  const stop = async (): ReturnType<InstalledService['stop']> => {
    child.kill('SIGTERM');
    const [code] = await ended;
    return { code: code as number | null, stderr: stderr.text() };
  };
  await stdout.says(/listens on .*\n/).catch(async () => {
    throw new Error(`it did not start: ${(await stop()).stderr}`);
  });
  return { url, pid: child.pid ?? 0, stdout: stdout.text, says: stdout.says, stop };
};

/**
 * The HTTP statuses with which the service answers requests for these paths. Each body is read to its end: an unread one would keep its
 * connection, and this process, until garbage collection.
 */
export const statusesOf = async (
  { url }: InstalledService,
  ...paths: readonly string[]
): Promise<readonly number[]> => {
  const answers = await Promise.all(paths.map((each) => fetch(`${url}${each}`)));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return answers.map(({ status }) => status);
};
