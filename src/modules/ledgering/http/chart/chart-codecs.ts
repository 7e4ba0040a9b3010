/** The request bodies for accounts, account sets and journals. */
import {
  amount,
  boolean,
  booleanText,
  clearable,
  id,
  named,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
  wording,
} from '../../../../kernel/http/codecs';
import { metadata } from '../../../../kernel/http/metadata';
import { accountCategory, accountType, cashFlowClass, entryType, limitBasis } from '../../../../kernel/http/vocabulary';
import { memberTypes } from '../../domain/account-set';
import { maxDescriptionLength } from '../../domain/transaction';

const accountCode = text({
  pattern: /^[A-Za-z0-9._:-]{1,36}$/,
  max: 36,
  shape: '1 to 36 of the characters A-Z a-z 0-9 . _ : -',
});
export const name = wording({ min: 1, max: 255 }).described('The name for people, at most 255 characters.');
export const description = wording({ max: maxDescriptionLength }).described(
  'The purpose, in at most 1,000 characters. Null for none.',
);
const search = text({ max: 255 }).described(
  'Only those whose code or name contains this text; upper and lower case are the same, and so are the Unicode forms of an accent. There are no wildcards.',
);

/** The codec for codes of journals and account sets. HTTP clients remove `.` and `..` from paths, so neither can be a code. */
const shortCode = text({
  pattern: /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,50}$/,
  max: 50,
  shape: '1 to 50 of the characters A-Z a-z 0-9 . _ -, but not "." or ".."',
});

const enforceBalanceLimits = boolean.described(
  'Whether `min_balance` and `max_balance` are enforced: whatever would bring the balance beyond them is refused, or fails.',
);
const minBalance = amount.described(
  'The minimum balance, in major units; null for no limit. It may be negative only for liability accounts.',
);
const maxBalance = amount.described('The maximum balance, in major units, at least `min_balance`; null for no limit.');

export const newAccount = named(
  'NewAccount',
  'An account to create.',
  object({
    code: accountCode.described(
      'The code in entries: 1 to 36 of the characters A-Z a-z 0-9 . _ : -, unique within the ledger. Codes that begin with `STR-` are reserved.',
    ),
    name,
    type: accountType.described('Determines on which side the account increases, and where reports show it.'),
    category: accountCategory.described(
      'Whether the account is internal (`system`), or holds the balance of an end user (`customer`).',
    ),
    normal_balance: nullable(entryType).described(
      'The side on which its balance is positive. If null or left out, that of its type, or the opposite for a contra account.',
    ),
    parent_code: nullable(accountCode).described(
      'The code of the account above it, which must exist in the same ledger. Null for an account at the top.',
    ),
    description: nullable(description),
    is_active: withDefault(boolean, true).described('Whether it takes new entries.'),
    is_system: withDefault(boolean, false).described('Whether it is protected: a system account cannot be deleted.'),
    metadata: nullable(metadata),
    enforce_balance_limits: withDefault(enforceBalanceLimits, false),
    limit_basis: withDefault(limitBasis, 'settled').described('The balance to which the limits apply.'),
    min_balance: nullable(minBalance),
    max_balance: nullable(maxBalance),
    cash_flow: nullable(cashFlowClass).described(
      'The part of the cash flow statement to which it belongs. Null for that of the account above it, or at the top `financing` for equity and `operating` for all others.',
    ),
    is_group: withDefault(boolean, false).described(
      'Whether it only groups the accounts below it and takes no entries. Such an account has no limits, and its category is `system`.',
    ),
  }),
);

const fourCharacters = text({
  pattern: /^[A-Za-z0-9._:-]{4}$/,
  max: 4,
  shape: 'exactly 4 of the characters A-Z a-z 0-9 . _ : -',
});

export const accountChange = named(
  'AccountChange',
  'A change to an account: fields that are left out stay unchanged; null removes an optional value.',
  object({
    parent_id: clearable(id<'account'>()).described('The account above it from now on; null puts it at the top.'),
    code: optional(fourCharacters).described(
      'Another code, which after the creation is exactly 4 characters (specification, "Account").',
    ),
    name: optional(name),
    type: optional(accountType).described('Another type, as long as the account has no entries.'),
    normal_balance: optional(entryType).described('The other side, as long as the account has no entries.'),
    description: clearable(description),
    is_active: optional(boolean).described('Whether it takes new entries from now on. Posted transactions stay.'),
    metadata: clearable(metadata).described('Replaces all metadata; null removes it.'),
    enforce_balance_limits: optional(enforceBalanceLimits),
    limit_basis: optional(limitBasis).described('The balance to which the limits apply from now on.'),
    min_balance: clearable(minBalance),
    max_balance: clearable(maxBalance),
    cash_flow: clearable(cashFlowClass).described(
      'The part of the cash flow statement to which it belongs from now on; null for that of the account above it.',
    ),
    is_group: optional(boolean).described(
      'Whether it only groups the accounts below it from now on, as long as the account has no entries.',
    ),
  }),
);

export const accountFilter = object({
  type: optional(accountType).described('Only accounts of this type.'),
  active: optional(booleanText).described(
    'Only accounts that take new entries (`true`), or those that do not (`false`).',
  ),
  group: optional(booleanText).described(
    'Only accounts that only group others (`true`), or those that take entries (`false`).',
  ),
  parent_id: optional(id<'account'>()).described('Only accounts directly below this account.'),
  search: optional(search),
  tree: optional(booleanText).described(
    'With `true` the response is the whole hierarchy at once, without pages: `limit` and `cursor` are then ignored. Filters also keep the accounts above those that they find.',
  ),
});

export const setFilter = object({ search: optional(search) });

const setCode = shortCode.described(
  'The code in reports: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique among the account sets of the ledger.',
);

export const newAccountSet = named(
  'NewAccountSet',
  'An empty account set to create.',
  object({ code: setCode, name, description: nullable(description), metadata: nullable(metadata) }),
);

export const accountSetChange = named(
  'AccountSetChange',
  'A change to an account set: fields that are left out stay unchanged.',
  object({
    code: optional(setCode),
    name: optional(name),
    description: clearable(description),
    metadata: clearable(metadata).described('Replaces all metadata; null removes it.'),
  }),
);

export const memberType = named('AccountSetMemberType', 'The kinds of members of an account set.', oneOf(memberTypes));

export const newMember = named(
  'NewAccountSetMember',
  'An account, or another set, to add to an account set.',
  object({
    member_type: memberType.described('Whether `member_id` names an account or another account set.'),
    member_id: id().described('The account or the account set, of the same ledger.'),
  }),
);

export const journalStatus = named(
  'JournalStatus',
  'Whether a journal takes new transactions: `active` does, `closed` does not.',
  oneOf(['active', 'closed']),
);
const journalCode = shortCode.described(
  'The code for people: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique among the journals of the ledger.',
);

export const newJournal = named(
  'NewJournal',
  'A journal to be created.',
  object({
    code: journalCode,
    name,
    description: nullable(description),
    status: withDefault(journalStatus, 'active' as const).described('Whether it takes transactions at once.'),
    metadata: nullable(metadata),
  }),
);

export const journalChange = named(
  'JournalChange',
  'A change to a journal: fields that are left out stay unchanged. DEFAULT keeps its code and its name.',
  object({
    code: optional(journalCode),
    name: optional(name),
    description: clearable(description),
    status: optional(journalStatus).described('`closed` closes it, `active` opens it again.'),
    metadata: clearable(metadata).described('Replaces all metadata; null removes it.'),
  }),
);
