/**
 * How many connections of the pool may be in use for what. Transactions on a ledger have most of the pool, and one tenant
 * at most half of that; heavy reads have a few connections of their own, one a tenant; transactions on no ledger (keys,
 * health, the search for pending work) have the rest, which nothing else may take.
 */
import type { ProcessTime } from '../clock';
import { createFairLine, type FairLineLimits } from '../fair-line';
import type { LedgerId, TenantId } from '../ids';
import { systemClock } from '../system-clock';
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
const heavy = { places: maxHeavyConnections, placesEach: 1, maxWaitMs: 10_000, maxWaitingEach: 1 };
/**
 * A tenant has one heavy read at a time. Where the next one waits already, the tenant pauses for four times as long as the last one
 * took: an answer is still to be made of what was read, which takes about as long again, and most of the process is to be left to
 * the others. Who reads one after the other waits for nothing.
 */
const heavyTurns = { places: Infinity, placesEach: 1, maxWaitMs: 10_000, maxWaitingEach: 4 };
const pauseTimes = 4;
const maxPauseMs = 1_000;
const maxKnownLedgers = 100_000;

export const createConnectionShares = (
  clock: ProcessTime = systemClock,
  tenants = new Map<LedgerId, TenantId>(),
): ConnectionShares => {
  const lines: Readonly<Record<Weight, Line>> = { light: lineOf(light, clock), heavy: heavyLine(clock) };
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

interface Line {
  /** The function that it answers gives the place back. */
  enter(subject: string): Promise<() => void>;
  waiting(): number;
}

const lineOf = (limits: FairLineLimits, clock: ProcessTime): Line => {
  const line = createFairLine(limits, undefined, clock);
  return {
    enter: async (subject) => {
      await line.enter(subject);
      return () => line.leave(subject);
    },
    waiting: () => line.counts().waiting,
  };
};

/** A tenant that pauses holds no place that another tenant could use. */
const heavyLine = (clock: ProcessTime): Line => {
  const turns = createFairLine(heavyTurns, undefined, clock);
  const places = lineOf(heavy, clock);
  return {
    enter: async (subject) => {
      await turns.enter(subject);
      const leave = await places.enter(subject).catch((fault: unknown) => {
        turns.leave(subject);
        throw fault;
      });
      const enteredAt = clock.elapsed();
      return () => {
        leave();
        if (!turns.isWaitedFor(subject)) return turns.leave(subject);
        const pauseMs = Math.min(maxPauseMs, pauseTimes * (clock.elapsed() - enteredAt));
        clock.deadline(pauseMs, () => turns.leave(subject));
      };
    },
    waiting: () => turns.counts().waiting + places.waiting(),
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
