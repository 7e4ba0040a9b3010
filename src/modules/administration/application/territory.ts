/**
 * The scope of an administrator: all tenants, or one. Every record that a request names is looked up here first. A record of another tenant
 * is treated as if it did not exist.
 */
import type { KeyId, LedgerId, TenantId } from '../../../kernel/ids';
import type { Administrator } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import {
  installationLog,
  type Access,
  type ApiKey,
  type KeyNotFound,
  type Operator,
  type OperatorId,
  type OperatorNotFound,
  type Tenant,
} from '../../access';
import type { Ledger, Ledgering, LedgerNotFound } from '../../ledgering';
import { tenantNotNamed, type AllTenantsNeeded, type TenantNotFound, type TenantNotNamed } from '../domain/refusals';

export interface Territory {
  /** Admits administrators of all tenants, and refuses all others. */
  all(caller: Administrator): Outcome<AllTenantsNeeded, void>;
  tenant(caller: Administrator, id: TenantId): Promise<Outcome<TenantNotFound, Tenant>>;
  /** Returns the tenant whose records a list shows: the named one, or the caller's own; undefined for all tenants. */
  narrowed(caller: Administrator, asked: TenantId | undefined): Promise<Outcome<TenantNotFound, TenantId | undefined>>;
  /**
   * Returns the tenant whose log a list shows, like `narrowed`. An administrator of all tenants may also name the log of the installation.
   */
  log(caller: Administrator, asked: TenantId | undefined): Promise<Outcome<TenantNotFound, TenantId | undefined>>;
  /** Returns the tenant whose log a list shows. An administrator of all tenants must name one: this list cannot cover all logs. */
  oneLog(
    caller: Administrator,
    asked: TenantId | undefined,
  ): Promise<Outcome<TenantNotFound | TenantNotNamed, TenantId>>;
  ledger(caller: Administrator, id: LedgerId): Promise<Outcome<LedgerNotFound, Ledger>>;
  key(caller: Administrator, id: KeyId): Promise<Outcome<KeyNotFound, ApiKey>>;
  operator(caller: Administrator, id: OperatorId): Promise<Outcome<OperatorNotFound, Operator>>;
}

export interface TerritoryDependencies {
  readonly access: Pick<Access, 'tenant' | 'key' | 'operators'>;
  readonly ledgering: Pick<Ledgering, 'ledger'>;
}

export const createTerritory = ({ access, ledgering }: TerritoryDependencies): Territory => {
  /** Returns the record if it belongs to the caller's tenant, or if the caller administers all tenants. */
  const ofCaller = <R, A extends { readonly tenantId: TenantId | null }>(
    { tenantId }: Administrator,
    found: A | undefined,
    missing: R,
  ): Outcome<R, A> => (found && (tenantId === null || found.tenantId === tenantId) ? ok(found) : refuse(missing));

  const tenant: Territory['tenant'] = async (caller, id) => {
    const isCallers = caller.tenantId === null || caller.tenantId === id;
    const found = isCallers ? await access.tenant(id) : undefined;
    return found ? ok(found) : refuse({ kind: 'TenantNotFound' });
  };

  const narrowed: Territory['narrowed'] = async (caller, asked) => {
    if (asked === undefined) return ok(caller.tenantId ?? undefined);
    const found = await tenant(caller, asked);
    return refused(found) ? found : ok(found.right.id);
  };

  // The log of the installation is admitted without a lookup, because it belongs to no tenant.
  const log: Territory['log'] = async (caller, asked) =>
    caller.tenantId === null && asked === installationLog ? ok(installationLog) : narrowed(caller, asked);

  return {
    all: ({ tenantId }) => (tenantId === null ? ok(undefined) : refuse({ kind: 'AllTenantsNeeded' })),
    tenant,
    narrowed,
    log,
    oneLog: async (caller, asked) => {
      const found = await log(caller, asked);
      if (refused(found)) return found;
      return found.right === undefined ? refuse(tenantNotNamed) : ok(found.right);
    },
    ledger: async (caller, id) => ofCaller(caller, await ledgering.ledger(id), { kind: 'LedgerNotFound' as const }),
    key: async (caller, id) => ofCaller(caller, await access.key(id), { kind: 'KeyNotFound' as const }),
    operator: async (caller, id) =>
      ofCaller(caller, await access.operators.operator(id), { kind: 'OperatorNotFound' as const }),
  };
};
