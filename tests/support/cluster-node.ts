/** A node of a cluster on this machine, which a test kills with -9, starts again, or keeps from telling of its commits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connected, onDatabase } from './database';
import { kill, pidsEnded, postmasterOf, processesBelow } from './outside';

export interface ClusterNode {
  /** All its processes at once. */
  kill(): Promise<void>;
  /** They stand still until they are killed: what is sent to them is neither done nor refused. */
  pause(): void;
  /** Starts a stopped node, and resolves once it takes connections. */
  start(): Promise<void>;
  /**
   * From now on whatever commits or is prepared there is done, and nobody hears of it before `answer`: it waits for a standby that
   * does not exist.
   */
  holdBack(): Promise<void>;
  answer(): Promise<void>;
  /** How many transactions of the database are prepared there and wait for their second phase. */
  prepared(): Promise<number>;
}

/** `node` is `host:port`; `url` is the superuser's, of the database on the coordinator. */
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
      // Until they are gone for the system too, a new server takes the old one for one that runs.
      await pidsEnded(pids);
    },
    pause: () => processesBelow(folder).forEach((pid) => process.kill(pid, 'SIGSTOP')),
    start: async () => {
      if (processesBelow(folder).length > 0) return;
      // Only the owner of its data may start it; `restart` gives it the options that it had. Its output goes into a file that
      // exists only during the start: a pipe would have to be read as long as the node runs.
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
