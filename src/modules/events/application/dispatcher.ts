/**
 * The dispatcher: the loop 'deliveries'. It looks for endpoints with events to deliver, and delivers to each one separately, so that no
 * endpoint waits for another. Any number of processes may run a dispatcher: each endpoint is leased by one process at a time. The loop is
 * idle when it serves no endpoint and finds none with work.
 */
import { randomUUID } from 'node:crypto';
import type { Background } from '../../../kernel/running/background';
import type { Deadline } from '../../../kernel/clock';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { Observations } from '../../../kernel/observations';
import { createShares } from '../../../kernel/running/fair-shares/shares';
import type { Log } from '../../../kernel/tokens';
import type { Ledgering } from '../../ledgering';
import { retryDelaysMs } from '../domain/endpoint';
import { deliver, type DeliveringDependencies } from './delivering';
import type { EndpointId } from '../domain/endpoint';
import type { DeliveryStore, DeliveryTimes, DueEndpoint } from './ports';
import { createServed, keptLimits, shareOut } from './shares';

export interface DispatcherDependencies extends Pick<DeliveringDependencies, 'sender' | 'seal' | 'epoch' | 'clock'> {
  readonly background: Pick<Background, 'loop' | 'done'>;
  readonly times: DeliveryTimes;
  readonly store: DeliveryStore;
  readonly ledgering: Pick<Ledgering, 'events' | 'lastEvents' | 'ledgers'>;
  readonly log: Log;
  readonly observations: Pick<Observations, 'webhookAttempted' | 'webhooksStand'>;
}

export interface Dispatcher {
  start(): void;
  /** Resolves when all requests under way have been answered and their results stored, or have been given up. */
  stop(): Promise<void>;
}

export const deliveryTimes: DeliveryTimes = { leaseMs: 30_000, lookMs: 200, retryDelaysMs };

/**
 * After each search for endpoints the dispatcher pauses for this many times the duration of the search, so that searching takes at most a
 * fifth of its time.
 */
const pausesEachLook = 4;
/** The pause after a search that failed. */
const afterFaultMs = 1_000;
/**
 * If a tenant has reached its limit on endpoints that are served at a time, each of these endpoints makes room for another one after this
 * time.
 */
const turnMs = 10_000;
/** The interval at which the state of all endpoints is reported. */
const standingMs = 5_000;

