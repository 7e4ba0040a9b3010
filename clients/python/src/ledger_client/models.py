"""The models of the API, generated from docs/openapi.json by `make docs`."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field

from ._model import Amount, Answered, AnsweredEvent, Sent

# The codes of refusals. docs/reference/refusals.md explains each of them.
RefusalCode = Literal[
    "ACCOUNT_CODE_EXISTS",
    "ACCOUNT_CODE_RESERVED",
    "ACCOUNT_DEPTH_EXCEEDED",
    "ACCOUNT_HAS_BALANCE",
    "ACCOUNT_HAS_ENTRIES",
    "ACCOUNT_HAS_HOLDS",
    "ACCOUNT_HIERARCHY_CYCLE",
    "ACCOUNT_INACTIVE",
    "ACCOUNT_IN_USE",
    "ACCOUNT_IS_GROUP",
    "ACCOUNT_NOT_CLOSABLE",
    "ACCOUNT_NOT_FOUND",
    "ACCOUNT_RESERVED",
    "ACCOUNT_SET_CODE_EXISTS",
    "ACCOUNT_SET_CYCLE",
    "ACCOUNT_SET_DEPTH_EXCEEDED",
    "ACCOUNT_SET_MEMBER_EXISTS",
    "ACCOUNT_SET_NOT_FOUND",
    "ACCOUNT_TREE_TOO_LARGE",
    "AGING_TOO_LARGE",
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
    "CASH_FLOW_TOO_LARGE",
    "CHECKPOINT_NOT_FOUND",
    "CORRELATION_PAIR_INCOMPLETE",
    "CORRELATION_SOURCE_NOT_FOUND",
    "CSRF_TOKEN_INVALID",
    "DATE_BEFORE_ORIGINAL",
    "ENTRIES_NOT_BALANCED",
    "EVENTS_ADMIN_CAPABILITY_REQUIRED",
    "EVENT_STREAMS_EXHAUSTED",
    "EXPORTS_EXHAUSTED",
    "EXPORT_TOO_LARGE",
    "FORBIDDEN",
    "HOLD_EXCEEDED",
    "HOLD_NOT_OPEN",
    "HOLD_NOT_RAISED",
    "HOLD_UNCHANGED",
    "INTERNAL_ERROR",
    "INVALID_CURSOR",
    "JOURNAL_CLOSED",
    "JOURNAL_CODE_EXISTS",
    "JOURNAL_NOT_FOUND",
    "JOURNAL_RENAME_FORBIDDEN",
    "LEDGER_NOT_FOUND",
    "LOG_CHANGED",
    "MALFORMED_REQUEST",
    "NOTHING_AMENDED",
    "PARENT_ACCOUNT_NOT_FOUND",
    "PAYLOAD_TOO_LARGE",
    "PERIOD_HAS_PENDING",
    "PERIOD_LOCKED",
    "PERIOD_LOCK_NOT_FOUND",
    "PERIOD_NOT_OVER",
    "POSTING_MODE_CONFLICT",
    "QUOTA_REACHED",
    "RATE_LIMIT_EXCEEDED",
    "RECEIPT_NOT_READY",
    "REPORT_TOO_LARGE",
    "REQUEST_TIMEOUT",
    "REQUEST_TOO_LARGE",
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
    "SWEEP_ACCOUNT_UNFIT",
    "SYSTEM_ACCOUNT_PROTECTED",
    "TOO_MANY_HEADERS",
    "TOTALS_TOO_LARGE",
    "TRANCODE_CODE_EXISTS",
    "TRANCODE_DEPRECATED",
    "TRANCODE_NOT_BALANCED",
    "TRANCODE_NOT_FOUND",
    "TRANCODE_PARAMS_INVALID",
    "TRANSACTION_ALREADY_REVERSED",
    "TRANSACTION_NOT_AMENDABLE",
    "TRANSACTION_NOT_FOUND",
    "TRANSACTION_NOT_REVERSIBLE",
    "TRANSACTION_NOT_VOIDABLE",
    "TRANSACTION_WORDS_ONLY",
    "UNAUTHORIZED",
    "UNSUPPORTED_MEDIA_TYPE",
    "VALIDATION_ERROR",
    "WEBHOOK_DELIVERY_NOT_FOUND",
    "WEBHOOK_ENDPOINT_NOT_FOUND",
    "WEBHOOK_URL_FORBIDDEN",
    "idempotency_key_in_use",
    "idempotency_key_reused",
]

AccountCategory = Literal["system", "customer"]
"""The owner of an account: `system` is internal (general ledger), `customer` the balance of an end user, which strings
convert and transfer.
"""

AccountSetMemberType = Literal["account", "account_set"]
"""The kinds of members of an account set."""

AccountType = Literal["asset", "liability", "equity", "revenue", "expense"]
"""The type of an account. Assets and expenses increase with debits; liabilities, equity and revenue with credits."""

Attributes = dict[str, str]
"""Searchable texts of your own by key, at most 20, written with the transaction and never changed. Keys are lowercase
snake_case of at most 64 characters, and must not be the name of a field of transactions; values have at most 128
characters.
"""

CashFlowClass = Literal["cash", "operating", "investing", "financing"]
"""The part of the cash flow statement to which an account belongs: `cash` is cash and cash equivalents, which must be
assets; `operating`, `investing` and `financing` are the activities.
"""

CurrencyType = Literal["fiat", "crypto"]
"""Whether a currency is one of ISO 4217 (`fiat`) or not (`crypto`)."""

EntryType = Literal["debit", "credit"]
"""A side of double entry."""

EventType = Literal["transaction.posted", "transaction.failed", "transaction.reversed", "transaction.reversed_in_part", "transaction.voided", "transaction.amended", "transaction.noted", "hold.settled", "hold.released", "hold.expired", "hold.extended", "account.created", "account.updated", "account.closed", "account.deleted", "journal.created", "journal.updated", "period.locked", "period.released", "account_set.created", "account_set.updated", "account_set.deleted", "account_set.member_added", "account_set.member_removed", "trancode.created", "trancode.deprecated", "string_operation.posted"]
"""The type of an event: its subject, and the outcome."""

FieldErrors = dict[str, list[str]]
"""Errors by field. A nested field is named by its path, such as `entries.0.amount`; the body as a whole is `body`."""

GeneralLedgerFormat = Literal["csv", "jsonl"]
"""A format of the general ledger: `csv` has a row, `jsonl` a JSON object on a line of its own, for each opening
balance, entry and closing balance.
"""

HoldState = Literal["open", "settled", "released", "expired"]
"""The state of a hold: `open` while it has a remaining amount; `settled` if nothing remains and some of it was
settled; `released` if nothing remains and nothing was settled; `expired` if it ended because its time had passed.
"""

JournalFormat = Literal["hledger", "beancount", "csv", "jsonl"]
"""A format of the journal: `hledger` and `beancount` for these programs, `csv` with a row for each account and for
each entry, `jsonl` with one transaction per line.
"""

JournalStatus = Literal["active", "closed"]
"""Whether a journal takes new transactions: `active` does, `closed` does not."""

Layer = Literal["settled", "pending", "encumbrance"]
"""The layer of an entry: `settled` has happened, `pending` is held and not settled yet, `encumbrance` is planned, such
as an instalment. Each layer balances by itself.
"""

LimitBasis = Literal["settled", "available"]
"""The balance to which the limits of an account apply: `settled` the settled balance; `available` what may be spent
(`min_balance`) and the balance if all pending entries were settled (`max_balance`).
"""

Metadata = dict[str, Any]
"""Structured data of your own, at most 16 KiB as JSON and 1,000 values: the ledger stores and returns it, and does not
interpret it. A number that a double cannot represent exactly is refused: send it as a string.
"""

ParamsSchema = dict[str, Any]
"""Parameters by name: `{"amount": {"type": "decimal", "min": "0.01"}}`, or as a JSON Schema with `properties`. Types
are string, integer, decimal, boolean, date, uuid, account_code, and list: `{"type": "list", "items": {"amount":
{"type": "decimal"}}, "min_items": 1, "max_items": 100}`. A parameter may also say required, default, enum, min,
max, pattern, max_length and description.
"""

TransactionCodeStatus = Literal["active", "deprecated"]
"""Whether new transactions may name the code: `active`, or `deprecated` permanently."""

TransactionStatus = Literal["pending", "posted", "void", "failed", "reversed"]
"""The status of a transaction: `pending` is accepted and not yet posted; `posted` counts in balances; `reversed` still
counts, as does the reversal; `void` no longer counts; `failed` could not be posted and never counted.
"""

WebhookDeliveryState = Literal["delivered", "failing", "queued"]
"""The state of a delivery: `delivered` was accepted by the receiver, `failing` will be tried again, `queued` was
delivered before and will be delivered again.
"""

WebhookEndpointStatus = Literal["active", "inactive", "paused"]
"""The state of an endpoint: `active` receives events, `inactive` was stopped by a user, `paused` was stopped by the
service because the receiver did not accept an event for too long.
"""



class AcceptedBatch(Answered):
    """The outcomes of the items of a batch."""

    batch_id: str
    """The id of the batch, by which GET /transactions finds its transactions."""
    atomic: bool
    """Whether the items succeed or fail together."""
    accepted: int
    """The number of accepted items, including replays."""
    rejected: int
    """The number of refused items."""
    replayed: int
    """The number of accepted transactions that an earlier request created."""
    results: list[BatchResult]
    """One for each item, in the order of the request."""



class AcceptedTransaction(Answered):
    """A transaction that was accepted, and is posted or will be."""

    id: str
    """The transaction, which GET /transactions/{id} returns."""
    status: TransactionStatus | str
    """`pending`, or `failed` if it failed at once; with `Prefer: wait` the outcome, `posted` or `failed`, if it came
    in time. The answer to a repeated request has the present status.
    """
    idempotency_key: str
    """The idempotency key of the request."""
    correlation_id: str | None
    """The id that groups it with related transactions; null if it has none."""
    code: str | None
    """Why it failed; else null."""
    message: str
    """The next step, or the cause of the failure, for people."""



class Account(Answered):
    """An account of the chart, with its balance."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    code: str
    """The code in entries, unique within the ledger."""
    name: str
    """The name for people."""
    type: AccountType | str
    """Determines on which side the account increases, and where reports show it."""
    category: AccountCategory | str
    """Whether the account is internal (`system`), or holds the balance of an end user (`customer`)."""
    normal_balance: EntryType | str
    """The side on which its balance is positive."""
    parent_id: str | None
    """The account above it; null for an account at the top."""
    description: str | None
    """The purpose; null if none was given."""
    is_active: bool
    """Whether it takes new entries."""
    is_system: bool
    """Whether it is protected: a system account cannot be deleted."""
    metadata: Metadata | None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    enforce_balance_limits: bool
    """Whether `min_balance` and `max_balance` are enforced."""
    limit_basis: LimitBasis | str
    """The balance to which the limits apply."""
    min_balance: Amount | None
    """The minimum balance, in major units; null for no limit."""
    max_balance: Amount | None
    """The maximum balance, in major units; null for no limit."""
    cash_flow: CashFlowClass | str | None
    """The part of the cash flow statement to which it belongs; null for that of the account above it, or at the top
    `financing` for equity and `operating` for all others.
    """
    is_group: bool
    """Whether it only groups the accounts below it: it takes no entries, so its own balance is zero. Reports show the
    sum below it as its subtotal.
    """
    created_at: AwareDatetime
    """When it was created, in UTC."""
    updated_at: AwareDatetime
    """When it was last changed, in UTC; initially, when it was created."""
    balance: Amount
    """The settled balance as of today, in major units, without entries of later days: positive on the side of
    `normal_balance`.
    """



class AccountBalance(Answered):
    """The balance of an account as of a day."""

    account_id: str
    """The account whose balance it is."""
    account_code: str
    """The code of the account in the chart."""
    account_name: str
    """The name of the account in the chart."""
    account_type: AccountType | str
    """The type of the account, such as `asset` or `revenue`."""
    normal_balance: EntryType | str
    """The side on which balances are positive."""
    balances: Balances
    layer_details: LayerDetails
    currency: str
    """The currency of the ledger."""
    as_of_date: dt.date
    """The day at whose end the balance is taken."""
    calculated_at: AwareDatetime
    """When it was calculated, in UTC; with `known_at_sequence`, when that was what was known."""
    known_at_sequence: int | None
    """The requested sequence of the log; null for the current state."""



