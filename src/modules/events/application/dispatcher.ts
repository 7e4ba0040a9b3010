/**
 * The dispatcher: looks for endpoints that have something to do, and delivers to each by itself, so that none waits for another. Any
 * number of processes may run one: an endpoint is leased by one of them at a time.
 */
import { randomUUID } from 'node:crypto';
import { createFairLine, type FairLineLimits } from '../../../kernel/fair-line';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { Observations } from '../../../kernel/observations';
import type { Log } from '../../../kernel/tokens';
import type { Ledgering } from '../../ledgering';
import { deliver, type DeliveringDependencies } from './delivering';
import { retryDelaysMs } from '../domain/endpoint';
import type { DeliveryStore, DeliveryTimes, DueEndpoint } from './ports';

export interface DispatcherDependencies extends Omit<
  DeliveringDependencies,
  'owner' | 'enter' | 'ledgering' | 'store' | 'observations' | 'times'
> {
  readonly times: DeliveryTimes;
  readonly store: DeliveryStore;
  readonly ledgering: Pick<Ledgering, 'events' | 'lastEvents' | 'ledgers'>;
  readonly log: Log;
  readonly observations: Pick<Observations, 'webhookAttempted' | 'webhooksStand'>;
}

export interface Dispatcher {
  start(): void;
  /** Ends when what is on its way was answered and written, or given up. */
  stop(): Promise<void>;
}

export const deliveryTimes: DeliveryTimes = { leaseMs: 30_000, lookMs: 200, retryDelaysMs };

const pauseMs = 1_000;
/** Where there are very many endpoints, looking takes a fifth of the time at the most. */
const maxLooking = 4;
/** How often it is told how they all stand. */
const countMs = 5_000;
const waitsLong = { maxWaitMs: 2_147_483_647, maxWaitingEach: 1_000 };
/**
 * Requests on their way from this process: one to each endpoint, so that it waits for none that never answers; and what an endpoint
 * has on its way beside that one, of which endpoints that answer slowly may take all.
 */
const firstOnTheirWay: FairLineLimits = { places: 1_024, placesEach: 1, placesEachGroup: 128, ...waitsLong };
const othersOnTheirWay: FairLineLimits = { places: 512, placesEach: 32, placesEachGroup: 128, ...waitsLong };

/** Questions to the database at a time: all endpoints together take no more connections from requests than these. */
const askedAtOnce: FairLineLimits = { places: 4, placesEach: 1, placesEachGroup: 2, ...waitsLong };
/** Endpoints that are served at a time, in all and of one tenant: what each has read ahead is kept in memory. */
const maxServed = 1_024;
const maxServedEachTenant = 128;
/** Where a tenant has as many, each gives its place to another after that time. */
const turnMs = 10_000;

