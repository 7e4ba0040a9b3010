/**
 * Statements that are asked for at once travel together: one packet there, and their answers come in the order in which they
 * were asked. PostgreSQL runs them one after the other, each with a snapshot of its own where the isolation level gives it
 * one; in a transaction it refuses those that come after one that failed.
 */
import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** What one connection is asked within one transaction. */
export class Pipeline {
  private opened: Promise<unknown> | undefined;
  private fault: unknown;
  private isEnded = false;

  constructor(
    private readonly client: ClientBase,
    /** Commands that go ahead of the first statement; none where it is empty. */
    private readonly opening: string,
    /** False behind a pooler: no transaction finds what another prepared under a name. */
    private readonly keepsStatements = true,
  ) {}

  /** Whether anything was ever asked. */
  get isUsed(): boolean {
    return this.opened !== undefined;
  }

  /** One statement; goes with all others that are asked for before this turn of the event loop ends. */
  ask<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    if (this.isEnded) throw new Error('the transaction has ended: its last statement was named');
    this.opened ??= this.opening === '' ? Promise.resolve() : this.open();
    const answered = this.answerTo(this.opened, this.send<Row>(config));
    // Whoever asked is told of the fault; nobody has to wait for a statement that fails because another one did.
    answered.catch(() => undefined);
    return answered;
  }

  /** The statement that ends the transaction: what were asked behind it would run outside of it. */
  end<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    const answered = this.ask<Row>(config);
    this.isEnded = true;
    return answered;
  }

  private open(): Promise<unknown> {
    const opened = this.client.query(this.opening);
    opened.catch(() => undefined);
    return opened;
  }

  private send<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    const extended: QueryConfig & { queryMode: 'extended' } = { queryMode: 'extended', ...config };
    if (!this.keepsStatements) delete extended.name;
    const sent = this.client.query<Row>(extended);
    sent.catch(() => undefined);
    return sent;
  }

  /** Without its opening no statement counts. One that is refused because of another fails with the fault of that one. */
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

const transactionIsAborted = '25P02';
