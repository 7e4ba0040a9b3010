/** The models of the API, generated from its OpenAPI document by `make docs`. */

/** An exact decimal in major units, such as `10.50`. It is a string, because a number would round it. */
export type Amount = string;
/** A day, such as `2026-01-31`. */
export type Day = string;
/** An instant, such as `2026-01-31T10:00:00.000Z`. */
export type Instant = string;
/** One of the known values, or a value that a later version of the ledger added. */
export type Open<Choice extends string> = Choice | (string & {});
/** The members of an object that a later version of the ledger added, unchanged. */
export type Unknown = Readonly<Record<string, unknown>>;

/** The codes of refusals. docs/reference/refusals.md explains each of them. */
export type RefusalCode =
  | 'ACCOUNT_CODE_EXISTS'
  | 'ACCOUNT_CODE_RESERVED'
  | 'ACCOUNT_DEPTH_EXCEEDED'
  | 'ACCOUNT_HAS_BALANCE'
  | 'ACCOUNT_HAS_ENTRIES'
  | 'ACCOUNT_HAS_HOLDS'
  | 'ACCOUNT_HIERARCHY_CYCLE'
  | 'ACCOUNT_INACTIVE'
  | 'ACCOUNT_IN_USE'
  | 'ACCOUNT_IS_GROUP'
  | 'ACCOUNT_NOT_CLOSABLE'
  | 'ACCOUNT_NOT_FOUND'
  | 'ACCOUNT_RESERVED'
  | 'ACCOUNT_SET_CODE_EXISTS'
  | 'ACCOUNT_SET_CYCLE'
  | 'ACCOUNT_SET_DEPTH_EXCEEDED'
  | 'ACCOUNT_SET_MEMBER_EXISTS'
  | 'ACCOUNT_SET_NOT_FOUND'
  | 'ACCOUNT_TREE_TOO_LARGE'
  | 'AGING_TOO_LARGE'
  | 'AMOUNT_PRECISION_EXCEEDED'
  | 'ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED'
  | 'ATTRIBUTE_COUNT_EXCEEDED'
  | 'ATTRIBUTE_DEFINITION_NOT_FOUND'
  | 'ATTRIBUTE_INVALID_KEY'
  | 'ATTRIBUTE_INVALID_VALUE'
  | 'ATTRIBUTE_KEY_CAP_EXCEEDED'
  | 'ATTRIBUTE_KEY_EXISTS'
  | 'ATTRIBUTE_NOT_DECLARED'
  | 'ATTRIBUTE_NOT_INDEXED'
  | 'ATTRIBUTE_RESERVED_KEY'
  | 'ATTRIBUTE_VALUE_TOO_LONG'
  | 'BALANCE_LIMIT_EXCEEDED'
  | 'BATCH_REJECTED'
  | 'CASH_FLOW_TOO_LARGE'
  | 'CHECKPOINT_NOT_FOUND'
  | 'CORRELATION_PAIR_INCOMPLETE'
  | 'CORRELATION_SOURCE_NOT_FOUND'
  | 'CSRF_TOKEN_INVALID'
  | 'DATE_BEFORE_ORIGINAL'
  | 'ENTRIES_NOT_BALANCED'
  | 'EVENTS_ADMIN_CAPABILITY_REQUIRED'
  | 'EVENT_STREAMS_EXHAUSTED'
  | 'EXPORTS_EXHAUSTED'
  | 'EXPORT_TOO_LARGE'
  | 'FORBIDDEN'
  | 'HOLD_EXCEEDED'
  | 'HOLD_NOT_OPEN'
  | 'HOLD_NOT_RAISED'
  | 'HOLD_UNCHANGED'
  | 'INTERNAL_ERROR'
  | 'INVALID_CURSOR'
  | 'JOURNAL_CLOSED'
  | 'JOURNAL_CODE_EXISTS'
  | 'JOURNAL_NOT_FOUND'
  | 'JOURNAL_RENAME_FORBIDDEN'
  | 'KEY_NOT_ACTIVE'
  | 'KEY_NOT_FOUND'
  | 'LAST_ADMINISTRATOR'
  | 'LEDGER_CODE_EXISTS'
  | 'LEDGER_NOT_FOUND'
  | 'LOG_CHANGED'
  | 'MALFORMED_REQUEST'
  | 'NOTHING_AMENDED'
  | 'OPERATOR_EXISTS'
  | 'OPERATOR_INACTIVE'
  | 'OPERATOR_NOT_FOUND'
  | 'OWN_LINK'
  | 'PARENT_ACCOUNT_NOT_FOUND'
  | 'PASSWORD_REQUIRED'
  | 'PAYLOAD_TOO_LARGE'
  | 'PERIOD_HAS_PENDING'
  | 'PERIOD_LOCKED'
  | 'PERIOD_LOCK_NOT_FOUND'
  | 'PERIOD_NOT_OVER'
  | 'POSTING_MODE_CONFLICT'
  | 'QUOTA_REACHED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'RECEIPT_NOT_READY'
  | 'REPORT_TOO_LARGE'
  | 'REQUEST_TIMEOUT'
  | 'REQUEST_TOO_LARGE'
  | 'REVERSAL_EXCEEDS_REMAINDER'
  | 'REVERSAL_PARTS_EXCEEDED'
  | 'SEQUENCE_NOT_REACHED'
  | 'SERVICE_UNAVAILABLE'
  | 'SESSION_NOT_FOUND'
  | 'STATEMENT_TOO_LARGE'
  | 'STRING_CODE_EXISTS'
  | 'STRING_CURRENCY_MISMATCH'
  | 'STRING_FOREIGN_LEDGER'
  | 'STRING_INACTIVE'
  | 'STRING_KEY_MISSING_CAPABILITY'
  | 'STRING_KEY_NOT_IN_STRING'
  | 'STRING_NOT_FOUND'
  | 'STRING_OPERATION_INVALID'
  | 'STRING_OP_NOT_ALLOWED'
  | 'STRING_PERIOD_LOCKED'
  | 'SWEEP_ACCOUNT_UNFIT'
  | 'SYSTEM_ACCOUNT_PROTECTED'
  | 'TENANT_NOT_FOUND'
  | 'TEST_CLOCKS_DISABLED'
  | 'TEST_CLOCK_MISSING'
  | 'TEST_CLOCK_TOO_LATE'
  | 'TOO_MANY_HEADERS'
  | 'TOTALS_TOO_LARGE'
  | 'TRANCODE_CODE_EXISTS'
  | 'TRANCODE_DEPRECATED'
  | 'TRANCODE_NOT_BALANCED'
  | 'TRANCODE_NOT_FOUND'
  | 'TRANCODE_PARAMS_INVALID'
  | 'TRANSACTION_ALREADY_REVERSED'
  | 'TRANSACTION_NOT_AMENDABLE'
  | 'TRANSACTION_NOT_FOUND'
  | 'TRANSACTION_NOT_REVERSIBLE'
  | 'TRANSACTION_NOT_VOIDABLE'
  | 'TRANSACTION_WORDS_ONLY'
  | 'UNAUTHORIZED'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'VALIDATION_ERROR'
  | 'VERIFICATION_NOT_FOUND'
  | 'VERIFICATION_RUNNING'
  | 'WEBHOOK_DELIVERY_NOT_FOUND'
  | 'WEBHOOK_ENDPOINT_NOT_FOUND'
  | 'WEBHOOK_URL_FORBIDDEN'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused';

/** The outcomes of the items of a batch. */
export interface AcceptedBatch {
  /** The id of the batch, by which GET /transactions finds its transactions. */
  readonly batch_id: string;
  /** Whether the items succeed or fail together. */
  readonly atomic: boolean;
  /** The number of accepted items, including replays. */
  readonly accepted: number;
  /** The number of refused items. */
  readonly rejected: number;
  /** The number of accepted transactions that an earlier request created. */
  readonly replayed: number;
  /** One for each item, in the order of the request. */
  readonly results: readonly BatchResult[];
}

/** A transaction that was accepted, and is posted or will be. */
export interface AcceptedTransaction {
  /** The transaction, which GET /transactions/{id} returns. */
  readonly id: string;
  /**
   * `pending`, or `failed` if it failed at once; with `Prefer: wait` the outcome, `posted` or `failed`, if it came in
   * time. The answer to a repeated request has the present status.
   */
  readonly status: Open<TransactionStatus>;
  /** The idempotency key of the request. */
  readonly idempotency_key: string;
  /** The id that groups it with related transactions; null if it has none. */
  readonly correlation_id: string | null;
  /** Why it failed; else null. */
  readonly code: string | null;
  /** The next step, or the cause of the failure, for people. */
  readonly message: string;
}

/** An account of the chart, with its balance. */
export interface Account {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** The code in entries, unique within the ledger. */
  readonly code: string;
  /** The name for people. */
  readonly name: string;
  /** Determines on which side the account increases, and where reports show it. */
  readonly type: Open<AccountType>;
  /** Whether the account is internal (`system`), or holds the balance of an end user (`customer`). */
  readonly category: Open<AccountCategory>;
  /** The side on which its balance is positive. */
  readonly normal_balance: Open<EntryType>;
  /** The account above it; null for an account at the top. */
  readonly parent_id: string | null;
  /** The purpose; null if none was given. */
  readonly description: string | null;
  /** Whether it takes new entries. */
  readonly is_active: boolean;
  /** Whether it is protected: a system account cannot be deleted. */
  readonly is_system: boolean;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
  /** Whether `min_balance` and `max_balance` are enforced. */
  readonly enforce_balance_limits: boolean;
  /** The balance to which the limits apply. */
  readonly limit_basis: Open<LimitBasis>;
  /** The minimum balance, in major units; null for no limit. */
  readonly min_balance: Amount | null;
  /** The maximum balance, in major units; null for no limit. */
  readonly max_balance: Amount | null;
  /**
   * The part of the cash flow statement to which it belongs; null for that of the account above it, or at the top
   * `financing` for equity and `operating` for all others.
   */
  readonly cash_flow: Open<CashFlowClass> | null;
  /**
   * Whether it only groups the accounts below it: it takes no entries, so its own balance is zero. Reports show the
   * sum below it as its subtotal.
   */
  readonly is_group: boolean;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
  /**
   * The settled balance as of today, in major units, without entries of later days: positive on the side of
   * `normal_balance`.
   */
  readonly balance: Amount;
}

/** The balance of an account as of a day. */
export interface AccountBalance {
  /** The account whose balance it is. */
  readonly account_id: string;
  /** The code of the account in the chart. */
  readonly account_code: string;
  /** The name of the account in the chart. */
  readonly account_name: string;
  /** The type of the account, such as `asset` or `revenue`. */
  readonly account_type: Open<AccountType>;
  /** The side on which balances are positive. */
  readonly normal_balance: Open<EntryType>;
  readonly balances: Balances;
  readonly layer_details: LayerDetails;
  /** The currency of the ledger. */
  readonly currency: string;
  /** The day at whose end the balance is taken. */
  readonly as_of_date: Day;
  /** When it was calculated, in UTC; with `known_at_sequence`, when that was what was known. */
  readonly calculated_at: Instant;
  /** The requested sequence of the log; null for the current state. */
  readonly known_at_sequence: number | null;
}

/**
 * The owner of an account: `system` is internal (general ledger), `customer` the balance of an end user, which
 * strings convert and transfer.
 */
export type AccountCategory = 'system' | 'customer';

/** A change to an account: fields that are left out stay unchanged; null removes an optional value. */
export interface AccountChange {
  /** The account above it from now on; null puts it at the top. */
  readonly parent_id?: string | null;
  /** Another code, which after the creation is exactly 4 characters (specification, "Account"). */
  readonly code?: string;
  /** The name for people, at most 255 characters. */
  readonly name?: string;
  /** Another type, as long as the account has no entries. */
  readonly type?: AccountType;
  /** The other side, as long as the account has no entries. */
  readonly normal_balance?: EntryType;
  /** The purpose, in at most 1,000 characters. Null for none. */
  readonly description?: string | null;
  /** Whether it takes new entries from now on. Posted transactions stay. */
  readonly is_active?: boolean;
  /** Replaces all metadata; null removes it. */
  readonly metadata?: Metadata | null;
  /**
   * Whether `min_balance` and `max_balance` are enforced: whatever would bring the balance beyond them is refused, or
   * fails.
   */
  readonly enforce_balance_limits?: boolean;
  /** The balance to which the limits apply from now on. */
  readonly limit_basis?: LimitBasis;
  /** The minimum balance, in major units; null for no limit. It may be negative only for liability accounts. */
  readonly min_balance?: Amount | null;
  /** The maximum balance, in major units, at least `min_balance`; null for no limit. */
  readonly max_balance?: Amount | null;
  /** The part of the cash flow statement to which it belongs from now on; null for that of the account above it. */
  readonly cash_flow?: CashFlowClass | null;
  /** Whether it only groups the accounts below it from now on, as long as the account has no entries. */
  readonly is_group?: boolean;
}

/** The close of an account. */
export interface AccountClosing {
  /** The code of the account that receives the settled balance, in the same commit; null if the account has none. */
  readonly sweep_to_account_code?: string | null;
  /** Why, in 1 to 1,000 characters. It is kept in the log permanently. */
  readonly reason?: string | null;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time.
   */
  readonly idempotency_key?: string | null;
}

/** An entry of an account, with the balance after it. */
export interface AccountEntry {
  /** The entry. */
  readonly id: string;
  /** The transaction to which it belongs. */
  readonly transaction_id: string;
  /** The account that it debits or credits. */
  readonly account_id: string;
  /** The code of the account in the chart. */
  readonly account_code: string;
  /** Whether the account was debited or credited. */
  readonly type: Open<EntryType>;
  /** The amount, in major units: greater than zero. */
  readonly amount: Amount;
  /** The layer of the entry. */
  readonly layer: Open<Layer>;
  /** The day from which it counts in balances. */
  readonly effective_date: Day;
  /**
   * The running balance of its layer after this entry, in major units, including everything before the page and
   * before `start_date`.
   */
  readonly balance_after: Amount;
  readonly transaction: EntryTransaction;
}

