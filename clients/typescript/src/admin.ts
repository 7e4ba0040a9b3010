/** The client of the administration API (tenants, ledgers, keys and operators), for programs with an administrator's key. */
import * as resources from './generated/admin-operations.ts';
import { createSending, type LedgerClientOptions } from './sending.ts';

export type * from './generated/admin-models.ts';
export type * from './generated/admin-operations.ts';

export interface AdminClient {
  readonly tenants: resources.TenantsResource;
  readonly ledgers: resources.LedgersResource;
  readonly keys: resources.KeysResource;
  readonly operators: resources.OperatorsResource;
  readonly strings: resources.StringsResource;
  readonly rates: resources.RatesResource;
  /** Lists the events of the tenant's log, oldest first. */
  readonly log: resources.LogResource;
  readonly system: resources.SystemResource;
  readonly verifications: resources.VerificationsResource;
}

/**
 * Creates an administration client. `key` is an administrator's key, `ak_…`, created for example by `npx ledger admin-keys create --name
 * terraform --all-tenants`.
 */
export const createAdminClient = (options: LedgerClientOptions): AdminClient => {
  const sending = createSending(options);
  return {
    tenants: new resources.TenantsResource(sending),
    ledgers: new resources.LedgersResource(sending),
    keys: new resources.KeysResource(sending),
    operators: new resources.OperatorsResource(sending),
    strings: new resources.StringsResource(sending),
    rates: new resources.RatesResource(sending),
    log: new resources.LogResource(sending),
    system: new resources.SystemResource(sending),
    verifications: new resources.VerificationsResource(sending),
  };
};
