/** The filters of transactions and entries, and the members that several request bodies share. */
import {
  anyInstant,
  boolean,
  day,
  id,
  named,
  object,
  oneOf,
  optional,
  text,
  withDefault,
  wording,
} from '../../../../kernel/http/codecs';
import { integerText } from '../../../../kernel/http/scalar-codecs';
import { writtenLayer } from '../../../../kernel/http/vocabulary';
import { eventNames } from '../../domain/event';
import { holdStates, transactionStatuses } from '../../domain/transaction';
import { entrySearchFields, transactionSearchFields } from './search-codecs';

export const maxBatchItems = 100;

export const idempotencyKey = text({ min: 1, max: 255 }).described(
  'A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent again with it is done once, and answered as the first time.',
);
export const reference = text({ max: 255 }).described(
  'Your own reference, such as the number of an invoice, at most 255 characters, by which lists can be searched. It need not be unique.',
);

export const overrideLimits = withDefault(boolean, false).described(
  'Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the event names the limits that were passed.',
);

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
