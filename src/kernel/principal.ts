/** Who is calling: an API key, or a person who is signed in. */
import type { Asking } from './asking';
import type { LedgerId, TenantId } from './ids';
import type { LedgerTime } from './clock';
import type { Denomination } from './money';
import type { Day } from './time';
import { dayIn, type TimeZone } from './time-zone';

/** What a caller may do; every route names the one it takes. */
export const scopes = ['read', 'post', 'undo', 'chart', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Of a key where nobody says otherwise: it keeps the books, and administers nothing (specification, "Authentication"). */
export const usualScopes: ReadonlySet<Scope> = new Set(scopes.filter((scope) => scope !== 'admin'));

/** Stores a secret anew under another pepper, as the tenant's log names it. */
export const pepperActor = 'change of pepper';
/** Delivers webhooks, as the tenant's log names it. */
export const deliveryActor = 'webhook delivery';

export interface Caller {
  /** Whose share of the service it uses: the id of the key, or of the person. */
  readonly callerId: string;
  /** Names the caller in logs: the public part of the key, or `operator:<id>`. */
  readonly actor: string;
  readonly scopes: ReadonlySet<Scope>;
  /** What it may do beyond them. */
  readonly capabilities: Pick<ReadonlySet<string>, 'has'>;
  /** Of a person who is signed in: the name of the session, which is no secret. A key has none. */
  readonly session?: string;
  /** Of a person who is signed in: whether the password was given a short while ago. */
  readonly isRecent?: boolean;
}

/**
 * Whose share of the service somebody uses beside the own one: that of a tenant, or where one is of none or of all, nobody else's.
 */
export const sharedWith = ({
  callerId,
  tenantId,
}: {
  readonly callerId: string;
  readonly tenantId: string | null;
}): string => tenantId ?? `only ${callerId}`;

/** One who keeps the books of one ledger of one tenant. */
export interface Principal extends Caller {
  readonly tenantId: TenantId;
  readonly ledgerId: LedgerId;
  /** How the ledger counts money: a guess, which each write of amounts compares (kernel/guess). */
  readonly denomination: Denomination;
  /** The ledger's time zone: its days begin at midnight there. */
  readonly timeZone: TimeZone;
  /** Of one request that reads. */
  readonly asking?: Asking | undefined;
}

/** The present day of the caller's ledger, in its own time and time zone. */
export const todayOf = ({ ledgerId, timeZone }: Pick<Principal, 'ledgerId' | 'timeZone'>, clock: LedgerTime): Day =>
  dayIn(timeZone, clock.now(ledgerId));

/** One who administers a tenant, or all of them (null). */
export interface Administrator extends Caller {
  readonly tenantId: TenantId | null;
}
