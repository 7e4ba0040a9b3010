/** The operations of the API by resource, generated from its OpenAPI document by `make docs`. */
import { segment } from '../asking.ts';
import type {
  Asked,
  Call,
  Eventual,
  Keyed,
  Sending,
  Strict,
  Waiting,
} from '../asking.ts';
import type {
  LedgerFile,
} from '../file.ts';
import type {
  Listing,
} from '../listing.ts';
import type {
  AcceptedBatch,
  AcceptedTransaction,
  Account,
  AccountBalance,
  AccountChange,
  AccountClosing,
  AccountEntry,
  AccountNode,
  AccountSet,
  AccountSetBalance,
  AccountSetChange,
  AccountSetMember,
  AccountType,
  AccountsEntriesMeta,
  AccountsStatementMeta,
  Activity,
  Aging,
  Amendment,
  Amount,
  AttributeDefinition,
  AttributeDefinitionChange,
  AttributeSettings,
  BalanceSheet,
  BatchDryRun,
  CashFlow,
  Checkpoint,
  ClosedAccount,
  Conversion,
  Day,
  Deleted,
  DryRun,
  EventType,
  EventsListMeta,
  Extension,
  GeneralLedgerFormat,
  HoldState,
  IncomeStatement,
  Instant,
  Journal,
  JournalChange,
  JournalFormat,
  Layer,
  Ledger,
  LedgerEvent,
  LedgerString,
  NewAccount,
  NewAccountSet,
  NewAccountSetMember,
  NewAmendment,
  NewAttributeDefinition,
  NewJournal,
  NewPeriodLock,
  NewString,
  NewTransaction,
  NewTransactionBatch,
  NewTransactionCode,
  NewTransactionNote,
  NewWebhookEndpoint,
  PeriodLock,
  PeriodRelease,
  Receipt,
  Release,
  Reversal,
  Settlement,
  StringAccount,
  StringOperation,
  StringOperationDryRun,
  Transaction,
  TransactionCode,
  TransactionCodeParams,
  TransactionCodeStatus,
  TransactionNote,
  TransactionStatus,
  TransactionsListMeta,
  Transfer,
  TrialBalance,
  ValidTransactionCodeParams,
  VoidRequest,
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointWithSecret,
  WebhookRedelivered,
  WebhookRedelivery,
  WebhookSecretRotation,
  WebhookTest,
  WebhookTestResult,
} from './models.ts';

