/** The shapes of transactions, of decisions, and of dry runs, for the OpenAPI document and for the tests. */
import { createdAt, ledgerId, money, orNull, recordId } from '../../../../kernel/http/answers';
import { array, boolean, day, id, instant, integer, named, object, oneOf, text } from '../../../../kernel/http/codecs';
import { errorsByField } from '../../../../kernel/http/errors-by-field';
import { metadata } from '../../../../kernel/http/metadata';
import { entryType, layer } from '../../../../kernel/http/vocabulary';
import { attributeMap } from '../../../attributes/http/answers';
import { maxEntries } from '../../domain/draft';
import { maxReversalParts } from '../../domain/reversal';
import { balanceChangesShape } from '../balances/balance-shapes';
import { transactionStatuses } from '../../domain/transaction';
import { holdState, maxBatchItems, transactionStatus } from './codecs';

const uuid = id();

const transactionEntryShape = named(
  'TransactionEntry',
  'One side of a transaction.',
  object({
    id: uuid.described('The id of the entry, with which a part of it can be settled, released or reversed.'),
    account_id: uuid.described('The account that it debits or credits.'),
    account_code: text().described('The code of the account in the chart.'),
    account_name: text().described('The name of the account in the chart.'),
    amount: money.described('The amount, in major units: greater than zero.'),
    type: entryType.described('Whether the account is debited or credited.'),
    layer: layer.described('The layer of the entry, always in lower case.'),
    description: orNull(text()).described(
      'The purpose of this entry, if it differs from that of the transaction; else null.',
    ),
    metadata: orNull(metadata),
  }),
);

const holdShape = named(
  'Hold',
  'The parts of a hold. The settled, released and remaining amounts add up to `amount`.',
  object({
    state: holdState.described('The state of the hold.'),
    amount: money.described(
      'The total of the hold, in major units: the amount first held, and the amounts that extensions added.',
    ),
    extended_amount: money.described('The amount that extensions added to the hold.'),
    settled_amount: money.described('The amount settled so far, without the excess.'),
    excess_amount: money.described(
      'The amount that was settled in excess of the hold, with `allow_excess`: no part of `amount`.',
    ),
    released_amount: money.described('The amount that was released, reversed or voided.'),
    remaining_amount: money.described('The amount that is still held.'),
    expires_at: orNull(instant).described(
      'When the remaining amount is released automatically, in UTC, after all extensions; null for never.',
    ),
  }),
);

const failureShape = named(
  'TransactionFailure',
  'Why an accepted transaction could not be posted.',
  object({
    code: text().described('Such as BALANCE_LIMIT_EXCEEDED, ACCOUNT_INACTIVE, JOURNAL_CLOSED or PERIOD_LOCKED.'),
    message: text().described('Cause and cure, for people.'),
  }),
);

const another = (what: string) => orNull(uuid).described(`${what}; null if there is none.`);

