/** The queries and responses of the feed. */
import { array, Codec, id, instant, integer, named, object, oneOf, optional, text } from '../../../kernel/http/codecs';
import { failure } from '../../../kernel/http/codec';
import { integerText } from '../../../kernel/http/scalar-codecs';
import { ledgerId, orNull } from '../../../kernel/http/answers';
import type { PageBounds } from '../../../kernel/page';
import { eventDataShape, eventType } from '../../ledgering/http/answers';
import { success } from 'io-ts';
import { eventNames, typeNamed, type EventType } from '../application/feed';

/**
 * The limits of a page are higher than those of other lists, because clients copy all events. The size in bytes is limited where the page
 * is read.
 */
export const feedBounds: PageBounds = { usual: 100, max: 1_000, maxBytes: undefined };

/** Reads the names of events, separated by commas. The parameter may be repeated. */
const eventTypes = new Codec<readonly EventType[]>(
  {
    type: 'string',
    pattern: '^[a-z_]+\\.[a-z_]+(, ?[a-z_]+\\.[a-z_]+)*$',
    examples: ['transaction.posted,hold.expired'],
  },
  (input) => {
    const names = (Array.isArray(input) ? input : [input]).flatMap((one) => String(one).split(','));
    const types = names.flatMap((name) => typeNamed(name.trim()) ?? []);
    return types.length === names.length
      ? success([...new Set(types)].sort())
      : failure(input, `must be names of events, separated by commas: ${eventNames.join(', ')}`);
  },
);

/** The hash of an event in hex: the number of the format (1 byte) and the SHA-256 hash. */
const hashPattern = '^[0-9a-f]{66}$';
const eventHash = new Codec<string>({ type: 'string', pattern: hashPattern }, (input) =>
  typeof input === 'string' && new RegExp(hashPattern).test(input)
    ? success(input)
    : failure(input, 'must be the hash of an event: 66 hexadecimal digits in lower case'),
);

export const eventFilter = object({
  after_sequence: integerText(0, Number.MAX_SAFE_INTEGER, 0).described(
    'Only events after this sequence: `meta.through_sequence` of the previous page. 0 begins with the first event. Beyond the end of the log it is 422 `SEQUENCE_NOT_REACHED`.',
  ),
  after_hash: optional(eventHash).described(
    'The `hash` of the event at `after_sequence`, or the `meta.through_hash` of the page before. If the log has another event there, as after a restore from an older backup, the response is 409 `LOG_CHANGED` instead of events that do not continue those that were read.',
  ),
  types: optional(eventTypes).described('Only events of these types: their names, separated by commas.'),
  account_id: optional(id<'account'>()).described(
    'Only events of this account, and of transactions with entries on it.',
  ),
  transaction_id: optional(id<'transaction'>()).described('Only events of this transaction.'),
});

const subjectTypes = [
  ...(['transaction', 'account', 'journal', 'period_lock', 'account_set'] as const),
  ...(['trancode', 'string_operation'] as const),
] as const;

const subjectShape = named(
  'EventSubject',
  'The account, transaction or other object that an event is about.',
  object({
    type: oneOf(subjectTypes).described('The kind of the subject.'),
    id: id().described('Which one it is.'),
  }),
);

export const eventShape = named(
  'LedgerEvent',
  'An event of a ledger: one position in its log, with its subject as it was after the event.',
  object({
    id: text().described('Identifies the event permanently and for every reader: use it to detect duplicates.'),
    ledger_id: ledgerId,
    sequence: integer(1, Number.MAX_SAFE_INTEGER).described(
      'Its sequence in the log of the ledger: 1, 2, 3, …, without a gap, in the order in which the ledger decided.',
    ),
    type: eventType.described('The type of the event.'),
    occurred_at: instant.described('When it happened, in UTC.'),
    actor: text().described(
      'The actor: the prefix of a key, `operator:` and an id, `command line`, `import`, or `expiry` if the time of a hold was over.',
    ),
    reason: orNull(text()).described(
      'The reason that was given, or the code by which a transaction failed; null without one.',
    ),
    subject: subjectShape.described('The subject of the event.'),
    data: eventDataShape.described(
      'The subject after the event, as its own endpoint would have shown it: of the type that `subject.type` names; a transaction with the balances of its accounts after the event, an account without its balance, a member of an account set as the membership.',
    ),
    hash: text().described('The hash of this event and of all before it, in hex.'),
    previous_hash: text().described('The `hash` of the event before it, in hex: by it the events are a chain.'),
  }),
);

export const feedPage = array(eventShape, 0, feedBounds.max).described(
  'The events, oldest first. With filters, a page may be empty, or have fewer events than `limit` although more follow.',
);
/** The members of `meta` that state where a page of events ends. */
export const feedMeta = {
  through_sequence: integer(0, Number.MAX_SAFE_INTEGER).described(
    'The sequence up to which this page searched: send it as `after_sequence` to continue.',
  ),
  through_hash: text().described(
    'The hash of the event at `through_sequence`, in hex: send it as `after_hash` to detect whether the log was changed meanwhile.',
  ),
  log_epoch: text().described(
    'The epoch of the log. It changes after a restore, or a failover that lost events: then compare the hashes of the events that you have.',
  ),
  head_sequence: integer(0, Number.MAX_SAFE_INTEGER).described(
    'The sequence of the last event of the ledger. If `through_sequence` is the same, no events follow yet.',
  ),
};
