/**
 * The database of one run, on the Citus cluster that already runs at CITUS_URL. The database exists on every node, and its tables are
 * distributed.
 */
import { randomBytes } from 'node:crypto';
import { distribute } from '../../src/kernel/postgres/distribute';
import { migrate } from '../../src/kernel/postgres/migrate';
import { connected, onDatabase, type TestDatabase } from './database';

interface Node {
  readonly nodename: string;
  readonly nodeport: number;
  readonly groupid: number;
  readonly shouldhaveshards: boolean;
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether all nodes are on this machine, where a test can kill them. */
export const areNodesHere = (url: string): Promise<boolean> =>
  connected(url, async (client) => {
    const { rows } = await client.query<Node>('select * from pg_dist_node');
    return rows.every(({ nodename }) => loopback.has(nodename));
  });

/** The number of shards of a table. It is small, because each test creates few ledgers, and creating and dropping shards takes time. */
const shards = 4;

/** Case conversion covers all of Unicode, whatever the cluster's own locale. */
const locale = `template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`;

/** Creates the database. Its URL connects as the superuser to the coordinator. */
export const startClusterDatabase = async (url: string): Promise<TestDatabase> => {
  const nodes = await connected(
    url,
    async (client) => (await client.query<Node>('select * from pg_dist_node order by groupid')).rows,
  );
  const name = `ledger_test_${randomBytes(6).toString('hex')}`;
  const at = ({ nodename, nodeport }: Node, database: string): string => {
    const named = new URL(url);
    named.hostname = nodename;
    named.port = String(nodeport);
    return onDatabase(named.href, database);
  };
  const drop = async (): Promise<void> => {
    for (const node of nodes) {
      await rollBackPrepared(at(node, 'postgres'), name);
      await connected(at(node, 'postgres'), (client) => client.query(`drop database if exists ${name} with (force)`));
    }
  };
  try {
    for (const node of nodes) {
      await connected(at(node, 'postgres'), (client) => client.query(`create database ${name} ${locale}`));
      await connected(at(node, name), (client) => client.query('create extension citus'));
    }
    const own = onDatabase(url, name);
    await connected(own, async (client) => {
      for (const { nodename, nodeport, groupid, shouldhaveshards } of nodes) {
        await client.query(
          groupid === 0 ? 'select citus_set_coordinator_host($1, $2)' : 'select citus_add_node($1, $2)',
          [nodename, nodeport],
        );
        await client.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', $3)`, [
          nodename,
          nodeport,
          shouldhaveshards,
        ]);
      }
    });
    await migrate(own);
    const { obstacles } = await distribute(own, { check: false, shards });
    if (obstacles.length > 0) throw new Error(obstacles.join('\n'));
    return { url: own, superuserUrl: own, drop };
  } catch (error) {
    await drop();
    throw error;
  }
};

/** Prepared transactions that a failed test left behind would prevent the database from being dropped. */
const rollBackPrepared = async (url: string, database: string): Promise<void> => {
  const left = await connected(url, async (client) => {
    const prepared = 'select gid from pg_prepared_xacts where database = $1';
    return (await client.query<{ gid: string }>(prepared, [database])).rows;
  });
  for (const { gid } of left)
    await connected(onDatabase(url, database), (client) => client.query(`rollback prepared '${gid}'`));
};
