/** The requests that the service sends to webhook endpoints, for the OpenAPI document, by name of the event. */
import type { WebhookDescription } from '../../../kernel/http/openapi';
import { eventDataShapes } from '../../ledgering/http/answers';
import type { EventName } from '../application/feed';
import { eventShape } from './codecs';

const summaries: Readonly<Record<EventName, string>> = {
  'transaction.posted': 'A transaction was posted',
  'transaction.failed': 'A transaction that was accepted could not be posted',
  'transaction.reversed': 'A transaction was reversed, with its whole remaining amount',
  'transaction.reversed_in_part': 'A part of a transaction was reversed',
  'transaction.voided': 'A transaction was voided',
  'transaction.amended': 'The description, reference or metadata of a transaction was amended',
  'transaction.noted': 'A note was attached to a transaction',
  'hold.settled': 'A hold was settled, whole or in part',
  'hold.released': 'A hold was released, whole or in part',
  'hold.expired': 'A hold expired, and its remaining amount was released',
  'hold.extended': 'An open hold was raised, or its expiry was changed',
  'account.created': 'An account was opened',
  'account.updated': 'An account was changed',
  'account.closed': 'An account was closed: it is inactive, and its balance is zero',
  'account.deleted': 'An account was deleted',
  'journal.created': 'A journal was created',
  'journal.updated': 'A journal was changed, or closed',
  'period.locked': 'A period was locked',
  'period.released': 'The lock of a period was released',
  'account_set.created': 'An account set was created',
  'account_set.updated': 'An account set was changed',
  'account_set.deleted': 'An account set was deleted',
  'account_set.member_added': 'An account or a set was added to an account set',
  'account_set.member_removed': 'An account or a set was removed from an account set',
  'trancode.created': 'A transaction code was created',
  'trancode.deprecated': 'A transaction code was deprecated: no new transaction may name it',
  'string_operation.posted': 'A conversion or transfer was posted, with both of its legs',
};

/** `examples` are events as the service sent them, by name of the event. */
export const webhookDescriptions = (examples: Readonly<Record<string, unknown>>): readonly WebhookDescription[] =>
  Object.entries(summaries).map(([name, summary]) => ({
    ...{ name, summary, tag: 'Events and webhooks', body: eventShape, data: eventDataShapes[name as EventName] },
    description: `${summary}. It is sent to every endpoint that subscribes to \`${name}\`, at least once, in the order of the log unless \`max_in_flight\` allows another order.`,
    ...(name in examples ? { example: examples[name] } : {}),
  }));