export const createDispatcher = (dependencies: DispatcherDependencies): Dispatcher => {
  const { ledgering, store, clock, log, observations, times } = dependencies;
  const owner = randomUUID();
  const firsts = createFairLine(firstOnTheirWay);
  const others = createFairLine(othersOnTheirWay);
  const asking = createFairLine(askedAtOnce);
  const served = new Map<string, Promise<void>>();
  const servedOf = new Map<TenantId, number>();
  const hasRoom = (tenantId: TenantId): boolean =>
    served.size < maxServed && (servedOf.get(tenantId) ?? 0) < maxServedEachTenant;
  const count = (tenantId: TenantId, change: 1 | -1): void => {
    const now = (servedOf.get(tenantId) ?? 0) + change;
    if (now > 0) servedOf.set(tenantId, now);
    else servedOf.delete(tenantId);
  };
  let isStopping = true;
  let nextCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  const serve = ({ ledgerId, id }: DueEndpoint, tenantId: TenantId): void => {
    let hasFirst = false;
    const enter = async (): Promise<() => void> => {
      const isFirst = !hasFirst;
      const line = isFirst ? firsts : others;
      if (isFirst) hasFirst = true;
      await line.enter(id, tenantId);
      return () => {
        line.leave(id);
        if (isFirst) hasFirst = false;
      };
    };
    const inTurn = async <A>(ask: () => Promise<A>): Promise<A> => {
      await asking.enter(id, tenantId);
      try {
        return await ask();
      } finally {
        asking.leave(id);
      }
    };
    const inTurns: Pick<DeliveringDependencies, 'store' | 'ledgering'> = {
      store: {
        lease: (...one) => inTurn(() => store.lease(...one)),
        record: (...one) => inTurn(() => store.record(...one)),
        tidyUp: (...one) => inTurn(() => store.tidyUp(...one)),
      },
      ledgering: { events: (...page) => inTurn(() => ledgering.events(...page)) },
    };
    const until = performance.now() + turnMs;
    const isOver = (): boolean => isStopping || (performance.now() > until && !hasRoom(tenantId));
    count(tenantId, 1);
    const work = deliver({ ...dependencies, ...inTurns, owner, enter }, ledgerId, id, isOver)
      .catch((error: unknown) =>
        log.warn({ ledgerId, endpointId: id, error }, 'delivering failed and will be tried again'),
      )
      .finally(() => {
        served.delete(id);
        count(tenantId, -1);
      });
    served.set(id, work);
  };

  /** Those that wait until they are tried again are behind like the others. */
  const tellStanding = async (): Promise<void> => {
    const standing = await store.standing();
    const heads = await ledgering.lastEvents(standing.map(({ ledgerId }) => ledgerId));
    const lags = standing.map(({ ledgerId, deliveredThrough }) =>
      deliveredThrough === null ? 0 : Number((heads.get(ledgerId) ?? 0n) - deliveredThrough),
    );
    const paused = standing.reduce((sum, one) => sum + one.paused, 0);
    observations.webhooksStand({ lag: lags.reduce((most, lag) => Math.max(most, lag), 0), paused });
  };

  const look = async (): Promise<void> => {
    const startedAt = performance.now();
    let pause = times.lookMs;
    try {
      const due = await store.due(clock.now());
      const ledgerIds = [...new Set(due.map(({ ledgerId }) => ledgerId))];
      if (ledgerIds.length > 0 && !isStopping) {
        const [heads, ledgers] = await Promise.all([ledgering.lastEvents(ledgerIds), ledgering.ledgers(ledgerIds)]);
        const tenants = new Map<LedgerId, TenantId>(ledgers.map(({ id, tenantId }) => [id, tenantId]));
        for (const endpoint of inAnyOrder(due)) {
          const tenantId = tenants.get(endpoint.ledgerId);
          if (tenantId === undefined || served.has(endpoint.id) || !hasRoom(tenantId)) continue;
          if (hasWork(endpoint, heads.get(endpoint.ledgerId) ?? 0n)) serve(endpoint, tenantId);
        }
      }
      if (performance.now() >= nextCount) {
        nextCount = performance.now() + countMs;
        await tellStanding();
      }
      pause = Math.max(times.lookMs, maxLooking * (performance.now() - startedAt));
    } catch (error) {
      pause = pauseMs;
      log.warn({ error }, 'looking for endpoints failed and will be tried again');
    }
    if (!isStopping) timer = setTimeout(() => void (looking = look()), pause);
  };

  return {
    start: () => {
      isStopping = false;
      looking = look();
    },
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(served.values());
      dependencies.sender.close();
    },
  };
};

/** Where not all have room, those that wait are not always the same. */
const inAnyOrder = <A>(all: readonly A[]): readonly A[] => {
  const from = Math.floor(Math.random() * all.length);
  return [...all.slice(from), ...all.slice(0, from)];
};

const hasWork = ({ deliveredThrough, hasQueued }: DueEndpoint, head: bigint): boolean =>
  hasQueued || head > deliveredThrough;
