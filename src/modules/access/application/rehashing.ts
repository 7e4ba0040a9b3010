/**
 * What was kept under the former pepper is kept under the present one once its secret is shown: only then is the secret known. The caller
 * who shows it is let in either way, and learns of no fault here: the next use is the next try.
 */
import type { Log } from '../../../kernel/tokens';

/** So many are written at a time by a process; the others of a rush are written at their next use. */
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