class AccountChange(Sent):
    """A change to an account: fields that are left out stay unchanged; null removes an optional value."""

    parent_id: str | None = None
    """The account above it from now on; null puts it at the top."""
    code: str | None = None
    """Another code, which after the creation is exactly 4 characters (specification, "Account")."""
    name: str | None = None
    """The name for people, at most 255 characters."""
    type: AccountType | None = None
    """Another type, as long as the account has no entries."""
    normal_balance: EntryType | None = None
    """The other side, as long as the account has no entries."""
    description: str | None = None
    """The purpose, in at most 1,000 characters. Null for none."""
    is_active: bool | None = None
    """Whether it takes new entries from now on. Posted transactions stay."""
    metadata: Metadata | None = None
    """Replaces all metadata; null removes it."""
    enforce_balance_limits: bool | None = None
    """Whether `min_balance` and `max_balance` are enforced: whatever would bring the balance beyond them is refused,
    or fails.
    """
    limit_basis: LimitBasis | None = None
    """The balance to which the limits apply from now on."""
    min_balance: Amount | None = None
    """The minimum balance, in major units; null for no limit. It may be negative only for liability accounts."""
    max_balance: Amount | None = None
    """The maximum balance, in major units, at least `min_balance`; null for no limit."""
    cash_flow: CashFlowClass | None = None
    """The part of the cash flow statement to which it belongs from now on; null for that of the account above it."""
    is_group: bool | None = None
    """Whether it only groups the accounts below it from now on, as long as the account has no entries."""



class AccountClosing(Sent):
    """The close of an account."""

    sweep_to_account_code: str | None = None
    """The code of the account that receives the settled balance, in the same commit; null if the account has none."""
    reason: str | None = None
    """Why, in 1 to 1,000 characters. It is kept in the log permanently."""
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time.
    """



class AccountEntry(Answered):
    """An entry of an account, with the balance after it."""

    id: str
    """The entry."""
    transaction_id: str
    """The transaction to which it belongs."""
    account_id: str
    """The account that it debits or credits."""
    account_code: str
    """The code of the account in the chart."""
    type: EntryType | str
    """Whether the account was debited or credited."""
    amount: Amount
    """The amount, in major units: greater than zero."""
    layer: Layer | str
    """The layer of the entry."""
    effective_date: dt.date
    """The day from which it counts in balances."""
    balance_after: Amount
    """The running balance of its layer after this entry, in major units, including everything before the page and
    before `start_date`.
    """
    transaction: EntryTransaction



class AccountHeading(Answered):
    """The account of the entries."""

    id: str
    """The account."""
    code: str
    """The code of the account."""
    name: str
    """The name of the account in the chart."""
    normal_balance: EntryType | str
    """The side on which its balance is positive."""



class AccountNode(Answered):
    """An account with the accounts below it."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    code: str
    """The code in entries, unique within the ledger."""
    name: str
    """The name for people."""
    type: AccountType | str
    """Determines on which side the account increases, and where reports show it."""
    category: AccountCategory | str
    """Whether the account is internal (`system`), or holds the balance of an end user (`customer`)."""
    normal_balance: EntryType | str
    """The side on which its balance is positive."""
    parent_id: str | None
    """The account above it; null for an account at the top."""
    description: str | None
    """The purpose; null if none was given."""
    is_active: bool
    """Whether it takes new entries."""
    is_system: bool
    """Whether it is protected: a system account cannot be deleted."""
    metadata: Metadata | None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    enforce_balance_limits: bool
    """Whether `min_balance` and `max_balance` are enforced."""
    limit_basis: LimitBasis | str
    """The balance to which the limits apply."""
    min_balance: Amount | None
    """The minimum balance, in major units; null for no limit."""
    max_balance: Amount | None
    """The maximum balance, in major units; null for no limit."""
    cash_flow: CashFlowClass | str | None
    """The part of the cash flow statement to which it belongs; null for that of the account above it, or at the top
    `financing` for equity and `operating` for all others.
    """
    is_group: bool
    """Whether it only groups the accounts below it: it takes no entries, so its own balance is zero. Reports show the
    sum below it as its subtotal.
    """
    created_at: AwareDatetime
    """When it was created, in UTC."""
    updated_at: AwareDatetime
    """When it was last changed, in UTC; initially, when it was created."""
    balance: Amount
    """The settled balance as of today, in major units, without entries of later days: positive on the side of
    `normal_balance`.
    """
    children: list[AccountNode]
    """The accounts directly below it, by code."""



class AccountRecord(Answered):
    """An account as an event shows it: without its balance."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    code: str
    """The code in entries, unique within the ledger."""
    name: str
    """The name for people."""
    type: AccountType | str
    """Determines on which side the account increases, and where reports show it."""
    category: AccountCategory | str
    """Whether the account is internal (`system`), or holds the balance of an end user (`customer`)."""
    normal_balance: EntryType | str
    """The side on which its balance is positive."""
    parent_id: str | None
    """The account above it; null for an account at the top."""
    description: str | None
    """The purpose; null if none was given."""
    is_active: bool
    """Whether it takes new entries."""
    is_system: bool
    """Whether it is protected: a system account cannot be deleted."""
    metadata: Metadata | None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    enforce_balance_limits: bool
    """Whether `min_balance` and `max_balance` are enforced."""
    limit_basis: LimitBasis | str
    """The balance to which the limits apply."""
    min_balance: Amount | None
    """The minimum balance, in major units; null for no limit."""
    max_balance: Amount | None
    """The maximum balance, in major units; null for no limit."""
    cash_flow: CashFlowClass | str | None
    """The part of the cash flow statement to which it belongs; null for that of the account above it, or at the top
    `financing` for equity and `operating` for all others.
    """
    is_group: bool
    """Whether it only groups the accounts below it: it takes no entries, so its own balance is zero. Reports show the
    sum below it as its subtotal.
    """
    created_at: AwareDatetime
    """When it was created, in UTC."""
    updated_at: AwareDatetime
    """When it was last changed, in UTC; initially, when it was created."""



class AccountSet(Answered):
    """A group of accounts and of other sets, for reports."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    code: str
    """The code in entries, unique within the ledger."""
    name: str
    """The name for people."""
    description: str | None
    """The purpose; null if none was given."""
    metadata: Metadata | None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    created_at: AwareDatetime
    """When it was created, in UTC."""
    updated_at: AwareDatetime
    """When it was last changed, in UTC; initially, when it was created."""



class AccountSetBalance(Answered):
    """The balance of an account set as of a day: that of all accounts in it, each counted once."""

    account_set_id: str
    """The account set whose balance it is."""
    account_set_code: str
    """The code of the account set in reports."""
    account_set_name: str
    """The name of the account set for people."""
    normal_balance: EntryType | str
    """Always `debit`: the accounts of a set may have different normal sides, so debits count as positive."""
    balances: Balances
    layer_details: LayerDetails
    currency: str
    """The currency of the ledger."""
    as_of_date: dt.date
    """The day at whose end the balance is taken."""
    calculated_at: AwareDatetime
    """When it was calculated, in UTC; with `known_at_sequence`, when that was what was known."""
    known_at_sequence: int | None
    """The requested sequence of the log; null for the current state."""



class AccountSetChange(Sent):
    """A change to an account set: fields that are left out stay unchanged."""

    code: str | None = None
    """The code in reports: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique among the account sets of the ledger."""
    name: str | None = None
    """The name for people, at most 255 characters."""
    description: str | None = None
    """The purpose, in at most 1,000 characters. Null for none."""
    metadata: Metadata | None = None
    """Replaces all metadata; null removes it."""



class AccountSetMember(Answered):
    """An account, or another set, in an account set."""

    account_set_id: str
    """The set to which it belongs."""
    member_type: AccountSetMemberType | str
    """Whether the member is an account or another account set."""
    member_id: str
    """The account or the account set."""
    code: str
    """The code of the member."""
    name: str
    """The name of the member."""
    created_at: AwareDatetime
    """When it became a member, in UTC."""



class AccountSetMembership(Answered):
    """A membership in an account set, as an event shows it: without the name of the member."""

    account_set_id: str
    """The set to which it belongs."""
    member_type: AccountSetMemberType | str
    """Whether the member is an account or another account set."""
    member_id: str
    """The account or the account set."""
    created_at: AwareDatetime
    """When it became a member, in UTC."""



class AccountStatement(Answered):
    """The head of a statement: the opening balance of the account, the debits and credits, and the closing balance."""

    account: AccountHeading
    """The account to which it belongs."""
    layer: Layer | str
    """The layer whose entries it lists."""
    from_: dt.date = Field(alias="from")
    """The first day of the statement."""
    to: dt.date
    """The last day of the statement."""
    currency: str
    """The currency of the ledger."""
    opening_balance: Amount
    """The balance before the first day, in major units."""
    debits: Amount
    """The sum of the debits from the first day to the last."""
    credits: Amount
    """The sum of the credits from the first day to the last."""
    closing_balance: Amount
    """The balance at the end of the last day, in major units."""
    head: LogPlace
    """The sequence of the log that the statement covers."""
    known_at: AwareDatetime | None
    """When the event at that sequence happened, in UTC; null before the first event."""



class AccountsEntriesMeta(Answered):
    account: AccountHeading
    totals: ListTotals | None
    """With `totals=true` the sums of the whole list. A list of transactions counts all of their entries, in any layer
    and status, or with `account_id` the entries of that account. Null without `totals=true`.
    """



class AccountsStatementMeta(Answered):
    statement: AccountStatement



class Activity(Answered):
    """An event of the ledger: a line of its log, without the subject's data."""

    sequence: int
    """Its sequence in the log of the ledger: 1, 2, 3, …, without a gap."""
    type: EventType | str
    """The type of the event."""
    transaction_id: str | None
    """The transaction that the event is about; null if none."""
    account_id: str | None
    """The account that the event is about; null if none."""
    journal_id: str | None
    """The journal that the event is about; null if none."""
    period_lock_id: str | None
    """The period lock that the event is about; null if none."""
    account_set_id: str | None
    """The account set that the event is about; null if none."""
    member_id: str | None
    """The member of the account set that the event is about; null if none."""
    trancode_id: str | None
    """The transaction code that the event is about; null if none."""
    string_operation_id: str | None
    """The conversion or transfer that the event is about; null if none."""
    reason: str | None
    """The reason that was given, or the code by which a transaction failed; null without one."""
    actor: str
    """The actor: the prefix of a key, `operator:` and an id, or `expiry` if the time of a hold was over."""
    occurred_at: AwareDatetime
    """When it happened, in UTC."""
    hash: str
    """The hash of this line and of all before it, in hex: a chain that cannot be rewritten unnoticed."""



class Aging(Answered):
    """The open parts of balances by age."""

    as_of_date: dt.date
    """The day at whose end the books are read."""
    account_set_code: str | None
    """The account set to which it is limited; null for all accounts."""
    aging_by: str | None
    """The key of the attribute whose values are rows; null for one row per account."""
    terms: int
    """An item is due this many days after its effective date."""
    layer: Layer | str
    """The layer that the report covers."""
    currency: str
    """The currency of the ledger."""
    head: LogPlace
    """The sequence of the log that the report covers: a request with this sequence always returns the same report."""
    known_at: AwareDatetime | None
    """When the event at that sequence happened, in UTC; null before the first event."""
    known_at_sequence: int | None
    """The requested sequence; null for the current state."""
    totals: list[AgingTotal]
    """The sums of the rows, for each type of account that has any."""
    rows: list[AgingRow]
    """By code of the account, then by value. Rows without an open amount are left out."""



class AgingRow(Answered):
    """The open amounts of an account, or of one value of the attribute on it."""

    account_id: str
    """The account of the row."""
    code: str
    """The code of the account."""
    name: str
    """The name of the account."""
    type: AccountType | str
    """Determines on which side amounts are positive."""
    value: str | None
    """The value of the attribute; null for entries without it, or if `aging_by` is left out."""
    open: Amount
    """The open amount, in major units: the sum of all ages."""
    not_due: Amount
    """The part that is not due, or due on the day itself."""
    days_1_to_30: Amount
    """The part that is 1 to 30 days overdue."""
    days_31_to_60: Amount
    """The part that is 31 to 60 days overdue."""
    days_61_to_90: Amount
    """The part that is 61 to 90 days overdue."""
    days_over_90: Amount
    """The part that is more than 90 days overdue."""



