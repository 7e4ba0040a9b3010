/** The shapes of answers: for the document and for the tests. */
import { accountTypes, entryTypes, layers, limitBases } from '../../../kernel/accounting';
import { all, money, orNull, recursive } from '../../../kernel/http/answers';
import { anyObject, boolean, day, id, instant, integer, named, object, oneOf, text } from '../../../kernel/http/codecs';
import { memberTypes } from '../domain/account-set';
import { eventTypes } from '../domain/event';

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
  known_at_sequence: orNull(integer(1, Number.MAX_SAFE_INTEGER)),
};

export const statementShape = named(
  'AccountStatement',
  object({
    account: accountHeadingShape,
    layer: oneOf(layers),
    from: day,
    to: day,
    currency: text(),
    opening_balance: money,
    debits: money,
    credits: money,
    closing_balance: money,
    head: object({ sequence: integer(0, Number.MAX_SAFE_INTEGER), hash: text() }),
    known_at: orNull(instant),
  }),
);

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
