/** The shapes of answers: for the document and for the tests. */
import { accountTypes, entryTypes, layers, limitBases } from '../../../kernel/accounting';
import { all, money, orNull, recursive } from '../../../kernel/http/answers';
import {
  anyObject,
  array,
  boolean,
  day,
  id,
  instant,
  integer,
  named,
  object,
  oneOf,
  text,
} from '../../../kernel/http/codecs';
import { memberTypes } from '../domain/account-set';
import { eventTypes } from '../domain/event';
import { holdStates } from '../domain/hold';
import { maxEntries } from '../domain/draft';
import { transactionStatuses } from '../domain/transaction';
import { maxReversalParts } from '../domain/reversal';
import { balanceChangesShape } from './answers';
import { maxBatchItems } from './codecs';

export const uuid = id();

export const ledgerShape = named(
  'Ledger',
  object({
    id: uuid,
    tenant_id: uuid,
    code: text(),
    name: text(),
    currency: text(),
    currency_type: oneOf(['fiat', 'crypto']),
    storage_decimals: integer(0, 18),
    display_decimals: integer(0, 18),
    is_active: boolean,
    metadata: orNull(anyObject),
    created_at: instant,
    updated_at: instant,
  }),
);

const account = {
  id: uuid,
  ledger_id: uuid,
  code: text(),
  name: text(),
  type: oneOf(accountTypes),
  category: oneOf(['system', 'customer']),
  normal_balance: oneOf(entryTypes),
  parent_id: orNull(uuid),
  description: orNull(text()),
  is_active: boolean,
  is_system: boolean,
  metadata: orNull(anyObject),
  enforce_balance_limits: boolean,
  limit_basis: oneOf(limitBases),
  min_balance: orNull(money),
  max_balance: orNull(money),
  balance: money,
  created_at: instant,
  updated_at: instant,
};

export const accountShape = named('Account', object(account));

/** An account with the accounts below it. */
export const accountNodeShape = recursive('AccountNode', (node) => object({ ...account, children: all(node) }));

export const accountEntryShape = named(
  'AccountEntry',
  object({
    id: uuid,
    transaction_id: uuid,
    account_id: uuid,
    account_code: text(),
    type: oneOf(entryTypes),
    amount: money,
    layer: oneOf(layers),
    effective_date: day,
    balance_after: money,
    transaction: object({ reference: orNull(text()), description: text() }),
  }),
);

export const accountHeadingShape = object({
  id: uuid,
  code: text(),
  name: text(),
  normal_balance: oneOf(entryTypes),
});

const layerDetail = object({
  debits: money,
  credits: money,
  balance: money,
  entry_count: integer(0, Number.MAX_SAFE_INTEGER),
  last_entry_date: orNull(day),
});

export const balances = {
  balances: object({ settled: money, pending: money, overdue: money, future: money, available: money }),
  layer_details: object({ settled: layerDetail, pending: layerDetail, encumbrance: layerDetail, available: money }),
  currency: text(),
  as_of_date: day,
  calculated_at: instant,
};

export const balanceShape = named(
  'AccountBalance',
  object({
    account_id: uuid,
    account_code: text(),
    account_name: text(),
    account_type: oneOf(accountTypes),
    normal_balance: oneOf(entryTypes),
    ...balances,
  }),
);

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

export const deletedShape = named('Deleted', object({ id: uuid, deleted: boolean }));

export const accountSetShape = named(
  'AccountSet',
  object({
    id: uuid,
    ledger_id: uuid,
    code: text(),
    name: text(),
    description: orNull(text()),
    metadata: orNull(anyObject),
    created_at: instant,
    updated_at: instant,
  }),
);

export const memberShape = named(
  'AccountSetMember',
  object({
    account_set_id: uuid,
    member_type: oneOf(memberTypes),
    member_id: uuid,
    code: text(),
    name: text(),
    created_at: instant,
  }),
);

export const setBalanceShape = named(
  'AccountSetBalance',
  object({
    account_set_id: uuid,
    account_set_code: text(),
    account_set_name: text(),
    normal_balance: oneOf(entryTypes),
    ...balances,
  }),
);

export const journalShape = named(
  'Journal',
  object({
    id: uuid,
    ledger_id: uuid,
    code: text(),
    name: text(),
    description: orNull(text()),
    status: oneOf(['active', 'closed']),
    metadata: orNull(anyObject),
    created_at: instant,
    updated_at: instant,
  }),
);

export const periodLockShape = named(
  'PeriodLock',
  object({
    id: uuid,
    ledger_id: uuid,
    locked_until: day,
    reason: text(),
    created_at: instant,
    released_at: orNull(instant),
    release_reason: orNull(text()),
  }),
);

export const activityShape = named(
  'Activity',
  object({
    sequence: integer(1, Number.MAX_SAFE_INTEGER),
    type: oneOf(eventTypes),
    transaction_id: orNull(uuid),
    account_id: orNull(uuid),
    journal_id: orNull(uuid),
    period_lock_id: orNull(uuid),
    account_set_id: orNull(uuid),
    member_id: orNull(uuid),
    reason: orNull(text()),
    actor: text(),
    occurred_at: instant,
    hash: text(),
  }),
);
