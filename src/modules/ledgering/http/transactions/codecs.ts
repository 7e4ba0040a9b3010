/** The request bodies and filters of transactions and entries. */
import {
  anyInstant,
  anyObject,
  array,
  boolean,
  day,
  id,
  named,
  nullable,
  object,
  oneOf,
  optional,
  positiveAmount,
  strictWhere,
  text,
  withDefault,
  wording,
  type Decoded,
} from '../../../../kernel/http/codecs';
import { metadata } from '../../../../kernel/http/metadata';
import { integerText } from '../../../../kernel/http/scalar-codecs';
import { entryType, writtenLayer } from '../../../../kernel/http/vocabulary';
import { attributeMap } from '../../../attributes/http/answers';
import { eventNames } from '../../domain/event';
import { maxEntries, minEntries } from '../../domain/draft';
import { entrySearchFields, transactionSearchFields } from './search-codecs';
import { holdStates, maxDescriptionLength, transactionStatuses } from '../../domain/transaction';

export const idempotencyKey = text({ min: 1, max: 255 }).described(
  'A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent again with it is done once, and answered as the first time.',
);
export const reference = text({ max: 255 }).described(
  'Your own reference, such as the number of an invoice, at most 255 characters, by which lists can be searched. It need not be unique.',
);

const entry = named(
  'NewEntry',
  'One side of a transaction: an account, and the amount that it is debited or credited. It names the account by `account_code` or by `account_id`, not by both.',
  object({
    account_code: nullable(text({ min: 1, max: 36 })).described('The code of the account; null if its id is given.'),
    account_id: nullable(id<'account'>()).described('The id of the account; null if its code is given.'),
    type: entryType.described('Whether the account is debited or credited.'),
    amount: positiveAmount.described(
      'The amount, in major units: greater than zero, with no more decimals than the ledger stores.',
    ),
    description: nullable(
      wording({ max: maxDescriptionLength }).described(
        'The purpose of this entry, if it differs from that of the transaction.',
      ),
    ),
    metadata: nullable(metadata),
  }),
);

// Decoding accepts fewer entries than the minimum; the minimum is checked once the mode of the request is known.
const someEntries = array(entry, 0, maxEntries);
const entries = someEntries.with({ minItems: minEntries });

export const overrideLimits = withDefault(boolean, false).described(
  'Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the event names the limits that were passed.',
);
export const newTransactionFields = {
  effective_date: day.described(
    'The effective date, which may be in the past or the future, but not in a locked period.',
  ),
  description: wording({ min: 1, max: maxDescriptionLength }).described(
    'A description for people, in 1 to 1,000 characters.',
  ),
  idempotency_key: idempotencyKey,
  reference: nullable(reference),
  layer: withDefault(writtenLayer, 'settled').described(
    'The layer of its entries, in upper or lower case. On `pending` and `encumbrance` it is a hold. With a transaction code, the layer of entries for which the template names none; the layer of the transaction is that of its entries.',
  ),
  expires_at: nullable(anyInstant).described(
    'When the remaining amount of a hold is released automatically: an instant in the future. For the layers pending and encumbrance only; null for never.',
  ),
  journal_id: nullable(id<'journal'>()).described('The journal that it belongs to; DEFAULT if null.'),
  correlation_id: nullable(text({ min: 1, max: 50 })).described(
    'An id that groups it with related transactions, such as the number of an order, at most 50 characters. If it is null and `correlation_source_id` is given, it is the correlation id of the source, or the id of the source if the source has none.',
  ),
  correlation_type: nullable(text({ min: 1, max: 50 })).described(
    'Its relation to its source, in your own words, such as `refund`. Together with `correlation_source_id`, or not at all.',
  ),
  correlation_source_id: nullable(id<'transaction'>()).described(
    'The transaction of this ledger from which it follows. Together with `correlation_type`, or not at all.',
  ),
  metadata: nullable(metadata),
  attributes: nullable(attributeMap),
  override_limits: overrideLimits,
  entries: optional(entries).described(
    'First mode: 2 to 100 entries, whose debits and credits are equal in each layer. Left out if `transaction_code` is given.',
  ),
  transaction_code: nullable(text({ min: 1, max: 50 })).described(
    'Second mode: the code of an active transaction code, whose template supplies the entries. Null if `entries` are given.',
  ),
  transaction_code_params: nullable(anyObject).described(
    'Values of the parameters that the transaction code declares, by name. Required with `transaction_code`.',
  ),
};
/**
 * Returns whether the request creates a hold. Unknown members of such a request are refused, because a hold with a misspelt `expires_at`
 * would never expire.
 */