class AgingTotal(Answered):
    """The open amounts of all accounts of one type."""

    type: AccountType | str
    """The type of the accounts."""
    open: Amount
    """The open amount, in major units: the sum of all ages."""
    not_due: Amount
    """The part that is not due, or due on the day itself."""
    days_1_to_30: Amount
    """The part that is 1 to 30 days overdue."""
    days_31_to_60: Amount
    """The part that is 31 to 60 days overdue."""
    days_61_to_90: Amount
    """The part that is 61 to 90 days overdue."""
    days_over_90: Amount
    """The part that is more than 90 days overdue."""



class Amendment(Answered):
    """A change to the texts of a transaction. It is stored permanently, and so are the texts that it replaced."""

    transaction_id: str
    """The transaction that it amended."""
    before: TransactionWords
    """The texts before the change."""
    after: TransactionWords
    """The texts after the change."""
    amended_at: AwareDatetime
    """When it was amended, in UTC."""
    reason: str
    """Why it was amended."""
    sequence: int
    """The sequence of its event in the ledger's log."""
    actor: str
    """The actor: the prefix of a key, or `operator:` and an id."""



class AttributeDefinition(Answered):
    """An attribute key of the tenant, which was declared or created by its first use."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    key: str
    """The name of the attribute in transactions."""
    label: str | None
    """The name for people; null if none was given."""
    indexed: bool
    """Whether transactions can be searched by it."""
    searchable: bool
    """Whether the index is complete: false while older transactions are still being indexed."""
    usage_count: int
    """The number of posted transactions that have it."""
    created_at: AwareDatetime
    """When it was created, in UTC."""
    updated_at: AwareDatetime
    """When it was last changed, in UTC; initially, when it was created."""



class AttributeDefinitionChange(Sent):
    """A change to an attribute key: fields that are left out stay unchanged."""

    label: str | None = None
    """The name of the key for people; null if none was given."""
    indexed: bool | None = None
    """Whether transactions can be searched by this key."""



class AttributeSettings(Answered):
    """The attribute settings of the tenant."""

    strict_mode: bool
    """Whether new transactions may have only declared keys."""



class BalanceAfter(Answered):
    """The balance of an account after an event, in one layer."""

    account_id: str
    """The account whose balance it is."""
    account_code: str
    """The code of that account in the chart, then."""
    layer: Layer | str
    """The layer whose balance it is."""
    as_of_date: dt.date
    """The effective date of the transaction: the day at whose end the balance is taken."""
    balance: Amount
    """The balance in major units, positive on the normal side of the account."""



class BalanceChange(Answered):
    """A change in a balance by a request. Amounts are in major units, positive on the normal side of the account."""

    account_id: str
    """The account whose balance would change."""
    account_code: str
    """The code of the account in the chart."""
    layer: Layer | str
    """The layer whose balance would change."""
    as_of_date: dt.date
    """The day at whose end both balances are taken: today, or the latest effective date of the request if that is
    later.
    """
    before: Amount
    """The present balance."""
    after: Amount
    """The balance that would result."""



class BalanceSheet(Answered):
    """Assets, liabilities and equity at the end of a day."""

    as_of_date: dt.date
    """The day at whose end the books are read."""
    layer: Layer | str
    """The layer that the report covers."""
    currency: str
    """The currency of the ledger."""
    head: LogPlace
    """The sequence of the log that the report covers: a request with this sequence always returns the same report."""
    known_at: AwareDatetime | None
    """When the event at that sequence happened, in UTC; null before the first event."""
    known_at_sequence: int | None
    """The requested sequence; null for the current state."""
    totals: BalanceSheetTotals
    """The totals of all accounts."""
    columns: list[BalanceSheetColumn]
    """The totals for the other days that `columns` and `compare` request."""
    rows: list[BalanceSheetRow]
    """Section by section, accounts by code below their parents, each subtotal after the rows that it adds up."""



class BalanceSheetColumn(Answered):
    """The totals of all accounts for other days."""

    label: str
    """`2026-01`, `2026-Q1` or `2026` for a calendar period, `FY2026` or `FY2026-Q1` for one of a fiscal year that
    begins on a different day than 01-01, or the comparison.
    """
    from_: dt.date | None = Field(alias="from")
    """The first day that is included; null for a report as of the end of a day."""
    to: dt.date
    """The last day that is included."""
    totals: BalanceSheetTotals



class BalanceSheetRow(Answered):
    """An account in a balance sheet, or an account including all accounts below it, or retained earnings, or net
    income.
    """

    account_id: str | None
    """The account; null for earnings."""
    code: str | None
    """The code of the account; null for earnings."""
    name: str
    """The name of the account."""
    type: Literal["asset", "liability", "equity", "revenue", "expense", "retained_earnings", "net_income"] | str
    """Determines on which side `balance` is positive."""
    normal_balance: EntryType | str
    """The normal side of the account itself: a contra account has the opposite side of its type."""
    depth: int
    """The level of the account below the top of its section."""
    parent_code: str | None
    """The code of the account above it in its section; null at the top."""
    is_subtotal: bool
    """Whether the row is the sum of an account and all accounts below it."""
    is_folded: bool
    """Whether the row includes the accounts below, because `depth` shows no further levels."""
    debits: Amount
    """The sum of the debits, in major units."""
    credits: Amount
    """The sum of the credits, in major units."""
    balance: Amount
    """The difference of debits and credits, positive on the side of `type`."""
    columns: list[ReportColumn]
    """The balance on the other days that `columns` and `compare` request."""



class BalanceSheetTotals(Answered):
    """Assets, liabilities, equity and earnings of a balance sheet."""

    assets: Amount
    """The sum of all assets, in major units."""
    liabilities: Amount
    """The sum of all liabilities, in major units."""
    equity: Amount
    """The sum of all equity, in major units."""
    retained_earnings: Amount
    """Revenue less expenses of all fiscal years before this one, in major units."""
    net_income: Amount
    """Revenue less expenses of the fiscal year up to the day, in major units."""
    liabilities_and_equity: Amount
    """Liabilities, equity, retained earnings and net income together: the same as the assets."""



class Balances(Answered):
    """Balances in major units, each positive on the side of `normal_balance`."""

    settled: Amount
    """Settled entries, effective up to the day."""
    pending: Amount
    """Pending entries, effective up to the day: amounts that are held, but not settled yet."""
    overdue: Amount
    """The remaining amount of open encumbrances dated on or before the day."""
    future: Amount
    """Entries of every layer that are effective after the day."""
    available: Amount
    """The amount that a posting on this day may still use, in major units: the lowest settled balance of this and all
    later days, less the remaining amounts of all open holds that reduce it, of any day.
    """



class BatchDryRun(Answered):
    """The effect that a batch would have. Nothing was written."""

    atomic: bool
    """Whether the items would succeed or fail together."""
    results: list[BatchDryRunResult]
    """One for each item, in the order of the request."""
    balances: list[BalanceChange]
    """Each balance that would change, before and after."""



class BatchDryRunResult(Answered):
    """The outcome that one item of a batch would have."""

    index: int
    """The index of the item in the request, from 0."""
    would: Literal["posted", "failed", "replayed", "rejected"] | str
    """The outcome that it would have: `posted`; `failed`, accepted but not posted; `replayed`, created by an earlier
    request. Or `rejected`: refused.
    """
    code: str | None
    """Why it would fail or be refused; else null."""
    message: str | None
    """The cause and the remedy, for people; null if it would be posted."""
    errors: FieldErrors | None
    """The faults of each field; null if no field has one."""
    transaction: Transaction | None
    """The result of the item; null if it would be refused."""



class BatchResult(Answered):
    """The outcome of one item of a batch."""

    index: int
    """The index of the item in the request, from 0."""
    status: Literal["pending", "posted", "void", "failed", "reversed", "rejected"] | str
    """`rejected`: refused; `posted`: settled, released or reversed; `pending`: accepted, and will be posted; `failed`:
    accepted, and failed at once. With `Prefer: wait` the outcome, `posted` or `failed`, if it came in time. An item
    that was done by an earlier request has its present status.
    """
    id: str | None
    """The transaction that was created; null if it was refused."""
    idempotency_key: str | None
    """The key of the item; null without one."""
    correlation_id: str | None
    """The id that groups it with related transactions; null if it has none."""
    replayed: bool
    """Whether the idempotency key was used before, so that this is the result of the earlier request."""
    code: str | None
    """Why it was refused or failed; else null."""
    message: str | None
    """Cause and cure, for people; null unless it was refused or failed."""
    errors: FieldErrors | None
    """The faults of each field; null if no field has one."""



class CashFlow(Answered):
    """The reasons for the change of cash in a range of days."""

    from_: dt.date = Field(alias="from")
    """The first day that is included."""
    to: dt.date
    """The last day that is included."""
    method: Literal["indirect", "direct"] | str
    """The method of the statement."""
    layer: Layer | str
    """The layer that the report covers."""
    currency: str
    """The currency of the ledger."""
    head: LogPlace
    """The sequence of the log that the report covers: a request with this sequence always returns the same report."""
    known_at: AwareDatetime | None
    """When the event at that sequence happened, in UTC; null before the first event."""
    known_at_sequence: int | None
    """The requested sequence; null for the current state."""
    totals: CashFlowTotals
    """The totals of all accounts."""
    columns: list[CashFlowColumn]
    """The totals for the other days that `columns` and `compare` request."""
    rows: list[CashFlowRow]
    """Operating, investing and financing activities, then cash; accounts by code below their parents, each subtotal
    after the rows that it adds up.
    """



class CashFlowColumn(Answered):
    """The totals of all accounts for other days."""

    label: str
    """`2026-01`, `2026-Q1` or `2026` for a calendar period, `FY2026` or `FY2026-Q1` for one of a fiscal year that
    begins on a different day than 01-01, or the comparison.
    """
    from_: dt.date | None = Field(alias="from")
    """The first day that is included; null for a report as of the end of a day."""
    to: dt.date
    """The last day that is included."""
    totals: CashFlowTotals



class CashFlowRow(Answered):
    """An account in a cash flow statement, or an account including all accounts below it, or net income, or the part
    of net income that is shown under other activities.
    """

    flow_class: CashFlowClass | str
    """The part of the statement to which the row belongs."""
    account_id: str | None
    """The account; null for net income."""
    code: str | None
    """The code of the account; null for net income."""
    name: str
    """The name of the account."""
    type: Literal["asset", "liability", "equity", "revenue", "expense", "net_income", "earnings_elsewhere"] | str
    """The type of the account; `net_income`; or `earnings_elsewhere`, which removes from the operating activities the
    part of net income that the other activities show.
    """
    normal_balance: EntryType | str
    """The normal side of the account itself: a contra account has the opposite side of its type."""
    depth: int
    """The level of the account below the top of its section."""
    parent_code: str | None
    """The code of the account above it in its section; null at the top."""
    is_subtotal: bool
    """Whether the row is the sum of an account and all accounts below it."""
    is_folded: bool
    """Whether the row includes the accounts below, because `depth` shows no further levels."""
    debits: Amount
    """The sum of the debits, in major units; by the direct method, the payments of an account other than cash."""
    credits: Amount
    """The sum of the credits, in major units; by the direct method, the receipts of an account other than cash."""
    balance: Amount
    """The effect of the row on cash, in major units, negative if it reduced cash: debits less credits of a cash
    account, credits less debits of all others.
    """
    columns: list[ReportColumn]
    """The balance on the other days that `columns` and `compare` request."""



class CashFlowTotals(Answered):
    """The cash flows of the three activities, and their sum."""

    net_income: Amount
    """Revenue less expenses, in major units, with which the operating activities begin by the indirect method."""
    operating: Amount
    """The cash flow of the operating activities, in major units; negative if it reduced cash."""
    investing: Amount
    """The cash flow of the investing activities, in major units; negative if it reduced cash."""
    financing: Amount
    """The cash flow of the financing activities, in major units; negative if it reduced cash."""
    change: Amount
    """The sum of the three activities, which is the change of the cash accounts."""
    opening_cash: Amount
    """The balance of the cash accounts before the first day."""
    closing_cash: Amount
    """The balance of the cash accounts at the end of the last day."""



class Checkpoint(Answered):
    """A signed statement about a log: how many events it had, and the root of the tree over them."""

    tree_size: int
    """The sequence of the last event that it covers."""
    signed_at: AwareDatetime
    """When it was signed, by the clock of the service."""
    note: str
    """The checkpoint as a signed note (C2SP signed-note and tlog-checkpoint): origin, number of events, root and time;
    an empty line; the signatures, first that of the service, then those of the witnesses (tlog-cosignature) that
    have co-signed it so far.
    """
    consistency: list[str]
    """With `from`: the hashes that prove, by RFC 6962, 2.1.2, that the tree of so many events is the beginning of this
    one, in hex. Empty without `from`, and if both are the same tree.
    """



class ClosedAccount(Answered):
    """An account that was closed."""

    account: Account
    """The account, which is inactive."""
    sweep_transaction_id: str | None
    """The transaction that moved its balance to another account; null if it had none."""



class Conversion(Sent):
    """Value to move between two ledgers of different currencies."""

    source_ledger_code: str
    """The code of the source ledger, a member of the string."""
    target_ledger_code: str
    """The code of the target ledger, another member of the string."""
    account_code: str
    """The code of the account that pays, which is the same in every ledger of the string."""
    reference: str
    """Your own reference, 1 to 100 characters, on both legs."""
    source_amount: Amount
    """The amount that leaves the source, in major units of its currency: authoritative."""
    target_amount: Amount
    """The amount that the target receives, in major units of its currency: authoritative."""
    effective_date: dt.date | None = None
    """The effective date of both legs; today if null."""
    description: str | None = None
    """The description on both legs, in at most 255 characters; null for none."""
    attributes: Attributes | None = None
    """Searchable texts by key; null if there are none."""
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters: a request that is sent again with it is executed only once. The header
    Idempotency-Key takes precedence over it. Null for none.
    """
    rate: str | None = None
    """The units of the target currency for one unit of the source currency, which is recorded and never used in a
    calculation. If it is null, the current rate is looked up and recorded.
    """



