/** What clients of the feed may ask for, and the shapes of what they get. */
import {
  anyObject,
  array,
  Codec,
  id,
  instant,
  integer,
  named,
  object,
  oneOf,
  optional,
  text,
} from '../../../kernel/http/codecs';
import { failure } from '../../../kernel/http/codec';
import { integerText } from '../../../kernel/http/scalar-codecs';
import { orNull } from '../../../kernel/http/answers';
import { success } from 'io-ts';
import { eventNames, typeNamed, type EventType } from '../application/feed';

/** More than lists give: events are read to be kept elsewhere. */
export const maxEvents = 1_000;
const defaultEvents = 100;

/** Names of events, separated by commas. */
const eventTypes = new Codec<ReadonlySet<EventType>>(
  { type: 'string', examples: ['transaction.posted,hold.expired'] },
  (input) => {
    const names = typeof input === 'string' ? input.split(',').map((name) => name.trim()) : [];
    const types = names.flatMap((name) => typeNamed(name) ?? []);
    return names.length > 0 && types.length === names.length
      ? success(new Set(types))
      : failure(input, `must be names of events, separated by commas: ${eventNames.join(', ')}`);
  },
);

export const eventFilter = object({
  after_sequence: integerText(0, Number.MAX_SAFE_INTEGER, 0),
  limit: integerText(1, maxEvents, defaultEvents),
  types: optional(eventTypes),
  account_id: optional(id<'account'>()),
  transaction_id: optional(id<'transaction'>()),
});

export const eventShape = named(
  'Event',
  object({
    id: text(),
    ledger_id: id(),
    sequence: integer(1, Number.MAX_SAFE_INTEGER),
    type: oneOf(eventNames),
    occurred_at: instant,
    actor: text(),
    reason: orNull(text()),
    subject: object({ type: text(), id: id() }),
    data: anyObject,
    hash: text(),
    previous_hash: text(),
  }),
);

export const feedShape = named(
  'EventFeed',
  object({
    events: array(eventShape, 0, maxEvents),
    through_sequence: integer(0, Number.MAX_SAFE_INTEGER),
    head_sequence: integer(0, Number.MAX_SAFE_INTEGER),
  }),
);
