/** The operations of the API by resource. Generated from docs/openapi.json: make docs. */
import type {
  AcceptedBatch,
  AcceptedTransaction,
  Account,
  AccountBalance,
  AccountChange,
  AccountEntry,
  AccountNode,
  AccountSet,
  AccountSetBalance,
  AccountSetChange,
  AccountSetMember,
  AccountsEntriesMeta,
  AccountsStatementMeta,
  Activity,
  AttributeDefinition,
  AttributeDefinitionChange,
  AttributeSettings,
  BalanceSheet,
  BatchDryRun,
  Conversion,
  Day,
  Deleted,
  DryRun,
  EventFeed,
  IncomeStatement,
  Instant,
  Journal,
  JournalChange,
  Ledger,
  LedgerString,
  NewAccount,
  NewAccountSet,
  NewAccountSetMember,
  NewAttributeDefinition,
  NewJournal,
  NewPeriodLock,
  NewString,
  NewTransaction,
  NewTransactionBatch,
  NewTransactionCode,
  NewWebhookEndpoint,
  PeriodLock,
  PeriodRelease,
  Release,
  Reversal,
  Settlement,
  StringAccount,
  StringOperation,
  StringOperationDryRun,
  Transaction,
  TransactionCode,
  TransactionCodeParams,
  Transfer,
  TrialBalance,
  ValidTransactionCodeParams,
  VoidRequest,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointWithSecret,
  WebhookRedelivered,
  WebhookRedelivery,
  WebhookSecretRotation,
  WebhookTest,
  WebhookTestResult,
} from './models.ts';
import { segment, type Asked, type Call, type Eventual, type Keyed, type Sending, type Strict, type Waiting } from '../asking.ts';
import type { LedgerFile } from '../file.ts';
import type { Listing } from '../listing.ts';

