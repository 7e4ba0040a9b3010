/** A ledger's log for tests of one context: it keeps every event in memory. */
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
