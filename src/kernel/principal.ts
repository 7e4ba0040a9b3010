/** Who is calling: an API key, and through it one ledger of one tenant. */
import type { Freshness } from './freshness';
import type { KeyId, LedgerId, TenantId } from './ids';
import type { Denomination } from './money';

export interface Principal {
  readonly tenantId: TenantId;
  readonly ledgerId: LedgerId;
  /** How the ledger counts money. It never changes. */
  readonly denomination: Denomination;
  readonly keyId: KeyId;
  /** The public part of the key: it names the caller in the activity log and in our own logs. */
  readonly keyPrefix: string;
  readonly capabilities: ReadonlySet<string>;
  /** Of one request that cares how fresh its answer is; left out, the primary answers and nothing is told. */
  readonly freshness?: Freshness | undefined;
}
