/**
 * The answer, or an error after so many milliseconds in which this process was awake. A process that stood still finds its
 * timer due before it has read what arrived meanwhile, so the wait goes in slices: a standstill costs one of them, and what
 * is there is read in the next.
 */
const slices = 5;

export const within = <A>(ms: number, work: Promise<A>): Promise<A> =>
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
