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
const types = array(eventType, 1, eventNames.length).described('The types that are wanted; null for all of them.');
const inFlight = integer(1, maxInFlight).described(
  'How many events are on their way at once, 1 to 32. One keeps the order of the log; more are quicker, in no order.',
);
const sequence = integer(1, Number.MAX_SAFE_INTEGER);
const maxGraceSeconds = 30 * 86_400;

export const newEndpoint = named(
  'NewWebhookEndpoint',
  'A webhook endpoint to be made.',
  object({
    url,
    description: nullable(description),
    types: nullable(types),
    is_active: withDefault(boolean, true).described(
      'Whether it is delivered to at once. Events of the time in between are delivered later.',
    ),
    max_in_flight: withDefault(inFlight, 1),
    from_sequence: optional(sequence).described(
      'The first event to deliver; the next one to come where it is left out.',
    ),
  }),
);

export const endpointChange = named(
  'WebhookEndpointChange',
  'A change of a webhook endpoint: a field that is left out stays as it is.',
  object({
    url: optional(url),
    description: clearable(description),
    types: clearable(types),
    is_active: optional(boolean).described(
      '`false` stops it; `true` makes it go on where it stopped, also when it was paused.',
    ),
    max_in_flight: optional(inFlight),
  }),
);

export const secretRotation = named(
  'WebhookSecretRotation',
  'How the secret is to change.',
  object({
    grace_seconds: withDefault(integer(0, maxGraceSeconds), 86_400).described(
      'How long the former secret signs as well, in seconds; a day unless said otherwise, 30 days at most.',
    ),
  }),
);

export const redelivery = named(
  'WebhookRedelivery',
  'A request to deliver again: one delivery, or a range of events.',
  object({
    delivery_id: optional(id<'webhook delivery'>()).described('The one delivery; left out where a range is given.'),
    from_sequence: optional(sequence).described('The first event of the range; left out where `delivery_id` is given.'),
    to_sequence: optional(sequence).described(
      'The last event of the range, of at most 1,000; left out, everything from the first one on.',
    ),
  }),
);

export const oneEndpoint = object({
  endpointId: id<'webhook endpoint'>().described('The webhook endpoint, by its id.'),
});

const deliveryState = named(
  'WebhookDeliveryState',
  'How a delivery stands: `delivered` was taken, `failing` is tried again, `queued` was delivered before and is to be again.',
  oneOf(deliveryStates),
);
export const deliveryFilter = object({ state: optional(deliveryState).described('Keeps deliveries of this state.') });
export const noFields = named('WebhookTest', 'Nothing is to be said.', object({}));

const endpoint = {
  id: recordId,
  ledger_id: ledgerId,
  url: text().described('The address that events are sent to.'),
  description: orNull(description),
  types: orNull(types),
  is_active: boolean.described('Whether events are delivered to it.'),
  status: named(
    'WebhookEndpointStatus',
    'How an endpoint stands: `active` is delivered to, `inactive` was stopped by somebody, `paused` stopped by itself because an event was not taken for too long.',
    oneOf(['active', 'inactive', 'paused']),
  ).described('Whether it is delivered to, and why not.'),
  pause_reason: orNull(text()).described('Why it is paused; null where it is not.'),
  paused_at: orNull(instant).described('Since when it is paused, in UTC; null where it is not.'),
  max_in_flight: inFlight,
  delivered_through: integer(0, Number.MAX_SAFE_INTEGER).described(
    'Every event up to this sequence was delivered, or is of a type that is not wanted.',
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
/** The response that includes the secret, which no other response repeats. */
export const endpointWithSecretShape = named(
  'WebhookEndpointWithSecret',
  'A webhook endpoint with the secret that signs what is sent to it.',
  object({
    ...endpoint,
    secret: text().described(
      '`whsec_` and the key of the signatures in base64. It is in this answer and nowhere else.',
    ),
  }),
);

const status = orNull(integer(0, 999)).described('The HTTP status that was answered; null where nothing was.');
const answer = orNull(text()).described('The beginning of the body that was answered; null where nothing was.');
const fault = orNull(text()).described(
  'Why nothing was answered, such as a refused connection; null where something was.',
);
const took = 'How long the answer took, in milliseconds';

export const deliveryShape = named(
  'WebhookDelivery',
  'The delivery of one event to one endpoint.',
  object({
    id: recordId,
    sequence: sequence.described('The event, by its sequence.'),
    type: eventType.described('The type of the event.'),
    state: deliveryState.described('Whether it was taken.'),
    attempts: integer(0, 32_767).described('How often it was tried.'),
    status,
    answer,
    fault,
    milliseconds: orNull(integer(0, Number.MAX_SAFE_INTEGER)).described(`${took}; null before the first attempt.`),
    last_attempt_at: orNull(instant).described('When it was last tried, in UTC; null where it was not yet.'),
    next_attempt_at: orNull(instant).described('When it is tried next, in UTC; null where it is not.'),
  }),
);

export const testShape = named(
  'WebhookTestResult',
  'The answer of the endpoint to a test message.',
  object({
    delivered: boolean.described('Whether it took the message: it answered 2xx in time.'),
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
      'How many events; null where it is everything from one on.',
    ),
  }),
);
