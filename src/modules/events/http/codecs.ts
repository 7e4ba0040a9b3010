/** What clients of the feed may ask for, and the shapes of what they get. */
import { array, Codec, id, instant, integer, named, object, oneOf, optional, text } from '../../../kernel/http/codecs';
import { failure } from '../../../kernel/http/codec';
import { integerText } from '../../../kernel/http/scalar-codecs';
import { ledgerId, orNull } from '../../../kernel/http/answers';
import { eventDataShape } from '../../ledgering/http/answers';
import { success } from 'io-ts';
import { eventNames, typeNamed, type EventType } from '../application/feed';

/** More than lists give: events are read to be kept elsewhere. */
export const maxEvents = 1_000;
const defaultEvents = 100;

/** Names of events, separated by commas. */
const eventTypes = new Codec<ReadonlySet<EventType>>(
  {
    type: 'string',
    pattern: '^[a-z_]+\\.[a-z_]+(, ?[a-z_]+\\.[a-z_]+)*$',
    examples: ['transaction.posted,hold.expired'],
  },
  (input) => {
    const names = typeof input === 'string' ? input.split(',').map((name) => name.trim()) : [];
    const types = names.flatMap((name) => typeNamed(name) ?? []);
    return names.length > 0 && types.length === names.length
      ? success(new Set(types))
      : failure(input, `must be names of events, separated by commas: ${eventNames.join(', ')}`);
  },
);

export const eventFilter = object({
  after_sequence: integerText(0, Number.MAX_SAFE_INTEGER, 0).described(
    'Tells what came behind this sequence: `through_sequence` of the answer before. 0 begins with the first event.',
  ),
  limit: integerText(1, maxEvents, defaultEvents).described(
    'How many events an answer has at most. It ends at about 2.5 MiB, also below its limit: ask on from `through_sequence`.',
  ),
  types: optional(eventTypes).described('Keeps events of these types: their names, separated by commas.'),
  account_id: optional(id<'account'>()).described(
    'Keeps events of this account, and of the transactions that move it.',
  ),
  transaction_id: optional(id<'transaction'>()).described('Keeps events of this transaction.'),
});

export const eventType = named(
  'EventType',
  'What happened: what it happened to, and what became of it.',
  oneOf(eventNames),
);

const subjectTypes = [
  ...(['transaction', 'account', 'journal', 'period_lock', 'account_set'] as const),
  ...(['trancode', 'string_operation'] as const),
] as const;

const subjectShape = named(
  'EventSubject',
  'What an event happened to.',
  object({
    type: oneOf(subjectTypes).described('What kind of thing it is.'),
    id: id().described('Which one it is.'),
  }),
);

export const eventShape = named(
  'Event',
  'Something that a ledger decided: a place of its log, with its subject as it was left.',
  object({
    id: text().described('Names the event for every reader and for good: what was processed twice is found out by it.'),
    ledger_id: ledgerId,
    sequence: integer(1, Number.MAX_SAFE_INTEGER).described(
      'Its place in the log of the ledger: 1, 2, 3, …, without a gap, in the order in which the ledger decided.',
    ),
    type: eventType.described('What happened.'),
    occurred_at: instant.described('When it happened, in UTC.'),
    actor: text().described('Who did it: the prefix of a key, `operator:` and an id, or `expiry` where time did.'),
    reason: orNull(text()).described(
      'The reason that was given, or the code by which a transaction failed; null without one.',
    ),
    subject: subjectShape.described('What it happened to.'),
    data: eventDataShape.described(
      'The subject as the event left it, as its own endpoint showed it then: of the shape that `subject.type` says, a transaction with the balances of its accounts behind the event, an account without its balance, a member of an account set as the membership.',
    ),
    hash: text().described('The hash of this event and of all before it, in hex.'),
    previous_hash: text().described('The `hash` of the event before it, in hex: by it the events are a chain.'),
  }),
);

export const feedShape = named(
  'EventFeed',
  'Events of a ledger, oldest first, and how far they go.',
  object({
    events: array(eventShape, 0, maxEvents).described(
      'The events; with filters there may be none, and without there may be fewer than `limit`, although more follow.',
    ),
    through_sequence: integer(0, Number.MAX_SAFE_INTEGER).described(
      'How far this answer looked: what to send as `after_sequence` next.',
    ),
    head_sequence: integer(0, Number.MAX_SAFE_INTEGER).described(
      'The sequence of the last event of the ledger: where `through_sequence` is the same, there is nothing more yet.',
    ),
  }),
);
