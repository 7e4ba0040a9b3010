/**
 * How the stores of this context reach their tables: with an entity manager of their own for each call, so that nothing
 * is kept from one to the next, and with faults that say whether to come back later.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { asFault } from '../../../kernel/postgres/sql';

export const onControlPlane = async <A>(orm: MikroORM, work: (em: EntityManager) => Promise<A>): Promise<A> => {
  try {
    return await work(orm.em.fork());
  } catch (error) {
    throw asFault(error);
  }
};