/** The account of the entries. */
export interface AccountHeading {
  /** The account. */
  readonly id: string;
  /** The code of the account. */
  readonly code: string;
  /** The name of the account in the chart. */
  readonly name: string;
  /** The side on which its balance is positive. */
  readonly normal_balance: Open<EntryType>;
}

/** An account with the accounts below it. */
export interface AccountNode {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** The code in entries, unique within the ledger. */
  readonly code: string;
  /** The name for people. */
  readonly name: string;
  /** Determines on which side the account increases, and where reports show it. */
  readonly type: Open<AccountType>;
  /** Whether the account is internal (`system`), or holds the balance of an end user (`customer`). */
  readonly category: Open<AccountCategory>;
  /** The side on which its balance is positive. */
  readonly normal_balance: Open<EntryType>;
  /** The account above it; null for an account at the top. */
  readonly parent_id: string | null;
  /** The purpose; null if none was given. */
  readonly description: string | null;
  /** Whether it takes new entries. */
  readonly is_active: boolean;
  /** Whether it is protected: a system account cannot be deleted. */
  readonly is_system: boolean;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
  /** Whether `min_balance` and `max_balance` are enforced. */
  readonly enforce_balance_limits: boolean;
  /** The balance to which the limits apply. */
  readonly limit_basis: Open<LimitBasis>;
  /** The minimum balance, in major units; null for no limit. */
  readonly min_balance: Amount | null;
  /** The maximum balance, in major units; null for no limit. */
  readonly max_balance: Amount | null;
  /**
   * The part of the cash flow statement to which it belongs; null for that of the account above it, or at the top
   * `financing` for equity and `operating` for all others.
   */
  readonly cash_flow: Open<CashFlowClass> | null;
  /**
   * Whether it only groups the accounts below it: it takes no entries, so its own balance is zero. Reports show the
   * sum below it as its subtotal.
   */
  readonly is_group: boolean;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
  /**
   * The settled balance as of today, in major units, without entries of later days: positive on the side of
   * `normal_balance`.
   */
  readonly balance: Amount;
  /** The accounts directly below it, by code. */
  readonly children: readonly AccountNode[];
}

/** An account as an event shows it: without its balance. */
export interface AccountRecord {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** The code in entries, unique within the ledger. */
  readonly code: string;
  /** The name for people. */
  readonly name: string;
  /** Determines on which side the account increases, and where reports show it. */
  readonly type: Open<AccountType>;
  /** Whether the account is internal (`system`), or holds the balance of an end user (`customer`). */
  readonly category: Open<AccountCategory>;
  /** The side on which its balance is positive. */
  readonly normal_balance: Open<EntryType>;
  /** The account above it; null for an account at the top. */
  readonly parent_id: string | null;
  /** The purpose; null if none was given. */
  readonly description: string | null;
  /** Whether it takes new entries. */
  readonly is_active: boolean;
  /** Whether it is protected: a system account cannot be deleted. */
  readonly is_system: boolean;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
  /** Whether `min_balance` and `max_balance` are enforced. */
  readonly enforce_balance_limits: boolean;
  /** The balance to which the limits apply. */
  readonly limit_basis: Open<LimitBasis>;
  /** The minimum balance, in major units; null for no limit. */
  readonly min_balance: Amount | null;
  /** The maximum balance, in major units; null for no limit. */
  readonly max_balance: Amount | null;
  /**
   * The part of the cash flow statement to which it belongs; null for that of the account above it, or at the top
   * `financing` for equity and `operating` for all others.
   */
  readonly cash_flow: Open<CashFlowClass> | null;
  /**
   * Whether it only groups the accounts below it: it takes no entries, so its own balance is zero. Reports show the
   * sum below it as its subtotal.
   */
  readonly is_group: boolean;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
}

/** A group of accounts and of other sets, for reports. */
export interface AccountSet {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** The code in entries, unique within the ledger. */
  readonly code: string;
  /** The name for people. */
  readonly name: string;
  /** The purpose; null if none was given. */
  readonly description: string | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
}

/** The balance of an account set as of a day: that of all accounts in it, each counted once. */
export interface AccountSetBalance {
  /** The account set whose balance it is. */
  readonly account_set_id: string;
  /** The code of the account set in reports. */
  readonly account_set_code: string;
  /** The name of the account set for people. */
  readonly account_set_name: string;
  /** Always `debit`: the accounts of a set may have different normal sides, so debits count as positive. */
  readonly normal_balance: Open<EntryType>;
  readonly balances: Balances;
  readonly layer_details: LayerDetails;
  /** The currency of the ledger. */
  readonly currency: string;
  /** The day at whose end the balance is taken. */
  readonly as_of_date: Day;
  /** When it was calculated, in UTC; with `known_at_sequence`, when that was what was known. */
  readonly calculated_at: Instant;
  /** The requested sequence of the log; null for the current state. */
  readonly known_at_sequence: number | null;
}

/** A change to an account set: fields that are left out stay unchanged. */
export interface AccountSetChange {
  /**
   * The code in reports: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique among the account sets of the ledger.
   */
  readonly code?: string;
  /** The name for people, at most 255 characters. */
  readonly name?: string;
  /** The purpose, in at most 1,000 characters. Null for none. */
  readonly description?: string | null;
  /** Replaces all metadata; null removes it. */
  readonly metadata?: Metadata | null;
}

/** An account, or another set, in an account set. */
export interface AccountSetMember {
  /** The set to which it belongs. */
  readonly account_set_id: string;
  /** Whether the member is an account or another account set. */
  readonly member_type: Open<AccountSetMemberType>;
  /** The account or the account set. */
  readonly member_id: string;
  /** The code of the member. */
  readonly code: string;
  /** The name of the member. */
  readonly name: string;
  /** When it became a member, in UTC. */
  readonly created_at: Instant;
}

/** The kinds of members of an account set. */
export type AccountSetMemberType = 'account' | 'account_set';

/** A membership in an account set, as an event shows it: without the name of the member. */
export interface AccountSetMembership {
  /** The set to which it belongs. */
  readonly account_set_id: string;
  /** Whether the member is an account or another account set. */
  readonly member_type: Open<AccountSetMemberType>;
  /** The account or the account set. */
  readonly member_id: string;
  /** When it became a member, in UTC. */
  readonly created_at: Instant;
}

/** The head of a statement: the opening balance of the account, the debits and credits, and the closing balance. */
export interface AccountStatement {
  /** The account to which it belongs. */
  readonly account: AccountHeading;
  /** The layer whose entries it lists. */
  readonly layer: Open<Layer>;
  /** The first day of the statement. */
  readonly from: Day;
  /** The last day of the statement. */
  readonly to: Day;
  /** The currency of the ledger. */
  readonly currency: string;
  /** The balance before the first day, in major units. */
  readonly opening_balance: Amount;
  /** The sum of the debits from the first day to the last. */
  readonly debits: Amount;
  /** The sum of the credits from the first day to the last. */
  readonly credits: Amount;
  /** The balance at the end of the last day, in major units. */
  readonly closing_balance: Amount;
  /** The sequence of the log that the statement covers. */
  readonly head: LogPlace;
  /** When the event at that sequence happened, in UTC; null before the first event. */
  readonly known_at: Instant | null;
}

/** The type of an account. Assets and expenses increase with debits; liabilities, equity and revenue with credits. */
export type AccountType = 'asset' | 'liability' | 'equity' | 'revenue' | 'expense';

export interface AccountsEntriesMeta {
  readonly account: AccountHeading;
  /**
   * With `totals=true` the sums of the whole list. A list of transactions counts all of their entries, in any layer
   * and status, or with `account_id` the entries of that account. Null without `totals=true`.
   */
  readonly totals: ListTotals | null;
}

export interface AccountsStatementMeta {
  readonly statement: AccountStatement;
}

/** An event of the ledger: a line of its log, without the subject's data. */
export interface Activity {
  /** Its sequence in the log of the ledger: 1, 2, 3, …, without a gap. */
  readonly sequence: number;
  /** The type of the event. */
  readonly type: Open<EventType>;
  /** The transaction that the event is about; null if none. */
  readonly transaction_id: string | null;
  /** The account that the event is about; null if none. */
  readonly account_id: string | null;
  /** The journal that the event is about; null if none. */
  readonly journal_id: string | null;
  /** The period lock that the event is about; null if none. */
  readonly period_lock_id: string | null;
  /** The account set that the event is about; null if none. */
  readonly account_set_id: string | null;
  /** The member of the account set that the event is about; null if none. */
  readonly member_id: string | null;
  /** The transaction code that the event is about; null if none. */
  readonly trancode_id: string | null;
  /** The conversion or transfer that the event is about; null if none. */
  readonly string_operation_id: string | null;
  /** The reason that was given, or the code by which a transaction failed; null without one. */
  readonly reason: string | null;
  /** The actor: the prefix of a key, `operator:` and an id, or `expiry` if the time of a hold was over. */
  readonly actor: string;
  /** When it happened, in UTC. */
  readonly occurred_at: Instant;
  /** The hash of this line and of all before it, in hex: a chain that cannot be rewritten unnoticed. */
  readonly hash: string;
}

/** The open parts of balances by age. */
export interface Aging {
  /** The day at whose end the books are read. */
  readonly as_of_date: Day;
  /** The account set to which it is limited; null for all accounts. */
  readonly account_set_code: string | null;
  /** The key of the attribute whose values are rows; null for one row per account. */
  readonly aging_by: string | null;
  /** An item is due this many days after its effective date. */
  readonly terms: number;
  /** The layer that the report covers. */
  readonly layer: Open<Layer>;
  /** The currency of the ledger. */
  readonly currency: string;
  /** The sequence of the log that the report covers: a request with this sequence always returns the same report. */
  readonly head: LogPlace;
  /** When the event at that sequence happened, in UTC; null before the first event. */
  readonly known_at: Instant | null;
  /** The requested sequence; null for the current state. */
  readonly known_at_sequence: number | null;
  /** The sums of the rows, for each type of account that has any. */
  readonly totals: readonly AgingTotal[];
  /** By code of the account, then by value. Rows without an open amount are left out. */
  readonly rows: readonly AgingRow[];
}

/** The open amounts of an account, or of one value of the attribute on it. */
export interface AgingRow {
  /** The account of the row. */
  readonly account_id: string;
  /** The code of the account. */
  readonly code: string;
  /** The name of the account. */
  readonly name: string;
  /** Determines on which side amounts are positive. */
  readonly type: Open<AccountType>;
  /** The value of the attribute; null for entries without it, or if `aging_by` is left out. */
  readonly value: string | null;
  /** The open amount, in major units: the sum of all ages. */
  readonly open: Amount;
  /** The part that is not due, or due on the day itself. */
  readonly not_due: Amount;
  /** The part that is 1 to 30 days overdue. */
  readonly days_1_to_30: Amount;
  /** The part that is 31 to 60 days overdue. */
  readonly days_31_to_60: Amount;
  /** The part that is 61 to 90 days overdue. */
  readonly days_61_to_90: Amount;
  /** The part that is more than 90 days overdue. */
  readonly days_over_90: Amount;
}

/** The open amounts of all accounts of one type. */
export interface AgingTotal {
  /** The type of the accounts. */
  readonly type: Open<AccountType>;
  /** The open amount, in major units: the sum of all ages. */
  readonly open: Amount;
  /** The part that is not due, or due on the day itself. */
  readonly not_due: Amount;
  /** The part that is 1 to 30 days overdue. */
  readonly days_1_to_30: Amount;
  /** The part that is 31 to 60 days overdue. */
  readonly days_31_to_60: Amount;
  /** The part that is 61 to 90 days overdue. */
  readonly days_61_to_90: Amount;
  /** The part that is more than 90 days overdue. */
  readonly days_over_90: Amount;
}

/** A change to the texts of a transaction. It is stored permanently, and so are the texts that it replaced. */
export interface Amendment {
  /** The transaction that it amended. */
  readonly transaction_id: string;
  /** The texts before the change. */
  readonly before: TransactionWords;
  /** The texts after the change. */
  readonly after: TransactionWords;
  /** When it was amended, in UTC. */
  readonly amended_at: Instant;
  /** Why it was amended. */
  readonly reason: string;
  /** The sequence of its event in the ledger's log. */
  readonly sequence: number;
  /** The actor: the prefix of a key, or `operator:` and an id. */
  readonly actor: string;
}

/** An attribute key of the tenant, which was declared or created by its first use. */
export interface AttributeDefinition {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The name of the attribute in transactions. */
  readonly key: string;
  /** The name for people; null if none was given. */
  readonly label: string | null;
  /** Whether transactions can be searched by it. */
  readonly indexed: boolean;
  /** Whether the index is complete: false while older transactions are still being indexed. */
  readonly searchable: boolean;
  /** The number of posted transactions that have it. */
  readonly usage_count: number;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
}

/** A change to an attribute key: fields that are left out stay unchanged. */
export interface AttributeDefinitionChange {
  /** The name of the key for people; null if none was given. */
  readonly label?: string | null;
  /** Whether transactions can be searched by this key. */
  readonly indexed?: boolean;
}

/** The attribute settings of the tenant. */
export interface AttributeSettings {
  /** Whether new transactions may have only declared keys. */
  readonly strict_mode: boolean;
}

/**
 * Searchable texts of your own by key, at most 20, written with the transaction and never changed. Keys are lowercase
 * snake_case of at most 64 characters, and must not be the name of a field of transactions; values have at most 128
 * characters.
 */
export type Attributes = Readonly<Record<string, string>>;

/** The balance of an account after an event, in one layer. */
export interface BalanceAfter {
  /** The account whose balance it is. */
  readonly account_id: string;
  /** The code of that account in the chart, then. */
  readonly account_code: string;
  /** The layer whose balance it is. */
  readonly layer: Open<Layer>;
  /** The effective date of the transaction: the day at whose end the balance is taken. */
  readonly as_of_date: Day;
  /** The balance in major units, positive on the normal side of the account. */
  readonly balance: Amount;
}

