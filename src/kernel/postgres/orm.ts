/**
 * MikroORM on the service's own connections: its statements inside a unit of work run in that transaction, and any
 * other statement runs on a connection that is lent for it alone. Values are bound, as in all SQL of the service.
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
  type MetadataStorage,
} from '@mikro-orm/postgresql';
import type { QueryConfig, QueryResult } from 'pg';
import type { Tx } from '../unit-of-work';
import type { ConnectionPool } from './pool';
import { asPrinted, isAnswer, type PostgresTx } from './sql';

/** The ORM on one pool. Each piece of work forks an entity manager of its own. */
export interface Orm {
  readonly em: Pick<EntityManager, 'fork'>;
  readonly metadata: MetadataStorage;
}

export const openOrm = (pool: ConnectionPool, entities: readonly EntitySchema[]): Orm => {
  const { config: discoveredBy, metadata } = discovered(entities);

  /** Executes the ORM's statements. The ORM builds them with knex, which has no connections of its own here. */
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
    protected override readonly platform = discoveredBy.getDriver().getPlatform();

    /** Returns the fault unchanged, so that faults of ORM statements are handled like those of any other statement. */
    override convertException(fault: Error): ReturnType<PostgreSqlDriver['convertException']> {
      return fault as ReturnType<PostgreSqlDriver['convertException']>;
    }
  }

  const driver = new Driver(discoveredBy);
  driver.setMetadata(metadata);
  return { em: driver.createEntityManager() as EntityManager, metadata };
};

interface Discovered {
  readonly config: MikroORM['config'];
  readonly metadata: MetadataStorage;
}

const discoveries = new WeakMap<readonly EntitySchema[], Discovered>();

/**
 * The metadata of the entities, and the code that the ORM generates from it. They depend only on the entities, so all pools of a process
 * share them.
 */
const discovered = (entities: readonly EntitySchema[]): Discovered => {
  const known = discoveries.get(entities);
  if (known) return known;
  const orm = MikroORM.initSync({
    driver: PostgreSqlDriver,
    dbName: 'ledger',
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    driverOptions: knex({ client: PostgreSqlKnexDialect as unknown as typeof knex.Client }),
    implicitTransactions: false,
    connect: false,
  });
  const found = { config: orm.config, metadata: orm.getMetadata() };
  discoveries.set(entities, found);
  return found;
};

/**
 * Returns the ORM inside a transaction: it reads, writes, commits and rolls back with the rest of the transaction, in
 * the same scope. Each call has an identity map of its own, so that an entity found earlier is not returned stale after
 * a change.
 */
export const entitiesOf = (orm: Orm, tx: Tx): EntityManager => {
  const em = orm.em.fork();
  em.setTransactionContext(tx);
  return em;
};

interface Shape {
  /** The SQL, with `$1` in place of the ORM's `?`. */
  readonly text: string;
  /** The name under which a connection keeps the statement prepared; absent if the statement is not kept. */
  readonly name?: string;
}

/**
 * The maximum number of statements that are kept prepared: enough for each verb of each entity. Further statements are lists with filters,
 * which are not worth keeping.
 */
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
