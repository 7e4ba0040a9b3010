/** The HTTP responses to the refusals of this context. TypeScript requires an entry for each refusal. */
import { exemplified, invalidAnswer, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import { exampleOf, quotaAnswer } from '../../../kernel/http/quotas';
import type { QuotaReached } from '../../../kernel/quotas';
import { holding } from '../../../kernel/places';
import type {
  DeliveryMissing,
  EndpointMissing,
  Invalid,
  LogChanged,
  SequenceNotReached,
  StartNotReached,
  TooManyStreams,
  WebhookUrlForbidden,
} from '../domain/refusals';

type Refusal =
  | DeliveryMissing
  | EndpointMissing
  | Invalid
  | LogChanged
  | QuotaReached
  | SequenceNotReached
  | StartNotReached
  | TooManyStreams
  | WebhookUrlForbidden;

const answers = {
  TooManyStreams: {
    status: 429,
    code: 'EVENT_STREAMS_EXHAUSTED',
    when: 'The key, its tenant or this process has reached its limit of open event streams. Close one, or read the events page by page.',
    message: (noPlaceLeft) =>
      `${holding(noPlaceLeft)} event streams open, which is the limit. Close one, or read GET /events with Prefer: wait.`,
  },
  WebhookUrlForbidden: {
    status: 422,
    code: 'WEBHOOK_URL_FORBIDDEN',
    when: 'The address is not https, is private, or is in a network that webhooks may not reach.',
    message: ({ reason }) => reason,
  },
  EndpointMissing: {
    status: 404,
    code: 'WEBHOOK_ENDPOINT_NOT_FOUND',
    when: 'The ledger has no such webhook endpoint.',
    message: () => 'This ledger has no webhook endpoint with that id. GET /webhook-endpoints lists those it has.',
  },
  QuotaReached: quotaAnswer,
  DeliveryMissing: {
    status: 404,
    code: 'WEBHOOK_DELIVERY_NOT_FOUND',
    when: 'The endpoint has no such delivery, or it is no longer kept.',
    message: () =>
      'This endpoint has no delivery with that id. GET /webhook-endpoints/{id}/deliveries lists those that are kept.',
  },
  SequenceNotReached: {
    status: 422,
    code: 'SEQUENCE_NOT_REACHED',
    when: 'A sequence is beyond the end of the log: the caller has read a longer log than this one.',
    message: ({ last }) =>
      `The log of this ledger ends at sequence ${last}. Any later events that you have read no longer exist, for example after a restore from an older backup. Go back to the last event that both logs have: keep requesting earlier sequences, each with the hash of its event (after_hash), until the answer is 200.`,
  },
  StartNotReached: {
    status: 422,
    code: 'SEQUENCE_NOT_REACHED',
    when: '`from_sequence` is beyond the next event of the log.',
    message: ({ last }) =>
      `The log of this ledger ends at sequence ${last}, so from_sequence may be at most ${last + 1n}, the next event.`,
  },
  LogChanged: {
    status: 409,
    code: 'LOG_CHANGED',
    when: 'The event at `after_sequence` has a different hash than `after_hash`: the caller has read a log that no longer exists.',
    message: ({ sequence, hash }) =>
      `The after_hash of this request differs from ${hash}, the hash of the event at sequence ${sequence} of this ledger. You have read events that no longer exist: the ledger was restored from an older backup, or failed over and lost its last events, and other events were written since. Go back to the last event that both logs have: request an earlier sequence with the hash of its event until the answer is 200. Undo the effects of the events after it, and continue from there.`,
  },
  Invalid: invalidAnswer,
} as const satisfies RefusalAnswers<Refusal>;

const examples = {
  TooManyStreams: { max: 100, of: 'this key' },
  QuotaReached: exampleOf('webhook_endpoints'),
  SequenceNotReached: { last: 442n },
  StartNotReached: { last: 442n },
  LogChanged: { sequence: 1_733n, hash: `01${'5f'.repeat(32)}` },
  Invalid: { errors: { to_sequence: ['must not be before from_sequence'] } },
  WebhookUrlForbidden: {
    reason:
      'The URL leads to an address that webhooks may not be sent to. They may be sent to https:// URLs on the public internet, and to https:// and http:// URLs in the networks that the operator lists in LEDGER_WEBHOOK_ALLOW (such as LEDGER_WEBHOOK_ALLOW=10.1.0.0/16).',
  },
} satisfies RefusalExamples<Refusal>;

export const eventAnswers = exemplified(answers, examples);