export const isHold = ({ layer }: Readonly<Record<string, unknown>>): boolean =>
  typeof layer === 'string' && layer.toLowerCase() !== 'settled';
export const newTransaction = named(
  'NewTransaction',
  'A transaction to be posted, in one of two modes: with its `entries`, or with a `transaction_code` and its parameters. Of a hold, members that are not known are refused.',
  strictWhere(isHold, object(newTransactionFields)),
);
export type NewTransactionBody = Decoded<typeof newTransaction>;

const firstDay = 'The first effective date that is included.';
const lastDay = 'The last effective date that is included.';
const layerFilter = optional(writtenLayer).described('Only this layer; if left out, all three.');

export const entryFilter = object({
  start_date: optional(day).described(`${firstDay} The running balance includes all earlier entries.`),
  end_date: optional(day).described(lastDay),
  layer: layerFilter,
  ...entrySearchFields,
});

export const knownAtSequence = optional(integerText(1, Number.MAX_SAFE_INTEGER)).described(
  "A sequence of the ledger's log: the response shows the books as of that sequence, without what was posted, reversed or voided later, and never changes. If left out: what is known now.",
);

export const balanceQuery = object({
  as_of_date: optional(day).described('The day at whose end the balance is taken; today if it is left out.'),
  layer: optional(writtenLayer).described(
    'Includes only this layer: the others are then zero. If left out, all layers are counted.',
  ),
  known_at_sequence: knownAtSequence,
});

export const statementQuery = object({
  from: day.described('The first day of the statement; earlier entries are in the opening balance.'),
  to: optional(day).described('The last day of the statement; today if it is left out.'),
  layer: optional(writtenLayer).described('The layer whose entries it lists; `settled` if it is left out.'),
  known_at_sequence: knownAtSequence,
});

export const transactionStatus = named(
  'TransactionStatus',
  'The status of a transaction: `pending` is accepted and not yet posted; `posted` counts in balances; `reversed` still counts, as does the reversal; `void` no longer counts; `failed` could not be posted and never counted.',
  oneOf(transactionStatuses),
);
export const holdState = named(
  'HoldState',
  'The state of a hold: `open` while it has a remaining amount; `settled` if nothing remains and some of it was settled; `released` if nothing remains and nothing was settled; `expired` if it ended because its time had passed.',
  oneOf(holdStates),
);

export const transactionFilter = object({
  layer: optional(writtenLayer).described('Only transactions of this layer.'),
  status: optional(transactionStatus).described(
    'Only transactions of this status. Open holds are found by `hold_state`.',
  ),
  from_date: optional(day).described(firstDay),
  to_date: optional(day).described(lastDay),
  correlation_id: optional(text({ min: 1, max: 50 })).described(
    'Only the transactions of this correlation, and the one whose id it is.',
  ),
  journal_id: optional(id<'journal'>()).described('Only transactions of this journal.'),
  account_id: optional(id<'account'>()).described('Only transactions that have an entry of this account.'),
  batch_id: optional(id<'batch'>()).described('Only transactions that one POST /transactions/batch accepted.'),
  reference: optional(text({ max: 255 })).described('Only transactions with exactly this reference.'),
  hold_state: optional(holdState).described('Only holds in this state.'),
  expires_before: optional(anyInstant).described('Only holds that expire before this instant.'),
  ...transactionSearchFields,
});

export const correlationQuery = object({
  correlation_id: text({ min: 1, max: 50 }).described(
    'The correlation, at most 50 characters. An unknown one gives an empty page.',
  ),
});

/** The name of an event. The activity log, the feed and webhooks use the same names. */
export const eventType = named('EventType', 'The type of an event: its subject, and the outcome.', oneOf(eventNames));
export const activityFilter = object({
  transaction_id: optional(id<'transaction'>()).described('Only events about this transaction.'),
  account_id: optional(id<'account'>()).described(
    'Only events about this account itself, not postings that change its balance.',
  ),
  subject_id: optional(id<'subject'>()).described(
    'Only events about this transaction, account, account set, journal, period lock, transaction code or string operation, by its id; for an account or a set, also the events with which it joined or left a set.',
  ),
  type: optional(eventType).described('Only events of this type.'),
});

export const reason = wording({ min: 1, max: 1000 }).described(
  'Why, in 1 to 1,000 characters. It is kept in the log permanently.',
);