/** A change in a balance by a request. Amounts are in major units, positive on the normal side of the account. */
export interface BalanceChange {
  /** The account whose balance would change. */
  readonly account_id: string;
  /** The code of the account in the chart. */
  readonly account_code: string;
  /** The layer whose balance would change. */
  readonly layer: Open<Layer>;
  /**
   * The day at whose end both balances are taken: today, or the latest effective date of the request if that is
   * later.
   */
  readonly as_of_date: Day;
  /** The present balance. */
  readonly before: Amount;
  /** The balance that would result. */
  readonly after: Amount;
}

/** Assets, liabilities and equity at the end of a day. */
export interface BalanceSheet {
  /** The day at whose end the books are read. */
  readonly as_of_date: Day;
  /** The layer that the report covers. */
  readonly layer: Open<Layer>;
  /** The currency of the ledger. */
  readonly currency: string;
  /** The sequence of the log that the report covers: a request with this sequence always returns the same report. */
  readonly head: LogPlace;
  /** When the event at that sequence happened, in UTC; null before the first event. */
  readonly known_at: Instant | null;
  /** The requested sequence; null for the current state. */
  readonly known_at_sequence: number | null;
  /** The totals of all accounts. */
  readonly totals: BalanceSheetTotals;
  /** The totals for the other days that `columns` and `compare` request. */
  readonly columns: readonly BalanceSheetColumn[];
  /** Section by section, accounts by code below their parents, each subtotal after the rows that it adds up. */
  readonly rows: readonly BalanceSheetRow[];
}

/** The totals of all accounts for other days. */
export interface BalanceSheetColumn {
  /**
   * `2026-01`, `2026-Q1` or `2026` for a calendar period, `FY2026` or `FY2026-Q1` for one of a fiscal year that
   * begins on a different day than 01-01, or the comparison.
   */
  readonly label: string;
  /** The first day that is included; null for a report as of the end of a day. */
  readonly from: Day | null;
  /** The last day that is included. */
  readonly to: Day;
  readonly totals: BalanceSheetTotals;
}

/**
 * An account in a balance sheet, or an account including all accounts below it, or retained earnings, or net income.
 */
export interface BalanceSheetRow {
  /** The account; null for earnings. */
  readonly account_id: string | null;
  /** The code of the account; null for earnings. */
  readonly code: string | null;
  /** The name of the account. */
  readonly name: string;
  /** Determines on which side `balance` is positive. */
  readonly type: Open<'asset' | 'liability' | 'equity' | 'revenue' | 'expense' | 'retained_earnings' | 'net_income'>;
  /** The normal side of the account itself: a contra account has the opposite side of its type. */
  readonly normal_balance: Open<EntryType>;
  /** The level of the account below the top of its section. */
  readonly depth: number;
  /** The code of the account above it in its section; null at the top. */
  readonly parent_code: string | null;
  /** Whether the row is the sum of an account and all accounts below it. */
  readonly is_subtotal: boolean;
  /** Whether the row includes the accounts below, because `depth` shows no further levels. */
  readonly is_folded: boolean;
  /** The sum of the debits, in major units. */
  readonly debits: Amount;
  /** The sum of the credits, in major units. */
  readonly credits: Amount;
  /** The difference of debits and credits, positive on the side of `type`. */
  readonly balance: Amount;
  /** The balance on the other days that `columns` and `compare` request. */
  readonly columns: readonly ReportColumn[];
}

/** Assets, liabilities, equity and earnings of a balance sheet. */
export interface BalanceSheetTotals {
  /** The sum of all assets, in major units. */
  readonly assets: Amount;
  /** The sum of all liabilities, in major units. */
  readonly liabilities: Amount;
  /** The sum of all equity, in major units. */
  readonly equity: Amount;
  /** Revenue less expenses of all fiscal years before this one, in major units. */
  readonly retained_earnings: Amount;
  /** Revenue less expenses of the fiscal year up to the day, in major units. */
  readonly net_income: Amount;
  /** Liabilities, equity, retained earnings and net income together: the same as the assets. */
  readonly liabilities_and_equity: Amount;
}

/** Balances in major units, each positive on the side of `normal_balance`. */
export interface Balances {
  /** Settled entries, effective up to the day. */
  readonly settled: Amount;
  /** Pending entries, effective up to the day: amounts that are held, but not settled yet. */
  readonly pending: Amount;
  /** The remaining amount of open encumbrances dated on or before the day. */
  readonly overdue: Amount;
  /** Entries of every layer that are effective after the day. */
  readonly future: Amount;
  /**
   * The amount that a posting on this day may still use, in major units: the lowest settled balance of this and all
   * later days, less the remaining amounts of all open holds that reduce it, of any day.
   */
  readonly available: Amount;
}

/** The effect that a batch would have. Nothing was written. */
export interface BatchDryRun {
  /** Whether the items would succeed or fail together. */
  readonly atomic: boolean;
  /** One for each item, in the order of the request. */
  readonly results: readonly BatchDryRunResult[];
  /** Each balance that would change, before and after. */
  readonly balances: readonly BalanceChange[];
}

/** The outcome that one item of a batch would have. */
export interface BatchDryRunResult {
  /** The index of the item in the request, from 0. */
  readonly index: number;
  /**
   * The outcome that it would have: `posted`; `failed`, accepted but not posted; `replayed`, created by an earlier
   * request. Or `rejected`: refused.
   */
  readonly would: Open<'posted' | 'failed' | 'replayed' | 'rejected'>;
  /** Why it would fail or be refused; else null. */
  readonly code: string | null;
  /** The cause and the remedy, for people; null if it would be posted. */
  readonly message: string | null;
  /** The faults of each field; null if no field has one. */
  readonly errors: FieldErrors | null;
  /** The result of the item; null if it would be refused. */
  readonly transaction: Transaction | null;
}

/** The outcome of one item of a batch. */
export interface BatchResult {
  /** The index of the item in the request, from 0. */
  readonly index: number;
  /**
   * `rejected`: refused; `posted`: settled, released or reversed; `pending`: accepted, and will be posted; `failed`:
   * accepted, and failed at once. With `Prefer: wait` the outcome, `posted` or `failed`, if it came in time. An item
   * that was done by an earlier request has its present status.
   */
  readonly status: Open<'pending' | 'posted' | 'void' | 'failed' | 'reversed' | 'rejected'>;
  /** The transaction that was created; null if it was refused. */
  readonly id: string | null;
  /** The key of the item; null without one. */
  readonly idempotency_key: string | null;
  /** The id that groups it with related transactions; null if it has none. */
  readonly correlation_id: string | null;
  /** Whether the idempotency key was used before, so that this is the result of the earlier request. */
  readonly replayed: boolean;
  /** Why it was refused or failed; else null. */
  readonly code: string | null;
  /** Cause and cure, for people; null unless it was refused or failed. */
  readonly message: string | null;
  /** The faults of each field; null if no field has one. */
  readonly errors: FieldErrors | null;
}

/** The reasons for the change of cash in a range of days. */
export interface CashFlow {
  /** The first day that is included. */
  readonly from: Day;
  /** The last day that is included. */
  readonly to: Day;
  /** The method of the statement. */
  readonly method: Open<'indirect' | 'direct'>;
  /** The layer that the report covers. */
  readonly layer: Open<Layer>;
  /** The currency of the ledger. */
  readonly currency: string;
  /** The sequence of the log that the report covers: a request with this sequence always returns the same report. */
  readonly head: LogPlace;
  /** When the event at that sequence happened, in UTC; null before the first event. */
  readonly known_at: Instant | null;
  /** The requested sequence; null for the current state. */
  readonly known_at_sequence: number | null;
  /** The totals of all accounts. */
  readonly totals: CashFlowTotals;
  /** The totals for the other days that `columns` and `compare` request. */
  readonly columns: readonly CashFlowColumn[];
  /**
   * Operating, investing and financing activities, then cash; accounts by code below their parents, each subtotal
   * after the rows that it adds up.
   */
  readonly rows: readonly CashFlowRow[];
}

/**
 * The part of the cash flow statement to which an account belongs: `cash` is cash and cash equivalents, which must be
 * assets; `operating`, `investing` and `financing` are the activities.
 */
export type CashFlowClass = 'cash' | 'operating' | 'investing' | 'financing';

/** The totals of all accounts for other days. */
export interface CashFlowColumn {
  /**
   * `2026-01`, `2026-Q1` or `2026` for a calendar period, `FY2026` or `FY2026-Q1` for one of a fiscal year that
   * begins on a different day than 01-01, or the comparison.
   */
  readonly label: string;
  /** The first day that is included; null for a report as of the end of a day. */
  readonly from: Day | null;
  /** The last day that is included. */
  readonly to: Day;
  readonly totals: CashFlowTotals;
}

/**
 * An account in a cash flow statement, or an account including all accounts below it, or net income, or the part of
 * net income that is shown under other activities.
 */
export interface CashFlowRow {
  /** The part of the statement to which the row belongs. */
  readonly flow_class: Open<CashFlowClass>;
  /** The account; null for net income. */
  readonly account_id: string | null;
  /** The code of the account; null for net income. */
  readonly code: string | null;
  /** The name of the account. */
  readonly name: string;
  /**
   * The type of the account; `net_income`; or `earnings_elsewhere`, which removes from the operating activities the
   * part of net income that the other activities show.
   */
  readonly type: Open<'asset' | 'liability' | 'equity' | 'revenue' | 'expense' | 'net_income' | 'earnings_elsewhere'>;
  /** The normal side of the account itself: a contra account has the opposite side of its type. */
  readonly normal_balance: Open<EntryType>;
  /** The level of the account below the top of its section. */
  readonly depth: number;
  /** The code of the account above it in its section; null at the top. */
  readonly parent_code: string | null;
  /** Whether the row is the sum of an account and all accounts below it. */
  readonly is_subtotal: boolean;
  /** Whether the row includes the accounts below, because `depth` shows no further levels. */
  readonly is_folded: boolean;
  /** The sum of the debits, in major units; by the direct method, the payments of an account other than cash. */
  readonly debits: Amount;
  /** The sum of the credits, in major units; by the direct method, the receipts of an account other than cash. */
  readonly credits: Amount;
  /**
   * The effect of the row on cash, in major units, negative if it reduced cash: debits less credits of a cash
   * account, credits less debits of all others.
   */
  readonly balance: Amount;
  /** The balance on the other days that `columns` and `compare` request. */
  readonly columns: readonly ReportColumn[];
}

/** The cash flows of the three activities, and their sum. */
export interface CashFlowTotals {
  /** Revenue less expenses, in major units, with which the operating activities begin by the indirect method. */
  readonly net_income: Amount;
  /** The cash flow of the operating activities, in major units; negative if it reduced cash. */
  readonly operating: Amount;
  /** The cash flow of the investing activities, in major units; negative if it reduced cash. */
  readonly investing: Amount;
  /** The cash flow of the financing activities, in major units; negative if it reduced cash. */
  readonly financing: Amount;
  /** The sum of the three activities, which is the change of the cash accounts. */
  readonly change: Amount;
  /** The balance of the cash accounts before the first day. */
  readonly opening_cash: Amount;
  /** The balance of the cash accounts at the end of the last day. */
  readonly closing_cash: Amount;
}

/** A signed statement about a log: how many events it had, and the root of the tree over them. */
export interface Checkpoint {
  /** The sequence of the last event that it covers. */
  readonly tree_size: number;
  /** When it was signed, by the clock of the service. */
  readonly signed_at: Instant;
  /**
   * The checkpoint as a signed note (C2SP signed-note and tlog-checkpoint): origin, number of events, root and time;
   * an empty line; the signatures, first that of the service, then those of the witnesses (tlog-cosignature) that
   * have co-signed it so far.
   */
  readonly note: string;
  /**
   * With `from`: the hashes that prove, by RFC 6962, 2.1.2, that the tree of so many events is the beginning of this
   * one, in hex. Empty without `from`, and if both are the same tree.
   */
  readonly consistency: readonly string[];
}

/** An account that was closed. */
export interface ClosedAccount {
  /** The account, which is inactive. */
  readonly account: Account;
  /** The transaction that moved its balance to another account; null if it had none. */
  readonly sweep_transaction_id: string | null;
}

/** Value to move between two ledgers of different currencies. */
export interface Conversion {
  /** The code of the source ledger, a member of the string. */
  readonly source_ledger_code: string;
  /** The code of the target ledger, another member of the string. */
  readonly target_ledger_code: string;
  /** The code of the account that pays, which is the same in every ledger of the string. */
  readonly account_code: string;
  /** Your own reference, 1 to 100 characters, on both legs. */
  readonly reference: string;
  /** The effective date of both legs; today if null. */
  readonly effective_date?: Day | null;
  /** The description on both legs, in at most 255 characters; null for none. */
  readonly description?: string | null;
  /** Searchable texts by key; null if there are none. */
  readonly attributes?: Attributes | null;
  /**
   * A text of your own, 1 to 255 characters: a request that is sent again with it is executed only once. The header
   * Idempotency-Key takes precedence over it. Null for none.
   */
  readonly idempotency_key?: string | null;
  /** The amount that leaves the source, in major units of its currency: authoritative. */
  readonly source_amount: Amount;
  /** The amount that the target receives, in major units of its currency: authoritative. */
  readonly target_amount: Amount;
  /**
   * The units of the target currency for one unit of the source currency, which is recorded and never used in a
   * calculation. If it is null, the current rate is looked up and recorded.
   */
  readonly rate?: string | null;
}

/** Whether a currency is one of ISO 4217 (`fiat`) or not (`crypto`). */
export type CurrencyType = 'fiat' | 'crypto';

/** The deleted object. */
export interface Deleted {
  /** The id of the deleted object, which no longer exists. */
  readonly id: string;
  /** Always true. */
  readonly deleted: boolean;
}

