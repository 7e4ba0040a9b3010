/**
 * Statements with one end: the driver ends each statement by itself (Sync), so that the server answers each by itself and both
 * sides wake up for each. A packet has one end, and one answer. After a statement that fails the server passes over the rest.
 */
import { Query, type Connection, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';

/** What the driver's own class does, and its types do not say. */
interface DriverQuery extends Query {
  name?: string;
  text?: string;
  callback: (error: unknown, result?: unknown) => void;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleError(error: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

/** Which statements the server keeps, as the driver counts them. */
interface Keeping {
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  readonly stream: { cork(): void; uncork(): void };
  sync(): void;
}

const DriversQuery = Query as unknown as new (config: QueryConfig) => DriverQuery;

export class Packet extends DriversQuery {
  private statements: DriverQuery[] = [];
  private place = 0;

  constructor() {
    super({ text: '' });
    this.callback = () => undefined;
    // The driver remembers under name and text what the server has parsed.
    Object.defineProperties(this, {
      name: { get: () => this.current?.name },
      text: { get: () => this.current?.text ?? '' },
    });
  }

  private get current(): DriverQuery | undefined {
    return this.statements[this.place];
  }

  add<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      const statement = new DriversQuery(config);
      statement.callback = (error, result) => (error ? reject(error) : resolve(result as QueryResult<Row>));
      this.statements.push(statement);
    });
  }

  /** A statement that the driver refuses, because it cannot bind a value, is not sent, nor is any behind it. */
  override submit(connection: Connection): Error | null {
    const own = connection as unknown as Keeping;
    const withoutEnds = Object.create(connection, { sync: { value: () => undefined } }) as Connection;
    const sent: DriverQuery[] = [];
    let fault: unknown;
    own.stream.cork();
    for (const statement of this.statements) {
      const { callback } = statement;
      if (fault === undefined) {
        statement.callback = (error) => (fault = error);
        fault ??= statement.submit(withoutEnds) ?? undefined;
        statement.callback = callback;
      }
      if (fault === undefined) sent.push(statement);
      else callback(fault);
    }
    this.statements = sent;
    own.sync();
    own.stream.uncork();
    return null;
  }

  override handleRowDescription(message: unknown): void {
    this.current?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.current?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    this.current?.handleCommandComplete(message, connection);
    this.finish(connection);
  }

  override handleEmptyQuery(connection: Connection): void {
    this.finish(connection);
  }

  private finish(connection: Connection): void {
    const { current } = this;
    this.place += 1;
    current?.handleReadyForQuery(connection);
  }

  override handleError(error: unknown, connection: Connection): void {
    const { parsedStatements, submittedNamedStatements } = connection as unknown as Keeping;
    const left = this.statements.slice(this.place);
    this.place = this.statements.length;
    for (const statement of left) {
      const { name } = statement;
      if (name !== undefined && parsedStatements[name] === undefined) delete submittedNamedStatements[name];
      statement.handleError(error, connection);
    }
  }

  /** All of them were answered before. */
  override handleReadyForQuery(): void {}
}
