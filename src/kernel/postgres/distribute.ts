/**
 * Distributes the database over the nodes of a Citus cluster. Each ledger is kept on one node with all its rows, and
 * the control plane is replicated to every node, so that the service may connect to any of them. The command checks
 * everything before its first change, and does only the steps that remain: a second run does nothing.
 */
import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';
import { applicationRole, isOfService, serviceSettings } from './session';
import { anchorTable, readTopology, settingsOn } from './topology';
import { connectedClient } from './connected-client';

export interface DistributeOptions {
  /** True to report the steps without changing anything. */
  readonly check: boolean;
  /**
   * The number of shards for the ledgers, fixed once they are distributed; at most this many nodes can share the
   * ledgers.
   */
  readonly shards: number;
}

export interface DistributeReport {
  /** The obstacles, each with its remedy. If there are any, nothing has been changed. */
  readonly obstacles: readonly string[];
  /** The steps that were done, or are to be done, as SQL. */
  readonly steps: readonly string[];
}

export const defaultShards = 32;

/** The oldest supported version: no older version has been tested. */
const oldestCitus = 13;

export const distribute = async (url: string, options: DistributeOptions): Promise<DistributeReport> => {
  const client = await connectedClient(url);
  try {
    const obstacles = await obstaclesOn(client);
    if (obstacles.length > 0) return { obstacles, steps: [] };
    const steps = [...(await settingsToSet(client)), ...(await tablesToMove(client, options.shards))];
    const working = steps.length > 0 ? await one<string>(client, workingProcesses) : '0';
    // All processes must be stopped: a process determines the number of nodes when it starts, and writes differently on a cluster.
    if (working !== '0')
      return {
        obstacles: [`${working} connections of the service are open: stop every process of it first`],
        steps: [],
      };
    if (!options.check && steps.length > 0)
      for (const step of [...atOnce, ...steps, 'commit']) await client.query(step);
    return { obstacles, steps };
  } finally {
    await client.end();
  }
};

const workingProcesses = `
  select count(*) from pg_stat_activity
   where datname = current_database() and (usename = '${applicationRole}' or ${isOfService})`;

/**
 * All tables are distributed in one transaction. No trigger runs while rows are copied: the triggers already checked these rows when the
 * rows were first written.
 */
const atOnce = [
  'begin',
  `set local citus.propagate_set_commands = 'local'`,
  `set local citus.multi_shard_modify_mode = 'sequential'`,
  `set local session_replication_role = 'replica'`,
];

/** Returns the obstacles that prevent both distributing tables and moving distributed ones. */
export const obstaclesOn = async (client: Client): Promise<readonly string[]> => {
  const version = await one<string | null>(
    client,
    `select (select extversion from pg_extension where extname = 'citus')`,
  );
  if (version === null)
    return ['the database has no extension citus: run `create extension citus` in it on every node, and add the nodes'];
  if (Number.parseInt(version, 10) < oldestCitus)
    return [`Citus is ${version}, and the oldest tested version is ${oldestCitus}: update the extension`];
  if ((await one<number>(client, 'select groupid from pg_dist_local_group')) !== 0)
    return ['this node is a worker: let LEDGER_MIGRATION_URL name the coordinator'];
  if (!(await one<boolean>(client, `select rolsuper from pg_roles where rolname = current_user`)))
    return ['only a superuser may distribute tables that have row-level security: let LEDGER_MIGRATION_URL name one'];
  if ((await one<string | null>(client, `select to_regclass('ledger_heads')::text`)) === null)
    return ['the database is not migrated: run `npx ledger migrate` first'];
  const obstacles: string[] = [];
  if ((await one<string>(client, `select count(*) from pg_dist_node where isactive and shouldhaveshards`)) === '0')
    obstacles.push(`no node may hold ledgers: add workers with select citus_add_node('host', 5432)`);
  const nodes = await onEveryNode(
    client,
    `select json_build_object(
       'triggers', current_setting('citus.enable_unsafe_triggers', true),
       'login', (select rolcanlogin from pg_roles where rolname = '${applicationRole}'))`,
  );
  for (const { node, answer } of nodes) {
    const { triggers, login } = JSON.parse(answer) as { triggers: string | null; login: boolean | null };
    if (triggers !== 'on')
      obstacles.push(
        `${node} distributes no triggers, which guard the books: alter system set citus.enable_unsafe_triggers = on; select pg_reload_conf()`,
      );
    if (login !== true)
      obstacles.push(`nobody may log in on ${node} as ${applicationRole}: alter role ${applicationRole} login`);
  }
  return obstacles;
};

