/** Wires access: only this file of the module imports Inversify. */
import { ContainerModule } from 'inversify';
import type { ProcessTime } from '../../kernel/clock';
import { OBSERVATIONS } from '../../kernel/observations';
import { KEPT_QUOTAS, LEDGER_KEYS, ROOM } from '../../kernel/memory/tokens';
import { ORM, UNIT_OF_WORK } from '../../kernel/postgres/tokens';
import { provide, replace } from '../../kernel/token';
import { CLOCK, LOG, PUBLIC_URL, SECRETS, type Log } from '../../kernel/tokens';
import { createAdminKeys } from './application/admin-keys';
import { createAuthenticate } from './application/authenticate';
import { createChangeKey, createRotateKey } from './application/change-key';
import { createCreateTenant } from './application/create-tenant';
import { createIssueKey } from './application/issue-key';
import { createKeyring } from './application/keyring';
import { createMayHaveKeptBooks } from './application/may-have-kept-books';
import { createOperators, OPERATORS } from './application/operators';
import { createPasswords, PASSWORD_HARDNESS, usualHardness } from './application/passwords';
import {
  ADMIN_KEY_STORE,
  FAILURE_COUNTS,
  KEY_STORE,
  OPERATOR_STORE,
  RATE_BUDGET,
  SESSION_STORE,
  TENANT_STORE,
} from './application/ports';
import { createRateWindows } from './application/rate-windows';
import { createRevokeKey } from './application/revoke-key';
import { createSessions, SESSIONS } from './application/sessions';
import { TENANT_LOG_READER } from './application/tenant-log-reader';
import { createTenantQuotas } from './application/tenant-quotas';
import { createUsage } from './application/usage';
import { createVerifyTenantLogs } from './application/verify-tenant-logs';
import { adminPrefixIn } from './domain/admin-key';
import { isUsable } from './domain/api-key';
import { createKeyHashing } from './domain/key-hashing';
import { createCsrfTokens, createTokenHashing } from './domain/person-tokens';
import { ACCESS, type Access } from './index';
import { MemoryAdminKeyStore, MemoryKeyStore, MemoryTenantLog, MemoryTenantStore } from './memory/access-stores';
import { MEMORY_PEOPLE, MemoryFailureCounts, MemoryPeople } from './memory/people-stores';
import { PostgresAdminKeyStore } from './postgres/admin-key-store';
import { PostgresFailureCounts } from './postgres/failure-counts';
import { PostgresKeyStore } from './postgres/key-store';
import { PostgresOperatorStore } from './postgres/operator-store';
import { PostgresSessionStore } from './postgres/session-store';
import { PostgresTenantStore } from './postgres/tenant-store';
import { PostgresTenantLog } from './postgres/tenant-log';
import { connectSharedRateWindows } from './redis/shared-rate-windows';

export { accessEntities } from './postgres/schema';

export const accessModule = new ContainerModule(({ bind }) => {
  provide(
    { bind },
    ACCESS,
    [
      ...([TENANT_STORE, KEY_STORE, ADMIN_KEY_STORE, TENANT_LOG_READER, RATE_BUDGET] as const),
      ...([SECRETS, CLOCK, LOG, OPERATORS, SESSIONS] as const),
    ],
    (tenants, keys, store, logs, budgets, secrets, clock, log, operators, sessions): Access => {
      const hashing = createKeyHashing(secrets);
      const adminKeys = createAdminKeys({ store, hashing, budgets, clock, log });
      const keyring = createKeyring(keys, tenants, clock);
      const usage = createUsage(keys, clock, log);
      return {
        createTenant: createCreateTenant({ tenants, clock }),
        tenant: (tenantId) => tenants.tenant(tenantId),
        hasTenants: () => tenants.hasTenants(),
        tenants: (wanted) => tenants.tenants(wanted),
        tenantPage: (slice) => tenants.page(slice),
        ...createTenantQuotas({ tenants, clock }),
        issueKey: createIssueKey({ keys, hashing, clock }),
        listKeys: (ledgerId) => keys.keysOfLedger(ledgerId),
        keyPage: (wanted, slice) => keys.page(wanted, slice),
        key: (id) => keys.keyOfId(id),
        changeKey: createChangeKey({ keys, keyring }),
        rotateKey: createRotateKey({ keys, keyring, hashing, clock }),
        forgetKeysOf: async (ledgerId) => {
          for (const { prefix } of await keys.keysOfLedger(ledgerId)) keyring.forget(prefix);
        },
        revokeKey: createRevokeKey({ keys, keyring, clock }),
        authenticate: createAuthenticate({ keyring, keys, hashing, usage, budgets, clock, log }),
        isUsable: async ({ actor, session }) => {
          if (session !== undefined) return sessions.isOpen(session);
          const prefix = adminPrefixIn(actor);
          if (prefix !== undefined) return adminKeys.isUsable(prefix);
          const stored = await keyring.find(actor);
          return stored !== undefined && isUsable(stored.key, clock.now());
        },
        operators,
        sessions,
        adminKeys,
        tenantLog: (wanted, slice) => logs.page(wanted, slice),
        acts: (tenantId, question, slice) => logs.acts(tenantId, question, slice),
        mayHaveKeptBooks: createMayHaveKeptBooks({ keyring, operators }),
        tenantLogEnds: () => logs.ends(),
        tenantLogHashes: (tenantId, after, limit) => logs.hashes(tenantId, after, limit),
        verifyTenantLogs: createVerifyTenantLogs(logs),
      };
    },
  );
  provide({ bind }, OPERATORS, [OPERATOR_STORE, SECRETS, PUBLIC_URL, CLOCK], (store, secrets, publicUrl, clock) =>
    createOperators({ store, tokens: createTokenHashing(secrets), publicUrl, clock }),
  );
  provide(
    { bind },
    SESSIONS,
    [
      ...([OPERATOR_STORE, SESSION_STORE, TENANT_STORE, FAILURE_COUNTS, RATE_BUDGET] as const),
      ...([SECRETS, PASSWORD_HARDNESS, CLOCK, LOG, OBSERVATIONS] as const),
    ],
    (operators, sessions, tenants, failures, budgets, secrets, hardness, clock, log, observations) => {
      const [passwords, csrfTokens] = [createPasswords(secrets, clock, hardness), createCsrfTokens(secrets)];
      return createSessions({
        ...{ operators, sessions, tenants, failures, passwords, csrfTokens, budgets, clock, log, observations },
        tokens: createTokenHashing(secrets),
      });
    },
  );
  provide({ bind }, PASSWORD_HARDNESS, [], () => usualHardness);
  // This budget counts in this process only; the adapter that shares budgets between processes replaces it.
  provide({ bind }, RATE_BUDGET, [CLOCK], createRateWindows);
});

