/**
 * Statements that are asked for at once travel together: one packet there, one back, in the order they were asked for.
 * PostgreSQL runs them one after the other, each with a snapshot of its own where the isolation level gives it one; after
 * one that fails it skips the others, so each of them fails with it.
 */
import { Query, type ClientBase, type Connection, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';

/** The driver's own query, and those of its methods that it calls as answers come in. */
interface Statement extends Omit<Query, 'submit'> {
  readonly name?: string;
  readonly text?: string;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

/** What one connection is asked within one transaction. */
export class Pipeline {
  private waiting: Statement[] = [];
  /** Whether anything was ever asked. */
  isUsed = false;

  constructor(
    private readonly client: ClientBase,
    /** What goes ahead of the first statement. */
    private readonly opening: readonly QueryConfig[],
    /** False behind a pooler: no transaction finds what another prepared under a name. */
    private readonly keepsStatements = true,
  ) {}

  /** One statement; goes with all others that are asked for before this turn of the event loop ends. */
  ask<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    if (!this.isUsed) {
      this.isUsed = true;
      for (const first of this.opening) void this.add(first);
    }
    return this.add(config) as Promise<QueryResult<Row>>;
  }

  private add(config: QueryConfig): Promise<QueryResult> {
    const answered = new Promise<QueryResult>((resolve, reject) => {
      const answer = (error: Error | undefined, result: QueryResult): void => (error ? reject(error) : resolve(result));
      if (this.waiting.length === 0) process.nextTick(() => this.send());
      const extended: QueryConfig & { queryMode: 'extended' } = { queryMode: 'extended', ...config };
      if (!this.keepsStatements) delete extended.name;
      this.waiting.push(new Query(extended, answer as never) as unknown as Statement);
    });
    // Whoever asked hears of the fault; nobody has to wait for a statement whose fault another one tells of.
    answered.catch(() => undefined);
    return answered;
  }

  private send(): void {
    const statements = this.waiting;
    this.waiting = [];
    this.client.query(new Packet(statements) as never);
  }
}

/** Speaks to the driver as one query would. */
class Packet {
  private done = 0;

  constructor(private readonly statements: readonly Statement[]) {}

  /** The driver remembers under this name what the server says it has prepared. */
  get name(): string | undefined {
    return this.current.name;
  }

  get text(): string | undefined {
    return this.current.text;
  }

  submit(connection: Connection): Error | null {
    // A statement ends with a sync, which is where the server answers; only the last may.
    const unsynced = Object.create(connection, { sync: { value: () => undefined } }) as Connection;
    const last = this.statements.length - 1;
    connection.stream.cork();
    try {
      for (const [index, statement] of this.statements.entries()) {
        const fault = statement.submit(index < last ? unsynced : connection);
        if (!fault) continue;
        // Nothing of the packet goes, or nobody could tell whose answers come.
        connection.stream.destroy();
        return fault;
      }
      return null;
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription(message: unknown): void {
    this.current.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.current.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.current.handleCommandComplete(message, connection);
    this.done += 1;
  }

  handleEmptyQuery(connection: Connection): void {
    this.current.handleEmptyQuery(connection);
    this.done += 1;
  }

  handleReadyForQuery(connection: Connection): void {
    for (const statement of this.statements) statement.handleReadyForQuery(connection);
  }

  handleError(error: Error, connection: Connection): void {
    for (const [index, statement] of this.statements.entries())
      if (index < this.done) statement.handleReadyForQuery(connection);
      else statement.handleError(error, connection);
  }

  private get current(): Statement {
    return this.statements[Math.min(this.done, this.statements.length - 1)] as Statement;
  }
}
