/**
 * Gives the stores of this module access to their tables: each call has an entity manager of its own, so that no state
 * carries over from one call to the next, and faults state whether to retry later.
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
