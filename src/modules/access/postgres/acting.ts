/** A transaction on the control plane in which somebody acts: the database knows who, as long as it lasts. */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { entitiesOf } from '../../../kernel/postgres/orm';
import { queryText } from '../../../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { refused, type Outcome } from '../../../kernel/refusal';

/** `operator:<id>`, the prefix of a key, `command line`. */
const actorPattern = /^[\w:.-][\w :.-]{0,99}$/;

/** The answer of the work, or undefined where it refused and nothing was written. */
export const actingAs = async <A>(
  {
    unitOfWork,
    orm,
    actor,
  }: { readonly unitOfWork: PostgresUnitOfWork; readonly orm: MikroORM; readonly actor: string },
  work: (em: EntityManager) => Promise<Outcome<'nothing to do', A>>,
): Promise<A | undefined> => {
  if (!actorPattern.test(actor)) throw new Error('this is no name of an actor');
  const outcome = await unitOfWork.run<'nothing to do', A>({ ledgerIds: [] }, async (tx) => {
    // A command, because what a function sets is not told to other nodes.
    await queryText(tx, `set local ledger.actor = '${actor}'`, []);
    return work(entitiesOf(orm, tx));
  });
  return refused(outcome) ? undefined : outcome.right;
};
