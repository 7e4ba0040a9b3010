/** What clients say of webhook endpoints, and the shapes of what they get. */
import { orNull } from '../../../kernel/http/answers';
import {
  array,
  boolean,
  clearable,
  id,
  instant,
  integer,
  named,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../kernel/http/codecs';
import { eventNames } from '../application/feed';
import { deliveryStates, maxInFlight } from '../domain/endpoint';

const url = text({ min: 1, max: 2048 });
const description = text({ max: 500 });
const types = array(oneOf(eventNames), 1, eventNames.length);
const inFlight = integer(1, maxInFlight);
const sequence = integer(1, Number.MAX_SAFE_INTEGER);
const maxGraceSeconds = 30 * 86_400;

export const newEndpoint = named(
  'NewWebhookEndpoint',
  object({
    url,
    description: nullable(description),
    types: nullable(types),
    is_active: withDefault(boolean, true),
    max_in_flight: withDefault(inFlight, 1),
    from_sequence: optional(sequence),
  }),
);

export const endpointChange = named(
  'WebhookEndpointChange',
  object({
    url: optional(url),
    description: clearable(description),
    types: clearable(types),
    is_active: optional(boolean),
    max_in_flight: optional(inFlight),
  }),
);

export const secretRotation = named(
  'WebhookSecretRotation',
  object({ grace_seconds: withDefault(integer(0, maxGraceSeconds), 86_400) }),
);

export const redelivery = named(
  'WebhookRedelivery',
  object({
    delivery_id: optional(id<'webhook delivery'>()),
    from_sequence: optional(sequence),
    to_sequence: optional(sequence),
  }),
);

export const oneEndpoint = object({ endpointId: id<'webhook endpoint'>() });
export const deliveryFilter = object({ state: optional(oneOf(deliveryStates)) });
export const noFields = named('WebhookTest', object({}));

const endpoint = {
  id: id(),
  ledger_id: id(),
  url: text(),
  description: orNull(text()),
  types: orNull(array(oneOf(eventNames), 1, eventNames.length)),
  is_active: boolean,
  status: oneOf(['active', 'inactive', 'paused']),
  pause_reason: orNull(text()),
  paused_at: orNull(instant),
  max_in_flight: inFlight,
  delivered_through: integer(0, Number.MAX_SAFE_INTEGER),
  created_at: instant,
  updated_at: instant,
};

export const endpointShape = named('WebhookEndpoint', object(endpoint));
/** Shown once. */
export const endpointWithSecretShape = named('WebhookEndpointWithSecret', object({ ...endpoint, secret: text() }));

export const deliveryShape = named(
  'WebhookDelivery',
  object({
    id: id(),
    sequence,
    type: oneOf(eventNames),
    state: oneOf(deliveryStates),
    attempts: integer(0, 32_767),
    status: orNull(integer(0, 999)),
    answer: orNull(text()),
    fault: orNull(text()),
    milliseconds: orNull(integer(0, Number.MAX_SAFE_INTEGER)),
    last_attempt_at: orNull(instant),
    next_attempt_at: orNull(instant),
  }),
);

export const testShape = named(
  'WebhookTestResult',
  object({
    delivered: boolean,
    status: orNull(integer(0, 999)),
    answer: orNull(text()),
    fault: orNull(text()),
    milliseconds: integer(0, Number.MAX_SAFE_INTEGER),
  }),
);

export const redeliveredShape = named(
  'WebhookRedelivered',
  object({ events: orNull(integer(0, Number.MAX_SAFE_INTEGER)) }),
);
