/**
 * The shared limits of a process that delivers webhooks, for each endpoint, each tenant and all together: requests on their way,
 * database queries, and endpoints that are served at a time.
 */
import { createFairLine, type FairLine, type FairLineLimits } from '../../../kernel/running/fair-shares/line';
import type { TenantId } from '../../../kernel/ids';
import type { Shares, ShareLimits } from '../../../kernel/running/fair-shares/shares';
import type { EndpointId } from '../domain/endpoint';
import type { DeliveringDependencies } from './delivering';

/** Delivering has nothing else to do: it waits for its turn, however long that takes. */
const waits = { maxWaitMs: 2_147_483_647, maxWaitingEach: 1_000 };
/** The first request of each endpoint uses one of these places, so that it never waits for an endpoint that does not answer. */
const firstRequests: FairLineLimits = { places: 1_024, placesEach: 1, placesEachGroup: 128, ...waits };
/** The others stand here: endpoints that answer slowly may take all of these places. */
const otherRequests: FairLineLimits = { places: 512, placesEach: 32, placesEachGroup: 128, ...waits };
/** At a time: all endpoints together take no more connections from requests than these. */
const questions: FairLineLimits = { places: 4, placesEach: 1, placesEachGroup: 2, ...waits };

/** Gives an endpoint its share: it takes a place for each request, and for each question to the database. */
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

/** Characters of events that endpoints keep, on their way and read ahead; one event each in any case. On its way an event is held as bytes too. */
export const keptLimits: ShareLimits = { perKey: Infinity, perTenant: 8_388_608, inAll: 33_554_432 };

/** Endpoints that are served at a time, in all and of one tenant. */
const maxServed = 1_024;
const maxServedEachTenant = 128;

/** Endpoints that are served now. */
export interface Served {
  has(id: EndpointId): boolean;
  count(): number;
  /** For one more endpoint of that tenant, and for what it would keep. */
  hasRoom(tenantId: TenantId): boolean;
  /** It is served until the work ends. */
  add(id: EndpointId, tenantId: TenantId, work: Promise<void>): void;
  /** Once none is served any more. */
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
