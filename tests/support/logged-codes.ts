/** Transaction codes on PostgreSQL, as the log of a ledger and `verify` know them, for tests that wire ledgering by hand. */
import type { Principal } from '../../src/kernel/principal';
import { createCatalog, loggedTransactionCodes } from '../../src/modules/catalog/wiring';
import { PostgresTransactionCodeStore } from '../../src/modules/catalog/postgres/transaction-code-store';
import { createLedgerLog } from '../../src/modules/ledgering/application/ledger-log';
import type { TurnDependencies } from '../../src/modules/ledgering/application/turn';
import { expected } from './ledger';
import { ormInTransactions } from './orm';
import { newTransactionCode } from './transaction-codes';

// Nothing is read here but inside a transaction that somebody else begins.
const store = new PostgresTransactionCodeStore(undefined as never, ormInTransactions);

export const loggedCodes = loggedTransactionCodes(store);

/** Two codes, of which one is deprecated again. */
export const fillCodes = async (turns: TurnDependencies, caller: Principal): Promise<void> => {
  const catalog = createCatalog(store, createLedgerLog(turns));
  expected(await catalog.create(caller, newTransactionCode({ code: 'SALE', metadata: { owner: 'treasury' } })));
  const old = expected(await catalog.create(caller, newTransactionCode({ code: 'OLD-SALE', name: 'As it was' })));
  expected(await catalog.deprecate(caller, old.id));
};