/** The effect that a request would have. Nothing was written. */
export interface DryRun {
  /**
   * The outcome that it would have: `posted`; `failed`, accepted but not posted; `replayed`, created by an earlier
   * request.
   */
  readonly would: Open<'posted' | 'failed' | 'replayed'>;
  /** Why it would fail; null if it would not. */
  readonly code: string | null;
  /** The cause and the remedy, for people; null if it would not fail. */
  readonly message: string | null;
  /** The transaction that would result. Its ids are valid only in this dry run. */
  readonly transaction: Transaction;
  /** Each balance that would change, before and after. */
  readonly balances: readonly BalanceChange[];
}

/** The entries that a transaction code creates. */
export interface EntriesTemplate {
  /** 2 to 100 entries, whose debits and credits are equal once parameters are put in. */
  readonly entries: readonly EntryTemplate[];
}

/** The amount of one entry. */
export interface EntryPart {
  /** One of the entries of the transaction. */
  readonly entry_id: string;
  /** The amount, in major units: at most the remaining amount. */
  readonly amount: Amount;
}

/** An entry of a template. Its texts may contain placeholders such as `{params.order}`. */
export interface EntryTemplate {
  /**
   * `params.<name>` of a list: an entry for each of its items, in which `{item.<name>}` is a member of the item. Left
   * out or null: one entry.
   */
  readonly repeat?: string | null;
  /** Code or id of an account, or text with `{params.<name>}`. */
  readonly account: string;
  /** `debit`, `credit`, or text with `{params.<name>}`. */
  readonly type: string;
  /**
   * A decimal string; or arithmetic in braces, such as `{round(params.amount * 0.029 + 0.30, 2)}`, where `round(x,
   * decimals, mode)` takes the modes half_even (the default), half_up, half_down, up, down, floor and ceiling; or, in
   * one entry that does not repeat, `{remainder}`: the amount that makes debits and credits equal.
   */
  readonly amount: string;
  /**
   * Whether the entry is left out if its amount is zero; at least two entries must remain. If left out or null, an
   * amount of zero is refused.
   */
  readonly optional?: boolean | null;
  /**
   * `settled`, `pending`, `encumbrance`, or text with `{params.<name>}`. Left out or null: that of the request. All
   * entries of a transaction are of one layer.
   */
  readonly layer?: string | null;
  /** The purpose of the entry, with placeholders. */
  readonly description?: string | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata?: Metadata | null;
}

/** The transaction of an entry, in brief. */
export interface EntryTransaction {
  /** Your own reference for the transaction; null if it has none. */
  readonly reference: string | null;
  /** A description for people. */
  readonly description: string;
}

/** A side of double entry. */
export type EntryType = 'debit' | 'credit';

/** A change to the texts of a transaction, as its event shows it. */
export interface EventAmendment {
  /** The transaction that it amended. */
  readonly transaction_id: string;
  /** The texts before the change. */
  readonly before: TransactionWords;
  /** The texts after the change. */
  readonly after: TransactionWords;
  /** When it was amended, in UTC. */
  readonly amended_at: Instant;
}

/** The leg of a conversion or transfer in one of the two ledgers. */
export interface EventStringLeg {
  /** The code of the ledger in requests. */
  readonly ledger_code: string;
  /** The ledger of this leg. */
  readonly ledger_id: string;
  /** The transaction of this leg. */
  readonly transaction_id: string;
  /** Your own reference for the operation, the same on both legs. */
  readonly reference: string;
  /** The amount moved, in major units of the currency of that ledger. */
  readonly amount: string;
}

/** A conversion or a transfer, both of whose legs are posted. Each of the two ledgers has an event about it. */
export interface EventStringOperation {
  /** Whether it was a conversion or a transfer. */
  readonly operation: Open<'convert' | 'transfer'>;
  /** The string through which the value was moved. */
  readonly string_code: string;
  /** The correlation id of both legs. */
  readonly correlation_id: string;
  /** The leg in the source ledger. */
  readonly source: EventStringLeg;
  /** The leg in the target ledger. */
  readonly target: EventStringLeg;
  /** The units of the target currency for one unit of the source currency, for the record; null for a transfer. */
  readonly rate: string | null;
  /** The origin of the rate: `given` by the request, or a source; null of a transfer. */
  readonly rate_source: string | null;
  /** When the rate was set; null if unknown. */
  readonly rate_at: string | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
}

/** The account, transaction or other object that an event is about. */
export interface EventSubject {
  /** The kind of the subject. */
  readonly type: Open<'transaction' | 'account' | 'journal' | 'period_lock' | 'account_set' | 'trancode' | 'string_operation'>;
  /** Which one it is. */
  readonly id: string;
}

/** A transaction as it was after an event, and the balances after the event. */
export interface EventTransaction {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** Your own reference; null if it has none. */
  readonly reference: string | null;
  /** A description for people. */
  readonly description: string;
  /** The effective date, as midnight in UTC. */
  readonly effective_date: Instant;
  /** The same as `effective_date`. */
  readonly date: Instant;
  /** The layer of its entries, always in lower case. */
  readonly layer: Open<Layer>;
  /** Its state. */
  readonly status: Open<TransactionStatus>;
  /** The sum of its debits, in major units. */
  readonly total_amount: Amount;
  /** The number of its entries. */
  readonly entry_count: number;
  /** Its entries, in order. If it is pending or failed, the entries that it would have. */
  readonly entries: readonly TransactionEntry[];
  /** The journal that it belongs to. */
  readonly journal_id: string;
  /** The id that groups it with related transactions; null if it has none. */
  readonly correlation_id: string | null;
  /**
   * Its relation to its source: your own word, or `reversal`, `release`, `settlement` or `extension`; null without a
   * source.
   */
  readonly correlation_type: string | null;
  /** The transaction that it follows from; null if there is none. */
  readonly correlation_source_id: string | null;
  /** The idempotency key of the request; null if it had none. */
  readonly idempotency_key: string | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
  /** Searchable texts by key; null if there are none. */
  readonly attributes: Attributes | null;
  /** The transaction code that supplied its entries; null if the request did. */
  readonly transaction_code: string | null;
  /** The version of that transaction code; null without one. */
  readonly transaction_code_version: number | null;
  /** The batch in which it was sent; null if there is none. */
  readonly batch_id: string | null;
  /** Its number among the posted transactions of the ledger, without gaps; null while it is not posted. */
  readonly sequence: number | null;
  /** When it was posted, in UTC; null while it is not. */
  readonly posted_at: Instant | null;
  /** The transaction that it reverses, whole or in part; null if there is none. */
  readonly reverses_transaction_id: string | null;
  /** The hold that it releases, whole or in part; null if there is none. */
  readonly releases_transaction_id: string | null;
  /** The hold that it settles, whole or in part; null if there is none. */
  readonly settles_transaction_id: string | null;
  /** The hold that it adds to; null if there is none. */
  readonly extends_transaction_id: string | null;
  /** The last of its reversals; null if there is none. */
  readonly reversed_by_transaction_id: string | null;
  /** The sum of its debits that are reversed, in major units. */
  readonly reversed_amount: Amount;
  /** Its reversals, oldest first. */
  readonly reversal_ids: readonly string[];
  /** Its state as a hold; null if it is not a hold, as on the settled layer. */
  readonly hold: Hold | null;
  /** Why it was voided; null if it was not, or no reason was given. */
  readonly void_reason: string | null;
  /** When its description, reference or metadata was last amended, in UTC; null if it was never amended. */
  readonly amended_at: Instant | null;
  /** Why it could not be posted; null unless it failed. */
  readonly failure: TransactionFailure | null;
  /** When it was accepted, in UTC. */
  readonly created_at: Instant;
  /** When its status last changed, in UTC. */
  readonly updated_at: Instant;
  /** The change of a hold, if the event is `hold.extended`; null otherwise. */
  readonly extension: HoldExtension | null;
  /**
   * The balances of the accounts and layers of its entries after this event, without later postings and later days;
   * empty if it was not posted.
   */
  readonly balances: readonly BalanceAfter[];
}

/** A note that was attached to a transaction, as its event shows it. */
export interface EventTransactionNote {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The transaction to which it is attached. */
  readonly transaction_id: string;
  /** The text of the note. */
  readonly text: string;
  /** The address of a document; null without one. */
  readonly url: string | null;
  /** The SHA-256 of the bytes of that document, in lower-case hex; null without one. */
  readonly sha256: string | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
}

/** The type of an event: its subject, and the outcome. */
export type EventType = 'transaction.posted' | 'transaction.failed' | 'transaction.reversed' | 'transaction.reversed_in_part' | 'transaction.voided' | 'transaction.amended' | 'transaction.noted' | 'hold.settled' | 'hold.released' | 'hold.expired' | 'hold.extended' | 'account.created' | 'account.updated' | 'account.closed' | 'account.deleted' | 'journal.created' | 'journal.updated' | 'period.locked' | 'period.released' | 'account_set.created' | 'account_set.updated' | 'account_set.deleted' | 'account_set.member_added' | 'account_set.member_removed' | 'trancode.created' | 'trancode.deprecated' | 'string_operation.posted';

export interface EventsListMeta {
  /** The sequence up to which this page searched: send it as `after_sequence` to continue. */
  readonly through_sequence: number;
  /**
   * The hash of the event at `through_sequence`, in hex: send it as `after_hash` to detect whether the log was
   * changed meanwhile.
   */
  readonly through_hash: string;
  /**
   * The epoch of the log. It changes after a restore, or a failover that lost events: then compare the hashes of the
   * events that you have.
   */
  readonly log_epoch: string;
  /** The sequence of the last event of the ledger. If `through_sequence` is the same, no events follow yet. */
  readonly head_sequence: number;
}

/** A hold to be raised, as POST /transactions/{id}/extend takes it; its end may move with it. */
export interface ExtendItem {
  /** The kind of the item. */
  readonly operation: 'extend';
  /** The hold that is raised. */
  readonly transaction_id: string;
  /**
   * The amount of the hold afterwards, in major units: at least its present `amount`, which includes what was settled
   * and released, and more than that unless `expires_at` changes too. Each entry gets a share of the increase in
   * proportion to its posted amount.
   */
  readonly amount: Amount;
  /**
   * When the remaining amount is released automatically: an instant in the future. Null for never; unchanged if left
   * out.
   */
  readonly expires_at?: Instant | null;
  /**
   * The effective date of the added amount, not before the hold or its latest extension. Null: today, or that day if
   * it is later.
   */
  readonly date?: Day | null;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time.
   */
  readonly idempotency_key?: string | null;
}

/** A change to an open hold: its amount, its end, or both. */
export interface Extension {
  /**
   * The amount of the hold afterwards, in major units: at least its present `amount`, which includes what was settled
   * and released, and more than that unless `expires_at` changes too. Each entry gets a share of the increase in
   * proportion to its posted amount. If it is null, the amount does not change.
   */
  readonly amount?: Amount | null;
  /**
   * When the remaining amount is released automatically: an instant in the future. Null for never; unchanged if left
   * out.
   */
  readonly expires_at?: Instant | null;
  /**
   * The effective date of the added amount, not before the hold or its latest extension. Null: today, or that day if
   * it is later.
   */
  readonly date?: Day | null;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time.
   */
  readonly idempotency_key?: string | null;
}

/**
 * Errors by field. A nested field is named by its path, such as `entries.0.amount`; the body as a whole is `body`.
 */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * A format of the general ledger: `csv` has a row, `jsonl` a JSON object on a line of its own, for each opening
 * balance, entry and closing balance.
 */
export type GeneralLedgerFormat = 'csv' | 'jsonl';

/** The parts of a hold. The settled, released and remaining amounts add up to `amount`. */
export interface Hold {
  /** The state of the hold. */
  readonly state: Open<HoldState>;
  /** The total of the hold, in major units: the amount first held, and the amounts that extensions added. */
  readonly amount: Amount;
  /** The amount that extensions added to the hold. */
  readonly extended_amount: Amount;
  /** The amount settled so far, without the excess. */
  readonly settled_amount: Amount;
  /** The amount that was settled in excess of the hold, with `allow_excess`: no part of `amount`. */
  readonly excess_amount: Amount;
  /** The amount that was released, reversed or voided. */
  readonly released_amount: Amount;
  /** The amount that is still held. */
  readonly remaining_amount: Amount;
  /** When the remaining amount is released automatically, in UTC, after all extensions; null for never. */
  readonly expires_at: Instant | null;
}

/** The change to a hold by an extension. */
export interface HoldExtension {
  /** The total of the hold, in major units. */
  readonly amount: HoldExtensionAmount;
  /** When the remaining amount is released automatically, in UTC. */
  readonly expires_at: HoldExtensionExpiresAt;
}

/** The total of the hold, in major units. */
export interface HoldExtensionAmount {
  /** The amount of the hold before. */
  readonly before: Amount;
  /** The amount of the hold now. */
  readonly after: Amount;
}

/** When the remaining amount is released automatically, in UTC. */
export interface HoldExtensionExpiresAt {
  /** When it was to expire; null for never. */
  readonly before: Instant | null;
  /** When it expires; null for never. */
  readonly after: Instant | null;
}

/**
 * The state of a hold: `open` while it has a remaining amount; `settled` if nothing remains and some of it was
 * settled; `released` if nothing remains and nothing was settled; `expired` if it ended because its time had passed.
 */
export type HoldState = 'open' | 'settled' | 'released' | 'expired';

/** Revenue and expenses in a range of days. */
export interface IncomeStatement {
  /** The first day that is included. */
  readonly from: Day;
  /** The last day that is included. */
  readonly to: Day;
  /** The layer that the report covers. */
  readonly layer: Open<Layer>;
  /** The currency of the ledger. */
  readonly currency: string;
  /** The sequence of the log that the report covers: a request with this sequence always returns the same report. */
  readonly head: LogPlace;
  /** When the event at that sequence happened, in UTC; null before the first event. */
  readonly known_at: Instant | null;
  /** The requested sequence; null for the current state. */
  readonly known_at_sequence: number | null;
  /** The totals of all accounts. */
  readonly totals: IncomeStatementTotals;
  /** The totals for the other days that `columns` and `compare` request. */
  readonly columns: readonly IncomeStatementColumn[];
  /** Section by section, accounts by code below their parents, each subtotal after the rows that it adds up. */
  readonly rows: readonly ReportRow[];
}

