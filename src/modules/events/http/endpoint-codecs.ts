/** The requests and responses of webhook endpoints. */
import { createdAt, ledgerId, orNull, recordId, updatedAt } from '../../../kernel/http/answers';
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
  wording,
} from '../../../kernel/http/codecs';
import { eventNames } from '../application/feed';
import { deliveryStates, maxInFlight } from '../domain/endpoint';
import { eventType } from '../../ledgering/http/answers';

const url = text({ min: 1, max: 2048 }).described(
  'The address that events are sent to: an https address that is reached from the public network, at most 2,048 characters.',
);
const description = wording({ max: 500 }).described('The purpose, in at most 500 characters; null if none was given.');
const types = array(eventType, 1, eventNames.length).described('The event types to deliver; null for all of them.');
const inFlight = integer(1, maxInFlight).described(
  'The maximum number of concurrent deliveries, 1 to 32. One keeps the order of the log; more are faster, but in no particular order.',
);
const sequence = integer(1, Number.MAX_SAFE_INTEGER);
const maxGraceSeconds = 30 * 86_400;

export const newEndpoint = named(
  'NewWebhookEndpoint',
  'A webhook endpoint to create.',
  object({
    url,
    description: nullable(description),
    types: nullable(types),
    is_active: withDefault(boolean, true).described(
      'Whether delivery begins at once. If not, events are delivered when the endpoint is activated.',
    ),
    max_in_flight: withDefault(inFlight, 1),
    from_sequence: optional(sequence).described('The first event to deliver; if left out, the next future event.'),
  }),
);

export const endpointChange = named(
  'WebhookEndpointChange',
  'A change to a webhook endpoint: fields that are left out stay unchanged.',
  object({
    url: optional(url),
    description: clearable(description),
    types: clearable(types),
    is_active: optional(boolean).described(
      '`false` stops it; `true` makes it continue where it stopped, also if it was paused.',
    ),
    max_in_flight: optional(inFlight),
  }),
);

export const secretRotation = named(
  'WebhookSecretRotation',
  'How the secret is replaced.',
  object({
    grace_seconds: withDefault(integer(0, maxGraceSeconds), 86_400).described(
      'How long messages are also signed with the former secret, in seconds; by default a day, at most 30 days.',
    ),
  }),
);

export const redelivery = named(
  'WebhookRedelivery',
  'A request to deliver again: one delivery, or a range of events.',
  object({
    delivery_id: optional(id<'webhook delivery'>()).described('A single delivery; left out if a range is given.'),
    from_sequence: optional(sequence).described('The first event of the range; left out if `delivery_id` is given.'),
    to_sequence: optional(sequence).described(
      'The last event of the range, of at most 1,000; if left out, everything from the first one onwards.',
    ),
  }),
);

export const oneEndpoint = object({
  endpointId: id<'webhook endpoint'>().described('The webhook endpoint, by its id.'),
});

const deliveryState = named(
  'WebhookDeliveryState',
  'The state of a delivery: `delivered` was accepted by the receiver, `failing` will be tried again, `queued` was delivered before and will be delivered again.',
  oneOf(deliveryStates),
);
export const deliveryFilter = object({ state: optional(deliveryState).described('Only deliveries in this state.') });
export const noFields = named('WebhookTest', 'An empty body.', object({}));

const endpoint = {
  id: recordId,
  ledger_id: ledgerId,
  url: text().described('The address that events are sent to.'),
  description: orNull(description),
  types: orNull(types),
  is_active: boolean.described('Whether events are delivered to it.'),
  status: named(
    'WebhookEndpointStatus',
    'The state of an endpoint: `active` receives events, `inactive` was stopped by a user, `paused` was stopped by the service because the receiver did not accept an event for too long.',
    oneOf(['active', 'inactive', 'paused']),
  ).described('Whether events are delivered to it, and if not, why.'),
  pause_reason: orNull(text()).described('Why it is paused; null if it is not.'),
  paused_at: orNull(instant).described('When it was paused, in UTC; null if it is not.'),
  max_in_flight: inFlight,
  delivered_through: integer(0, Number.MAX_SAFE_INTEGER).described(
    'Every event up to this sequence was delivered, or has a type that is not selected.',
  ),
  created_by: text().described(
    'The actor who created it, as logs name it: the public part of a key, or `operator:` and the id of a person.',
  ),
  created_at: createdAt,
  updated_at: updatedAt,
};

export const endpointShape = named(
  'WebhookEndpoint',
  'An address that the events of a ledger are sent to.',
  object(endpoint),
);
/** The response to the creation of an endpoint or secret. It includes the secret, which no other response repeats. */
export const endpointWithSecretShape = named(
  'WebhookEndpointWithSecret',
  'A webhook endpoint with the secret that signs what is sent to it.',
  object({
    ...endpoint,
    secret: text().described('`whsec_` and the key of the signatures in base64. It is shown only in this response.'),
  }),
);

const status = orNull(integer(0, 999)).described('The HTTP status of the response; null if there was no response.');
const answer = orNull(text()).described('The beginning of the body of the response; null if there was no response.');
const fault = orNull(text()).described(
  'Why there was no response, such as a refused connection; null if there was one.',
);
const took = 'The response time, in milliseconds';

export const deliveryShape = named(
  'WebhookDelivery',
  'The delivery of one event to one endpoint.',
  object({
    id: recordId,
    sequence: sequence.described('The event, by its sequence.'),
    type: eventType.described('The type of the event.'),
    state: deliveryState.described('Whether it was accepted.'),
    attempts: integer(0, 32_767).described('The number of attempts.'),
    status,
    answer,
    fault,
    milliseconds: orNull(integer(0, Number.MAX_SAFE_INTEGER)).described(`${took}; null before the first attempt.`),
    last_attempt_at: orNull(instant).described('When it was last tried, in UTC; null if it was not yet tried.'),
    next_attempt_at: orNull(instant).described('When it will be tried next, in UTC; null if it will not.'),
  }),
);

export const testShape = named(
  'WebhookTestResult',
  'The answer of the endpoint to a test message.',
  object({
    delivered: boolean.described('Whether it accepted the message, with a 2xx response in time.'),
    status,
    answer,
    fault,
    milliseconds: integer(0, Number.MAX_SAFE_INTEGER).described(`${took}.`),
  }),
);

export const redeliveredShape = named(
  'WebhookRedelivered',
  'The deliveries that will be sent again.',
  object({
    events: orNull(integer(0, Number.MAX_SAFE_INTEGER)).described(
      'The number of events; null if it is every event from one onwards.',
    ),
  }),
);