export const accessOnPostgres = new ContainerModule(({ bind }) => {
  provide(
    { bind },
    OPERATOR_STORE,
    [ORM, UNIT_OF_WORK],
    (orm, unitOfWork) => new PostgresOperatorStore(orm, unitOfWork),
  );
  provide({ bind }, SESSION_STORE, [ORM, UNIT_OF_WORK], (orm, unitOfWork) => new PostgresSessionStore(orm, unitOfWork));
  provide({ bind }, FAILURE_COUNTS, [UNIT_OF_WORK], (unitOfWork) => new PostgresFailureCounts(unitOfWork));
  provide({ bind }, TENANT_STORE, [ORM, UNIT_OF_WORK], (orm, unitOfWork) => new PostgresTenantStore(orm, unitOfWork));
  provide({ bind }, KEY_STORE, [ORM, UNIT_OF_WORK], (orm, unitOfWork) => new PostgresKeyStore(orm, unitOfWork));
  provide(
    { bind },
    ADMIN_KEY_STORE,
    [ORM, UNIT_OF_WORK],
    (orm, unitOfWork) => new PostgresAdminKeyStore(orm, unitOfWork),
  );
  provide({ bind }, TENANT_LOG_READER, [UNIT_OF_WORK], (unitOfWork) => new PostgresTenantLog(unitOfWork));
});

export const accessInMemory = new ContainerModule(({ bind }) => {
  provide({ bind }, MEMORY_PEOPLE, [ROOM, KEPT_QUOTAS], (room, quotas) => new MemoryPeople(room, quotas));
  provide({ bind }, OPERATOR_STORE, [MEMORY_PEOPLE], (people) => people);
  provide({ bind }, SESSION_STORE, [MEMORY_PEOPLE], (people) => people);
  provide({ bind }, FAILURE_COUNTS, [ROOM], (room) => new MemoryFailureCounts(room));
  provide({ bind }, KEPT_QUOTAS, [ROOM], (room) => new MemoryTenantStore(room));
  provide({ bind }, TENANT_STORE, [KEPT_QUOTAS], (tenants) => tenants as MemoryTenantStore);
  provide({ bind }, LEDGER_KEYS, [ROOM, KEPT_QUOTAS], (room, quotas) => new MemoryKeyStore(room, quotas));
  provide({ bind }, KEY_STORE, [LEDGER_KEYS], (keys) => keys as MemoryKeyStore);
  provide({ bind }, ADMIN_KEY_STORE, [ROOM], (room) => new MemoryAdminKeyStore(room));
  provide({ bind }, TENANT_LOG_READER, [], () => new MemoryTenantLog());
});

/** Creates rate budgets that several processes share; `close` closes the connection. */
export const accessOnRedis = async (
  url: string,
  log: Log,
  clock: Pick<ProcessTime, 'deadline'>,
): Promise<{ readonly module: ContainerModule; close(): Promise<void> }> => {
  const shared = await connectSharedRateWindows(url, clock, log);
  return {
    module: replace(RATE_BUDGET, [CLOCK], (time) => shared.budget(time, createRateWindows)),
    close: () => shared.close(),
  };
};