class Deleted(Answered):
    """The deleted object."""

    id: str
    """The id of the deleted object, which no longer exists."""
    deleted: bool
    """Always true."""



class DryRun(Answered):
    """The effect that a request would have. Nothing was written."""

    would: Literal["posted", "failed", "replayed"] | str
    """The outcome that it would have: `posted`; `failed`, accepted but not posted; `replayed`, created by an earlier
    request.
    """
    code: str | None
    """Why it would fail; null if it would not."""
    message: str | None
    """The cause and the remedy, for people; null if it would not fail."""
    transaction: Transaction
    """The transaction that would result. Its ids are valid only in this dry run."""
    balances: list[BalanceChange]
    """Each balance that would change, before and after."""



class EntriesTemplate(Answered):
    """The entries that a transaction code creates."""

    entries: list[EntryTemplate]
    """2 to 100 entries, whose debits and credits are equal once parameters are put in."""



class EntryPart(Sent):
    """The amount of one entry."""

    entry_id: str
    """One of the entries of the transaction."""
    amount: Amount
    """The amount, in major units: at most the remaining amount."""



class EntryTemplate(Answered):
    """An entry of a template. Its texts may contain placeholders such as `{params.order}`."""

    account: str
    """Code or id of an account, or text with `{params.<name>}`."""
    type: str
    """`debit`, `credit`, or text with `{params.<name>}`."""
    amount: str
    """A decimal string; or arithmetic in braces, such as `{round(params.amount * 0.029 + 0.30, 2)}`, where `round(x,
    decimals, mode)` takes the modes half_even (the default), half_up, half_down, up, down, floor and ceiling; or,
    in one entry that does not repeat, `{remainder}`: the amount that makes debits and credits equal.
    """
    repeat: str | None = None
    """`params.<name>` of a list: an entry for each of its items, in which `{item.<name>}` is a member of the item.
    Left out or null: one entry.
    """
    optional: bool | None = None
    """Whether the entry is left out if its amount is zero; at least two entries must remain. If left out or null, an
    amount of zero is refused.
    """
    layer: str | None = None
    """`settled`, `pending`, `encumbrance`, or text with `{params.<name>}`. Left out or null: that of the request. All
    entries of a transaction are of one layer.
    """
    description: str | None = None
    """The purpose of the entry, with placeholders."""
    metadata: Metadata | None = None
    """Data of your own, stored with it and returned unchanged; null if there is none."""



class EntryTransaction(Answered):
    """The transaction of an entry, in brief."""

    reference: str | None
    """Your own reference for the transaction; null if it has none."""
    description: str
    """A description for people."""



class EventAmendment(Answered):
    """A change to the texts of a transaction, as its event shows it."""

    transaction_id: str
    """The transaction that it amended."""
    before: TransactionWords
    """The texts before the change."""
    after: TransactionWords
    """The texts after the change."""
    amended_at: AwareDatetime
    """When it was amended, in UTC."""



class EventStringLeg(Answered):
    """The leg of a conversion or transfer in one of the two ledgers."""

    ledger_code: str
    """The code of the ledger in requests."""
    ledger_id: str
    """The ledger of this leg."""
    transaction_id: str
    """The transaction of this leg."""
    reference: str
    """Your own reference for the operation, the same on both legs."""
    amount: str
    """The amount moved, in major units of the currency of that ledger."""



class EventStringOperation(Answered):
    """A conversion or a transfer, both of whose legs are posted. Each of the two ledgers has an event about it."""

    operation: Literal["convert", "transfer"] | str
    """Whether it was a conversion or a transfer."""
    string_code: str
    """The string through which the value was moved."""
    correlation_id: str
    """The correlation id of both legs."""
    source: EventStringLeg
    """The leg in the source ledger."""
    target: EventStringLeg
    """The leg in the target ledger."""
    rate: str | None
    """The units of the target currency for one unit of the source currency, for the record; null for a transfer."""
    rate_source: str | None
    """The origin of the rate: `given` by the request, or a source; null of a transfer."""
    rate_at: str | None
    """When the rate was set; null if unknown."""
    created_at: AwareDatetime
    """When it was created, in UTC."""



class EventSubject(Answered):
    """The account, transaction or other object that an event is about."""

    type: Literal["transaction", "account", "journal", "period_lock", "account_set", "trancode", "string_operation"] | str
    """The kind of the subject."""
    id: str
    """Which one it is."""



class EventTransaction(Answered):
    """A transaction as it was after an event, and the balances after the event."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    reference: str | None
    """Your own reference; null if it has none."""
    description: str
    """A description for people."""
    effective_date: AwareDatetime
    """The effective date, as midnight in UTC."""
    date: AwareDatetime
    """The same as `effective_date`."""
    layer: Layer | str
    """The layer of its entries, always in lower case."""
    status: TransactionStatus | str
    """Its state."""
    total_amount: Amount
    """The sum of its debits, in major units."""
    entry_count: int
    """The number of its entries."""
    entries: list[TransactionEntry]
    """Its entries, in order. If it is pending or failed, the entries that it would have."""
    journal_id: str
    """The journal that it belongs to."""
    correlation_id: str | None
    """The id that groups it with related transactions; null if it has none."""
    correlation_type: str | None
    """Its relation to its source: your own word, or `reversal`, `release`, `settlement` or `extension`; null without a
    source.
    """
    correlation_source_id: str | None
    """The transaction that it follows from; null if there is none."""
    idempotency_key: str | None
    """The idempotency key of the request; null if it had none."""
    metadata: Metadata | None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    attributes: Attributes | None
    """Searchable texts by key; null if there are none."""
    transaction_code: str | None
    """The transaction code that supplied its entries; null if the request did."""
    transaction_code_version: int | None
    """The version of that transaction code; null without one."""
    batch_id: str | None
    """The batch in which it was sent; null if there is none."""
    sequence: int | None
    """Its number among the posted transactions of the ledger, without gaps; null while it is not posted."""
    posted_at: AwareDatetime | None
    """When it was posted, in UTC; null while it is not."""
    reverses_transaction_id: str | None
    """The transaction that it reverses, whole or in part; null if there is none."""
    releases_transaction_id: str | None
    """The hold that it releases, whole or in part; null if there is none."""
    settles_transaction_id: str | None
    """The hold that it settles, whole or in part; null if there is none."""
    extends_transaction_id: str | None
    """The hold that it adds to; null if there is none."""
    reversed_by_transaction_id: str | None
    """The last of its reversals; null if there is none."""
    reversed_amount: Amount
    """The sum of its debits that are reversed, in major units."""
    reversal_ids: list[str]
    """Its reversals, oldest first."""
    hold: Hold | None
    """Its state as a hold; null if it is not a hold, as on the settled layer."""
    void_reason: str | None
    """Why it was voided; null if it was not, or no reason was given."""
    amended_at: AwareDatetime | None
    """When its description, reference or metadata was last amended, in UTC; null if it was never amended."""
    failure: TransactionFailure | None
    """Why it could not be posted; null unless it failed."""
    created_at: AwareDatetime
    """When it was accepted, in UTC."""
    updated_at: AwareDatetime
    """When its status last changed, in UTC."""
    extension: HoldExtension | None
    """The change of a hold, if the event is `hold.extended`; null otherwise."""
    balances: list[BalanceAfter]
    """The balances of the accounts and layers of its entries after this event, without later postings and later days;
    empty if it was not posted.
    """



class EventTransactionNote(Answered):
    """A note that was attached to a transaction, as its event shows it."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    transaction_id: str
    """The transaction to which it is attached."""
    text: str
    """The text of the note."""
    url: str | None
    """The address of a document; null without one."""
    sha256: str | None
    """The SHA-256 of the bytes of that document, in lower-case hex; null without one."""
    created_at: AwareDatetime
    """When it was created, in UTC."""



class EventsListMeta(Answered):
    through_sequence: int
    """The sequence up to which this page searched: send it as `after_sequence` to continue."""
    through_hash: str
    """The hash of the event at `through_sequence`, in hex: send it as `after_hash` to detect whether the log was
    changed meanwhile.
    """
    log_epoch: str
    """The epoch of the log. It changes after a restore, or a failover that lost events: then compare the hashes of the
    events that you have.
    """
    head_sequence: int
    """The sequence of the last event of the ledger. If `through_sequence` is the same, no events follow yet."""



class ExtendItem(Sent):
    """A hold to be raised, as POST /transactions/{id}/extend takes it; its end may move with it."""

    operation: Literal["extend"]
    """The kind of the item."""
    transaction_id: str
    """The hold that is raised."""
    amount: Amount
    """The amount of the hold afterwards, in major units: at least its present `amount`, which includes what was
    settled and released, and more than that unless `expires_at` changes too. Each entry gets a share of the
    increase in proportion to its posted amount.
    """
    expires_at: AwareDatetime | None = None
    """When the remaining amount is released automatically: an instant in the future. Null for never; unchanged if left
    out.
    """
    date: dt.date | None = None
    """The effective date of the added amount, not before the hold or its latest extension. Null: today, or that day if
    it is later.
    """
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time.
    """



class Extension(Sent):
    """A change to an open hold: its amount, its end, or both."""

    amount: Amount | None = None
    """The amount of the hold afterwards, in major units: at least its present `amount`, which includes what was
    settled and released, and more than that unless `expires_at` changes too. Each entry gets a share of the
    increase in proportion to its posted amount. If it is null, the amount does not change.
    """
    expires_at: AwareDatetime | None = None
    """When the remaining amount is released automatically: an instant in the future. Null for never; unchanged if left
    out.
    """
    date: dt.date | None = None
    """The effective date of the added amount, not before the hold or its latest extension. Null: today, or that day if
    it is later.
    """
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time.
    """



