/**
 * A statement in two steps: it is given its values, and later, behind statements that were sent after them, it runs. PostgreSQL has
 * received and read the values by then. It looks at the database only when it runs, which holds for a statement that writes: one that
 * only reads would see what was there when it was given its values.
 *
 * The driver knows statements that do both at once. These two are queries of its kind, which it sends, and whose answers it hands on,
 * as it does with its own.
 */
import { Query, type Connection, type QueryConfig, type QueryResult } from 'pg';

type Answer = (error: Error | undefined, result: QueryResult) => void;

/** What the driver's connection has beyond what its types say of it. */
interface Wire extends Omit<Connection, 'parse' | 'bind' | 'execute'> {
  /** By the names of statements: their texts. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(message: { name: string | undefined; text: string }): void;
  bind(message: {
    portal: string;
    statement: string | undefined;
    values: unknown[];
    valueMapper: (value: unknown) => unknown;
  }): void;
  execute(message: { portal: string }): void;
}

/** The same for all, because a connection has one at a time; it is gone when its transaction ends. */
const portal = 'behind';

const textOrBytes = (value: unknown): unknown =>
  value === null || Buffer.isBuffer(value) ? value : String(value as string | number | bigint | boolean);

/** Its values are plain: bytes, or what is a text of its own. */
class GivenValues extends Query {
  constructor(
    private readonly config: QueryConfig,
    answer: Answer,
  ) {
    super(config, answer as never);
  }

  override submit = (connection: Connection): void => {
    const { name, text, values = [] } = this.config;
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    const isParsed =
      name !== undefined &&
      (wire.parsedStatements[name] !== undefined || wire.submittedNamedStatements[name] !== undefined);
    if (!isParsed) {
      wire.parse({ name, text });
      if (name !== undefined) wire.submittedNamedStatements[name] = text;
    }
    wire.bind({ portal, statement: name, values, valueMapper: textOrBytes });
    wire.sync();
    wire.stream.uncork();
  };
}

/** Its rows are not read, because what they are made of was not asked for: who wants to know looks at the fault. */
class RunOfIt extends Query {
  override submit = (connection: Connection): void => {
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    wire.execute({ portal });
    wire.sync();
    wire.stream.uncork();
  };

  handleDataRow(): void {
    // See above.
  }
}

interface Sending {
  query(query: Query): Query;
}

export const giveValues = (client: Sending, config: QueryConfig): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(new GivenValues(config, (error, result) => (error ? reject(error) : resolve(result))));
  });

/** What was given its values last. */
export const runIt = (client: Sending): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    const answer: Answer = (error, result) => (error ? reject(error) : resolve(result));
    client.query(new RunOfIt({ text: 'execute' }, answer as never));
  });
