/** The HTTP answers to refusals about accounts, account sets and journals. */
import { parseId } from '../../../../kernel/ids';
import type { RefusalAnswers } from '../../../../kernel/http/status';
import type {
  AccountCodeReserved,
  AccountCodeTaken,
  AccountDepthExceeded,
  AccountHasEntries,
  AccountHierarchyCycle,
  AccountInUse,
  AccountReserved,
  AccountSetCodeTaken,
  AccountSetCycle,
  AccountSetDepthExceeded,
  AccountSetMemberExists,
  AccountSetMemberMissing,
  JournalCodeTaken,
  JournalMissing,
  JournalRenameForbidden,
  ParentAccountNotFound,
  SystemAccountProtected,
  TreeTooLarge,
} from '../../domain/refusals';

export const chartAnswers = {
  AccountCodeReserved: {
    status: 400,
    code: 'ACCOUNT_CODE_RESERVED',
    when: 'The code begins with `STR-`, which is reserved for the clearing accounts of strings.',
    message: ({ code }) =>
      `The code ${JSON.stringify(code)} begins with STR-, which is reserved for the clearing accounts of strings. Choose another code.`,
  },
  AccountReserved: {
    status: 400,
    code: 'ACCOUNT_RESERVED',
    when: 'The account is the clearing account of a string: its code cannot change, and it cannot be deactivated.',
    message: ({ account }) =>
      `The account ${JSON.stringify(account)} is the clearing account of a string: its code cannot change, and it cannot be deactivated.`,
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
    when: 'The account would be its own ancestor.',
    message: () =>
      'The parent of an account cannot be the account itself or one of its descendants. Choose another parent.',
  },
  AccountDepthExceeded: {
    status: 400,
    code: 'ACCOUNT_DEPTH_EXCEEDED',
    when: 'Accounts would be nested too deeply.',
    message: ({ max }) => `Accounts can be nested at most ${max} levels deep. Choose a parent higher up.`,
  },
  AccountHasEntries: {
    status: 400,
    code: 'ACCOUNT_HAS_ENTRIES',
    when: 'The type, the normal balance or `is_group` would change under entries, posted or accepted.',
    message: () =>
      'The type, the normal balance and is_group of an account cannot change once a transaction names it. Open a new account.',
  },
  SystemAccountProtected: {
    status: 403,
    code: 'SYSTEM_ACCOUNT_PROTECTED',
    when: 'The account is a system account.',
    message: ({ isClearing }) =>
      isClearing
        ? 'The clearing account of a string can be neither deleted nor deactivated.'
        : 'A system account cannot be deleted. Deactivate it instead.',
  },
  AccountInUse: {
    status: 409,
    code: 'ACCOUNT_IN_USE',
    when: 'The account has entries or child accounts, or is a member of an account set.',
    message: ({ because }) => `The account cannot be deleted, because ${because}. Deactivate it instead.`,
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
    when: 'The account or set is already a member of the account set.',
    message: () => 'The account or set is already a member of this account set.',
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
    when: 'Account sets would be nested too deeply.',
    message: ({ max }) => `Account sets can be nested at most ${max} levels deep.`,
  },
  TreeTooLarge: {
    status: 422,
    code: 'ACCOUNT_TREE_TOO_LARGE',
    when: 'The chart is too large for one response.',
    message: ({ maxBytes }) =>
      `The chart has more than ${maxBytes} bytes, which is too large for one response. Leave out the parameter tree, and read the list page by page.`,
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
    when: 'The journal is DEFAULT, whose code and name cannot change.',
    message: () => 'The code and the name of the journal DEFAULT cannot change.',
  },
  ParentAccountNotFound: {
    status: 400,
    code: 'PARENT_ACCOUNT_NOT_FOUND',
    when: 'The parent account does not exist in the ledger.',
    message: ({ parent }) =>
      `This ledger has no account ${JSON.stringify(parent)}, which the request names as parent. ${parseId(parent) ? 'GET /accounts lists the accounts that it has' : 'Create it first'}.`,
  },
} as const satisfies RefusalAnswers<
  | AccountCodeReserved
  | AccountReserved
  | AccountCodeTaken
  | AccountHierarchyCycle
  | AccountDepthExceeded
  | AccountHasEntries
  | SystemAccountProtected
  | AccountInUse
  | AccountSetMemberMissing
  | AccountSetCodeTaken
  | AccountSetMemberExists
  | AccountSetCycle
  | AccountSetDepthExceeded
  | TreeTooLarge
  | JournalMissing
  | JournalCodeTaken
  | JournalRenameForbidden
  | ParentAccountNotFound
>;
