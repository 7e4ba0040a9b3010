/**
 * Gives the stores of this module access to their tables. Each call has its own entity manager, so that no state carries over between
 * calls. A fault becomes an error that states whether the caller should retry later.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Orm } from '../../../kernel/postgres/orm';
import { asFault } from '../../../kernel/postgres/sql';

export const onControlPlane = async <A>(orm: Orm, work: (em: EntityManager) => Promise<A>): Promise<A> => {
  try {
    return await work(orm.em.fork());
  } catch (error) {
    throw asFault(error);
  }
};
