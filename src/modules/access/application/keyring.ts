/** The keys in use by their prefixes, with what their tenants may ask, as the stores had them at most a second ago. */
import type { LedgerTime } from '../../../kernel/clock';
import type { KeyStore, StoredKey, TenantStore } from './ports';
import { createRemembered, type Remembered } from './remembered';

export interface KnownKey extends StoredKey {
  /** By all keys of the tenant together; null: no bound. */
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
    const tenantIds = [...new Set(found.map(({ key }) => key.tenantId))];
    const quotas = tenantIds.length === 0 ? [] : await tenants.quotas(tenantIds);
    const rates = new Map(quotas.map(({ tenantId, requestsPerSecond }) => [tenantId, requestsPerSecond]));
    return new Map(
      found.map((stored) => [
        stored.key.prefix,
        { ...stored, tenantRequestsPerSecond: rates.get(stored.key.tenantId) ?? null },
      ]),
    );
  }, clock);
