/** The routes of webhook endpoints. */
import { deletedShape } from '../../../kernel/http/answers';
import { array } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { get, pageReply, patch, post, remove, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Endpoints, Redelivery } from '../application/endpoints';
import type { EndpointReader } from '../application/ports';
import type { DeliveryId } from '../domain/endpoint';
import type { Invalid } from '../domain/refusals';
import {
  deliveryFilter,
  deliveryShape,
  endpointChange,
  endpointShape,
  endpointWithSecretShape,
  newEndpoint,
  noFields,
  oneEndpoint,
  redeliveredShape,
  redelivery,
  secretRotation,
  testShape,
} from './endpoint-codecs';
import { deliveryView, endpointView, testView } from './endpoint-views';
import { eventAnswers } from './status';

const tag = 'Events and webhooks';
/**
 * An endpoint receives the events of the feed, so with the capability its administration also requires the scope to read. The scope `admin`
 * suffices alone.
 */
const needs = {
  capability: 'events:admin',
  beside: 'read',
  instead: 'admin',
  code: 'EVENTS_ADMIN_CAPABILITY_REQUIRED',
} as const;
const missing = 'EndpointMissing' as const;
const receiver = { endpointId: exampleId('webhook endpoint') };
const url = 'https://webhooks.example/ledger';

