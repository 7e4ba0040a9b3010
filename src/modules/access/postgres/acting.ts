/** Runs a transaction on the control plane on behalf of an actor, whom the tenant's log names. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { entitiesOf, type Orm } from '../../../kernel/postgres/orm';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { refused, type Outcome } from '../../../kernel/refusal';

/** Returns the answer of `work`; undefined if `work` refused, so that nothing was written. */
export const actingAs = async <A>(
  {
    unitOfWork,
    orm,
    actor,
  }: { readonly unitOfWork: PostgresUnitOfWork; readonly orm: Orm; readonly actor: string | undefined },
  work: (em: EntityManager) => Promise<Outcome<'nothing to do', A>>,
): Promise<A | undefined> => {
  const outcome = await unitOfWork.run<'nothing to do', A>({ ledgerIds: [], actor }, async (tx) =>
    work(entitiesOf(orm, tx)),
  );
  return refused(outcome) ? undefined : outcome.right;
};