const transactionMembers = {
  id: recordId,
  ledger_id: ledgerId,
  reference: orNull(text()).described('Your own reference; null if it has none.'),
  description: text().described('A description for people.'),
  effective_date: instant.described('The effective date, as midnight in UTC.'),
  date: instant.described('The same as `effective_date`.'),
  layer: layer.described('The layer of its entries, always in lower case.'),
  status: transactionStatus.described('Its state.'),
  total_amount: money.described('The sum of its debits, in major units.'),
  entry_count: integer(0, maxEntries).described('The number of its entries.'),
  entries: array(transactionEntryShape, 0, maxEntries).described(
    'Its entries, in order. If it is pending or failed, the entries that it would have.',
  ),
  journal_id: uuid.described('The journal that it belongs to.'),
  correlation_id: orNull(text()).described('The id that groups it with related transactions; null if it has none.'),
  correlation_type: orNull(text()).described(
    'Its relation to its source: your own word, or `reversal`, `release`, `settlement` or `extension`; null without a source.',
  ),
  correlation_source_id: another('The transaction that it follows from'),
  idempotency_key: orNull(text()).described('The idempotency key of the request; null if it had none.'),
  metadata: orNull(metadata),
  attributes: orNull(attributeMap),
  transaction_code: orNull(text()).described(
    'The transaction code that supplied its entries; null if the request did.',
  ),
  transaction_code_version: orNull(integer(1, Number.MAX_SAFE_INTEGER)).described(
    'The version of that transaction code; null without one.',
  ),
  batch_id: another('The batch in which it was sent'),
  sequence: orNull(integer(1, Number.MAX_SAFE_INTEGER)).described(
    'Its number among the posted transactions of the ledger, without gaps; null while it is not posted.',
  ),
  posted_at: orNull(instant).described('When it was posted, in UTC; null while it is not.'),
  reverses_transaction_id: another('The transaction that it reverses, whole or in part'),
  releases_transaction_id: another('The hold that it releases, whole or in part'),
  settles_transaction_id: another('The hold that it settles, whole or in part'),
  extends_transaction_id: another('The hold that it adds to'),
  reversed_by_transaction_id: another('The last of its reversals'),
  reversed_amount: money.described('The sum of its debits that are reversed, in major units.'),
  reversal_ids: array(uuid, 0, maxReversalParts).described('Its reversals, oldest first.'),
  hold: orNull(holdShape).described('Its state as a hold; null if it is not a hold, as on the settled layer.'),
  void_reason: orNull(text()).described('Why it was voided; null if it was not, or no reason was given.'),
  amended_at: orNull(instant).described(
    'When its description, reference or metadata was last amended, in UTC; null if it was never amended.',
  ),
  failure: orNull(failureShape).described('Why it could not be posted; null unless it failed.'),
  created_at: createdAt.described('When it was accepted, in UTC.'),
  updated_at: instant.described('When its status last changed, in UTC.'),
};

export const transactionShape = named(
  'Transaction',
  'Debits and credits that are equal. A posted transaction never changes: it is reversed or voided.',
  object(transactionMembers),
);

export const eventTransactionShape = named(
  'EventTransaction',
  'A transaction as it was after an event, and the balances after the event.',
  object({
    ...transactionMembers,
    extension: orNull(
      named(
        'HoldExtension',
        'The change to a hold by an extension.',
        object({
          amount: object({
            before: money.described('The amount of the hold before.'),
            after: money.described('The amount of the hold now.'),
          }).described('The total of the hold, in major units.'),
          expires_at: object({
            before: orNull(instant).described('When it was to expire; null for never.'),
            after: orNull(instant).described('When it expires; null for never.'),
          }).described('When the remaining amount is released automatically, in UTC.'),
        }),
      ),
    ).described('The change of a hold, if the event is `hold.extended`; null otherwise.'),
    balances: array(
      named(
        'BalanceAfter',
        'The balance of an account after an event, in one layer.',
        object({
          account_id: uuid.described('The account whose balance it is.'),
          account_code: text().described('The code of that account in the chart, then.'),
          layer: layer.described('The layer whose balance it is.'),
          as_of_date: day.described(
            'The effective date of the transaction: the day at whose end the balance is taken.',
          ),
          balance: money.described('The balance in major units, positive on the normal side of the account.'),
        }),
      ),
      0,
      maxEntries,
    ).described(
      'The balances of the accounts and layers of its entries after this event, without later postings and later days; empty if it was not posted.',
    ),
  }),
);

export const acceptedShape = named(
  'AcceptedTransaction',
  'A transaction that was accepted, and is posted or will be.',
  object({
    id: uuid.described('The transaction, which GET /transactions/{id} returns.'),
    status: transactionStatus.described(
      '`pending`, or `failed` if it failed at once; with `Prefer: wait` the outcome, `posted` or `failed`, if it came in time. The answer to a repeated request has the present status.',
    ),
    idempotency_key: text().described('The idempotency key of the request.'),
    correlation_id: orNull(text()).described('The id that groups it with related transactions; null if it has none.'),
    code: orNull(text()).described('Why it failed; else null.'),
    message: text().described('The next step, or the cause of the failure, for people.'),
  }),
);

