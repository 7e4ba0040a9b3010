/** How ledgering's refusals are answered. A missing row does not compile. */
import {
  exemplified,
  firstOf,
  invalidAnswer,
  type RefusalAnswers,
  type RefusalExamples,
} from '../../../kernel/http/status';
import { attributeAnswers, attributeSearchAnswers } from '../../attributes/http/answers';
import type { AcceptRefusal } from '../application/writing/submission';
import type { OperationRefusal } from '../application/operations/operation';
import type { SearchRefusal } from '../application/search';
import type { VoidRefusal } from '../application/void';
import type { ChangeAccountRefusal } from '../domain/account';
import { passedLimit } from '../domain/failure';
import type {
  AccountInUse,
  AccountMissing,
  AccountSetCodeTaken,
  AccountSetCycle,
  AccountSetDepthExceeded,
  AccountSetMemberExists,
  AccountSetMemberMissing,
  AccountSetMissing,
  JournalCodeTaken,
  JournalMissing,
  JournalRenameForbidden,
  LedgerNotFound,
  PeriodHasPending,
  PeriodLockMissing,
  SequenceNotReached,
  SystemAccountProtected,
  TooManyAccounts,
  TooManyEntries,
  TreeTooLarge,
} from '../domain/refusals';
import { totalsAnswers } from './answers';
import { refusalExamples } from './refusal-examples';
import { undoingAnswers } from './undoing-status';

export type LedgeringRefusal =
  | AcceptRefusal
  | SearchRefusal
  | OperationRefusal
  | VoidRefusal
  | ChangeAccountRefusal
  | AccountMissing
  | SystemAccountProtected
  | AccountInUse
  | AccountSetMissing
  | AccountSetCodeTaken
  | AccountSetMemberExists
  | AccountSetMemberMissing
  | AccountSetCycle
  | AccountSetDepthExceeded
  | TreeTooLarge
  | JournalMissing
  | JournalCodeTaken
  | JournalRenameForbidden
  | PeriodLockMissing
  | PeriodHasPending
  | SequenceNotReached
  | TooManyAccounts
  | TooManyEntries
  | LedgerNotFound;

