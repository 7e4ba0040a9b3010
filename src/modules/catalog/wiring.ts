/** Wires the catalog: the only file of this context that imports Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { KEPT_QUOTAS, ROOM, TRANSACTION_CODE_STATES } from '../../kernel/memory/tokens';
import { ORM, UNIT_OF_WORK } from '../../kernel/postgres/tokens';
import { LEDGER_LOG, LOGGED_TRANSACTION_CODES, type LedgerLog, type LoggedThings } from '../../kernel/ledger-log';
import { ok, refuse } from '../../kernel/refusal';
import { provide } from '../../kernel/token';
import { createCompiledTemplates } from './application/compiled-templates';
import { createTransactionCode } from './application/create';
import { deprecateTransactionCode } from './application/deprecate';
import { expandTransactionCodes } from './application/expand';
import { TRANSACTION_CODE_STORE, type TransactionCodeStore } from './application/ports';
import { uncountable } from './application/uncountable';
import { validateParams } from './application/validate-params';
import { readTransactionCode, transactionCodeFormats } from './domain/formats';
import { transactionCodeView } from './domain/record';
import { transactionCodeRoutes } from './http/routes';
import { CATALOG, type Catalog } from './index';
import { MemoryTransactionCodeStore } from './memory/transaction-code-store';
import { PostgresTransactionCodeStore } from './postgres/transaction-code-store';

export { catalogEntities } from './postgres/schema';

/** Creates the catalog over a store; tests pass a store in memory. */
export const createCatalog = (store: TransactionCodeStore, log: LedgerLog): Catalog => {
  const templates = createCompiledTemplates();
  return {
    create: createTransactionCode(store, log),
    list: ({ ledgerId }, filter, slice) => store.list(ledgerId, filter, slice),
    read: async ({ ledgerId }, id) => {
      const found = await store.read(ledgerId, id);
      return found ? ok(found) : refuse({ kind: 'TrancodeMissing' });
    },
    deprecate: deprecateTransactionCode(store, log),
    validateParams: validateParams(store, templates),
    uncountable: uncountable(store),
    expandMany: expandTransactionCodes(store, templates),
  };
};

/** Renders transaction codes in events as their own endpoint shows them. */
export const loggedTransactionCodes = (store: TransactionCodeStore): LoggedThings => ({
  tell: (ledgerId, text) => {
    const code = readTransactionCode(ledgerId, text);
    return { id: code.id, data: transactionCodeView(code) };
  },
  kept: async (tx, ledgerId, after, limit) =>
    (await store.keptBehind(tx, ledgerId, after, limit)).map((code) => ({
      id: code.id,
      isLogged: code.isLogged,
      isContent: (hash) => transactionCodeFormats.isHashOf(hash, code),
    })),
});

export const catalogModule = new ContainerModule(({ bind }) => {
  provide({ bind }, CATALOG, [TRANSACTION_CODE_STORE, LEDGER_LOG], createCatalog);
  provide({ bind }, LOGGED_TRANSACTION_CODES, [TRANSACTION_CODE_STORE], loggedTransactionCodes);
  provide({ bind }, ROUTES, [CATALOG], transactionCodeRoutes);
});

export const catalogOnPostgres = new ContainerModule(({ bind }) => {
  provide(
    { bind },
    TRANSACTION_CODE_STORE,
    [UNIT_OF_WORK, ORM],
    (unitOfWork, orm) => new PostgresTransactionCodeStore(unitOfWork, orm),
  );
});

export const catalogInMemory = new ContainerModule(({ bind }) => {
  provide(
    { bind },
    TRANSACTION_CODE_STORE,
    [ROOM, KEPT_QUOTAS],
    (room, quotas) => new MemoryTransactionCodeStore(room, quotas),
  );
  provide({ bind }, TRANSACTION_CODE_STATES, [TRANSACTION_CODE_STORE], (store) => store);
});
