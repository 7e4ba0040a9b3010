import type { Deadline, ProcessTime } from '../../../kernel/clock';

/**
 * Returns the answer, or rejects after this many milliseconds in which this process ran. After a standstill of the
 * process, the timer fires before the answers that arrived meanwhile are read. So the wait is divided into slices: a
 * standstill costs one slice, and the answer is read in the next one.
 */
const slices = 5;

export const answerWithin = <A>(ms: number, work: Promise<A>, clock: Pick<ProcessTime, 'deadline'>): Promise<A> =>
  new Promise((resolve, reject) => {
    let left = slices;
    const wait = (): Deadline =>
      clock.deadline(ms / slices, () => {
        left -= 1;
        if (left > 0) slice = wait();
        else reject(new Error(`no answer within ${ms} ms`));
      });
    let slice = wait();
    work.then(resolve, reject).finally(() => slice.cancel());
  });