/**
 * On a cluster, statements must be planned for their parameter values, and the settings of a transaction must reach the nodes that it uses.
 * The role gets these settings in this database only: all databases of a server share the role, and a migration of any of them sets its
 * general settings to those for one node.
 */
const settingsToSet = async (client: Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ setting: string }>(
    `select unnest(s.setconfig) as setting
       from pg_db_role_setting s
       join pg_roles r on r.oid = s.setrole
       join pg_database d on d.oid = s.setdatabase
      where r.rolname = '${applicationRole}' and d.datname = current_database()`,
  );
  const set = new Set(rows.map(({ setting }) => setting));
  const database = escapeIdentifier(await one<string>(client, 'select current_database()'));
  return Object.entries(settingsOn('many nodes'))
    .filter(([name, value]) => serviceSettings[name] !== value && !set.has(`${name}=${value}`))
    .map(([name, value]) => `alter role ${applicationRole} in database ${database} set ${name} = '${value}'`);
};

interface Table {
  readonly name: string;
  /** True if the table's first column is `ledger_id`, so that its rows belong to a ledger. */
  readonly isOfLedger: boolean;
  readonly refersTo: readonly string[];
}

/**
 * Returns the tables in an order in which each table follows those that it refers to. One foreign key of the control plane refers to its
 * own table.
 */
const tablesToMove = async (client: Client, shards: number): Promise<readonly string[]> => {
  const { rows } = await client.query<Table>(
    `select c.relname as name, a.attname = 'ledger_id' as "isOfLedger",
            array(select k.confrelid::regclass::text from pg_constraint k
                   where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
      order by c.relname`,
  );
  const isAnchored = (await readTopology(client)) === 'many nodes';
  const [anchor, control, plane, left] = [[], [], [], []] as [string[], string[], string[], string[]];
  for (const { name, isOfLedger } of inOrder(rows)) {
    const table = `'${escapeIdentifier(name)}'`;
    if (!isOfLedger)
      // Converting a table also converts all tables that foreign keys connect with it, so this table may already be converted.
      control.push(
        `select citus_add_local_table_to_metadata(${table}, cascade_via_foreign_keys => true)
          where not exists (select from pg_dist_partition where logicalrelid = ${table}::regclass)`,
      );
    else if (name === anchorTable && !isAnchored)
      anchor.push(`select create_distributed_table(${table}, 'ledger_id', shard_count => ${shards})`);
    else plane.push(`select create_distributed_table(${table}, 'ledger_id', colocate_with => '${anchorTable}')`);
    // The copied rows still occupy the coordinator's own files, invisibly, until this statement removes them.
    if (isOfLedger) left.push(`select truncate_local_data_after_distributing_table(${table})`);
  }
  return [...control, ...anchor, ...plane, ...left];
};

const inOrder = (tables: readonly Table[]): readonly Table[] => {
  const ordered: Table[] = [];
  const place = (table: Table): void => {
    if (ordered.includes(table)) return;
    for (const name of table.refersTo) {
      const target = tables.find((other) => other.name === name);
      if (target) place(target);
    }
    ordered.push(table);
  };
  tables.forEach(place);
  return ordered;
};

/** Returns each node's answer. Throws if a node does not answer. */
export const onEveryNode = async (
  client: Client,
  query: string,
): Promise<readonly { readonly node: string; readonly answer: string }[]> => {
  const { rows } = await client.query<{ node: string; success: boolean; answer: string }>(
    `select n.nodename || ':' || n.nodeport as node, success, result as answer
       from run_command_on_all_nodes($1) join pg_dist_node n using (nodeid) order by 1`,
    [query],
  );
  for (const { node, success, answer } of rows) if (!success) throw new Error(`${node} does not answer: ${answer}`);
  return rows;
};

const one = async <A>(client: Client, text: string): Promise<A> => {
  const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
  return rows[0]?.[0] as A;
};
