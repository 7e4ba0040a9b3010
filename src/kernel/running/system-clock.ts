/**
 * The clock of the machine: no other file of the service reads the clock or sets a timer. After a standstill of the process, Node.js runs
 * due timers before it reads the answers that arrived meanwhile. So a deadline acts only after the process has read these answers: an
 * answer that came in time cancels the deadline.
 */
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
    let reading: NodeJS.Immediate | undefined;
    const timer = act && setTimeout(() => (reading = setImmediate(act)), ms).unref();
    return {
      leftMs: () => Math.max(0, reachedAt - performance.now()),
      cancel: () => {
        clearTimeout(timer);
        clearImmediate(reading);
      },
    };
  },
};
