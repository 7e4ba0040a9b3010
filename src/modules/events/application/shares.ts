/**
 * The limits of a process that delivers webhooks, for each endpoint, each tenant and the whole process: requests under way, database
 * queries, and endpoints served at a time.
 */
import { createFairLine, type FairLine, type FairLineLimits } from '../../../kernel/running/fair-shares/line';
import type { TenantId } from '../../../kernel/ids';
import type { Shares, ShareLimits } from '../../../kernel/running/fair-shares/shares';
import type { EndpointId } from '../domain/endpoint';
import type { DeliveringDependencies } from './delivering';

/** Deliveries wait for their turn without a time limit, because they have nothing else to do. */
const waits = { maxWaitMs: 2_147_483_647, maxWaitingEach: 1_000 };
/** The first request of each endpoint uses one of these places, so that it never waits for an endpoint that does not answer. */
const firstRequests: FairLineLimits = { places: 1_024, placesEach: 1, placesEachGroup: 128, ...waits };
/** All further requests of an endpoint use these places. Endpoints that answer slowly may occupy all of them. */
const otherRequests: FairLineLimits = { places: 512, placesEach: 32, placesEachGroup: 128, ...waits };
/** The concurrent database queries of all endpoints. They leave the other connections to requests. */
const questions: FairLineLimits = { places: 4, placesEach: 1, placesEachGroup: 2, ...waits };

/** Returns an endpoint's access to the shared limits, under which each of its requests and database queries takes a place. */
export type ShareOf = (
  id: EndpointId,
  tenantId: TenantId,
) => Pick<DeliveringDependencies, 'enter' | 'ledgering' | 'store' | 'room'>;

export const shareOut = ({
  ledgering,
  store,
  clock,
  kept,
}: Pick<DeliveringDependencies, 'ledgering' | 'store' | 'clock'> & { readonly kept: Shares }): ShareOf => {
  const lineOf = (limits: FairLineLimits): FairLine => createFairLine(limits, undefined, clock);
  const [firsts, others, asking] = [lineOf(firstRequests), lineOf(otherRequests), lineOf(questions)];

  return (id, tenantId) => {
    let hasFirst = false;
    const inTurn = async <A>(ask: () => Promise<A>): Promise<A> => {
      await asking.enter(id, tenantId);
      try {
        return await ask();
      } finally {
        asking.leave(id);
      }
    };
    return {
      enter: async () => {
        const isFirst = !hasFirst;
        const line = isFirst ? firsts : others;
        if (isFirst) hasFirst = true;
        await line.enter(id, tenantId);
        return () => {
          line.leave(id);
          if (isFirst) hasFirst = false;
        };
      },
      store: {
        lease: (...one) => inTurn(() => store.lease(...one)),
        record: (...one) => inTurn(() => store.record(...one)),
        tidyUp: (...one) => inTurn(() => store.tidyUp(...one)),
      },
      room: {
        fits: (length) => kept.fits({ callerId: id, tenantId }, length),
        take: (length) => kept.take({ callerId: id, tenantId }, length),
        give: (length) => kept.give({ callerId: id, tenantId }, length),
      },
      ledgering: { events: (...page) => inTurn(() => ledgering.events(...page)) },
    };
  };
};

/**
 * The limits, in characters, of the events that endpoints keep in memory, under way and read ahead. Each endpoint may keep one event in any
 * case. An event under way is in memory as bytes too.
 */
export const keptLimits: ShareLimits = { perKey: Infinity, perTenant: 8_388_608, inAll: 33_554_432 };

/** The maximum number of endpoints that a process serves at a time, in total and for each tenant. */
const maxServed = 1_024;
const maxServedEachTenant = 128;

/** The endpoints that are served now. */
export interface Served {
  has(id: EndpointId): boolean;
  count(): number;
  /** Returns whether one more endpoint of the tenant may be served; there must also be memory for its events. */
  hasRoom(tenantId: TenantId): boolean;
  /** Counts the endpoint as served until `work` settles. */
  add(id: EndpointId, tenantId: TenantId, work: Promise<void>): void;
  /** Resolves once no endpoint is being served. */
  end(): Promise<void>;
}

export const createServed = (kept: Pick<Shares, 'fits'>): Served => {
  const works = new Map<EndpointId, Promise<void>>();
  const countOf = new Map<TenantId, number>();
  const recount = (tenantId: TenantId, change: 1 | -1): void => {
    const now = (countOf.get(tenantId) ?? 0) + change;
    if (now > 0) countOf.set(tenantId, now);
    else countOf.delete(tenantId);
  };
  return {
    has: (id) => works.has(id),
    count: () => works.size,
    hasRoom: (tenantId) =>
      works.size < maxServed &&
      (countOf.get(tenantId) ?? 0) < maxServedEachTenant &&
      kept.fits({ callerId: 'one more endpoint', tenantId }, 1),
    add: (id, tenantId, work) => {
      recount(tenantId, 1);
      const served = work.finally(() => {
        works.delete(id);
        recount(tenantId, -1);
      });
      works.set(id, served);
    },
    end: async () => void (await Promise.all(works.values())),
  };
};