export const endpointRoutes = (endpoints: Endpoints, reader: EndpointReader): readonly Route[] => [
  get(
    '/webhook-endpoints',
    {
      operationId: 'listWebhookEndpoints',
      summary: 'List the webhook endpoints of the ledger in the order in which they were created',
      description:
        'Lists the webhook endpoints of the ledger in the order in which they were created, without their secrets.',
      tag,
      needs,
      list: true,
      ok: 200,
      refusals: {},
      answer: array(endpointShape, 0, maxPageLimit),
    },
    async ({ caller, slice }) => ok(await reader.endpoints(caller.ledgerId, slice)),
    (page, { caller }) => pageReply(page, endpointView(caller)),
  ),
  post(
    '/webhook-endpoints',
    {
      operationId: 'createWebhookEndpoint',
      summary: 'Create a webhook endpoint; its secret is shown only in this response',
      description:
        'Sends the events of the ledger to a URL, signed as Standard Webhooks specifies with the `secret` in this response, which is shown only once. It begins with the next event, or with `from_sequence`. An address that is private, or not https, is 422 `WEBHOOK_URL_FORBIDDEN`; one more than the tenant’s quota allows a ledger (usually 20) 409 `QUOTA_REACHED`. If it is sent twice, it creates two endpoints.',
      tag,
      needs,
      body: newEndpoint,
      strict: true,
      ok: 201,
      refusals: only(eventAnswers, 'WebhookUrlForbidden', 'StartNotReached', 'QuotaReached'),
      answer: endpointWithSecretShape,
      example: { body: { url, types: ['transaction.posted', 'transaction.voided'] } },
    },
    ({ caller, body: { is_active: isActive, max_in_flight: maxInFlight, from_sequence: fromSequence, ...request } }) =>
      endpoints.open(caller, { ...request, isActive, maxInFlight, fromSequence }),
    ({ endpoint, secret }, { caller }) => ({
      data: { ...endpointView(caller)(endpoint), secret },
      headers: { Location: `/api/v1/webhook-endpoints/${endpoint.id}` },
    }),
  ),
  get(
    '/webhook-endpoints/:endpointId',
    {
      operationId: 'readWebhookEndpoint',
      summary: 'Read a webhook endpoint',
      description: 'Returns one webhook endpoint, its progress and whether it is paused, without its secret.',
      tag,
      needs,
      params: oneEndpoint,
      missing,
      ok: 200,
      refusals: only(eventAnswers, missing),
      answer: endpointShape,
      example: { params: receiver },
    },
    async ({ caller, params }) => {
      const endpoint = await reader.endpoint(caller.ledgerId, params.endpointId);
      return endpoint ? ok(endpoint) : refuse({ kind: missing });
    },
    (endpoint, { caller }) => ({ data: endpointView(caller)(endpoint) }),
  ),
  patch(
    '/webhook-endpoints/:endpointId',
    {
      operationId: 'changeWebhookEndpoint',
      summary: 'Change a webhook endpoint; an endpoint that becomes active again continues where it stopped',
      description:
        'Changes the fields that are sent. `is_active: true` also makes a paused endpoint continue at once where it stopped: no event is skipped. Can be repeated.',
      tag,
      needs,
      params: oneEndpoint,
      missing,
      body: endpointChange,
      strict: true,
      ok: 200,
      refusals: only(eventAnswers, missing, 'WebhookUrlForbidden'),
      answer: endpointShape,
      example: { params: receiver, body: { description: 'Orders', max_in_flight: 4 } },
    },
    ({ caller, params, body: { is_active: isActive, max_in_flight: maxInFlight, ...change } }) =>
      endpoints.change(caller, params.endpointId, {
        ...definedOf(change),
        ...(isActive === undefined ? {} : { isActive }),
        ...(maxInFlight === undefined ? {} : { maxInFlight }),
      }),
    (endpoint, { caller }) => ({ data: endpointView(caller)(endpoint) }),
  ),
  remove(
    '/webhook-endpoints/:endpointId',
    {
      operationId: 'deleteWebhookEndpoint',
      summary: 'Delete a webhook endpoint, and its delivery history',
      description:
        'Deletes a webhook endpoint and its delivery history. Messages that are being sent may still arrive. If it is sent again, it answers 404.',
      tag,
      needs,
      params: oneEndpoint,
      missing,
      ok: 200,
      refusals: only(eventAnswers, missing),
      answer: deletedShape,
      example: { params: { endpointId: exampleId('webhook endpoint to delete') } },
    },
    ({ caller, params }) => endpoints.remove(caller, params.endpointId),
    ({ id }) => ({ data: { id, deleted: true } }),
  ),
  post(
    '/webhook-endpoints/:endpointId/rotate-secret',
    {
      operationId: 'rotateWebhookSecret',
      summary: 'Create a new secret; for some time messages are also signed with the former one',
      description:
        'Creates a new secret, which is shown only in this response. For `grace_seconds`, messages are also signed with the former secret, so that a receiver can switch without missing any. If it is sent twice, it creates two, and the first of them is then the former one.',
      tag,
      needs,
      params: oneEndpoint,
      missing,
      body: secretRotation,
      strict: true,
      ok: 200,
      refusals: only(eventAnswers, missing),
      answer: endpointWithSecretShape,
      example: { params: receiver, body: { grace_seconds: 3600 } },
    },
    ({ caller, params, body }) => endpoints.rotateSecret(caller, params.endpointId, body.grace_seconds),
    ({ endpoint, secret }, { caller }) => ({ data: { ...endpointView(caller)(endpoint), secret } }),
  ),
  post(
    '/webhook-endpoints/:endpointId/test',
    {
      operationId: 'testWebhookEndpoint',
      summary: 'Send a signed test message, and return the response of the endpoint',
      description:
        'Sends one signed message that is not an event, and returns the response of the endpoint. It is not retried or stored. Can be repeated.',
      tag,
      needs,
      params: oneEndpoint,
      missing,
      body: noFields,
      strict: true,
      ok: 200,
      refusals: only(eventAnswers, missing),
      answer: testShape,
      example: { params: receiver, body: {} },
    },
    ({ caller, params }) => endpoints.test(caller, params.endpointId),
    (answer) => ({ data: testView(answer) }),
  ),
  get(
    '/webhook-endpoints/:endpointId/deliveries',
    {
      operationId: 'listWebhookDeliveries',
      summary: 'List the deliveries to an endpoint and its responses, newest event first',
      description:
        'Lists the deliveries to an endpoint, newest event first: the number of attempts, the response, and the time of the next attempt.',
      tag,
      needs,
      params: oneEndpoint,
      missing,
      query: deliveryFilter,
      list: true,
      ok: 200,
      refusals: only(eventAnswers, missing),
      answer: array(deliveryShape, 0, maxPageLimit),
      example: { params: receiver },
    },
    async ({ caller, params, query, slice }) => {
      const endpoint = await reader.endpoint(caller.ledgerId, params.endpointId);
      if (!endpoint) return refuse({ kind: missing });
      return ok(await reader.deliveries(caller.ledgerId, endpoint.id, query.state, slice));
    },
    (page) => pageReply(page, deliveryView),
  ),
  post(
    '/webhook-endpoints/:endpointId/redeliver',
    {
      operationId: 'redeliverWebhooks',
      summary: 'Deliver one event, a range of events, or all events from a sequence on again',
      description:
        'Delivers events again: one by its delivery, a range of at most 1,000, or everything from a sequence onwards, in order, as if the endpoint had stopped there. Receivers recognize repetitions by the header `webhook-id`. Can be repeated.',
      tag,
      needs,
      params: oneEndpoint,
      missing,
      body: redelivery,
      strict: true,
      ok: 200,
      refusals: only(eventAnswers, missing, 'DeliveryMissing', 'Invalid', 'StartNotReached'),
      answer: redeliveredShape,
      example: { params: receiver, body: { from_sequence: 1, to_sequence: 2 } },
    },
    async ({ caller, params, body }) => {
      const what = redeliveryOf(body);
      return refused(what) ? what : endpoints.redeliver(caller, params.endpointId, what.right);
    },
    (redelivered) => ({ data: redelivered }),
  ),
];

const redeliveryOf = ({
  delivery_id: deliveryId,
  from_sequence: fromSequence,
  to_sequence: toSequence,
}: {
  readonly delivery_id: DeliveryId | undefined;
  readonly from_sequence: number | undefined;
  readonly to_sequence: number | undefined;
}): Outcome<Invalid, Redelivery> => {
  const invalid = (field: string, text: string): Outcome<Invalid, never> =>
    refuse({ kind: 'Invalid', errors: { [field]: [text] } });
  if (deliveryId !== undefined)
    return fromSequence === undefined && toSequence === undefined
      ? ok({ deliveryId })
      : invalid('delivery_id', 'must be left out if a range is given');
  if (fromSequence === undefined) return invalid('from_sequence', 'is required if no delivery_id is given');
  return ok({ fromSequence, toSequence });
};

/** Returns only the fields that are not undefined: the client sent them, and null is a value. */
const definedOf = <A extends object>(fields: A): { [K in keyof A]?: Exclude<A[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
