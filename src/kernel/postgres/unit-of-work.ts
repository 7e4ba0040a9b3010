/** Transactions on the ledger plane: scoped by row-level security, rolled back after a refusal, run again after a deadlock. */
import type { ProcessTime } from '../clock';
import type { LedgerId } from '../ids';
import { refused, HungUp, Unavailable, CommitInDoubt, type Outcome } from '../refusal';
import { systemClock } from '../running/system-clock';
import type { Scope, Tx, UnitOfWork } from '../unit-of-work';
import { commit, commitAfter, releaseWhenAnswered } from './committing';
import { Pipeline, type StatementObserver } from './pipeline';
import { DatabaseNodes } from './nodes';
import type { ConnectionLoan, ConnectionPool } from './pool';
import { lockTimeoutMs } from './session';
import { unshared, type ConnectionShares, type Weight } from '../running/fair-shares/connection-shares';
import { createWriteHealth, type WriteHealth } from './write-health';
import { fenceOf, type Topology } from './topology';
import { asFault, isRetryable, plainArray, staysWithConnection, type PostgresTx } from './sql';

const maxAttempts = 5;
const backoffMs = 5;

/** The scope of a read. With a `snapshot`, the read sees what the transaction sees that exported the snapshot on the same server. */
export interface ReadScope extends Scope {
  readonly snapshot?: string | undefined;
}

export class PostgresUnitOfWork implements UnitOfWork {
  readonly nodes: DatabaseNodes;
  readonly isCostly: boolean;

  constructor(
    private readonly pool: ConnectionPool,
    private readonly shares: ConnectionShares = unshared,
    /** Receives the outcome of each write, and determines from it whether the database accepts writes. */
    private readonly health: WriteHealth = createWriteHealth(),
    private readonly topology: Topology = 'one node',
    private readonly observe?: StatementObserver,
    private readonly clock: Pick<ProcessTime, 'elapsed' | 'sleep'> = systemClock,
    /** The clock for PostgreSQL's answers: always real time, even if a test moves the clock of the service. */
    private readonly wire: Pick<ProcessTime, 'deadline'> = systemClock,
  ) {
    this.nodes = new DatabaseNodes(this, topology, clock);
    this.isCostly = topology === 'many nodes';
  }

  async run<R, A>(scope: Scope, work: (tx: Tx) => Promise<Outcome<R, A>>): Promise<Outcome<R, A>> {
    for (let attempt = 1; ; attempt++)
      try {
        const outcome = await this.once(writing, scope, work);
        if (!refused(outcome)) this.health.succeeded();
        return outcome;
      } catch (error) {
        const fault = asFault(error);
        this.health.failed(fault);
        if (attempt >= maxAttempts || !isRetryable(error)) throw fault;
        await this.clock.sleep(backoffMs * attempt * (1 + Math.random()));
      }
  }

  /** Runs reads on one snapshot, so that they agree with each other. Heavy reads have fewer connections and a longer time limit. */
  async read<A>(scope: ReadScope, work: (tx: Tx) => Promise<A>, weight: Weight = 'light'): Promise<A> {
    try {
      const outcome = await this.once(reading[weight], scope, async (tx) => {
        const right = await work(tx);
        return { _tag: 'Right' as const, right };
      });
      return (outcome as { right: A }).right;
    } catch (error) {
      // A read has no commit in doubt, because it writes nothing: the caller may simply retry.
      if (error instanceof CommitInDoubt)
        throw new Unavailable(error.message, error.retryAfterSeconds, { cause: error });
      throw asFault(error);
    }
  }

  private async once<R, A>(
    kind: Kind,
    scope: ReadScope,
    work: (tx: Tx) => Promise<Outcome<R, A>>,
  ): Promise<Outcome<R, A>> {
    const leave = await this.shares.enter(scope, kind.weight);
    try {
      return await this.inTransaction(kind, scope, work);
    } finally {
      leave();
    }
  }

  /**
   * Combines all commands into one packet, and into one text if the topology allows it: Citus would pass the whole text on to the nodes
   * once for each command in it. The commands are not calls of set_config(), which Citus does not pass on.
   */
  private commands(all: readonly string[]): readonly string[] {
    return this.topology === 'one node' ? [all.join('; ')] : all;
  }

