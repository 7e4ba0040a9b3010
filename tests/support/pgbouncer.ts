/** A real pgbouncer in transaction mode before the run's PostgreSQL, where one is installed: on the loopback, for one run or one file. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { applicationRole } from '../../src/kernel/postgres/session';
import { asOwner } from './database';
import { hear } from './heard';
import { freePort } from './service-process';

// Debian puts it where only root looks.
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

export const isPgbouncerInstalled = spawnSync('pgbouncer', ['--version'], { env }).status === 0;

export interface Pgbouncer {
  /** Connects as the application role, to any database of the server. */
  readonly url: string;
  /** Connects as the owner. */
  readonly ownerUrl: string;
  /** The lines that it logged. */
  log(): string;
  stop(): Promise<void>;
}

/** Put in the place of what the documented configuration says, or added to it. */
export type PgbouncerSettings = Readonly<Record<string, string>>;

const passwords = { service: 'of-the-service', owner: 'of-the-owner' };
const maxPorts = 5;

/** The configuration that docs/databases.md shows, so that what it shows is what works. */
const documented = /```ini\n(.*?)```/s.exec(
  fs.readFileSync(join(__dirname, '../../docs/databases.md'), 'utf8'),
)?.[1] as string;

const configured = (settings: PgbouncerSettings): string => {
  const added = Object.entries(settings).filter(([name]) => !documented.includes(`\n${name} =`));
  const replaced = documented.replace(/^(\S+) = .*$/gm, (line, name: string) =>
    settings[name] === undefined ? line : `${name} = ${settings[name]}`,
  );
  return [replaced, ...added.map(([name, value]) => `${name} = ${value}\n`)].join('');
};

export const startPgbouncer = async (serverUrl: string, settings: PgbouncerSettings = {}): Promise<Pgbouncer> => {
  await asOwner(serverUrl, (client) => client.query(`alter role ${applicationRole} password '${passwords.service}'`));
  const server = new Client({ connectionString: serverUrl });
  const owner = server.user ?? '';
  const ownerPassword = server.password || passwords.owner;
  const folder = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'ledger-pgbouncer-'));
  // It refuses to run as root, and the server's socket is open to the server's own user alone.
  const account = process.getuid?.() === 0 ? fs.statSync(server.host) : undefined;
  const file = (name: string, text: string): void => fs.writeFileSync(join(folder, name), text);
  file('users.txt', `"${applicationRole}" "${passwords.service}"\n"${owner}" "${ownerPassword}"\n`);
  const write = (port: number): void =>
    file(
      'pgbouncer.ini',
      configured({
        '*': `host=${server.host} port=${server.port}`,
        listen_port: String(port),
        unix_socket_dir: '',
        auth_file: join(folder, 'users.txt'),
        // Fewer than one service of a test has connections, so that they have to share.
        default_pool_size: '5',
        server_idle_timeout: '5',
        ...settings,
      }),
    );
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    write(port);
    if (account) for (const path of [folder, ...filesIn(folder)]) fs.chownSync(path, account.uid, account.gid);
    const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
    const log = hear(child.stderr);
    const ended = once(child, 'close');
    const isUp = await log.says(/process up/).then(
      () => true,
      () => false,
    );
    if (!isUp && attempt < maxPorts && log.text().includes('in use')) continue;
    if (!isUp) throw new Error(`pgbouncer did not start: ${log.text()}`);
    return {
      url: `postgresql://${applicationRole}:${passwords.service}@127.0.0.1:${port}/ledger?sslmode=disable`,
      ownerUrl: `postgresql://${owner}:${ownerPassword}@127.0.0.1:${port}/ledger?sslmode=disable`,
      log: log.text,
      stop: async () => {
        child.kill('SIGKILL');
        await ended;
        fs.rmSync(folder, { recursive: true, force: true });
      },
    };
  }
};

const filesIn = (folder: string): readonly string[] => fs.readdirSync(folder).map((name) => join(folder, name));
