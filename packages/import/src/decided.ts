/**
 * Finds out whether accepted transactions were posted. Usually they were, before the batch was answered. If other work waited before them,
 * or a limit was reached meanwhile, they are posted or fail later. So the import asks the ledger once for a thousand transactions.
 */
import type { ProcessTime } from '../../../src/kernel/clock';
import type { LedgerCalls } from './ledger-calls';
import type { Reason } from './rows';

export interface Decided<T> {
  /** Adds an accepted transaction. The ids must be ascending. */
  accepted(id: string, thing: T): void;
  readonly size: number;
  /** Waits until all transactions are decided, returns the posted and the failed ones, and clears the list. */
  settle(): Promise<{ readonly posted: readonly T[]; readonly failed: ReadonlyMap<T, Reason> }>;
}

interface Listed {
  readonly id: string;
  readonly failure: Reason | null;
}

const pauseMs = 20;

export const createDecided = <T>(calls: LedgerCalls, clock: Pick<ProcessTime, 'sleep'>): Decided<T> => {
  let waiting = new Map<string, T>();

  /** Returns this import's transactions with that status. The list is newest first, so reading stops before the id `first`. */
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
