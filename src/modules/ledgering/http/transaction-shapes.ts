/** The shapes of transactions, of what became of them, and of what would. */
import { layers, entryTypes } from '../../../kernel/accounting';
import { money, orNull } from '../../../kernel/http/answers';
import {
  anyObject,
  array,
  boolean,
  id,
  instant,
  integer,
  named,
  object,
  oneOf,
  text,
} from '../../../kernel/http/codecs';
import { maxEntries } from '../domain/draft';
import { maxReversalParts } from '../domain/reversal';
import { holdStates, transactionStatuses } from '../domain/transaction';
import { balanceChangesShape } from './answers';
import { maxBatchItems } from './codecs';

const uuid = id();

export const transactionShape = named(
  'Transaction',
  object({
    id: uuid,
    ledger_id: uuid,
    reference: orNull(text()),
    description: text(),
    effective_date: instant,
    date: instant,
    layer: oneOf(layers),
    status: oneOf(transactionStatuses),
    total_amount: money,
    entry_count: integer(0, maxEntries),
    entries: array(
      object({
        id: uuid,
        account_id: uuid,
        account_code: text(),
        account_name: text(),
        amount: money,
        type: oneOf(entryTypes),
        layer: oneOf(layers),
        description: orNull(text()),
        metadata: orNull(anyObject),
      }),
      0,
      maxEntries,
    ),
    journal_id: uuid,
    correlation_id: orNull(text()),
    correlation_type: orNull(text()),
    correlation_source_id: orNull(uuid),
    idempotency_key: orNull(text()),
    metadata: orNull(anyObject),
    attributes: orNull(anyObject),
    transaction_code: orNull(text()),
    transaction_code_version: orNull(integer(1, Number.MAX_SAFE_INTEGER)),
    batch_id: orNull(uuid),
    sequence: orNull(integer(1, Number.MAX_SAFE_INTEGER)),
    posted_at: orNull(instant),
    reverses_transaction_id: orNull(uuid),
    releases_transaction_id: orNull(uuid),
    settles_transaction_id: orNull(uuid),
    reversed_by_transaction_id: orNull(uuid),
    reversed_amount: money,
    reversal_ids: array(uuid, 0, maxReversalParts),
    hold: orNull(
      object({
        state: oneOf(holdStates),
        amount: money,
        settled_amount: money,
        released_amount: money,
        remaining_amount: money,
        expires_at: orNull(instant),
      }),
    ),
    void_reason: orNull(text()),
    failure: orNull(object({ code: text(), message: text() })),
    created_at: instant,
    updated_at: instant,
  }),
);

export const acceptedShape = named(
  'AcceptedTransaction',
  object({
    id: uuid,
    status: oneOf(transactionStatuses),
    idempotency_key: text(),
    correlation_id: orNull(text()),
    message: text(),
  }),
);

export const batchShape = named(
  'AcceptedBatch',
  object({
    batch_id: uuid,
    atomic: boolean,
    accepted: integer(0, maxBatchItems),
    rejected: integer(0, maxBatchItems),
    replayed: integer(0, maxBatchItems),
    results: array(
      object({
        index: integer(0, maxBatchItems - 1),
        status: oneOf(['pending', 'posted', 'rejected']),
        id: orNull(uuid),
        idempotency_key: orNull(text()),
        correlation_id: orNull(text()),
        replayed: boolean,
        code: orNull(text()),
        message: orNull(text()),
        errors: orNull(anyObject),
      }),
      1,
      maxBatchItems,
    ),
  }),
);

const wouldBe = oneOf(['posted', 'failed', 'replayed']);

export const rehearsalShape = named(
  'DryRun',
  object({
    would: wouldBe,
    code: orNull(text()),
    message: orNull(text()),
    transaction: transactionShape,
    balances: balanceChangesShape,
  }),
);

export const batchRehearsalShape = named(
  'BatchDryRun',
  object({
    atomic: boolean,
    results: array(
      object({
        index: integer(0, maxBatchItems - 1),
        would: oneOf(['posted', 'failed', 'replayed', 'rejected']),
        code: orNull(text()),
        message: orNull(text()),
        errors: orNull(anyObject),
        transaction: orNull(transactionShape),
      }),
      1,
      maxBatchItems,
    ),
    balances: balanceChangesShape,
  }),
);
