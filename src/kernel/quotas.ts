/**
 * The most that a tenant may have of each thing that it creates and that the service keeps: named bounds, which an administrator of
 * all tenants changes for one tenant. Accounts, members of sets and transactions have none: they are the books themselves, and each
 * read of them is bounded by its bytes and its steps.
 */
import { ok, refuse, type Outcome } from './refusal';

interface Quota {
  /** The number for a tenant for which nobody has set another. */
  readonly usual: number;
  /** The most that can be set: a creation counts what is there, by an index. */
  readonly ceiling: number;
  /** The count is of the whole tenant, or of one of its ledgers. */
  readonly per: 'tenant' | 'ledger';
  readonly things: string;
  /** How the tenant itself makes room; absent where nothing of the kind is ever deleted. */
  readonly room?: string;
}

export const quotas = {
  ledgers: { usual: 1_000, ceiling: 100_000, per: 'tenant', things: 'ledgers' },
  keys: {
    ...{ usual: 1_000, ceiling: 100_000, per: 'tenant' },
    ...{ things: 'API keys that are active', room: 'Revoke one, or rotate without a grace period' },
  },
  people: { usual: 500, ceiling: 100_000, per: 'tenant', things: 'people who may sign in', room: 'Delete one' },
  strings: { usual: 200, ceiling: 10_000, per: 'tenant', things: 'strings' },
  webhook_endpoints: { usual: 20, ceiling: 1_000, per: 'ledger', things: 'webhook endpoints', room: 'Delete one' },
  account_sets: { usual: 10_000, ceiling: 100_000, per: 'ledger', things: 'account sets', room: 'Delete one' },
  journals: { usual: 1_000, ceiling: 10_000, per: 'ledger', things: 'journals' },
  transaction_codes: { usual: 1_000, ceiling: 10_000, per: 'ledger', things: 'transaction codes' },
  period_locks: { usual: 1_000, ceiling: 10_000, per: 'ledger', things: 'period locks in force', room: 'Release one' },
} as const satisfies Readonly<Record<string, Quota>>;

export type QuotaName = keyof typeof quotas;
export const quotaNames = Object.keys(quotas) as readonly QuotaName[];

/** A number for each quota; null where the usual one holds. */
export type Limits = Readonly<Record<QuotaName, number | null>>;

/** The tenant, or one ledger of it, has as many as it may have. */
export interface QuotaReached {
  readonly kind: 'QuotaReached';
  readonly quota: QuotaName;
  readonly most: number;
}

/** How much of a quota is used, and how much there is: read in the transaction that creates one more. */
export interface QuotaUse {
  readonly count: number;
  readonly most: number;
}

/** Judges a use that counts what is being created: behind its insertion, so that a code that is taken is refused first. */
export const judgeUse = (quota: QuotaName, { count, most }: QuotaUse): Outcome<QuotaReached, void> =>
  count > most ? refuse({ kind: 'QuotaReached', quota, most }) : ok(undefined);

/** `The most ledgers of the tenant`. */
export const boundOf = (quota: QuotaName): string => {
  const { things, per } = quotas[quota];
  return `The most ${things} ${per === 'tenant' ? 'of the tenant' : 'in each ledger of the tenant'}`;
};

/** Cause and cure: the tenant makes room itself, or asks for more. */
export const quotaSentence = ({ quota, most }: Omit<QuotaReached, 'kind'>, raise: string): string => {
  const { per, things, room }: Quota = quotas[quota];
  const whose = per === 'tenant' ? 'This tenant' : 'A ledger of this tenant';
  return `${whose} may have ${most} ${things} (quota ${quota}), and has as many. ${room === undefined ? '' : `${room}. `}${raise}`;
};