const answers = {
  Invalid: invalidAnswer,
  PostingModeConflict: {
    status: 422,
    code: 'POSTING_MODE_CONFLICT',
    when: 'Both `entries` and `transaction_code` are given.',
    message: () => 'A transaction has either entries or a transaction_code, not both. Leave one of them out.',
  },
  AmountPrecisionExceeded: {
    status: 400,
    code: 'AMOUNT_PRECISION_EXCEEDED',
    when: 'An amount has more decimals than the ledger stores: nothing is ever rounded.',
    message: ({ field, storageDecimals }) =>
      `${field} has more decimals than this ledger keeps, which are ${storageDecimals}. Amounts are never rounded: send an exact one.`,
    errors: ({ field, storageDecimals }) => ({ [field]: [`must have at most ${storageDecimals} decimals`] }),
  },
  CorrelationPairIncomplete: {
    status: 400,
    code: 'CORRELATION_PAIR_INCOMPLETE',
    when: 'Of `correlation_type` and `correlation_source_id` one is given without the other.',
    message: () => 'correlation_type and correlation_source_id go together. Send both or neither.',
  },
  IdempotencyKeyInUse: {
    status: 409,
    code: 'idempotency_key_in_use',
    when: 'A request with this idempotency key is still running.',
    message: ({ key }) =>
      `A request with the idempotency key ${JSON.stringify(key)} is still running. Try again in a moment.`,
  },
  IdempotencyKeyReused: {
    status: 409,
    code: 'idempotency_key_reused',
    when: 'The idempotency key was used for another request: another body, or another operation.',
    message: ({ key }) =>
      `The idempotency key ${JSON.stringify(key)} was already used for a different request in this ledger. Use a new key for new work.`,
  },
  TransactionNotFound: {
    status: 404,
    code: 'TRANSACTION_NOT_FOUND',
    when: 'The ledger has no such transaction.',
    message: () => 'This ledger has no such transaction.',
  },
  AccountMissing: {
    status: 404,
    code: 'ACCOUNT_NOT_FOUND',
    when: 'The ledger has no such account.',
    message: () => 'This ledger has no such account.',
  },
  LedgerNotFound: {
    status: 404,
    code: 'LEDGER_NOT_FOUND',
    when: 'The ledger of the key does not exist.',
    message: () => 'The ledger of this key does not exist.',
  },
  JournalNotFound: {
    status: 400,
    code: 'JOURNAL_NOT_FOUND',
    when: '`journal_id` names no journal of the ledger.',
    message: ({ journalId }) =>
      `This ledger has no journal ${journalId}. Leave journal_id out to use the journal DEFAULT.`,
  },
  EntryAccountNotFound: {
    status: 400,
    code: 'ACCOUNT_NOT_FOUND',
    when: 'An entry names an account that the ledger does not have.',
    message: ({ index, account }) =>
      `Entry ${index} names the account ${JSON.stringify(account)}, which this ledger does not have. Create it first.`,
    errors: ({ index }) => ({ [`entries.${index}`]: ['names an account that this ledger does not have'] }),
  },
  ParentAccountNotFound: {
    status: 400,
    code: 'PARENT_ACCOUNT_NOT_FOUND',
    when: 'The account that is to stand above does not exist in the ledger.',
    message: ({ parent }) => `This ledger has no account ${JSON.stringify(parent)} to be the parent. Create it first.`,
  },
  CorrelationSourceNotFound: {
    status: 400,
    code: 'CORRELATION_SOURCE_NOT_FOUND',
    when: '`correlation_source_id` names no transaction of the ledger.',
    message: ({ sourceId }) => `This ledger has no transaction ${sourceId} to be the correlation source.`,
  },
  TrancodeNotFound: {
    status: 400,
    code: 'TRANCODE_NOT_FOUND',
    when: '`transaction_code` names no transaction code of the ledger.',
    message: ({ code }) => `This ledger has no transaction code ${JSON.stringify(code)}. Create it first.`,
  },
  JournalClosed: {
    status: 400,
    code: 'JOURNAL_CLOSED',
    when: 'The journal is closed.',
    message: () => 'The journal is closed and takes no new transactions. Open it again, or use another journal.',
  },
  TrancodeDeprecated: {
    status: 400,
    code: 'TRANCODE_DEPRECATED',
    when: 'The transaction code is deprecated.',
    message: ({ code }) =>
      `The transaction code ${JSON.stringify(code)} is deprecated and takes no new transactions. Use its successor.`,
  },
  EntryAccountReserved: {
    status: 400,
    code: 'ACCOUNT_RESERVED',
    when: 'An entry names the clearing account of a string, which only conversions and transfers move.',
    message: ({ index, account }) =>
      `Entry ${index} names the account ${JSON.stringify(account)}, the clearing account of a string. Only conversions and transfers move it: use another account.`,
    errors: ({ index }) => ({ [`entries.${index}`]: ['names the clearing account of a string'] }),
  },
  AccountInactive: {
    status: 400,
    code: 'ACCOUNT_INACTIVE',
    when: 'An entry names an account that is inactive.',
    message: ({ index, account }) =>
      `Entry ${index} names the account ${JSON.stringify(account)}, which is inactive. Activate it first.`,
    errors: ({ index }) => ({ [`entries.${index}`]: ['names an account that is inactive'] }),
  },
  PeriodLocked: {
    status: 409,
    code: 'PERIOD_LOCKED',
    when: 'The effective date lies in a locked period.',
    message: ({ lockedUntil }) =>
      `Everything effective on or before ${lockedUntil} is locked. Use a later effective date.`,
  },
  TrancodeParamsInvalid: {
    status: 422,
    code: 'TRANCODE_PARAMS_INVALID',
    when: 'The parameters do not fit the transaction code, break a rule of it, or make entries that do not balance; `errors` tells by parameter.',
    message: ({ errors }) => `The parameters do not fit the transaction code: ${firstOf(errors)}.`,
    errors: ({ errors }) => errors,
  },
  EntriesNotBalanced: {
    status: 400,
    code: 'ENTRIES_NOT_BALANCED',
    when: 'In one of the layers debits and credits differ.',
    message: ({ layer, debits, credits }) =>
      `In the layer ${layer} the debits are ${debits} and the credits ${credits}. They must be equal.`,
  },
  ...attributeAnswers,
  ...attributeSearchAnswers,
  AccountCodeReserved: {
    status: 400,
    code: 'ACCOUNT_CODE_RESERVED',
    when: 'The code begins with `STR-`, as those of clearing accounts do.',
    message: ({ code }) =>
      `The code ${JSON.stringify(code)} begins with STR-, as those of clearing accounts do, which strings open. Choose another code.`,
  },
  AccountReserved: {
    status: 400,
    code: 'ACCOUNT_RESERVED',
    when: 'The account is the clearing account of a string, which keeps its code and stays active.',
    message: ({ account }) =>
      `The account ${JSON.stringify(account)} is the clearing account of a string: it keeps its code and stays active.`,
  },
  AccountCodeTaken: {
    status: 409,
    code: 'ACCOUNT_CODE_EXISTS',
    when: 'Another account of the ledger has this code.',
    message: ({ code }) =>
      `This ledger already has an account with the code ${JSON.stringify(code)}. Choose another code.`,
  },
  AccountHierarchyCycle: {
    status: 400,
    code: 'ACCOUNT_HIERARCHY_CYCLE',
    when: 'The account would stand below itself.',
    message: () => 'An account cannot stand under itself or under one of its descendants. Choose another parent.',
  },
  AccountDepthExceeded: {
    status: 400,
    code: 'ACCOUNT_DEPTH_EXCEEDED',
    when: 'Too many accounts would stand below one another.',
    message: ({ max }) => `At most ${max} accounts may stand below one another. Choose a parent higher up.`,
  },
  AccountHasEntries: {
    status: 400,
    code: 'ACCOUNT_HAS_ENTRIES',
    when: 'The type or the normal balance would change under entries.',
    message: () => 'The type and the normal balance of an account with entries cannot change. Open a new account.',
  },
  SystemAccountProtected: {
    status: 403,
    code: 'SYSTEM_ACCOUNT_PROTECTED',
    when: 'The account is a system account.',
    message: () => 'System accounts cannot be deleted. Deactivate it instead.',
  },
  AccountInUse: {
    status: 409,
    code: 'ACCOUNT_IN_USE',
    when: 'The account has entries, accounts below it, or a place in an account set.',
    message: ({ because }) => `The account cannot be deleted, because ${because}. Deactivate it instead.`,
  },
  ...undoingAnswers,
  BalanceLimitExceeded: {
    status: 422,
    code: 'BALANCE_LIMIT_EXCEEDED',
    when: 'A balance would go beyond the limit of its account.',
    message: (refusal) => `The ${passedLimit(refusal, 'would be')}.`,
  },
  ...totalsAnswers,
  TooManyEntries: {
    status: 422,
    code: 'STATEMENT_TOO_LARGE',
    when: 'The statement has more entries than one table may have.',
    message: ({ max }) =>
      `The statement has more than ${max} entries, which is too much for one table. Ask for fewer days, or read it as JSON, page by page.`,
  },
  AccountSetMemberMissing: {
    status: 404,
    code: 'ACCOUNT_SET_NOT_FOUND',
    when: 'The account set has no such member.',
    message: () => 'The account set has no such member.',
  },
  AccountSetCodeTaken: {
    status: 409,
    code: 'ACCOUNT_SET_CODE_EXISTS',
    when: 'Another account set of the ledger has this code.',
    message: ({ code }) =>
      `This ledger already has an account set with the code ${JSON.stringify(code)}. Choose another code.`,
  },
  AccountSetMemberExists: {
    status: 409,
    code: 'ACCOUNT_SET_MEMBER_EXISTS',
    when: 'It is a member of the account set already.',
    message: () => 'It is a member of this account set already.',
  },
  AccountSetCycle: {
    status: 422,
    code: 'ACCOUNT_SET_CYCLE',
    when: 'The account set would contain itself.',
    message: () => 'An account set cannot contain itself, not even through other sets.',
  },
  AccountSetDepthExceeded: {
    status: 422,
    code: 'ACCOUNT_SET_DEPTH_EXCEEDED',
    when: 'Too many account sets would stand inside one another.',
    message: ({ max }) => `At most ${max} account sets may stand inside one another.`,
  },
  TreeTooLarge: {
    status: 422,
    code: 'ACCOUNT_TREE_TOO_LARGE',
    when: 'The whole chart is too much for one answer.',
    message: ({ maxBytes }) =>
      `The chart takes more than ${maxBytes} bytes, which is too much for one answer. Leave out tree, and read the list page by page.`,
  },
  JournalMissing: {
    status: 404,
    code: 'JOURNAL_NOT_FOUND',
    when: 'The ledger has no such journal.',
    message: () => 'This ledger has no such journal.',
  },
  JournalCodeTaken: {
    status: 409,
    code: 'JOURNAL_CODE_EXISTS',
    when: 'Another journal of the ledger has this code.',
    message: ({ code }) =>
      `This ledger already has a journal with the code ${JSON.stringify(code)}. Choose another code.`,
  },
  JournalRenameForbidden: {
    status: 403,
    code: 'JOURNAL_RENAME_FORBIDDEN',
    when: 'The journal is DEFAULT, which keeps its code and its name.',
    message: () => 'The journal DEFAULT keeps its code and its name.',
  },
  PeriodLockMissing: {
    status: 404,
    code: 'PERIOD_LOCK_NOT_FOUND',
    when: 'The ledger has no such period lock.',
    message: () => 'This ledger has no such period lock.',
  },
  PeriodHasPending: {
    status: 409,
    code: 'PERIOD_HAS_PENDING',
    when: 'Transactions effective in the period still wait to be posted.',
    message: () => 'Transactions effective in this period still wait to be posted. Try again in a moment.',
  },
} as const satisfies RefusalAnswers<LedgeringRefusal>;

export const ledgeringAnswers = exemplified(answers, refusalExamples satisfies RefusalExamples<LedgeringRefusal>);
