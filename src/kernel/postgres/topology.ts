/**
 * The number of nodes that hold the ledger plane (one or many) decides how plans are kept, how a write begins, and
 * which statements travel together.
 */
import type { ClientBase } from 'pg';
import { parseId, type LedgerId } from '../ids';
import { serviceSettings } from './session';

/** One PostgreSQL server, or a Citus cluster, which keeps each ledger on one of its nodes. */
export type Topology = 'one node' | 'many nodes';

/** The table whose row determines a ledger's node: on many nodes, all other tables of the ledger are kept on that node. */
export const anchorTable = 'ledger_heads';

export const readTopology = async (client: Pick<ClientBase, 'query'>): Promise<Topology> => {
  const { rows } = await client.query<{ is_distributed: boolean }>(isDistributed);
  return rows[0]?.is_distributed ? 'many nodes' : 'one node';
};

/**
 * A query may name the extension's tables only if they exist, because PostgreSQL parses a query as a whole. So the inner query is a text
 * that a function runs.
 */
const isDistributed = `
  select exists (select from pg_extension where extname = 'citus')
         and (xpath('/row/is/text()', query_to_xml(
               case when exists (select from pg_extension where extname = 'citus')
                    then 'select exists (select from pg_dist_partition where partmethod = ''h'') as is'
                    else 'select false as is' end, false, true, '')))[1]::text = 'true' as is_distributed`;

/**
 * The settings of the service's sessions. On many nodes a statement is planned for its values, because they decide on which node it runs,
 * and the settings of a transaction are also applied on the nodes that it uses.
 */
export const settingsOn = (topology: Topology): Readonly<Record<string, string>> =>
  topology === 'one node'
    ? serviceSettings
    : {
        ...serviceSettings,
        plan_cache_mode: 'auto',
        'citus.propagate_set_commands': 'local',
        'citus.node_connection_timeout': String(nodeTimeoutMs),
      };

/** How long a transaction waits for a node that does not even refuse connections: no longer than for a lock. */
const nodeTimeoutMs = 2_000;

/**
 * On many nodes, every write first runs this update, which matches no row, for each of its ledgers. While a ledger is
 * moved or its shard is split, Citus delays INSERT, UPDATE and DELETE, even if they match no row, but not a SELECT that
 * locks the head. So
 * without this update
 *
 * - the head would be locked on the ledger's former node: two writes could both hold it, one on each node;
 * - an insertion from a select (used for more than a few rows) would be planned for the former shards, wait, find its
 *   rows in none of them, and write nothing, without an error.
 *
 * After the update the ledger stays on its node until the write has ended, and every statement is planned for that node.
 */
export const fenceOf = (ledgerId: LedgerId): string => {
  if (parseId(ledgerId) === undefined) throw new Error(`this is not an id of a ledger: ${ledgerId}`);
  return `update ledger_heads set last_sequence = last_sequence where ledger_id = '${ledgerId}' and last_sequence < 0`;
};