export interface TransactionsListQuery {
  /** Only transactions of this layer. */
  readonly layer?: Layer;
  /** Only transactions of this status. Open holds are found by `hold_state`. */
  readonly status?: TransactionStatus;
  /** The first effective date that is included. */
  readonly from_date?: Day;
  /** The last effective date that is included. */
  readonly to_date?: Day;
  /** Only the transactions of this correlation, and the one whose id it is. */
  readonly correlation_id?: string;
  /** Only transactions of this journal. */
  readonly journal_id?: string;
  /** Only transactions that have an entry of this account. */
  readonly account_id?: string;
  /** Only transactions that one POST /transactions/batch accepted. */
  readonly batch_id?: string;
  /** Only transactions with exactly this reference. */
  readonly reference?: string;
  /** Only holds in this state. */
  readonly hold_state?: HoldState;
  /** Only holds that expire before this instant. */
  readonly expires_before?: Instant;
  /**
   * Only transactions whose description or reference has every word of this text; upper and lower case are the same,
   * in Unicode NFC: a word of three characters or more also finds words that begin with it. At most 10 words, which
   * consist of letters and digits; all other characters separate words.
   */
  readonly text?: string;
  /**
   * Only transactions whose metadata has these texts, numbers or truth values at its top level, such as
   * `metadata[invoice]=2026-17`. At most 5 keys; texts are compared whole, in Unicode NFC.
   */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Only transactions that this transaction code posted. */
  readonly trancode?: string;
  /**
   * Only transactions of these origins: `post` for transactions posted on their own, `settlement`, `release`,
   * `expiry`, `reversal`, `extension`, and `string_operation` for the leg of a conversion or transfer. Separate
   * several by commas; a `-` in front leaves an origin out.
   */
  readonly origin?: string;
  /**
   * Only transactions whose attributes have these values, such as `attributes[region]=north`. At most 20 keys, each
   * of which must be indexed. Values are compared in Unicode NFC, so it does not matter whether an accent is sent as
   * one character or as two.
   */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Only transactions of at least this amount, in major units. */
  readonly min_amount?: Amount;
  /** Only transactions of at most this amount, in major units. */
  readonly max_amount?: Amount;
  /**
   * The order of the list: `sequence` is the order of acceptance, `effective_date` goes by day and, within a day, by
   * acceptance. A `-` in front puts the latest first. A cursor keeps the order, and is refused with another.
   */
  readonly sort?: 'sequence' | '-sequence' | 'effective_date' | '-effective_date';
  /**
   * Whether `meta.totals` has the sums of the whole list: of all pages, with these filters. They look at 100,000 rows
   * at most; a larger list is refused (422 `TOTALS_TOO_LARGE`).
   */
  readonly totals?: boolean;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface TransactionsCorrelatedQuery {
  /** The correlation, at most 50 characters. An unknown one gives an empty page. */
  readonly correlation_id: string;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface TransactionsAmendmentsQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface TransactionsNotesQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface AccountsListQuery {
  /** Only accounts of this type. */
  readonly type?: AccountType;
  /** Only accounts that take new entries (`true`), or those that do not (`false`). */
  readonly active?: boolean;
  /** Only accounts that only group others (`true`), or those that take entries (`false`). */
  readonly group?: boolean;
  /** Only accounts directly below this account. */
  readonly parent_id?: string;
  /**
   * Only those whose code or name contains this text; upper and lower case are the same, and so are the Unicode forms
   * of an accent. There are no wildcards.
   */
  readonly search?: string;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface AccountsTreeQuery {
  /** Only accounts of this type. */
  readonly type?: AccountType;
  /** Only accounts that take new entries (`true`), or those that do not (`false`). */
  readonly active?: boolean;
  /** Only accounts that only group others (`true`), or those that take entries (`false`). */
  readonly group?: boolean;
  /** Only accounts directly below this account. */
  readonly parent_id?: string;
  /**
   * Only those whose code or name contains this text; upper and lower case are the same, and so are the Unicode forms
   * of an accent. There are no wildcards.
   */
  readonly search?: string;
}

export interface AccountsEntriesQuery {
  /** The first effective date that is included. The running balance includes all earlier entries. */
  readonly start_date?: Day;
  /** The last effective date that is included. */
  readonly end_date?: Day;
  /** Only this layer; if left out, all three. */
  readonly layer?: Layer;
  /**
   * Only transactions whose description or reference has every word of this text; upper and lower case are the same,
   * in Unicode NFC: a word of three characters or more also finds words that begin with it. At most 10 words, which
   * consist of letters and digits; all other characters separate words.
   */
  readonly text?: string;
  /**
   * Only transactions whose metadata has these texts, numbers or truth values at its top level, such as
   * `metadata[invoice]=2026-17`. At most 5 keys; texts are compared whole, in Unicode NFC.
   */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Only transactions that this transaction code posted. */
  readonly trancode?: string;
  /**
   * Only transactions of these origins: `post` for transactions posted on their own, `settlement`, `release`,
   * `expiry`, `reversal`, `extension`, and `string_operation` for the leg of a conversion or transfer. Separate
   * several by commas; a `-` in front leaves an origin out.
   */
  readonly origin?: string;
  /**
   * Only transactions whose attributes have these values, such as `attributes[region]=north`. At most 20 keys, each
   * of which must be indexed. Values are compared in Unicode NFC, so it does not matter whether an accent is sent as
   * one character or as two.
   */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Only entries of at least this amount, in major units. */
  readonly min_amount?: Amount;
  /** Only entries of at most this amount, in major units. */
  readonly max_amount?: Amount;
  /**
   * The order of the list: `effective_date` goes by day and, within a day, by posting; `-effective_date` is the
   * reverse. A cursor keeps the order, and is refused with another.
   */
  readonly sort?: 'effective_date' | '-effective_date';
  /**
   * Whether `meta.totals` has the sums of the whole list: of all pages, with these filters. They look at 100,000 rows
   * at most; a larger list is refused (422 `TOTALS_TOO_LARGE`).
   */
  readonly totals?: boolean;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface AccountsBalanceQuery {
  /** The day at whose end the balance is taken; today if it is left out. */
  readonly as_of_date?: Day;
  /** Includes only this layer: the others are then zero. If left out, all layers are counted. */
  readonly layer?: Layer;
  /**
   * A sequence of the ledger's log: the response shows the books as of that sequence, without what was posted,
   * reversed or voided later, and never changes. If left out: what is known now.
   */
  readonly known_at_sequence?: number;
}

export interface AccountsStatementQuery {
  /** The first day of the statement; earlier entries are in the opening balance. */
  readonly from: Day;
  /** The last day of the statement; today if it is left out. */
  readonly to?: Day;
  /** The layer whose entries it lists; `settled` if it is left out. */
  readonly layer?: Layer;
  /**
   * A sequence of the ledger's log: the response shows the books as of that sequence, without what was posted,
   * reversed or voided later, and never changes. If left out: what is known now.
   */
  readonly known_at_sequence?: number;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface AccountSetsListQuery {
  /**
   * Only those whose code or name contains this text; upper and lower case are the same, and so are the Unicode forms
   * of an accent. There are no wildcards.
   */
  readonly search?: string;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface AccountSetsMembersQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface AccountSetsBalanceQuery {
  /** The day at whose end the balance is taken; today if it is left out. */
  readonly as_of_date?: Day;
  /** Includes only this layer: the others are then zero. If left out, all layers are counted. */
  readonly layer?: Layer;
  /**
   * A sequence of the ledger's log: the response shows the books as of that sequence, without what was posted,
   * reversed or voided later, and never changes. If left out: what is known now.
   */
  readonly known_at_sequence?: number;
}

export interface JournalsListQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface TransactionCodesListQuery {
  /** Only transaction codes of this status. */
  readonly status?: TransactionCodeStatus;
  /**
   * Only those whose code, name or description contains this text; upper and lower case are the same. There are no
   * wildcards.
   */
  readonly search?: string;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface AttributesListQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface StringsListQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface StringsAccountsQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface ReportsTrialBalanceQuery {
  /** The day at whose end the books are read; today if it is left out. */
  readonly as_of_date?: Day;
  /** The layer that the report covers. */
  readonly layer?: Layer;
  /** Includes only the accounts of this set and of the sets within it. */
  readonly account_set_code?: string;
  /**
   * Adds a column for comparison: `prior_period`, as many whole months or days before, or the end of the month
   * before; `prior_year`, the same days a year before. Separate both by a comma.
   */
  readonly compare?: string;
  /**
   * Adds a column for each calendar month, or each quarter or year of the fiscal year, at most 60. The columns of an
   * income statement add up to the report.
   */
  readonly columns?: 'month' | 'quarter' | 'year';
  /**
   * Shows accounts down to this level; the rows of the last level include all accounts below them. 1 shows the top of
   * each section.
   */
  readonly depth?: number;
  /**
   * Whether rows whose balance is zero in every column are shown. The totals include the debits and credits of rows
   * that are not shown.
   */
  readonly zero?: 'show' | 'hide';
  /** The day with which `columns` begin; the first of the fiscal year if it is left out. Only with `columns`. */
  readonly columns_from?: Day;
  /**
   * A sequence of the ledger's log: the response shows the books as of that sequence, without what was posted,
   * reversed or voided later, and never changes. If left out: what is known now.
   */
  readonly known_at_sequence?: number;
}

export interface ReportsBalanceSheetQuery {
  /** The day at whose end the books are read; today if it is left out. */
  readonly as_of_date?: Day;
  /**
   * Adds a column for comparison: `prior_period`, as many whole months or days before, or the end of the month
   * before; `prior_year`, the same days a year before. Separate both by a comma.
   */
  readonly compare?: string;
  /**
   * Adds a column for each calendar month, or each quarter or year of the fiscal year, at most 60. The columns of an
   * income statement add up to the report.
   */
  readonly columns?: 'month' | 'quarter' | 'year';
  /**
   * Shows accounts down to this level; the rows of the last level include all accounts below them. 1 shows the top of
   * each section.
   */
  readonly depth?: number;
  /**
   * Whether rows whose balance is zero in every column are shown. The totals include the debits and credits of rows
   * that are not shown.
   */
  readonly zero?: 'show' | 'hide';
  /** The day with which `columns` begin; the first of the fiscal year if it is left out. Only with `columns`. */
  readonly columns_from?: Day;
  /**
   * A sequence of the ledger's log: the response shows the books as of that sequence, without what was posted,
   * reversed or voided later, and never changes. If left out: what is known now.
   */
  readonly known_at_sequence?: number;
}

export interface ReportsIncomeStatementQuery {
  /** The first day that is included. */
  readonly from: Day;
  /** The last day that is included; today if it is left out. */
  readonly to?: Day;
  /**
   * Adds a column for comparison: `prior_period`, as many whole months or days before, or the end of the month
   * before; `prior_year`, the same days a year before. Separate both by a comma.
   */
  readonly compare?: string;
  /**
   * Adds a column for each calendar month, or each quarter or year of the fiscal year, at most 60. The columns of an
   * income statement add up to the report.
   */
  readonly columns?: 'month' | 'quarter' | 'year';
  /**
   * Shows accounts down to this level; the rows of the last level include all accounts below them. 1 shows the top of
   * each section.
   */
  readonly depth?: number;
  /**
   * Whether rows whose balance is zero in every column are shown. The totals include the debits and credits of rows
   * that are not shown.
   */
  readonly zero?: 'show' | 'hide';
  /**
   * A sequence of the ledger's log: the response shows the books as of that sequence, without what was posted,
   * reversed or voided later, and never changes. If left out: what is known now.
   */
  readonly known_at_sequence?: number;
}

export interface ReportsCashFlowQuery {
  /** The first day that is included. */
  readonly from: Day;
  /** The last day that is included; today if it is left out. */
  readonly to?: Day;
  /**
   * `indirect` begins with net income and adds how the balances of all other accounts changed; `direct` shows
   * receipts and payments, by the accounts on the other side of the cash entries.
   */
  readonly method?: 'indirect' | 'direct';
  /**
   * Adds a column for comparison: `prior_period`, as many whole months or days before, or the end of the month
   * before; `prior_year`, the same days a year before. Separate both by a comma.
   */
  readonly compare?: string;
  /**
   * Adds a column for each calendar month, or each quarter or year of the fiscal year, at most 60. The columns of an
   * income statement add up to the report.
   */
  readonly columns?: 'month' | 'quarter' | 'year';
  /**
   * Shows accounts down to this level; the rows of the last level include all accounts below them. 1 shows the top of
   * each section.
   */
  readonly depth?: number;
  /**
   * Whether rows whose balance is zero in every column are shown. The totals include the debits and credits of rows
   * that are not shown.
   */
  readonly zero?: 'show' | 'hide';
  /**
   * A sequence of the ledger's log: the response shows the books as of that sequence, without what was posted,
   * reversed or voided later, and never changes. If left out: what is known now.
   */
  readonly known_at_sequence?: number;
}

export interface ReportsAgingQuery {
  /** The day at whose end the books are read; today if it is left out. */
  readonly as_of_date?: Day;
  /** The layer: `settled` for receivables and payables, `pending` or `encumbrance` for open holds. */
  readonly layer?: Layer;
  /** Includes only the accounts of this set and of the sets within it. */
  readonly account_set_code?: string;
  /**
   * Only accounts of this type. If it is left out, assets and liabilities on the layer `settled`, and all types on
   * the others.
   */
  readonly account_type?: AccountType;
  /** Only accounts whose code begins with this text, such as your receivables. */
  readonly code_prefix?: string;
  /**
   * The key of an attribute, such as that of an invoice: each of its values has a row, and payments settle only items
   * with the same value.
   */
  readonly aging_by?: string;
  /** The credit period: an item is due this many days after its effective date. */
  readonly terms?: number;
  /**
   * A sequence of the ledger's log: the response shows the books as of that sequence, without what was posted,
   * reversed or voided later, and never changes. If left out: what is known now.
   */
  readonly known_at_sequence?: number;
}

export interface ExportsJournalQuery {
  /** The format of the file. */
  readonly format: JournalFormat;
  /** The first effective date in the file; if left out, from the beginning. */
  readonly from?: Day;
  /** The last effective date in the file; if left out, to the end. */
  readonly to?: Day;
}

export interface ReportsGeneralLedgerQuery {
  /** The format of the file. */
  readonly format: GeneralLedgerFormat;
  /** The first day that is included. */
  readonly from: Day;
  /** The last day that is included; today if it is left out. */
  readonly to?: Day;
  /** The layer whose entries are exported. */
  readonly layer?: Layer;
  /** Includes only the accounts of this set and of the sets within it. */
  readonly account_set_code?: string;
  /** Only accounts of this type. */
  readonly account_type?: AccountType;
  /** Only accounts whose code begins with this text. */
  readonly code_prefix?: string;
  /** Whether accounts without an opening balance and entries are shown. */
  readonly zero?: 'show' | 'hide';
  /**
   * A sequence of the ledger's log: the response shows the books as of that sequence, without what was posted,
   * reversed or voided later, and never changes. If left out: what is known now.
   */
  readonly known_at_sequence?: number;
}

export interface ProofCheckpointQuery {
  /** The `tree_size` of an earlier checkpoint. */
  readonly from?: number;
}

export interface PeriodLocksListQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface ActivityListQuery {
  /** Only events about this transaction. */
  readonly transaction_id?: string;
  /** Only events about this account itself, not postings that change its balance. */
  readonly account_id?: string;
  /**
   * Only events about this transaction, account, account set, journal, period lock, transaction code or string
   * operation, by its id; for an account or a set, also the events with which it joined or left a set.
   */
  readonly subject_id?: string;
  /** Only events of this type. */
  readonly type?: EventType;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface EventsListQuery {
  /**
   * Only events after this sequence: `meta.through_sequence` of the previous page. 0 begins with the first event.
   * Beyond the end of the log it is 422 `SEQUENCE_NOT_REACHED`.
   */
  readonly after_sequence?: number;
  /**
   * The `hash` of the event at `after_sequence`, or the `meta.through_hash` of the page before. If the log has
   * another event there, as after a restore from an older backup, the response is 409 `LOG_CHANGED` instead of events
   * that do not continue those that were read.
   */
  readonly after_hash?: string;
  /** Only events of these types: their names, separated by commas. */
  readonly types?: readonly EventType[];
  /** Only events of this account, and of transactions with entries on it. */
  readonly account_id?: string;
  /** Only events of this transaction. */
  readonly transaction_id?: string;
  /** The maximum number of items in a page. A page of large items has fewer. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface WebhookEndpointsListQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface WebhookEndpointsDeliveriesQuery {
  /** Only deliveries in this state. */
  readonly state?: WebhookDeliveryState;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
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
   * Accepts a transaction and answers 202; it is posted at once or a moment later (specification, "Transaction
   * status"). It has either `entries`, which must balance in each layer, or a `transaction_code` with parameters.
   * Everything that can be known is judged before the 202: shape, accounts, journal, period, attributes, parameters;
   * a balance limit is judged when it is posted, and then the status is `failed`. `Prefer: wait=5` answers with the
   * outcome. A request that is sent again under its `idempotency_key` is done once, and answered with the transaction
   * of the first time and its present status, also if it is spelled differently (amounts count by value, `{}` and
   * null like absent members, accounts by code or id); another request under the key is 409 `idempotency_key_reused`,
   * and so may be another spelling once its transaction code is deprecated or the code of an account has changed:
   * spell a retry exactly as before.
   *
   * Refused with ACCOUNT_INACTIVE, ACCOUNT_IS_GROUP, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED, AMOUNT_PRECISION_EXCEEDED,
   * ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED,
   * ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG, CORRELATION_PAIR_INCOMPLETE,
   * CORRELATION_SOURCE_NOT_FOUND, ENTRIES_NOT_BALANCED, JOURNAL_CLOSED, JOURNAL_NOT_FOUND, PERIOD_LOCKED,
   * POSTING_MODE_CONFLICT, TOO_MANY_HEADERS, TRANCODE_DEPRECATED, TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID,
   * idempotency_key_in_use, idempotency_key_reused.
   */
  post(body: NewTransaction, call: Call & Keyed & Waiting & Strict = {}): Promise<AcceptedTransaction> {
    const asked: Asked = { method: 'POST', path: '/api/v1/transactions', body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * List transactions, newest first.
   *
   * Lists the transactions of the ledger in the order of acceptance, newest first, or in the order of `sort`, with
   * their entries; `totals=true` adds up the whole list. Filters may be combined; `text`, `min_amount`, `max_amount`,
   * `metadata`, `trancode` and `origin` are found through the search index. A filter by an attribute needs an indexed
   * key (422 `ATTRIBUTE_NOT_INDEXED`).
   *
   * Refused with ATTRIBUTE_NOT_INDEXED, TOO_MANY_HEADERS, TOTALS_TOO_LARGE.
   */
  list(query: TransactionsListQuery = {}, call: Call & Eventual = {}): Listing<Transaction, TransactionsListMeta> {
    const asked: Asked = { method: 'GET', path: '/api/v1/transactions', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * List the transactions of a correlation, oldest first.
   *
   * Lists the transactions of one correlation in the order of posting, oldest first, and the transaction whose own id
   * is the correlation id: an order with its payment, its refund and its settlement. An unknown correlation gives an
   * empty page.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  correlated(query: TransactionsCorrelatedQuery, call: Call & Eventual = {}): Listing<Transaction> {
    const asked: Asked = { method: 'GET', path: '/api/v1/transactions/correlation', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Read a transaction.
   *
   * Returns one transaction with its entries, whatever its status: its reversals, its state as a hold, and the reason
   * if it failed.
   *
   * Refused with TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND.
   */
  read(transactionId: string, call: Call & Eventual = {}): Promise<Transaction> {
    const asked: Asked = { method: 'GET', path: `/api/v1/transactions/${segment(transactionId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Amend the description, reference or metadata of a transaction.
   *
   * Changes the texts of a transaction and nothing else: its hash, its receipt, exports and reports keep the texts
   * that were posted, and `GET /transactions/{transactionId}/amendments` lists every change. Any other member of a
   * transaction is 422 `TRANSACTION_WORDS_ONLY`, a request that changes nothing 422 `NOTHING_AMENDED`, and a pending
   * transaction 409 `TRANSACTION_NOT_AMENDABLE`. Two amendments at once come one after the other, and the last one
   * holds. With an idempotency key it is done once.
   *
   * Refused with NOTHING_AMENDED, TOO_MANY_HEADERS, TRANSACTION_NOT_AMENDABLE, TRANSACTION_NOT_FOUND,
   * TRANSACTION_WORDS_ONLY, idempotency_key_in_use, idempotency_key_reused.
   */
  amend(transactionId: string, body: NewAmendment, call: Call & Keyed = {}): Promise<Transaction> {
    const asked: Asked = { method: 'PATCH', path: `/api/v1/transactions/${segment(transactionId)}`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Create, settle, release, extend and reverse up to 100 transactions.
   *
   * Executes up to 100 items in their order: posts, settlements, releases, extensions and reversals, each as its own
   * endpoint would. By default each succeeds or fails alone, and `results` has the result of each; with `atomic` one
   * refusal refuses all with 422 `BATCH_REJECTED`, and nothing is written; the same applies to a batch with more than
   * 2,000 entries in all, including those that codes, settlements, releases and reversals create (422
   * `REQUEST_TOO_LARGE`). With `Prefer: wait=5` each result carries the outcome of its item. It counts as one request
   * of the rate budget. Items with idempotency keys are done once, however often the batch is sent; with the header
   * `Idempotency-Key`, items without a key get one from it.
   *
   * Refused with BATCH_REJECTED, REQUEST_TOO_LARGE, TOO_MANY_HEADERS.
   */
  batch(body: NewTransactionBatch, call: Call & Waiting & Strict = {}): Promise<AcceptedBatch> {
    const asked: Asked = { method: 'POST', path: '/api/v1/transactions/batch', body, keyed: 'items' };
    return this.sending.one(asked, call);
  }

  /**
   * Settle an open hold, whole or in part.
   *
   * Settles an open hold: the whole remaining amount, a part of it (`amount`), or parts of its entries. One commit
   * takes that part off the hold and posts it on the settled layer; the rest is released as well, unless `final` is
   * false. More than the remaining amount is 422 `HOLD_EXCEEDED`, unless `allow_excess` is true; a hold that has
   * ended is 409 `HOLD_NOT_OPEN`; limits are checked on the sum of both. With an idempotency key it is executed once.
   *
   * Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
   * ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
   * ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED,
   * HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND, idempotency_key_in_use,
   * idempotency_key_reused.
   */
  settle(transactionId: string, body?: Settlement, call: Call & Keyed = {}): Promise<Transaction> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/settle`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Raise an open hold, or change its expiry.
   *
   * Raises an open hold to an `amount`, changes its expiry to `expires_at`, or both, in one commit. The added amount
   * is posted by a separate transaction, which names the hold in `extends_transaction_id`; limits are checked on its
   * `date`. Nothing that was posted changes, and a raise cannot be voided. The response is the hold after the change.
   * Less than the present amount of the hold is 422 `HOLD_NOT_RAISED`, a change without any effect 422
   * `HOLD_UNCHANGED`.
   *
   * Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL,
   * HOLD_NOT_OPEN, HOLD_NOT_RAISED, HOLD_UNCHANGED, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS,
   * TRANSACTION_NOT_FOUND, idempotency_key_in_use, idempotency_key_reused.
   */
  extend(transactionId: string, body?: Extension, call: Call & Keyed = {}): Promise<Transaction> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/extend`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Release an open hold, whole or in part.
   *
   * Releases an open hold: the whole remaining amount, a part of it (`amount`), or parts of its entries. The response
   * is the release, a transaction of the hold's layer with the sides swapped. More than the remaining amount is 422
   * `HOLD_EXCEEDED`, a hold that has ended 409 `HOLD_NOT_OPEN`. With an idempotency key it is done once.
   *
   * Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
   * ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
   * ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED,
   * HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND, idempotency_key_in_use,
   * idempotency_key_reused.
   */
  release(transactionId: string, body?: Release, call: Call & Keyed = {}): Promise<Transaction> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/release`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Reverse a posted transaction, whole or in part.
   *
   * Undoes a posted transaction by a new one with the sides swapped, posted at once and effective on `date`; the
   * original still counts. The whole remaining amount is reversed, or a part of it (`amount`), or parts of its
   * entries, and several reversals may follow one another. A transaction that is pending, void, failed, itself a
   * reversal, or part of a conversion or transfer is refused with 422 `TRANSACTION_NOT_REVERSIBLE`. With an
   * idempotency key it is done once; without one a repetition of a whole reversal is 422
   * `TRANSACTION_ALREADY_REVERSED`.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
   * ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
   * BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, PERIOD_LOCKED, REVERSAL_EXCEEDS_REMAINDER,
   * REVERSAL_PARTS_EXCEEDED, TOO_MANY_HEADERS, TRANSACTION_ALREADY_REVERSED, TRANSACTION_NOT_FOUND,
   * TRANSACTION_NOT_REVERSIBLE, idempotency_key_in_use, idempotency_key_reused.
   */
  reverse(transactionId: string, body: Reversal, call: Call & Keyed = {}): Promise<Transaction> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/reverse`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Void a posted transaction.
   *
   * Removes the effect of a posted transaction from all balances, on every day; its rows and the reason are kept. It
   * is meant for schedules on the encumbrance layer. A transaction that is already reversed or void, is a reversal or
   * part of a conversion or transfer, or is in a closed journal, is refused with 409 `TRANSACTION_NOT_VOIDABLE`; a
   * date in a locked period is 409 `PERIOD_LOCKED`.
   *
   * Refused with PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND, TRANSACTION_NOT_VOIDABLE.
   */
  void(transactionId: string, body?: VoidRequest, call: Call = {}): Promise<Transaction> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/void`, body };
    return this.sending.one(asked, call);
  }

  /**
   * List the amendments of a transaction, oldest first.
   *
   * Lists every change to the texts of a transaction, oldest first: the texts before and after, the reason, and who
   * changed them. The first one has the texts that were posted.
   *
   * Refused with TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND.
   */
  amendments(transactionId: string, query: TransactionsAmendmentsQuery = {}, call: Call & Eventual = {}): Listing<Amendment> {
    const asked: Asked = { method: 'GET', path: `/api/v1/transactions/${segment(transactionId)}/amendments`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Attach a note to a transaction.
   *
   * Attaches a note or a reference to a document to a transaction, whatever its status. A note is never changed or
   * deleted: a later one corrects it. With an idempotency key it is attached only once; without one, a repeated
   * request attaches a second note.
   *
   * Refused with TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND, idempotency_key_in_use, idempotency_key_reused.
   */
  addNote(transactionId: string, body: NewTransactionNote, call: Call & Keyed & Strict = {}): Promise<TransactionNote> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/notes`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * List the notes of a transaction, oldest first.
   *
   * Lists the notes that are attached to a transaction, oldest first, with who attached each.
   *
   * Refused with TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND.
   */
  notes(transactionId: string, query: TransactionsNotesQuery = {}, call: Call & Eventual = {}): Listing<TransactionNote> {
    const asked: Asked = { method: 'GET', path: `/api/v1/transactions/${segment(transactionId)}/notes`, query: { ...query } };
    return this.sending.list(asked, call);
  }
}

export class AccountsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List accounts by code, or the whole chart as a tree.
   *
   * Lists the accounts of the ledger by code, each with its settled balance. Filters narrow the list, and may be
   * combined. With `tree=true` the answer is the whole hierarchy instead, roots first, without pages; a chart of more
   * than 16 MiB is refused so (`ACCOUNT_TREE_TOO_LARGE`) and is read as a list.
   *
   * Refused with ACCOUNT_TREE_TOO_LARGE, TOO_MANY_HEADERS.
   */
  list(query: AccountsListQuery = {}, call: Call & Eventual = {}): Listing<Account> {
    const asked: Asked = { method: 'GET', path: '/api/v1/accounts', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * List accounts by code, or the whole chart as a tree.
   *
   * Lists the accounts of the ledger by code, each with its settled balance. Filters narrow the list, and may be
   * combined. With `tree=true` the answer is the whole hierarchy instead, roots first, without pages; a chart of more
   * than 16 MiB is refused so (`ACCOUNT_TREE_TOO_LARGE`) and is read as a list.
   *
   * Refused with ACCOUNT_TREE_TOO_LARGE, TOO_MANY_HEADERS.
   */
  tree(query: AccountsTreeQuery = {}, call: Call & Eventual = {}): Promise<readonly AccountNode[]> {
    const asked: Asked = { method: 'GET', path: '/api/v1/accounts', query: { ...query, tree: 'true' } };
    return this.sending.one(asked, call);
  }

  /**
   * Create an account.
   *
   * Opens an account with a balance of zero. A code that already exists in the ledger is refused with 409
   * `ACCOUNT_CODE_EXISTS`, so that a repetition after a lost response is harmless; an unknown `parent_code` with 400
   * `PARENT_ACCOUNT_NOT_FOUND`. Limits that it sets are enforced by the database itself.
   *
   * Refused with ACCOUNT_CODE_EXISTS, ACCOUNT_CODE_RESERVED, ACCOUNT_DEPTH_EXCEEDED, AMOUNT_PRECISION_EXCEEDED,
   * PARENT_ACCOUNT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  create(body: NewAccount, call: Call & Strict = {}): Promise<Account> {
    const asked: Asked = { method: 'POST', path: '/api/v1/accounts', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read an account.
   *
   * Returns one account, with its current settled balance. For a balance as of a day, or of another layer, request
   * `GET /accounts/code/{code}/balance`.
   *
   * Refused with ACCOUNT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  read(accountId: string, call: Call & Eventual = {}): Promise<Account> {
    const asked: Asked = { method: 'GET', path: `/api/v1/accounts/${segment(accountId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Change an account.
   *
   * Changes the fields that are sent, and no others. Type, normal balance and `is_group` of an account with entries
   * stay (400 `ACCOUNT_HAS_ENTRIES`), an account can never be below itself (400 `ACCOUNT_HIERARCHY_CYCLE`), and a new
   * code is exactly 4 characters. Limits apply to everything that is posted from then on. If an account is
   * deactivated while it has a balance or holds, the response has the header `X-Warning`. Can be repeated.
   *
   * Refused with ACCOUNT_CODE_EXISTS, ACCOUNT_CODE_RESERVED, ACCOUNT_DEPTH_EXCEEDED, ACCOUNT_HAS_ENTRIES,
   * ACCOUNT_HIERARCHY_CYCLE, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED, AMOUNT_PRECISION_EXCEEDED,
   * PARENT_ACCOUNT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  change(accountId: string, body?: AccountChange, call: Call & Strict = {}): Promise<Account> {
    const asked: Asked = { method: 'PUT', path: `/api/v1/accounts/${segment(accountId)}`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Delete an unused account.
   *
   * Deletes an account that has no entries and no child accounts, and is in no account set; otherwise 409
   * `ACCOUNT_IN_USE`, and the remedy is to deactivate it. System accounts are never deleted (403
   * `SYSTEM_ACCOUNT_PROTECTED`). If it is sent again, it answers 404.
   *
   * Refused with ACCOUNT_IN_USE, ACCOUNT_NOT_FOUND, SYSTEM_ACCOUNT_PROTECTED, TOO_MANY_HEADERS.
   */
  delete(accountId: string, call: Call = {}): Promise<Deleted> {
    const asked: Asked = { method: 'DELETE', path: `/api/v1/accounts/${segment(accountId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * List the entries of an account with the running balance.
   *
   * Lists the entries of an account by effective date, those of one day in the order of posting, each with the
   * running balance of its layer after it. Filters may be combined, and do not affect the running balances;
   * `totals=true` adds up the whole list. Voided and failed transactions do not appear. The pagination is wrapped
   * once more, under `meta.pagination.pagination`, as the specification has it.
   *
   * Refused with ACCOUNT_NOT_FOUND, ATTRIBUTE_NOT_INDEXED, TOO_MANY_HEADERS, TOTALS_TOO_LARGE.
   */
  entries(accountId: string, query: AccountsEntriesQuery = {}, call: Call & Eventual = {}): Listing<AccountEntry, AccountsEntriesMeta> {
    const asked: Asked = { method: 'GET', path: `/api/v1/accounts/${segment(accountId)}/entries`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Close an account.
   *
   * Deactivates an account whose balances are zero. A settled balance is refused (409 `ACCOUNT_HAS_BALANCE`) unless
   * `sweep_to_account_code` names the account that receives it, for which the key needs the scope `post` too: it is
   * then moved there in the same commit, on the later of today and the latest day of the account. Open holds (409
   * `ACCOUNT_HAS_HOLDS`), active accounts below it and pending transactions (409 `ACCOUNT_NOT_CLOSABLE`) are refused.
   * `PUT /accounts/{accountId}` activates it again. With an idempotency key it is done once.
   *
   * Refused with ACCOUNT_HAS_BALANCE, ACCOUNT_HAS_HOLDS, ACCOUNT_NOT_CLOSABLE, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED,
   * BALANCE_LIMIT_EXCEEDED, SWEEP_ACCOUNT_UNFIT, TOO_MANY_HEADERS, idempotency_key_in_use, idempotency_key_reused.
   */
  close(accountId: string, body?: AccountClosing, call: Call & Keyed = {}): Promise<ClosedAccount> {
    const asked: Asked = { method: 'POST', path: `/api/v1/accounts/${segment(accountId)}/close`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Read the balance of an account as of a day.
   *
   * Returns the balance of an account, named by its code, at the end of a day: settled, pending, overdue, future, and
   * available. With `known_at_sequence` it returns the balance as known at an earlier sequence of the log. An account
   * with a million entries takes no longer than one with ten.
   *
   * Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  balance(code: string, query: AccountsBalanceQuery = {}, call: Call & Eventual = {}): Promise<AccountBalance> {
    const asked: Asked = { method: 'GET', path: `/api/v1/accounts/code/${segment(code)}/balance`, query: { ...query } };
    return this.sending.one(asked, call);
  }

  /**
   * Read the statement of an account: opening balance, entries and closing balance.
   *
   * Returns the balance of an account before the first day, every entry from then to the last day with its running
   * balance, and the balance after the last day: the opening balance, the debits and the credits add up to the
   * closing balance. As JSON it is returned in pages, with its head in `meta.statement`; `Accept: text/csv` returns
   * all of it as one table of at most 10,000 entries (else 422 `STATEMENT_TOO_LARGE`).
   *
   * Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED, STATEMENT_TOO_LARGE, TOO_MANY_HEADERS.
   */
  statement(accountId: string, query: AccountsStatementQuery, call: Call & Eventual = {}): Listing<AccountEntry, AccountsStatementMeta> {
    const asked: Asked = { method: 'GET', path: `/api/v1/accounts/${segment(accountId)}/statement`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Read the statement of an account: opening balance, entries and closing balance, as a file for a spreadsheet.
   *
   * Returns the balance of an account before the first day, every entry from then to the last day with its running
   * balance, and the balance after the last day: the opening balance, the debits and the credits add up to the
   * closing balance. As JSON it is returned in pages, with its head in `meta.statement`; `Accept: text/csv` returns
   * all of it as one table of at most 10,000 entries (else 422 `STATEMENT_TOO_LARGE`).
   *
   * Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED, STATEMENT_TOO_LARGE, TOO_MANY_HEADERS.
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

  /**
   * List account sets by code.
   *
   * Lists the account sets of the ledger by code.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  list(query: AccountSetsListQuery = {}, call: Call & Eventual = {}): Listing<AccountSet> {
    const asked: Asked = { method: 'GET', path: '/api/v1/account-sets', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create an account set.
   *
   * Creates an empty account set; members are added one by one. An existing code is refused with 409
   * `ACCOUNT_SET_CODE_EXISTS`, so that a repetition does no harm.
   *
   * Refused with ACCOUNT_SET_CODE_EXISTS, QUOTA_REACHED, TOO_MANY_HEADERS.
   */
  create(body: NewAccountSet, call: Call & Strict = {}): Promise<AccountSet> {
    const asked: Asked = { method: 'POST', path: '/api/v1/account-sets', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read an account set.
   *
   * Returns one account set, without its members and its balance, which have paths of their own.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, TOO_MANY_HEADERS.
   */
  read(id: string, call: Call & Eventual = {}): Promise<AccountSet> {
    const asked: Asked = { method: 'GET', path: `/api/v1/account-sets/${segment(id)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Change an account set.
   *
   * Changes the fields that are sent, and no others. Can be repeated.
   *
   * Refused with ACCOUNT_SET_CODE_EXISTS, ACCOUNT_SET_NOT_FOUND, TOO_MANY_HEADERS.
   */
  change(id: string, body?: AccountSetChange, call: Call & Strict = {}): Promise<AccountSet> {
    const asked: Asked = { method: 'PUT', path: `/api/v1/account-sets/${segment(id)}`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Delete an account set.
   *
   * Deletes an account set and its memberships. The accounts in it stay unchanged. If it is sent again, it answers
   * 404.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, TOO_MANY_HEADERS.
   */
  delete(id: string, call: Call = {}): Promise<Deleted> {
    const asked: Asked = { method: 'DELETE', path: `/api/v1/account-sets/${segment(id)}` };
    return this.sending.one(asked, call);
  }

  /**
   * List the members of an account set.
   *
   * Lists the direct members of an account set: accounts, and other sets.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, TOO_MANY_HEADERS.
   */
  members(id: string, query: AccountSetsMembersQuery = {}, call: Call & Eventual = {}): Listing<AccountSetMember> {
    const asked: Asked = { method: 'GET', path: `/api/v1/account-sets/${segment(id)}/members`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Add an account or an account set to a set.
   *
   * Adds an account, or another account set, to a set. An existing member is refused with 409
   * `ACCOUNT_SET_MEMBER_EXISTS`, a set that would contain itself with 422 `ACCOUNT_SET_CYCLE`, and more than 16 sets
   * inside one another with 422 `ACCOUNT_SET_DEPTH_EXCEEDED`.
   *
   * Refused with ACCOUNT_SET_CYCLE, ACCOUNT_SET_DEPTH_EXCEEDED, ACCOUNT_SET_MEMBER_EXISTS, ACCOUNT_SET_NOT_FOUND,
   * TOO_MANY_HEADERS.
   */
  addMember(id: string, body: NewAccountSetMember, call: Call & Strict = {}): Promise<AccountSetMember> {
    const asked: Asked = { method: 'POST', path: `/api/v1/account-sets/${segment(id)}/members`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Remove a member from an account set.
   *
   * Removes a member from an account set. The account or set itself is not deleted. If it is sent again, it answers
   * 404.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, TOO_MANY_HEADERS.
   */
  removeMember(id: string, memberId: string, call: Call = {}): Promise<AccountSetMember> {
    const asked: Asked = { method: 'DELETE', path: `/api/v1/account-sets/${segment(id)}/members/${segment(memberId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Read the balance of an account set as of a day.
   *
   * Returns the balance of an account set at the end of a day, calculated on reading: every account in the set and in
   * the sets within it, each counted once. Debits count as positive, because the accounts of a set may have different
   * normal sides.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
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

  /**
   * List journals by code.
   *
   * Lists the journals of the ledger by code. Every ledger has one called DEFAULT.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  list(query: JournalsListQuery = {}, call: Call & Eventual = {}): Listing<Journal> {
    const asked: Asked = { method: 'GET', path: '/api/v1/journals', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create a journal.
   *
   * Creates a journal. An existing code is refused with 409 `JOURNAL_CODE_EXISTS`, so that a repetition does no harm.
   *
   * Refused with JOURNAL_CODE_EXISTS, QUOTA_REACHED, TOO_MANY_HEADERS.
   */
  create(body: NewJournal, call: Call & Strict = {}): Promise<Journal> {
    const asked: Asked = { method: 'POST', path: '/api/v1/journals', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read a journal.
   *
   * Returns one journal.
   *
   * Refused with JOURNAL_NOT_FOUND, TOO_MANY_HEADERS.
   */
  read(journalId: string, call: Call & Eventual = {}): Promise<Journal> {
    const asked: Asked = { method: 'GET', path: `/api/v1/journals/${segment(journalId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Change, close or open a journal.
   *
   * Changes the fields that are sent: `status` closes a journal, which then takes no new transactions, or opens it
   * again. The journal DEFAULT keeps its code and its name (403 `JOURNAL_RENAME_FORBIDDEN`). Can be repeated.
   *
   * Refused with JOURNAL_CODE_EXISTS, JOURNAL_NOT_FOUND, JOURNAL_RENAME_FORBIDDEN, TOO_MANY_HEADERS.
   */
  change(journalId: string, body?: JournalChange, call: Call & Strict = {}): Promise<Journal> {
    const asked: Asked = { method: 'PUT', path: `/api/v1/journals/${segment(journalId)}`, body };
    return this.sending.one(asked, call);
  }
}

export class TransactionCodesResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List transaction codes by code.
   *
   * Lists the transaction codes of the ledger by code, including deprecated ones.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  list(query: TransactionCodesListQuery = {}, call: Call = {}): Listing<TransactionCode> {
    const asked: Asked = { method: 'GET', path: '/api/v1/trancodes', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create a transaction code.
   *
   * Creates a transaction code: a template of entries with parameters, which POST /transactions then uses by its
   * code. Everything in it is read and compiled here; a template that can never balance is 400
   * `TRANCODE_NOT_BALANCED`, an existing code 400 `TRANCODE_CODE_EXISTS`. Unknown members are refused with 422
   * `VALIDATION_ERROR`, each named by its path, because a transaction code never changes afterwards: to change one,
   * create another.
   *
   * Refused with QUOTA_REACHED, TOO_MANY_HEADERS, TRANCODE_CODE_EXISTS, TRANCODE_NOT_BALANCED.
   */
  create(body: NewTransactionCode, call: Call = {}): Promise<TransactionCode> {
    const asked: Asked = { method: 'POST', path: '/api/v1/trancodes', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read a transaction code.
   *
   * Returns one transaction code with its parameters and its template, as they were sent.
   *
   * Refused with TOO_MANY_HEADERS, TRANCODE_NOT_FOUND.
   */
  read(id: string, call: Call = {}): Promise<TransactionCode> {
    const asked: Asked = { method: 'GET', path: `/api/v1/trancodes/${segment(id)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Try parameters and see what would be posted.
   *
   * Checks parameters as POST /transactions would, and shows the entries and attributes that would result. Nothing is
   * created. Invalid parameters are refused with 422 `TRANCODE_PARAMS_INVALID`, with the errors of each parameter.
   *
   * Refused with TOO_MANY_HEADERS, TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID.
   */
  validateParams(id: string, body: TransactionCodeParams, call: Call & Strict = {}): Promise<ValidTransactionCodeParams> {
    const asked: Asked = { method: 'POST', path: `/api/v1/trancodes/${segment(id)}/validate-params`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Deprecate a transaction code.
   *
   * Deprecates a transaction code, permanently: new transactions cannot name it; its existing transactions stay
   * valid. If it is sent again, the response is the same.
   *
   * Refused with TOO_MANY_HEADERS, TRANCODE_NOT_FOUND.
   */
  deprecate(id: string, call: Call = {}): Promise<TransactionCode> {
    const asked: Asked = { method: 'POST', path: `/api/v1/trancodes/${segment(id)}/deprecate` };
    return this.sending.one(asked, call);
  }
}

export class AttributesResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List the attribute keys of the tenant by key.
   *
   * Lists the attribute keys of the tenant by key: declared keys, and keys that were created by their first use.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  list(query: AttributesListQuery = {}, call: Call = {}): Listing<AttributeDefinition> {
    const asked: Asked = { method: 'GET', path: '/api/v1/attribute-definitions', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Declare an attribute key.
   *
   * Declares an attribute key. In strict mode, transactions may have only declared keys. A key that exists is 422
   * `ATTRIBUTE_KEY_EXISTS`, one too many 422 `ATTRIBUTE_KEY_CAP_EXCEEDED`.
   *
   * Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_KEY_CAP_EXCEEDED,
   * ATTRIBUTE_KEY_EXISTS, ATTRIBUTE_RESERVED_KEY, TOO_MANY_HEADERS.
   */
  define(body: NewAttributeDefinition, call: Call & Strict = {}): Promise<AttributeDefinition> {
    const asked: Asked = { method: 'POST', path: '/api/v1/attribute-definitions', body };
    return this.sending.one(asked, call);
  }

  /**
   * Change the label of an attribute key, or whether transactions can be searched by it.
   *
   * Changes the label of a key, or whether transactions can be searched by it. When this is turned on, older
   * transactions are indexed in the background, and `searchable` shows when this has finished. The key itself never
   * changes. Can be repeated.
   *
   * Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED, ATTRIBUTE_DEFINITION_NOT_FOUND, TOO_MANY_HEADERS.
   */
  change(key: string, body?: AttributeDefinitionChange, call: Call & Strict = {}): Promise<AttributeDefinition> {
    const asked: Asked = { method: 'PATCH', path: `/api/v1/attribute-definitions/${segment(key)}`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Read the attribute settings of the tenant.
   *
   * Shows whether strict mode is on.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  settings(call: Call = {}): Promise<AttributeSettings> {
    const asked: Asked = { method: 'GET', path: '/api/v1/attribute-settings' };
    return this.sending.one(asked, call);
  }

  /**
   * Turn strict mode on or off.
   *
   * Turns strict mode on or off for the whole tenant. With it, new transactions may have only declared keys (else 422
   * `ATTRIBUTE_NOT_DECLARED`); older ones keep their keys. Can be repeated.
   *
   * Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS.
   */
  changeSettings(body: AttributeSettings, call: Call & Strict = {}): Promise<AttributeSettings> {
    const asked: Asked = { method: 'PUT', path: '/api/v1/attribute-settings', body };
    return this.sending.one(asked, call);
  }
}

export class StringsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List the strings of the tenant by code.
   *
   * Lists the strings of the tenant by code, each with its member ledgers.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  list(query: StringsListQuery = {}, call: Call = {}): Listing<LedgerString> {
    const asked: Asked = { method: 'GET', path: '/api/v1/strings', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create a string with the ledger of this key as its first member.
   *
   * Creates a string with the ledger of this key as its first member; operators add others. An existing code is
   * refused with 422 `STRING_CODE_EXISTS`.
   *
   * Refused with QUOTA_REACHED, STRING_CODE_EXISTS, TOO_MANY_HEADERS.
   */
  create(body: NewString, call: Call & Strict = {}): Promise<LedgerString> {
    const asked: Asked = { method: 'POST', path: '/api/v1/strings', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read a string.
   *
   * Returns one string with its member ledgers.
   *
   * Refused with STRING_NOT_FOUND, TOO_MANY_HEADERS.
   */
  read(code: string, call: Call = {}): Promise<LedgerString> {
    const asked: Asked = { method: 'GET', path: `/api/v1/strings/${segment(code)}` };
    return this.sending.one(asked, call);
  }

  /**
   * List the customer accounts of all member ledgers.
   *
   * Lists the customer accounts of all member ledgers: each code once for each member, by code and ledger.
   * `materialized` shows whether the account exists in that ledger; if it does not, a conversion or transfer creates
   * it. Only members may request it (else 404).
   *
   * Refused with STRING_NOT_FOUND, TOO_MANY_HEADERS.
   */
  accounts(code: string, query: StringsAccountsQuery = {}, call: Call = {}): Listing<StringAccount> {
    const asked: Asked = { method: 'GET', path: `/api/v1/strings/${segment(code)}/accounts`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Convert between two ledgers of different currencies.
   *
   * Moves value between two member ledgers of different currencies: out of an account in the source, into the account
   * of the same code in the target, each ledger balanced by the string's clearing account. Both legs are committed
   * together, or neither is. The two amounts are authoritative, `rate` is only recorded; if it is left out, the
   * current rate is looked up and recorded. Requires the capability `strings:participate:{code}`. With an idempotency
   * key it is done once: a repetition answers 200 and the first result.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
   * ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
   * STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE, STRING_KEY_MISSING_CAPABILITY,
   * STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID, STRING_OP_NOT_ALLOWED,
   * STRING_PERIOD_LOCKED, TOO_MANY_HEADERS, idempotency_key_in_use, idempotency_key_reused.
   */
  convert(code: string, body: Conversion, call: Call & Keyed = {}): Promise<StringOperation> {
    const asked: Asked = { method: 'POST', path: `/api/v1/strings/${segment(code)}/convert`, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Transfer between two ledgers of the same currency.
   *
   * Moves value between two member ledgers of the same currency, out of an account in the source into one in the
   * target, each ledger balanced by the string's clearing account. Both legs are committed together, or neither is.
   * Requires the capability `strings:participate:{code}`. With an idempotency key it is done once: a repetition
   * answers 200 and the first result.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
   * ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
   * STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE, STRING_KEY_MISSING_CAPABILITY,
   * STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID, STRING_OP_NOT_ALLOWED,
   * STRING_PERIOD_LOCKED, TOO_MANY_HEADERS, idempotency_key_in_use, idempotency_key_reused.
   */
  transfer(code: string, body: Transfer, call: Call & Keyed = {}): Promise<StringOperation> {
    const asked: Asked = { method: 'POST', path: `/api/v1/strings/${segment(code)}/transfer`, body, keyed: 'header' };
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
   * Returns the total debits and credits of every account at the end of a day, in one layer, with a subtotal for each
   * account that has child accounts. The two columns of balances have the same total. `account_set_code` narrows it
   * to the accounts of a set, which need not balance. `columns` and `compare` add columns for other days, `depth`
   * limits the levels of accounts. `Accept: text/csv` gives a table.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  trialBalance(query: ReportsTrialBalanceQuery = {}, call: Call & Eventual = {}): Promise<TrialBalance> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/trial-balance', query: { ...query } };
    return this.sending.one(asked, call);
  }

  /**
   * Read the debits, the credits and the balance of every account, or of those of an account set, as a file for a
   * spreadsheet.
   *
   * Returns the total debits and credits of every account at the end of a day, in one layer, with a subtotal for each
   * account that has child accounts. The two columns of balances have the same total. `account_set_code` narrows it
   * to the accounts of a set, which need not balance. `columns` and `compare` add columns for other days, `depth`
   * limits the levels of accounts. `Accept: text/csv` gives a table.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  trialBalanceCsv(query: ReportsTrialBalanceQuery = {}, call: Call & Eventual = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/trial-balance', query: { ...query }, accept: 'text/csv' };
    return this.sending.file(asked, call);
  }

  /**
   * Read assets, liabilities and equity at the end of a day.
   *
   * Returns assets, liabilities and equity at the end of a day, from settled entries: assets = liabilities + equity +
   * retained earnings + net income; otherwise the response is 500. The retained earnings of prior fiscal years and
   * the net income of this one are rows of their own, because the books have no closing entries. `columns` and
   * `compare` add columns for other days, `depth` limits the levels of accounts. `Accept: text/csv` gives a table.
   *
   * Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  balanceSheet(query: ReportsBalanceSheetQuery = {}, call: Call & Eventual = {}): Promise<BalanceSheet> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/balance-sheet', query: { ...query } };
    return this.sending.one(asked, call);
  }

  /**
   * Read assets, liabilities and equity at the end of a day, as a file for a spreadsheet.
   *
   * Returns assets, liabilities and equity at the end of a day, from settled entries: assets = liabilities + equity +
   * retained earnings + net income; otherwise the response is 500. The retained earnings of prior fiscal years and
   * the net income of this one are rows of their own, because the books have no closing entries. `columns` and
   * `compare` add columns for other days, `depth` limits the levels of accounts. `Accept: text/csv` gives a table.
   *
   * Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  balanceSheetCsv(query: ReportsBalanceSheetQuery = {}, call: Call & Eventual = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/balance-sheet', query: { ...query }, accept: 'text/csv' };
    return this.sending.file(asked, call);
  }

  /**
   * Read income and expenses in a range of days.
   *
   * Returns income and expenses from one day to another, both included, from settled entries. A loss is negative.
   * Statements of adjacent ranges add up. `columns` and `compare` add columns for other days, `depth` limits the
   * levels of accounts. `Accept: text/csv` gives a table.
   *
   * Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  incomeStatement(query: ReportsIncomeStatementQuery, call: Call & Eventual = {}): Promise<IncomeStatement> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/income-statement', query: { ...query } };
    return this.sending.one(asked, call);
  }

  /**
   * Read income and expenses in a range of days, as a file for a spreadsheet.
   *
   * Returns income and expenses from one day to another, both included, from settled entries. A loss is negative.
   * Statements of adjacent ranges add up. `columns` and `compare` add columns for other days, `depth` limits the
   * levels of accounts. `Accept: text/csv` gives a table.
   *
   * Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  incomeStatementCsv(query: ReportsIncomeStatementQuery, call: Call & Eventual = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/income-statement', query: { ...query }, accept: 'text/csv' };
    return this.sending.file(asked, call);
  }

  /**
   * Read the cash flows of a range of days.
   *
   * Begins with net income, adds the changes in the balances of all other accounts, by operating, investing and
   * financing activities, and ends with the change in the cash accounts, from settled entries; the sum of the
   * activities is that change, or the answer is 500. `method=direct` shows receipts and payments instead: the
   * turnover of the other accounts in transactions with an entry on a cash account. `cash_flow` of an account
   * determines its activity. `columns` and `compare` add columns for other days, `depth` limits the levels of
   * accounts. `Accept: text/csv` gives a table.
   *
   * Refused with CASH_FLOW_TOO_LARGE, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  cashFlow(query: ReportsCashFlowQuery, call: Call & Eventual = {}): Promise<CashFlow> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/cash-flow', query: { ...query } };
    return this.sending.one(asked, call);
  }

  /**
   * Read the cash flows of a range of days, as a file for a spreadsheet.
   *
   * Begins with net income, adds the changes in the balances of all other accounts, by operating, investing and
   * financing activities, and ends with the change in the cash accounts, from settled entries; the sum of the
   * activities is that change, or the answer is 500. `method=direct` shows receipts and payments instead: the
   * turnover of the other accounts in transactions with an entry on a cash account. `cash_flow` of an account
   * determines its activity. `columns` and `compare` add columns for other days, `depth` limits the levels of
   * accounts. `Accept: text/csv` gives a table.
   *
   * Refused with CASH_FLOW_TOO_LARGE, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  cashFlowCsv(query: ReportsCashFlowQuery, call: Call & Eventual = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/cash-flow', query: { ...query }, accept: 'text/csv' };
    return this.sending.file(asked, call);
  }

  /**
   * Read open receivables, payables and holds by age.
   *
   * Divides the balance of each account at the end of a day by age: not due, and 1 to 30, 31 to 60, 61 to 90 and more
   * than 90 days overdue. Entries that reduce a balance settle the oldest items first; for a hold, the items of the
   * hold itself. With `aging_by`, they settle items with the same value of the attribute; a payment in advance is
   * negative. The ages add up to the balance. `Accept: text/csv` returns a table.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, AGING_TOO_LARGE, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  aging(query: ReportsAgingQuery = {}, call: Call & Eventual = {}): Promise<Aging> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/aging', query: { ...query } };
    return this.sending.one(asked, call);
  }

  /**
   * Read open receivables, payables and holds by age, as a file for a spreadsheet.
   *
   * Divides the balance of each account at the end of a day by age: not due, and 1 to 30, 31 to 60, 61 to 90 and more
   * than 90 days overdue. Entries that reduce a balance settle the oldest items first; for a hold, the items of the
   * hold itself. With `aging_by`, they settle items with the same value of the attribute; a payment in advance is
   * negative. The ages add up to the balance. `Accept: text/csv` returns a table.
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, AGING_TOO_LARGE, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  agingCsv(query: ReportsAgingQuery = {}, call: Call & Eventual = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/aging', query: { ...query }, accept: 'text/csv' };
    return this.sending.file(asked, call);
  }

  /**
   * Read each account with its opening balance, its entries and its closing balance.
   *
   * Returns every account, by code, with its opening balance, its entries with the running balance, and its closing
   * balance, as CSV or as JSON lines. Closing balances are those of the trial balance of the last day. The file is
   * sent while the books are read; its last row is `known_at`, and a file without that row was cut off. It counts
   * among the open exports of the key (429 `EXPORTS_EXHAUSTED`).
   *
   * Refused with ACCOUNT_SET_NOT_FOUND, EXPORTS_EXHAUSTED, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  generalLedger(query: ReportsGeneralLedgerQuery, call: Call = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: '/api/v1/reports/general-ledger', query: { ...query } };
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
   * Export the journal: every transaction in force, as hledger, beancount, CSV or JSON lines.
   *
   * Returns every transaction in force as a file that other programs can read: hledger, beancount, CSV or JSON lines,
   * in the order of posting, as of the moment in which the export began. The file is sent while the books are read,
   * so a broken connection leaves it incomplete. A key may have two exports open at once (429 `EXPORTS_EXHAUSTED`).
   *
   * Refused with EXPORTS_EXHAUSTED, EXPORT_TOO_LARGE, TOO_MANY_HEADERS.
   */
  journal(query: ExportsJournalQuery, call: Call = {}): Promise<LedgerFile> {
    const asked: Asked = { method: 'GET', path: '/api/v1/exports/journal', query: { ...query } };
    return this.sending.file(asked, call);
  }
}

export class ProofResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * Read the latest signed checkpoint of the ledger.
   *
   * Returns the last checkpoint that was signed: store its `note` outside the ledger, and `ledger verify
   * --checkpoints` detects every later change of the log up to it. While events are added, a new checkpoint follows
   * within a minute. `/.well-known/ledger-keys` has the keys that sign. With `from`, the size of a checkpoint that
   * you kept, it also proves that the log has only grown since; a log that no checkpoint covers that far is 404.
   *
   * Refused with CHECKPOINT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  checkpoint(query: ProofCheckpointQuery = {}, call: Call = {}): Promise<Checkpoint> {
    const asked: Asked = { method: 'GET', path: '/api/v1/ledger/checkpoint', query: { ...query } };
    return this.sending.one(asked, call);
  }

  /**
   * Read the receipt of a transaction, which proves it to a third party.
   *
   * Returns the transaction's record, the event with which it was posted or failed, the event's place in the tree
   * over the log, and a signed checkpoint of that tree. It stays valid whatever happens to the transaction later; a
   * reversal has a receipt of its own. A transaction of the last seconds is signed on request, at most once per
   * second for each ledger; otherwise the response is 409 `RECEIPT_NOT_READY`, with the time after which to try
   * again.
   *
   * Refused with RECEIPT_NOT_READY, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND.
   */
  receipt(transactionId: string, call: Call = {}): Promise<Receipt> {
    const asked: Asked = { method: 'GET', path: `/api/v1/transactions/${segment(transactionId)}/receipt` };
    return this.sending.one(asked, call);
  }
}

export class PeriodLocksResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List period locks, newest first.
   *
   * Lists the period locks, newest first, including released ones. Reading needs no capability.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  list(query: PeriodLocksListQuery = {}, call: Call & Eventual = {}): Listing<PeriodLock> {
    const asked: Asked = { method: 'GET', path: '/api/v1/period-locks', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Lock everything effective on or before a day.
   *
   * Locks everything that is effective on or before a day: no request can post, reverse or void in that period any
   * more. If transactions in the period are still pending, the response is 409 `PERIOD_HAS_PENDING`. A lock that
   * reaches today or later needs `includes_open_days`, else it is 422 `PERIOD_NOT_OVER`. If it is sent twice, two
   * locks are created, and both apply.
   *
   * Refused with PERIOD_HAS_PENDING, PERIOD_NOT_OVER, QUOTA_REACHED, TOO_MANY_HEADERS.
   */
  create(body: NewPeriodLock, call: Call = {}): Promise<PeriodLock> {
    const asked: Asked = { method: 'POST', path: '/api/v1/period-locks', body };
    return this.sending.one(asked, call);
  }

  /**
   * Release a period lock.
   *
   * Releases a lock; another lock over the same days still applies. The lock stays in the list with the reason. If it
   * is sent again, it returns the released lock unchanged.
   *
   * Refused with PERIOD_LOCK_NOT_FOUND, TOO_MANY_HEADERS.
   */
  release(id: string, body: PeriodRelease, call: Call = {}): Promise<PeriodLock> {
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

  /**
   * List what happened in the ledger, newest first.
   *
   * Lists the events of the ledger, newest first: type, time, actor and reason of each, and the hash that chains it
   * to the event before. To read everything from the beginning, with the data of each subject, use `GET /events`.
   *
   * Refused with TOO_MANY_HEADERS.
   */
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
   * Read the events of the ledger, oldest first, as pages, with waiting for the next event, or as a stream.
   *
   * Lists everything that the ledger decided, oldest first, in a sequence without gaps: each event with its subject
   * as it was after the event. Cursors lead from page to page to the end of the log; after that, ask with
   * `after_sequence` as the last page's `meta.through_sequence`. The list is only read forwards: `previous_cursor` is
   * null. `Prefer: wait=N` waits for the next event; `Accept: text/event-stream` streams them as Server-Sent Events,
   * and continues after `Last-Event-ID`. The same event has the same bytes permanently.
   *
   * Refused with EVENT_STREAMS_EXHAUSTED, LOG_CHANGED, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
   */
  list(query: EventsListQuery = {}, call: Call & Waiting = {}): Listing<LedgerEvent, EventsListMeta> {
    const asked: Asked = { method: 'GET', path: '/api/v1/events', query: { ...query } };
    return this.sending.list(asked, call);
  }
}

export class WebhookEndpointsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List the webhook endpoints of the ledger in the order in which they were created.
   *
   * Lists the webhook endpoints of the ledger in the order in which they were created, without their secrets.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS.
   */
  list(query: WebhookEndpointsListQuery = {}, call: Call = {}): Listing<WebhookEndpoint> {
    const asked: Asked = { method: 'GET', path: '/api/v1/webhook-endpoints', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create a webhook endpoint; its secret is shown only in this response.
   *
   * Sends the events of the ledger to a URL, signed as Standard Webhooks specifies with the `secret` in this
   * response, which is shown only once. It begins with the next event, or with `from_sequence`. An address that is
   * private, or not https, is 422 `WEBHOOK_URL_FORBIDDEN`; one more than the tenant’s quota allows a ledger (usually
   * 20) 409 `QUOTA_REACHED`. If it is sent twice, it creates two endpoints.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, QUOTA_REACHED, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS,
   * WEBHOOK_URL_FORBIDDEN.
   */
  create(body: NewWebhookEndpoint, call: Call = {}): Promise<WebhookEndpointWithSecret> {
    const asked: Asked = { method: 'POST', path: '/api/v1/webhook-endpoints', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read a webhook endpoint.
   *
   * Returns one webhook endpoint, its progress and whether it is paused, without its secret.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  read(endpointId: string, call: Call = {}): Promise<WebhookEndpoint> {
    const asked: Asked = { method: 'GET', path: `/api/v1/webhook-endpoints/${segment(endpointId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Change a webhook endpoint; an endpoint that becomes active again continues where it stopped.
   *
   * Changes the fields that are sent. `is_active: true` also makes a paused endpoint continue at once where it
   * stopped: no event is skipped. Can be repeated.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND,
   * WEBHOOK_URL_FORBIDDEN.
   */
  change(endpointId: string, body?: WebhookEndpointChange, call: Call = {}): Promise<WebhookEndpoint> {
    const asked: Asked = { method: 'PATCH', path: `/api/v1/webhook-endpoints/${segment(endpointId)}`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Delete a webhook endpoint, and its delivery history.
   *
   * Deletes a webhook endpoint and its delivery history. Messages that are being sent may still arrive. If it is sent
   * again, it answers 404.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  delete(endpointId: string, call: Call = {}): Promise<Deleted> {
    const asked: Asked = { method: 'DELETE', path: `/api/v1/webhook-endpoints/${segment(endpointId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Create a new secret; for some time messages are also signed with the former one.
   *
   * Creates a new secret, which is shown only in this response. For `grace_seconds`, messages are also signed with
   * the former secret, so that a receiver can switch without missing any. If it is sent twice, it creates two, and
   * the first of them is then the former one.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  rotateSecret(endpointId: string, body?: WebhookSecretRotation, call: Call = {}): Promise<WebhookEndpointWithSecret> {
    const asked: Asked = { method: 'POST', path: `/api/v1/webhook-endpoints/${segment(endpointId)}/rotate-secret`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Send a signed test message, and return the response of the endpoint.
   *
   * Sends one signed message that is not an event, and returns the response of the endpoint. It is not retried or
   * stored. Can be repeated.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  test(endpointId: string, body?: WebhookTest, call: Call = {}): Promise<WebhookTestResult> {
    const asked: Asked = { method: 'POST', path: `/api/v1/webhook-endpoints/${segment(endpointId)}/test`, body };
    return this.sending.one(asked, call);
  }

  /**
   * List the deliveries to an endpoint and its responses, newest event first.
   *
   * Lists the deliveries to an endpoint, newest event first: the number of attempts, the response, and the time of
   * the next attempt.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  deliveries(endpointId: string, query: WebhookEndpointsDeliveriesQuery = {}, call: Call = {}): Listing<WebhookDelivery> {
    const asked: Asked = { method: 'GET', path: `/api/v1/webhook-endpoints/${segment(endpointId)}/deliveries`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Deliver one event, a range of events, or all events from a sequence on again.
   *
   * Delivers events again: one by its delivery, a range of at most 1,000, or everything from a sequence onwards, in
   * order, as if the endpoint had stopped there. Receivers recognize repetitions by the header `webhook-id`. Can be
   * repeated.
   *
   * Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS,
   * WEBHOOK_DELIVERY_NOT_FOUND, WEBHOOK_ENDPOINT_NOT_FOUND.
   */
  redeliver(endpointId: string, body?: WebhookRedelivery, call: Call = {}): Promise<WebhookRedelivered> {
    const asked: Asked = { method: 'POST', path: `/api/v1/webhook-endpoints/${segment(endpointId)}/redeliver`, body };
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

  /**
   * Read the ledger of this key.
   *
   * Returns the ledger of the key, with its currency and its number of stored decimals. Takes no parameters and
   * changes nothing.
   *
   * Refused with TOO_MANY_HEADERS.
   */
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
   * Dry run, which writes nothing: Create a transaction.
   *
   * Accepts a transaction and answers 202; it is posted at once or a moment later (specification, "Transaction
   * status"). It has either `entries`, which must balance in each layer, or a `transaction_code` with parameters.
   * Everything that can be known is judged before the 202: shape, accounts, journal, period, attributes, parameters;
   * a balance limit is judged when it is posted, and then the status is `failed`. `Prefer: wait=5` answers with the
   * outcome. A request that is sent again under its `idempotency_key` is done once, and answered with the transaction
   * of the first time and its present status, also if it is spelled differently (amounts count by value, `{}` and
   * null like absent members, accounts by code or id); another request under the key is 409 `idempotency_key_reused`,
   * and so may be another spelling once its transaction code is deprecated or the code of an account has changed:
   * spell a retry exactly as before.
   *
   * Refused with ACCOUNT_INACTIVE, ACCOUNT_IS_GROUP, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED, AMOUNT_PRECISION_EXCEEDED,
   * ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED,
   * ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG, CORRELATION_PAIR_INCOMPLETE,
   * CORRELATION_SOURCE_NOT_FOUND, ENTRIES_NOT_BALANCED, JOURNAL_CLOSED, JOURNAL_NOT_FOUND, PERIOD_LOCKED,
   * POSTING_MODE_CONFLICT, TOO_MANY_HEADERS, TRANCODE_DEPRECATED, TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID,
   * idempotency_key_in_use, idempotency_key_reused.
   */
  post(body: NewTransaction, call: Call & Keyed & Strict = {}): Promise<DryRun> {
    const asked: Asked = { method: 'POST', path: '/api/v1/transactions', query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Dry run, which writes nothing: Create, settle, release, extend and reverse up to 100 transactions.
   *
   * Executes up to 100 items in their order: posts, settlements, releases, extensions and reversals, each as its own
   * endpoint would. By default each succeeds or fails alone, and `results` has the result of each; with `atomic` one
   * refusal refuses all with 422 `BATCH_REJECTED`, and nothing is written; the same applies to a batch with more than
   * 2,000 entries in all, including those that codes, settlements, releases and reversals create (422
   * `REQUEST_TOO_LARGE`). With `Prefer: wait=5` each result carries the outcome of its item. It counts as one request
   * of the rate budget. Items with idempotency keys are done once, however often the batch is sent; with the header
   * `Idempotency-Key`, items without a key get one from it.
   *
   * Refused with BATCH_REJECTED, REQUEST_TOO_LARGE, TOO_MANY_HEADERS.
   */
  batch(body: NewTransactionBatch, call: Call & Strict = {}): Promise<BatchDryRun> {
    const asked: Asked = { method: 'POST', path: '/api/v1/transactions/batch', query: { dry_run: 'true' }, body, keyed: 'items' };
    return this.sending.one(asked, call);
  }

  /**
   * Dry run, which writes nothing: Settle an open hold, whole or in part.
   *
   * Settles an open hold: the whole remaining amount, a part of it (`amount`), or parts of its entries. One commit
   * takes that part off the hold and posts it on the settled layer; the rest is released as well, unless `final` is
   * false. More than the remaining amount is 422 `HOLD_EXCEEDED`, unless `allow_excess` is true; a hold that has
   * ended is 409 `HOLD_NOT_OPEN`; limits are checked on the sum of both. With an idempotency key it is executed once.
   *
   * Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
   * ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
   * ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED,
   * HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND, idempotency_key_in_use,
   * idempotency_key_reused.
   */
  settle(transactionId: string, body?: Settlement, call: Call & Keyed = {}): Promise<DryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/settle`, query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Dry run, which writes nothing: Raise an open hold, or change its expiry.
   *
   * Raises an open hold to an `amount`, changes its expiry to `expires_at`, or both, in one commit. The added amount
   * is posted by a separate transaction, which names the hold in `extends_transaction_id`; limits are checked on its
   * `date`. Nothing that was posted changes, and a raise cannot be voided. The response is the hold after the change.
   * Less than the present amount of the hold is 422 `HOLD_NOT_RAISED`, a change without any effect 422
   * `HOLD_UNCHANGED`.
   *
   * Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL,
   * HOLD_NOT_OPEN, HOLD_NOT_RAISED, HOLD_UNCHANGED, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS,
   * TRANSACTION_NOT_FOUND, idempotency_key_in_use, idempotency_key_reused.
   */
  extend(transactionId: string, body?: Extension, call: Call & Keyed = {}): Promise<DryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/extend`, query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Dry run, which writes nothing: Release an open hold, whole or in part.
   *
   * Releases an open hold: the whole remaining amount, a part of it (`amount`), or parts of its entries. The response
   * is the release, a transaction of the hold's layer with the sides swapped. More than the remaining amount is 422
   * `HOLD_EXCEEDED`, a hold that has ended 409 `HOLD_NOT_OPEN`. With an idempotency key it is done once.
   *
   * Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
   * ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
   * ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED,
   * HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND, idempotency_key_in_use,
   * idempotency_key_reused.
   */
  release(transactionId: string, body?: Release, call: Call & Keyed = {}): Promise<DryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/release`, query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Dry run, which writes nothing: Reverse a posted transaction, whole or in part.
   *
   * Undoes a posted transaction by a new one with the sides swapped, posted at once and effective on `date`; the
   * original still counts. The whole remaining amount is reversed, or a part of it (`amount`), or parts of its
   * entries, and several reversals may follow one another. A transaction that is pending, void, failed, itself a
   * reversal, or part of a conversion or transfer is refused with 422 `TRANSACTION_NOT_REVERSIBLE`. With an
   * idempotency key it is done once; without one a repetition of a whole reversal is 422
   * `TRANSACTION_ALREADY_REVERSED`.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
   * ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
   * BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, PERIOD_LOCKED, REVERSAL_EXCEEDS_REMAINDER,
   * REVERSAL_PARTS_EXCEEDED, TOO_MANY_HEADERS, TRANSACTION_ALREADY_REVERSED, TRANSACTION_NOT_FOUND,
   * TRANSACTION_NOT_REVERSIBLE, idempotency_key_in_use, idempotency_key_reused.
   */
  reverse(transactionId: string, body: Reversal, call: Call & Keyed = {}): Promise<DryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/transactions/${segment(transactionId)}/reverse`, query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Dry run, which writes nothing: Void a posted transaction.
   *
   * Removes the effect of a posted transaction from all balances, on every day; its rows and the reason are kept. It
   * is meant for schedules on the encumbrance layer. A transaction that is already reversed or void, is a reversal or
   * part of a conversion or transfer, or is in a closed journal, is refused with 409 `TRANSACTION_NOT_VOIDABLE`; a
   * date in a locked period is 409 `PERIOD_LOCKED`.
   *
   * Refused with PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND, TRANSACTION_NOT_VOIDABLE.
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
   * Dry run, which writes nothing: Convert between two ledgers of different currencies.
   *
   * Moves value between two member ledgers of different currencies: out of an account in the source, into the account
   * of the same code in the target, each ledger balanced by the string's clearing account. Both legs are committed
   * together, or neither is. The two amounts are authoritative, `rate` is only recorded; if it is left out, the
   * current rate is looked up and recorded. Requires the capability `strings:participate:{code}`. With an idempotency
   * key it is done once: a repetition answers 200 and the first result.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
   * ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
   * STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE, STRING_KEY_MISSING_CAPABILITY,
   * STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID, STRING_OP_NOT_ALLOWED,
   * STRING_PERIOD_LOCKED, TOO_MANY_HEADERS, idempotency_key_in_use, idempotency_key_reused.
   */
  convert(code: string, body: Conversion, call: Call & Keyed = {}): Promise<StringOperationDryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/strings/${segment(code)}/convert`, query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }

  /**
   * Dry run, which writes nothing: Transfer between two ledgers of the same currency.
   *
   * Moves value between two member ledgers of the same currency, out of an account in the source into one in the
   * target, each ledger balanced by the string's clearing account. Both legs are committed together, or neither is.
   * Requires the capability `strings:participate:{code}`. With an idempotency key it is done once: a repetition
   * answers 200 and the first result.
   *
   * Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
   * ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
   * STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE, STRING_KEY_MISSING_CAPABILITY,
   * STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID, STRING_OP_NOT_ALLOWED,
   * STRING_PERIOD_LOCKED, TOO_MANY_HEADERS, idempotency_key_in_use, idempotency_key_reused.
   */
  transfer(code: string, body: Transfer, call: Call & Keyed = {}): Promise<StringOperationDryRun> {
    const asked: Asked = { method: 'POST', path: `/api/v1/strings/${segment(code)}/transfer`, query: { dry_run: 'true' }, body, keyed: 'header' };
    return this.sending.one(asked, call);
  }
}
