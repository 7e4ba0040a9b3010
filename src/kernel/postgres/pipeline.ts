/**
 * Statements that are asked for in one turn of the event loop travel together: in one packet, answered in the order in
 * which they were asked. PostgreSQL runs them one after the other, each with a snapshot of its own where the isolation
 * level gives it one; after a failed statement it refuses the rest of the transaction.
 */
import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { ProcessTime } from '../clock';
import { systemClock } from '../system-clock';
import { giveValues, runIt } from './portal';
import { callingOf } from './statement-names';

/** Told of each statement by what operators know it by, and the seconds that PostgreSQL took for it. */
export type StatementObserver = (name: string, seconds: number) => void;

export interface NamedStatement {
  readonly config: QueryConfig;
  /** What operators know it by. */
  readonly name?: string | undefined;
}

/** What is asked on one connection within one transaction. */
export class Pipeline {
  private opened: Promise<unknown> | undefined;
  private fault: unknown;
  private isEnded = false;
  private lastAnsweredAt = 0;

  constructor(
    private readonly client: ClientBase,
    /** Commands that are sent before the first statement, each text by itself. */
    private readonly opening: readonly string[],
    /**
     * False behind a pooler, where the next transaction may run on another connection, without this one's prepared
     * statements.
     */
    private readonly keepsStatements = true,
    private readonly observe?: StatementObserver | undefined,
    private readonly clock: Pick<ProcessTime, 'elapsed'> = systemClock,
  ) {}

  /** Whether any statement was asked. */
  get isUsed(): boolean {
    return this.opened !== undefined;
  }

  /**
   * One statement; it is sent together with all others that are asked for in this turn of the event loop. Operators know it by
   * its name, where it has one.
   */
  ask<Row extends QueryResultRow>(config: QueryConfig, name?: string): Promise<QueryResult<Row>> {
    // The caller is told of the fault where it awaits the answer. It need not await every one: of two statements that fail
    // together one fault is enough, and the other must not count as unhandled.
    const answered = quietly(this.answerTo(this.open(), this.send<Row>(config)));
    this.time(name, config.text, answered);
    return answered;
  }

  /**
   * Two statements that write, in this order. The second has come to PostgreSQL, and its values are read, before the first runs: where
   * the first waits for a lock, nothing of the second is waited for with the lock in hand. The time that reading them takes counts as
   * the first's. Behind a pooler they are sent one after the other.
   */
  async askBehind(first: NamedStatement, second: NamedStatement): Promise<void> {
    if (!this.keepsStatements) {
      await Promise.all([first, second].map(({ config, name }) => this.ask(config, name)));
      return;
    }
    const given = quietly(this.answerTo(this.open(), quietly(giveValues(this.client, second.config))));
    const answered = this.ask(first.config, first.name);
    const sent = quietly(this.answerTo(this.open(), quietly(runIt(this.client, second.config))));
    // After the answer of the first: its fault is the one that counts.
    const ran = quietly(answered.then(() => sent));
    this.time(second.name, second.config.text, ran);
    await Promise.all([given, answered, ran]);
  }

  /** The statement that ends the transaction: one that is asked after it would run outside of the transaction. */
  end<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    const answered = this.ask<Row>(config, config.name);
    this.isEnded = true;
    return answered;
  }

  private open(): Promise<unknown> {
    if (this.isEnded) throw new Error('the transaction has ended: its last statement was named');
    return (this.opened ??= quietly(Promise.all(this.opening.map((text) => this.client.query(text)))));
  }

  /**
   * Answers come in the order of the questions, so PostgreSQL begins with a statement when it has answered the one before it:
   * what that one took is not counted twice. Where the answers of a packet come together, which takes a millisecond at the most
   * on an idle process, the first has the time of all of them; it has that of the opening too.
   */
  private time(name: string | undefined, text: string, answered: Promise<unknown>): void {
    const { observe, clock } = this;
    if (!observe) return;
    const askedAt = clock.elapsed();
    const told = (): void => {
      const answeredAt = clock.elapsed();
      const begunAt = Math.max(askedAt, this.lastAnsweredAt);
      this.lastAnsweredAt = answeredAt;
      observe(name ?? callingOf(text), (answeredAt - begunAt) / 1_000);
    };
    answered.then(told, told);
  }

  private send<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    const extended: QueryConfig & { queryMode: 'extended' } = { queryMode: 'extended', ...config };
    if (!this.keepsStatements) delete extended.name;
    return quietly(this.client.query<Row>(extended));
  }

  /**
   * Where the opening failed, no statement counts. A statement that is refused because an earlier one failed (25P02) fails
   * with the fault of the earlier one.
   */
  private async answerTo<A>(opened: Promise<unknown>, sent: Promise<A>): Promise<A> {
    try {
      await opened;
      return await sent;
    } catch (error) {
      this.fault ??= error;
      throw (error as { code?: string }).code === transactionIsAborted ? this.fault : error;
    }
  }
}

/** Its fault is heard by somebody else, or by nobody. */
const quietly = <A>(answer: Promise<A>): Promise<A> => {
  answer.catch(() => undefined);
  return answer;
};

const transactionIsAborted = '25P02';
