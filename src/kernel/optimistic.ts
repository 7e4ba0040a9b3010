/** Judging without a lock: what is written says by which state it was judged, and the store refuses it where that has changed. */
import { Busy } from './refusal';

/** How often a judgement may prove stale before the request is told to come again. */
export const maxJudgements = 50;

/**
 * Judges and writes; where `write` throws that the judgement is stale, judges anew by what changed. `Busy` where that happens
 * again and again; any other fault passes through.
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
