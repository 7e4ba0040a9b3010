/**
 * How many connections of the pool may be in use for what. Transactions on a ledger have most of the pool, and one tenant
 * at most half of that; heavy reads have a few connections of their own, one a tenant; transactions on no ledger (keys,
 * health, the search for pending work) have the rest, which nothing else may take.
 */
import { createFairLine, type FairLine } from '../fair-line';
import type { LedgerId, TenantId } from '../ids';
import type { Scope } from '../unit-of-work';

/** A heavy read walks much of a ledger: trees, sets, reports, exports. */
export type Weight = 'light' | 'heavy';

export interface ConnectionShares {
  /**
   * Waits until a connection may be taken; the function that it answers gives the share back. Throws `OverShare` or
   * `Unavailable`.
   */
  enter(scope: Scope, weight: Weight): Promise<() => void>;
  /** Says which tenant a ledger belongs to. Until then the ledger counts as a tenant of its own. */
  belongs(ledgerId: LedgerId, tenantId: TenantId): void;
  /** How many transactions wait for a connection. */
  waiting(): Readonly<Record<Weight, number>>;
  /** The same shares of another pool, for the same tenants. */
  ofAnotherPool(): ConnectionShares;
}

const maxLedgerConnections = 8;
const maxHeavyConnections = 2;
/** For what works on no ledger, and for admissions of attributes, each of which waits for another connection. */
const maxOtherConnections = 6;
export const maxPoolConnections = maxLedgerConnections + maxHeavyConnections + maxOtherConnections;

const light = { places: maxLedgerConnections, placesEach: 4, maxWaitMs: 5_000, maxWaitingEach: 1_000 };
const heavy = { places: maxHeavyConnections, placesEach: 1, maxWaitMs: 10_000, maxWaitingEach: 4 };
const maxKnownLedgers = 100_000;

export const createConnectionShares = (tenants = new Map<LedgerId, TenantId>()): ConnectionShares => {
  const lines: Readonly<Record<Weight, FairLine>> = {
    light: createFairLine(light),
    heavy: createFairLine(heavy),
  };
  return {
    enter: async ({ ledgerIds, isForAll }, weight) => {
      const [ledgerId] = ledgerIds;
      if (ledgerId === undefined || isForAll) return doNothing;
      const subject = tenants.get(ledgerId) ?? ledgerId;
      const line = lines[weight];
      await line.enter(subject);
      return () => line.leave(subject);
    },
    belongs: (ledgerId, tenantId) => {
      if (tenants.has(ledgerId)) return;
      if (tenants.size >= maxKnownLedgers) tenants.clear();
      tenants.set(ledgerId, tenantId);
    },
    waiting: () => ({ light: lines.light.counts().waiting, heavy: lines.heavy.counts().waiting }),
    ofAnotherPool: () => createConnectionShares(tenants),
  };
};

const doNothing = (): void => undefined;

/** No shares, for a process with one user, such as the command line. */
export const unshared: ConnectionShares = {
  enter: async () => doNothing,
  belongs: doNothing,
  waiting: () => ({ light: 0, heavy: 0 }),
  ofAnotherPool: () => unshared,
};