export interface AttributesListQuery {
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface TransactionCodesListQuery {
  readonly status?: 'active' | 'deprecated';
  readonly search?: string;
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface AccountsListQuery {
  readonly type?: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense';
  readonly active?: boolean;
  readonly parent_id?: string;
  readonly search?: string;
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface AccountsTreeQuery {
  readonly type?: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense';
  readonly active?: boolean;
  readonly parent_id?: string;
  readonly search?: string;
}

export interface AccountsEntriesQuery {
  readonly start_date?: Day;
  readonly end_date?: Day;
  readonly layer?: 'settled' | 'pending' | 'encumbrance';
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface AccountSetsListQuery {
  readonly search?: string;
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface AccountSetsMembersQuery {
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface AccountsBalanceQuery {
  readonly as_of_date?: Day;
  readonly layer?: 'settled' | 'pending' | 'encumbrance';
  readonly known_at_sequence?: number;
}

export interface AccountSetsBalanceQuery {
  readonly as_of_date?: Day;
  readonly layer?: 'settled' | 'pending' | 'encumbrance';
  readonly known_at_sequence?: number;
}

export interface AccountsStatementQuery {
  readonly from: Day;
  readonly to?: Day;
  readonly layer?: 'settled' | 'pending' | 'encumbrance';
  readonly known_at_sequence?: number;
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface JournalsListQuery {
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface TransactionsListQuery {
  readonly layer?: 'settled' | 'pending' | 'encumbrance';
  readonly status?: 'pending' | 'posted' | 'void' | 'failed' | 'reversed';
  readonly from_date?: Day;
  readonly to_date?: Day;
  readonly correlation_id?: string;
  readonly journal_id?: string;
  readonly account_id?: string;
  readonly batch_id?: string;
  readonly reference?: string;
  readonly hold_state?: 'open' | 'settled' | 'released' | 'expired';
  readonly expires_before?: Instant;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface TransactionsCorrelatedQuery {
  readonly correlation_id: string;
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface PeriodLocksListQuery {
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface ActivityListQuery {
  readonly transaction_id?: string;
  readonly account_id?: string;
  readonly type?: 'transaction_posted' | 'transaction_failed' | 'transaction_reversed' | 'transaction_reversed_in_part' | 'transaction_voided' | 'hold_settled' | 'hold_released' | 'hold_expired' | 'account_created' | 'account_updated' | 'account_deleted' | 'journal_created' | 'journal_updated' | 'period_locked' | 'period_released' | 'account_set_created' | 'account_set_updated' | 'account_set_deleted' | 'account_set_member_added' | 'account_set_member_removed';
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface EventsPageQuery {
  readonly after_sequence?: number;
  readonly limit?: number;
  readonly types?: readonly ('transaction.posted' | 'transaction.failed' | 'transaction.reversed' | 'transaction.reversed_in_part' | 'transaction.voided' | 'hold.settled' | 'hold.released' | 'hold.expired' | 'account.created' | 'account.updated' | 'account.deleted' | 'journal.created' | 'journal.updated' | 'period.locked' | 'period.released' | 'account_set.created' | 'account_set.updated' | 'account_set.deleted' | 'account_set.member_added' | 'account_set.member_removed')[];
  readonly account_id?: string;
  readonly transaction_id?: string;
}

export interface WebhookEndpointsListQuery {
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface WebhookEndpointsDeliveriesQuery {
  readonly state?: 'delivered' | 'failing' | 'queued';
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface ReportsTrialBalanceQuery {
  readonly as_of_date?: Day;
  readonly layer?: 'settled' | 'pending' | 'encumbrance';
  readonly account_set_code?: string;
  readonly known_at_sequence?: number;
}

export interface ReportsBalanceSheetQuery {
  readonly as_of_date?: Day;
  readonly known_at_sequence?: number;
}

export interface ReportsIncomeStatementQuery {
  readonly from: Day;
  readonly to?: Day;
  readonly known_at_sequence?: number;
}

export interface ExportsJournalQuery {
  readonly format: 'hledger' | 'beancount' | 'csv' | 'jsonl';
  readonly from?: Day;
  readonly to?: Day;
}

export interface StringsListQuery {
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export interface StringsAccountsQuery {
  readonly limit?: number;
  /** From meta.pagination of a previous answer */
  readonly cursor?: string;
}

export class AttributesResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /** List the attribute keys of the tenant by key. */
  list(query: AttributesListQuery = {}, call: Call = {}): Listing<AttributeDefinition> {
    const asked: Asked = { method: 'GET', path: '/api/v1/attribute-definitions', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Declare an attribute key.
   *
   * Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_KEY_CAP_EXCEEDED,
   * ATTRIBUTE_KEY_EXISTS, ATTRIBUTE_RESERVED_KEY.
   */
  define(body: NewAttributeDefinition, call: Call & Strict = {}): Promise<AttributeDefinition> {
    const asked: Asked = { method: 'POST', path: '/api/v1/attribute-definitions', body };
    return this.sending.one(asked, call);
  }

  /**
   * Change the label of an attribute key, or whether transactions are searched by it.
   *
   * Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED, ATTRIBUTE_DEFINITION_NOT_FOUND.
   */
  change(key: string, body: AttributeDefinitionChange, call: Call & Strict = {}): Promise<AttributeDefinition> {
    const asked: Asked = { method: 'PATCH', path: `/api/v1/attribute-definitions/${segment(key)}`, body };
    return this.sending.one(asked, call);
  }

  /** Read the attribute settings of the tenant. */
  settings(call: Call = {}): Promise<AttributeSettings> {
    const asked: Asked = { method: 'GET', path: '/api/v1/attribute-settings' };
    return this.sending.one(asked, call);
  }

  /**
   * Turn strict mode on or off.
   *
   * Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED.
   */
  changeSettings(body: AttributeSettings, call: Call & Strict = {}): Promise<AttributeSettings> {
    const asked: Asked = { method: 'PUT', path: '/api/v1/attribute-settings', body };
    return this.sending.one(asked, call);
  }
}

export class TransactionCodesResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /** List transaction codes by code. */
  list(query: TransactionCodesListQuery = {}, call: Call = {}): Listing<TransactionCode> {
    const asked: Asked = { method: 'GET', path: '/api/v1/trancodes', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create a transaction code.
   *
   * Refused with TRANCODE_CODE_EXISTS, TRANCODE_NOT_BALANCED.
   */
  create(body: NewTransactionCode, call: Call & Strict = {}): Promise<TransactionCode> {
    const asked: Asked = { method: 'POST', path: '/api/v1/trancodes', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read a transaction code.
   *
   * Refused with TRANCODE_NOT_FOUND.
   */
  read(id: string, call: Call = {}): Promise<TransactionCode> {
    const asked: Asked = { method: 'GET', path: `/api/v1/trancodes/${segment(id)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Try parameters and see what would be posted.
   *
   * Refused with TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID.
   */
  validateParams(id: string, body: TransactionCodeParams, call: Call & Strict = {}): Promise<ValidTransactionCodeParams> {
    const asked: Asked = { method: 'POST', path: `/api/v1/trancodes/${segment(id)}/validate-params`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Deprecate a transaction code.
   *
   * Refused with TRANCODE_NOT_FOUND.
   */
  deprecate(id: string, call: Call = {}): Promise<TransactionCode> {
    const asked: Asked = { method: 'POST', path: `/api/v1/trancodes/${segment(id)}/deprecate` };
    return this.sending.one(asked, call);
  }
}

export class AccountsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List accounts by code, or whole as a tree.
   *
   * Refused with ACCOUNT_TREE_TOO_LARGE.
   */
  list(query: AccountsListQuery = {}, call: Call & Eventual = {}): Listing<Account> {
    const asked: Asked = { method: 'GET', path: '/api/v1/accounts', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * List accounts by code, or whole as a tree.
   *
   * Refused with ACCOUNT_TREE_TOO_LARGE.
   */
  tree(query: AccountsTreeQuery = {}, call: Call & Eventual = {}): Promise<readonly AccountNode[]> {
    const asked: Asked = { method: 'GET', path: '/api/v1/accounts', query: { ...query, tree: 'true' } };
    return this.sending.one(asked, call);
  }

  /**
   * Create an account.
   *
   * Refused with ACCOUNT_CODE_EXISTS, ACCOUNT_CODE_RESERVED, ACCOUNT_DEPTH_EXCEEDED, AMOUNT_PRECISION_EXCEEDED,
   * PARENT_ACCOUNT_NOT_FOUND.
   */
  create(body: NewAccount, call: Call & Strict = {}): Promise<Account> {
    const asked: Asked = { method: 'POST', path: '/api/v1/accounts', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read an account.
   *
   * Refused with ACCOUNT_NOT_FOUND.
   */
  read(accountId: string, call: Call & Eventual = {}): Promise<Account> {
    const asked: Asked = { method: 'GET', path: `/api/v1/accounts/${segment(accountId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Change an account.
   *
   * Refused with ACCOUNT_CODE_EXISTS, ACCOUNT_CODE_RESERVED, ACCOUNT_DEPTH_EXCEEDED, ACCOUNT_HAS_ENTRIES,
   * ACCOUNT_HIERARCHY_CYCLE, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED, AMOUNT_PRECISION_EXCEEDED,
   * PARENT_ACCOUNT_NOT_FOUND.
   */
  change(accountId: string, body: AccountChange, call: Call & Strict = {}): Promise<Account> {
    const asked: Asked = { method: 'PUT', path: `/api/v1/accounts/${segment(accountId)}`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Delete an account that nothing uses.
   *
   * Refused with ACCOUNT_IN_USE, ACCOUNT_NOT_FOUND, SYSTEM_ACCOUNT_PROTECTED.
   */
  delete(accountId: string, call: Call = {}): Promise<Deleted> {
    const asked: Asked = { method: 'DELETE', path: `/api/v1/accounts/${segment(accountId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * List the entries of an account with the running balance.
   *
   * Refused with ACCOUNT_NOT_FOUND.
   */
  entries(accountId: string, query: AccountsEntriesQuery = {}, call: Call & Eventual = {}): Listing<AccountEntry, AccountsEntriesMeta> {
    const asked: Asked = { method: 'GET', path: `/api/v1/accounts/${segment(accountId)}/entries`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Read the balance of an account as of a day.
   *
   * Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED.
   */
  balance(code: string, query: AccountsBalanceQuery = {}, call: Call & Eventual = {}): Promise<AccountBalance> {
    const asked: Asked = { method: 'GET', path: `/api/v1/accounts/code/${segment(code)}/balance`, query: { ...query } };
    return this.sending.one(asked, call);
  }

  /**
   * Read the statement of an account: opening balance, entries and closing balance.
   *
   * Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED, STATEMENT_TOO_LARGE.
   */
  statement(accountId: string, query: AccountsStatementQuery, call: Call & Eventual = {}): Listing<AccountEntry, AccountsStatementMeta> {
    const asked: Asked = { method: 'GET', path: `/api/v1/accounts/${segment(accountId)}/statement`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Read the statement of an account: opening balance, entries and closing balance, as a file for a spreadsheet.
   *
   * Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED, STATEMENT_TOO_LARGE.
   */
  statementCsv(accountId: string, query: AccountsStatementQuery, call: Call & Eventual = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: `/api/v1/accounts/${segment(accountId)}/statement`, query: { ...query }, accept: 'text/csv' };
    return this.sending.file(asked, call);
  }
}

export class AccountSetsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /** List account sets by code. */
  list(query: AccountSetsListQuery = {}, call: Call & Eventual = {}): Listing<AccountSet> {
    const asked: Asked = { method: 'GET', path: '/api/v1/account-sets', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create an account set.
   *
   * Refused with ACCOUNT_SET_CODE_EXISTS.
   */
  create(body: NewAccountSet, call: Call & Strict = {}): Promise<AccountSet> {
    const asked: Asked = { method: 'POST', path: '/api/v1/account-sets', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read an account set.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND.
   */
  read(id: string, call: Call & Eventual = {}): Promise<AccountSet> {
    const asked: Asked = { method: 'GET', path: `/api/v1/account-sets/${segment(id)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Change an account set.
   *
   * Refused with ACCOUNT_SET_CODE_EXISTS, ACCOUNT_SET_NOT_FOUND.
   */
  change(id: string, body: AccountSetChange, call: Call & Strict = {}): Promise<AccountSet> {
    const asked: Asked = { method: 'PUT', path: `/api/v1/account-sets/${segment(id)}`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Delete an account set.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND.
   */
  delete(id: string, call: Call = {}): Promise<Deleted> {
    const asked: Asked = { method: 'DELETE', path: `/api/v1/account-sets/${segment(id)}` };
    return this.sending.one(asked, call);
  }

  /**
   * List the members of an account set.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND.
   */
  members(id: string, query: AccountSetsMembersQuery = {}, call: Call & Eventual = {}): Listing<AccountSetMember> {
    const asked: Asked = { method: 'GET', path: `/api/v1/account-sets/${segment(id)}/members`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Add an account or an account set to a set.
   *
   * Refused with ACCOUNT_SET_CYCLE, ACCOUNT_SET_DEPTH_EXCEEDED, ACCOUNT_SET_MEMBER_EXISTS, ACCOUNT_SET_NOT_FOUND.
   */
  addMember(id: string, body: NewAccountSetMember, call: Call & Strict = {}): Promise<AccountSetMember> {
    const asked: Asked = { method: 'POST', path: `/api/v1/account-sets/${segment(id)}/members`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Take a member out of an account set.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND.
   */
  removeMember(id: string, memberId: string, call: Call = {}): Promise<AccountSetMember> {
    const asked: Asked = { method: 'DELETE', path: `/api/v1/account-sets/${segment(id)}/members/${segment(memberId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Read the balance of an account set as of a day.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, SEQUENCE_NOT_REACHED.
   */
  balance(id: string, query: AccountSetsBalanceQuery = {}, call: Call & Eventual = {}): Promise<AccountSetBalance> {
    const asked: Asked = { method: 'GET', path: `/api/v1/account-sets/${segment(id)}/balance`, query: { ...query } };
    return this.sending.one(asked, call);
  }
}

export class JournalsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /** List journals by code. */
  list(query: JournalsListQuery = {}, call: Call & Eventual = {}): Listing<Journal> {
    const asked: Asked = { method: 'GET', path: '/api/v1/journals', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create a journal.
   *
   * Refused with JOURNAL_CODE_EXISTS.
   */
  create(body: NewJournal, call: Call & Strict = {}): Promise<Journal> {
    const asked: Asked = { method: 'POST', path: '/api/v1/journals', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read a journal.
   *
   * Refused with JOURNAL_NOT_FOUND.
   */
  read(journalId: string, call: Call & Eventual = {}): Promise<Journal> {
    const asked: Asked = { method: 'GET', path: `/api/v1/journals/${segment(journalId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Change, close or open a journal.
   *
   * Refused with JOURNAL_CODE_EXISTS, JOURNAL_NOT_FOUND, JOURNAL_RENAME_FORBIDDEN.
   */
  change(journalId: string, body: JournalChange, call: Call & Strict = {}): Promise<Journal> {
    const asked: Asked = { method: 'PUT', path: `/api/v1/journals/${segment(journalId)}`, body };
    return this.sending.one(asked, call);
  }
}

export class TransactionsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * Create a transaction.
   *
   * Refused with ACCOUNT_INACTIVE, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED, AMOUNT_PRECISION_EXCEEDED,
   * ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED,
   * ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG, CORRELATION_PAIR_INCOMPLETE,
   * CORRELATION_SOURCE_NOT_FOUND, ENTRIES_NOT_BALANCED, JOURNAL_CLOSED, JOURNAL_NOT_FOUND, PERIOD_LOCKED,
   * POSTING_MODE_CONFLICT, TRANCODE_DEPRECATED, TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID, idempotency_key_in_use,
   * idempotency_key_reused.
   */
  post(body: NewTransaction, call: Call & Keyed & Waiting & Strict = {}): Promise<AcceptedTransaction> {
    const asked: Asked = { method: 'POST', path: '/api/v1/transactions', body, keyed: 'own' };
    return this.sending.one(asked, call);
  }

  /**
   * List transactions, newest first.
   *
   * Refused with ATTRIBUTE_NOT_INDEXED.
   */
  list(query: TransactionsListQuery = {}, call: Call & Eventual = {}): Listing<Transaction> {
    const asked: Asked = { method: 'GET', path: '/api/v1/transactions', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /** List the transactions of a correlation, oldest first. */
  correlated(query: TransactionsCorrelatedQuery, call: Call & Eventual = {}): Listing<Transaction> {
    const asked: Asked = { method: 'GET', path: '/api/v1/transactions/correlation', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Read a transaction.
   *
   * Refused with TRANSACTION_NOT_FOUND.
   */
  read(transactionId: string, call: Call & Eventual = {}): Promise<Transaction> {
    const asked: Asked = { method: 'GET', path: `/api/v1/transactions/${segment(transactionId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Create, settle, release and reverse up to 100 transactions.
   *
   * Refused with BATCH_REJECTED.
   */
  batch(body: NewTransactionBatch, call: Call & Strict = {}): Promise<AcceptedBatch> {
    const asked: Asked = { method: 'POST', path: '/api/v1/transactions/batch', body, keyed: 'items' };
    return this.sending.one(asked, call);
  }

  /**
   * Settle an open hold, whole or in part.
   *
   * Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
   * ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
   * ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED, HOLD_NOT_OPEN,
   * JOURNAL_CLOSED, PERIOD_LOCKED, TRANSACTION_NOT_FOUND, idempotency_key_in_use, idempotency_key_reused.
   */
  settle(transactionId: string, body?: Settlement, call: Call & Keyed = {}): Promise<Transaction> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/settle`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Release an open hold, whole or in part.
   *
   * Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED,
   * HOLD_EXCEEDED, HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TRANSACTION_NOT_FOUND, idempotency_key_in_use,
   * idempotency_key_reused.
   */
  release(transactionId: string, body?: Release, call: Call & Keyed = {}): Promise<Transaction> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/release`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Reverse a posted transaction, whole or in part.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED, PERIOD_LOCKED,
   * REVERSAL_EXCEEDS_REMAINDER, REVERSAL_PARTS_EXCEEDED, TRANSACTION_ALREADY_REVERSED, TRANSACTION_NOT_FOUND,
   * TRANSACTION_NOT_REVERSIBLE, idempotency_key_in_use, idempotency_key_reused.
   */
  reverse(transactionId: string, body: Reversal, call: Call & Keyed = {}): Promise<Transaction> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/reverse`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Void a posted transaction.
   *
   * Refused with PERIOD_LOCKED, TRANSACTION_NOT_FOUND, TRANSACTION_NOT_VOIDABLE.
   */
  void(transactionId: string, body?: VoidRequest, call: Call = {}): Promise<Transaction> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/void`, body };
    return this.sending.one(asked, call);
  }
}

export class PeriodLocksResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /** List period locks, newest first. */
  list(query: PeriodLocksListQuery = {}, call: Call & Eventual = {}): Listing<PeriodLock> {
    const asked: Asked = { method: 'GET', path: '/api/v1/period-locks', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Lock everything effective on or before a day.
   *
   * Refused with PERIOD_HAS_PENDING.
   */
  create(body: NewPeriodLock, call: Call & Strict = {}): Promise<PeriodLock> {
    const asked: Asked = { method: 'POST', path: '/api/v1/period-locks', body };
    return this.sending.one(asked, call);
  }

  /**
   * Release a period lock.
   *
   * Refused with PERIOD_LOCK_NOT_FOUND.
   */
  release(id: string, body: PeriodRelease, call: Call & Strict = {}): Promise<PeriodLock> {
    const asked: Asked = { method: 'POST', path: `/api/v1/period-locks/${segment(id)}/release`, body };
    return this.sending.one(asked, call);
  }
}

export class ActivityResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /** List what happened in the ledger, newest first. */
  list(query: ActivityListQuery = {}, call: Call & Eventual = {}): Listing<Activity> {
    const asked: Asked = { method: 'GET', path: '/api/v1/activity', query: { ...query } };
    return this.sending.list(asked, call);
  }
}

export class EventsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * Read the events of the ledger, oldest first: at once, when the next one comes, or as a stream.
   *
   * Refused with EVENT_STREAMS_EXHAUSTED.
   */
  page(query: EventsPageQuery = {}, call: Call & Waiting = {}): Promise<EventFeed> {
    const asked: Asked = { method: 'GET', path: '/api/v1/events', query: { ...query } };
    return this.sending.one(asked, call);
  }
}

export class WebhookEndpointsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List the webhook endpoints of the ledger in the order in which they were made.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED.
   */
  list(query: WebhookEndpointsListQuery = {}, call: Call = {}): Listing<WebhookEndpoint> {
    const asked: Asked = { method: 'GET', path: '/api/v1/webhook-endpoints', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Have events sent to a URL; the secret that signs them is shown this once.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_LIMIT_REACHED, WEBHOOK_URL_FORBIDDEN.
   */
  create(body: NewWebhookEndpoint, call: Call & Strict = {}): Promise<WebhookEndpointWithSecret> {
    const asked: Asked = { method: 'POST', path: '/api/v1/webhook-endpoints', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read a webhook endpoint.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  read(endpointId: string, call: Call = {}): Promise<WebhookEndpoint> {
    const asked: Asked = { method: 'GET', path: `/api/v1/webhook-endpoints/${segment(endpointId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Change a webhook endpoint; active again, a paused one goes on where it stopped.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_URL_FORBIDDEN.
   */
  change(endpointId: string, body: WebhookEndpointChange, call: Call & Strict = {}): Promise<WebhookEndpoint> {
    const asked: Asked = { method: 'PATCH', path: `/api/v1/webhook-endpoints/${segment(endpointId)}`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Delete a webhook endpoint, and what is known of its deliveries.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  delete(endpointId: string, call: Call = {}): Promise<Deleted> {
    const asked: Asked = { method: 'DELETE', path: `/api/v1/webhook-endpoints/${segment(endpointId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Get a new secret; the former one signs as well for a while.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  rotateSecret(endpointId: string, body: WebhookSecretRotation, call: Call & Strict = {}): Promise<WebhookEndpointWithSecret> {
    const asked: Asked = { method: 'POST', path: `/api/v1/webhook-endpoints/${segment(endpointId)}/rotate-secret`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Send a signed message that is no event, and see what the endpoint answers.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  test(endpointId: string, body: WebhookTest, call: Call & Strict = {}): Promise<WebhookTestResult> {
    const asked: Asked = { method: 'POST', path: `/api/v1/webhook-endpoints/${segment(endpointId)}/test`, body };
    return this.sending.one(asked, call);
  }

  /**
   * List what was sent to an endpoint and what it answered, newest event first.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  deliveries(endpointId: string, query: WebhookEndpointsDeliveriesQuery = {}, call: Call = {}): Listing<WebhookDelivery> {
    const asked: Asked = { method: 'GET', path: `/api/v1/webhook-endpoints/${segment(endpointId)}/deliveries`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Have an event delivered again, a range of them, or everything from one on.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_DELIVERY_NOT_FOUND, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  redeliver(endpointId: string, body: WebhookRedelivery, call: Call = {}): Promise<WebhookRedelivered> {
    const asked: Asked = { method: 'POST', path: `/api/v1/webhook-endpoints/${segment(endpointId)}/redeliver`, body };
    return this.sending.one(asked, call);
  }
}

export class ReportsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * Read the debits, the credits and the balance of every account, or of those of an account set.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
   */
  trialBalance(query: ReportsTrialBalanceQuery = {}, call: Call & Eventual = {}): Promise<TrialBalance> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/trial-balance', query: { ...query } };
    return this.sending.one(asked, call);
  }

  /**
   * Read the debits, the credits and the balance of every account, or of those of an account set, as a file for a
   * spreadsheet.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
   */
  trialBalanceCsv(query: ReportsTrialBalanceQuery = {}, call: Call & Eventual = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/trial-balance', query: { ...query }, accept: 'text/csv' };
    return this.sending.file(asked, call);
  }

  /**
   * Read what is owned, what is owed and what is left of it at the end of a day.
   *
   * Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
   */
  balanceSheet(query: ReportsBalanceSheetQuery = {}, call: Call & Eventual = {}): Promise<BalanceSheet> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/balance-sheet', query: { ...query } };
    return this.sending.one(asked, call);
  }

  /**
   * Read what is owned, what is owed and what is left of it at the end of a day, as a file for a spreadsheet.
   *
   * Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
   */
  balanceSheetCsv(query: ReportsBalanceSheetQuery = {}, call: Call & Eventual = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/balance-sheet', query: { ...query }, accept: 'text/csv' };
    return this.sending.file(asked, call);
  }

  /**
   * Read what was earned and what was spent in a range of days.
   *
   * Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
   */
  incomeStatement(query: ReportsIncomeStatementQuery, call: Call & Eventual = {}): Promise<IncomeStatement> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/income-statement', query: { ...query } };
    return this.sending.one(asked, call);
  }

  /**
   * Read what was earned and what was spent in a range of days, as a file for a spreadsheet.
   *
   * Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
   */
  incomeStatementCsv(query: ReportsIncomeStatementQuery, call: Call & Eventual = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/income-statement', query: { ...query }, accept: 'text/csv' };
    return this.sending.file(asked, call);
  }
}

export class ExportsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * Take the journal elsewhere: every transaction in force, as hledger, beancount, CSV or JSON lines.
   *
   * Refused with EXPORTS_EXHAUSTED, EXPORT_TOO_LARGE.
   */
  journal(query: ExportsJournalQuery, call: Call = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: '/api/v1/exports/journal', query: { ...query } };
    return this.sending.file(asked, call);
  }
}

export class StringsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /** List the strings of the tenant by code. */
  list(query: StringsListQuery = {}, call: Call = {}): Listing<LedgerString> {
    const asked: Asked = { method: 'GET', path: '/api/v1/strings', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create a string and enrol the ledger of this key.
   *
   * Refused with STRING_CODE_EXISTS.
   */
  create(body: NewString, call: Call & Strict = {}): Promise<LedgerString> {
    const asked: Asked = { method: 'POST', path: '/api/v1/strings', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read a string.
   *
   * Refused with STRING_NOT_FOUND.
   */
  read(code: string, call: Call = {}): Promise<LedgerString> {
    const asked: Asked = { method: 'GET', path: `/api/v1/strings/${segment(code)}` };
    return this.sending.one(asked, call);
  }

  /**
   * List the customer accounts of all member ledgers.
   *
   * Refused with STRING_NOT_FOUND.
   */
  accounts(code: string, query: StringsAccountsQuery = {}, call: Call = {}): Listing<StringAccount> {
    const asked: Asked = { method: 'GET', path: `/api/v1/strings/${segment(code)}/accounts`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Convert between two ledgers of different currencies.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
   * ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
   * STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE, STRING_KEY_MISSING_CAPABILITY,
   * STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID, STRING_OP_NOT_ALLOWED,
   * STRING_PERIOD_LOCKED, idempotency_key_in_use, idempotency_key_reused.
   */
  convert(code: string, body: Conversion, call: Call & Keyed = {}): Promise<StringOperation> {
    const asked: Asked = { method: 'POST', path: `/api/v1/strings/${segment(code)}/convert`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Transfer between two ledgers of one currency.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
   * ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
   * STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE, STRING_KEY_MISSING_CAPABILITY,
   * STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID, STRING_OP_NOT_ALLOWED,
   * STRING_PERIOD_LOCKED, idempotency_key_in_use, idempotency_key_reused.
   */
  transfer(code: string, body: Transfer, call: Call & Keyed = {}): Promise<StringOperation> {
    const asked: Asked = { method: 'POST', path: `/api/v1/strings/${segment(code)}/transfer`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }
}

/** Of the ledger as a whole. */
export class LedgerResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /** Read the ledger of this key. */
  read(call: Call = {}): Promise<Ledger> {
    const asked: Asked = { method: 'GET', path: '/api/v1/ledger' };
    return this.sending.one(asked, call);
  }
}

export class TransactionsTrials {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * What would happen: Create a transaction.
   *
   * Refused with ACCOUNT_INACTIVE, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED, AMOUNT_PRECISION_EXCEEDED,
   * ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED,
   * ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG, CORRELATION_PAIR_INCOMPLETE,
   * CORRELATION_SOURCE_NOT_FOUND, ENTRIES_NOT_BALANCED, JOURNAL_CLOSED, JOURNAL_NOT_FOUND, PERIOD_LOCKED,
   * POSTING_MODE_CONFLICT, TRANCODE_DEPRECATED, TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID, idempotency_key_in_use,
   * idempotency_key_reused.
   */
  post(body: NewTransaction, call: Call & Keyed & Strict = {}): Promise<DryRun> {
    const asked: Asked = { method: 'POST', path: '/api/v1/transactions', query: { dry_run: 'true' }, body, keyed: 'own' };
    return this.sending.one(asked, call);
  }

  /**
   * What would happen: Create, settle, release and reverse up to 100 transactions.
   *
   * Refused with BATCH_REJECTED.
   */
  batch(body: NewTransactionBatch, call: Call & Strict = {}): Promise<BatchDryRun> {
    const asked: Asked = { method: 'POST', path: '/api/v1/transactions/batch', query: { dry_run: 'true' }, body, keyed: 'items' };
    return this.sending.one(asked, call);
  }

  /**
   * What would happen: Settle an open hold, whole or in part.
   *
   * Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
   * ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
   * ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED, HOLD_NOT_OPEN,
   * JOURNAL_CLOSED, PERIOD_LOCKED, TRANSACTION_NOT_FOUND, idempotency_key_in_use, idempotency_key_reused.
   */
  settle(transactionId: string, body?: Settlement, call: Call & Keyed = {}): Promise<DryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/settle`, query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * What would happen: Release an open hold, whole or in part.
   *
   * Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED,
   * HOLD_EXCEEDED, HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TRANSACTION_NOT_FOUND, idempotency_key_in_use,
   * idempotency_key_reused.
   */
  release(transactionId: string, body?: Release, call: Call & Keyed = {}): Promise<DryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/release`, query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * What would happen: Reverse a posted transaction, whole or in part.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED, PERIOD_LOCKED,
   * REVERSAL_EXCEEDS_REMAINDER, REVERSAL_PARTS_EXCEEDED, TRANSACTION_ALREADY_REVERSED, TRANSACTION_NOT_FOUND,
   * TRANSACTION_NOT_REVERSIBLE, idempotency_key_in_use, idempotency_key_reused.
   */
  reverse(transactionId: string, body: Reversal, call: Call & Keyed = {}): Promise<DryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/reverse`, query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * What would happen: Void a posted transaction.
   *
   * Refused with PERIOD_LOCKED, TRANSACTION_NOT_FOUND, TRANSACTION_NOT_VOIDABLE.
   */
  void(transactionId: string, body?: VoidRequest, call: Call = {}): Promise<DryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/void`, query: { dry_run: 'true' }, body };
    return this.sending.one(asked, call);
  }
}

export class StringsTrials {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * What would happen: Convert between two ledgers of different currencies.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
   * ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
   * STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE, STRING_KEY_MISSING_CAPABILITY,
   * STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID, STRING_OP_NOT_ALLOWED,
   * STRING_PERIOD_LOCKED, idempotency_key_in_use, idempotency_key_reused.
   */
  convert(code: string, body: Conversion, call: Call & Keyed = {}): Promise<StringOperationDryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/strings/${segment(code)}/convert`, query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * What would happen: Transfer between two ledgers of one currency.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
   * ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
   * STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE, STRING_KEY_MISSING_CAPABILITY,
   * STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID, STRING_OP_NOT_ALLOWED,
   * STRING_PERIOD_LOCKED, idempotency_key_in_use, idempotency_key_reused.
   */
  transfer(code: string, body: Transfer, call: Call & Keyed = {}): Promise<StringOperationDryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/strings/${segment(code)}/transfer`, query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }
}
