/**
 * Judging without a lock: a write names the state by which it was judged, and the store refuses it if that state has
 * changed.
 */
import { Busy } from '../refusal';

/** How many stale judgements are allowed before `Busy` is thrown, so that the caller retries later. */
export const maxJudgements = 50;

/**
 * Judges and writes. If `write` throws because the judgement is stale, judges again with the changed state. Throws
 * `Busy` if that happens too often; any other fault passes through.
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
