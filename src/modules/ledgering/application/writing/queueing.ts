/**
 * Accepts a group of requests without posting it. The poster posts it later, in this process or another one. A group is queued if the poster
 * of this process does not run, and after another writer has held the head for too long.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { accepted, ok } from '../../../../kernel/refusal';
import { behind } from '../../../../kernel/unit-of-work';
import { declareKeys, holdRules } from '../guesses';
import { WriteConflict } from '../ports';
import type { Attempt, Event, Group, WriteDependencies, WrittenGroup } from './submission';

export const queueGroup = async (
  dependencies: WriteDependencies,
  ledgerId: LedgerId,
  { wants, attributes, judge }: Group,
): Promise<Attempt> => {
  const { unitOfWork, acceptances, clock } = dependencies;
  let event: Event = 'written';
  try {
    const outcome = await unitOfWork.run<never, WrittenGroup>({ ledgerIds: [ledgerId] }, async (tx) => {
      const held = holdRules(acceptances, tx, attributes);
      const terms = behind(held, acceptances.holdTerms(tx, ledgerId, 'shared'));
      const reading = await behind(terms, acceptances.readAcceptance(tx, ledgerId, wants));
      const judged = judge(reading, clock.now(ledgerId));
      event = judged.drafted.length > 0 ? 'written' : 'caught up';
      if (judged.drafted.length > 0)
        tx.last(
          Promise.all([
            declareKeys(dependencies, tx, attributes, judged.drafted),
            acceptances.writeAcceptances(tx, ledgerId, judged.drafted),
          ]),
        );
      return ok({ plan: undefined, ...judged });
    });
    return { event, written: accepted(outcome) };
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    dependencies.observations.writeConflicted('queued');
    return { event: 'conflict' };
  }
};
