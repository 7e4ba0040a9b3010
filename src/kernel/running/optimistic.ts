/**
 * Optimistic concurrency: a write names the state on which its decision rests, and the store refuses the write if that state has changed.
 */
import { Busy } from '../refusal';

/** How often a decision may be stale before `Busy` is thrown, so that the caller retries later. */
export const maxJudgements = 50;

/**
 * Decides and writes. If `write` throws because the decision is stale, decides again on the changed state. Throws `Busy` if that happens
 * too often; any other fault passes through.
 */
export const judgedAnew = async <J, A>(
  judge: (stale: J | undefined) => Promise<J>,
  write: (judgement: J) => Promise<A>,
  isStale: (fault: unknown) => boolean,
): Promise<A> => {
  let stale: J | undefined;
  for (let judgements = 0; judgements < maxJudgements; judgements++) {
    const judgement = await judge(stale);
    try {
      return await write(judgement);
    } catch (fault) {
      if (!isStale(fault)) throw fault;
      stale = judgement;
    }
  }
  throw new Busy('Another request is changing the definitions that this request depends on.');
};
