/**
 * Moves a ledger to another node of a Citus cluster, together with all ledgers that share its shard. Meanwhile, writes to these ledgers
 * wait; reads do not. The command checks everything before its first change, and a second run does nothing.
 */
import type { Client } from 'pg';
import { escapeLiteral } from 'pg';
import type { ProcessTime } from '../clock';
import type { LedgerId } from '../ids';
import { systemClock } from '../running/system-clock';
import { obstaclesOn, onEveryNode } from './distribute';
import { anchorTable, readTopology } from './topology';
import { connectedClient } from './connected-client';

export interface MoveOptions {
  readonly ledgerId: LedgerId;
  /** The node as `host:port`, under the name that the cluster uses. */
  readonly toNode: string;
  /** True to report the steps without changing anything. */
  readonly check: boolean;
}

export interface MoveReport {
  /** The obstacles, each with its remedy. If there are any, nothing has been changed. */
  readonly obstacles: readonly string[];
  /** The node that has the ledger before the move. */
  readonly from: string;
  /** The other ledgers in the same shard: their number, and the first of them by code. */
  readonly others: { readonly count: number; readonly first: readonly NamedLedger[] };
  /** The size of the shard's tables, as PostgreSQL prints it: the longer the copy takes, the longer writes wait. */
  readonly size: string;
  /** The steps that were done, or are to be done, as SQL. */
  readonly steps: readonly string[];
}

export interface NamedLedger {
  readonly id: LedgerId;
  readonly code: string;
}

/** The maximum number of ledgers that the report names: nobody reads more. */
export const maxNamedLedgers = 1_000;

/** How long the move waits for earlier writes to end; later writes wait for the move during this time. */
export const maxWaitForWritesMs = 5_000;

export const moveLedger = async (
  url: string,
  { ledgerId, toNode, check }: MoveOptions,
  clock: ProcessTime = systemClock,
): Promise<MoveReport> => {
  const client = await connectedClient(url);
  try {
    const obstacles = await obstaclesOn(client);
    if (obstacles.length > 0) return refused(obstacles);
    if ((await readTopology(client)) === 'one node')
      return refused(['the ledgers are on one node: run `npx ledger distribute` first']);
    const nodes = await readNodes(client);
    const target = nodes.find(({ name }) => name === toNode);
    const obstacle = obstacleAt(toNode, target, nodes);
    if (!target || obstacle !== undefined) return refused([obstacle ?? '']);
    const { shard, from, ...report } = await readPlace(client, ledgerId);
    const source = nodes.find(({ name }) => name === from);
    if (!source) throw new Error(`the shard ${shard} is on no node that is known`);
    if (source.name === target.name) return { obstacles: [], from, steps: [], ...report };
    const step = `select citus_move_shard_placement(${[
      ...[shard, escapeLiteral(source.host), source.port, escapeLiteral(target.host), target.port],
      `shard_transfer_mode => 'block_writes'`,
    ].join(', ')})`;
    if (!check) {
      await waitForOpenWrites(client, clock);
      await carryOut(client, step);
    }
    return { obstacles: [], from, steps: [step], ...report };
  } finally {
    await client.end();
  }
};

const refused = (obstacles: readonly string[]): MoveReport => ({
  obstacles,
  ...{ from: '', others: { count: 0, first: [] }, size: '', steps: [] },
});

interface Node {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly isActive: boolean;
  readonly hasMetadata: boolean;
  readonly mayHoldLedgers: boolean;
}

const readNodes = async (client: Client): Promise<readonly Node[]> =>
  (
    await client.query<Node>(
      `select nodename || ':' || nodeport as name, nodename as host, nodeport as port, isactive as "isActive",
              hasmetadata and metadatasynced as "hasMetadata", shouldhaveshards as "mayHoldLedgers"
         from pg_dist_node where noderole = 'primary' order by nodename, nodeport`,
    )
  ).rows;

/** Returns the first obstacle, in the order in which an operator would meet them. */
const obstacleAt = (named: string, target: Node | undefined, nodes: readonly Node[]): string | undefined => {
  if (!target) {
    const known = nodes.filter(({ mayHoldLedgers }) => mayHoldLedgers).map(({ name }) => name);
    return `the cluster has no node ${named}; those that may hold ledgers are ${known.join(', ')}: add another with select citus_add_node('host', 5432)`;
  }
  const { name, isActive, hasMetadata, mayHoldLedgers } = target;
  const node = `${escapeLiteral(target.host)}, ${target.port}`;
  if (!isActive) return `the node ${name} is not active: select citus_activate_node(${node})`;
  if (!hasMetadata)
    return `the node ${name} has no metadata, so that it knows of no ledgers: select start_metadata_sync_to_node(${node})`;
  if (!mayHoldLedgers)
    return `the node ${name} may hold no ledgers: select citus_set_node_property(${node}, 'shouldhaveshards', true)`;
  return undefined;
};

