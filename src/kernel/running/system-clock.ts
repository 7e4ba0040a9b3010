/** The clock of the machine: no other file of the service reads it or sets a timer. */
import type { Clock, Deadline } from '../clock';

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end);
    }),
  deadline: (ms, act): Deadline => {
    const reachedAt = performance.now() + ms;
    const timer = act && setTimeout(act, ms).unref();
    return {
      leftMs: () => Math.max(0, reachedAt - performance.now()),
      cancel: () => clearTimeout(timer),
    };
  },
};
