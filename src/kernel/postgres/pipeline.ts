/**
 * Statements that are sent in one turn of the event loop travel together: in one packet, answered in order. PostgreSQL
 * runs them one after the other, each with its own snapshot if the isolation level prescribes one; after a failed
 * statement it refuses the rest of the transaction.
 */
import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { ProcessTime } from '../clock';
import { systemClock } from '../running/system-clock';
import { giveValues, runIt } from './portal';
import { callingOf } from './statement-names';

/** Called after each statement with its name for operators, and the seconds that PostgreSQL took for it. */
export type StatementObserver = (name: string, seconds: number) => void;

export interface NamedStatement {
  readonly config: QueryConfig;
  /** The name of the statement in operators' metrics and traces. */
  readonly name?: string | undefined;
}

/** The statements of one transaction on one connection. */
export class Pipeline {
  private opened: Promise<unknown> | undefined;
  private fault: unknown;
  private isEnded = false;
  private lastAnsweredAt = 0;

  constructor(
    private readonly client: ClientBase,
    /** Commands that are sent before the first statement, each as a separate text. */
    private readonly opening: readonly string[],
    /** Whether prepared statements are kept. False behind a pooler, because the next transaction may run on another connection. */
    private readonly keepsStatements = true,
    private readonly observe?: StatementObserver | undefined,
    private readonly clock: Pick<ProcessTime, 'elapsed'> = systemClock,
  ) {}

  /** True if at least one statement was sent. */
  get isUsed(): boolean {
    return this.opened !== undefined;
  }

  /**
   * Sends one statement, together with all others of this turn of the event loop. Operators see it under its name, if
   * it has one.
   */
  ask<Row extends QueryResultRow>(config: QueryConfig, name?: string): Promise<QueryResult<Row>> {
    // The caller receives the fault when it awaits the answer. It need not await every answer: if two statements fail
    // together, one fault is enough, and the other must not count as unhandled.
    const answered = quietly(this.answerTo(this.open(), this.send<Row>(config)));
    this.time(name, config.text, answered);
    return answered;
  }

  /**
   * Runs two writing statements in this order. PostgreSQL receives the second and reads its values before the first
   * runs: if the first waits for a lock, the second needs no further input while the lock is held. The time for reading
   * its values counts as the first statement's. Behind a pooler the two are sent one after the other.
   */
  async askBehind(first: NamedStatement, second: NamedStatement): Promise<void> {
    if (!this.keepsStatements) {
      await Promise.all([first, second].map(({ config, name }) => this.ask(config, name)));
      return;
    }
    const given = quietly(this.answerTo(this.open(), quietly(giveValues(this.client, second.config))));
    const answered = this.ask(first.config, first.name);
    const sent = quietly(this.answerTo(this.open(), quietly(runIt(this.client, second.config))));
    // The second answer is awaited after the first: if both statements fail, the first fault must be thrown.
    const ran = quietly(answered.then(() => sent));
    this.time(second.name, second.config.text, ran);
    await Promise.all([given, answered, ran]);
  }

  /** Sends the statement that ends the transaction: a statement after it would run outside of the transaction. */
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
   * Answers arrive in the order of the statements, so PostgreSQL begins a statement when it has answered the previous one: the time of the
   * previous one is not counted twice. If all answers of a packet arrive together (within a millisecond on an idle process), the first
   * statement is charged with the time of all of them, and of the commands that begin the transaction.
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
   * If the opening failed, the answers of all statements are void. A statement that is refused because an earlier one
   * failed (25P02) fails with the fault of the earlier one.
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

/** Marks a rejection as handled, so that Node does not report it: other code throws the fault, or nobody needs it. */
const quietly = <A>(answer: Promise<A>): Promise<A> => {
  answer.catch(() => undefined);
  return answer;
};

const transactionIsAborted = '25P02';