class Hold(Answered):
    """The parts of a hold. The settled, released and remaining amounts add up to `amount`."""

    state: HoldState | str
    """The state of the hold."""
    amount: Amount
    """The total of the hold, in major units: the amount first held, and the amounts that extensions added."""
    extended_amount: Amount
    """The amount that extensions added to the hold."""
    settled_amount: Amount
    """The amount settled so far, without the excess."""
    excess_amount: Amount
    """The amount that was settled in excess of the hold, with `allow_excess`: no part of `amount`."""
    released_amount: Amount
    """The amount that was released, reversed or voided."""
    remaining_amount: Amount
    """The amount that is still held."""
    expires_at: AwareDatetime | None
    """When the remaining amount is released automatically, in UTC, after all extensions; null for never."""



class HoldExtension(Answered):
    """The change to a hold by an extension."""

    amount: HoldExtensionAmount
    """The total of the hold, in major units."""
    expires_at: HoldExtensionExpiresAt
    """When the remaining amount is released automatically, in UTC."""



class HoldExtensionAmount(Answered):
    """The total of the hold, in major units."""

    before: Amount
    """The amount of the hold before."""
    after: Amount
    """The amount of the hold now."""



class HoldExtensionExpiresAt(Answered):
    """When the remaining amount is released automatically, in UTC."""

    before: AwareDatetime | None
    """When it was to expire; null for never."""
    after: AwareDatetime | None
    """When it expires; null for never."""



class IncomeStatement(Answered):
    """Revenue and expenses in a range of days."""

    from_: dt.date = Field(alias="from")
    """The first day that is included."""
    to: dt.date
    """The last day that is included."""
    layer: Layer | str
    """The layer that the report covers."""
    currency: str
    """The currency of the ledger."""
    head: LogPlace
    """The sequence of the log that the report covers: a request with this sequence always returns the same report."""
    known_at: AwareDatetime | None
    """When the event at that sequence happened, in UTC; null before the first event."""
    known_at_sequence: int | None
    """The requested sequence; null for the current state."""
    totals: IncomeStatementTotals
    """The totals of all accounts."""
    columns: list[IncomeStatementColumn]
    """The totals for the other days that `columns` and `compare` request."""
    rows: list[ReportRow]
    """Section by section, accounts by code below their parents, each subtotal after the rows that it adds up."""



class IncomeStatementColumn(Answered):
    """The totals of all accounts for other days."""

    label: str
    """`2026-01`, `2026-Q1` or `2026` for a calendar period, `FY2026` or `FY2026-Q1` for one of a fiscal year that
    begins on a different day than 01-01, or the comparison.
    """
    from_: dt.date | None = Field(alias="from")
    """The first day that is included; null for a report as of the end of a day."""
    to: dt.date
    """The last day that is included."""
    totals: IncomeStatementTotals



class IncomeStatementTotals(Answered):
    """Total revenue and expenses."""

    revenue: Amount
    """The sum of all revenue, in major units."""
    expense: Amount
    """The sum of all expenses, in major units."""
    net_income: Amount
    """Revenue less expenses, in major units; negative for a loss."""



class Journal(Answered):
    """A group of transactions, such as those of one department."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    code: str
    """The code in entries, unique within the ledger."""
    name: str
    """The name for people."""
    description: str | None
    """The purpose; null if none was given."""
    status: JournalStatus | str
    """Whether it takes new transactions."""
    metadata: Metadata | None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    created_at: AwareDatetime
    """When it was created, in UTC."""
    updated_at: AwareDatetime
    """When it was last changed, in UTC; initially, when it was created."""



class JournalChange(Sent):
    """A change to a journal: fields that are left out stay unchanged. DEFAULT keeps its code and its name."""

    code: str | None = None
    """The code for people: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique among the journals of the ledger."""
    name: str | None = None
    """The name for people, at most 255 characters."""
    description: str | None = None
    """The purpose, in at most 1,000 characters. Null for none."""
    status: JournalStatus | None = None
    """`closed` closes it, `active` opens it again."""
    metadata: Metadata | None = None
    """Replaces all metadata; null removes it."""



class LayerDetail(Answered):
    """The balance of one layer at the end of the day."""

    debits: Amount
    """The sum of its debits, in major units."""
    credits: Amount
    """The sum of its credits, in major units."""
    balance: Amount
    """The difference of debits and credits, positive on the side of `normal_balance`."""
    entry_count: int
    """The number of its entries."""
    last_entry_date: dt.date | None
    """The effective date of the latest entry; null if there is none."""



class LayerDetails(Answered):
    """The balance as of the day, by layer."""

    settled: LayerDetail
    """The settled layer."""
    pending: LayerDetail
    """The pending layer: held amounts."""
    encumbrance: LayerDetail
    """The encumbrance layer: planned amounts."""
    available: Amount
    """The amount that a posting on this day may still use, in major units: the lowest settled balance of this and all
    later days, less the remaining amounts of all open holds that reduce it, of any day.
    """



class Leaf(Answered):
    """The leaf of the event in the tree over the log. The tree hashes it as JSON without white space, its members in
    the order of their names.
    """

    version: int
    """The form of the leaf."""
    sequence: int
    """The event in the log. The index of the leaf is one less."""
    event_hash: str
    """01 and the SHA-256 of `event`, in hex."""



class Ledger(Answered):
    """A set of books in one currency."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    tenant_id: str
    """The tenant that it belongs to."""
    code: str
    """The code in entries, unique within the tenant."""
    name: str
    """The name for people."""
    currency: str
    """The currency of every amount in it, such as `USD`."""
    currency_type: CurrencyType | str
    """Whether the currency is one of ISO 4217."""
    storage_decimals: int
    """The number of decimals that are stored; an amount with more is refused."""
    display_decimals: int
    """The minimum number of decimals of displayed amounts."""
    time_zone: str
    """The IANA name of the ledger’s time zone. It decides which day is today, and on which day a hold expires."""
    fiscal_year_start: str
    """The month and the day on which its fiscal year begins, such as `04-01`. It separates the earnings of prior years
    from those of this one.
    """
    is_active: bool
    """Whether the ledger is in use."""
    test_clock: bool
    """Whether its time can be advanced, for tests of programs that use it; other ledgers have real time."""
    metadata: Metadata | None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    created_at: AwareDatetime
    """When it was created, in UTC."""
    updated_at: AwareDatetime
    """When it was last changed, in UTC; initially, when it was created."""



class LedgerEvent(AnsweredEvent):
    """An event of a ledger: one position in its log, with its subject as it was after the event."""

    id: str
    """Identifies the event permanently and for every reader: use it to detect duplicates."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    sequence: int
    """Its sequence in the log of the ledger: 1, 2, 3, …, without a gap, in the order in which the ledger decided."""
    type: EventType | str
    """The type of the event."""
    occurred_at: AwareDatetime
    """When it happened, in UTC."""
    actor: str
    """The actor: the prefix of a key, `operator:` and an id, `command line`, `import`, or `expiry` if the time of a
    hold was over.
    """
    reason: str | None
    """The reason that was given, or the code by which a transaction failed; null without one."""
    subject: EventSubject
    """The subject of the event."""
    data: Annotated[EventTransaction | EventStringOperation | EventAmendment | EventTransactionNote | TransactionCode | AccountRecord | Journal | PeriodLock | AccountSet | AccountSetMembership | dict[str, Any], Field(union_mode="left_to_right")]
    """The subject after the event, as its own endpoint would have shown it: of the type that `subject.type` names; a
    transaction with the balances of its accounts after the event, an account without its balance, a member of an
    account set as the membership.
    """
    hash: str
    """The hash of this event and of all before it, in hex."""
    previous_hash: str
    """The `hash` of the event before it, in hex: by it the events are a chain."""



class LedgerString(Answered):
    """A named group of ledgers of one tenant, between which value is converted and transferred."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    code: str
    """The code in paths, unique within the tenant."""
    name: str
    """The name for people."""
    description: str | None
    """The purpose; null if none was given."""
    is_active: bool
    """Whether value can be moved through it."""
    ledgers: list[StringLedger]
    """Its member ledgers, by code."""
    created_at: AwareDatetime
    """When it was created, in UTC."""
    updated_at: AwareDatetime
    """When it was last changed, in UTC; initially, when it was created."""



class ListTotals(Answered):
    """The sums of the whole list, not only of one page."""

    count: int
    """The number of transactions in the list, or of entries in a list of entries."""
    debits: Amount
    """The sum of the debits, in major units."""
    credits: Amount
    """The sum of the credits, in major units."""



class LogPlace(Answered):
    """A place in the ledger's log."""

    sequence: int
    """The sequence; 0 before the first event."""
    hash: str
    """The hash of that event and of all events before it, in hex: it proves which events were known."""



class NewAccount(Sent):
    """An account to create."""

    code: str
    """The code in entries: 1 to 36 of the characters A-Z a-z 0-9 . _ : -, unique within the ledger. Codes that begin
    with `STR-` are reserved.
    """
    name: str
    """The name for people, at most 255 characters."""
    type: AccountType
    """Determines on which side the account increases, and where reports show it."""
    category: AccountCategory
    """Whether the account is internal (`system`), or holds the balance of an end user (`customer`)."""
    normal_balance: EntryType | None = None
    """The side on which its balance is positive. If null or left out, that of its type, or the opposite for a contra
    account.
    """
    parent_code: str | None = None
    """The code of the account above it, which must exist in the same ledger. Null for an account at the top."""
    description: str | None = None
    """The purpose, in at most 1,000 characters. Null for none."""
    is_active: bool | None = None
    """Whether it takes new entries."""
    is_system: bool | None = None
    """Whether it is protected: a system account cannot be deleted."""
    metadata: Metadata | None = None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    enforce_balance_limits: bool | None = None
    """Whether `min_balance` and `max_balance` are enforced: whatever would bring the balance beyond them is refused,
    or fails.
    """
    limit_basis: LimitBasis | None = None
    """The balance to which the limits apply."""
    min_balance: Amount | None = None
    """The minimum balance, in major units; null for no limit. It may be negative only for liability accounts."""
    max_balance: Amount | None = None
    """The maximum balance, in major units, at least `min_balance`; null for no limit."""
    cash_flow: CashFlowClass | None = None
    """The part of the cash flow statement to which it belongs. Null for that of the account above it, or at the top
    `financing` for equity and `operating` for all others.
    """
    is_group: bool | None = None
    """Whether it only groups the accounts below it and takes no entries. Such an account has no limits, and its
    category is `system`.
    """



class NewAccountSet(Sent):
    """An empty account set to create."""

    code: str
    """The code in reports: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique among the account sets of the ledger."""
    name: str
    """The name for people, at most 255 characters."""
    description: str | None = None
    """The purpose, in at most 1,000 characters. Null for none."""
    metadata: Metadata | None = None
    """Data of your own, stored with it and returned unchanged; null if there is none."""



class NewAccountSetMember(Sent):
    """An account, or another set, to add to an account set."""

    member_type: AccountSetMemberType
    """Whether `member_id` names an account or another account set."""
    member_id: str
    """The account or the account set, of the same ledger."""



