/**
 * Limits how many connections of the pool each kind of work may use. Transactions on a ledger have most of the pool,
 * and one tenant at most half of that; heavy reads have a few connections of their own, one per tenant; transactions on
 * no ledger (keys, health checks, the search for pending work) have the rest, which no other work may take.
 */
import type { ProcessTime } from '../../clock';
import { createFairLine, type FairLineLimits } from './line';
import type { LedgerId, TenantId } from '../../ids';
import { createPacedLine, type PacedLine } from './paced-line';
import { systemClock } from '../system-clock';
import type { Scope } from '../../unit-of-work';

/** A heavy read reads much of a ledger: trees, sets, reports, exports. */
export type Weight = 'light' | 'heavy';

export interface ConnectionShares {
  /**
   * Waits until the transaction may use a connection, and returns the function that releases the connection. Throws `OverShare` or
   * `Unavailable`.
   */
  enter(scope: Scope, weight: Weight): Promise<() => void>;
  /** Records the tenant of a ledger. Until then the ledger counts as a tenant of its own. */
  belongs(ledgerId: LedgerId, tenantId: TenantId): void;
  /** Returns how many light and heavy transactions wait for a connection. */
  waiting(): Readonly<Record<Weight, number>>;
  /** Returns the shares of another pool, with the same limits and the same record of tenants. */
  ofAnotherPool(): ConnectionShares;
}

const maxLedgerConnections = 8;
const maxHeavyConnections = 2;
/** The connections for work on no ledger, such as reading keys or a tenant's rules of attributes; no other work may take them. */
const maxOtherConnections = 6;
export const maxPoolConnections = maxLedgerConnections + maxHeavyConnections + maxOtherConnections;

const light = { places: maxLedgerConnections, placesEach: 4, maxWaitMs: 5_000, maxWaitingEach: 1_000 };
/**
 * A tenant has one heavy read at a time. If its next heavy read already waits, the tenant pauses for four times as long as the last one
 * took: turning the rows into an answer takes about as long again, and most of the process must be left to other tenants.
 */
const heavy = { places: maxHeavyConnections, maxWaitMs: 10_000, maxWaitingEach: 4, pauseTimes: 4, maxPauseMs: 1_000 };
const maxKnownLedgers = 100_000;

export const createConnectionShares = (
  clock: ProcessTime = systemClock,
  tenants = new Map<LedgerId, TenantId>(),
): ConnectionShares => {
  const lines: Readonly<Record<Weight, PacedLine>> = {
    light: lineOf(light, clock),
    heavy: createPacedLine(heavy, clock),
  };
  return {
    enter: async ({ ledgerIds, isForAll }, weight) => {
      const [ledgerId] = ledgerIds;
      if (ledgerId === undefined || isForAll) return doNothing;
      const subject = tenants.get(ledgerId) ?? ledgerId;
      return lines[weight].enter(subject);
    },
    belongs: (ledgerId, tenantId) => {
      if (tenants.has(ledgerId)) return;
      if (tenants.size >= maxKnownLedgers) tenants.clear();
      tenants.set(ledgerId, tenantId);
    },
    waiting: () => ({ light: lines.light.waiting(), heavy: lines.heavy.waiting() }),
    ofAnotherPool: () => createConnectionShares(clock, tenants),
  };
};

const lineOf = (limits: FairLineLimits, clock: ProcessTime): PacedLine => {
  const line = createFairLine(limits, undefined, clock);
  return {
    enter: async (subject) => {
      await line.enter(subject);
      return () => line.leave(subject);
    },
    waiting: () => line.counts().waiting,
  };
};

const doNothing = (): void => undefined;

/** Applies no limits, for a process with one user, such as the command line. */
export const unshared: ConnectionShares = {
  enter: async () => doNothing,
  belongs: doNothing,
  waiting: () => ({ light: 0, heavy: 0 }),
  ofAnotherPool: () => unshared,
};
