"""What the API speaks of. Generated from docs/openapi.json: make docs."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal

from pydantic import AwareDatetime, Field

from .._model import Amount, Answered, Sent

# Why the ledger may say no: docs/refusals.md says when.
RefusalCode = Literal[
    "ACCOUNT_CODE_EXISTS",
    "ACCOUNT_CODE_RESERVED",
    "ACCOUNT_DEPTH_EXCEEDED",
    "ACCOUNT_HAS_ENTRIES",
    "ACCOUNT_HIERARCHY_CYCLE",
    "ACCOUNT_INACTIVE",
    "ACCOUNT_IN_USE",
    "ACCOUNT_NOT_FOUND",
    "ACCOUNT_RESERVED",
    "ACCOUNT_SET_CODE_EXISTS",
    "ACCOUNT_SET_CYCLE",
    "ACCOUNT_SET_DEPTH_EXCEEDED",
    "ACCOUNT_SET_MEMBER_EXISTS",
    "ACCOUNT_SET_NOT_FOUND",
    "ACCOUNT_TREE_TOO_LARGE",
    "AMOUNT_PRECISION_EXCEEDED",
    "ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED",
    "ATTRIBUTE_COUNT_EXCEEDED",
    "ATTRIBUTE_DEFINITION_NOT_FOUND",
    "ATTRIBUTE_INVALID_KEY",
    "ATTRIBUTE_INVALID_VALUE",
    "ATTRIBUTE_KEY_CAP_EXCEEDED",
    "ATTRIBUTE_KEY_EXISTS",
    "ATTRIBUTE_NOT_DECLARED",
    "ATTRIBUTE_NOT_INDEXED",
    "ATTRIBUTE_RESERVED_KEY",
    "ATTRIBUTE_VALUE_TOO_LONG",
    "BALANCE_LIMIT_EXCEEDED",
    "BATCH_REJECTED",
    "CORRELATION_PAIR_INCOMPLETE",
    "CORRELATION_SOURCE_NOT_FOUND",
    "CSRF_TOKEN_INVALID",
    "ENTRIES_NOT_BALANCED",
    "EVENTS_ADMIN_CAPABILITY_REQUIRED",
    "EVENT_STREAMS_EXHAUSTED",
    "EXPORTS_EXHAUSTED",
    "EXPORT_TOO_LARGE",
    "FORBIDDEN",
    "HOLD_EXCEEDED",
    "HOLD_NOT_OPEN",
    "INTERNAL_ERROR",
    "INVALID_CURSOR",
    "JOURNAL_CLOSED",
    "JOURNAL_CODE_EXISTS",
    "JOURNAL_NOT_FOUND",
    "JOURNAL_RENAME_FORBIDDEN",
    "LEDGER_NOT_FOUND",
    "MALFORMED_REQUEST",
    "PARENT_ACCOUNT_NOT_FOUND",
    "PAYLOAD_TOO_LARGE",
    "PERIOD_HAS_PENDING",
    "PERIOD_LOCKED",
    "PERIOD_LOCK_NOT_FOUND",
    "POSTING_MODE_CONFLICT",
    "RATE_LIMIT_EXCEEDED",
    "REPORT_TOO_LARGE",
    "REQUEST_TIMEOUT",
    "REVERSAL_EXCEEDS_REMAINDER",
    "REVERSAL_PARTS_EXCEEDED",
    "SEQUENCE_NOT_REACHED",
    "SERVICE_UNAVAILABLE",
    "STATEMENT_TOO_LARGE",
    "STRING_CODE_EXISTS",
    "STRING_CURRENCY_MISMATCH",
    "STRING_FOREIGN_LEDGER",
    "STRING_INACTIVE",
    "STRING_KEY_MISSING_CAPABILITY",
    "STRING_KEY_NOT_IN_STRING",
    "STRING_NOT_FOUND",
    "STRING_OPERATION_INVALID",
    "STRING_OP_NOT_ALLOWED",
    "STRING_PERIOD_LOCKED",
    "SYSTEM_ACCOUNT_PROTECTED",
    "TRANCODE_CODE_EXISTS",
    "TRANCODE_DEPRECATED",
    "TRANCODE_NOT_BALANCED",
    "TRANCODE_NOT_FOUND",
    "TRANCODE_PARAMS_INVALID",
    "TRANSACTION_ALREADY_REVERSED",
    "TRANSACTION_NOT_FOUND",
    "TRANSACTION_NOT_REVERSIBLE",
    "TRANSACTION_NOT_VOIDABLE",
    "UNAUTHORIZED",
    "UNSUPPORTED_MEDIA_TYPE",
    "VALIDATION_ERROR",
    "WEBHOOK_DELIVERY_NOT_FOUND",
    "WEBHOOK_ENDPOINT_NOT_FOUND",
    "WEBHOOK_LIMIT_REACHED",
    "WEBHOOK_URL_FORBIDDEN",
    "idempotency_key_in_use",
    "idempotency_key_reused",
]


class AcceptedBatch(Answered):
    batch_id: str
    atomic: bool
    accepted: int
    rejected: int
    replayed: int
    results: list[AcceptedBatchResult]



class AcceptedBatchResult(Answered):
    index: int
    status: Literal["pending", "posted", "rejected"] | str
    id: str | None
    idempotency_key: str | None
    correlation_id: str | None
    replayed: bool
    code: str | None
    message: str | None
    errors: dict[str, Any] | None



class AcceptedTransaction(Answered):
    id: str
    status: Literal["pending", "posted", "void", "failed", "reversed"] | str
    idempotency_key: str
    correlation_id: str | None
    message: str



class Account(Answered):
    id: str
    ledger_id: str
    code: str
    name: str
    type: Literal["asset", "liability", "equity", "revenue", "expense"] | str
    category: Literal["system", "customer"] | str
    normal_balance: Literal["debit", "credit"] | str
    parent_id: str | None
    description: str | None
    is_active: bool
    is_system: bool
    metadata: dict[str, Any] | None
    enforce_balance_limits: bool
    limit_basis: Literal["settled", "available"] | str
    min_balance: Amount | None
    max_balance: Amount | None
    balance: Amount
    """Exact decimal in major units, never with an exponent"""
    created_at: AwareDatetime
    updated_at: AwareDatetime



class AccountBalance(Answered):
    account_id: str
    account_code: str
    account_name: str
    account_type: Literal["asset", "liability", "equity", "revenue", "expense"] | str
    normal_balance: Literal["debit", "credit"] | str
    balances: AccountBalanceBalances
    layer_details: AccountBalanceLayerDetails
    currency: str
    as_of_date: dt.date
    calculated_at: AwareDatetime
    known_at_sequence: int | None



class AccountBalanceBalances(Answered):
    settled: Amount
    """Exact decimal in major units, never with an exponent"""
    pending: Amount
    """Exact decimal in major units, never with an exponent"""
    overdue: Amount
    """Exact decimal in major units, never with an exponent"""
    future: Amount
    """Exact decimal in major units, never with an exponent"""
    available: Amount
    """Exact decimal in major units, never with an exponent"""



class AccountBalanceLayerDetails(Answered):
    settled: AccountBalanceLayerDetailsSettled
    pending: AccountBalanceLayerDetailsPending
    encumbrance: AccountBalanceLayerDetailsEncumbrance
    available: Amount
    """Exact decimal in major units, never with an exponent"""



class AccountBalanceLayerDetailsEncumbrance(Answered):
    debits: Amount
    """Exact decimal in major units, never with an exponent"""
    credits: Amount
    """Exact decimal in major units, never with an exponent"""
    balance: Amount
    """Exact decimal in major units, never with an exponent"""
    entry_count: int
    last_entry_date: dt.date | None



class AccountBalanceLayerDetailsPending(Answered):
    debits: Amount
    """Exact decimal in major units, never with an exponent"""
    credits: Amount
    """Exact decimal in major units, never with an exponent"""
    balance: Amount
    """Exact decimal in major units, never with an exponent"""
    entry_count: int
    last_entry_date: dt.date | None



class AccountBalanceLayerDetailsSettled(Answered):
    debits: Amount
    """Exact decimal in major units, never with an exponent"""
    credits: Amount
    """Exact decimal in major units, never with an exponent"""
    balance: Amount
    """Exact decimal in major units, never with an exponent"""
    entry_count: int
    last_entry_date: dt.date | None



class AccountChange(Sent):
    parent_id: str | None = None
    code: str | None = None
    name: str | None = None
    type: Literal["asset", "liability", "equity", "revenue", "expense"] | None = None
    normal_balance: Literal["debit", "credit"] | None = None
    description: str | None = None
    is_active: bool | None = None
    metadata: dict[str, Any] | None = None
    enforce_balance_limits: bool | None = None
    limit_basis: Literal["settled", "available"] | None = None
    min_balance: Amount | None = None
    max_balance: Amount | None = None



class AccountEntry(Answered):
    id: str
    transaction_id: str
    account_id: str
    account_code: str
    type: Literal["debit", "credit"] | str
    amount: Amount
    """Exact decimal in major units, never with an exponent"""
    layer: Literal["settled", "pending", "encumbrance"] | str
    effective_date: dt.date
    balance_after: Amount
    """Exact decimal in major units, never with an exponent"""
    transaction: AccountEntryTransaction



class AccountEntryTransaction(Answered):
    reference: str | None
    description: str



class AccountNode(Answered):
    id: str
    ledger_id: str
    code: str
    name: str
    type: Literal["asset", "liability", "equity", "revenue", "expense"] | str
    category: Literal["system", "customer"] | str
    normal_balance: Literal["debit", "credit"] | str
    parent_id: str | None
    description: str | None
    is_active: bool
    is_system: bool
    metadata: dict[str, Any] | None
    enforce_balance_limits: bool
    limit_basis: Literal["settled", "available"] | str
    min_balance: Amount | None
    max_balance: Amount | None
    balance: Amount
    """Exact decimal in major units, never with an exponent"""
    created_at: AwareDatetime
    updated_at: AwareDatetime
    children: list[AccountNode]



class AccountSet(Answered):
    id: str
    ledger_id: str
    code: str
    name: str
    description: str | None
    metadata: dict[str, Any] | None
    created_at: AwareDatetime
    updated_at: AwareDatetime



class AccountSetBalance(Answered):
    account_set_id: str
    account_set_code: str
    account_set_name: str
    normal_balance: Literal["debit", "credit"] | str
    balances: AccountSetBalanceBalances
    layer_details: AccountSetBalanceLayerDetails
    currency: str
    as_of_date: dt.date
    calculated_at: AwareDatetime
    known_at_sequence: int | None



class AccountSetBalanceBalances(Answered):
    settled: Amount
    """Exact decimal in major units, never with an exponent"""
    pending: Amount
    """Exact decimal in major units, never with an exponent"""
    overdue: Amount
    """Exact decimal in major units, never with an exponent"""
    future: Amount
    """Exact decimal in major units, never with an exponent"""
    available: Amount
    """Exact decimal in major units, never with an exponent"""



class AccountSetBalanceLayerDetails(Answered):
    settled: AccountSetBalanceLayerDetailsSettled
    pending: AccountSetBalanceLayerDetailsPending
    encumbrance: AccountSetBalanceLayerDetailsEncumbrance
    available: Amount
    """Exact decimal in major units, never with an exponent"""



class AccountSetBalanceLayerDetailsEncumbrance(Answered):
    debits: Amount
    """Exact decimal in major units, never with an exponent"""
    credits: Amount
    """Exact decimal in major units, never with an exponent"""
    balance: Amount
    """Exact decimal in major units, never with an exponent"""
    entry_count: int
    last_entry_date: dt.date | None



class AccountSetBalanceLayerDetailsPending(Answered):
    debits: Amount
    """Exact decimal in major units, never with an exponent"""
    credits: Amount
    """Exact decimal in major units, never with an exponent"""
    balance: Amount
    """Exact decimal in major units, never with an exponent"""
    entry_count: int
    last_entry_date: dt.date | None



class AccountSetBalanceLayerDetailsSettled(Answered):
    debits: Amount
    """Exact decimal in major units, never with an exponent"""
    credits: Amount
    """Exact decimal in major units, never with an exponent"""
    balance: Amount
    """Exact decimal in major units, never with an exponent"""
    entry_count: int
    last_entry_date: dt.date | None



class AccountSetChange(Sent):
    code: str | None = None
    name: str | None = None
    description: str | None = None
    metadata: dict[str, Any] | None = None



class AccountSetMember(Answered):
    account_set_id: str
    member_type: Literal["account", "account_set"] | str
    member_id: str
    code: str
    name: str
    created_at: AwareDatetime



class AccountStatement(Answered):
    account: AccountStatementAccount
    layer: Literal["settled", "pending", "encumbrance"] | str
    from_: dt.date = Field(alias="from")
    to: dt.date
    currency: str
    opening_balance: Amount
    """Exact decimal in major units, never with an exponent"""
    debits: Amount
    """Exact decimal in major units, never with an exponent"""
    credits: Amount
    """Exact decimal in major units, never with an exponent"""
    closing_balance: Amount
    """Exact decimal in major units, never with an exponent"""
    head: AccountStatementHead
    known_at: AwareDatetime | None



class AccountStatementAccount(Answered):
    id: str
    code: str
    name: str
    normal_balance: Literal["debit", "credit"] | str



class AccountStatementHead(Answered):
    sequence: int
    hash: str



class AccountsEntriesMeta(Answered):
    account: AccountsEntriesMetaAccount



class AccountsEntriesMetaAccount(Answered):
    id: str
    code: str
    name: str
    normal_balance: Literal["debit", "credit"] | str



class AccountsStatementMeta(Answered):
    statement: AccountStatement



class Activity(Answered):
    sequence: int
    type: Literal["transaction_posted", "transaction_failed", "transaction_reversed", "transaction_reversed_in_part", "transaction_voided", "hold_settled", "hold_released", "hold_expired", "account_created", "account_updated", "account_deleted", "journal_created", "journal_updated", "period_locked", "period_released", "account_set_created", "account_set_updated", "account_set_deleted", "account_set_member_added", "account_set_member_removed"] | str
    transaction_id: str | None
    account_id: str | None
    journal_id: str | None
    period_lock_id: str | None
    account_set_id: str | None
    member_id: str | None
    reason: str | None
    actor: str
    occurred_at: AwareDatetime
    hash: str



class AttributeDefinition(Answered):
    id: str
    key: str
    label: str | None
    indexed: bool
    searchable: bool
    usage_count: int
    created_at: AwareDatetime
    updated_at: AwareDatetime



class AttributeDefinitionChange(Sent):
    label: str | None = None
    indexed: bool | None = None



class AttributeSettings(Answered):
    strict_mode: bool



class BalanceSheet(Answered):
    as_of_date: dt.date
    layer: Literal["settled", "pending", "encumbrance"] | str
    currency: str
    head: BalanceSheetHead
    known_at: AwareDatetime | None
    known_at_sequence: int | None
    totals: BalanceSheetTotals
    rows: list[BalanceSheetRow]



class BalanceSheetHead(Answered):
    sequence: int
    hash: str



class BalanceSheetRow(Answered):
    account_id: str | None
    code: str | None
    name: str
    type: Literal["asset", "liability", "equity", "revenue", "expense", "net_income"] | str
    normal_balance: Literal["debit", "credit"] | str
    depth: int
    parent_code: str | None
    is_subtotal: bool
    debits: Amount
    """Exact decimal in major units, never with an exponent"""
    credits: Amount
    """Exact decimal in major units, never with an exponent"""
    balance: Amount
    """Exact decimal in major units, never with an exponent"""



class BalanceSheetTotals(Answered):
    assets: Amount
    """Exact decimal in major units, never with an exponent"""
    liabilities: Amount
    """Exact decimal in major units, never with an exponent"""
    equity: Amount
    """Exact decimal in major units, never with an exponent"""
    net_income: Amount
    """Exact decimal in major units, never with an exponent"""
    liabilities_and_equity: Amount
    """Exact decimal in major units, never with an exponent"""



class BatchDryRun(Answered):
    atomic: bool
    results: list[BatchDryRunResult]
    balances: list[BatchDryRunBalance]



class BatchDryRunBalance(Answered):
    account_id: str
    account_code: str
    layer: Literal["settled", "pending", "encumbrance"] | str
    before: Amount
    """Exact decimal in major units, never with an exponent"""
    after: Amount
    """Exact decimal in major units, never with an exponent"""



class BatchDryRunResult(Answered):
    index: int
    would: Literal["posted", "failed", "replayed", "rejected"] | str
    code: str | None
    message: str | None
    errors: dict[str, Any] | None
    transaction: Transaction | None



class Conversion(Sent):
    source_ledger_code: str
    target_ledger_code: str
    account_code: str
    reference: str
    source_amount: Amount
    """Decimal string in major units"""
    target_amount: Amount
    """Decimal string in major units"""
    effective_date: dt.date | None = None
    description: str | None = None
    attributes: dict[str, Any] | None = None
    idempotency_key: str | None = None
    rate: str | None = None



class Deleted(Answered):
    id: str
    deleted: bool



class DryRun(Answered):
    would: Literal["posted", "failed", "replayed"] | str
    code: str | None
    message: str | None
    transaction: Transaction
    balances: list[DryRunBalance]



class DryRunBalance(Answered):
    account_id: str
    account_code: str
    layer: Literal["settled", "pending", "encumbrance"] | str
    before: Amount
    """Exact decimal in major units, never with an exponent"""
    after: Amount
    """Exact decimal in major units, never with an exponent"""



class Event(Answered):
    id: str
    ledger_id: str
    sequence: int
    type: Literal["transaction.posted", "transaction.failed", "transaction.reversed", "transaction.reversed_in_part", "transaction.voided", "hold.settled", "hold.released", "hold.expired", "account.created", "account.updated", "account.deleted", "journal.created", "journal.updated", "period.locked", "period.released", "account_set.created", "account_set.updated", "account_set.deleted", "account_set.member_added", "account_set.member_removed"] | str
    occurred_at: AwareDatetime
    actor: str
    reason: str | None
    subject: EventSubject
    data: dict[str, Any]
    hash: str
    previous_hash: str



class EventFeed(Answered):
    events: list[Event]
    through_sequence: int
    head_sequence: int



class EventSubject(Answered):
    type: str
    id: str



class IncomeStatement(Answered):
    from_: dt.date = Field(alias="from")
    to: dt.date
    layer: Literal["settled", "pending", "encumbrance"] | str
    currency: str
    head: IncomeStatementHead
    known_at: AwareDatetime | None
    known_at_sequence: int | None
    totals: IncomeStatementTotals
    rows: list[ReportRow]



class IncomeStatementHead(Answered):
    sequence: int
    hash: str



class IncomeStatementTotals(Answered):
    revenue: Amount
    """Exact decimal in major units, never with an exponent"""
    expense: Amount
    """Exact decimal in major units, never with an exponent"""
    net_income: Amount
    """Exact decimal in major units, never with an exponent"""



class Journal(Answered):
    id: str
    ledger_id: str
    code: str
    name: str
    description: str | None
    status: Literal["active", "closed"] | str
    metadata: dict[str, Any] | None
    created_at: AwareDatetime
    updated_at: AwareDatetime



class JournalChange(Sent):
    code: str | None = None
    name: str | None = None
    description: str | None = None
    status: Literal["active", "closed"] | None = None
    metadata: dict[str, Any] | None = None



class Ledger(Answered):
    id: str
    tenant_id: str
    code: str
    name: str
    currency: str
    currency_type: Literal["fiat", "crypto"] | str
    storage_decimals: int
    display_decimals: int
    is_active: bool
    metadata: dict[str, Any] | None
    created_at: AwareDatetime
    updated_at: AwareDatetime



class LedgerString(Answered):
    id: str
    code: str
    name: str
    description: str | None
    is_active: bool
    ledgers: list[LedgerStringLedger]
    created_at: AwareDatetime
    updated_at: AwareDatetime



class LedgerStringLedger(Answered):
    id: str
    code: str
    name: str
    currency: str



class NewAccount(Sent):
    code: str
    name: str
    type: Literal["asset", "liability", "equity", "revenue", "expense"]
    category: Literal["system", "customer"]
    normal_balance: Literal["debit", "credit"] | None = None
    parent_code: str | None = None
    description: str | None = None
    is_active: bool | None = None
    is_system: bool | None = None
    metadata: dict[str, Any] | None = None
    enforce_balance_limits: bool | None = None
    limit_basis: Literal["settled", "available"] | None = None
    min_balance: Amount | None = None
    max_balance: Amount | None = None



class NewAccountSet(Sent):
    code: str
    name: str
    description: str | None = None
    metadata: dict[str, Any] | None = None



class NewAccountSetMember(Sent):
    member_type: Literal["account", "account_set"]
    member_id: str



class NewAttributeDefinition(Sent):
    key: str
    label: str | None = None
    indexed: bool | None = None



class NewJournal(Sent):
    code: str
    name: str
    description: str | None = None
    status: Literal["active", "closed"] | None = None
    metadata: dict[str, Any] | None = None



class NewPeriodLock(Sent):
    locked_until: dt.date
    reason: str



class NewString(Sent):
    code: str
    name: str
    description: str | None = None
    is_active: bool | None = None



class NewTransaction(Sent):
    effective_date: dt.date
    description: str
    idempotency_key: str
    reference: str | None = None
    layer: Literal["settled", "pending", "encumbrance"] | None = None
    expires_at: AwareDatetime | None = None
    journal_id: str | None = None
    correlation_id: str | None = None
    correlation_type: str | None = None
    correlation_source_id: str | None = None
    metadata: dict[str, Any] | None = None
    attributes: dict[str, Any] | None = None
    entries: list[NewTransactionEntry] | None = None
    transaction_code: str | None = None
    transaction_code_params: dict[str, Any] | None = None



class NewTransactionBatch(Sent):
    transactions: list[PostItem | SettleItem | ReleaseItem | ReverseItem]
    atomic: bool | None = None



class NewTransactionCode(Sent):
    code: str
    name: str
    entries_template: NewTransactionCodeEntriesTemplate
    description: str | None = None
    status: Literal["active", "deprecated"] | None = None
    params_schema: dict[str, Any] | None = None
    attributes_template: dict[str, Any] | None = None
    validation_rules: NewTransactionCodeValidationRules | None = None
    metadata: dict[str, Any] | None = None



class NewTransactionCodeEntriesTemplate(Sent):
    entries: list[NewTransactionCodeEntriesTemplateEntry]



class NewTransactionCodeEntriesTemplateEntry(Sent):
    account: str
    """Code or id of an account, or text with {params.<name>}"""
    type: str
    """debit, credit, or text with {params.<name>}"""
    amount: str
    """A decimal string; or arithmetic in braces: {round(params.amount * 0.029 + 0.30, 2)}; or, in one entry that does
    not repeat, {remainder}: what makes debits and credits equal
    """
    repeat: str | None = None
    layer: str | None = None
    description: str | None = None
    metadata: dict[str, Any] | None = None



class NewTransactionCodeValidationRules(Sent):
    rules: list[NewTransactionCodeValidationRulesRule]



class NewTransactionCodeValidationRulesRule(Sent):
    expression: str
    """params.amount > 0 and params.currency == "USD" """
    message: str



class NewTransactionEntry(Sent):
    type: Literal["debit", "credit"]
    amount: Amount
    """Decimal string in major units"""
    account_code: str | None = None
    account_id: str | None = None
    description: str | None = None
    metadata: dict[str, Any] | None = None



class NewWebhookEndpoint(Sent):
    url: str
    description: str | None = None
    types: list[Literal["transaction.posted", "transaction.failed", "transaction.reversed", "transaction.reversed_in_part", "transaction.voided", "hold.settled", "hold.released", "hold.expired", "account.created", "account.updated", "account.deleted", "journal.created", "journal.updated", "period.locked", "period.released", "account_set.created", "account_set.updated", "account_set.deleted", "account_set.member_added", "account_set.member_removed"]] | None = None
    is_active: bool | None = None
    max_in_flight: int | None = None
    from_sequence: int | None = None



class PeriodLock(Answered):
    id: str
    ledger_id: str
    locked_until: dt.date
    reason: str
    created_at: AwareDatetime
    released_at: AwareDatetime | None
    release_reason: str | None



class PeriodRelease(Sent):
    reason: str



class PostItem(Sent):
    effective_date: dt.date
    description: str
    idempotency_key: str
    operation: Literal["post"] | None = None
    reference: str | None = None
    layer: Literal["settled", "pending", "encumbrance"] | None = None
    expires_at: AwareDatetime | None = None
    journal_id: str | None = None
    correlation_id: str | None = None
    correlation_type: str | None = None
    correlation_source_id: str | None = None
    metadata: dict[str, Any] | None = None
    attributes: dict[str, Any] | None = None
    entries: list[PostItemEntry] | None = None
    transaction_code: str | None = None
    transaction_code_params: dict[str, Any] | None = None



class PostItemEntry(Sent):
    type: Literal["debit", "credit"]
    amount: Amount
    """Decimal string in major units"""
    account_code: str | None = None
    account_id: str | None = None
    description: str | None = None
    metadata: dict[str, Any] | None = None



class Release(Sent):
    amount: Amount | None = None
    entries: list[ReleaseEntry] | None = None
    reason: str | None = None
    date: dt.date | None = None
    idempotency_key: str | None = None



class ReleaseEntry(Sent):
    entry_id: str
    amount: Amount
    """Decimal string in major units"""



class ReleaseItem(Sent):
    operation: Literal["release"]
    transaction_id: str
    amount: Amount | None = None
    entries: list[ReleaseItemEntry] | None = None
    reason: str | None = None
    date: dt.date | None = None
    idempotency_key: str | None = None



class ReleaseItemEntry(Sent):
    entry_id: str
    amount: Amount
    """Decimal string in major units"""



class ReportRow(Answered):
    account_id: str
    code: str
    name: str
    type: Literal["asset", "liability", "equity", "revenue", "expense"] | str
    normal_balance: Literal["debit", "credit"] | str
    depth: int
    parent_code: str | None
    is_subtotal: bool
    debits: Amount
    """Exact decimal in major units, never with an exponent"""
    credits: Amount
    """Exact decimal in major units, never with an exponent"""
    balance: Amount
    """Exact decimal in major units, never with an exponent"""



class Reversal(Sent):
    reason: str
    date: dt.date
    amount: Amount | None = None
    entries: list[ReversalEntry] | None = None
    reference: str | None = None
    metadata: dict[str, Any] | None = None
    idempotency_key: str | None = None



class ReversalEntry(Sent):
    entry_id: str
    amount: Amount
    """Decimal string in major units"""



class ReverseItem(Sent):
    operation: Literal["reverse"]
    transaction_id: str
    reason: str
    date: dt.date
    amount: Amount | None = None
    entries: list[ReverseItemEntry] | None = None
    reference: str | None = None
    metadata: dict[str, Any] | None = None
    idempotency_key: str | None = None



class ReverseItemEntry(Sent):
    entry_id: str
    amount: Amount
    """Decimal string in major units"""



class SettleItem(Sent):
    operation: Literal["settle"]
    transaction_id: str
    amount: Amount | None = None
    entries: list[SettleItemEntry] | None = None
    date: dt.date | None = None
    final: bool | None = None
    description: str | None = None
    reference: str | None = None
    metadata: dict[str, Any] | None = None
    attributes: dict[str, Any] | None = None
    idempotency_key: str | None = None



class SettleItemEntry(Sent):
    entry_id: str
    amount: Amount
    """Decimal string in major units"""



class Settlement(Sent):
    amount: Amount | None = None
    entries: list[SettlementEntry] | None = None
    date: dt.date | None = None
    final: bool | None = None
    description: str | None = None
    reference: str | None = None
    metadata: dict[str, Any] | None = None
    attributes: dict[str, Any] | None = None
    idempotency_key: str | None = None



class SettlementEntry(Sent):
    entry_id: str
    amount: Amount
    """Decimal string in major units"""



class StringAccount(Answered):
    id: str
    ledger_id: str
    ledger_code: str
    currency: str
    code: str
    name: str
    type: Literal["asset", "liability", "equity", "revenue", "expense"] | str
    category: Literal["system", "customer"] | str
    normal_balance: Literal["debit", "credit"] | str
    is_active: bool
    materialized: bool



class StringOperation(Answered):
    operation: Literal["convert", "transfer"] | str
    string_code: str
    correlation_id: str
    replayed: bool
    source: StringOperationSource
    target: StringOperationTarget
    rate: str | None



class StringOperationDryRun(Answered):
    would: Literal["posted", "replayed"] | str
    operation: StringOperation
    balances: list[StringOperationDryRunBalance]



class StringOperationDryRunBalance(Answered):
    account_id: str
    account_code: str
    layer: Literal["settled", "pending", "encumbrance"] | str
    before: Amount
    """Exact decimal in major units, never with an exponent"""
    after: Amount
    """Exact decimal in major units, never with an exponent"""



class StringOperationSource(Answered):
    ledger_code: str
    ledger_id: str
    transaction_id: str
    reference: str
    amount: str



class StringOperationTarget(Answered):
    ledger_code: str
    ledger_id: str
    transaction_id: str
    reference: str
    amount: str



class Transaction(Answered):
    id: str
    ledger_id: str
    reference: str | None
    description: str
    effective_date: AwareDatetime
    date: AwareDatetime
    layer: Literal["settled", "pending", "encumbrance"] | str
    status: Literal["pending", "posted", "void", "failed", "reversed"] | str
    total_amount: Amount
    """Exact decimal in major units, never with an exponent"""
    entry_count: int
    entries: list[TransactionEntry]
    journal_id: str
    correlation_id: str | None
    correlation_type: str | None
    correlation_source_id: str | None
    idempotency_key: str | None
    metadata: dict[str, Any] | None
    attributes: dict[str, Any] | None
    transaction_code: str | None
    transaction_code_version: int | None
    batch_id: str | None
    sequence: int | None
    posted_at: AwareDatetime | None
    reverses_transaction_id: str | None
    releases_transaction_id: str | None
    settles_transaction_id: str | None
    reversed_by_transaction_id: str | None
    reversed_amount: Amount
    """Exact decimal in major units, never with an exponent"""
    reversal_ids: list[str]
    hold: TransactionHold | None
    void_reason: str | None
    failure: TransactionFailure | None
    created_at: AwareDatetime
    updated_at: AwareDatetime



class TransactionCode(Answered):
    id: str
    ledger_id: str
    code: str
    name: str
    description: str | None
    status: Literal["active", "deprecated"] | str
    version: int
    params_schema: dict[str, Any] | None
    entries_template: TransactionCodeEntriesTemplate
    attributes_template: dict[str, Any] | None
    validation_rules: dict[str, Any] | None
    metadata: dict[str, Any] | None
    created_at: AwareDatetime
    updated_at: AwareDatetime



class TransactionCodeEntriesTemplate(Answered):
    entries: list[TransactionCodeEntriesTemplateEntry]



class TransactionCodeEntriesTemplateEntry(Answered):
    account: str
    """Code or id of an account, or text with {params.<name>}"""
    type: str
    """debit, credit, or text with {params.<name>}"""
    amount: str
    """A decimal string; or arithmetic in braces: {round(params.amount * 0.029 + 0.30, 2)}; or, in one entry that does
    not repeat, {remainder}: what makes debits and credits equal
    """
    repeat: str | None = None
    layer: str | None = None
    description: str | None = None
    metadata: dict[str, Any] | None = None



class TransactionCodeParams(Sent):
    params: dict[str, Any]



class TransactionEntry(Answered):
    id: str
    account_id: str
    account_code: str
    account_name: str
    amount: Amount
    """Exact decimal in major units, never with an exponent"""
    type: Literal["debit", "credit"] | str
    layer: Literal["settled", "pending", "encumbrance"] | str
    description: str | None
    metadata: dict[str, Any] | None



class TransactionFailure(Answered):
    code: str
    message: str



class TransactionHold(Answered):
    state: Literal["open", "settled", "released", "expired"] | str
    amount: Amount
    """Exact decimal in major units, never with an exponent"""
    settled_amount: Amount
    """Exact decimal in major units, never with an exponent"""
    released_amount: Amount
    """Exact decimal in major units, never with an exponent"""
    remaining_amount: Amount
    """Exact decimal in major units, never with an exponent"""
    expires_at: AwareDatetime | None



class Transfer(Sent):
    source_ledger_code: str
    target_ledger_code: str
    account_code: str
    reference: str
    amount: Amount
    """Decimal string in major units"""
    effective_date: dt.date | None = None
    description: str | None = None
    attributes: dict[str, Any] | None = None
    idempotency_key: str | None = None
    target_account_code: str | None = None



class TrialBalance(Answered):
    as_of_date: dt.date
    account_set_code: str | None
    layer: Literal["settled", "pending", "encumbrance"] | str
    currency: str
    head: TrialBalanceHead
    known_at: AwareDatetime | None
    known_at_sequence: int | None
    totals: TrialBalanceTotals
    rows: list[TrialBalanceRow]



class TrialBalanceHead(Answered):
    sequence: int
    hash: str



class TrialBalanceRow(Answered):
    account_id: str
    code: str
    name: str
    type: Literal["asset", "liability", "equity", "revenue", "expense"] | str
    normal_balance: Literal["debit", "credit"] | str
    depth: int
    parent_code: str | None
    is_subtotal: bool
    debits: Amount
    """Exact decimal in major units, never with an exponent"""
    credits: Amount
    """Exact decimal in major units, never with an exponent"""
    balance: Amount
    """Exact decimal in major units, never with an exponent"""
    debit_balance: Amount
    """Exact decimal in major units, never with an exponent"""
    credit_balance: Amount
    """Exact decimal in major units, never with an exponent"""



class TrialBalanceTotals(Answered):
    debits: Amount
    """Exact decimal in major units, never with an exponent"""
    credits: Amount
    """Exact decimal in major units, never with an exponent"""
    debit_balances: Amount
    """Exact decimal in major units, never with an exponent"""
    credit_balances: Amount
    """Exact decimal in major units, never with an exponent"""
    assets: Amount
    """Exact decimal in major units, never with an exponent"""
    liabilities: Amount
    """Exact decimal in major units, never with an exponent"""
    equity: Amount
    """Exact decimal in major units, never with an exponent"""
    revenue: Amount
    """Exact decimal in major units, never with an exponent"""
    expense: Amount
    """Exact decimal in major units, never with an exponent"""
    net_income: Amount
    """Exact decimal in major units, never with an exponent"""



class ValidTransactionCodeParams(Answered):
    valid: bool
    message: str
    rendered: ValidTransactionCodeParamsRendered



class ValidTransactionCodeParamsRendered(Answered):
    entries: list[ValidTransactionCodeParamsRenderedEntry]
    attributes: dict[str, Any]
    metadata: dict[str, Any] | None



class ValidTransactionCodeParamsRenderedEntry(Answered):
    account_code: str | None
    account_id: str | None
    type: Literal["debit", "credit"] | str
    layer: Literal["settled", "pending", "encumbrance"] | str
    amount: Amount
    """Exact decimal in major units, never with an exponent"""
    description: str | None
    metadata: dict[str, Any] | None



class VoidRequest(Sent):
    reason: str | None = None



class WebhookDelivery(Answered):
    id: str
    sequence: int
    type: Literal["transaction.posted", "transaction.failed", "transaction.reversed", "transaction.reversed_in_part", "transaction.voided", "hold.settled", "hold.released", "hold.expired", "account.created", "account.updated", "account.deleted", "journal.created", "journal.updated", "period.locked", "period.released", "account_set.created", "account_set.updated", "account_set.deleted", "account_set.member_added", "account_set.member_removed"] | str
    state: Literal["delivered", "failing", "queued"] | str
    attempts: int
    status: int | None
    answer: str | None
    fault: str | None
    milliseconds: int | None
    last_attempt_at: AwareDatetime | None
    next_attempt_at: AwareDatetime | None



class WebhookEndpoint(Answered):
    id: str
    ledger_id: str
    url: str
    description: str | None
    types: list[Literal["transaction.posted", "transaction.failed", "transaction.reversed", "transaction.reversed_in_part", "transaction.voided", "hold.settled", "hold.released", "hold.expired", "account.created", "account.updated", "account.deleted", "journal.created", "journal.updated", "period.locked", "period.released", "account_set.created", "account_set.updated", "account_set.deleted", "account_set.member_added", "account_set.member_removed"] | str] | None
    is_active: bool
    status: Literal["active", "inactive", "paused"] | str
    pause_reason: str | None
    paused_at: AwareDatetime | None
    max_in_flight: int
    delivered_through: int
    created_at: AwareDatetime
    updated_at: AwareDatetime



class WebhookEndpointChange(Sent):
    url: str | None = None
    description: str | None = None
    types: list[Literal["transaction.posted", "transaction.failed", "transaction.reversed", "transaction.reversed_in_part", "transaction.voided", "hold.settled", "hold.released", "hold.expired", "account.created", "account.updated", "account.deleted", "journal.created", "journal.updated", "period.locked", "period.released", "account_set.created", "account_set.updated", "account_set.deleted", "account_set.member_added", "account_set.member_removed"]] | None = None
    is_active: bool | None = None
    max_in_flight: int | None = None



class WebhookEndpointWithSecret(Answered):
    id: str
    ledger_id: str
    url: str
    description: str | None
    types: list[Literal["transaction.posted", "transaction.failed", "transaction.reversed", "transaction.reversed_in_part", "transaction.voided", "hold.settled", "hold.released", "hold.expired", "account.created", "account.updated", "account.deleted", "journal.created", "journal.updated", "period.locked", "period.released", "account_set.created", "account_set.updated", "account_set.deleted", "account_set.member_added", "account_set.member_removed"] | str] | None
    is_active: bool
    status: Literal["active", "inactive", "paused"] | str
    pause_reason: str | None
    paused_at: AwareDatetime | None
    max_in_flight: int
    delivered_through: int
    created_at: AwareDatetime
    updated_at: AwareDatetime
    secret: str



class WebhookRedelivered(Answered):
    events: int | None



class WebhookRedelivery(Sent):
    delivery_id: str | None = None
    from_sequence: int | None = None
    to_sequence: int | None = None



class WebhookSecretRotation(Sent):
    grace_seconds: int | None = None



class WebhookTest(Sent):
    pass



class WebhookTestResult(Answered):
    delivered: bool
    status: int | None
    answer: str | None
    fault: str | None
    milliseconds: int
