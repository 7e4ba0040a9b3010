/**
 * How many records of each kind a tenant may have. Each limit has a name, and an administrator of all tenants can change it for one tenant.
 * Accounts, members of sets and transactions have no such limit: they are the books themselves, and each read of them is limited by bytes
 * and steps.
 */
import { ok, refuse, type Outcome } from './refusal';

interface Quota {
  /** The limit for tenants for which no administrator has set a different one. */
  readonly usual: number;
  /**
   * The greatest limit that can be set: each creation counts the existing records through an index, which costs more the more records there
   * are.
   */
  readonly ceiling: number;
  /** Whether the limit applies to the whole tenant, or to each of its ledgers. */
  readonly per: 'tenant' | 'ledger';
  readonly things: string;
  /** How the tenant itself can make room, by so many; absent if records of this kind are never deleted. */
  readonly room?: (some: string) => string;
}

const deleted = (some: string): string => `Delete ${some}`;

export const quotas = {
  ledgers: { usual: 1_000, ceiling: 100_000, per: 'tenant', things: 'ledgers' },
  keys: {
    ...{ usual: 1_000, ceiling: 100_000, per: 'tenant' },
    ...{ things: 'API keys that are active', room: (some) => `Revoke ${some}, or rotate without a grace period` },
  },
  people: { usual: 500, ceiling: 100_000, per: 'tenant', things: 'people who may sign in', room: deleted },
  strings: { usual: 200, ceiling: 10_000, per: 'tenant', things: 'strings' },
  webhook_endpoints: { usual: 20, ceiling: 1_000, per: 'ledger', things: 'webhook endpoints', room: deleted },
  account_sets: { usual: 10_000, ceiling: 100_000, per: 'ledger', things: 'account sets', room: deleted },
  journals: { usual: 1_000, ceiling: 10_000, per: 'ledger', things: 'journals' },
  transaction_codes: { usual: 1_000, ceiling: 10_000, per: 'ledger', things: 'transaction codes' },
  period_locks: {
    usual: 1_000,
    ceiling: 10_000,
    per: 'ledger',
    things: 'period locks in force',
    room: (some) => `Release ${some}`,
  },
} as const satisfies Readonly<Record<string, Quota>>;

export type QuotaName = keyof typeof quotas;
export const quotaNames = Object.keys(quotas) as readonly QuotaName[];

/** The limit that was set for each quota; null if the usual limit applies. */
export type Limits = Readonly<Record<QuotaName, number | null>>;

/** The tenant, or one ledger of it, has reached its limit. */
export interface QuotaReached {
  readonly kind: 'QuotaReached';
  readonly quota: QuotaName;
  readonly most: number;
  /** The number of existing records: more than `most` if the limit was lowered below it. */
  readonly count: number;
}

/** The number of existing records and their limit, read in the transaction that creates one more. */
export interface QuotaUse {
  readonly count: number;
  readonly most: number;
}

/**
 * Compares the count with the limit. The count includes the new record, because it is taken after the insertion: a code that is already
 * used is refused first.
 */
export const judgeUse = (quota: QuotaName, { count, most }: QuotaUse): Outcome<QuotaReached, void> =>
  count > most ? refuse({ kind: 'QuotaReached', quota, most, count: count - 1 }) : ok(undefined);

/** Returns the name of the limit in messages, such as `The tenant's maximum number of ledgers`. */
export const boundOf = (quota: QuotaName): string => {
  const { things, per } = quotas[quota];
  return per === 'tenant'
    ? `The tenant's maximum number of ${things}`
    : `The maximum number of ${things} in each ledger of the tenant`;
};

/**
 * Returns cause and remedy: the tenant makes room itself, or asks for a higher limit. `raise` gets the lowest limit with which the creation
 * would succeed.
 */
export const quotaSentence = (
  { quota, most, count }: Omit<QuotaReached, 'kind'>,
  raise: (to: number) => string,
): string => {
  const { room, ceiling }: Quota = quotas[quota];
  const needless = count + 1 - most;
  const makeRoom = room === undefined ? '' : `${room(needless === 1 ? 'one' : String(needless))}. `;
  const higher = count < ceiling ? raise(count + 1) : 'No higher quota can be set.';
  return `${boundOf(quota)} is ${most} (quota ${quota}), and the current number is ${count}. ${makeRoom}${higher}`;
};
