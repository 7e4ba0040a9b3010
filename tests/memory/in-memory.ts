/** The whole service without a database: what is given to `compose` where production gives PostgreSQL. */
import type { ContainerModule } from 'inversify';
import { replace } from '../../src/kernel/token';
import { KEY_STORE, TENANT_STORE } from '../../src/modules/access/application/ports';
import { CATALOG_UNIT_OF_WORK, TRANSACTION_CODE_STORE } from '../../src/modules/catalog/application/ports';
import { RATE_TABLE, STRING_STORE } from '../../src/modules/strings/application/ports';
import { ratesFrom } from '../../src/modules/strings/wiring';
import { MemoryKeyStore, MemoryTenantStore } from './access-stores';
import { postingInMemory } from './ledgering';
import { MemoryStringStore } from './string-store';
import { MemoryTransactionCodeStore } from './transaction-code-store';
import { MemoryUnitOfWork } from './unit-of-work';

export const inMemory = (): readonly ContainerModule[] => {
  const strings = new MemoryStringStore();
  return [
    replace(TENANT_STORE, [], () => new MemoryTenantStore()),
    replace(KEY_STORE, [], () => new MemoryKeyStore()),
    replace(CATALOG_UNIT_OF_WORK, [], () => new MemoryUnitOfWork()),
    replace(TRANSACTION_CODE_STORE, [], () => new MemoryTransactionCodeStore()),
    ...postingInMemory(new Map()),
    replace(STRING_STORE, [], () => strings),
    replace(RATE_TABLE, [], () => strings),
    ratesFrom(undefined),
  ];
};
