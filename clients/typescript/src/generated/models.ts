/** What the API speaks of. Generated from docs/openapi.json: make docs. */

/** An exact decimal in major units, such as `10.50`: a text, because a number would round it. */
export type Amount = string;
/** A day, such as `2026-01-31`. */
export type Day = string;
/** An instant, such as `2026-01-31T10:00:00.000Z`. */
export type Instant = string;

/** Why the ledger may say no: docs/refusals.md says when. */
export type RefusalCode =
  | 'ACCOUNT_CODE_EXISTS'
  | 'ACCOUNT_CODE_RESERVED'
  | 'ACCOUNT_DEPTH_EXCEEDED'
  | 'ACCOUNT_HAS_ENTRIES'
  | 'ACCOUNT_HIERARCHY_CYCLE'
  | 'ACCOUNT_INACTIVE'
  | 'ACCOUNT_IN_USE'
  | 'ACCOUNT_NOT_FOUND'
  | 'ACCOUNT_RESERVED'
  | 'ACCOUNT_SET_CODE_EXISTS'
  | 'ACCOUNT_SET_CYCLE'
  | 'ACCOUNT_SET_DEPTH_EXCEEDED'
  | 'ACCOUNT_SET_MEMBER_EXISTS'
  | 'ACCOUNT_SET_NOT_FOUND'
  | 'ACCOUNT_TREE_TOO_LARGE'
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
  | 'CORRELATION_PAIR_INCOMPLETE'
  | 'CORRELATION_SOURCE_NOT_FOUND'
  | 'CSRF_TOKEN_INVALID'
  | 'ENTRIES_NOT_BALANCED'
  | 'EVENTS_ADMIN_CAPABILITY_REQUIRED'
  | 'EVENT_STREAMS_EXHAUSTED'
  | 'EXPORTS_EXHAUSTED'
  | 'EXPORT_TOO_LARGE'
  | 'FORBIDDEN'
  | 'HOLD_EXCEEDED'
  | 'HOLD_NOT_OPEN'
  | 'INTERNAL_ERROR'
  | 'INVALID_CURSOR'
  | 'JOURNAL_CLOSED'
  | 'JOURNAL_CODE_EXISTS'
  | 'JOURNAL_NOT_FOUND'
  | 'JOURNAL_RENAME_FORBIDDEN'
  | 'LEDGER_NOT_FOUND'
  | 'MALFORMED_REQUEST'
  | 'PARENT_ACCOUNT_NOT_FOUND'
  | 'PAYLOAD_TOO_LARGE'
  | 'PERIOD_HAS_PENDING'
  | 'PERIOD_LOCKED'
  | 'PERIOD_LOCK_NOT_FOUND'
  | 'POSTING_MODE_CONFLICT'
  | 'RATE_LIMIT_EXCEEDED'
  | 'REPORT_TOO_LARGE'
  | 'REQUEST_TIMEOUT'
  | 'REVERSAL_EXCEEDS_REMAINDER'
  | 'REVERSAL_PARTS_EXCEEDED'
  | 'SEQUENCE_NOT_REACHED'
  | 'SERVICE_UNAVAILABLE'
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
  | 'SYSTEM_ACCOUNT_PROTECTED'
  | 'TRANCODE_CODE_EXISTS'
  | 'TRANCODE_DEPRECATED'
  | 'TRANCODE_NOT_BALANCED'
  | 'TRANCODE_NOT_FOUND'
  | 'TRANCODE_PARAMS_INVALID'
  | 'TRANSACTION_ALREADY_REVERSED'
  | 'TRANSACTION_NOT_FOUND'
  | 'TRANSACTION_NOT_REVERSIBLE'
  | 'TRANSACTION_NOT_VOIDABLE'
  | 'UNAUTHORIZED'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'VALIDATION_ERROR'
  | 'WEBHOOK_DELIVERY_NOT_FOUND'
  | 'WEBHOOK_ENDPOINT_NOT_FOUND'
  | 'WEBHOOK_LIMIT_REACHED'
  | 'WEBHOOK_URL_FORBIDDEN'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused';

export interface AcceptedBatch {
  readonly batch_id: string;
  readonly atomic: boolean;
  readonly accepted: number;
  readonly rejected: number;
  readonly replayed: number;
  readonly results: readonly AcceptedBatchResult[];
}

export interface AcceptedBatchResult {
  readonly index: number;
  readonly status: 'pending' | 'posted' | 'rejected';
  readonly id: string | null;
  readonly idempotency_key: string | null;
  readonly correlation_id: string | null;
  readonly replayed: boolean;
  readonly code: string | null;
  readonly message: string | null;
  readonly errors: Readonly<Record<string, unknown>> | null;
}

