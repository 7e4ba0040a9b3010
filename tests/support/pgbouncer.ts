/** A real pgbouncer in transaction mode in front of the run's PostgreSQL, if installed, for one run or one test file. */
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

// Debian installs it in a folder that is only in root's PATH.
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

export const isPgbouncerInstalled = spawnSync('pgbouncer', ['--version'], { env }).status === 0;

export interface Pgbouncer {
  /** Connects as the application role, to any database of the server. */
  readonly url: string;
  /** Connects as the owner, to any database of the server. */
  readonly ownerUrl: string;
  /** Everything that pgbouncer has logged. */
  log(): string;
  stop(): Promise<void>;
}

/** Settings that replace those of the documented configuration, or are added to it. */
export type PgbouncerSettings = Readonly<Record<string, string>>;

const passwords = { service: 'of-the-service', owner: 'of-the-owner' };
const maxPorts = 5;

/** Uses the configuration in docs/operate/databases.md, so that the tests prove it. */
const documented = /```ini\n(.*?)```/s.exec(
  fs.readFileSync(join(__dirname, '../../docs/operate/databases.md'), 'utf8'),
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
  // pgbouncer refuses to run as root, and only the server's own user may use the server's socket.
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
        // Fewer connections than one service opens in a test, so that the service's connections must share those of the pooler.
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
