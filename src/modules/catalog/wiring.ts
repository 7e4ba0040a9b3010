/** Wires the catalog: the only file here that knows Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { ORM, UNIT_OF_WORK } from '../../kernel/postgres/tokens';
import { ok, refuse } from '../../kernel/refusal';
import type { Clock } from '../../kernel/time';
import { provide } from '../../kernel/token';
import { CLOCK } from '../../kernel/tokens';
import type { UnitOfWork } from '../../kernel/unit-of-work';
import { createCompiledTemplates } from './application/compiled-templates';
import { createTransactionCode } from './application/create';
import { deprecateTransactionCode } from './application/deprecate';
import { expandTransactionCodes } from './application/expand';
import { CATALOG_UNIT_OF_WORK, TRANSACTION_CODE_STORE, type TransactionCodeStore } from './application/ports';
import { validateParams } from './application/validate-params';
import { transactionCodeRoutes } from './http/routes';
import { CATALOG, type Catalog } from './index';
import { PostgresTransactionCodeStore } from './postgres/transaction-code-store';

export { catalogEntities } from './postgres/schema';

/** The face over whatever store; tests call it with one in memory. */
export const createCatalog = (store: TransactionCodeStore, unitOfWork: UnitOfWork, clock: Clock): Catalog => {
  const templates = createCompiledTemplates();
  return {
    create: createTransactionCode(store, unitOfWork, clock),
    list: ({ ledgerId }, filter, slice) => store.list(ledgerId, filter, slice),
    read: async ({ ledgerId }, id) => {
      const found = await store.read(ledgerId, id);
      return found ? ok(found) : refuse({ kind: 'TrancodeMissing' });
    },
    deprecate: deprecateTransactionCode(store, unitOfWork, clock),
    validateParams: validateParams(store, templates),
    expandMany: expandTransactionCodes(store, templates),
  };
};

export const catalogModule = new ContainerModule(({ bind }) => {
  provide({ bind }, CATALOG, [TRANSACTION_CODE_STORE, CATALOG_UNIT_OF_WORK, CLOCK], createCatalog);
  provide({ bind }, ROUTES, [CATALOG], transactionCodeRoutes);
});

export const catalogOnPostgres = new ContainerModule(({ bind }) => {
  provide({ bind }, CATALOG_UNIT_OF_WORK, [UNIT_OF_WORK], (unitOfWork) => unitOfWork);
  provide(
    { bind },
    TRANSACTION_CODE_STORE,
    [UNIT_OF_WORK, ORM],
    (unitOfWork, orm) => new PostgresTransactionCodeStore(unitOfWork, orm),
  );
});
