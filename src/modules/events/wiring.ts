/** Wires events: the only file here that knows Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { provide } from '../../kernel/token';
import { LOG } from '../../kernel/tokens';
import { LEDGERING } from '../ledgering';
import { createEventFeed, EVENT_FEED, FEED_LIMITS, feedLimits } from './application/feed';
import { createHeads } from './application/heads';
import { feedRoutes } from './http/feed';
import { EVENTS } from './index';

export const eventsModule = new ContainerModule(({ bind }) => {
  provide({ bind }, FEED_LIMITS, [], () => feedLimits);
  provide({ bind }, EVENT_FEED, [LEDGERING, FEED_LIMITS, LOG], (ledgering, limits, log) =>
    createEventFeed({ ledgering, heads: createHeads({ ledgering, log }), limits, log }),
  );
  provide({ bind }, EVENTS, [EVENT_FEED], (feed) => ({ read: feed.read, stopStreams: () => feed.stop() }));
  provide({ bind }, ROUTES, [EVENT_FEED], feedRoutes);
});

export const eventsOnPostgres = new ContainerModule(() => undefined);

/** What the ORM must know of to serve this context. */
export const eventEntities = [];
