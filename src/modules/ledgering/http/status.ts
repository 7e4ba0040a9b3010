/** The HTTP answers to ledgering's refusals. The code does not compile if an answer is missing. */
import {
  exemplified,
  firstOf,
  invalidAnswer,
  type RefusalAnswers,
  type RefusalExamples,
} from '../../../kernel/http/status';
import { idempotencyAnswers } from '../../../kernel/http/idempotency';
import { quotaAnswer } from '../../../kernel/http/quotas';
import type { QuotaReached } from '../../../kernel/quotas';
import { attributeAnswers, attributeSearchAnswers } from '../../attributes/http/answers';
import { overrideCapability } from '../application/overriding';
import type { AcceptRefusal } from '../application/writing/submission';
import type { OperationRefusal } from '../application/operations/operation';
import type { SearchRefusal } from '../application/search';
import type { AmendRefusal } from '../application/amending';
import type { CloseRefusal } from '../application/closing';
import type { VoidRefusal } from '../application/void';
import type { ChangeAccountRefusal } from '../domain/account';
import { maxRequestEntries } from '../domain/draft';
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
  PeriodNotOver,
  SequenceNotReached,
  SystemAccountProtected,
  TooManyAccounts,
  TooManyEntries,
  TreeTooLarge,
} from '../domain/refusals';
import { totalsAnswers, transactionAnswers } from './answers';
import { chartAnswers } from './chart/chart-status';
import { closingAnswers } from './chart/closing-status';
import { refusalExamples } from './refusal-examples';
import { wordsAnswers } from './transactions/words-status';
import { undoingAnswers } from './operations/undoing-status';

export type LedgeringRefusal =
  | AcceptRefusal
  | SearchRefusal
  | OperationRefusal
  | VoidRefusal
  | AmendRefusal
  | CloseRefusal
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
  | PeriodNotOver
  | SequenceNotReached
  | TooManyAccounts
  | TooManyEntries
  | LedgerNotFound
  | QuotaReached;

const answers = {
  Invalid: invalidAnswer,
  QuotaReached: quotaAnswer,
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
  ...idempotencyAnswers,
  ...transactionAnswers,
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
    message: ({ index, member, account }) =>
      `Entry ${index + 1} names the account ${JSON.stringify(account)}, which this ledger does not have. ${member === 'account_id' ? 'GET /accounts lists the accounts that it has' : 'Create it first'}.`,
    errors: ({ index, member, account }) => ({
      [`entries.${index}.${member}`]: [`names ${JSON.stringify(account)}, an account that this ledger does not have`],
    }),
  },
  CorrelationSourceNotFound: {
    status: 400,
    code: 'CORRELATION_SOURCE_NOT_FOUND',
    when: '`correlation_source_id` names no transaction of the ledger.',
    message: ({ sourceId }) =>
      `This ledger has no transaction ${sourceId}, which the request names as its correlation source.`,
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
    message: () =>
      'The journal is closed and takes no new transactions. Open it again; a new transaction can also use another journal.',
  },
  TrancodeDeprecated: {
    status: 400,
    code: 'TRANCODE_DEPRECATED',
    when: 'The transaction code is deprecated.',
    message: ({ code }) =>
      `The transaction code ${JSON.stringify(code)} is deprecated and takes no new transactions. Use another one: GET /trancodes?status=active lists them.`,
  },
  EntryAccountReserved: {
    status: 400,
    code: 'ACCOUNT_RESERVED',
    when: 'An entry names the clearing account of a string, to which only conversions and transfers may post.',
    message: ({ index, account }) =>
      `Entry ${index + 1} names the account ${JSON.stringify(account)}, the clearing account of a string. Only conversions and transfers may post to it: use another account.`,
    errors: ({ index }) => ({ [`entries.${index}`]: ['names the clearing account of a string'] }),
  },
  EntryAccountIsGroup: {
    status: 422,
    code: 'ACCOUNT_IS_GROUP',
    when: 'An entry names an account that only groups others (`is_group`).',
    message: ({ index, account }) =>
      `Entry ${index + 1} names the account ${JSON.stringify(account)}, which only groups other accounts and takes no entries. Post to an account that takes entries, such as one below it.`,
    errors: ({ index }) => ({ [`entries.${index}`]: ['names an account that only groups other accounts'] }),
  },
  AccountInactive: {
    status: 400,
    code: 'ACCOUNT_INACTIVE',
    when: 'An entry names an account that is inactive.',
    message: ({ index, account }) =>
      `Entry ${index + 1} names the account ${JSON.stringify(account)}, which is inactive. Activate it first.`,
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
    when: 'The parameters do not match the transaction code, violate one of its rules, or produce entries that do not balance; `errors` names each parameter.',
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
  ...chartAnswers,
  ...undoingAnswers,
  ...wordsAnswers,
  ...closingAnswers,
  LimitsOverrideForbidden: {
    status: 403,
    code: 'FORBIDDEN',
    when: 'The request has `override_limits`, and the caller lacks the capability `limits:override`.',
    message: () =>
      `override_limits needs the capability ${overrideCapability}. Leave it out, or ask an operator for a key that has the capability.`,
  },
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
    when: 'The statement has more entries than one CSV table may contain.',
    message: ({ max }) =>
      `The statement has more than ${max} entries, which is too many for one CSV table. Request fewer days, or read the statement as JSON, page by page.`,
  },
  TotalsTooLarge: {
    status: 422,
    code: 'TOTALS_TOO_LARGE',
    when: '`totals=true` would have to look at more transactions or entries than totals may.',
    message: ({ max }) =>
      `To compute the totals, the ledger would have to read more than ${max} rows. Filter the list by days, an account, a reference or rarer words, or leave totals out.`,
  },
  RequestTooLarge: {
    status: 422,
    code: 'REQUEST_TOO_LARGE',
    when: `The items of the request have more than ${maxRequestEntries} entries in total, including those that transaction codes and operations create; nothing is written.`,
    message: ({ entries, max }) =>
      `The items of this request have at least ${entries} entries in total; the limit is ${max}. Nothing was written. Send fewer items at a time.`,
  },
  PeriodLockMissing: {
    status: 404,
    code: 'PERIOD_LOCK_NOT_FOUND',
    when: 'The ledger has no such period lock.',
    message: () => 'This ledger has no such period lock.',
  },
  PeriodNotOver: {
    status: 422,
    code: 'PERIOD_NOT_OVER',
    when: 'The lock would include today or later days, and the request does not have `includes_open_days`.',
    message: ({ lockedUntil, today }) =>
      `A lock until ${lockedUntil} includes days that are not over: today is ${today}. Lock an earlier day, or send "includes_open_days": true so that nothing is posted on these days.`,
  },
  PeriodHasPending: {
    status: 409,
    code: 'PERIOD_HAS_PENDING',
    when: 'Transactions effective in the period are still waiting to be posted.',
    message: () => 'Transactions effective in this period are still waiting to be posted. Try again in a moment.',
  },
} as const satisfies RefusalAnswers<LedgeringRefusal>;

export const ledgeringAnswers = exemplified(answers, refusalExamples satisfies RefusalExamples<LedgeringRefusal>);