class NewAmendment(Sent):
    """New texts of a transaction. Its amounts, entries, days and attributes never change: it is reversed or voided."""

    reason: str
    """Why, in 1 to 1,000 characters. It is kept in the log permanently."""
    description: str | None = None
    """The new description; unchanged if left out."""
    reference: str | None = None
    """The new reference, at most 255 characters; null for none; unchanged if left out."""
    metadata: Metadata | None = None
    """The new metadata, which replaces all of the present metadata; null for none; unchanged if left out."""
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time.
    """



class NewAttributeDefinition(Sent):
    """An attribute key to declare."""

    key: str
    """Lowercase snake_case of at most 64 characters, unique within the tenant. It never changes."""
    label: str | None = None
    """The name of the key for people; null if none was given."""
    indexed: bool | None = None
    """Whether transactions can be searched by this key."""



class NewEntry(Sent):
    """One side of a transaction: an account, and the amount that it is debited or credited. It names the account by
    `account_code` or by `account_id`, not by both.
    """

    type: EntryType
    """Whether the account is debited or credited."""
    amount: Amount
    """The amount, in major units: greater than zero, with no more decimals than the ledger stores."""
    account_code: str | None = None
    """The code of the account; null if its id is given."""
    account_id: str | None = None
    """The id of the account; null if its code is given."""
    description: str | None = None
    """The purpose of this entry, if it differs from that of the transaction."""
    metadata: Metadata | None = None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    layer: Layer | None = None
    """The layer of the transaction, if it is named again: all entries are on that layer, and another one is refused."""



class NewJournal(Sent):
    """A journal to be created."""

    code: str
    """The code for people: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique among the journals of the ledger."""
    name: str
    """The name for people, at most 255 characters."""
    description: str | None = None
    """The purpose, in at most 1,000 characters. Null for none."""
    status: JournalStatus | None = None
    """Whether it takes transactions at once."""
    metadata: Metadata | None = None
    """Data of your own, stored with it and returned unchanged; null if there is none."""



class NewPeriodLock(Sent):
    """A period to be locked."""

    locked_until: dt.date
    """The last day of the period: everything effective on or before it is locked."""
    reason: str
    """Why, in 1 to 1,000 characters. It is kept in the log permanently."""
    includes_open_days: bool | None = None
    """Must be `true` for a lock that reaches today or later: nothing can be posted on these days then."""



class NewString(Sent):
    """A string to create."""

    code: str
    """The code in paths: 1 to 50 letters, digits, dashes and underscores, unique within the tenant."""
    name: str
    """The name for people, at most 255 characters."""
    description: str | None = None
    """The purpose, in at most 1,000 characters; null for none."""
    is_active: bool | None = None
    """Whether value can be moved through it."""



class NewTransaction(Sent):
    """A transaction to be posted, in one of two modes: with its `entries`, or with a `transaction_code` and its
    parameters. Of a hold, members that are not known are refused.
    """

    effective_date: dt.date
    """The effective date, which may be in the past or the future, but not in a locked period."""
    description: str
    """A description for people, in 1 to 1,000 characters."""
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time. The client creates one if you leave it out.
    """
    reference: str | None = None
    """Your own reference, such as the number of an invoice, at most 255 characters, by which lists can be searched. It
    need not be unique.
    """
    layer: Layer | None = None
    """The layer of its entries, in upper or lower case. On `pending` and `encumbrance` it is a hold. With a
    transaction code, the layer of entries for which the template names none; the layer of the transaction is that
    of its entries.
    """
    expires_at: AwareDatetime | None = None
    """When the remaining amount of a hold is released automatically: an instant in the future. For the layers pending
    and encumbrance only; null for never.
    """
    journal_id: str | None = None
    """The journal that it belongs to; DEFAULT if null."""
    correlation_id: str | None = None
    """An id that groups it with related transactions, such as the number of an order, at most 50 characters. If it is
    null and `correlation_source_id` is given, it is the correlation id of the source, or the id of the source if
    the source has none.
    """
    correlation_type: str | None = None
    """Its relation to its source, in your own words, such as `refund`. Together with `correlation_source_id`, or not
    at all.
    """
    correlation_source_id: str | None = None
    """The transaction of this ledger from which it follows. Together with `correlation_type`, or not at all."""
    metadata: Metadata | None = None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    attributes: Attributes | None = None
    """Searchable texts by key; null if there are none."""
    override_limits: bool | None = None
    """Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
    event names the limits that were passed.
    """
    entries: list[NewEntry] | None = None
    """First mode: 2 to 100 entries, whose debits and credits are equal in each layer. Left out if `transaction_code`
    is given.
    """
    transaction_code: str | None = None
    """Second mode: the code of an active transaction code, whose template supplies the entries. Null if `entries` are
    given.
    """
    transaction_code_params: dict[str, Any] | None = None
    """Values of the parameters that the transaction code declares, by name. Required with `transaction_code`."""



class NewTransactionBatch(Sent):
    """Up to a hundred postings, settlements, releases, extensions and reversals."""

    transactions: list[PostItem | SettleItem | ReleaseItem | ExtendItem | ReverseItem]
    """1 to 100 items, executed in this order. `operation` is the type of each item; without it, the item is a
    transaction to post.
    """
    atomic: bool | None = None
    """Whether they succeed or fail together: with `true` one refusal refuses all, and nothing is written."""



class NewTransactionCode(Sent):
    """A transaction code to create."""

    code: str
    """The code in requests: 1 to 50 of the characters A-Z 0-9 - _, unique within the ledger, permanently."""
    name: str
    """The name for people, at most 255 characters."""
    entries_template: EntriesTemplate
    """The entries that it creates."""
    description: str | None = None
    """The purpose, in at most 1,000 characters; null if none was given."""
    status: TransactionCodeStatus | None = None
    """Whether it may be used at once."""
    params_schema: ParamsSchema | None = None
    """The parameters that it takes, by name; null if it takes none."""
    attributes_template: Metadata | None = None
    """Attributes of the transactions that it creates, as texts that may contain placeholders; attributes of a request
    take precedence. Null for none.
    """
    validation_rules: ValidationRules | None = None
    """The condition on all parameters; null if there is none."""
    metadata: Metadata | None = None
    """Metadata of the transactions that it creates; members in a request take precedence. Null for none."""



class NewTransactionNote(Sent):
    """A note for a transaction, or a reference to a document."""

    text: str
    """The text of the note, in 1 to 2,000 characters."""
    url: str | None = None
    """The address of a document, over https or http; the ledger never opens it."""
    sha256: str | None = None
    """The SHA-256 of the bytes of that document, in hex, with which anyone can verify that it is the same document."""
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time.
    """



class NewWebhookEndpoint(Sent):
    """A webhook endpoint to create."""

    url: str
    """The address that events are sent to: an https address that is reached from the public network, at most 2,048
    characters.
    """
    description: str | None = None
    """The purpose, in at most 500 characters; null if none was given."""
    types: list[EventType] | None = None
    """The event types to deliver; null for all of them."""
    is_active: bool | None = None
    """Whether delivery begins at once. If not, events are delivered when the endpoint is activated."""
    max_in_flight: int | None = None
    """The maximum number of concurrent deliveries, 1 to 32. One keeps the order of the log; more are faster, but in no
    particular order.
    """
    from_sequence: int | None = None
    """The first event to deliver; if left out, the next future event."""



class PeriodLock(Answered):
    """A lock: while it is in force nothing is posted, reversed or voided with an effective date on or before its day."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    locked_until: dt.date
    """The last day that is locked."""
    reason: str
    """Why it was locked."""
    created_at: AwareDatetime
    """When it was created, in UTC."""
    released_at: AwareDatetime | None
    """When it was released, in UTC; null while it is in force."""
    release_reason: str | None
    """Why it was released; null while it is in force."""



class PeriodRelease(Sent):
    """Why a lock is released."""

    reason: str
    """Why, in 1 to 1,000 characters. It is kept in the log permanently."""



