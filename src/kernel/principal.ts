/** The caller of a request: an API key, or a person who is signed in. */
import type { Asking } from './asking';
import type { LedgerId, TenantId } from './ids';
import type { LedgerTime } from './clock';
import type { Denomination } from './money';
import type { Day } from './time';
import { dayIn, type TimeZone } from './time-zone';

/** The rights of a caller; every route names the one that it requires. */
export const scopes = ['read', 'post', 'undo', 'chart', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** The scopes of a key if its creator names none: it may keep the books, but not administer (specification, "Authentication"). */
export const usualScopes: ReadonlySet<Scope> = new Set(scopes.filter((scope) => scope !== 'admin'));

/** The actor in the tenant's log when a secret is stored again under a new pepper. */
export const pepperActor = 'change of pepper';
/** The actor in the tenant's log for changes by the delivery of webhooks. */
export const deliveryActor = 'webhook delivery';

export interface Caller {
  /** The id of the key or of the person, by which limits count requests. */
  readonly callerId: string;
  /** The caller's name in logs: the public part of the key, or `operator:<id>`. */
  readonly actor: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Rights of the caller beyond its scopes. */
  readonly capabilities: Pick<ReadonlySet<string>, 'has'>;
  /** The public name of a signed-in person's session. A key has none. */
  readonly session?: string;
  /** True if a signed-in person gave the password recently. */
  readonly isRecent?: boolean;
}

/**
 * Returns the group of callers that share limits with this caller: its tenant. A caller of no tenant, or of all tenants, is a group of its
 * own.
 */
export const sharedWith = ({
  callerId,
  tenantId,
}: {
  readonly callerId: string;
  readonly tenantId: string | null;
}): string => tenantId ?? `only ${callerId}`;

/** A caller who keeps the books of one ledger of one tenant. */
export interface Principal extends Caller {
  readonly tenantId: TenantId;
  readonly ledgerId: LedgerId;
  /** The ledger's currency and decimals, from a cache; each write of amounts compares them with the stored ones (kernel/guess). */
  readonly denomination: Denomination;
  /** The ledger's time zone, in which its days begin at midnight. */
  readonly timeZone: TimeZone;
  /** Facts about the HTTP request, for its reads; undefined if there is no such request. */
  readonly asking?: Asking | undefined;
}

/** Returns the present day in the caller's ledger, by the ledger's clock and time zone. */
export const todayOf = ({ ledgerId, timeZone }: Pick<Principal, 'ledgerId' | 'timeZone'>, clock: LedgerTime): Day =>
  dayIn(timeZone, clock.now(ledgerId));

/** A caller who administers one tenant, or all tenants (null). */
export interface Administrator extends Caller {
  readonly tenantId: TenantId | null;
}
