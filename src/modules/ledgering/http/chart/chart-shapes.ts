/** The shapes of the ledger, its accounts, account sets and journals, for the OpenAPI document and for the tests. */
import {
  all,
  createdAt,
  ledgerId,
  money,
  orNull,
  recordId,
  recursive,
  updatedAt,
} from '../../../../kernel/http/answers';
import { boolean, day, id, instant, integer, named, object, text } from '../../../../kernel/http/codecs';
import { metadata } from '../../../../kernel/http/metadata';
import {
  accountCategory,
  accountType,
  cashFlowClass,
  currencyType,
  entryType,
  limitBasis,
} from '../../../../kernel/http/vocabulary';
import { journalStatus, memberType } from './chart-codecs';
import { eventType } from '../transactions/codecs';

const code = (of: string) => text().described(`The code in entries, unique within the ${of}.`);
const title = text().described('The name for people.');
const purpose = orNull(text()).described('The purpose; null if none was given.');
const keptMetadata = orNull(metadata);

export const ledgerShape = named(
  'Ledger',
  'A set of books in one currency.',
  object({
    id: recordId,
    tenant_id: id().described('The tenant that it belongs to.'),
    code: code('tenant'),
    name: title,
    currency: text().described('The currency of every amount in it, such as `USD`.'),
    currency_type: currencyType.described('Whether the currency is one of ISO 4217.'),
    storage_decimals: integer(0, 18).described(
      'The number of decimals that are stored; an amount with more is refused.',
    ),
    display_decimals: integer(0, 18).described('The minimum number of decimals of displayed amounts.'),
    time_zone: text().described(
      'The IANA name of the ledger’s time zone. It decides which day is today, and on which day a hold expires.',
    ),
    fiscal_year_start: text().described(
      'The month and the day on which its fiscal year begins, such as `04-01`. It separates the earnings of prior years from those of this one.',
    ),
    is_active: boolean.described('Whether the ledger is in use.'),
    test_clock: boolean.described(
      'Whether its time can be advanced, for tests of programs that use it; other ledgers have real time.',
    ),
    metadata: keptMetadata,
    created_at: createdAt,
    updated_at: updatedAt,
  }),
);

const account = {
  id: recordId,
  ledger_id: ledgerId,
  code: code('ledger'),
  name: title,
  type: accountType.described('Determines on which side the account increases, and where reports show it.'),
  category: accountCategory.described(
    'Whether the account is internal (`system`), or holds the balance of an end user (`customer`).',
  ),
  normal_balance: entryType.described('The side on which its balance is positive.'),
  parent_id: orNull(id()).described('The account above it; null for an account at the top.'),
  description: purpose,
  is_active: boolean.described('Whether it takes new entries.'),
  is_system: boolean.described('Whether it is protected: a system account cannot be deleted.'),
  metadata: keptMetadata,
  enforce_balance_limits: boolean.described('Whether `min_balance` and `max_balance` are enforced.'),
  limit_basis: limitBasis.described('The balance to which the limits apply.'),
  min_balance: orNull(money).described('The minimum balance, in major units; null for no limit.'),
  max_balance: orNull(money).described('The maximum balance, in major units; null for no limit.'),
  cash_flow: orNull(cashFlowClass).described(
    'The part of the cash flow statement to which it belongs; null for that of the account above it, or at the top `financing` for equity and `operating` for all others.',
  ),
  is_group: boolean.described(
    'Whether it only groups the accounts below it: it takes no entries, so its own balance is zero. Reports show the sum below it as its subtotal.',
  ),
  created_at: createdAt,
  updated_at: updatedAt,
};

const balance = money.described(
  'The settled balance as of today, in major units, without entries of later days: positive on the side of `normal_balance`.',
);

export const accountShape = named(
  'Account',
  'An account of the chart, with its balance.',
  object({ ...account, balance }),
);

/** The shape of an account in an event, without the members that depend on entries. */
export const accountRecordShape = named(
  'AccountRecord',
  'An account as an event shows it: without its balance.',
  object(account),
);

/** The shape of an account in a tree, with the accounts below it. */
const accountNodeShape = recursive('AccountNode', 'An account with the accounts below it.', (node) =>
  object({ ...account, balance, children: all(node).described('The accounts directly below it, by code.') }),
);
export const accountTreeShape = named(
  'AccountTree',
  'The accounts at the top, by code, each with those below it.',
  all(accountNodeShape),
);

export const accountSetShape = named(
  'AccountSet',
  'A group of accounts and of other sets, for reports.',
  object({
    id: recordId,
    ledger_id: ledgerId,
    code: code('ledger'),
    name: title,
    description: purpose,
    metadata: keptMetadata,
    created_at: createdAt,
    updated_at: updatedAt,
  }),
);

const membership = {
  account_set_id: id().described('The set to which it belongs.'),
  member_type: memberType.described('Whether the member is an account or another account set.'),
  member_id: id().described('The account or the account set.'),
};

export const memberShape = named(
  'AccountSetMember',
  'An account, or another set, in an account set.',
  object({
    ...membership,
    code: text().described('The code of the member.'),
    name: text().described('The name of the member.'),
    created_at: instant.described('When it became a member, in UTC.'),
  }),
);

/** The shape of a membership in an event, without the name of the member. */
export const membershipShape = named(
  'AccountSetMembership',
  'A membership in an account set, as an event shows it: without the name of the member.',
  object({ ...membership, created_at: instant.described('When it became a member, in UTC.') }),
);

export const journalShape = named(
  'Journal',
  'A group of transactions, such as those of one department.',
  object({
    id: recordId,
    ledger_id: ledgerId,
    code: code('ledger'),
    name: title,
    description: purpose,
    status: journalStatus.described('Whether it takes new transactions.'),
    metadata: keptMetadata,
    created_at: createdAt,
    updated_at: updatedAt,
  }),
);

export const periodLockShape = named(
  'PeriodLock',
  'A lock: while it is in force nothing is posted, reversed or voided with an effective date on or before its day.',
  object({
    id: recordId,
    ledger_id: ledgerId,
    locked_until: day.described('The last day that is locked.'),
    reason: text().described('Why it was locked.'),
    created_at: instant.described('When it was created, in UTC.'),
    released_at: orNull(instant).described('When it was released, in UTC; null while it is in force.'),
    release_reason: orNull(text()).described('Why it was released; null while it is in force.'),
  }),
);

const about = (what: string) => orNull(id()).described(`The ${what} that the event is about; null if none.`);

export const activityShape = named(
  'Activity',
  "An event of the ledger: a line of its log, without the subject's data.",
  object({
    sequence: integer(1, Number.MAX_SAFE_INTEGER).described(
      'Its sequence in the log of the ledger: 1, 2, 3, …, without a gap.',
    ),
    type: eventType.described('The type of the event.'),
    transaction_id: about('transaction'),
    account_id: about('account'),
    journal_id: about('journal'),
    period_lock_id: about('period lock'),
    account_set_id: about('account set'),
    member_id: about('member of the account set'),
    trancode_id: about('transaction code'),
    string_operation_id: about('conversion or transfer'),
    reason: orNull(text()).described(
      'The reason that was given, or the code by which a transaction failed; null without one.',
    ),
    actor: text().described(
      'The actor: the prefix of a key, `operator:` and an id, or `expiry` if the time of a hold was over.',
    ),
    occurred_at: instant.described('When it happened, in UTC.'),
    hash: text().described(
      'The hash of this line and of all before it, in hex: a chain that cannot be rewritten unnoticed.',
    ),
  }),
);
