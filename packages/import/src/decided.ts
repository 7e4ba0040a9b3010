/**
 * Finds out whether accepted transactions were posted. Usually they are posted before the batch is answered. If the service is busy, or a
 * balance limit has been reached in the meantime, they are posted or fail later. The import checks a thousand transactions at a time.
 */
import type { ProcessTime } from '../../../src/kernel/clock';
import type { LedgerCalls } from './ledger-calls';
import type { Reason } from './rows';

export interface Decided<T> {
  /** Adds an accepted transaction. The ids must be passed in ascending order. */
  accepted(id: string, thing: T): void;
  readonly size: number;
  /** Waits until every transaction is posted or failed, returns both groups, and clears the list. */
  settle(): Promise<{ readonly posted: readonly T[]; readonly failed: ReadonlyMap<T, Reason> }>;
}

interface Listed {
  readonly id: string;
  readonly failure: Reason | null;
}

const pauseMs = 20;

export const createDecided = <T>(calls: LedgerCalls, clock: Pick<ProcessTime, 'sleep'>): Decided<T> => {
  let waiting = new Map<string, T>();

  /**
   * Returns the transactions of this import that have this status. The ledger lists the newest first, so reading stops at transactions
   * older than `first`.
   */
  const listed = async (status: 'pending' | 'failed', first: string): Promise<readonly Listed[]> => {
    const ours: Listed[] = [];
    for await (const page of calls.list<Listed>('listTransactions', { status })) {
      ours.push(...page.filter(({ id }) => waiting.has(id)));
      if (page.some(({ id }) => id < first)) break;
    }
    return ours;
  };

  return {
    accepted: (id, thing) => void waiting.set(id, thing),
    get size() {
      return waiting.size;
    },
    settle: async () => {
      const [first] = waiting.keys();
      const failed = new Map<T, Reason>();
      if (first === undefined) return { posted: [], failed };
      while ((await listed('pending', first)).length > 0) await clock.sleep(pauseMs);
      for (const { id, failure } of await listed('failed', first)) {
        const thing = waiting.get(id);
        if (thing !== undefined && failure) failed.set(thing, failure);
      }
      const posted = [...waiting.values()].filter((thing) => !failed.has(thing));
      waiting = new Map();
      return { posted, failed };
    },
  };
};