class PostItem(Sent):
    """A transaction to be posted, as POST /transactions takes it."""

    effective_date: dt.date
    """The effective date, which may be in the past or the future, but not in a locked period."""
    description: str
    """A description for people, in 1 to 1,000 characters."""
    operation: Literal["post"] | None = None
    """The kind of the item. If it is left out, the item is a post."""
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time. The client creates one if you leave it out.
    """
    reference: str | None = None
    """Your own reference, such as the number of an invoice, at most 255 characters, by which lists can be searched. It
    need not be unique.
    """
    layer: Layer | None = None
    """The layer of its entries, in upper or lower case. On `pending` and `encumbrance` it is a hold. With a
    transaction code, the layer of entries for which the template names none; the layer of the transaction is that
    of its entries.
    """
    expires_at: AwareDatetime | None = None
    """When the remaining amount of a hold is released automatically: an instant in the future. For the layers pending
    and encumbrance only; null for never.
    """
    journal_id: str | None = None
    """The journal that it belongs to; DEFAULT if null."""
    correlation_id: str | None = None
    """An id that groups it with related transactions, such as the number of an order, at most 50 characters. If it is
    null and `correlation_source_id` is given, it is the correlation id of the source, or the id of the source if
    the source has none.
    """
    correlation_type: str | None = None
    """Its relation to its source, in your own words, such as `refund`. Together with `correlation_source_id`, or not
    at all.
    """
    correlation_source_id: str | None = None
    """The transaction of this ledger from which it follows. Together with `correlation_type`, or not at all."""
    metadata: Metadata | None = None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    attributes: Attributes | None = None
    """Searchable texts by key; null if there are none."""
    override_limits: bool | None = None
    """Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
    event names the limits that were passed.
    """
    entries: list[NewEntry] | None = None
    """First mode: 2 to 100 entries, whose debits and credits are equal in each layer. Left out if `transaction_code`
    is given.
    """
    transaction_code: str | None = None
    """Second mode: the code of an active transaction code, whose template supplies the entries. Null if `entries` are
    given.
    """
    transaction_code_params: dict[str, Any] | None = None
    """Values of the parameters that the transaction code declares, by name. Required with `transaction_code`."""



class Receipt(Answered):
    """Proves to a third party that the ledger decided the transaction. It is checked without the service, with only
    its public keys.
    """

    record: str
    """The transaction as it was posted or failed, with its entries, member by member (docs/use/proof.md, "The
    record").
    """
    record_hash: str
    """The number of the format of `record` (02; 01 in older ones) and its SHA-256, in hex."""
    event: str
    """The event that decided it, member by member. Its last member is `record_hash`."""
    leaf: Leaf
    tree_size: int
    """The events that the checkpoint covers."""
    inclusion: list[str]
    """The sibling hashes on the path from the leaf to the root (RFC 6962, 2.1.1), in hex."""
    checkpoint: str
    """The checkpoint as a signed note (C2SP signed-note and tlog-checkpoint): origin, number of events, root and time;
    an empty line; the signatures, first that of the service, then those of the witnesses (tlog-cosignature) that
    have co-signed it so far.
    """



class Release(Sent):
    """A release of a hold: of the whole remaining amount, unless `amount` or `entries` specify less."""

    amount: Amount | None = None
    """The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
    to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
    or if `entries` are given.
    """
    entries: list[EntryPart] | None = None
    """The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount."""
    reason: str | None = None
    """Why, in 1 to 1,000 characters. It is kept in the log permanently."""
    date: dt.date | None = None
    """The effective date of the release, not before the date of the hold or of its latest extension. Null: today, or
    that date if it is later.
    """
    reference: str | None = None
    """Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
    null for none.
    """
    attributes: Attributes | None = None
    """Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
    mode; null for none.
    """
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time.
    """



class ReleaseItem(Sent):
    """A hold to be released, as POST /transactions/{id}/release takes it."""

    operation: Literal["release"]
    """The kind of the item."""
    transaction_id: str
    """The hold that is released."""
    amount: Amount | None = None
    """The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
    to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
    or if `entries` are given.
    """
    entries: list[EntryPart] | None = None
    """The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount."""
    reason: str | None = None
    """Why, in 1 to 1,000 characters. It is kept in the log permanently."""
    date: dt.date | None = None
    """The effective date of the release, not before the date of the hold or of its latest extension. Null: today, or
    that date if it is later.
    """
    reference: str | None = None
    """Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
    null for none.
    """
    attributes: Attributes | None = None
    """Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
    mode; null for none.
    """
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time.
    """



class RenderedEntry(Answered):
    """An entry that results from the parameters."""

    account_code: str | None
    """The code of the account; null if the template names its id."""
    account_id: str | None
    """The id of the account; null if the template names its code."""
    type: EntryType | str
    """Whether the account would be debited or credited."""
    layer: Layer | str
    """The layer that the entry would have."""
    amount: Amount
    """The amount, in major units."""
    description: str | None
    """The purpose that the entry would have; null if the template supplies none."""
    metadata: Metadata | None
    """Data of your own, stored with it and returned unchanged; null if there is none."""



class RenderedTransaction(Answered):
    """The transaction that would be posted."""

    entries: list[RenderedEntry]
    """The entries, 2 to 100, with one for each item of a list."""
    attributes: dict[str, str]
    """The attributes that the template supplies."""
    metadata: Metadata | None
    """The metadata that the template supplies; null for none."""



class ReportColumn(Answered):
    """The figures of a row for other days."""

    label: str
    """`2026-01`, `2026-Q1` or `2026` for a calendar period, `FY2026` or `FY2026-Q1` for one of a fiscal year that
    begins on a different day than 01-01, or the comparison.
    """
    from_: dt.date | None = Field(alias="from")
    """The first day that is included; null for a report as of the end of a day."""
    to: dt.date
    """The last day that is included."""
    balance: Amount
    """The balance of those days, as `balance` of the row."""
    change: Amount | None
    """The change: of a calendar period from the one before it, or of the row from the compared column. Null in the
    first column.
    """
    change_percent: str | None
    """The change in per cent of the compared amount, with two decimals; null if that is zero."""



class ReportRow(Answered):
    """An account in a report, or an account including all accounts below it."""

    account_id: str
    """The account of the row."""
    code: str
    """The code of the account."""
    name: str
    """The name of the account."""
    type: AccountType | str
    """Determines on which side `balance` is positive."""
    normal_balance: EntryType | str
    """The normal side of the account itself: a contra account has the opposite side of its type."""
    depth: int
    """The level of the account below the top of its section."""
    parent_code: str | None
    """The code of the account above it in its section; null at the top."""
    is_subtotal: bool
    """Whether the row is the sum of an account and all accounts below it."""
    is_folded: bool
    """Whether the row includes the accounts below, because `depth` shows no further levels."""
    debits: Amount
    """The sum of the debits, in major units."""
    credits: Amount
    """The sum of the credits, in major units."""
    balance: Amount
    """The difference of debits and credits, positive on the side of `type`."""
    columns: list[ReportColumn]
    """The balance on the other days that `columns` and `compare` request."""



class Reversal(Sent):
    """A reversal of a transaction: of the whole remaining amount, unless `amount` or `entries` specify less."""

    reason: str
    """Why, in 1 to 1,000 characters. It is kept in the log permanently."""
    date: dt.date
    """The effective date of the reversal: not before the original, and not locked."""
    amount: Amount | None = None
    """The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
    to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
    or if `entries` are given.
    """
    entries: list[EntryPart] | None = None
    """The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount."""
    reference: str | None = None
    """Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
    null for none.
    """
    attributes: Attributes | None = None
    """Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
    mode; null for none.
    """
    metadata: Metadata | None = None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    override_limits: bool | None = None
    """Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
    event names the limits that were passed.
    """
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time.
    """



class ReverseItem(Sent):
    """A transaction to be reversed, as POST /transactions/{id}/reverse takes it."""

    operation: Literal["reverse"]
    """The kind of the item."""
    transaction_id: str
    """The transaction that is reversed."""
    reason: str
    """Why, in 1 to 1,000 characters. It is kept in the log permanently."""
    date: dt.date
    """The effective date of the reversal: not before the original, and not locked."""
    amount: Amount | None = None
    """The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
    to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
    or if `entries` are given.
    """
    entries: list[EntryPart] | None = None
    """The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount."""
    reference: str | None = None
    """Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
    null for none.
    """
    attributes: Attributes | None = None
    """Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
    mode; null for none.
    """
    metadata: Metadata | None = None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    override_limits: bool | None = None
    """Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
    event names the limits that were passed.
    """
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time.
    """



class SettleItem(Sent):
    """A hold to be settled, as POST /transactions/{id}/settle takes it."""

    operation: Literal["settle"]
    """The kind of the item."""
    transaction_id: str
    """The hold that is settled."""
    amount: Amount | None = None
    """The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
    to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
    or if `entries` are given.
    """
    entries: list[EntryPart] | None = None
    """The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount."""
    date: dt.date | None = None
    """The effective date of the settlement and the release, not before the date of the hold or of its latest
    extension. Null: today, or that date if it is later.
    """
    final: bool | None = None
    """Whether the amount that remains afterwards is also released."""
    allow_excess: bool | None = None
    """Whether `amount` or `entries` may exceed the remaining amount of the hold, as with a tip. The settlement then
    uses up the whole remaining amount, and limits are checked for the excess. Each entry gets a share of `amount`
    in proportion.
    """
    description: str | None = None
    """The description of the settlement; null for that of the hold."""
    reference: str | None = None
    """Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
    null for none.
    """
    attributes: Attributes | None = None
    """Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
    mode; null for none.
    """
    metadata: Metadata | None = None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    override_limits: bool | None = None
    """Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
    event names the limits that were passed.
    """
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time.
    """



class Settlement(Sent):
    """A settlement of a hold: of the whole remaining amount, unless `amount` or `entries` specify less."""

    amount: Amount | None = None
    """The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion
    to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount,
    or if `entries` are given.
    """
    entries: list[EntryPart] | None = None
    """The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount."""
    date: dt.date | None = None
    """The effective date of the settlement and the release, not before the date of the hold or of its latest
    extension. Null: today, or that date if it is later.
    """
    final: bool | None = None
    """Whether the amount that remains afterwards is also released."""
    allow_excess: bool | None = None
    """Whether `amount` or `entries` may exceed the remaining amount of the hold, as with a tip. The settlement then
    uses up the whole remaining amount, and limits are checked for the excess. Each entry gets a share of `amount`
    in proportion.
    """
    description: str | None = None
    """The description of the settlement; null for that of the hold."""
    reference: str | None = None
    """Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original;
    null for none.
    """
    attributes: Attributes | None = None
    """Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict
    mode; null for none.
    """
    metadata: Metadata | None = None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    override_limits: bool | None = None
    """Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
    event names the limits that were passed.
    """
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters, unique within the ledger across all operations: the same request sent
    again with it is done once, and answered as the first time.
    """



class StringAccount(Answered):
    """A customer account in one member ledger of a string."""

    id: str
    """The account; if it does not exist yet, the id is derived from its ledger and its code."""
    ledger_id: str
    """The member ledger."""
    ledger_code: str
    """The code of that ledger in requests."""
    currency: str
    """The currency of that ledger."""
    code: str
    """The code of the account, the same in every member ledger."""
    name: str
    """The name of the account."""
    type: AccountType | str
    """The type of the account."""
    category: AccountCategory | str
    """Always `customer`: others take no part in strings."""
    normal_balance: EntryType | str
    """The side on which its balance is positive."""
    is_active: bool
    """Whether it takes new entries."""
    materialized: bool
    """Whether the account exists in that ledger; else a conversion or transfer creates it."""



class StringLedger(Answered):
    """A ledger that is a member of a string."""

    id: str
    """The ledger."""
    code: str
    """The code of the ledger, unique within the tenant."""
    name: str
    """The name of the ledger."""
    currency: str
    """The currency of the ledger."""
    storage_decimals: int
    """The number of decimals that the ledger stores. Round the amounts of a conversion to them: an amount with more is
    refused.
    """
    display_decimals: int
    """The minimum number of decimals of displayed amounts of the ledger."""



class StringLeg(Answered):
    """The leg of an operation in one of the two ledgers."""

    ledger_code: str
    """The code of the ledger in requests."""
    ledger_id: str
    """The ledger of this leg."""
    transaction_id: str
    """The transaction of this leg."""
    reference: str
    """Your own reference for the operation, the same on both legs."""
    amount: str
    """The amount moved, in major units of the currency of that ledger."""



class StringOperation(Answered):
    """A conversion or a transfer, both of whose legs are posted."""

    operation: Literal["convert", "transfer"] | str
    """Whether it was a conversion or a transfer."""
    string_code: str
    """The string through which the value was moved."""
    correlation_id: str
    """The correlation id of both legs."""
    replayed: bool
    """Whether the idempotency key was used before, and this is the result of the earlier request."""
    source: StringLeg
    """The leg in the source ledger."""
    target: StringLeg
    """The leg in the target ledger."""
    rate: str | None
    """The units of the target currency for one unit of the source currency, as sent or looked up, for the record; null
    for a transfer.
    """



class StringOperationDryRun(Answered):
    """The effect that a conversion or transfer would have. Nothing was written."""

    would: Literal["posted", "replayed"] | str
    """The outcome that it would have: `posted`, or `replayed`, executed by an earlier request."""
    operation: StringOperation
    """The operation that would result. Its ids are valid only in this dry run."""
    balances: list[BalanceChange]
    """Each balance that would change, before and after."""



class Transaction(Answered):
    """Debits and credits that are equal. A posted transaction never changes: it is reversed or voided."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    reference: str | None
    """Your own reference; null if it has none."""
    description: str
    """A description for people."""
    effective_date: AwareDatetime
    """The effective date, as midnight in UTC."""
    date: AwareDatetime
    """The same as `effective_date`."""
    layer: Layer | str
    """The layer of its entries, always in lower case."""
    status: TransactionStatus | str
    """Its state."""
    total_amount: Amount
    """The sum of its debits, in major units."""
    entry_count: int
    """The number of its entries."""
    entries: list[TransactionEntry]
    """Its entries, in order. If it is pending or failed, the entries that it would have."""
    journal_id: str
    """The journal that it belongs to."""
    correlation_id: str | None
    """The id that groups it with related transactions; null if it has none."""
    correlation_type: str | None
    """Its relation to its source: your own word, or `reversal`, `release`, `settlement` or `extension`; null without a
    source.
    """
    correlation_source_id: str | None
    """The transaction that it follows from; null if there is none."""
    idempotency_key: str | None
    """The idempotency key of the request; null if it had none."""
    metadata: Metadata | None
    """Data of your own, stored with it and returned unchanged; null if there is none."""
    attributes: Attributes | None
    """Searchable texts by key; null if there are none."""
    transaction_code: str | None
    """The transaction code that supplied its entries; null if the request did."""
    transaction_code_version: int | None
    """The version of that transaction code; null without one."""
    batch_id: str | None
    """The batch in which it was sent; null if there is none."""
    sequence: int | None
    """Its number among the posted transactions of the ledger, without gaps; null while it is not posted."""
    posted_at: AwareDatetime | None
    """When it was posted, in UTC; null while it is not."""
    reverses_transaction_id: str | None
    """The transaction that it reverses, whole or in part; null if there is none."""
    releases_transaction_id: str | None
    """The hold that it releases, whole or in part; null if there is none."""
    settles_transaction_id: str | None
    """The hold that it settles, whole or in part; null if there is none."""
    extends_transaction_id: str | None
    """The hold that it adds to; null if there is none."""
    reversed_by_transaction_id: str | None
    """The last of its reversals; null if there is none."""
    reversed_amount: Amount
    """The sum of its debits that are reversed, in major units."""
    reversal_ids: list[str]
    """Its reversals, oldest first."""
    hold: Hold | None
    """Its state as a hold; null if it is not a hold, as on the settled layer."""
    void_reason: str | None
    """Why it was voided; null if it was not, or no reason was given."""
    amended_at: AwareDatetime | None
    """When its description, reference or metadata was last amended, in UTC; null if it was never amended."""
    failure: TransactionFailure | None
    """Why it could not be posted; null unless it failed."""
    created_at: AwareDatetime
    """When it was accepted, in UTC."""
    updated_at: AwareDatetime
    """When its status last changed, in UTC."""



class TransactionCode(Answered):
    """A template of entries with parameters, from which transactions are created."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    code: str
    """The code in requests. It never changes."""
    name: str
    """The name for people."""
    description: str | None
    """The purpose, in at most 1,000 characters; null if none was given."""
    status: TransactionCodeStatus | str
    """Whether new transactions may name it."""
    version: int
    """The version of the template, from 1."""
    params_schema: ParamsSchema | None
    """The parameters that it takes, by name; null if it takes none."""
    entries_template: EntriesTemplate
    """The entries that it creates."""
    attributes_template: Metadata | None
    """Attributes of the transactions that it creates, as texts that may contain placeholders; attributes of a request
    take precedence. Null for none.
    """
    validation_rules: ValidationRules | None
    """The condition on all parameters; null if there is none."""
    metadata: Metadata | None
    """Metadata of the transactions that it creates; members in a request take precedence. Null for none."""
    created_at: AwareDatetime
    """When it was created, in UTC."""
    updated_at: AwareDatetime
    """When it was last changed, in UTC; initially, when it was created."""



class TransactionCodeParams(Sent):
    """Parameters to try."""

    params: dict[str, Any]
    """Values by the names that `params_schema` declares."""



class TransactionEntry(Answered):
    """One side of a transaction."""

    id: str
    """The id of the entry, with which a part of it can be settled, released or reversed."""
    account_id: str
    """The account that it debits or credits."""
    account_code: str
    """The code of the account in the chart."""
    account_name: str
    """The name of the account in the chart."""
    amount: Amount
    """The amount, in major units: greater than zero."""
    type: EntryType | str
    """Whether the account is debited or credited."""
    layer: Layer | str
    """The layer of the entry, always in lower case."""
    description: str | None
    """The purpose of this entry, if it differs from that of the transaction; else null."""
    metadata: Metadata | None
    """Data of your own, stored with it and returned unchanged; null if there is none."""



class TransactionFailure(Answered):
    """Why an accepted transaction could not be posted."""

    code: str
    """Such as BALANCE_LIMIT_EXCEEDED, ACCOUNT_INACTIVE, JOURNAL_CLOSED or PERIOD_LOCKED."""
    message: str
    """Cause and cure, for people."""



class TransactionNote(Answered):
    """A note that is attached to a transaction, or a reference to a document. It is kept permanently."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    transaction_id: str
    """The transaction to which it is attached."""
    text: str
    """The text of the note."""
    url: str | None
    """The address of a document; null without one."""
    sha256: str | None
    """The SHA-256 of the bytes of that document, in lower-case hex; null without one."""
    created_at: AwareDatetime
    """When it was created, in UTC."""
    sequence: int
    """The sequence of its event in the ledger's log."""
    actor: str
    """The actor: the prefix of a key, or `operator:` and an id."""



class TransactionWords(Answered):
    """The texts of a transaction, which have no effect on balances."""

    description: str
    """A description for people."""
    reference: str | None
    """Your own reference; null if it has none."""
    metadata: Metadata | None
    """Data of your own, stored with it and returned unchanged; null if there is none."""



class TransactionsListMeta(Answered):
    totals: ListTotals | None
    """With `totals=true` the sums of the whole list. A list of transactions counts all of their entries, in any layer
    and status, or with `account_id` the entries of that account. Null without `totals=true`.
    """



class Transfer(Sent):
    """Value to move between two ledgers of the same currency."""

    source_ledger_code: str
    """The code of the source ledger, a member of the string."""
    target_ledger_code: str
    """The code of the target ledger, another member of the string."""
    account_code: str
    """The code of the account that pays, which is the same in every ledger of the string."""
    reference: str
    """Your own reference, 1 to 100 characters, on both legs."""
    amount: Amount
    """The amount, in major units, exact in both ledgers."""
    effective_date: dt.date | None = None
    """The effective date of both legs; today if null."""
    description: str | None = None
    """The description on both legs, in at most 255 characters; null for none."""
    attributes: Attributes | None = None
    """Searchable texts by key; null if there are none."""
    idempotency_key: str | None = None
    """A text of your own, 1 to 255 characters: a request that is sent again with it is executed only once. The header
    Idempotency-Key takes precedence over it. Null for none.
    """
    target_account_code: str | None = None
    """The code of the account that receives the value; if null, the code of the account that pays."""



class TrialBalance(Answered):
    """The debits, credits and balances of accounts at the end of a day."""

    as_of_date: dt.date
    """The day at whose end the books are read."""
    account_set_code: str | None
    """The account set to which it is limited; null for all accounts."""
    layer: Layer | str
    """The layer that the report covers."""
    currency: str
    """The currency of the ledger."""
    head: LogPlace
    """The sequence of the log that the report covers: a request with this sequence always returns the same report."""
    known_at: AwareDatetime | None
    """When the event at that sequence happened, in UTC; null before the first event."""
    known_at_sequence: int | None
    """The requested sequence; null for the current state."""
    totals: TrialBalanceTotals
    """The totals of all accounts."""
    columns: list[TrialBalanceColumn]
    """The totals for the other days that `columns` and `compare` request."""
    rows: list[TrialBalanceRow]
    """Section by section, accounts by code below their parents, each subtotal after the rows that it adds up."""



class TrialBalanceColumn(Answered):
    """The totals of all accounts for other days."""

    label: str
    """`2026-01`, `2026-Q1` or `2026` for a calendar period, `FY2026` or `FY2026-Q1` for one of a fiscal year that
    begins on a different day than 01-01, or the comparison.
    """
    from_: dt.date | None = Field(alias="from")
    """The first day that is included; null for a report as of the end of a day."""
    to: dt.date
    """The last day that is included."""
    totals: TrialBalanceTotals



class TrialBalanceRow(Answered):
    """An account in a trial balance, or an account including all accounts below it."""

    account_id: str
    """The account of the row."""
    code: str
    """The code of the account."""
    name: str
    """The name of the account."""
    type: AccountType | str
    """Determines on which side `balance` is positive."""
    normal_balance: EntryType | str
    """The normal side of the account itself: a contra account has the opposite side of its type."""
    depth: int
    """The level of the account below the top of its section."""
    parent_code: str | None
    """The code of the account above it in its section; null at the top."""
    is_subtotal: bool
    """Whether the row is the sum of an account and all accounts below it."""
    is_folded: bool
    """Whether the row includes the accounts below, because `depth` shows no further levels."""
    debits: Amount
    """The sum of the debits, in major units."""
    credits: Amount
    """The sum of the credits, in major units."""
    balance: Amount
    """The difference of debits and credits, positive on the side of `type`."""
    columns: list[ReportColumn]
    """The balance on the other days that `columns` and `compare` request."""
    debit_balance: Amount
    """The balance if it is a debit, else zero: one column of the trial balance."""
    credit_balance: Amount
    """The balance if it is a credit, else zero: the other column."""



class TrialBalanceTotals(Answered):
    """Debits and credits of all accounts of a trial balance together."""

    debits: Amount
    """The sum of all debits, in major units."""
    credits: Amount
    """The sum of all credits, in major units: over all accounts the same as the debits."""
    debit_balances: Amount
    """The sum of all balances that are debits."""
    credit_balances: Amount
    """The sum of all balances that are credits."""
    assets: Amount
    """The sum of all assets, in major units."""
    liabilities: Amount
    """The sum of all liabilities, in major units."""
    equity: Amount
    """The sum of all equity, in major units."""
    revenue: Amount
    """The sum of all revenue, in major units."""
    expense: Amount
    """The sum of all expenses, in major units."""
    net_income: Amount
    """Revenue less expenses, in major units; negative for a loss."""



class ValidTransactionCodeParams(Answered):
    """Valid parameters, and what results from them."""

    valid: bool
    """Always true: invalid parameters are refused."""
    message: str
    """A message for people."""
    rendered: RenderedTransaction
    """The transaction that would be posted with them."""



class ValidationRule(Answered):
    """A condition on several parameters."""

    expression: str
    """A comparison over parameters, such as `params.amount > 0 and params.currency == "USD"`."""
    message: str
    """The error message if the rule is violated, under `errors.rules`."""



class ValidationRules(Answered):
    """Rules over all parameters."""

    rules: list[ValidationRule]
    """At most 50 rules, each of which must hold."""



class VoidRequest(Sent):
    """Why a transaction is voided."""

    reason: str | None = None
    """The reason, in at most 255 characters: it is stored on the transaction and in the log. Null for none."""
    override_limits: bool | None = None
    """Whether it is posted even if it exceeds balance limits. This requires the capability `limits:override`, and the
    event names the limits that were passed.
    """



class WebhookDelivery(Answered):
    """The delivery of one event to one endpoint."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    sequence: int
    """The event, by its sequence."""
    type: EventType | str
    """The type of the event."""
    state: WebhookDeliveryState | str
    """Whether it was accepted."""
    attempts: int
    """The number of attempts."""
    status: int | None
    """The HTTP status of the response; null if there was no response."""
    answer: str | None
    """The beginning of the body of the response; null if there was no response."""
    fault: str | None
    """Why there was no response, such as a refused connection; null if there was one."""
    milliseconds: int | None
    """The response time, in milliseconds; null before the first attempt."""
    last_attempt_at: AwareDatetime | None
    """When it was last tried, in UTC; null if it was not yet tried."""
    next_attempt_at: AwareDatetime | None
    """When it will be tried next, in UTC; null if it will not."""



class WebhookEndpoint(Answered):
    """An address that the events of a ledger are sent to."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    url: str
    """The address that events are sent to."""
    description: str | None
    """The purpose, in at most 500 characters; null if none was given."""
    types: list[EventType | str] | None
    """The event types to deliver; null for all of them."""
    is_active: bool
    """Whether events are delivered to it."""
    status: WebhookEndpointStatus | str
    """Whether events are delivered to it, and if not, why."""
    pause_reason: str | None
    """Why it is paused; null if it is not."""
    paused_at: AwareDatetime | None
    """When it was paused, in UTC; null if it is not."""
    max_in_flight: int
    """The maximum number of concurrent deliveries, 1 to 32. One keeps the order of the log; more are faster, but in no
    particular order.
    """
    delivered_through: int
    """Every event up to this sequence was delivered, or has a type that is not selected."""
    created_by: str
    """The actor who created it, as logs name it: the public part of a key, or `operator:` and the id of a person."""
    created_at: AwareDatetime
    """When it was created, in UTC."""
    updated_at: AwareDatetime
    """When it was last changed, in UTC; initially, when it was created."""



class WebhookEndpointChange(Sent):
    """A change to a webhook endpoint: fields that are left out stay unchanged."""

    url: str | None = None
    """The address that events are sent to: an https address that is reached from the public network, at most 2,048
    characters.
    """
    description: str | None = None
    """The purpose, in at most 500 characters; null if none was given."""
    types: list[EventType] | None = None
    """The event types to deliver; null for all of them."""
    is_active: bool | None = None
    """`false` stops it; `true` makes it continue where it stopped, also if it was paused."""
    max_in_flight: int | None = None
    """The maximum number of concurrent deliveries, 1 to 32. One keeps the order of the log; more are faster, but in no
    particular order.
    """



class WebhookEndpointWithSecret(Answered):
    """A webhook endpoint with the secret that signs what is sent to it."""

    id: str
    """Created by the service, as a UUID of version 7: later ids sort after earlier ones."""
    ledger_id: str
    """The ledger that it belongs to: the ledger of the key."""
    url: str
    """The address that events are sent to."""
    description: str | None
    """The purpose, in at most 500 characters; null if none was given."""
    types: list[EventType | str] | None
    """The event types to deliver; null for all of them."""
    is_active: bool
    """Whether events are delivered to it."""
    status: WebhookEndpointStatus | str
    """Whether events are delivered to it, and if not, why."""
    pause_reason: str | None
    """Why it is paused; null if it is not."""
    paused_at: AwareDatetime | None
    """When it was paused, in UTC; null if it is not."""
    max_in_flight: int
    """The maximum number of concurrent deliveries, 1 to 32. One keeps the order of the log; more are faster, but in no
    particular order.
    """
    delivered_through: int
    """Every event up to this sequence was delivered, or has a type that is not selected."""
    created_by: str
    """The actor who created it, as logs name it: the public part of a key, or `operator:` and the id of a person."""
    created_at: AwareDatetime
    """When it was created, in UTC."""
    updated_at: AwareDatetime
    """When it was last changed, in UTC; initially, when it was created."""
    secret: str
    """`whsec_` and the key of the signatures in base64. It is shown only in this response."""



class WebhookRedelivered(Answered):
    """The deliveries that will be sent again."""

    events: int | None
    """The number of events; null if it is every event from one onwards."""



class WebhookRedelivery(Sent):
    """A request to deliver again: one delivery, or a range of events."""

    delivery_id: str | None = None
    """A single delivery; left out if a range is given."""
    from_sequence: int | None = None
    """The first event of the range; left out if `delivery_id` is given."""
    to_sequence: int | None = None
    """The last event of the range, of at most 1,000; if left out, everything from the first one onwards."""



class WebhookSecretRotation(Sent):
    """How the secret is replaced."""

    grace_seconds: int | None = None
    """How long messages are also signed with the former secret, in seconds; by default a day, at most 30 days."""



class WebhookTest(Sent):
    """An empty body."""

    pass



class WebhookTestResult(Answered):
    """The answer of the endpoint to a test message."""

    delivered: bool
    """Whether it accepted the message, with a 2xx response in time."""
    status: int | None
    """The HTTP status of the response; null if there was no response."""
    answer: str | None
    """The beginning of the body of the response; null if there was no response."""
    fault: str | None
    """Why there was no response, such as a refused connection; null if there was one."""
    milliseconds: int
    """The response time, in milliseconds."""
