/** Wires events: the only file here that knows Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { provide, token } from '../../kernel/token';
import { LOG } from '../../kernel/tokens';
import { LEDGERING } from '../ledgering';
import { createEventFeed, type EventFeed } from './application/feed';
import { createHeads } from './application/heads';
import { feedRoutes } from './http/feed';
import { EVENTS } from './index';

const EVENT_FEED = token<EventFeed>('EventFeed');

export const eventsModule = new ContainerModule(({ bind }) => {
  provide({ bind }, EVENT_FEED, [LEDGERING, LOG], (ledgering, log) =>
    createEventFeed({ ledgering, heads: createHeads({ ledgering, log }) }),
  );
  provide({ bind }, EVENTS, [EVENT_FEED], (feed) => ({ stopStreams: () => feed.stop() }));
  provide({ bind }, ROUTES, [EVENT_FEED], feedRoutes);
});

export const eventsOnPostgres = new ContainerModule(() => undefined);

/** What the ORM must know of to serve this context. */
export const eventEntities = [];
