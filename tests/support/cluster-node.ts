/** A node of a cluster on this machine. A test can kill it with SIGKILL, start it again, or hold back its answers to commits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connected, onDatabase } from './database';
import { kill, pidsEnded, postmasterOf, processesBelow } from './outside';

export interface ClusterNode {
  /** Kills all processes of the node at once. */
  kill(): Promise<void>;
  /** Stops the node's processes (SIGSTOP) until they are killed: statements sent to the node are neither executed nor refused. */
  pause(): void;
  /** Starts a stopped node, and resolves once it accepts connections. */
  start(): Promise<void>;
  /**
   * From now until a call of `answer`, the node executes each commit and prepare but does not acknowledge it: it waits for a standby that
   * does not exist.
   */
  holdBack(): Promise<void>;
  answer(): Promise<void>;
  /** The number of transactions of the database that are prepared on the node and wait for their second phase. */
  prepared(): Promise<number>;
}

/** `node` is `host:port`; `url` is the superuser's URL of the database on the coordinator. */
export const openNode = async (url: string, node: string): Promise<ClusterNode> => {
  const at = new URL(url);
  at.host = node;
  const database = at.pathname.slice(1);
  const ask = async (text: string): Promise<string> =>
    connected(at.href, async (client) => {
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
      return String(rows[0]?.[0]);
    });
  const folder = await ask('show data_directory');
  const programs = await ask(`select setting from pg_config() where name = 'BINDIR'`);
  const setStandbys = (change: string): Promise<void> =>
    connected(onDatabase(at.href, 'postgres'), async (client) => {
      await client.query(`alter system ${change}`);
      await client.query('select pg_reload_conf()');
    });
  return {
    kill: async () => {
      const pids = [postmasterOf(folder), ...processesBelow(folder)];
      pids.forEach(kill);
      // A new server refuses to start while the old processes exist.
      await pidsEnded(pids);
    },
    pause: () => processesBelow(folder).forEach((pid) => process.kill(pid, 'SIGSTOP')),
    start: async () => {
      if (processesBelow(folder).length > 0) return;
      // Only the owner of the data may start the server; `restart` reuses the server's previous options. The output goes into a file that
      // exists only during the start, because a pipe would have to be read as long as the node runs.
      const { uid, gid } = fs.statSync(folder);
      const said = join(fs.mkdtempSync(join(tmpdir(), 'ledger-node-')), 'said');
      const output = fs.openSync(said, 'w');
      const started = spawn(join(programs, 'pg_ctl'), ['restart', '-D', folder, '-w'], {
        ...(process.getuid?.() === 0 ? { uid, gid } : {}),
        cwd: '/',
        stdio: ['ignore', output, output],
      });
      const [code] = (await once(started, 'exit')) as [number | null];
      fs.closeSync(output);
      const text = fs.readFileSync(said, 'utf8');
      fs.rmSync(dirname(said), { recursive: true });
      if (code !== 0) throw new Error(`${node} does not start: ${text}`);
    },
    holdBack: () => setStandbys(`set synchronous_standby_names = 'nobody'`),
    answer: () => setStandbys('reset synchronous_standby_names'),
    prepared: async () =>
      Number(
        await ask(`select count(*) from pg_prepared_xacts where database = '${database}' and gid like 'citus\\_%'`),
      ),
  };
};