export interface AcceptedTransaction {
  readonly id: string;
  readonly status: 'pending' | 'posted' | 'void' | 'failed' | 'reversed';
  readonly idempotency_key: string;
  readonly correlation_id: string | null;
  readonly message: string;
}

export interface Account {
  readonly id: string;
  readonly ledger_id: string;
  readonly code: string;
  readonly name: string;
  readonly type: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense';
  readonly category: 'system' | 'customer';
  readonly normal_balance: 'debit' | 'credit';
  readonly parent_id: string | null;
  readonly description: string | null;
  readonly is_active: boolean;
  readonly is_system: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly enforce_balance_limits: boolean;
  readonly limit_basis: 'settled' | 'available';
  readonly min_balance: Amount | null;
  readonly max_balance: Amount | null;
  /** Exact decimal in major units, never with an exponent */
  readonly balance: Amount;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface AccountBalance {
  readonly account_id: string;
  readonly account_code: string;
  readonly account_name: string;
  readonly account_type: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense';
  readonly normal_balance: 'debit' | 'credit';
  readonly balances: AccountBalanceBalances;
  readonly layer_details: AccountBalanceLayerDetails;
  readonly currency: string;
  readonly as_of_date: Day;
  readonly calculated_at: Instant;
  readonly known_at_sequence: number | null;
}

export interface AccountBalanceBalances {
  /** Exact decimal in major units, never with an exponent */
  readonly settled: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly pending: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly overdue: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly future: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly available: Amount;
}

export interface AccountBalanceLayerDetails {
  readonly settled: AccountBalanceLayerDetailsSettled;
  readonly pending: AccountBalanceLayerDetailsPending;
  readonly encumbrance: AccountBalanceLayerDetailsEncumbrance;
  /** Exact decimal in major units, never with an exponent */
  readonly available: Amount;
}

export interface AccountBalanceLayerDetailsEncumbrance {
  /** Exact decimal in major units, never with an exponent */
  readonly debits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly balance: Amount;
  readonly entry_count: number;
  readonly last_entry_date: Day | null;
}

export interface AccountBalanceLayerDetailsPending {
  /** Exact decimal in major units, never with an exponent */
  readonly debits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly balance: Amount;
  readonly entry_count: number;
  readonly last_entry_date: Day | null;
}

export interface AccountBalanceLayerDetailsSettled {
  /** Exact decimal in major units, never with an exponent */
  readonly debits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly balance: Amount;
  readonly entry_count: number;
  readonly last_entry_date: Day | null;
}

export interface AccountChange {
  readonly parent_id?: string | null;
  readonly code?: string;
  readonly name?: string;
  readonly type?: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense';
  readonly normal_balance?: 'debit' | 'credit';
  readonly description?: string | null;
  readonly is_active?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly enforce_balance_limits?: boolean;
  readonly limit_basis?: 'settled' | 'available';
  readonly min_balance?: Amount | null;
  readonly max_balance?: Amount | null;
}

export interface AccountEntry {
  readonly id: string;
  readonly transaction_id: string;
  readonly account_id: string;
  readonly account_code: string;
  readonly type: 'debit' | 'credit';
  /** Exact decimal in major units, never with an exponent */
  readonly amount: Amount;
  readonly layer: 'settled' | 'pending' | 'encumbrance';
  readonly effective_date: Day;
  /** Exact decimal in major units, never with an exponent */
  readonly balance_after: Amount;
  readonly transaction: AccountEntryTransaction;
}

export interface AccountEntryTransaction {
  readonly reference: string | null;
  readonly description: string;
}

export interface AccountNode {
  readonly id: string;
  readonly ledger_id: string;
  readonly code: string;
  readonly name: string;
  readonly type: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense';
  readonly category: 'system' | 'customer';
  readonly normal_balance: 'debit' | 'credit';
  readonly parent_id: string | null;
  readonly description: string | null;
  readonly is_active: boolean;
  readonly is_system: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly enforce_balance_limits: boolean;
  readonly limit_basis: 'settled' | 'available';
  readonly min_balance: Amount | null;
  readonly max_balance: Amount | null;
  /** Exact decimal in major units, never with an exponent */
  readonly balance: Amount;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly children: readonly AccountNode[];
}

export interface AccountSet {
  readonly id: string;
  readonly ledger_id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface AccountSetBalance {
  readonly account_set_id: string;
  readonly account_set_code: string;
  readonly account_set_name: string;
  readonly normal_balance: 'debit' | 'credit';
  readonly balances: AccountSetBalanceBalances;
  readonly layer_details: AccountSetBalanceLayerDetails;
  readonly currency: string;
  readonly as_of_date: Day;
  readonly calculated_at: Instant;
  readonly known_at_sequence: number | null;
}

export interface AccountSetBalanceBalances {
  /** Exact decimal in major units, never with an exponent */
  readonly settled: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly pending: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly overdue: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly future: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly available: Amount;
}

export interface AccountSetBalanceLayerDetails {
  readonly settled: AccountSetBalanceLayerDetailsSettled;
  readonly pending: AccountSetBalanceLayerDetailsPending;
  readonly encumbrance: AccountSetBalanceLayerDetailsEncumbrance;
  /** Exact decimal in major units, never with an exponent */
  readonly available: Amount;
}

export interface AccountSetBalanceLayerDetailsEncumbrance {
  /** Exact decimal in major units, never with an exponent */
  readonly debits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly balance: Amount;
  readonly entry_count: number;
  readonly last_entry_date: Day | null;
}

export interface AccountSetBalanceLayerDetailsPending {
  /** Exact decimal in major units, never with an exponent */
  readonly debits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly balance: Amount;
  readonly entry_count: number;
  readonly last_entry_date: Day | null;
}

export interface AccountSetBalanceLayerDetailsSettled {
  /** Exact decimal in major units, never with an exponent */
  readonly debits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly balance: Amount;
  readonly entry_count: number;
  readonly last_entry_date: Day | null;
}

export interface AccountSetChange {
  readonly code?: string;
  readonly name?: string;
  readonly description?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface AccountSetMember {
  readonly account_set_id: string;
  readonly member_type: 'account' | 'account_set';
  readonly member_id: string;
  readonly code: string;
  readonly name: string;
  readonly created_at: Instant;
}

export interface AccountStatement {
  readonly account: AccountStatementAccount;
  readonly layer: 'settled' | 'pending' | 'encumbrance';
  readonly from: Day;
  readonly to: Day;
  readonly currency: string;
  /** Exact decimal in major units, never with an exponent */
  readonly opening_balance: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly debits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly closing_balance: Amount;
  readonly head: AccountStatementHead;
  readonly known_at: Instant | null;
}

export interface AccountStatementAccount {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly normal_balance: 'debit' | 'credit';
}

export interface AccountStatementHead {
  readonly sequence: number;
  readonly hash: string;
}

export interface AccountsEntriesMeta {
  readonly account: AccountsEntriesMetaAccount;
}

export interface AccountsEntriesMetaAccount {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly normal_balance: 'debit' | 'credit';
}

export interface AccountsStatementMeta {
  readonly statement: AccountStatement;
}

export interface Activity {
  readonly sequence: number;
  readonly type: 'transaction_posted' | 'transaction_failed' | 'transaction_reversed' | 'transaction_reversed_in_part' | 'transaction_voided' | 'hold_settled' | 'hold_released' | 'hold_expired' | 'account_created' | 'account_updated' | 'account_deleted' | 'journal_created' | 'journal_updated' | 'period_locked' | 'period_released' | 'account_set_created' | 'account_set_updated' | 'account_set_deleted' | 'account_set_member_added' | 'account_set_member_removed';
  readonly transaction_id: string | null;
  readonly account_id: string | null;
  readonly journal_id: string | null;
  readonly period_lock_id: string | null;
  readonly account_set_id: string | null;
  readonly member_id: string | null;
  readonly reason: string | null;
  readonly actor: string;
  readonly occurred_at: Instant;
  readonly hash: string;
}

export interface AttributeDefinition {
  readonly id: string;
  readonly key: string;
  readonly label: string | null;
  readonly indexed: boolean;
  readonly searchable: boolean;
  readonly usage_count: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface AttributeDefinitionChange {
  readonly label?: string | null;
  readonly indexed?: boolean;
}

export interface AttributeSettings {
  readonly strict_mode: boolean;
}

export interface BalanceSheet {
  readonly as_of_date: Day;
  readonly layer: 'settled' | 'pending' | 'encumbrance';
  readonly currency: string;
  readonly head: BalanceSheetHead;
  readonly known_at: Instant | null;
  readonly known_at_sequence: number | null;
  readonly totals: BalanceSheetTotals;
  readonly rows: readonly BalanceSheetRow[];
}

export interface BalanceSheetHead {
  readonly sequence: number;
  readonly hash: string;
}

export interface BalanceSheetRow {
  readonly account_id: string | null;
  readonly code: string | null;
  readonly name: string;
  readonly type: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense' | 'net_income';
  readonly normal_balance: 'debit' | 'credit';
  readonly depth: number;
  readonly parent_code: string | null;
  readonly is_subtotal: boolean;
  /** Exact decimal in major units, never with an exponent */
  readonly debits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly balance: Amount;
}

export interface BalanceSheetTotals {
  /** Exact decimal in major units, never with an exponent */
  readonly assets: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly liabilities: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly equity: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly net_income: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly liabilities_and_equity: Amount;
}

export interface BatchDryRun {
  readonly atomic: boolean;
  readonly results: readonly BatchDryRunResult[];
  readonly balances: readonly BatchDryRunBalance[];
}

export interface BatchDryRunBalance {
  readonly account_id: string;
  readonly account_code: string;
  readonly layer: 'settled' | 'pending' | 'encumbrance';
  /** Exact decimal in major units, never with an exponent */
  readonly before: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly after: Amount;
}

export interface BatchDryRunResult {
  readonly index: number;
  readonly would: 'posted' | 'failed' | 'replayed' | 'rejected';
  readonly code: string | null;
  readonly message: string | null;
  readonly errors: Readonly<Record<string, unknown>> | null;
  readonly transaction: Transaction | null;
}

export interface Conversion {
  readonly source_ledger_code: string;
  readonly target_ledger_code: string;
  readonly account_code: string;
  readonly reference: string;
  readonly effective_date?: Day | null;
  readonly description?: string | null;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
  readonly idempotency_key?: string | null;
  /** Decimal string in major units */
  readonly source_amount: Amount;
  /** Decimal string in major units */
  readonly target_amount: Amount;
  readonly rate?: string | null;
}

export interface Deleted {
  readonly id: string;
  readonly deleted: boolean;
}

export interface DryRun {
  readonly would: 'posted' | 'failed' | 'replayed';
  readonly code: string | null;
  readonly message: string | null;
  readonly transaction: Transaction;
  readonly balances: readonly DryRunBalance[];
}

export interface DryRunBalance {
  readonly account_id: string;
  readonly account_code: string;
  readonly layer: 'settled' | 'pending' | 'encumbrance';
  /** Exact decimal in major units, never with an exponent */
  readonly before: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly after: Amount;
}

export interface Event {
  readonly id: string;
  readonly ledger_id: string;
  readonly sequence: number;
  readonly type: 'transaction.posted' | 'transaction.failed' | 'transaction.reversed' | 'transaction.reversed_in_part' | 'transaction.voided' | 'hold.settled' | 'hold.released' | 'hold.expired' | 'account.created' | 'account.updated' | 'account.deleted' | 'journal.created' | 'journal.updated' | 'period.locked' | 'period.released' | 'account_set.created' | 'account_set.updated' | 'account_set.deleted' | 'account_set.member_added' | 'account_set.member_removed';
  readonly occurred_at: Instant;
  readonly actor: string;
  readonly reason: string | null;
  readonly subject: EventSubject;
  readonly data: Readonly<Record<string, unknown>>;
  readonly hash: string;
  readonly previous_hash: string;
}

export interface EventFeed {
  readonly events: readonly Event[];
  readonly through_sequence: number;
  readonly head_sequence: number;
}

export interface EventSubject {
  readonly type: string;
  readonly id: string;
}

export interface IncomeStatement {
  readonly from: Day;
  readonly to: Day;
  readonly layer: 'settled' | 'pending' | 'encumbrance';
  readonly currency: string;
  readonly head: IncomeStatementHead;
  readonly known_at: Instant | null;
  readonly known_at_sequence: number | null;
  readonly totals: IncomeStatementTotals;
  readonly rows: readonly ReportRow[];
}

export interface IncomeStatementHead {
  readonly sequence: number;
  readonly hash: string;
}

export interface IncomeStatementTotals {
  /** Exact decimal in major units, never with an exponent */
  readonly revenue: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly expense: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly net_income: Amount;
}

export interface Journal {
  readonly id: string;
  readonly ledger_id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: 'active' | 'closed';
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface JournalChange {
  readonly code?: string;
  readonly name?: string;
  readonly description?: string | null;
  readonly status?: 'active' | 'closed';
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface Ledger {
  readonly id: string;
  readonly tenant_id: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly currency_type: 'fiat' | 'crypto';
  readonly storage_decimals: number;
  readonly display_decimals: number;
  readonly is_active: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface LedgerString {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly is_active: boolean;
  readonly ledgers: readonly LedgerStringLedger[];
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface LedgerStringLedger {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
}

export interface NewAccount {
  readonly code: string;
  readonly name: string;
  readonly type: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense';
  readonly category: 'system' | 'customer';
  readonly normal_balance?: 'debit' | 'credit' | null;
  readonly parent_code?: string | null;
  readonly description?: string | null;
  readonly is_active?: boolean;
  readonly is_system?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly enforce_balance_limits?: boolean;
  readonly limit_basis?: 'settled' | 'available';
  readonly min_balance?: Amount | null;
  readonly max_balance?: Amount | null;
}

export interface NewAccountSet {
  readonly code: string;
  readonly name: string;
  readonly description?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface NewAccountSetMember {
  readonly member_type: 'account' | 'account_set';
  readonly member_id: string;
}

export interface NewAttributeDefinition {
  readonly key: string;
  readonly label?: string | null;
  readonly indexed?: boolean;
}

export interface NewJournal {
  readonly code: string;
  readonly name: string;
  readonly description?: string | null;
  readonly status?: 'active' | 'closed';
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface NewPeriodLock {
  readonly locked_until: Day;
  readonly reason: string;
}

export interface NewString {
  readonly code: string;
  readonly name: string;
  readonly description?: string | null;
  readonly is_active?: boolean;
}

export interface NewTransaction {
  readonly effective_date: Day;
  readonly description: string;
  readonly idempotency_key: string;
  readonly reference?: string | null;
  readonly layer?: 'settled' | 'pending' | 'encumbrance';
  readonly expires_at?: Instant | null;
  readonly journal_id?: string | null;
  readonly correlation_id?: string | null;
  readonly correlation_type?: string | null;
  readonly correlation_source_id?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
  readonly entries?: readonly NewTransactionEntry[];
  readonly transaction_code?: string | null;
  readonly transaction_code_params?: Readonly<Record<string, unknown>> | null;
}

export interface NewTransactionBatch {
  readonly transactions: readonly (PostItem | SettleItem | ReleaseItem | ReverseItem)[];
  readonly atomic?: boolean;
}

export interface NewTransactionCode {
  readonly code: string;
  readonly name: string;
  readonly description?: string | null;
  readonly status?: 'active' | 'deprecated';
  readonly params_schema?: Readonly<Record<string, unknown>> | null;
  readonly entries_template: NewTransactionCodeEntriesTemplate;
  readonly attributes_template?: Readonly<Record<string, unknown>> | null;
  readonly validation_rules?: NewTransactionCodeValidationRules | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface NewTransactionCodeEntriesTemplate {
  readonly entries: readonly NewTransactionCodeEntriesTemplateEntry[];
}

export interface NewTransactionCodeEntriesTemplateEntry {
  readonly repeat?: string | null;
  /** Code or id of an account, or text with {params.<name>} */
  readonly account: string;
  /** debit, credit, or text with {params.<name>} */
  readonly type: string;
  /**
   * A decimal string; or arithmetic in braces: {round(params.amount * 0.029 + 0.30, 2)}; or, in one entry that does
   * not repeat, {remainder}: what makes debits and credits equal
   */
  readonly amount: string;
  readonly layer?: string | null;
  readonly description?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface NewTransactionCodeValidationRules {
  readonly rules: readonly NewTransactionCodeValidationRulesRule[];
}

export interface NewTransactionCodeValidationRulesRule {
  /** params.amount > 0 and params.currency == "USD" */
  readonly expression: string;
  readonly message: string;
}

export interface NewTransactionEntry {
  readonly account_code?: string | null;
  readonly account_id?: string | null;
  readonly type: 'debit' | 'credit';
  /** Decimal string in major units */
  readonly amount: Amount;
  readonly description?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface NewWebhookEndpoint {
  readonly url: string;
  readonly description?: string | null;
  readonly types?: readonly ('transaction.posted' | 'transaction.failed' | 'transaction.reversed' | 'transaction.reversed_in_part' | 'transaction.voided' | 'hold.settled' | 'hold.released' | 'hold.expired' | 'account.created' | 'account.updated' | 'account.deleted' | 'journal.created' | 'journal.updated' | 'period.locked' | 'period.released' | 'account_set.created' | 'account_set.updated' | 'account_set.deleted' | 'account_set.member_added' | 'account_set.member_removed')[] | null;
  readonly is_active?: boolean;
  readonly max_in_flight?: number;
  readonly from_sequence?: number;
}

export interface PeriodLock {
  readonly id: string;
  readonly ledger_id: string;
  readonly locked_until: Day;
  readonly reason: string;
  readonly created_at: Instant;
  readonly released_at: Instant | null;
  readonly release_reason: string | null;
}

export interface PeriodRelease {
  readonly reason: string;
}

export interface PostItem {
  readonly operation?: 'post';
  readonly effective_date: Day;
  readonly description: string;
  readonly idempotency_key: string;
  readonly reference?: string | null;
  readonly layer?: 'settled' | 'pending' | 'encumbrance';
  readonly expires_at?: Instant | null;
  readonly journal_id?: string | null;
  readonly correlation_id?: string | null;
  readonly correlation_type?: string | null;
  readonly correlation_source_id?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
  readonly entries?: readonly PostItemEntry[];
  readonly transaction_code?: string | null;
  readonly transaction_code_params?: Readonly<Record<string, unknown>> | null;
}

export interface PostItemEntry {
  readonly account_code?: string | null;
  readonly account_id?: string | null;
  readonly type: 'debit' | 'credit';
  /** Decimal string in major units */
  readonly amount: Amount;
  readonly description?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface Release {
  readonly amount?: Amount | null;
  readonly entries?: readonly ReleaseEntry[] | null;
  readonly reason?: string | null;
  readonly date?: Day | null;
  readonly idempotency_key?: string | null;
}

export interface ReleaseEntry {
  readonly entry_id: string;
  /** Decimal string in major units */
  readonly amount: Amount;
}

export interface ReleaseItem {
  readonly operation: 'release';
  readonly transaction_id: string;
  readonly amount?: Amount | null;
  readonly entries?: readonly ReleaseItemEntry[] | null;
  readonly reason?: string | null;
  readonly date?: Day | null;
  readonly idempotency_key?: string | null;
}

export interface ReleaseItemEntry {
  readonly entry_id: string;
  /** Decimal string in major units */
  readonly amount: Amount;
}

export interface ReportRow {
  readonly account_id: string;
  readonly code: string;
  readonly name: string;
  readonly type: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense';
  readonly normal_balance: 'debit' | 'credit';
  readonly depth: number;
  readonly parent_code: string | null;
  readonly is_subtotal: boolean;
  /** Exact decimal in major units, never with an exponent */
  readonly debits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly balance: Amount;
}

export interface Reversal {
  readonly reason: string;
  readonly date: Day;
  readonly amount?: Amount | null;
  readonly entries?: readonly ReversalEntry[] | null;
  readonly reference?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly idempotency_key?: string | null;
}

export interface ReversalEntry {
  readonly entry_id: string;
  /** Decimal string in major units */
  readonly amount: Amount;
}

export interface ReverseItem {
  readonly operation: 'reverse';
  readonly transaction_id: string;
  readonly reason: string;
  readonly date: Day;
  readonly amount?: Amount | null;
  readonly entries?: readonly ReverseItemEntry[] | null;
  readonly reference?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly idempotency_key?: string | null;
}

export interface ReverseItemEntry {
  readonly entry_id: string;
  /** Decimal string in major units */
  readonly amount: Amount;
}

export interface SettleItem {
  readonly operation: 'settle';
  readonly transaction_id: string;
  readonly amount?: Amount | null;
  readonly entries?: readonly SettleItemEntry[] | null;
  readonly date?: Day | null;
  readonly final?: boolean;
  readonly description?: string | null;
  readonly reference?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
  readonly idempotency_key?: string | null;
}

export interface SettleItemEntry {
  readonly entry_id: string;
  /** Decimal string in major units */
  readonly amount: Amount;
}

export interface Settlement {
  readonly amount?: Amount | null;
  readonly entries?: readonly SettlementEntry[] | null;
  readonly date?: Day | null;
  readonly final?: boolean;
  readonly description?: string | null;
  readonly reference?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
  readonly idempotency_key?: string | null;
}

export interface SettlementEntry {
  readonly entry_id: string;
  /** Decimal string in major units */
  readonly amount: Amount;
}

export interface StringAccount {
  readonly id: string;
  readonly ledger_id: string;
  readonly ledger_code: string;
  readonly currency: string;
  readonly code: string;
  readonly name: string;
  readonly type: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense';
  readonly category: 'system' | 'customer';
  readonly normal_balance: 'debit' | 'credit';
  readonly is_active: boolean;
  readonly materialized: boolean;
}

export interface StringOperation {
  readonly operation: 'convert' | 'transfer';
  readonly string_code: string;
  readonly correlation_id: string;
  readonly replayed: boolean;
  readonly source: StringOperationSource;
  readonly target: StringOperationTarget;
  readonly rate: string | null;
}

export interface StringOperationDryRun {
  readonly would: 'posted' | 'replayed';
  readonly operation: StringOperation;
  readonly balances: readonly StringOperationDryRunBalance[];
}

export interface StringOperationDryRunBalance {
  readonly account_id: string;
  readonly account_code: string;
  readonly layer: 'settled' | 'pending' | 'encumbrance';
  /** Exact decimal in major units, never with an exponent */
  readonly before: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly after: Amount;
}

export interface StringOperationSource {
  readonly ledger_code: string;
  readonly ledger_id: string;
  readonly transaction_id: string;
  readonly reference: string;
  readonly amount: string;
}

export interface StringOperationTarget {
  readonly ledger_code: string;
  readonly ledger_id: string;
  readonly transaction_id: string;
  readonly reference: string;
  readonly amount: string;
}

export interface Transaction {
  readonly id: string;
  readonly ledger_id: string;
  readonly reference: string | null;
  readonly description: string;
  readonly effective_date: Instant;
  readonly date: Instant;
  readonly layer: 'settled' | 'pending' | 'encumbrance';
  readonly status: 'pending' | 'posted' | 'void' | 'failed' | 'reversed';
  /** Exact decimal in major units, never with an exponent */
  readonly total_amount: Amount;
  readonly entry_count: number;
  readonly entries: readonly TransactionEntry[];
  readonly journal_id: string;
  readonly correlation_id: string | null;
  readonly correlation_type: string | null;
  readonly correlation_source_id: string | null;
  readonly idempotency_key: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly attributes: Readonly<Record<string, unknown>> | null;
  readonly transaction_code: string | null;
  readonly transaction_code_version: number | null;
  readonly batch_id: string | null;
  readonly sequence: number | null;
  readonly posted_at: Instant | null;
  readonly reverses_transaction_id: string | null;
  readonly releases_transaction_id: string | null;
  readonly settles_transaction_id: string | null;
  readonly reversed_by_transaction_id: string | null;
  /** Exact decimal in major units, never with an exponent */
  readonly reversed_amount: Amount;
  readonly reversal_ids: readonly string[];
  readonly hold: TransactionHold | null;
  readonly void_reason: string | null;
  readonly failure: TransactionFailure | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface TransactionCode {
  readonly id: string;
  readonly ledger_id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: 'active' | 'deprecated';
  readonly version: number;
  readonly params_schema: Readonly<Record<string, unknown>> | null;
  readonly entries_template: TransactionCodeEntriesTemplate;
  readonly attributes_template: Readonly<Record<string, unknown>> | null;
  readonly validation_rules: Readonly<Record<string, unknown>> | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface TransactionCodeEntriesTemplate {
  readonly entries: readonly TransactionCodeEntriesTemplateEntry[];
}

export interface TransactionCodeEntriesTemplateEntry {
  readonly repeat?: string | null;
  /** Code or id of an account, or text with {params.<name>} */
  readonly account: string;
  /** debit, credit, or text with {params.<name>} */
  readonly type: string;
  /**
   * A decimal string; or arithmetic in braces: {round(params.amount * 0.029 + 0.30, 2)}; or, in one entry that does
   * not repeat, {remainder}: what makes debits and credits equal
   */
  readonly amount: string;
  readonly layer?: string | null;
  readonly description?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface TransactionCodeParams {
  readonly params: Readonly<Record<string, unknown>>;
}

export interface TransactionEntry {
  readonly id: string;
  readonly account_id: string;
  readonly account_code: string;
  readonly account_name: string;
  /** Exact decimal in major units, never with an exponent */
  readonly amount: Amount;
  readonly type: 'debit' | 'credit';
  readonly layer: 'settled' | 'pending' | 'encumbrance';
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export interface TransactionFailure {
  readonly code: string;
  readonly message: string;
}

export interface TransactionHold {
  readonly state: 'open' | 'settled' | 'released' | 'expired';
  /** Exact decimal in major units, never with an exponent */
  readonly amount: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly settled_amount: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly released_amount: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly remaining_amount: Amount;
  readonly expires_at: Instant | null;
}

export interface Transfer {
  readonly source_ledger_code: string;
  readonly target_ledger_code: string;
  readonly account_code: string;
  readonly reference: string;
  readonly effective_date?: Day | null;
  readonly description?: string | null;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
  readonly idempotency_key?: string | null;
  /** Decimal string in major units */
  readonly amount: Amount;
  readonly target_account_code?: string | null;
}

export interface TrialBalance {
  readonly as_of_date: Day;
  readonly account_set_code: string | null;
  readonly layer: 'settled' | 'pending' | 'encumbrance';
  readonly currency: string;
  readonly head: TrialBalanceHead;
  readonly known_at: Instant | null;
  readonly known_at_sequence: number | null;
  readonly totals: TrialBalanceTotals;
  readonly rows: readonly TrialBalanceRow[];
}

export interface TrialBalanceHead {
  readonly sequence: number;
  readonly hash: string;
}

export interface TrialBalanceRow {
  readonly account_id: string;
  readonly code: string;
  readonly name: string;
  readonly type: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense';
  readonly normal_balance: 'debit' | 'credit';
  readonly depth: number;
  readonly parent_code: string | null;
  readonly is_subtotal: boolean;
  /** Exact decimal in major units, never with an exponent */
  readonly debits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly balance: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly debit_balance: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credit_balance: Amount;
}

export interface TrialBalanceTotals {
  /** Exact decimal in major units, never with an exponent */
  readonly debits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credits: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly debit_balances: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly credit_balances: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly assets: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly liabilities: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly equity: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly revenue: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly expense: Amount;
  /** Exact decimal in major units, never with an exponent */
  readonly net_income: Amount;
}

export interface ValidTransactionCodeParams {
  readonly valid: boolean;
  readonly message: string;
  readonly rendered: ValidTransactionCodeParamsRendered;
}

export interface ValidTransactionCodeParamsRendered {
  readonly entries: readonly ValidTransactionCodeParamsRenderedEntry[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export interface ValidTransactionCodeParamsRenderedEntry {
  readonly account_code: string | null;
  readonly account_id: string | null;
  readonly type: 'debit' | 'credit';
  readonly layer: 'settled' | 'pending' | 'encumbrance';
  /** Exact decimal in major units, never with an exponent */
  readonly amount: Amount;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export interface VoidRequest {
  readonly reason?: string | null;
}

export interface WebhookDelivery {
  readonly id: string;
  readonly sequence: number;
  readonly type: 'transaction.posted' | 'transaction.failed' | 'transaction.reversed' | 'transaction.reversed_in_part' | 'transaction.voided' | 'hold.settled' | 'hold.released' | 'hold.expired' | 'account.created' | 'account.updated' | 'account.deleted' | 'journal.created' | 'journal.updated' | 'period.locked' | 'period.released' | 'account_set.created' | 'account_set.updated' | 'account_set.deleted' | 'account_set.member_added' | 'account_set.member_removed';
  readonly state: 'delivered' | 'failing' | 'queued';
  readonly attempts: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly fault: string | null;
  readonly milliseconds: number | null;
  readonly last_attempt_at: Instant | null;
  readonly next_attempt_at: Instant | null;
}

export interface WebhookEndpoint {
  readonly id: string;
  readonly ledger_id: string;
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly ('transaction.posted' | 'transaction.failed' | 'transaction.reversed' | 'transaction.reversed_in_part' | 'transaction.voided' | 'hold.settled' | 'hold.released' | 'hold.expired' | 'account.created' | 'account.updated' | 'account.deleted' | 'journal.created' | 'journal.updated' | 'period.locked' | 'period.released' | 'account_set.created' | 'account_set.updated' | 'account_set.deleted' | 'account_set.member_added' | 'account_set.member_removed')[] | null;
  readonly is_active: boolean;
  readonly status: 'active' | 'inactive' | 'paused';
  readonly pause_reason: string | null;
  readonly paused_at: Instant | null;
  readonly max_in_flight: number;
  readonly delivered_through: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface WebhookEndpointChange {
  readonly url?: string;
  readonly description?: string | null;
  readonly types?: readonly ('transaction.posted' | 'transaction.failed' | 'transaction.reversed' | 'transaction.reversed_in_part' | 'transaction.voided' | 'hold.settled' | 'hold.released' | 'hold.expired' | 'account.created' | 'account.updated' | 'account.deleted' | 'journal.created' | 'journal.updated' | 'period.locked' | 'period.released' | 'account_set.created' | 'account_set.updated' | 'account_set.deleted' | 'account_set.member_added' | 'account_set.member_removed')[] | null;
  readonly is_active?: boolean;
  readonly max_in_flight?: number;
}

export interface WebhookEndpointWithSecret {
  readonly id: string;
  readonly ledger_id: string;
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly ('transaction.posted' | 'transaction.failed' | 'transaction.reversed' | 'transaction.reversed_in_part' | 'transaction.voided' | 'hold.settled' | 'hold.released' | 'hold.expired' | 'account.created' | 'account.updated' | 'account.deleted' | 'journal.created' | 'journal.updated' | 'period.locked' | 'period.released' | 'account_set.created' | 'account_set.updated' | 'account_set.deleted' | 'account_set.member_added' | 'account_set.member_removed')[] | null;
  readonly is_active: boolean;
  readonly status: 'active' | 'inactive' | 'paused';
  readonly pause_reason: string | null;
  readonly paused_at: Instant | null;
  readonly max_in_flight: number;
  readonly delivered_through: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly secret: string;
}

export interface WebhookRedelivered {
  readonly events: number | null;
}

export interface WebhookRedelivery {
  readonly delivery_id?: string;
  readonly from_sequence?: number;
  readonly to_sequence?: number;
}

export interface WebhookSecretRotation {
  readonly grace_seconds?: number;
}

export interface WebhookTest {
}

export interface WebhookTestResult {
  readonly delivered: boolean;
  readonly status: number | null;
  readonly answer: string | null;
  readonly fault: string | null;
  readonly milliseconds: number;
}