/** The totals of all accounts for other days. */
export interface IncomeStatementColumn {
  /**
   * `2026-01`, `2026-Q1` or `2026` for a calendar period, `FY2026` or `FY2026-Q1` for one of a fiscal year that
   * begins on a different day than 01-01, or the comparison.
   */
  readonly label: string;
  /** The first day that is included; null for a report as of the end of a day. */
  readonly from: Day | null;
  /** The last day that is included. */
  readonly to: Day;
  readonly totals: IncomeStatementTotals;
}

/** Total revenue and expenses. */
export interface IncomeStatementTotals {
  /** The sum of all revenue, in major units. */
  readonly revenue: Amount;
  /** The sum of all expenses, in major units. */
  readonly expense: Amount;
  /** Revenue less expenses, in major units; negative for a loss. */
  readonly net_income: Amount;
}

/** A group of transactions, such as those of one department. */
export interface Journal {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** The code in entries, unique within the ledger. */
  readonly code: string;
  /** The name for people. */
  readonly name: string;
  /** The purpose; null if none was given. */
  readonly description: string | null;
  /** Whether it takes new transactions. */
  readonly status: Open<JournalStatus>;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
}

/** A change to a journal: fields that are left out stay unchanged. DEFAULT keeps its code and its name. */
export interface JournalChange {
  /** The code for people: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique among the journals of the ledger. */
  readonly code?: string;
  /** The name for people, at most 255 characters. */
  readonly name?: string;
  /** The purpose, in at most 1,000 characters. Null for none. */
  readonly description?: string | null;
  /** `closed` closes it, `active` opens it again. */
  readonly status?: JournalStatus;
  /** Replaces all metadata; null removes it. */
  readonly metadata?: Metadata | null;
}

/**
 * A format of the journal: `hledger` and `beancount` for these programs, `csv` with a row for each account and for
 * each entry, `jsonl` with one transaction per line.
 */
export type JournalFormat = 'hledger' | 'beancount' | 'csv' | 'jsonl';

/** Whether a journal takes new transactions: `active` does, `closed` does not. */
export type JournalStatus = 'active' | 'closed';

/**
 * The layer of an entry: `settled` has happened, `pending` is held and not settled yet, `encumbrance` is planned,
 * such as an instalment. Each layer balances by itself.
 */
export type Layer = 'settled' | 'pending' | 'encumbrance';

/** The balance of one layer at the end of the day. */
export interface LayerDetail {
  /** The sum of its debits, in major units. */
  readonly debits: Amount;
  /** The sum of its credits, in major units. */
  readonly credits: Amount;
  /** The difference of debits and credits, positive on the side of `normal_balance`. */
  readonly balance: Amount;
  /** The number of its entries. */
  readonly entry_count: number;
  /** The effective date of the latest entry; null if there is none. */
  readonly last_entry_date: Day | null;
}

/** The balance as of the day, by layer. */
export interface LayerDetails {
  /** The settled layer. */
  readonly settled: LayerDetail;
  /** The pending layer: held amounts. */
  readonly pending: LayerDetail;
  /** The encumbrance layer: planned amounts. */
  readonly encumbrance: LayerDetail;
  /**
   * The amount that a posting on this day may still use, in major units: the lowest settled balance of this and all
   * later days, less the remaining amounts of all open holds that reduce it, of any day.
   */
  readonly available: Amount;
}

/**
 * The leaf of the event in the tree over the log. The tree hashes it as JSON without white space, its members in the
 * order of their names.
 */
export interface Leaf {
  /** The form of the leaf. */
  readonly version: number;
  /** The event in the log. The index of the leaf is one less. */
  readonly sequence: number;
  /** 01 and the SHA-256 of `event`, in hex. */
  readonly event_hash: string;
}

/** A set of books in one currency. */
export interface Ledger {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The tenant that it belongs to. */
  readonly tenant_id: string;
  /** The code in entries, unique within the tenant. */
  readonly code: string;
  /** The name for people. */
  readonly name: string;
  /** The currency of every amount in it, such as `USD`. */
  readonly currency: string;
  /** Whether the currency is one of ISO 4217. */
  readonly currency_type: Open<CurrencyType>;
  /** The number of decimals that are stored; an amount with more is refused. */
  readonly storage_decimals: number;
  /** The minimum number of decimals of displayed amounts. */
  readonly display_decimals: number;
  /** The IANA name of the ledger’s time zone. It decides which day is today, and on which day a hold expires. */
  readonly time_zone: string;
  /**
   * The month and the day on which its fiscal year begins, such as `04-01`. It separates the earnings of prior years
   * from those of this one.
   */
  readonly fiscal_year_start: string;
  /** Whether the ledger is in use. */
  readonly is_active: boolean;
  /** Whether its time can be advanced, for tests of programs that use it; other ledgers have real time. */
  readonly test_clock: boolean;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
}

/** The event types of later versions. The pattern lets TypeScript rule them out when `type` equals a known one. */
export type LaterType = `?${string}`;

/** An event of one type: `EventOf<"transaction.posted">`. */
export type EventOf<Type extends EventType> = Extract<LedgerEvent, { readonly type: Type }>;

/** An event of a ledger: one position in its log, with its subject as it was after the event. */
export interface LedgerEventMembers {
  /** Identifies the event permanently and for every reader: use it to detect duplicates. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** Its sequence in the log of the ledger: 1, 2, 3, …, without a gap, in the order in which the ledger decided. */
  readonly sequence: number;
  /** When it happened, in UTC. */
  readonly occurred_at: Instant;
  /**
   * The actor: the prefix of a key, `operator:` and an id, `command line`, `import`, or `expiry` if the time of a
   * hold was over.
   */
  readonly actor: string;
  /** The reason that was given, or the code by which a transaction failed; null without one. */
  readonly reason: string | null;
  /** The subject of the event. */
  readonly subject: EventSubject;
  /** The hash of this event and of all before it, in hex. */
  readonly hash: string;
  /** The `hash` of the event before it, in hex: by it the events are a chain. */
  readonly previous_hash: string;
}

/**
 * An event of a ledger: one position in its log, with its subject as it was after the event. A comparison of `type`
 * narrows `data`.
 */
export type LedgerEvent =
  | (LedgerEventMembers & { readonly type: 'transaction.posted'; readonly data: EventTransaction })
  | (LedgerEventMembers & { readonly type: 'transaction.failed'; readonly data: EventTransaction })
  | (LedgerEventMembers & { readonly type: 'transaction.reversed'; readonly data: EventTransaction })
  | (LedgerEventMembers & { readonly type: 'transaction.reversed_in_part'; readonly data: EventTransaction })
  | (LedgerEventMembers & { readonly type: 'transaction.voided'; readonly data: EventTransaction })
  | (LedgerEventMembers & { readonly type: 'transaction.amended'; readonly data: EventAmendment })
  | (LedgerEventMembers & { readonly type: 'transaction.noted'; readonly data: EventTransactionNote })
  | (LedgerEventMembers & { readonly type: 'hold.settled'; readonly data: EventTransaction })
  | (LedgerEventMembers & { readonly type: 'hold.released'; readonly data: EventTransaction })
  | (LedgerEventMembers & { readonly type: 'hold.expired'; readonly data: EventTransaction })
  | (LedgerEventMembers & { readonly type: 'hold.extended'; readonly data: EventTransaction })
  | (LedgerEventMembers & { readonly type: 'account.created'; readonly data: AccountRecord })
  | (LedgerEventMembers & { readonly type: 'account.updated'; readonly data: AccountRecord })
  | (LedgerEventMembers & { readonly type: 'account.closed'; readonly data: AccountRecord })
  | (LedgerEventMembers & { readonly type: 'account.deleted'; readonly data: AccountRecord })
  | (LedgerEventMembers & { readonly type: 'journal.created'; readonly data: Journal })
  | (LedgerEventMembers & { readonly type: 'journal.updated'; readonly data: Journal })
  | (LedgerEventMembers & { readonly type: 'period.locked'; readonly data: PeriodLock })
  | (LedgerEventMembers & { readonly type: 'period.released'; readonly data: PeriodLock })
  | (LedgerEventMembers & { readonly type: 'account_set.created'; readonly data: AccountSet })
  | (LedgerEventMembers & { readonly type: 'account_set.updated'; readonly data: AccountSet })
  | (LedgerEventMembers & { readonly type: 'account_set.deleted'; readonly data: AccountSet })
  | (LedgerEventMembers & { readonly type: 'account_set.member_added'; readonly data: AccountSetMembership })
  | (LedgerEventMembers & { readonly type: 'account_set.member_removed'; readonly data: AccountSetMembership })
  | (LedgerEventMembers & { readonly type: 'trancode.created'; readonly data: TransactionCode })
  | (LedgerEventMembers & { readonly type: 'trancode.deprecated'; readonly data: TransactionCode })
  | (LedgerEventMembers & { readonly type: 'string_operation.posted'; readonly data: EventStringOperation })
  | (LedgerEventMembers & { readonly type: LaterType; readonly data: Unknown });

/** A named group of ledgers of one tenant, between which value is converted and transferred. */
export interface LedgerString {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The code in paths, unique within the tenant. */
  readonly code: string;
  /** The name for people. */
  readonly name: string;
  /** The purpose; null if none was given. */
  readonly description: string | null;
  /** Whether value can be moved through it. */
  readonly is_active: boolean;
  /** Its member ledgers, by code. */
  readonly ledgers: readonly StringLedger[];
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
}

/**
 * The balance to which the limits of an account apply: `settled` the settled balance; `available` what may be spent
 * (`min_balance`) and the balance if all pending entries were settled (`max_balance`).
 */
export type LimitBasis = 'settled' | 'available';

/** The sums of the whole list, not only of one page. */
export interface ListTotals {
  /** The number of transactions in the list, or of entries in a list of entries. */
  readonly count: number;
  /** The sum of the debits, in major units. */
  readonly debits: Amount;
  /** The sum of the credits, in major units. */
  readonly credits: Amount;
}

/** A place in the ledger's log. */
export interface LogPlace {
  /** The sequence; 0 before the first event. */
  readonly sequence: number;
  /** The hash of that event and of all events before it, in hex: it proves which events were known. */
  readonly hash: string;
}

/**
 * Structured data of your own, at most 16 KiB as JSON and 1,000 values: the ledger stores and returns it, and does
 * not interpret it. A number that a double cannot represent exactly is refused: send it as a string.
 */
export type Metadata = Readonly<Record<string, unknown>>;

/** An account to create. */
export interface NewAccount {
  /**
   * The code in entries: 1 to 36 of the characters A-Z a-z 0-9 . _ : -, unique within the ledger. Codes that begin
   * with `STR-` are reserved.
   */
  readonly code: string;
  /** The name for people, at most 255 characters. */
  readonly name: string;
  /** Determines on which side the account increases, and where reports show it. */
  readonly type: AccountType;
  /** Whether the account is internal (`system`), or holds the balance of an end user (`customer`). */
  readonly category: AccountCategory;
  /**
   * The side on which its balance is positive. If null or left out, that of its type, or the opposite for a contra
   * account.
   */
  readonly normal_balance?: EntryType | null;
  /** The code of the account above it, which must exist in the same ledger. Null for an account at the top. */
  readonly parent_code?: string | null;
  /** The purpose, in at most 1,000 characters. Null for none. */
  readonly description?: string | null;
  /** Whether it takes new entries. */
  readonly is_active?: boolean;
  /** Whether it is protected: a system account cannot be deleted. */
  readonly is_system?: boolean;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata?: Metadata | null;
  /**
   * Whether `min_balance` and `max_balance` are enforced: whatever would bring the balance beyond them is refused, or
   * fails.
   */
  readonly enforce_balance_limits?: boolean;
  /** The balance to which the limits apply. */
  readonly limit_basis?: LimitBasis;
  /** The minimum balance, in major units; null for no limit. It may be negative only for liability accounts. */
  readonly min_balance?: Amount | null;
  /** The maximum balance, in major units, at least `min_balance`; null for no limit. */
  readonly max_balance?: Amount | null;
  /**
   * The part of the cash flow statement to which it belongs. Null for that of the account above it, or at the top
   * `financing` for equity and `operating` for all others.
   */
  readonly cash_flow?: CashFlowClass | null;
  /**
   * Whether it only groups the accounts below it and takes no entries. Such an account has no limits, and its
   * category is `system`.
   */
  readonly is_group?: boolean;
}

/** An empty account set to create. */
export interface NewAccountSet {
  /**
   * The code in reports: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique among the account sets of the ledger.
   */
  readonly code: string;
  /** The name for people, at most 255 characters. */
  readonly name: string;
  /** The purpose, in at most 1,000 characters. Null for none. */
  readonly description?: string | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata?: Metadata | null;
}

/** An account, or another set, to add to an account set. */
export interface NewAccountSetMember {
  /** Whether `member_id` names an account or another account set. */
  readonly member_type: AccountSetMemberType;
  /** The account or the account set, of the same ledger. */
  readonly member_id: string;
}

/** New texts of a transaction. Its amounts, entries, days and attributes never change: it is reversed or voided. */
export interface NewAmendment {
  /** The new description; unchanged if left out. */
  readonly description?: string;
  /** The new reference, at most 255 characters; null for none; unchanged if left out. */
  readonly reference?: string | null;
  /** The new metadata, which replaces all of the present metadata; null for none; unchanged if left out. */
  readonly metadata?: Metadata | null;
  /** Why, in 1 to 1,000 characters. It is kept in the log permanently. */
  readonly reason: string;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time.
   */
  readonly idempotency_key?: string | null;
}

/** An attribute key to declare. */
export interface NewAttributeDefinition {
  /** Lowercase snake_case of at most 64 characters, unique within the tenant. It never changes. */
  readonly key: string;
  /** The name of the key for people; null if none was given. */
  readonly label?: string | null;
  /** Whether transactions can be searched by this key. */
  readonly indexed?: boolean;
}

