/** MikroORM on the service's own connections: it serves the control plane, whose tables are small and cold. */
import { knex, MikroORM, PostgreSqlKnexDialect, type EntitySchema } from '@mikro-orm/postgresql';
import type { ConnectionLoan, ConnectionPool } from './pool';

const Dialect = PostgreSqlKnexDialect as unknown as typeof knex.Client;

export const openOrm = (pool: ConnectionPool, entities: readonly EntitySchema[]): MikroORM => {
  const loans = new Map<ConnectionLoan['client'], ConnectionLoan>();
  /** What the ORM's query builder asks for its connections. */
  class DialectOnPool extends Dialect {
    override async acquireConnection(): Promise<ConnectionLoan['client']> {
      const loan = await pool.lend();
      loans.set(loan.client, loan);
      return loan.client;
    }

    override async releaseConnection(client: ConnectionLoan['client']): Promise<void> {
      loans.get(client)?.release(false);
      loans.delete(client);
    }
  }
  return MikroORM.initSync({
    dbName: 'ledger',
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    driverOptions: knex({ client: DialectOnPool }),
    connect: false,
  });
};
