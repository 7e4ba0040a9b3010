/** Wires events: the only file of this context that imports Inversify. */
import { ContainerModule } from 'inversify';
import { BACKGROUND } from '../../kernel/running/background';
import { ROUTES, WEBHOOKS } from '../../kernel/http/tokens';
import { OBSERVATIONS } from '../../kernel/observations';
import { KEPT_QUOTAS, MEMORY_UNIT_OF_WORK, ROOM } from '../../kernel/memory/tokens';
import { ORM, UNIT_OF_WORK } from '../../kernel/postgres/tokens';
import type { Network } from '../../kernel/network';
import { provide } from '../../kernel/token';
import { CLOCK, LOG, SECRETS } from '../../kernel/tokens';
import { LEDGERING } from '../ledgering';
import { createDispatcher, deliveryTimes } from './application/dispatcher';
import { createEndpoints } from './application/endpoints';
import { createEventFeed, EVENT_FEED, FEED_LIMITS, feedLimits } from './application/feed';
import { createHeads } from './application/heads';
import { rememberEpoch } from './application/log-epoch';
import {
  DELIVERY_STORE,
  DELIVERY_TIMES,
  ENDPOINT_READER,
  ENDPOINT_STORE,
  EVENTS_UNIT_OF_WORK,
  LOG_EPOCHS,
  WEBHOOK_SENDER,
} from './application/ports';
import { createReseal } from './application/resealing';
import { createSeal } from './application/secrets';
import { endpointRoutes } from './http/endpoints';
import { feedRoutes } from './http/feed';
import recorded from '../../../docs/recorded/events.json';
import { webhookDescriptions } from './http/webhooks';
import { EVENTS, type Events } from './index';
import { logEpochsInMemory } from './memory/log-epoch';
import { MEMORY_ENDPOINTS, MemoryEndpointStore } from './memory/endpoint-store';
import { PostgresEndpointStore } from './postgres/endpoint-store';
import { PostgresLogEpochs } from './postgres/log-epoch';
import { createHttpSender } from './webhooks/http-sender';

export { eventEntities } from './postgres/schema';

export const eventsModule = new ContainerModule(({ bind }) => {
  provide({ bind }, DELIVERY_TIMES, [], () => deliveryTimes);
  provide({ bind }, FEED_LIMITS, [], () => feedLimits);
  provide(
    { bind },
    EVENT_FEED,
    [LEDGERING, LOG_EPOCHS, FEED_LIMITS, CLOCK, LOG],
    (ledgering, epochs, limits, clock, log) =>
      createEventFeed({
        ...{ ledgering, limits, clock, log, epoch: rememberEpoch(epochs, clock) },
        heads: createHeads({ ledgering, clock, log }),
      }),
  );
  provide(
    { bind },
    EVENTS,
    [
      ...([EVENT_FEED, LEDGERING, DELIVERY_STORE, WEBHOOK_SENDER, DELIVERY_TIMES, SECRETS] as const),
      ...([CLOCK, BACKGROUND, LOG, OBSERVATIONS] as const),
      ...([EVENTS_UNIT_OF_WORK, ENDPOINT_STORE, ENDPOINT_READER, LOG_EPOCHS] as const),
    ],
    (...[feed, ledgering, store, sender, times, secrets, clock, background, log, observations, ...rest]): Events => {
      const [unitOfWork, endpoints, reader, epochs] = rest;
      const seal = createSeal(secrets);
      const parts = { ledgering, store, sender, times, seal, clock, background, log, observations };
      const dispatcher = createDispatcher({ ...parts, epoch: feed.epoch });
      return {
        read: feed.read,
        epoch: feed.epoch,
        beginEpoch: () => epochs.begin(),
        openStreams: () => feed.openStreams(),
        startDelivering: () => dispatcher.start(),
        stopStreams: () => feed.stop(),
        stopDelivering: () => dispatcher.stop(),
        reseal: createReseal({ unitOfWork, store: endpoints, reader, seal, clock }),
      };
    },
  );
  provide({ bind }, ROUTES, [EVENT_FEED], feedRoutes);
  provide({ bind }, WEBHOOKS, [], () => webhookDescriptions(recorded));
  provide(
    { bind },
    ROUTES,
    [EVENTS_UNIT_OF_WORK, ENDPOINT_STORE, ENDPOINT_READER, LEDGERING, WEBHOOK_SENDER, SECRETS, CLOCK],
    (unitOfWork, store, reader, ledgering, sender, secrets, clock) =>
      endpointRoutes(
        createEndpoints({ unitOfWork, store, ledgering, sender, seal: createSeal(secrets), clock }),
        reader,
      ),
  );
});

export const eventsOnPostgres = new ContainerModule(({ bind }) => {
  provide({ bind }, LOG_EPOCHS, [UNIT_OF_WORK], (unitOfWork) => new PostgresLogEpochs(unitOfWork));
  provide({ bind }, EVENTS_UNIT_OF_WORK, [UNIT_OF_WORK], (unitOfWork) => unitOfWork);
  for (const port of [ENDPOINT_STORE, ENDPOINT_READER, DELIVERY_STORE] as const)
    provide(
      { bind },
      port as typeof ENDPOINT_STORE,
      [UNIT_OF_WORK, ORM],
      (unitOfWork, orm) => new PostgresEndpointStore(unitOfWork, orm),
    );
});

export const eventsInMemory = new ContainerModule(({ bind }) => {
  provide({ bind }, LOG_EPOCHS, [], logEpochsInMemory);
  provide({ bind }, EVENTS_UNIT_OF_WORK, [MEMORY_UNIT_OF_WORK], (unitOfWork) => unitOfWork);
  provide(
    { bind },
    MEMORY_ENDPOINTS,
    [MEMORY_UNIT_OF_WORK, ROOM, KEPT_QUOTAS],
    (unitOfWork, room, quotas) => new MemoryEndpointStore(unitOfWork, room, quotas),
  );
  for (const port of [ENDPOINT_STORE, ENDPOINT_READER, DELIVERY_STORE] as const)
    provide({ bind }, port as typeof ENDPOINT_STORE, [MEMORY_ENDPOINTS], (store) => store);
});

/** Binds the sender of webhooks. Webhooks may be sent to public addresses and to these networks. */
export const webhooksTo = (allowed: readonly Network[]): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide({ bind }, WEBHOOK_SENDER, [CLOCK], (clock) => createHttpSender({ allowed, clock }));
  });