/**
 * One side of a transaction: an account, and the amount that it is debited or credited. It names the account by
 * `account_code` or by `account_id`, not by both.
 */
export interface NewEntry {
  /** The code of the account; null if its id is given. */
  readonly account_code?: string | null;
  /** The id of the account; null if its code is given. */
  readonly account_id?: string | null;
  /** Whether the account is debited or credited. */
  readonly type: EntryType;
  /** The amount, in major units: greater than zero, with no more decimals than the ledger stores. */
  readonly amount: Amount;
  /** The purpose of this entry, if it differs from that of the transaction. */
  readonly description?: string | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata?: Metadata | null;
  /**
   * The layer of the transaction, if it is named again: all entries are on that layer, and another one is refused.
   */
  readonly layer?: Layer | null;
}

/** A journal to be created. */
export interface NewJournal {
  /** The code for people: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique among the journals of the ledger. */
  readonly code: string;
  /** The name for people, at most 255 characters. */
  readonly name: string;
  /** The purpose, in at most 1,000 characters. Null for none. */
  readonly description?: string | null;
  /** Whether it takes transactions at once. */
  readonly status?: JournalStatus;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata?: Metadata | null;
}

/** A period to be locked. */
export interface NewPeriodLock {
  /** The last day of the period: everything effective on or before it is locked. */
  readonly locked_until: Day;
  /** Why, in 1 to 1,000 characters. It is kept in the log permanently. */
  readonly reason: string;
  /** Must be `true` for a lock that reaches today or later: nothing can be posted on these days then. */
  readonly includes_open_days?: boolean;
}

/** A string to create. */
export interface NewString {
  /** The code in paths: 1 to 50 letters, digits, dashes and underscores, unique within the tenant. */
  readonly code: string;
  /** The name for people, at most 255 characters. */
  readonly name: string;
  /** The purpose, in at most 1,000 characters; null for none. */
  readonly description?: string | null;
  /** Whether value can be moved through it. */
  readonly is_active?: boolean;
}

/**
 * A transaction to be posted, in one of two modes: with its `entries`, or with a `transaction_code` and its
 * parameters. Of a hold, members that are not known are refused.
 */
export interface NewTransaction {
  /** The effective date, which may be in the past or the future, but not in a locked period. */
  readonly effective_date: Day;
  /** A description for people, in 1 to 1,000 characters. */
  readonly description: string;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time. The client creates one if you leave it out.
   */
  readonly idempotency_key?: string;
  /**
   * Your own reference, such as the number of an invoice, at most 255 characters, by which lists can be searched. It
   * need not be unique.
   */
  readonly reference?: string | null;
  /**
   * The layer of its entries, in upper or lower case. On `pending` and `encumbrance` it is a hold. With a transaction
   * code, the layer of entries for which the template names none; the layer of the transaction is that of its
   * entries.
   */
  readonly layer?: Layer;
  /**
   * When the remaining amount of a hold is released automatically: an instant in the future. For the layers pending
   * and encumbrance only; null for never.
   */
  readonly expires_at?: Instant | null;
  /** The journal that it belongs to; DEFAULT if null. */
  readonly journal_id?: string | null;
  /**
   * An id that groups it with related transactions, such as the number of an order, at most 50 characters. If it is
   * null and `correlation_source_id` is given, it is the correlation id of the source, or the id of the source if the
   * source has none.
   */
  readonly correlation_id?: string | null;
  /**
   * Its relation to its source, in your own words, such as `refund`. Together with `correlation_source_id`, or not at
   * all.
   */
  readonly correlation_type?: string | null;
  /** The transaction of this ledger from which it follows. Together with `correlation_type`, or not at all. */
  readonly correlation_source_id?: string | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata?: Metadata | null;
  /** Searchable texts by key; null if there are none. */
  readonly attributes?: Attributes | null;
  /**
   * Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
   * event names the limits that were passed.
   */
  readonly override_limits?: boolean;
  /**
   * First mode: 2 to 100 entries, whose debits and credits are equal in each layer. Left out if `transaction_code` is
   * given.
   */
  readonly entries?: readonly NewEntry[];
  /**
   * Second mode: the code of an active transaction code, whose template supplies the entries. Null if `entries` are
   * given.
   */
  readonly transaction_code?: string | null;
  /** Values of the parameters that the transaction code declares, by name. Required with `transaction_code`. */
  readonly transaction_code_params?: Readonly<Record<string, unknown>> | null;
}

/** Up to a hundred postings, settlements, releases, extensions and reversals. */
export interface NewTransactionBatch {
  /**
   * 1 to 100 items, executed in this order. `operation` is the type of each item; without it, the item is a
   * transaction to post.
   */
  readonly transactions: readonly (PostItem | SettleItem | ReleaseItem | ExtendItem | ReverseItem)[];
  /** Whether they succeed or fail together: with `true` one refusal refuses all, and nothing is written. */
  readonly atomic?: boolean;
}

/** A transaction code to create. */
export interface NewTransactionCode {
  /** The code in requests: 1 to 50 of the characters A-Z 0-9 - _, unique within the ledger, permanently. */
  readonly code: string;
  /** The name for people, at most 255 characters. */
  readonly name: string;
  /** The purpose, in at most 1,000 characters; null if none was given. */
  readonly description?: string | null;
  /** Whether it may be used at once. */
  readonly status?: TransactionCodeStatus;
  /** The parameters that it takes, by name; null if it takes none. */
  readonly params_schema?: ParamsSchema | null;
  /** The entries that it creates. */
  readonly entries_template: EntriesTemplate;
  /**
   * Attributes of the transactions that it creates, as texts that may contain placeholders; attributes of a request
   * take precedence. Null for none.
   */
  readonly attributes_template?: Metadata | null;
  /** The condition on all parameters; null if there is none. */
  readonly validation_rules?: ValidationRules | null;
  /** Metadata of the transactions that it creates; members in a request take precedence. Null for none. */
  readonly metadata?: Metadata | null;
}

/** A note for a transaction, or a reference to a document. */
export interface NewTransactionNote {
  /** The text of the note, in 1 to 2,000 characters. */
  readonly text: string;
  /** The address of a document, over https or http; the ledger never opens it. */
  readonly url?: string | null;
  /** The SHA-256 of the bytes of that document, in hex, with which anyone can verify that it is the same document. */
  readonly sha256?: string | null;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time.
   */
  readonly idempotency_key?: string | null;
}

/** A webhook endpoint to create. */
export interface NewWebhookEndpoint {
  /**
   * The address that events are sent to: an https address that is reached from the public network, at most 2,048
   * characters.
   */
  readonly url: string;
  /** The purpose, in at most 500 characters; null if none was given. */
  readonly description?: string | null;
  /** The event types to deliver; null for all of them. */
  readonly types?: readonly EventType[] | null;
  /** Whether delivery begins at once. If not, events are delivered when the endpoint is activated. */
  readonly is_active?: boolean;
  /**
   * The maximum number of concurrent deliveries, 1 to 32. One keeps the order of the log; more are faster, but in no
   * particular order.
   */
  readonly max_in_flight?: number;
  /** The first event to deliver; if left out, the next future event. */
  readonly from_sequence?: number;
}

/**
 * Parameters by name: `{"amount": {"type": "decimal", "min": "0.01"}}`, or as a JSON Schema with `properties`. Types
 * are string, integer, decimal, boolean, date, uuid, account_code, and list: `{"type": "list", "items": {"amount":
 * {"type": "decimal"}}, "min_items": 1, "max_items": 100}`. A parameter may also say required, default, enum, min,
 * max, pattern, max_length and description.
 */
export type ParamsSchema = Readonly<Record<string, unknown>>;

/** A lock: while it is in force nothing is posted, reversed or voided with an effective date on or before its day. */
export interface PeriodLock {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** The last day that is locked. */
  readonly locked_until: Day;
  /** Why it was locked. */
  readonly reason: string;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was released, in UTC; null while it is in force. */
  readonly released_at: Instant | null;
  /** Why it was released; null while it is in force. */
  readonly release_reason: string | null;
}

/** Why a lock is released. */
export interface PeriodRelease {
  /** Why, in 1 to 1,000 characters. It is kept in the log permanently. */
  readonly reason: string;
}

/** A transaction to be posted, as POST /transactions takes it. */
export interface PostItem {
  /** The kind of the item. If it is left out, the item is a post. */
  readonly operation?: 'post';
  /** The effective date, which may be in the past or the future, but not in a locked period. */
  readonly effective_date: Day;
  /** A description for people, in 1 to 1,000 characters. */
  readonly description: string;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time. The client creates one if you leave it out.
   */
  readonly idempotency_key?: string;
  /**
   * Your own reference, such as the number of an invoice, at most 255 characters, by which lists can be searched. It
   * need not be unique.
   */
  readonly reference?: string | null;
  /**
   * The layer of its entries, in upper or lower case. On `pending` and `encumbrance` it is a hold. With a transaction
   * code, the layer of entries for which the template names none; the layer of the transaction is that of its
   * entries.
   */
  readonly layer?: Layer;
  /**
   * When the remaining amount of a hold is released automatically: an instant in the future. For the layers pending
   * and encumbrance only; null for never.
   */
  readonly expires_at?: Instant | null;
  /** The journal that it belongs to; DEFAULT if null. */
  readonly journal_id?: string | null;
  /**
   * An id that groups it with related transactions, such as the number of an order, at most 50 characters. If it is
   * null and `correlation_source_id` is given, it is the correlation id of the source, or the id of the source if the
   * source has none.
   */
  readonly correlation_id?: string | null;
  /**
   * Its relation to its source, in your own words, such as `refund`. Together with `correlation_source_id`, or not at
   * all.
   */
  readonly correlation_type?: string | null;
  /** The transaction of this ledger from which it follows. Together with `correlation_type`, or not at all. */
  readonly correlation_source_id?: string | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata?: Metadata | null;
  /** Searchable texts by key; null if there are none. */
  readonly attributes?: Attributes | null;
  /**
   * Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
   * event names the limits that were passed.
   */
  readonly override_limits?: boolean;
  /**
   * First mode: 2 to 100 entries, whose debits and credits are equal in each layer. Left out if `transaction_code` is
   * given.
   */
  readonly entries?: readonly NewEntry[];
  /**
   * Second mode: the code of an active transaction code, whose template supplies the entries. Null if `entries` are
   * given.
   */
  readonly transaction_code?: string | null;
  /** Values of the parameters that the transaction code declares, by name. Required with `transaction_code`. */
  readonly transaction_code_params?: Readonly<Record<string, unknown>> | null;
}

/**
 * Proves to a third party that the ledger decided the transaction. It is checked without the service, with only its
 * public keys.
 */
export interface Receipt {
  /**
   * The transaction as it was posted or failed, with its entries, member by member (docs/use/proof.md, "The record").
   */
  readonly record: string;
  /** The number of the format of `record` (02; 01 in older ones) and its SHA-256, in hex. */
  readonly record_hash: string;
  /** The event that decided it, member by member. Its last member is `record_hash`. */
  readonly event: string;
  readonly leaf: Leaf;
  /** The events that the checkpoint covers. */
  readonly tree_size: number;
  /** The sibling hashes on the path from the leaf to the root (RFC 6962, 2.1.1), in hex. */
  readonly inclusion: readonly string[];
  /**
   * The checkpoint as a signed note (C2SP signed-note and tlog-checkpoint): origin, number of events, root and time;
   * an empty line; the signatures, first that of the service, then those of the witnesses (tlog-cosignature) that
   * have co-signed it so far.
   */
  readonly checkpoint: string;
}

/** A release of a hold: of the whole remaining amount, unless `amount` or `entries` specify less. */
export interface Release {
  /**
   * The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
   * to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
   * or if `entries` are given.
   */
  readonly amount?: Amount | null;
  /**
   * The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount.
   */
  readonly entries?: readonly EntryPart[] | null;
  /** Why, in 1 to 1,000 characters. It is kept in the log permanently. */
  readonly reason?: string | null;
  /**
   * The effective date of the release, not before the date of the hold or of its latest extension. Null: today, or
   * that date if it is later.
   */
  readonly date?: Day | null;
  /**
   * Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
   * null for none.
   */
  readonly reference?: string | null;
  /**
   * Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
   * mode; null for none.
   */
  readonly attributes?: Attributes | null;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time.
   */
  readonly idempotency_key?: string | null;
}

/** A hold to be released, as POST /transactions/{id}/release takes it. */
export interface ReleaseItem {
  /** The kind of the item. */
  readonly operation: 'release';
  /** The hold that is released. */
  readonly transaction_id: string;
  /**
   * The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
   * to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
   * or if `entries` are given.
   */
  readonly amount?: Amount | null;
  /**
   * The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount.
   */
  readonly entries?: readonly EntryPart[] | null;
  /** Why, in 1 to 1,000 characters. It is kept in the log permanently. */
  readonly reason?: string | null;
  /**
   * The effective date of the release, not before the date of the hold or of its latest extension. Null: today, or
   * that date if it is later.
   */
  readonly date?: Day | null;
  /**
   * Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
   * null for none.
   */
  readonly reference?: string | null;
  /**
   * Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
   * mode; null for none.
   */
  readonly attributes?: Attributes | null;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time.
   */
  readonly idempotency_key?: string | null;
}

/** An entry that results from the parameters. */
export interface RenderedEntry {
  /** The code of the account; null if the template names its id. */
  readonly account_code: string | null;
  /** The id of the account; null if the template names its code. */
  readonly account_id: string | null;
  /** Whether the account would be debited or credited. */
  readonly type: Open<EntryType>;
  /** The layer that the entry would have. */
  readonly layer: Open<Layer>;
  /** The amount, in major units. */
  readonly amount: Amount;
  /** The purpose that the entry would have; null if the template supplies none. */
  readonly description: string | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
}

/** The transaction that would be posted. */
export interface RenderedTransaction {
  /** The entries, 2 to 100, with one for each item of a list. */
  readonly entries: readonly RenderedEntry[];
  /** The attributes that the template supplies. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The metadata that the template supplies; null for none. */
  readonly metadata: Metadata | null;
}

