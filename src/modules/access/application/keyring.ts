/** A cache of keys by prefix, with the rate limits of their tenants. An entry is at most one second older than the store. */
import type { LedgerTime } from '../../../kernel/clock';
import type { TenantId } from '../../../kernel/ids';
import type { KeyStore, StoredKey, TenantStore } from './ports';
import { createRemembered, type Remembered } from './remembered';

export interface KnownKey extends StoredKey {
  /** The limit for all keys and people of the tenant together; null: no limit. */
  readonly tenantRequestsPerSecond: number | null;
}

export type Keyring = Remembered<KnownKey>;

export const createKeyring = (
  keys: Pick<KeyStore, 'keysOfPrefixes'>,
  tenants: Pick<TenantStore, 'quotas'>,
  clock: LedgerTime,
): Keyring =>
  createRemembered(async (prefixes) => {
    const found = await keys.keysOfPrefixes(prefixes);
    const rates = await ratesOf(
      tenants,
      found.map(({ key }) => key.tenantId),
    );
    return new Map(
      found.map((stored) => [
        stored.key.prefix,
        { ...stored, tenantRequestsPerSecond: rates.get(stored.key.tenantId) ?? null },
      ]),
    );
  }, clock);

/** Returns the requests per second that each tenant may send; a tenant without a limit is left out. */
export const ratesOf = async (
  tenants: Pick<TenantStore, 'quotas'>,
  tenantIds: readonly TenantId[],
): Promise<ReadonlyMap<TenantId, number>> => {
  const distinct = [...new Set(tenantIds)];
  const quotas = distinct.length === 0 ? [] : await tenants.quotas(distinct);
  return new Map(
    quotas.flatMap(({ tenantId, requestsPerSecond }) =>
      requestsPerSecond === null ? [] : [[tenantId, requestsPerSecond]],
    ),
  );
};
