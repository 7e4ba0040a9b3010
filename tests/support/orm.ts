/** The ORM for stores that are used only inside transactions: outside of one, every query fails. */
import { postgresEntities } from '../../src/app/contexts';
import { openOrm } from '../../src/kernel/postgres/orm';

const noPool = {
  lend: async (): Promise<never> => {
    throw new Error('this was asked outside of a transaction');
  },
  counts: () => ({ inUse: 0, open: 0, waiting: 0, max: 0 }),
  close: async (): Promise<void> => undefined,
};

export const ormInTransactions = openOrm(noPool, postgresEntities);
