/** Wires access: the only file here that knows Inversify. */
import { ContainerModule } from 'inversify';
import { ORM } from '../../kernel/postgres/tokens';
import { provide, replace } from '../../kernel/token';
import { systemClock } from '../../kernel/time';
import { CLOCK, LOG, SECRETS, type Log } from '../../kernel/tokens';
import { createAuthenticate } from './application/authenticate';
import { createCreateTenant } from './application/create-tenant';
import { createIssueKey } from './application/issue-key';
import { createKeyring } from './application/keyring';
import { KEY_STORE, RATE_BUDGET, TENANT_STORE } from './application/ports';
import { createRateWindows } from './application/rate-windows';
import { createRevokeKey } from './application/revoke-key';
import { createUsage } from './application/usage';
import { isUsable } from './domain/api-key';
import { createKeyHashing } from './domain/key-hashing';
import { ACCESS, type Access } from './index';
import { PostgresKeyStore } from './postgres/key-store';
import { PostgresTenantStore } from './postgres/tenant-store';
import { connectSharedRateWindows } from './redis/shared-rate-windows';

export { accessEntities } from './postgres/schema';

export const accessModule = new ContainerModule(({ bind }) => {
  provide(
    { bind },
    ACCESS,
    [TENANT_STORE, KEY_STORE, RATE_BUDGET, SECRETS, CLOCK, LOG],
    (tenants, keys, budgets, secrets, clock, log): Access => {
      const hashing = createKeyHashing(secrets);
      const keyring = createKeyring(keys, clock);
      const usage = createUsage(keys, clock, log);
      return {
        createTenant: createCreateTenant({ tenants, clock }),
        tenant: (tenantId) => tenants.tenant(tenantId),
        hasTenants: () => tenants.hasTenants(),
        tenants: (wanted) => tenants.tenants(wanted),
        issueKey: createIssueKey({ keys, hashing, clock }),
        listKeys: (ledgerId) => keys.keysOfLedger(ledgerId),
        correctDenomination: (ledgerId, denomination) => keys.correctDenomination(ledgerId, denomination),
        revokeKey: createRevokeKey({ keys, keyring, clock }),
        authenticate: createAuthenticate({ keyring, hashing, usage, budgets, clock }),
        isUsable: async (prefix) => {
          const stored = await keyring.find(prefix);
          return stored !== undefined && isUsable(stored.key, clock.now());
        },
      };
    },
  );
  // Counts in this process alone; the adapter that shares budgets between processes replaces it.
  provide({ bind }, RATE_BUDGET, [CLOCK], createRateWindows);
});

export const accessOnPostgres = new ContainerModule(({ bind }) => {
  provide({ bind }, TENANT_STORE, [ORM], (orm) => new PostgresTenantStore(orm));
  provide({ bind }, KEY_STORE, [ORM], (orm) => new PostgresKeyStore(orm));
});

/** Rate budgets that several processes share; `close` gives the connection back. */
export const accessOnRedis = async (
  url: string,
  log: Log,
): Promise<{ readonly module: ContainerModule; close(): Promise<void> }> => {
  const shared = await connectSharedRateWindows(url, systemClock, log, createRateWindows);
  return {
    module: replace(RATE_BUDGET, [], () => shared),
    close: () => shared.close(),
  };
};