export const createDispatcher = (dependencies: DispatcherDependencies): Dispatcher => {
  const { ledgering, store, clock, log, observations, times, background } = dependencies;
  const owner = randomUUID();
  const kept = createShares(keptLimits);
  const shareOf = shareOut({ ...dependencies, kept });
  const served = createServed(kept);
  /**
   * Endpoints whose delivery failed. This process may still hold their leases, so no other process would find them until the leases end.
   */
  const leftBehind = new Map<EndpointId, LeftBehind>();
  /** The number of consecutive failed deliveries to each endpoint. */
  const faultsOf = new Map<EndpointId, number>();
  let untilStanding = clock.deadline(0);

  const serve = ({ ledgerId, id }: DueEndpoint, tenantId: TenantId): void => {
    const turn = clock.deadline(turnMs);
    const isOver = (): boolean => !loop.isRunning || (turn.leftMs() === 0 && !served.hasRoom(tenantId));
    const work = deliver({ ...dependencies, ...shareOf(id, tenantId), owner }, ledgerId, id, isOver);
    const logged = work.then(
      () => void faultsOf.delete(id),
      (error: unknown) => {
        const faults = (faultsOf.get(id) ?? 0) + 1;
        faultsOf.set(id, faults);
        // The endpoint is assumed to have work; serving it shows whether it has.
        const due = { ledgerId, id, deliveredThrough: 0n, hasQueued: true };
        leftBehind.set(id, { due, until: clock.deadline(pauseAfterMs(faults, times.lookMs)) });
        log.warn({ ledgerId, endpointId: id, error }, 'delivering failed and will be tried again');
      },
    );
    served.add(id, tenantId, logged);
  };

  /** Serves endpoints that have work, up to the limit on endpoints served at a time. Returns whether it found any. */
  const serveDue = async (mayGoOn: () => boolean): Promise<boolean> => {
    const isDue = ({ id }: Pick<DueEndpoint, 'id'>): boolean => (leftBehind.get(id)?.until.leftMs() ?? 0) === 0;
    const found = [...[...leftBehind.values()].map((one) => one.due), ...(await store.due(clock.now()))];
    const due = found.filter(isDue);
    const ledgerIds = [...new Set(due.map(({ ledgerId }) => ledgerId))];
    if (ledgerIds.length === 0 || !mayGoOn()) return found.length > 0;
    const [heads, ledgers] = await Promise.all([ledgering.lastEvents(ledgerIds), ledgering.ledgers(ledgerIds)]);
    const tenants = new Map<LedgerId, TenantId>(ledgers.map(({ id, tenantId }) => [id, tenantId]));
    let hasFound = leftBehind.size > 0;
    for (const endpoint of inAnyOrder(due)) {
      const tenantId = tenants.get(endpoint.ledgerId);
      if (tenantId === undefined || served.has(endpoint.id)) continue;
      if (!hasWork(endpoint, heads.get(endpoint.ledgerId) ?? 0n)) continue;
      hasFound = true;
      if (!served.hasRoom(tenantId)) continue;
      leftBehind.delete(endpoint.id);
      serve(endpoint, tenantId);
    }
    return hasFound;
  };

  /** Reports the lag and the number of paused endpoints. An endpoint that waits for a retry counts as behind. */
  const tellStanding = async (): Promise<void> => {
    const standing = await store.standing();
    const heads = await ledgering.lastEvents(standing.map(({ ledgerId }) => ledgerId));
    const lags = standing.map(({ ledgerId, deliveredThrough }) =>
      deliveredThrough === null ? 0 : Number((heads.get(ledgerId) ?? 0n) - deliveredThrough),
    );
    const paused = standing.reduce((sum, one) => sum + one.paused, 0);
    observations.webhooksStand({ lag: lags.reduce((most, lag) => Math.max(most, lag), 0), paused });
  };

  const loop = background.loop({
    name: 'deliveries',
    isTimed: true,
    complaint: 'looking for endpoints failed and will be tried again',
    afterFaultMs,
    round: async (mayGoOn) => {
      const startedAt = clock.elapsed();
      const wasServing = served.count() > 0;
      const hasFound = await serveDue(mayGoOn);
      if (untilStanding.leftMs() === 0) {
        untilStanding = clock.deadline(standingMs);
        await tellStanding();
      }
      const pauseMs = Math.max(times.lookMs, pausesEachLook * (clock.elapsed() - startedAt));
      return { isIdle: !wasServing && !hasFound, pauseMs };
    },
  });

  return {
    start: loop.start,
    stop: async () => {
      await loop.stop();
      await served.end();
      dependencies.sender.close();
    },
  };
};

interface LeftBehind {
  readonly due: DueEndpoint;
  readonly until: Deadline;
}

/** Returns the pause before the next attempt: none after the first two failures, then pauses that double up to a minute. */
const pauseAfterMs = (faults: number, lookMs: number): number =>
  faults <= 2 ? 0 : Math.min(maxPauseMs, lookMs * 2 ** (faults - 2));
const maxPauseMs = 60_000;

/** Rotates the list to a random start, so that the endpoints that find no room are not always the same. */
const inAnyOrder = <A>(all: readonly A[]): readonly A[] => {
  const from = Math.floor(Math.random() * all.length);
  return [...all.slice(from), ...all.slice(0, from)];
};

const hasWork = ({ deliveredThrough, hasQueued }: DueEndpoint, head: bigint): boolean =>
  hasQueued || head > deliveredThrough;