  private async inTransaction<R, A>(
    kind: Kind,
    { ledgerIds, lockTimeoutMs: waitsMs, actor, asking, snapshot }: ReadScope,
    work: (tx: Tx) => Promise<Outcome<R, A>>,
  ): Promise<Outcome<R, A>> {
    const acting = actor === undefined ? [] : [actingAs(actor)];
    const settings = [...kind.settingsOf(scopeOf(ledgerIds), waitsMs ?? lockTimeoutMs), ...acting];
    const { client, keepsStatements, release } = await this.pool.lend();
    if (asking?.isGone()) {
      release(false);
      throw new HungUp();
    }
    const fences = kind === writing && this.topology === 'many nodes' ? ledgerIds.map(fenceOf) : [];
    // The snapshot comes first, because any other command would take one of its own.
    const begun = snapshot === undefined ? [kind.begin] : [kind.begin, sharing(snapshot)];
    const opening = this.commands([...begun, ...forgetPlans(client, this.clock.elapsed()), ...settings, ...fences]);
    const pipeline = new Pipeline(client, opening, keepsStatements, this.observe, this.clock);
    let lastStatement: Promise<unknown> | undefined;
    const last: Tx['last'] = (statement) => {
      // This handler prevents Node from reporting an unhandled rejection; `commitAfter` throws the fault later.
      statement.catch(() => undefined);
      if (lastStatement) throw new Error('a transaction has one last statement');
      lastStatement = statement;
    };
    let ended: Promise<unknown> | undefined;
    /** True once PostgreSQL has answered the commit, even with ROLLBACK because an earlier statement failed: the transaction has ended. */
    let isOver = false;
    const end = (): void => void (isOver = true);
    const rollBack = async (): Promise<void> => {
      if (ended) await ended;
      else if (pipeline.isUsed) await pipeline.ask(rollback, rollback.name);
      broken = false;
    };
    let broken = true;
    let silent: Promise<unknown> | undefined;
    const giveUp = (committing: Promise<unknown>): void => {
      silent = committing;
    };
    try {
      let outcome: Outcome<R, A>;
      try {
        const working = work({ pipeline, last, topology: this.topology } as PostgresTx);
        // A read ends with the statement that it named as its last: the commit travels in the same packet.
        if (kind !== writing && lastStatement) ended = pipeline.end(commit);
        outcome = await working;
        // On many nodes, the answer to the last statement must be awaited: only it shows that the write reached the node of the ledger.
        if (this.topology === 'many nodes') await lastStatement;
        if (ended) await ended;
        else if (refused(outcome)) await rollBack();
        else await commitAfter(pipeline, lastStatement, this.wire, { giveUp, end });
      } catch (error) {
        // If the rollback fails too, the connection is closed, and the first fault is thrown.
        if (isOver) broken = false;
        else if (!(error instanceof CommitInDoubt)) await rollBack().catch(() => undefined);
        if (staysWithConnection(error)) broken = true;
        throw error;
      }
      broken = false;
      return outcome;
    } finally {
      if (silent) releaseWhenAnswered(silent, release, this.wire);
      else release(broken);
    }
  }
}

/** A kind of transaction: how it begins, how long it waits for locks, and, if it only reads, the time limit of a statement. */
interface Kind {
  readonly begin: string;
  readonly weight: Weight;
  readonly settingsOf: (scope: string, waitsMs: number) => readonly string[];
}

const scopeOf = (ledgerIds: readonly LedgerId[]): string => {
  const scope = plainArray(ledgerIds);
  if (!/^\{[0-9a-f,-]*\}$/.test(scope)) throw new Error(`these are no ids of ledgers: ${scope}`);
  return `set local ledger.scope = '${scope}'`;
};

const sharing = (snapshot: string): string => {
  if (!/^[0-9A-F-]+$/.test(snapshot)) throw new Error(`this is no id of a snapshot: ${snapshot}`);
  return `set transaction snapshot '${snapshot}'`;
};

/** Matches an actor: `operator:<id>`, or the public part of a key. None of the allowed characters can end the text in the SQL. */
const actorPattern = /^[\w:.-][\w :.-]{0,99}$/;

/** Sets the actor for the triggers that write the log of a tenant. */
const actingAs = (actor: string): string => {
  if (!actorPattern.test(actor)) throw new Error('this is no name of an actor');
  return `set local ledger.actor = '${actor}'`;
};

/**
 * If a writing transaction sends no statement for this long, PostgreSQL ends its session, so that its locks on ledger heads do not block
 * other processes.
 */
export const maxIdleHoldMs = 3_000;

const writing: Kind = {
  begin: 'begin',
  weight: 'light',
  settingsOf: (scope, waitsMs) => [
    scope,
    `set local lock_timeout = ${waitsMs}`,
    `set local idle_in_transaction_session_timeout = ${maxIdleHoldMs}`,
  ],
};

/** The time limit of a light read, which finds rows through an index: a slower one costs other requests more than its answer is worth. */
const lightReadTimeoutMs = 3_000;
const heavyReadTimeoutMs = 8_000;

const readingWithin = (weight: Weight, timeoutMs: number): Kind => ({
  begin: 'begin isolation level repeatable read read only',
  weight,
  settingsOf: (scope) => [scope, `set local statement_timeout = ${timeoutMs}`],
});

const reading: Readonly<Record<Weight, Kind>> = {
  light: readingWithin('light', lightReadTimeoutMs),
  heavy: readingWithin('heavy', heavyReadTimeoutMs),
};

const rollback = { name: 'rollback', text: 'rollback' };

const firstPlanLifetimeMs = 5_000;
const maxPlanLifetimeMs = 320_000;
const plans = new WeakMap<ConnectionLoan['client'], { readonly madeAt: number; readonly lifetimeMs: number }>();

/**
 * A connection keeps each plan until it closes, also the plans of foreign-key checks. A plan that was created while a table held ten rows
 * costs a hundred times as much as necessary at ten thousand rows. So each connection discards its plans repeatedly, after seconds at
 * first, then at ever longer intervals: a table that took long to reach its size will take as long to double it.
 */
const forgetPlans = (client: ConnectionLoan['client'], now: number): readonly string[] => {
  const { madeAt, lifetimeMs } = plans.get(client) ?? { madeAt: now, lifetimeMs: 0 };
  if (lifetimeMs > 0 && now - madeAt < lifetimeMs) return [];
  plans.set(client, {
    madeAt: now,
    lifetimeMs: Math.min(maxPlanLifetimeMs, Math.max(firstPlanLifetimeMs, 2 * lifetimeMs)),
  });
  return lifetimeMs === 0 ? [] : ['discard plans'];
};
