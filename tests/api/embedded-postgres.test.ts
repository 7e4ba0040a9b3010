import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { Client } from 'pg';

import { findRunningPostgres, startEmbeddedPostgres } from '../../src/app/embedded-postgres/start';
import type { EmbeddedPostgres } from '../../src/app/embedded-postgres/start';

jest.setTimeout(120_000);

let dataDirectory: string;
let children: ChildProcess[];

beforeEach(() => {
  dataDirectory = path.join(fs.mkdtempSync(path.join(tmpdir(), 'ledger-embedded-')), 'data');
  fs.chmodSync(path.dirname(dataDirectory), 0o755);
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await killProcessesOfCluster();
  fs.rmSync(path.dirname(dataDirectory), { recursive: true, force: true });
});

const start = async (settings: Readonly<Record<string, string>> = { fsync: 'off' }): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDirectory, settings });

const cluster = (): string => path.join(dataDirectory, 'cluster');
const pidFile = (): string => path.join(cluster(), 'postmaster.pid');
const postmasterPid = (): number => Number(fs.readFileSync(pidFile(), 'utf8').split('\n')[0]);
const socketDirectoryOf = (database: EmbeddedPostgres): string => decodeURIComponent(new URL(database.url).hostname);

const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
};

const until = async (holds: () => boolean): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('waited 60 s in vain');
    await delay(10);
  }
};

/** Every PostgreSQL process works inside its cluster, so this finds postmasters, backends and initdb alike. */
const processesOfCluster = (): readonly number[] =>
  fs
    .readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        return fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(fs.realpathSync(path.dirname(dataDirectory)));
      } catch {
        return false;
      }
    });

/** A process may end by itself between being seen and being killed. */
const killIfThere = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const killProcessesOfCluster = async (): Promise<void> => {
  for (const pid of processesOfCluster()) killIfThere(pid);
  await until(() => processesOfCluster().length === 0);
};

