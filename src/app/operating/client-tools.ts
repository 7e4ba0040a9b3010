/**
 * Finds pg_dump and pg_restore on this machine with their versions, and runs them without showing a password to users who can list
 * processes.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type ToolName = 'pg_dump' | 'pg_restore';

export interface Tool {
  readonly name: ToolName;
  readonly path: string;
  /** The major version of the tool. */
  readonly major: number;
  /** The environment variables with which the tool runs. */
  readonly env: NodeJS.ProcessEnv;
}

/** Folders in which PostgreSQL's packages install the tools of each version, outside the PATH. */
const packaged: readonly (readonly [folder: string, version: RegExp])[] = [
  ['/usr/lib/postgresql', /^\d+$/],
  ['/usr', /^pgsql-\d+$/],
];

/**
 * Returns the first tool of that name that is not older than the server; the PATH is searched first. If there is none, throws a one-line
 * error that states what to install: a tool refuses a server that is newer than itself.
 */
export const findTool = async (name: ToolName, serverMajor: number, env: NodeJS.ProcessEnv): Promise<Tool> => {
  const found: Tool[] = [];
  for (const folder of folders(env)) {
    const path = join(folder, name);
    if (!isRunnable(path)) continue;
    const major = await majorOf(path, env);
    if (major === undefined) continue;
    if (major >= serverMajor) return { name, path, major, env };
    found.push({ name, path, major, env });
  }
  const advice = `install the client programs of PostgreSQL ${serverMajor} or newer (postgresql-client-${serverMajor} on Debian), or put them on the PATH`;
  const newest = found.toSorted((a, b) => b.major - a.major)[0];
  if (!newest) throw new Error(`${name} is not installed here: ${advice}`);
  throw new Error(
    `${newest.path} is of PostgreSQL ${newest.major}, which is older than the server (${serverMajor}): ${advice}`,
  );
};

const folders = (env: NodeJS.ProcessEnv): readonly string[] => [
  ...(env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
  ...packaged.flatMap(([folder, version]) =>
    entriesOf(folder)
      .filter((entry) => version.test(entry))
      .map((entry) => join(folder, entry, 'bin')),
  ),
];

const entriesOf = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const isRunnable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const majorOf = async (path: string, env: NodeJS.ProcessEnv): Promise<number | undefined> => {
  const { code, stdout } = await ran(path, ['--version'], env);
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout) ?? [];
  return code === 0 && major !== undefined ? Number(major) : undefined;
};

/**
 * Runs the tool on the database of the URL until it ends or `ended` aborts. Throws the tool's own message if it fails.
 */
export const runTool = async (
  { name, path, env }: Tool,
  url: string,
  args: readonly string[],
  ended?: AbortSignal,
): Promise<void> => {
  ended?.throwIfAborted();
  const { safeUrl, password } = withoutPassword(url);
  const environment = { ...env, ...(password === undefined ? {} : { PGPASSWORD: password }) };
  const { code, stderr } = await ran(path, [...args, `--dbname=${safeUrl}`], environment, ended);
  if (code !== 0)
    throw new Error(
      `${name} failed: ${stderr.trim().slice(-maxSaidLength) || (code === null ? 'a signal ended it' : `it exited with code ${code}`)}`,
    );
};

/** Errors quote at most this many characters, from the end of a tool's output. */
const maxSaidLength = 2_000;

/** Other users can see the arguments of a process, but not its environment. */
export const withoutPassword = (url: string): { readonly safeUrl: string; readonly password: string | undefined } => {
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password) || parsed.searchParams.get('password') || undefined;
  parsed.password = '';
  parsed.searchParams.delete('password');
  return { safeUrl: parsed.href, password };
};

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const ran = (path: string, args: readonly string[], env: NodeJS.ProcessEnv, ended?: AbortSignal): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    // The call waits for the tool even after the kill, because the tool may write until it has ended.
    const end = (): void => void child.kill();
    ended?.addEventListener('abort', end);
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout = (stdout + text).slice(-maxSaidLength)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-maxSaidLength)));
    child.once('error', reject);
    child.once('close', (code) => {
      ended?.removeEventListener('abort', end);
      resolve({ code, stdout, stderr });
    });
  });
