/** The refusals of ledgering, in the order in which they are checked: form, idempotency, existence, state, balance. */
import type { LimitBasis } from '../../../kernel/accounting';
import type { Scope } from '../../../kernel/principal';
import type { FieldErrors } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';

export interface Invalid {
  readonly kind: 'Invalid';
  readonly errors: FieldErrors;
}
export interface PostingModeConflict {
  readonly kind: 'PostingModeConflict';
}
export interface AmountPrecisionExceeded {
  readonly kind: 'AmountPrecisionExceeded';
  readonly field: string;
  readonly storageDecimals: number;
}
export interface CorrelationPairIncomplete {
  readonly kind: 'CorrelationPairIncomplete';
}
export interface IdempotencyKeyInUse {
  readonly kind: 'IdempotencyKeyInUse';
  readonly key: string;
}
export interface IdempotencyKeyReused {
  readonly kind: 'IdempotencyKeyReused';
  readonly key: string;
}
export interface TransactionNotFound {
  readonly kind: 'TransactionNotFound';
}
export interface AccountMissing {
  readonly kind: 'AccountMissing';
}
export interface LedgerNotFound {
  readonly kind: 'LedgerNotFound';
}
export interface JournalNotFound {
  readonly kind: 'JournalNotFound';
  readonly journalId: string;
}
/** An entry names an account that this ledger does not have. */
export interface EntryAccountNotFound {
  readonly kind: 'EntryAccountNotFound';
  readonly index: number;
  /** The member of the entry that names the missing account, and the value of that member. */
  readonly member: 'account_code' | 'account_id';
  readonly account: string;
}
export interface ParentAccountNotFound {
  readonly kind: 'ParentAccountNotFound';
  readonly parent: string;
}
export interface CorrelationSourceNotFound {
  readonly kind: 'CorrelationSourceNotFound';
  readonly sourceId: string;
}
/** The requested code is reserved for clearing accounts. */
export interface AccountCodeReserved {
  readonly kind: 'AccountCodeReserved';
  readonly code: string;
}
export interface AccountCodeTaken {
  readonly kind: 'AccountCodeTaken';
  readonly code: string;
}
export interface LedgerCodeTaken {
  readonly kind: 'LedgerCodeTaken';
  readonly code: string;
}
export interface JournalClosed {
  readonly kind: 'JournalClosed';
}
export interface PeriodLocked {
  readonly kind: 'PeriodLocked';
  readonly lockedUntil: Day;
}
export interface AccountInactive {
  readonly kind: 'AccountInactive';
  /** The index of the entry that names the inactive account. */
  readonly index: number;
  readonly account: string;
}
/** The code of a clearing account cannot change, and a clearing account cannot be deactivated. */
export interface AccountReserved {
  readonly kind: 'AccountReserved';
  readonly account: string;
}
/** An entry names a clearing account, which only conversions and transfers may use. */
export interface EntryAccountReserved {
  readonly kind: 'EntryAccountReserved';
  readonly index: number;
  readonly account: string;
}
/** An entry names an account that only groups other accounts. */
export interface EntryAccountIsGroup {
  readonly kind: 'EntryAccountIsGroup';
  readonly index: number;
  readonly account: string;
}
export interface EntriesNotBalanced {
  readonly kind: 'EntriesNotBalanced';
  readonly layer: string;
  /** The sums of the debits and of the credits in major units. */
  readonly debits: string;
  readonly credits: string;
}
/** The request overrides limits, but its caller may not override them. */
export interface LimitsOverrideForbidden {
  readonly kind: 'LimitsOverrideForbidden';
}
export interface BalanceLimitExceeded {
  readonly kind: 'BalanceLimitExceeded';
  readonly account: string;
  readonly basis: LimitBasis;
  readonly limit: 'min_balance' | 'max_balance';
  /** The first day on which the balance would be beyond the limit, and farther beyond it than before. */
  readonly day: Day;
  /** The limit, and the balance that would be beyond it, in major units. */
  readonly bound: string;
  readonly balance: string;
}
/** Several processes died while they posted this transaction alone (quarantine). */
export interface PostingCrashed {
  readonly kind: 'PostingCrashed';
}
/** The database refused a transaction that the ledger had allowed. Its triggers and constraints are the last check. */
export interface PostingRefused {
  readonly kind: 'PostingRefused';
}
export interface TransactionAlreadyReversed {
  readonly kind: 'TransactionAlreadyReversed';
}
export interface TransactionNotReversible {
  readonly kind: 'TransactionNotReversible';
  readonly because: string;
}
/** The reversal would undo more than remains of an entry, or of the whole transaction if `entryId` is null. */
export interface ReversalExceedsRemainder {
  readonly kind: 'ReversalExceedsRemainder';
  readonly entryId: string | null;
  /** The requested amount and the remaining amount, in major units. */
  readonly amount: string;
  readonly left: string;
}
/** The maximum number of reversals has been reached: only a reversal of the whole remaining amount is still possible. */
export interface ReversalPartsExceeded {
  readonly kind: 'ReversalPartsExceeded';
  readonly max: number;
}
/** The request would settle or release more than remains of an entry, or of the whole hold if `entryId` is null. */
export interface HoldExceeded {
  readonly kind: 'HoldExceeded';
  readonly entryId: string | null;
  /** The requested amount, and the remaining amount, in major units. */
  readonly amount: string;
  readonly left: string;
  /** Whether the request was a settlement. Only a settlement may exceed the hold, if the request allows it. */
  readonly isSettlement: boolean;
}
/** The key lacks a scope that an operation of the batch needs. The operation's own endpoint needs the same scope. */
export interface ScopeMissing {
  readonly kind: 'ScopeMissing';
  readonly scope: Scope;
}
/** The release, settlement or reversal would be effective before the transaction that it undoes. */
export interface DateBeforeOriginal {
  readonly kind: 'DateBeforeOriginal';
  readonly date: Day;
  /** The earliest allowed date: the effective date of the undone transaction, or of its latest extension. */
  readonly earliest: Day;
}
/** The transaction to settle or release is not a hold, or has no remaining amount. */
export interface HoldNotOpen {
  readonly kind: 'HoldNotOpen';
  readonly because: string;
}
export interface TransactionNotVoidable {
  readonly kind: 'TransactionNotVoidable';
  readonly because: string;
}
export interface AccountHierarchyCycle {
  readonly kind: 'AccountHierarchyCycle';
}
export interface AccountDepthExceeded {
  readonly kind: 'AccountDepthExceeded';
  readonly max: number;
}
export interface AccountHasEntries {
  readonly kind: 'AccountHasEntries';
}
export interface SystemAccountProtected {
  readonly kind: 'SystemAccountProtected';
  /** Whether it is the clearing account of a string, which cannot be deactivated either. */
  readonly isClearing: boolean;
}
export interface AccountInUse {
  readonly kind: 'AccountInUse';
  readonly because: string;
}
export interface JournalMissing {
  readonly kind: 'JournalMissing';
}
export interface JournalCodeTaken {
  readonly kind: 'JournalCodeTaken';
  readonly code: string;
}
export interface JournalRenameForbidden {
  readonly kind: 'JournalRenameForbidden';
}
export interface AccountSetMissing {
  readonly kind: 'AccountSetMissing';
}
export interface AccountSetCodeTaken {
  readonly kind: 'AccountSetCodeTaken';
  readonly code: string;
}
export interface AccountSetMemberExists {
  readonly kind: 'AccountSetMemberExists';
}
export interface AccountSetMemberMissing {
  readonly kind: 'AccountSetMemberMissing';
}
export interface AccountSetCycle {
  readonly kind: 'AccountSetCycle';
}
export interface AccountSetDepthExceeded {
  readonly kind: 'AccountSetDepthExceeded';
  readonly max: number;
}
/** The request has too many entries. No part of the request is written. */
export interface RequestTooLarge {
  readonly kind: 'RequestTooLarge';
  /** The number of counted entries. Counting stops when the limit is exceeded. */
  readonly entries: number;
  readonly max: number;
}
export interface TreeTooLarge {
  readonly kind: 'TreeTooLarge';
  readonly maxBytes: number;
}
/** The log has not reached the requested sequence, so the result could still change. */
export interface SequenceNotReached {
  readonly kind: 'SequenceNotReached';
  /** The sequence of the last event of the log. */
  readonly last: bigint;
}
/** The ledger has more accounts than a report may have. Reports are computed in memory. */
export interface TooManyAccounts {
  readonly kind: 'TooManyAccounts';
  readonly max: number;
}
/** The statement has more entries than a table may have. A table is not divided into pages. */
export interface TooManyEntries {
  readonly kind: 'TooManyEntries';
  readonly max: number;
}
/** The list has too many rows for totals, which are added up row by row. */
export interface TotalsTooLarge {
  readonly kind: 'TotalsTooLarge';
  readonly max: number;
}
export interface PeriodLockMissing {
  readonly kind: 'PeriodLockMissing';
}
export interface PeriodNotOver {
  readonly kind: 'PeriodNotOver';
  readonly lockedUntil: Day;
  readonly today: Day;
}
export interface PeriodHasPending {
  readonly kind: 'PeriodHasPending';
}
/** An ordinary account has the code that the clearing account of the string must have. */
export interface ClearingAccountTaken {
  readonly kind: 'ClearingAccountTaken';
  readonly account: string;
}

/** The reasons why a new transaction is not accepted. */
export type DraftRefusal =
  | Invalid
  | PostingModeConflict
  | AmountPrecisionExceeded
  | CorrelationPairIncomplete
  | JournalNotFound
  | EntryAccountNotFound
  | CorrelationSourceNotFound
  | JournalClosed
  | EntryAccountReserved
  | EntryAccountIsGroup
  | AccountInactive
  | PeriodLocked
  | EntriesNotBalanced;
export type IdempotencyRefusal = IdempotencyKeyInUse | IdempotencyKeyReused;
/** The reasons why an accepted transaction fails. Only facts that may change between acceptance and posting can be a reason. */
export type PostingFailure =
  JournalClosed | PeriodLocked | AccountInactive | BalanceLimitExceeded | PostingCrashed | PostingRefused;
