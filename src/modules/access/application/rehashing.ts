/**
 * Rehashes a secret that was stored under the former pepper when a caller presents it: only then is the secret known. A
 * fault of the rehashing does not affect the request of the caller: the next use of the secret tries again.
 */
import type { Log } from '../../../kernel/tokens';

/** How many rehashed secrets a process writes at a time; any others are written at their next use. */
const maxAtOnce = 2;

export const createRehashing = (log: Log): ((of: string, write: () => Promise<void>) => Promise<void>) => {
  const underWay = new Set<string>();
  return async (of, write) => {
    if (underWay.has(of) || underWay.size >= maxAtOnce) return;
    underWay.add(of);
    try {
      await write();
    } catch (error) {
      log.warn({ error }, 'a secret is still kept under the former pepper; the next use is the next try');
    } finally {
      underWay.delete(of);
    }
  };
};