interface Place extends Pick<MoveReport, 'from' | 'others' | 'size'> {
  readonly shard: string;
}

const readPlace = async (client: Client, ledgerId: LedgerId): Promise<Place> => {
  const { rows } = await client.query<{ shard: string; from: string; size: string }>(
    `select a.shardid as shard, n.nodename || ':' || n.nodeport as from,
            (select pg_size_pretty(coalesce(sum(z.shard_size), 0))
               from pg_dist_partition p
               join pg_dist_shard s on s.logicalrelid = p.logicalrelid and s.shardminvalue = a.shardminvalue
               join citus_shards z on z.shardid = s.shardid
              where p.colocationid = (select colocationid from pg_dist_partition
                                       where logicalrelid = a.logicalrelid)) as size
       from pg_dist_shard a
       join pg_dist_placement h on h.shardid = a.shardid
       join pg_dist_node n on n.groupid = h.groupid and n.noderole = 'primary'
      where a.shardid = get_shard_id_for_distribution_column('${anchorTable}', $1::uuid)`,
    [ledgerId],
  );
  const [place] = rows;
  if (!place) throw new Error(`no node keeps ledger ${ledgerId}`);
  const { rows: others } = await client.query<NamedLedger & { count: number }>(
    `select id, code, count(*) over ()::int as count from ledgers
      where id <> $1 and get_shard_id_for_distribution_column('${anchorTable}', id) = $2
      order by code, id limit ${maxNamedLedgers}`,
    [ledgerId, place.shard],
  );
  return { ...place, others: { count: others[0]?.count ?? 0, first: others.map(({ id, code }) => ({ id, code })) } };
};

/**
 * Waits until every write has ended that was open when the move began. Citus locks a ledger's shard by its index among the shards, and a
 * split of another shard changes indexes, so a write that began before such a split holds the wrong lock. Without this wait, the move would
 * lose the rows of that write. New writes do not wait here.
 */
const waitForOpenWrites = async (client: Client, clock: ProcessTime): Promise<void> => {
  const open = async (): Promise<ReadonlySet<string>> => {
    const answers = await onEveryNode(client, openWrites);
    return new Set(
      answers.flatMap(({ node, answer }) => answer.split(' ').flatMap((id) => (id ? `${node} ${id}` : []))),
    );
  };
  const begun = await open();
  for (const deadline = clock.deadline(maxWaitForWritesMs); ; await clock.sleep(pollMs)) {
    const still = await open();
    if (![...begun].some((id) => still.has(id))) return;
    if (deadline.leftMs() === 0) throw new Error(notEnded);
  }
};

/** Selects the open writes: every write begins with an update of the ledger's head, which locks this table even if no row changes. */
const openWrites = `
  select coalesce(string_agg(distinct virtualtransaction, ' '), '') from pg_locks
   where relation = '${anchorTable}'::regclass and mode = 'RowExclusiveLock' and granted and pid <> pg_backend_pid()
     and database = (select oid from pg_database where datname = current_database())`;

const pollMs = 50;

const again = 'and try again; nothing was moved';
const notEnded = `a write, or a move of other ledgers, has not ended within ${maxWaitForWritesMs} ms: look for it in citus_stat_activity, ${again}`;

/**
 * An endless write would delay the move, and the move would delay all writes behind it: so the move gives up after a
 * while.
 */
const carryOut = async (client: Client, step: string): Promise<void> => {
  try {
    for (const text of [
      'begin',
      `set local citus.propagate_set_commands = 'local'`,
      `set local lock_timeout = ${maxWaitForWritesMs}`,
      step,
      'commit',
    ])
      await client.query(text);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code === lockNotAvailable) throw new Error(notEnded, { cause: error });
    if (!otherMove.test(message ?? '')) throw error;
    throw new Error(`another move or split is under way: wait until it has ended, ${again}`, { cause: error });
  }
};

const lockNotAvailable = '55P03';
/** The error that Citus reports if another move holds the lock; Citus gives it no error code of its own. */
const otherMove = /could not acquire the lock required to/;
