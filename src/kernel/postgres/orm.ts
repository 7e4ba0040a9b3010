/**
 * MikroORM on the service's own connections: what it asks inside a unit of work goes through that transaction, anything else
 * through a connection that is lent for the one statement. Its values are bound, as those of all our SQL are.
 */
import { hash } from 'node:crypto';
import {
  knex,
  MikroORM,
  PostgreSqlConnection,
  PostgreSqlDriver,
  PostgreSqlKnexDialect,
  type EntityManager,
  type EntitySchema,
  type Knex,
} from '@mikro-orm/postgresql';
import type { QueryConfig, QueryResult } from 'pg';
import type { Tx } from '../unit-of-work';
import type { ConnectionPool } from './pool';
import { asPrinted, isAnswer, type PostgresTx } from './sql';

export const openOrm = (pool: ConnectionPool, entities: readonly EntitySchema[]): MikroORM => {
  /** Where the ORM's statements go. It builds them with knex, which has no connections of its own here. */
  class Connection extends PostgreSqlConnection {
    override async execute<T>(
      asked: Parameters<PostgreSqlConnection['execute']>[0],
      values: readonly unknown[] = [],
      method: 'all' | 'get' | 'run' = 'all',
      tx?: PostgresTx,
    ): Promise<T> {
      const { sql, bindings } = typeof asked === 'string' ? { sql: asked, bindings: values } : asked.toSQL();
      const { name, text } = shapes.get(sql) ?? keepShape(sql, this.getKnex().raw(sql, bindings as Knex.RawBinding[]));
      const config = { text, values: bindings as unknown[], types: asPrinted };
      const answer = tx ? tx.pipeline.ask(name === undefined ? config : { name, ...config }) : askAlone(pool, config);
      return this.transformRawResult<T>(await answer, method);
    }

    override async begin(): Promise<never> {
      throw new Error('the ORM begins no transaction: what is to be written together goes through one unit of work');
    }
  }

  class Driver extends PostgreSqlDriver {
    protected override readonly connection = new Connection(this.config);

    /** A fault of the ORM's statements is the fault of any other statement. */
    override convertException(fault: Error): ReturnType<PostgreSqlDriver['convertException']> {
      return fault as ReturnType<PostgreSqlDriver['convertException']>;
    }
  }

  return MikroORM.initSync({
    driver: Driver,
    dbName: 'ledger',
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    driverOptions: knex({ client: PostgreSqlKnexDialect as unknown as typeof knex.Client }),
    implicitTransactions: false,
    connect: false,
  });
};

/**
 * The ORM inside a transaction: what it finds and writes is seen, scoped, committed and rolled back with all the rest of it.
 * Each has an identity map of its own, so that nothing which was found is found again where it was changed meanwhile.
 */
export const entitiesOf = (orm: MikroORM, tx: Tx): EntityManager => {
  const em = orm.em.fork();
  em.setTransactionContext(tx);
  return em;
};

interface Shape {
  /** With `$1` where the ORM writes `?`. */
  readonly text: string;
  /** Under which a connection keeps it prepared. */
  readonly name?: string;
}

/** One for each verb of each entity. What is beyond that are lists, whose texts nobody should keep. */
const maxShapes = 500;
const shapes = new Map<string, Shape>();

const keepShape = (sql: string, raw: Knex.Raw): Shape => {
  const text = raw.toSQL().toNative().sql;
  if (shapes.size >= maxShapes) return { text };
  const shape = { text, name: hash('sha1', text, 'base64') };
  shapes.set(sql, shape);
  return shape;
};

const askAlone = async (pool: ConnectionPool, config: QueryConfig): Promise<QueryResult> => {
  const { client, release } = await pool.lend();
  let isBroken = false;
  try {
    return await client.query(config);
  } catch (error) {
    isBroken = !isAnswer(error);
    throw error;
  } finally {
    release(isBroken);
  }
};
