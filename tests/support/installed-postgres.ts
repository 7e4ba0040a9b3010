/**
 * A server for one test file, run with the PostgreSQL that is installed on this machine and with all its programs, as operators have them.
 * The embedded server lacks psql, pg_dump and pg_restore. Without an installed PostgreSQL the tests are skipped, and their names say so.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { connected } from './database';
import { describeWhere } from './describing';
import { databaseAnswers, killBelow } from './outside';
import { freePort } from './service-process';

const needed = ['initdb', 'postgres', 'psql', 'pg_dump', 'pg_restore', 'pg_basebackup'];

/** The folder of the newest installed server's programs; undefined if none is installed. */
export const installedPrograms = ((): string | undefined => {
  const versions = '/usr/lib/postgresql';
  if (!fs.existsSync(versions)) return undefined;
  return fs
    .readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(versions, version, 'bin'))
    .find((folder) => needed.every((name) => fs.existsSync(path.join(folder, name))));
})();

export const describeWithPrograms = describeWhere(() => installedPrograms !== undefined);

export interface InstalledServer {
  /** Connects as the superuser over the loopback interface, with a password. */
  readonly superuserUrl: string;
  readonly port: number;
  /** The data directory of the cluster. */
  readonly cluster: string;
  /** The owner of the server's files; undefined if it is the user who runs the test. */
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
  /** Creates a database, and returns its URL as the superuser. */
  newDatabase(name?: string): Promise<string>;
  /** Restarts the server with different settings. All connections end. */
  restart(settings: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root. It runs as the user that its package created, or as nobody. */
const account = ((): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const entry = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres' || name === 'nobody');
  return { uid: Number(entry?.[2] ?? 65_534), gid: Number(entry?.[3] ?? 65_534) };
})();

export const startInstalledServer = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<InstalledServer> => {
  const programs = installedPrograms ?? '';
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(tmpdir()), 'ledger-installed-'));
  fs.chmodSync(folder, 0o755);
  const cluster = path.join(folder, 'cluster');
  const passwordFile = path.join(folder, 'password');
  const password = randomBytes(12).toString('hex');
  fs.writeFileSync(passwordFile, password);
  if (account) for (const one of [folder, passwordFile]) fs.chownSync(one, account.uid, account.gid);
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };
  const as = { ...account, cwd: folder, env };
  const initdb = ['-D', cluster, '-U', 'postgres', '-E', 'UTF8', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  execFileSync(path.join(programs, 'initdb'), [...initdb, '--no-sync', '--data-checksums'], { ...as, stdio: 'pipe' });
  const port = await freePort();
  const superuserUrl = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  const start = async (more: Readonly<Record<string, string>>): Promise<void> => {
    const all = {
      ...{ listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: folder, shared_buffers: '64MB' },
      ...{ log_min_messages: 'fatal', ...settings, ...more },
    };
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    spawn(path.join(programs, 'postgres'), ['-D', cluster, ...flags], { ...as, cwd: cluster, stdio: 'ignore' });
    await databaseAnswers(superuserUrl);
  };
  const end = (): Promise<void> => killBelow(folder);
  await start({});
  return {
    ...{ superuserUrl, port, cluster, account },
    newDatabase: async (name = `ledger_${randomBytes(4).toString('hex')}`) => {
      await connected(superuserUrl, (superuser) => superuser.query(`create database ${name}`));
      return superuserUrl.replace(/\/postgres$/, `/${name}`);
    },
    restart: async (more) => {
      await end();
      await start(more);
    },
    stop: async () => {
      await end();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
};
