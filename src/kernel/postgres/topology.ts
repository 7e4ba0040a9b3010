/** On how many nodes the ledger plane is: it decides how plans are kept, how a write begins, and what of it travels together. */
import type { ClientBase } from 'pg';
import { parseId, type LedgerId } from '../ids';
import { serviceSettings } from './session';

/** One PostgreSQL; or Citus, which keeps each ledger on one of its nodes. */
export type Topology = 'one node' | 'many nodes';

/** On many nodes all other tables of a ledger are kept with its row there. */
export const anchorTable = 'ledger_heads';

export const readTopology = async (client: Pick<ClientBase, 'query'>): Promise<Topology> => {
  const { rows } = await client.query<{ is_distributed: boolean }>(isDistributed);
  return rows[0]?.is_distributed ? 'many nodes' : 'one node';
};

/** The extension's tables may be named only where it is there, and a query is read as a whole: hence as text, by a function. */
const isDistributed = `
  select exists (select from pg_extension where extname = 'citus')
         and (xpath('/row/is/text()', query_to_xml(
               case when exists (select from pg_extension where extname = 'citus')
                    then 'select exists (select from pg_dist_partition where partmethod = ''h'') as is'
                    else 'select false as is' end, false, true, '')))[1]::text = 'true' as is_distributed`;

/**
 * The settings of the service's sessions. A distributed statement is planned for its values, because they say on which node it
 * runs; and what is set for a transaction is set on the nodes that it uses too.
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

/** A node that does not even refuse: who waits for it hinders nobody for longer than for another lock. */
const nodeTimeoutMs = 2_000;

/**
 * What a write on many nodes asks first of each of its ledgers: to change no row of it. Citus lets a write wait only where it
 * changes something, while the ledger is moved or its shard is split; a lock of the head does not wait. So without this
 *
 * - a head would be locked where the ledger was: two writes could both hold it, one here and one there;
 * - an insertion from a select, which is how more than a few rows go, would wait while it is planned for the shards as they
 *   were, find its rows in none of them, and write nothing, without an error.
 *
 * Behind it the ledger stays where it is until the write has ended, and everything is planned for that place.
 */
export const fenceOf = (ledgerId: LedgerId): string => {
  if (parseId(ledgerId) === undefined) throw new Error(`this is no id of a ledger: ${ledgerId}`);
  return `update ledger_heads set last_sequence = last_sequence where ledger_id = '${ledgerId}' and last_sequence < 0`;
};
