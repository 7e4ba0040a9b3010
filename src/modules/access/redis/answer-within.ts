import type { ProcessTime } from '../../../kernel/clock';

/** Returns the answer; rejects if it takes longer than this many milliseconds. */
export const answerWithin = <A>(ms: number, work: Promise<A>, clock: Pick<ProcessTime, 'deadline'>): Promise<A> =>
  new Promise((resolve, reject) => {
    const late = clock.deadline(ms, () => reject(new Error(`no answer within ${ms} ms`)));
    work.then(resolve, reject).finally(() => late.cancel());
  });
