/** A ledger's log that keeps every event in memory, for tests of a single context. */
import type { Happening, LedgerLog } from '../../src/kernel/ledger-log';
import type { Clock } from '../../src/kernel/clock';
import { dollars } from './transaction-codes';
import { MemoryUnitOfWork } from '../../src/kernel/memory/unit-of-work';

export const logInMemory = (clock: Clock, told: Happening[] = [], denomination = dollars): LedgerLog => {
  const unitOfWork = new MemoryUnitOfWork();
  return {
    inTurn: (ledgerId, work) =>
      unitOfWork.run({ ledgerIds: [ledgerId] }, (tx) =>
        work({
          ...{ tx, now: clock.now(), denomination: async () => denomination },
          append: async (happening) => void told.push(happening),
        }),
      ),
  };
};
