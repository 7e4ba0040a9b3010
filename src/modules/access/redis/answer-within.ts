/**
 * The answer, or an error after so many milliseconds in which this process ran. After a standstill of the process the
 * timer fires before the answers that arrived meanwhile are read. So the wait goes in slices: a standstill costs one
 * slice, and in the next one the answer is read.
 */
const slices = 5;

export const answerWithin = <A>(ms: number, work: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    let left = slices;
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      timer = setTimeout(() => {
        left -= 1;
        if (left > 0) wait();
        else reject(new Error(`no answer within ${ms} ms`));
      }, ms / slices);
    };
    wait();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
