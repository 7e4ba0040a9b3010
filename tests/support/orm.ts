/** The ORM for stores that speak inside transactions alone: asked outside of one, it fails. */
import { openOrm } from '../../src/kernel/postgres/orm';
import { catalogEntities } from '../../src/modules/catalog/postgres/schema';
import { ledgeringEntities } from '../../src/modules/ledgering/postgres/schema';

const noPool = {
  lend: async (): Promise<never> => {
    throw new Error('this was asked outside of a transaction');
  },
  close: async (): Promise<void> => undefined,
};

export const ormInTransactions = openOrm(noPool, [...catalogEntities, ...ledgeringEntities]);