/** The figures of a row for other days. */
export interface ReportColumn {
  /**
   * `2026-01`, `2026-Q1` or `2026` for a calendar period, `FY2026` or `FY2026-Q1` for one of a fiscal year that
   * begins on a different day than 01-01, or the comparison.
   */
  readonly label: string;
  /** The first day that is included; null for a report as of the end of a day. */
  readonly from: Day | null;
  /** The last day that is included. */
  readonly to: Day;
  /** The balance of those days, as `balance` of the row. */
  readonly balance: Amount;
  /**
   * The change: of a calendar period from the one before it, or of the row from the compared column. Null in the
   * first column.
   */
  readonly change: Amount | null;
  /** The change in per cent of the compared amount, with two decimals; null if that is zero. */
  readonly change_percent: string | null;
}

/** An account in a report, or an account including all accounts below it. */
export interface ReportRow {
  /** The account of the row. */
  readonly account_id: string;
  /** The code of the account. */
  readonly code: string;
  /** The name of the account. */
  readonly name: string;
  /** Determines on which side `balance` is positive. */
  readonly type: Open<AccountType>;
  /** The normal side of the account itself: a contra account has the opposite side of its type. */
  readonly normal_balance: Open<EntryType>;
  /** The level of the account below the top of its section. */
  readonly depth: number;
  /** The code of the account above it in its section; null at the top. */
  readonly parent_code: string | null;
  /** Whether the row is the sum of an account and all accounts below it. */
  readonly is_subtotal: boolean;
  /** Whether the row includes the accounts below, because `depth` shows no further levels. */
  readonly is_folded: boolean;
  /** The sum of the debits, in major units. */
  readonly debits: Amount;
  /** The sum of the credits, in major units. */
  readonly credits: Amount;
  /** The difference of debits and credits, positive on the side of `type`. */
  readonly balance: Amount;
  /** The balance on the other days that `columns` and `compare` request. */
  readonly columns: readonly ReportColumn[];
}

/** A reversal of a transaction: of the whole remaining amount, unless `amount` or `entries` specify less. */
export interface Reversal {
  /** Why, in 1 to 1,000 characters. It is kept in the log permanently. */
  readonly reason: string;
  /** The effective date of the reversal: not before the original, and not locked. */
  readonly date: Day;
  /**
   * The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
   * to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
   * or if `entries` are given.
   */
  readonly amount?: Amount | null;
  /**
   * The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount.
   */
  readonly entries?: readonly EntryPart[] | null;
  /**
   * Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
   * null for none.
   */
  readonly reference?: string | null;
  /**
   * Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
   * mode; null for none.
   */
  readonly attributes?: Attributes | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata?: Metadata | null;
  /**
   * Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
   * event names the limits that were passed.
   */
  readonly override_limits?: boolean;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time.
   */
  readonly idempotency_key?: string | null;
}

/** A transaction to be reversed, as POST /transactions/{id}/reverse takes it. */
export interface ReverseItem {
  /** The kind of the item. */
  readonly operation: 'reverse';
  /** The transaction that is reversed. */
  readonly transaction_id: string;
  /** Why, in 1 to 1,000 characters. It is kept in the log permanently. */
  readonly reason: string;
  /** The effective date of the reversal: not before the original, and not locked. */
  readonly date: Day;
  /**
   * The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
   * to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
   * or if `entries` are given.
   */
  readonly amount?: Amount | null;
  /**
   * The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount.
   */
  readonly entries?: readonly EntryPart[] | null;
  /**
   * Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
   * null for none.
   */
  readonly reference?: string | null;
  /**
   * Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
   * mode; null for none.
   */
  readonly attributes?: Attributes | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata?: Metadata | null;
  /**
   * Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
   * event names the limits that were passed.
   */
  readonly override_limits?: boolean;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time.
   */
  readonly idempotency_key?: string | null;
}

/** A hold to be settled, as POST /transactions/{id}/settle takes it. */
export interface SettleItem {
  /** The kind of the item. */
  readonly operation: 'settle';
  /** The hold that is settled. */
  readonly transaction_id: string;
  /**
   * The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
   * to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
   * or if `entries` are given.
   */
  readonly amount?: Amount | null;
  /**
   * The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount.
   */
  readonly entries?: readonly EntryPart[] | null;
  /**
   * The effective date of the settlement and the release, not before the date of the hold or of its latest extension.
   * Null: today, or that date if it is later.
   */
  readonly date?: Day | null;
  /** Whether the amount that remains afterwards is also released. */
  readonly final?: boolean;
  /**
   * Whether `amount` or `entries` may exceed the remaining amount of the hold, as with a tip. The settlement then
   * uses up the whole remaining amount, and limits are checked for the excess. Each entry gets a share of `amount` in
   * proportion.
   */
  readonly allow_excess?: boolean;
  /** The description of the settlement; null for that of the hold. */
  readonly description?: string | null;
  /**
   * Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
   * null for none.
   */
  readonly reference?: string | null;
  /**
   * Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
   * mode; null for none.
   */
  readonly attributes?: Attributes | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata?: Metadata | null;
  /**
   * Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
   * event names the limits that were passed.
   */
  readonly override_limits?: boolean;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time.
   */
  readonly idempotency_key?: string | null;
}

/** A settlement of a hold: of the whole remaining amount, unless `amount` or `entries` specify less. */
export interface Settlement {
  /**
   * The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
   * to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
   * or if `entries` are given.
   */
  readonly amount?: Amount | null;
  /**
   * The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount.
   */
  readonly entries?: readonly EntryPart[] | null;
  /**
   * The effective date of the settlement and the release, not before the date of the hold or of its latest extension.
   * Null: today, or that date if it is later.
   */
  readonly date?: Day | null;
  /** Whether the amount that remains afterwards is also released. */
  readonly final?: boolean;
  /**
   * Whether `amount` or `entries` may exceed the remaining amount of the hold, as with a tip. The settlement then
   * uses up the whole remaining amount, and limits are checked for the excess. Each entry gets a share of `amount` in
   * proportion.
   */
  readonly allow_excess?: boolean;
  /** The description of the settlement; null for that of the hold. */
  readonly description?: string | null;
  /**
   * Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
   * null for none.
   */
  readonly reference?: string | null;
  /**
   * Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
   * mode; null for none.
   */
  readonly attributes?: Attributes | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata?: Metadata | null;
  /**
   * Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
   * event names the limits that were passed.
   */
  readonly override_limits?: boolean;
  /**
   * A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
   * again with it is done once, and answered as the first time.
   */
  readonly idempotency_key?: string | null;
}

/** A customer account in one member ledger of a string. */
export interface StringAccount {
  /** The account; if it does not exist yet, the id is derived from its ledger and its code. */
  readonly id: string;
  /** The member ledger. */
  readonly ledger_id: string;
  /** The code of that ledger in requests. */
  readonly ledger_code: string;
  /** The currency of that ledger. */
  readonly currency: string;
  /** The code of the account, the same in every member ledger. */
  readonly code: string;
  /** The name of the account. */
  readonly name: string;
  /** The type of the account. */
  readonly type: Open<AccountType>;
  /** Always `customer`: others take no part in strings. */
  readonly category: Open<AccountCategory>;
  /** The side on which its balance is positive. */
  readonly normal_balance: Open<EntryType>;
  /** Whether it takes new entries. */
  readonly is_active: boolean;
  /** Whether the account exists in that ledger; else a conversion or transfer creates it. */
  readonly materialized: boolean;
}

/** A ledger that is a member of a string. */
export interface StringLedger {
  /** The ledger. */
  readonly id: string;
  /** The code of the ledger, unique within the tenant. */
  readonly code: string;
  /** The name of the ledger. */
  readonly name: string;
  /** The currency of the ledger. */
  readonly currency: string;
  /**
   * The number of decimals that the ledger stores. Round the amounts of a conversion to them: an amount with more is
   * refused.
   */
  readonly storage_decimals: number;
  /** The minimum number of decimals of displayed amounts of the ledger. */
  readonly display_decimals: number;
}

/** The leg of an operation in one of the two ledgers. */
export interface StringLeg {
  /** The code of the ledger in requests. */
  readonly ledger_code: string;
  /** The ledger of this leg. */
  readonly ledger_id: string;
  /** The transaction of this leg. */
  readonly transaction_id: string;
  /** Your own reference for the operation, the same on both legs. */
  readonly reference: string;
  /** The amount moved, in major units of the currency of that ledger. */
  readonly amount: string;
}

/** A conversion or a transfer, both of whose legs are posted. */
export interface StringOperation {
  /** Whether it was a conversion or a transfer. */
  readonly operation: Open<'convert' | 'transfer'>;
  /** The string through which the value was moved. */
  readonly string_code: string;
  /** The correlation id of both legs. */
  readonly correlation_id: string;
  /** Whether the idempotency key was used before, and this is the result of the earlier request. */
  readonly replayed: boolean;
  /** The leg in the source ledger. */
  readonly source: StringLeg;
  /** The leg in the target ledger. */
  readonly target: StringLeg;
  /**
   * The units of the target currency for one unit of the source currency, as sent or looked up, for the record; null
   * for a transfer.
   */
  readonly rate: string | null;
}

/** The effect that a conversion or transfer would have. Nothing was written. */
export interface StringOperationDryRun {
  /** The outcome that it would have: `posted`, or `replayed`, executed by an earlier request. */
  readonly would: Open<'posted' | 'replayed'>;
  /** The operation that would result. Its ids are valid only in this dry run. */
  readonly operation: StringOperation;
  /** Each balance that would change, before and after. */
  readonly balances: readonly BalanceChange[];
}

/** Debits and credits that are equal. A posted transaction never changes: it is reversed or voided. */
export interface Transaction {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** Your own reference; null if it has none. */
  readonly reference: string | null;
  /** A description for people. */
  readonly description: string;
  /** The effective date, as midnight in UTC. */
  readonly effective_date: Instant;
  /** The same as `effective_date`. */
  readonly date: Instant;
  /** The layer of its entries, always in lower case. */
  readonly layer: Open<Layer>;
  /** Its state. */
  readonly status: Open<TransactionStatus>;
  /** The sum of its debits, in major units. */
  readonly total_amount: Amount;
  /** The number of its entries. */
  readonly entry_count: number;
  /** Its entries, in order. If it is pending or failed, the entries that it would have. */
  readonly entries: readonly TransactionEntry[];
  /** The journal that it belongs to. */
  readonly journal_id: string;
  /** The id that groups it with related transactions; null if it has none. */
  readonly correlation_id: string | null;
  /**
   * Its relation to its source: your own word, or `reversal`, `release`, `settlement` or `extension`; null without a
   * source.
   */
  readonly correlation_type: string | null;
  /** The transaction that it follows from; null if there is none. */
  readonly correlation_source_id: string | null;
  /** The idempotency key of the request; null if it had none. */
  readonly idempotency_key: string | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
  /** Searchable texts by key; null if there are none. */
  readonly attributes: Attributes | null;
  /** The transaction code that supplied its entries; null if the request did. */
  readonly transaction_code: string | null;
  /** The version of that transaction code; null without one. */
  readonly transaction_code_version: number | null;
  /** The batch in which it was sent; null if there is none. */
  readonly batch_id: string | null;
  /** Its number among the posted transactions of the ledger, without gaps; null while it is not posted. */
  readonly sequence: number | null;
  /** When it was posted, in UTC; null while it is not. */
  readonly posted_at: Instant | null;
  /** The transaction that it reverses, whole or in part; null if there is none. */
  readonly reverses_transaction_id: string | null;
  /** The hold that it releases, whole or in part; null if there is none. */
  readonly releases_transaction_id: string | null;
  /** The hold that it settles, whole or in part; null if there is none. */
  readonly settles_transaction_id: string | null;
  /** The hold that it adds to; null if there is none. */
  readonly extends_transaction_id: string | null;
  /** The last of its reversals; null if there is none. */
  readonly reversed_by_transaction_id: string | null;
  /** The sum of its debits that are reversed, in major units. */
  readonly reversed_amount: Amount;
  /** Its reversals, oldest first. */
  readonly reversal_ids: readonly string[];
  /** Its state as a hold; null if it is not a hold, as on the settled layer. */
  readonly hold: Hold | null;
  /** Why it was voided; null if it was not, or no reason was given. */
  readonly void_reason: string | null;
  /** When its description, reference or metadata was last amended, in UTC; null if it was never amended. */
  readonly amended_at: Instant | null;
  /** Why it could not be posted; null unless it failed. */
  readonly failure: TransactionFailure | null;
  /** When it was accepted, in UTC. */
  readonly created_at: Instant;
  /** When its status last changed, in UTC. */
  readonly updated_at: Instant;
}

/** A template of entries with parameters, from which transactions are created. */
export interface TransactionCode {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** The code in requests. It never changes. */
  readonly code: string;
  /** The name for people. */
  readonly name: string;
  /** The purpose, in at most 1,000 characters; null if none was given. */
  readonly description: string | null;
  /** Whether new transactions may name it. */
  readonly status: Open<TransactionCodeStatus>;
  /** The version of the template, from 1. */
  readonly version: number;
  /** The parameters that it takes, by name; null if it takes none. */
  readonly params_schema: ParamsSchema | null;
  /** The entries that it creates. */
  readonly entries_template: EntriesTemplate;
  /**
   * Attributes of the transactions that it creates, as texts that may contain placeholders; attributes of a request
   * take precedence. Null for none.
   */
  readonly attributes_template: Metadata | null;
  /** The condition on all parameters; null if there is none. */
  readonly validation_rules: ValidationRules | null;
  /** Metadata of the transactions that it creates; members in a request take precedence. Null for none. */
  readonly metadata: Metadata | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
}

