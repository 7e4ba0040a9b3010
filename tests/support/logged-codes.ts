/** Transaction codes on PostgreSQL, as the log and `verify` need them, for tests that wire the ledgering context by hand. */
import type { Principal } from '../../src/kernel/principal';
import { createCatalog, loggedTransactionCodes } from '../../src/modules/catalog/wiring';
import { PostgresTransactionCodeStore } from '../../src/modules/catalog/postgres/transaction-code-store';
import { createLedgerLog } from '../../src/modules/ledgering/application/ledger-log';
import type { TurnDependencies } from '../../src/modules/ledgering/application/turn';
import { expected } from './ledger';
import { ormInTransactions } from './orm';
import { newTransactionCode } from './transaction-codes';

// The store has no pool: it reads only inside a transaction of the caller.
const store = new PostgresTransactionCodeStore(undefined as never, ormInTransactions);

export const loggedCodes = loggedTransactionCodes(store);

/** Creates two codes, of which one is deprecated. */
export const fillCodes = async (turns: TurnDependencies, caller: Principal): Promise<void> => {
  const catalog = createCatalog(store, createLedgerLog(turns));
  expected(await catalog.create(caller, newTransactionCode({ code: 'SALE', metadata: { owner: 'treasury' } })));
  const old = expected(await catalog.create(caller, newTransactionCode({ code: 'OLD-SALE', name: 'As it was' })));
  expected(await catalog.deprecate(caller, old.id));
};