const codeOfItem = orNull(text()).described('Why it was refused or failed; else null.');
const messageOfItem = orNull(text()).described('Cause and cure, for people; null unless it was refused or failed.');
const errorsOfItem = orNull(errorsByField).described('The faults of each field; null if no field has one.');
const indexOfItem = integer(0, maxBatchItems - 1).described('The index of the item in the request, from 0.');

const batchResultShape = named(
  'BatchResult',
  'The outcome of one item of a batch.',
  object({
    index: indexOfItem,
    status: oneOf([...transactionStatuses, 'rejected']).described(
      '`rejected`: refused; `posted`: settled, released or reversed; `pending`: accepted, and will be posted; `failed`: accepted, and failed at once. With `Prefer: wait` the outcome, `posted` or `failed`, if it came in time. An item that was done by an earlier request has its present status.',
    ),
    id: orNull(uuid).described('The transaction that was created; null if it was refused.'),
    idempotency_key: orNull(text()).described('The key of the item; null without one.'),
    correlation_id: orNull(text()).described('The id that groups it with related transactions; null if it has none.'),
    replayed: boolean.described(
      'Whether the idempotency key was used before, so that this is the result of the earlier request.',
    ),
    code: codeOfItem,
    message: messageOfItem,
    errors: errorsOfItem,
  }),
);

export const batchShape = named(
  'AcceptedBatch',
  'The outcomes of the items of a batch.',
  object({
    batch_id: uuid.described('The id of the batch, by which GET /transactions finds its transactions.'),
    atomic: boolean.described('Whether the items succeed or fail together.'),
    accepted: integer(0, maxBatchItems).described('The number of accepted items, including replays.'),
    rejected: integer(0, maxBatchItems).described('The number of refused items.'),
    replayed: integer(0, maxBatchItems).described(
      'The number of accepted transactions that an earlier request created.',
    ),
    results: array(batchResultShape, 1, maxBatchItems).described('One for each item, in the order of the request.'),
  }),
);

const wouldBe =
  'The outcome that it would have: `posted`; `failed`, accepted but not posted; `replayed`, created by an earlier request.';

export const rehearsalShape = named(
  'DryRun',
  'The effect that a request would have. Nothing was written.',
  object({
    would: oneOf(['posted', 'failed', 'replayed']).described(wouldBe),
    code: orNull(text()).described('Why it would fail; null if it would not.'),
    message: orNull(text()).described('The cause and the remedy, for people; null if it would not fail.'),
    transaction: transactionShape.described(
      'The transaction that would result. Its ids are valid only in this dry run.',
    ),
    balances: balanceChangesShape,
  }),
);

const batchRehearsalItemShape = named(
  'BatchDryRunResult',
  'The outcome that one item of a batch would have.',
  object({
    index: indexOfItem,
    would: oneOf(['posted', 'failed', 'replayed', 'rejected']).described(`${wouldBe} Or \`rejected\`: refused.`),
    code: orNull(text()).described('Why it would fail or be refused; else null.'),
    message: orNull(text()).described('The cause and the remedy, for people; null if it would be posted.'),
    errors: errorsOfItem,
    transaction: orNull(transactionShape).described('The result of the item; null if it would be refused.'),
  }),
);

export const batchRehearsalShape = named(
  'BatchDryRun',
  'The effect that a batch would have. Nothing was written.',
  object({
    atomic: boolean.described('Whether the items would succeed or fail together.'),
    results: array(batchRehearsalItemShape, 1, maxBatchItems).described(
      'One for each item, in the order of the request.',
    ),
    balances: balanceChangesShape,
  }),
);
