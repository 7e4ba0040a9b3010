/**
 * Queries the nodes that hold ledgers one by one. A query over all ledgers at once fails if one of the nodes is unavailable; a separate
 * query fails for that node only.
 */
import type { ProcessTime } from '../clock';
import { Unavailable } from '../refusal';
import { systemClock } from '../running/system-clock';
import type { Scope, Tx } from '../unit-of-work';
import { queryText } from './sql';
import { fetchRows, type NamedStatement, type ParameterValue } from './sql-file';
import { anchorTable, type Topology } from './topology';

export interface NodeAnswers<Row> {
  /** The rows of all nodes that answered. */
  readonly rows: readonly Row[];
  /** The nodes as `host:port`, under the names that the cluster uses; empty if the database is a single node. */
  readonly nodes: readonly { readonly name: string; readonly isAway: boolean }[];
}

/**
 * A statement that a node answers for all its ledgers, of the form `select f(count(*)) from ledger_heads where
 * ledger_id = :beside`. Citus runs it on the node that would hold the ledger `:beside`, which need not exist.
 */
export type NodeStatement<Name extends string, Row> = NamedStatement<Name | 'beside', Row>;

interface Node {
  readonly name: string;
  readonly beside: string;
}

const theOnlyNode: Node = { name: '', beside: '00000000-0000-0000-0000-000000000000' };

/** How long a list of nodes is used before it is read again: ledgers move and nodes are added while the service runs. */
const listedForMs = 10_000;

export class DatabaseNodes {
  private listedAt = -Infinity;
  private listed: readonly Node[] = [theOnlyNode];

  constructor(
    private readonly unitOfWork: { read<A>(scope: Scope, work: (tx: Tx) => Promise<A>): Promise<A> },
    private readonly topology: Topology,
    private readonly clock: Pick<ProcessTime, 'elapsed'> = systemClock,
  ) {}

  /** Queries all nodes. Throws if no node answers, or if one answers with a fault. */
  async ask<Row extends object, const Values extends Readonly<Record<string, ParameterValue>>>(
    statement: NodeStatement<keyof Values & string, Row>,
    values: Values,
  ): Promise<NodeAnswers<Row>> {
    const nodes = await this.list();
    const answers = await Promise.all(nodes.map(({ beside }) => this.askOne(statement, { ...values, beside })));
    const answered = answers.flatMap((answer) => (answer instanceof Unavailable ? [] : [answer]));
    const [first] = answers;
    if (answered.length === 0 && first instanceof Unavailable) throw first;
    return {
      rows: answered.flat(),
      nodes: nodes.flatMap((node, place) =>
        node === theOnlyNode ? [] : { name: node.name, isAway: answers[place] instanceof Unavailable },
      ),
    };
  }

  private async askOne<Row extends object>(
    statement: NamedStatement<string, Row>,
    values: Readonly<Record<string, ParameterValue>>,
  ): Promise<readonly Row[] | Unavailable> {
    try {
      return await this.unitOfWork.read({ ledgerIds: [] }, (tx) => fetchRows(tx, statement, values));
    } catch (error) {
      if (error instanceof Unavailable) return error;
      throw error;
    }
  }

  private async list(): Promise<readonly Node[]> {
    if (this.topology === 'one node' || this.clock.elapsed() - this.listedAt < listedForMs) return this.listed;
    this.listed = await this.unitOfWork.read({ ledgerIds: [] }, (tx) =>
      queryText<Node & object>(tx, nodesOfLedgers, []),
    );
    this.listedAt = this.clock.elapsed();
    return this.listed;
  }
}

/**
 * Selects for each node an id of a ledger that would be stored there. It tries a thousand ids, so that no node is
 * missed.
 */
const nodesOfLedgers = `
  with placed as materialized (
    select distinct on (shardid) id, shardid
      from (select id, get_shard_id_for_distribution_column('${anchorTable}', id) as shardid
              from (select md5(i::text)::uuid as id from generate_series(1, 1000) as i) ids
            offset 0) ids
  )
  select distinct on (name) format('%s:%s', n.nodename, n.nodeport) as name, placed.id as beside
    from placed
   cross join lateral (select groupid from pg_dist_placement where shardid = placed.shardid offset 0) p
    join pg_dist_node n using (groupid)
   where n.noderole = 'primary'
   order by name`;
