/**
 * Rehashes a secret that was stored under the former pepper when a caller presents it, because only then is the secret known. If the
 * rehashing fails, the caller's request is not affected: the rehashing is tried again at the next use of the secret.
 */
import type { Log } from '../../../kernel/tokens';

/** A process writes at most this many rehashed secrets at a time; others are written at their next use. */
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
