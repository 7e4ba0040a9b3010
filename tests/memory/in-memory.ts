/** The whole service without a database: what is given to `compose` where production gives PostgreSQL. */
import type { ContainerModule } from 'inversify';
import { replace, token } from '../../src/kernel/token';
import {
  ADMIN_KEY_STORE,
  FAILURE_COUNTS,
  KEY_STORE,
  OPERATOR_STORE,
  SESSION_STORE,
  TENANT_LOG_READER,
  TENANT_STORE,
} from '../../src/modules/access/application/ports';
import type { SystemState } from '../../src/modules/administration';
import { TRANSACTION_CODE_STORE } from '../../src/modules/catalog/application/ports';
import { RATE_TABLE, STRING_STORE } from '../../src/modules/strings/application/ports';
import { systemIs } from '../../src/modules/administration/wiring';
import { ratesFrom } from '../../src/modules/strings/wiring';
import { MemoryAdminKeyStore, MemoryKeyStore, MemoryTenantLog, MemoryTenantStore } from './access-stores';
import { eventsInMemory } from './events';
import type { Books } from './ledger-books';
import { postingInMemory } from './ledgering';
import { MemoryFailureCounts, MemoryPeople } from './people-stores';
import { MemoryStringStore } from './string-store';
import { MemoryTransactionCodeStore } from './transaction-code-store';

/** The books of all ledgers, for tests that look behind the API. */
export const MEMORY_BOOKS = token<Books>('MemoryBooks');

const systemInMemory: SystemState = {
  ...{ version: '0.0.0', nodeVersion: process.version, role: 'all', startedAt: new Date() },
  migrations: { applied: [], pending: [] },
  databaseVersion: 'none',
  pool: { inUse: 0, open: 0, waiting: 0, max: 0 },
  settings: [],
};

export const inMemory = (): readonly ContainerModule[] => {
  const books: Books = new Map();
  const people = new MemoryPeople();
  const strings = new MemoryStringStore();
  return [
    replace(TENANT_STORE, [], () => new MemoryTenantStore()),
    replace(KEY_STORE, [], () => new MemoryKeyStore()),
    replace(ADMIN_KEY_STORE, [], () => new MemoryAdminKeyStore()),
    replace(TENANT_LOG_READER, [], () => new MemoryTenantLog()),
    replace(OPERATOR_STORE, [], () => people),
    replace(SESSION_STORE, [], () => people),
    replace(FAILURE_COUNTS, [], () => new MemoryFailureCounts()),
    replace(TRANSACTION_CODE_STORE, [], () => new MemoryTransactionCodeStore()),
    replace(MEMORY_BOOKS, [], () => books),
    ...postingInMemory(books),
    replace(STRING_STORE, [], () => strings),
    replace(RATE_TABLE, [], () => strings),
    systemIs({ state: async () => systemInMemory }),
    ratesFrom(undefined),
    ...eventsInMemory(),
  ];
};
