/** Reads with the freshness that the caller requires: from the replica if it is recent enough, otherwise from the primary. */
import type { Asking } from '../../../kernel/asking';
import type { LedgerId } from '../../../kernel/ids';
import type { Weight } from '../../../kernel/running/fair-shares/connection-shares';
import type { Replica } from '../../../kernel/postgres/replica';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { token } from '../../../kernel/token';
import type { Scope, Tx } from '../../../kernel/unit-of-work';

export interface FreshScope extends Scope {
  readonly asking?: Asking | undefined;
}

/** The unit of work that readers use. A plain unit of work may take its place; it reads only from the primary. */
export interface Reads {
  read<A>(scope: FreshScope, work: (tx: Tx) => Promise<A>, weight?: Weight): Promise<A>;
}

export const READS = token<Reads>('Reads');

export class FreshReads implements Reads {
  constructor(
    private readonly primary: Pick<PostgresUnitOfWork, 'read'>,
    private readonly replica: Replica,
  ) {}

  async read<A>(scope: FreshScope, work: (tx: Tx) => Promise<A>, weight?: Weight): Promise<A> {
    const freshness = scope.asking?.freshness;
    const [ledgerId] = scope.ledgerIds;
    if (freshness === undefined || ledgerId === undefined) return this.primary.read(scope, work, weight);
    const found = freshness.mayLag
      ? await this.replica.ask((replica) =>
          replica.read(scope, withSequence(ledgerId, freshness.atLeast, work), weight),
        )
      : undefined;
    const read = found ?? (await this.primary.read(scope, withSequence(ledgerId, 0n, work), weight));
    if (read === undefined) throw new Error(`ledger ${ledgerId} has no head`);
    freshness.tell({ sequence: read.sequence, isOfReplica: found !== undefined });
    return read.answer;
  }
}

/**
 * Returns the answer of `work` and the last sequence in its snapshot; undefined if the snapshot is older than the sequence that the caller
 * has seen.
 */
const withSequence =
  <A>(ledgerId: LedgerId, atLeast: bigint, work: (tx: Tx) => Promise<A>) =>
  async (tx: Tx): Promise<{ readonly answer: A; readonly sequence: bigint } | undefined> => {
    const last = readLastSequence(tx, ledgerId);
    // The separate round trip is worth its time only if the caller names a sequence: `work` then does not run if the replica is behind.
    if (atLeast > 0n && (await last) < atLeast) return undefined;
    const [done, sequence] = await Promise.all([outcomeOf(work(tx)), last]);
    // If the replica does not have the ledger yet, `work` may have failed for that reason. So neither its answer nor its error counts.
    if (sequence === unknown) return undefined;
    if ('fault' in done) throw done.fault;
    return { answer: done.answer, sequence };
  };

const outcomeOf = <A>(work: Promise<A>): Promise<{ readonly answer: A } | { readonly fault: unknown }> =>
  work.then(
    (answer) => ({ answer }),
    (fault: unknown) => ({ fault }),
  );

/** The last sequence of a ledger that the replica does not have yet. */
const unknown = -1n;

const readLastSequence = async (tx: Tx, ledgerId: LedgerId): Promise<bigint> => {
  const [head] = await fetchRows(tx, sql.read_last_sequence, { ledger_id: ledgerId });
  return head ? BigInt(head.last_sequence) : unknown;
};

const sql = loadStatements(__filename, {
  read_last_sequence: parameters('ledger_id').rows<{ last_sequence: string }>(),
});