/** Another node process that starts the database, prints whether it did, and stops it when its input ends. */
const otherProcess = (): { readonly child: ChildProcess; readonly startedHere: Promise<boolean> } => {
  const script = `
    const { transformFileSync } = require('@swc/core');
    require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, {
      module: { type: 'commonjs' }, jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }).code, file);
    const { startEmbeddedPostgres } = require('./src/app/embedded-postgres/start.ts');
    startEmbeddedPostgres({ dataDirectory: ${JSON.stringify(dataDirectory)} }).then((database) => {
      console.log(String(database.startedHere));
      process.stdin.on('end', () => database.stop()).resume();
    });`;
  const root = path.join(__dirname, '..', '..');
  const child = spawn(process.execPath, ['-e', script], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const startedHere = once(child.stdout, 'data').then(([line]) => String(line).trim() === 'true');
  return { child, startedHere };
};

const ended = async (child: ChildProcess): Promise<number | null> => {
  const exit = once(child, 'exit');
  child.stdin?.end();
  return (await exit)[0] as number | null;
};

describe('the embedded database', () => {
  test('answers on a private socket and leaves nothing running when stopped', async () => {
    const database = await start();
    expect(database.startedHere).toBe(true);
    expect(findRunningPostgres(dataDirectory)).toBe(database.url);
    expect(await query(database.url, 'select 1')).toEqual([1]);
    expect(
      await query(database.url, 'select current_user, current_database(), datcollate from pg_database limit 1'),
    ).toEqual(['ledger', 'ledger', 'C']);
    expect(fs.statSync(socketDirectoryOf(database)).mode & 0o777).toBe(0o700);

    await database.stop();
    await database.stop();
    expect(processesOfCluster()).toEqual([]);
    expect(fs.existsSync(socketDirectoryOf(database))).toBe(false);
    expect(findRunningPostgres(dataDirectory)).toBeUndefined();
  });

  test('is durable unless told otherwise, and takes settings', async () => {
    const database = await start({ shared_buffers: '64MB' });
    const asked = ['fsync', 'synchronous_commit', 'shared_buffers', 'max_connections', 'jit', 'listen_addresses'];
    const shown = asked.map((name) => `current_setting('${name}')`).join(', ');
    expect(await query(database.url, `select ${shown}`)).toEqual(['on', 'on', '64MB', '60', 'off', '']);
    await database.stop();
  });

  test('keeps what was committed through a stop, and through a killed server', async () => {
    const first = await start({});
    await query(first.url, 'create table kept as select 1 as value');
    await first.stop();

    const second = await start({});
    await query(second.url, 'insert into kept values (2)');
    process.kill(postmasterPid(), 'SIGKILL');

    const third = await start({});
    expect(third.startedHere).toBe(true);
    expect(await query(third.url, 'select value from kept order by value')).toEqual([1, 2]);
    await second.stop();
    await third.stop();
    expect(processesOfCluster()).toEqual([]);
  });

  test('runs below a private home, where another user than root could not go', async () => {
    fs.chmodSync(path.dirname(dataDirectory), 0o700);
    const database = await start();
    expect(await query(database.url, 'select 1')).toEqual([1]);
    await database.stop();
    expect(processesOfCluster()).toEqual([]);
  });

  test('refuses settings that PostgreSQL does not know, with the reason from its log', async () => {
    await expect(start({ no_such_setting: '1' })).rejects.toThrow(/unrecognized configuration parameter/);
    expect(processesOfCluster()).toEqual([]);
  });
});

describe('sharing one data directory', () => {
  test('a second start joins the running server and its stop leaves it running', async () => {
    const first = await start();
    const second = await start();
    expect(second.startedHere).toBe(false);
    expect(second.url).toBe(first.url);

    await second.stop();
    expect(await query(first.url, 'select 1')).toEqual([1]);
    await first.stop();
    expect(processesOfCluster()).toEqual([]);
  });

  test('the last to leave stops the server, even when it did not start it', async () => {
    const first = await start();
    const second = await start();
    await first.stop();
    expect(await query(second.url, 'select 1')).toEqual([1]);
    await second.stop();
    expect(processesOfCluster()).toEqual([]);
  });

  test('processes that start at the same moment end up on one server', async () => {
    const others = [otherProcess(), otherProcess(), otherProcess()];
    const started = await Promise.all(others.map(async (other) => other.startedHere));
    expect(started.filter(Boolean)).toHaveLength(1);
    expect(await Promise.all(others.map(async ({ child }) => ended(child)))).toEqual([0, 0, 0]);
    expect(processesOfCluster()).toEqual([]);
    expect(fs.readdirSync(dataDirectory).sort()).toEqual(['cluster', 'postgres.log', 'users']);
  });

  test('the orphan of a killed process is adopted, and stopped at the end', async () => {
    const other = otherProcess();
    await other.startedHere;
    const orphan = postmasterPid();
    other.child.kill('SIGKILL');
    await once(other.child, 'exit');
    expect(processesOfCluster()).toContain(orphan);

    const database = await start();
    expect(database.startedHere).toBe(true);
    expect(postmasterPid()).toBe(orphan);
    await database.stop();
    expect(processesOfCluster()).toEqual([]);
    expect(fs.existsSync(socketDirectoryOf(database))).toBe(false);
  });
});

describe('what a crash leaves behind', () => {
  test.each([
    ['names a dead process', (text: string) => text.replace(/^\d+/, '4194000')],
    ['names a living process that is not PostgreSQL', (text: string) => text.replace(/^\d+/, String(process.pid))],
    ['is empty', () => ''],
  ])('a postmaster.pid that %s is survived', async (_case, stale) => {
    const first = await start();
    const text = fs.readFileSync(pidFile(), 'utf8');
    await first.stop();
    fs.writeFileSync(pidFile(), stale(text));

    expect(findRunningPostgres(dataDirectory)).toBeUndefined();
    const second = await start();
    expect(second.startedHere).toBe(true);
    expect(await query(second.url, 'select 1')).toEqual([1]);
    await second.stop();
  });

  test('a cluster whose making was killed half way is made again', async () => {
    const halfMade = (): string | undefined =>
      fs.existsSync(dataDirectory)
        ? fs.readdirSync(dataDirectory).find((entry) => entry.startsWith('unfinished-cluster.'))
        : undefined;
    const isFinished = (): boolean => fs.existsSync(cluster());
    // Once more where it was finished before we came.
    do {
      fs.rmSync(dataDirectory, { recursive: true, force: true });
      const other = otherProcess();
      await until(() => isFinished() || fs.existsSync(path.join(dataDirectory, halfMade() ?? 'none', 'PG_VERSION')));
      other.child.kill('SIGKILL');
      await once(other.child, 'exit');
      await killProcessesOfCluster();
    } while (isFinished());
    expect(halfMade()).toBeDefined();

    const database = await start();
    expect(await query(database.url, 'select 1')).toEqual([1]);
    expect(halfMade()).toBeUndefined();
    await database.stop();
  });
});