/** Parameters to try. */
export interface TransactionCodeParams {
  /** Values by the names that `params_schema` declares. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Whether new transactions may name the code: `active`, or `deprecated` permanently. */
export type TransactionCodeStatus = 'active' | 'deprecated';

/** One side of a transaction. */
export interface TransactionEntry {
  /** The id of the entry, with which a part of it can be settled, released or reversed. */
  readonly id: string;
  /** The account that it debits or credits. */
  readonly account_id: string;
  /** The code of the account in the chart. */
  readonly account_code: string;
  /** The name of the account in the chart. */
  readonly account_name: string;
  /** The amount, in major units: greater than zero. */
  readonly amount: Amount;
  /** Whether the account is debited or credited. */
  readonly type: Open<EntryType>;
  /** The layer of the entry, always in lower case. */
  readonly layer: Open<Layer>;
  /** The purpose of this entry, if it differs from that of the transaction; else null. */
  readonly description: string | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
}

/** Why an accepted transaction could not be posted. */
export interface TransactionFailure {
  /** Such as BALANCE_LIMIT_EXCEEDED, ACCOUNT_INACTIVE, JOURNAL_CLOSED or PERIOD_LOCKED. */
  readonly code: string;
  /** Cause and cure, for people. */
  readonly message: string;
}

/** A note that is attached to a transaction, or a reference to a document. It is kept permanently. */
export interface TransactionNote {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The transaction to which it is attached. */
  readonly transaction_id: string;
  /** The text of the note. */
  readonly text: string;
  /** The address of a document; null without one. */
  readonly url: string | null;
  /** The SHA-256 of the bytes of that document, in lower-case hex; null without one. */
  readonly sha256: string | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** The sequence of its event in the ledger's log. */
  readonly sequence: number;
  /** The actor: the prefix of a key, or `operator:` and an id. */
  readonly actor: string;
}

/**
 * The status of a transaction: `pending` is accepted and not yet posted; `posted` counts in balances; `reversed`
 * still counts, as does the reversal; `void` no longer counts; `failed` could not be posted and never counted.
 */
export type TransactionStatus = 'pending' | 'posted' | 'void' | 'failed' | 'reversed';

/** The texts of a transaction, which have no effect on balances. */
export interface TransactionWords {
  /** A description for people. */
  readonly description: string;
  /** Your own reference; null if it has none. */
  readonly reference: string | null;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
}

export interface TransactionsListMeta {
  /**
   * With `totals=true` the sums of the whole list. A list of transactions counts all of their entries, in any layer
   * and status, or with `account_id` the entries of that account. Null without `totals=true`.
   */
  readonly totals: ListTotals | null;
}

/** Value to move between two ledgers of the same currency. */
export interface Transfer {
  /** The code of the source ledger, a member of the string. */
  readonly source_ledger_code: string;
  /** The code of the target ledger, another member of the string. */
  readonly target_ledger_code: string;
  /** The code of the account that pays, which is the same in every ledger of the string. */
  readonly account_code: string;
  /** Your own reference, 1 to 100 characters, on both legs. */
  readonly reference: string;
  /** The effective date of both legs; today if null. */
  readonly effective_date?: Day | null;
  /** The description on both legs, in at most 255 characters; null for none. */
  readonly description?: string | null;
  /** Searchable texts by key; null if there are none. */
  readonly attributes?: Attributes | null;
  /**
   * A text of your own, 1 to 255 characters: a request that is sent again with it is executed only once. The header
   * Idempotency-Key takes precedence over it. Null for none.
   */
  readonly idempotency_key?: string | null;
  /** The amount, in major units, exact in both ledgers. */
  readonly amount: Amount;
  /** The code of the account that receives the value; if null, the code of the account that pays. */
  readonly target_account_code?: string | null;
}

/** The debits, credits and balances of accounts at the end of a day. */
export interface TrialBalance {
  /** The day at whose end the books are read. */
  readonly as_of_date: Day;
  /** The account set to which it is limited; null for all accounts. */
  readonly account_set_code: string | null;
  /** The layer that the report covers. */
  readonly layer: Open<Layer>;
  /** The currency of the ledger. */
  readonly currency: string;
  /** The sequence of the log that the report covers: a request with this sequence always returns the same report. */
  readonly head: LogPlace;
  /** When the event at that sequence happened, in UTC; null before the first event. */
  readonly known_at: Instant | null;
  /** The requested sequence; null for the current state. */
  readonly known_at_sequence: number | null;
  /** The totals of all accounts. */
  readonly totals: TrialBalanceTotals;
  /** The totals for the other days that `columns` and `compare` request. */
  readonly columns: readonly TrialBalanceColumn[];
  /** Section by section, accounts by code below their parents, each subtotal after the rows that it adds up. */
  readonly rows: readonly TrialBalanceRow[];
}

/** The totals of all accounts for other days. */
export interface TrialBalanceColumn {
  /**
   * `2026-01`, `2026-Q1` or `2026` for a calendar period, `FY2026` or `FY2026-Q1` for one of a fiscal year that
   * begins on a different day than 01-01, or the comparison.
   */
  readonly label: string;
  /** The first day that is included; null for a report as of the end of a day. */
  readonly from: Day | null;
  /** The last day that is included. */
  readonly to: Day;
  readonly totals: TrialBalanceTotals;
}

/** An account in a trial balance, or an account including all accounts below it. */
export interface TrialBalanceRow {
  /** The account of the row. */
  readonly account_id: string;
  /** The code of the account. */
  readonly code: string;
  /** The name of the account. */
  readonly name: string;
  /** Determines on which side `balance` is positive. */
  readonly type: Open<AccountType>;
  /** The normal side of the account itself: a contra account has the opposite side of its type. */
  readonly normal_balance: Open<EntryType>;
  /** The level of the account below the top of its section. */
  readonly depth: number;
  /** The code of the account above it in its section; null at the top. */
  readonly parent_code: string | null;
  /** Whether the row is the sum of an account and all accounts below it. */
  readonly is_subtotal: boolean;
  /** Whether the row includes the accounts below, because `depth` shows no further levels. */
  readonly is_folded: boolean;
  /** The sum of the debits, in major units. */
  readonly debits: Amount;
  /** The sum of the credits, in major units. */
  readonly credits: Amount;
  /** The difference of debits and credits, positive on the side of `type`. */
  readonly balance: Amount;
  /** The balance on the other days that `columns` and `compare` request. */
  readonly columns: readonly ReportColumn[];
  /** The balance if it is a debit, else zero: one column of the trial balance. */
  readonly debit_balance: Amount;
  /** The balance if it is a credit, else zero: the other column. */
  readonly credit_balance: Amount;
}

/** Debits and credits of all accounts of a trial balance together. */
export interface TrialBalanceTotals {
  /** The sum of all debits, in major units. */
  readonly debits: Amount;
  /** The sum of all credits, in major units: over all accounts the same as the debits. */
  readonly credits: Amount;
  /** The sum of all balances that are debits. */
  readonly debit_balances: Amount;
  /** The sum of all balances that are credits. */
  readonly credit_balances: Amount;
  /** The sum of all assets, in major units. */
  readonly assets: Amount;
  /** The sum of all liabilities, in major units. */
  readonly liabilities: Amount;
  /** The sum of all equity, in major units. */
  readonly equity: Amount;
  /** The sum of all revenue, in major units. */
  readonly revenue: Amount;
  /** The sum of all expenses, in major units. */
  readonly expense: Amount;
  /** Revenue less expenses, in major units; negative for a loss. */
  readonly net_income: Amount;
}

/** Valid parameters, and what results from them. */
export interface ValidTransactionCodeParams {
  /** Always true: invalid parameters are refused. */
  readonly valid: boolean;
  /** A message for people. */
  readonly message: string;
  /** The transaction that would be posted with them. */
  readonly rendered: RenderedTransaction;
}

/** A condition on several parameters. */
export interface ValidationRule {
  /** A comparison over parameters, such as `params.amount > 0 and params.currency == "USD"`. */
  readonly expression: string;
  /** The error message if the rule is violated, under `errors.rules`. */
  readonly message: string;
}

/** Rules over all parameters. */
export interface ValidationRules {
  /** At most 50 rules, each of which must hold. */
  readonly rules: readonly ValidationRule[];
}

/** Why a transaction is voided. */
export interface VoidRequest {
  /** The reason, in at most 255 characters: it is stored on the transaction and in the log. Null for none. */
  readonly reason?: string | null;
  /**
   * Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
   * event names the limits that were passed.
   */
  readonly override_limits?: boolean;
}

/** The delivery of one event to one endpoint. */
export interface WebhookDelivery {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The event, by its sequence. */
  readonly sequence: number;
  /** The type of the event. */
  readonly type: Open<EventType>;
  /** Whether it was accepted. */
  readonly state: Open<WebhookDeliveryState>;
  /** The number of attempts. */
  readonly attempts: number;
  /** The HTTP status of the response; null if there was no response. */
  readonly status: number | null;
  /** The beginning of the body of the response; null if there was no response. */
  readonly answer: string | null;
  /** Why there was no response, such as a refused connection; null if there was one. */
  readonly fault: string | null;
  /** The response time, in milliseconds; null before the first attempt. */
  readonly milliseconds: number | null;
  /** When it was last tried, in UTC; null if it was not yet tried. */
  readonly last_attempt_at: Instant | null;
  /** When it will be tried next, in UTC; null if it will not. */
  readonly next_attempt_at: Instant | null;
}

/**
 * The state of a delivery: `delivered` was accepted by the receiver, `failing` will be tried again, `queued` was
 * delivered before and will be delivered again.
 */
export type WebhookDeliveryState = 'delivered' | 'failing' | 'queued';

/** An address that the events of a ledger are sent to. */
export interface WebhookEndpoint {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** The address that events are sent to. */
  readonly url: string;
  /** The purpose, in at most 500 characters; null if none was given. */
  readonly description: string | null;
  /** The event types to deliver; null for all of them. */
  readonly types: readonly Open<EventType>[] | null;
  /** Whether events are delivered to it. */
  readonly is_active: boolean;
  /** Whether events are delivered to it, and if not, why. */
  readonly status: Open<WebhookEndpointStatus>;
  /** Why it is paused; null if it is not. */
  readonly pause_reason: string | null;
  /** When it was paused, in UTC; null if it is not. */
  readonly paused_at: Instant | null;
  /**
   * The maximum number of concurrent deliveries, 1 to 32. One keeps the order of the log; more are faster, but in no
   * particular order.
   */
  readonly max_in_flight: number;
  /** Every event up to this sequence was delivered, or has a type that is not selected. */
  readonly delivered_through: number;
  /** The actor who created it, as logs name it: the public part of a key, or `operator:` and the id of a person. */
  readonly created_by: string;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
}

/** A change to a webhook endpoint: fields that are left out stay unchanged. */
export interface WebhookEndpointChange {
  /**
   * The address that events are sent to: an https address that is reached from the public network, at most 2,048
   * characters.
   */
  readonly url?: string;
  /** The purpose, in at most 500 characters; null if none was given. */
  readonly description?: string | null;
  /** The event types to deliver; null for all of them. */
  readonly types?: readonly EventType[] | null;
  /** `false` stops it; `true` makes it continue where it stopped, also if it was paused. */
  readonly is_active?: boolean;
  /**
   * The maximum number of concurrent deliveries, 1 to 32. One keeps the order of the log; more are faster, but in no
   * particular order.
   */
  readonly max_in_flight?: number;
}

/**
 * The state of an endpoint: `active` receives events, `inactive` was stopped by a user, `paused` was stopped by the
 * service because the receiver did not accept an event for too long.
 */
export type WebhookEndpointStatus = 'active' | 'inactive' | 'paused';

/** A webhook endpoint with the secret that signs what is sent to it. */
export interface WebhookEndpointWithSecret {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The ledger that it belongs to: the ledger of the key. */
  readonly ledger_id: string;
  /** The address that events are sent to. */
  readonly url: string;
  /** The purpose, in at most 500 characters; null if none was given. */
  readonly description: string | null;
  /** The event types to deliver; null for all of them. */
  readonly types: readonly Open<EventType>[] | null;
  /** Whether events are delivered to it. */
  readonly is_active: boolean;
  /** Whether events are delivered to it, and if not, why. */
  readonly status: Open<WebhookEndpointStatus>;
  /** Why it is paused; null if it is not. */
  readonly pause_reason: string | null;
  /** When it was paused, in UTC; null if it is not. */
  readonly paused_at: Instant | null;
  /**
   * The maximum number of concurrent deliveries, 1 to 32. One keeps the order of the log; more are faster, but in no
   * particular order.
   */
  readonly max_in_flight: number;
  /** Every event up to this sequence was delivered, or has a type that is not selected. */
  readonly delivered_through: number;
  /** The actor who created it, as logs name it: the public part of a key, or `operator:` and the id of a person. */
  readonly created_by: string;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
  /** `whsec_` and the key of the signatures in base64. It is shown only in this response. */
  readonly secret: string;
}

/** The deliveries that will be sent again. */
export interface WebhookRedelivered {
  /** The number of events; null if it is every event from one onwards. */
  readonly events: number | null;
}

/** A request to deliver again: one delivery, or a range of events. */
export interface WebhookRedelivery {
  /** A single delivery; left out if a range is given. */
  readonly delivery_id?: string;
  /** The first event of the range; left out if `delivery_id` is given. */
  readonly from_sequence?: number;
  /** The last event of the range, of at most 1,000; if left out, everything from the first one onwards. */
  readonly to_sequence?: number;
}

/** How the secret is replaced. */
export interface WebhookSecretRotation {
  /** How long messages are also signed with the former secret, in seconds; by default a day, at most 30 days. */
  readonly grace_seconds?: number;
}

/** An empty body. */
export interface WebhookTest {
}

/** The answer of the endpoint to a test message. */
export interface WebhookTestResult {
  /** Whether it accepted the message, with a 2xx response in time. */
  readonly delivered: boolean;
  /** The HTTP status of the response; null if there was no response. */
  readonly status: number | null;
  /** The beginning of the body of the response; null if there was no response. */
  readonly answer: string | null;
  /** Why there was no response, such as a refused connection; null if there was one. */
  readonly fault: string | null;
  /** The response time, in milliseconds. */
  readonly milliseconds: number;
}
