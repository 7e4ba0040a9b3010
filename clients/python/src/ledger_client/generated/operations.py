"""The operations of the API by resource. Generated from docs/openapi.json: make docs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import AwareDatetime

from .. import _sending as sending
from .._asking import Asked, body_of, segment
from .._files import LedgerFile
from .._listing import Listing
from . import models


class AttributesResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Listing[models.AttributeDefinition, None]:
        """List the attribute keys of the tenant by key."""
        asked = Asked(
            "GET",
            "/api/v1/attribute-definitions",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.AttributeDefinition, None, asked)

    def define(
        self,
        body: models.NewAttributeDefinition | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AttributeDefinition:
        """Declare an attribute key.

        Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_KEY_CAP_EXCEEDED,
        ATTRIBUTE_KEY_EXISTS, ATTRIBUTE_RESERVED_KEY.
        """
        asked = Asked(
            "POST",
            "/api/v1/attribute-definitions",
            body=body_of(models.NewAttributeDefinition, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.AttributeDefinition, asked)

    def change(
        self,
        key: str,
        body: models.AttributeDefinitionChange | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AttributeDefinition:
        """Change the label of an attribute key, or whether transactions are searched by it.

        Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED, ATTRIBUTE_DEFINITION_NOT_FOUND.
        """
        asked = Asked(
            "PATCH",
            f"/api/v1/attribute-definitions/{segment(key)}",
            body=body_of(models.AttributeDefinitionChange, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.AttributeDefinition, asked)

    def settings(
        self,
        *,
        timeout: float | None = None,
    ) -> models.AttributeSettings:
        """Read the attribute settings of the tenant."""
        asked = Asked(
            "GET",
            "/api/v1/attribute-settings",
            timeout=timeout,
        )
        return self._sending.one(models.AttributeSettings, asked)

    def change_settings(
        self,
        body: models.AttributeSettings | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AttributeSettings:
        """Turn strict mode on or off.

        Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED.
        """
        asked = Asked(
            "PUT",
            "/api/v1/attribute-settings",
            body=body_of(models.AttributeSettings, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.AttributeSettings, asked)



class TransactionCodesResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        status: Literal["active", "deprecated"] | None = None,
        search: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Listing[models.TransactionCode, None]:
        """List transaction codes by code."""
        asked = Asked(
            "GET",
            "/api/v1/trancodes",
            query={"status": status, "search": search, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.TransactionCode, None, asked)

    def create(
        self,
        body: models.NewTransactionCode | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.TransactionCode:
        """Create a transaction code.

        Refused with TRANCODE_CODE_EXISTS, TRANCODE_NOT_BALANCED.
        """
        asked = Asked(
            "POST",
            "/api/v1/trancodes",
            body=body_of(models.NewTransactionCode, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.TransactionCode, asked)

    def read(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> models.TransactionCode:
        """Read a transaction code.

        Refused with TRANCODE_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/trancodes/{segment(id)}",
            timeout=timeout,
        )
        return self._sending.one(models.TransactionCode, asked)

    def validate_params(
        self,
        id: str,
        body: models.TransactionCodeParams | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.ValidTransactionCodeParams:
        """Try parameters and see what would be posted.

        Refused with TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID.
        """
        asked = Asked(
            "POST",
            f"/api/v1/trancodes/{segment(id)}/validate-params",
            body=body_of(models.TransactionCodeParams, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.ValidTransactionCodeParams, asked)

    def deprecate(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> models.TransactionCode:
        """Deprecate a transaction code.

        Refused with TRANCODE_NOT_FOUND.
        """
        asked = Asked(
            "POST",
            f"/api/v1/trancodes/{segment(id)}/deprecate",
            timeout=timeout,
        )
        return self._sending.one(models.TransactionCode, asked)



class AccountsResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        type: Literal["asset", "liability", "equity", "revenue", "expense"] | None = None,
        active: bool | None = None,
        parent_id: str | None = None,
        search: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Listing[models.Account, None]:
        """List accounts by code, or whole as a tree.

        Refused with ACCOUNT_TREE_TOO_LARGE.
        """
        asked = Asked(
            "GET",
            "/api/v1/accounts",
            query={"type": type, "active": active, "parent_id": parent_id, "search": search, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.Account, None, asked)

    def tree(
        self,
        *,
        type: Literal["asset", "liability", "equity", "revenue", "expense"] | None = None,
        active: bool | None = None,
        parent_id: str | None = None,
        search: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Sequence[models.AccountNode]:
        """List accounts by code, or whole as a tree.

        Refused with ACCOUNT_TREE_TOO_LARGE.
        """
        asked = Asked(
            "GET",
            "/api/v1/accounts",
            query={"tree": "true", "type": type, "active": active, "parent_id": parent_id, "search": search},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.one(list[models.AccountNode], asked)

    def create(
        self,
        body: models.NewAccount | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.Account:
        """Create an account.

        Refused with ACCOUNT_CODE_EXISTS, ACCOUNT_CODE_RESERVED, ACCOUNT_DEPTH_EXCEEDED, AMOUNT_PRECISION_EXCEEDED,
        PARENT_ACCOUNT_NOT_FOUND.
        """
        asked = Asked(
            "POST",
            "/api/v1/accounts",
            body=body_of(models.NewAccount, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.Account, asked)

    def read(
        self,
        account_id: str,
        *,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.Account:
        """Read an account.

        Refused with ACCOUNT_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/accounts/{segment(account_id)}",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.one(models.Account, asked)

    def change(
        self,
        account_id: str,
        body: models.AccountChange | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.Account:
        """Change an account.

        Refused with ACCOUNT_CODE_EXISTS, ACCOUNT_CODE_RESERVED, ACCOUNT_DEPTH_EXCEEDED, ACCOUNT_HAS_ENTRIES,
        ACCOUNT_HIERARCHY_CYCLE, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED, AMOUNT_PRECISION_EXCEEDED,
        PARENT_ACCOUNT_NOT_FOUND.
        """
        asked = Asked(
            "PUT",
            f"/api/v1/accounts/{segment(account_id)}",
            body=body_of(models.AccountChange, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.Account, asked)

    def delete(
        self,
        account_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Deleted:
        """Delete an account that nothing uses.

        Refused with ACCOUNT_IN_USE, ACCOUNT_NOT_FOUND, SYSTEM_ACCOUNT_PROTECTED.
        """
        asked = Asked(
            "DELETE",
            f"/api/v1/accounts/{segment(account_id)}",
            timeout=timeout,
        )
        return self._sending.one(models.Deleted, asked)

    def entries(
        self,
        account_id: str,
        *,
        start_date: dt.date | None = None,
        end_date: dt.date | None = None,
        layer: Literal["settled", "pending", "encumbrance"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Listing[models.AccountEntry, models.AccountsEntriesMeta]:
        """List the entries of an account with the running balance.

        Refused with ACCOUNT_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/accounts/{segment(account_id)}/entries",
            query={"start_date": start_date, "end_date": end_date, "layer": layer, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.AccountEntry, models.AccountsEntriesMeta, asked)

    def balance(
        self,
        code: str,
        *,
        as_of_date: dt.date | None = None,
        layer: Literal["settled", "pending", "encumbrance"] | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.AccountBalance:
        """Read the balance of an account as of a day.

        Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED.
        """
        asked = Asked(
            "GET",
            f"/api/v1/accounts/code/{segment(code)}/balance",
            query={"as_of_date": as_of_date, "layer": layer, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.one(models.AccountBalance, asked)

    def statement(
        self,
        account_id: str,
        *,
        from_: dt.date,
        to: dt.date | None = None,
        layer: Literal["settled", "pending", "encumbrance"] | None = None,
        known_at_sequence: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Listing[models.AccountEntry, models.AccountsStatementMeta]:
        """Read the statement of an account: opening balance, entries and closing balance.

        Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED, STATEMENT_TOO_LARGE.
        """
        asked = Asked(
            "GET",
            f"/api/v1/accounts/{segment(account_id)}/statement",
            query={"from": from_, "to": to, "layer": layer, "known_at_sequence": known_at_sequence, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.AccountEntry, models.AccountsStatementMeta, asked)

    def statement_csv(
        self,
        account_id: str,
        *,
        from_: dt.date,
        to: dt.date | None = None,
        layer: Literal["settled", "pending", "encumbrance"] | None = None,
        known_at_sequence: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> LedgerFile:
        """Read the statement of an account: opening balance, entries and closing balance, as a file for a spreadsheet.

        Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED, STATEMENT_TOO_LARGE.
        """
        asked = Asked(
            "GET",
            f"/api/v1/accounts/{segment(account_id)}/statement",
            query={"from": from_, "to": to, "layer": layer, "known_at_sequence": known_at_sequence, "limit": limit, "cursor": cursor},
            accept="text/csv",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.file(asked)



class AccountSetsResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        search: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Listing[models.AccountSet, None]:
        """List account sets by code."""
        asked = Asked(
            "GET",
            "/api/v1/account-sets",
            query={"search": search, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.AccountSet, None, asked)

    def create(
        self,
        body: models.NewAccountSet | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AccountSet:
        """Create an account set.

        Refused with ACCOUNT_SET_CODE_EXISTS.
        """
        asked = Asked(
            "POST",
            "/api/v1/account-sets",
            body=body_of(models.NewAccountSet, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.AccountSet, asked)

    def read(
        self,
        id: str,
        *,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.AccountSet:
        """Read an account set.

        Refused with ACCOUNT_SET_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/account-sets/{segment(id)}",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.one(models.AccountSet, asked)

    def change(
        self,
        id: str,
        body: models.AccountSetChange | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AccountSet:
        """Change an account set.

        Refused with ACCOUNT_SET_CODE_EXISTS, ACCOUNT_SET_NOT_FOUND.
        """
        asked = Asked(
            "PUT",
            f"/api/v1/account-sets/{segment(id)}",
            body=body_of(models.AccountSetChange, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.AccountSet, asked)

    def delete(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> models.Deleted:
        """Delete an account set.

        Refused with ACCOUNT_SET_NOT_FOUND.
        """
        asked = Asked(
            "DELETE",
            f"/api/v1/account-sets/{segment(id)}",
            timeout=timeout,
        )
        return self._sending.one(models.Deleted, asked)

    def members(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Listing[models.AccountSetMember, None]:
        """List the members of an account set.

        Refused with ACCOUNT_SET_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/account-sets/{segment(id)}/members",
            query={"limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.AccountSetMember, None, asked)

    def add_member(
        self,
        id: str,
        body: models.NewAccountSetMember | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AccountSetMember:
        """Add an account or an account set to a set.

        Refused with ACCOUNT_SET_CYCLE, ACCOUNT_SET_DEPTH_EXCEEDED, ACCOUNT_SET_MEMBER_EXISTS,
        ACCOUNT_SET_NOT_FOUND.
        """
        asked = Asked(
            "POST",
            f"/api/v1/account-sets/{segment(id)}/members",
            body=body_of(models.NewAccountSetMember, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.AccountSetMember, asked)

    def remove_member(
        self,
        id: str,
        member_id: str,
        *,
        timeout: float | None = None,
    ) -> models.AccountSetMember:
        """Take a member out of an account set.

        Refused with ACCOUNT_SET_NOT_FOUND.
        """
        asked = Asked(
            "DELETE",
            f"/api/v1/account-sets/{segment(id)}/members/{segment(member_id)}",
            timeout=timeout,
        )
        return self._sending.one(models.AccountSetMember, asked)

    def balance(
        self,
        id: str,
        *,
        as_of_date: dt.date | None = None,
        layer: Literal["settled", "pending", "encumbrance"] | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.AccountSetBalance:
        """Read the balance of an account set as of a day.

        Refused with ACCOUNT_SET_NOT_FOUND, SEQUENCE_NOT_REACHED.
        """
        asked = Asked(
            "GET",
            f"/api/v1/account-sets/{segment(id)}/balance",
            query={"as_of_date": as_of_date, "layer": layer, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.one(models.AccountSetBalance, asked)



class JournalsResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Listing[models.Journal, None]:
        """List journals by code."""
        asked = Asked(
            "GET",
            "/api/v1/journals",
            query={"limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.Journal, None, asked)

    def create(
        self,
        body: models.NewJournal | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.Journal:
        """Create a journal.

        Refused with JOURNAL_CODE_EXISTS.
        """
        asked = Asked(
            "POST",
            "/api/v1/journals",
            body=body_of(models.NewJournal, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.Journal, asked)

    def read(
        self,
        journal_id: str,
        *,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.Journal:
        """Read a journal.

        Refused with JOURNAL_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/journals/{segment(journal_id)}",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.one(models.Journal, asked)

    def change(
        self,
        journal_id: str,
        body: models.JournalChange | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.Journal:
        """Change, close or open a journal.

        Refused with JOURNAL_CODE_EXISTS, JOURNAL_NOT_FOUND, JOURNAL_RENAME_FORBIDDEN.
        """
        asked = Asked(
            "PUT",
            f"/api/v1/journals/{segment(journal_id)}",
            body=body_of(models.JournalChange, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.Journal, asked)



class TransactionsResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def post(
        self,
        body: models.NewTransaction | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        wait: int | None = None,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AcceptedTransaction:
        """Create a transaction.

        Refused with ACCOUNT_INACTIVE, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED, AMOUNT_PRECISION_EXCEEDED,
        ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED,
        ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG, CORRELATION_PAIR_INCOMPLETE,
        CORRELATION_SOURCE_NOT_FOUND, ENTRIES_NOT_BALANCED, JOURNAL_CLOSED, JOURNAL_NOT_FOUND, PERIOD_LOCKED,
        POSTING_MODE_CONFLICT, TRANCODE_DEPRECATED, TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID,
        idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            "/api/v1/transactions",
            body=body_of(models.NewTransaction, body),
            keyed="own",
            idempotency_key=idempotency_key,
            wait=wait,
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.AcceptedTransaction, asked)

    def list(
        self,
        *,
        layer: Literal["settled", "pending", "encumbrance"] | None = None,
        status: Literal["pending", "posted", "void", "failed", "reversed"] | None = None,
        from_date: dt.date | None = None,
        to_date: dt.date | None = None,
        correlation_id: str | None = None,
        journal_id: str | None = None,
        account_id: str | None = None,
        batch_id: str | None = None,
        reference: str | None = None,
        hold_state: Literal["open", "settled", "released", "expired"] | None = None,
        expires_before: AwareDatetime | None = None,
        attributes: dict[str, str] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Listing[models.Transaction, None]:
        """List transactions, newest first.

        Refused with ATTRIBUTE_NOT_INDEXED.
        """
        asked = Asked(
            "GET",
            "/api/v1/transactions",
            query={"layer": layer, "status": status, "from_date": from_date, "to_date": to_date, "correlation_id": correlation_id, "journal_id": journal_id, "account_id": account_id, "batch_id": batch_id, "reference": reference, "hold_state": hold_state, "expires_before": expires_before, "attributes": attributes, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.Transaction, None, asked)

    def correlated(
        self,
        *,
        correlation_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Listing[models.Transaction, None]:
        """List the transactions of a correlation, oldest first."""
        asked = Asked(
            "GET",
            "/api/v1/transactions/correlation",
            query={"correlation_id": correlation_id, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.Transaction, None, asked)

    def read(
        self,
        transaction_id: str,
        *,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Read a transaction.

        Refused with TRANSACTION_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/transactions/{segment(transaction_id)}",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.one(models.Transaction, asked)

    def batch(
        self,
        body: models.NewTransactionBatch | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AcceptedBatch:
        """Create, settle, release and reverse up to 100 transactions.

        Refused with BATCH_REJECTED.
        """
        asked = Asked(
            "POST",
            "/api/v1/transactions/batch",
            body=body_of(models.NewTransactionBatch, body),
            keyed="items",
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.AcceptedBatch, asked)

    def settle(
        self,
        transaction_id: str,
        body: models.Settlement | Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Settle an open hold, whole or in part.

        Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED, HOLD_NOT_OPEN,
        JOURNAL_CLOSED, PERIOD_LOCKED, TRANSACTION_NOT_FOUND, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/settle",
            body=body_of(models.Settlement, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sending.one(models.Transaction, asked)

    def release(
        self,
        transaction_id: str,
        body: models.Release | Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Release an open hold, whole or in part.

        Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED,
        HOLD_EXCEEDED, HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TRANSACTION_NOT_FOUND, idempotency_key_in_use,
        idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/release",
            body=body_of(models.Release, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sending.one(models.Transaction, asked)

    def reverse(
        self,
        transaction_id: str,
        body: models.Reversal | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Reverse a posted transaction, whole or in part.

        Refused with AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED, PERIOD_LOCKED,
        REVERSAL_EXCEEDS_REMAINDER, REVERSAL_PARTS_EXCEEDED, TRANSACTION_ALREADY_REVERSED, TRANSACTION_NOT_FOUND,
        TRANSACTION_NOT_REVERSIBLE, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/reverse",
            body=body_of(models.Reversal, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sending.one(models.Transaction, asked)

    def void(
        self,
        transaction_id: str,
        body: models.VoidRequest | Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Void a posted transaction.

        Refused with PERIOD_LOCKED, TRANSACTION_NOT_FOUND, TRANSACTION_NOT_VOIDABLE.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/void",
            body=body_of(models.VoidRequest, body),
            timeout=timeout,
        )
        return self._sending.one(models.Transaction, asked)



class PeriodLocksResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Listing[models.PeriodLock, None]:
        """List period locks, newest first."""
        asked = Asked(
            "GET",
            "/api/v1/period-locks",
            query={"limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.PeriodLock, None, asked)

    def create(
        self,
        body: models.NewPeriodLock | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.PeriodLock:
        """Lock everything effective on or before a day.

        Refused with PERIOD_HAS_PENDING.
        """
        asked = Asked(
            "POST",
            "/api/v1/period-locks",
            body=body_of(models.NewPeriodLock, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.PeriodLock, asked)

    def release(
        self,
        id: str,
        body: models.PeriodRelease | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.PeriodLock:
        """Release a period lock.

        Refused with PERIOD_LOCK_NOT_FOUND.
        """
        asked = Asked(
            "POST",
            f"/api/v1/period-locks/{segment(id)}/release",
            body=body_of(models.PeriodRelease, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.PeriodLock, asked)



class ActivityResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        transaction_id: str | None = None,
        account_id: str | None = None,
        type: Literal["transaction_posted", "transaction_failed", "transaction_reversed", "transaction_reversed_in_part", "transaction_voided", "hold_settled", "hold_released", "hold_expired", "account_created", "account_updated", "account_deleted", "journal_created", "journal_updated", "period_locked", "period_released", "account_set_created", "account_set_updated", "account_set_deleted", "account_set_member_added", "account_set_member_removed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Listing[models.Activity, None]:
        """List what happened in the ledger, newest first."""
        asked = Asked(
            "GET",
            "/api/v1/activity",
            query={"transaction_id": transaction_id, "account_id": account_id, "type": type, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.Activity, None, asked)



class EventsResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def page(
        self,
        *,
        after_sequence: int | None = None,
        limit: int | None = None,
        types: Sequence[Literal["transaction.posted", "transaction.failed", "transaction.reversed", "transaction.reversed_in_part", "transaction.voided", "hold.settled", "hold.released", "hold.expired", "account.created", "account.updated", "account.deleted", "journal.created", "journal.updated", "period.locked", "period.released", "account_set.created", "account_set.updated", "account_set.deleted", "account_set.member_added", "account_set.member_removed"]] | None = None,
        account_id: str | None = None,
        transaction_id: str | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> models.EventFeed:
        """Read the events of the ledger, oldest first: at once, when the next one comes, or as a stream.

        Refused with EVENT_STREAMS_EXHAUSTED.
        """
        asked = Asked(
            "GET",
            "/api/v1/events",
            query={"after_sequence": after_sequence, "limit": limit, "types": types, "account_id": account_id, "transaction_id": transaction_id},
            wait=wait,
            timeout=timeout,
        )
        return self._sending.one(models.EventFeed, asked)



class WebhookEndpointsResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Listing[models.WebhookEndpoint, None]:
        """List the webhook endpoints of the ledger in the order in which they were made.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED.
        """
        asked = Asked(
            "GET",
            "/api/v1/webhook-endpoints",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.WebhookEndpoint, None, asked)

    def create(
        self,
        body: models.NewWebhookEndpoint | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.WebhookEndpointWithSecret:
        """Have events sent to a URL; the secret that signs them is shown this once.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_LIMIT_REACHED, WEBHOOK_URL_FORBIDDEN.
        """
        asked = Asked(
            "POST",
            "/api/v1/webhook-endpoints",
            body=body_of(models.NewWebhookEndpoint, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.WebhookEndpointWithSecret, asked)

    def read(
        self,
        endpoint_id: str,
        *,
        timeout: float | None = None,
    ) -> models.WebhookEndpoint:
        """Read a webhook endpoint.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}",
            timeout=timeout,
        )
        return self._sending.one(models.WebhookEndpoint, asked)

    def change(
        self,
        endpoint_id: str,
        body: models.WebhookEndpointChange | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.WebhookEndpoint:
        """Change a webhook endpoint; active again, a paused one goes on where it stopped.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_URL_FORBIDDEN.
        """
        asked = Asked(
            "PATCH",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}",
            body=body_of(models.WebhookEndpointChange, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.WebhookEndpoint, asked)

    def delete(
        self,
        endpoint_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Deleted:
        """Delete a webhook endpoint, and what is known of its deliveries.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "DELETE",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}",
            timeout=timeout,
        )
        return self._sending.one(models.Deleted, asked)

    def rotate_secret(
        self,
        endpoint_id: str,
        body: models.WebhookSecretRotation | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.WebhookEndpointWithSecret:
        """Get a new secret; the former one signs as well for a while.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "POST",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}/rotate-secret",
            body=body_of(models.WebhookSecretRotation, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.WebhookEndpointWithSecret, asked)

    def test(
        self,
        endpoint_id: str,
        body: models.WebhookTest | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.WebhookTestResult:
        """Send a signed message that is no event, and see what the endpoint answers.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "POST",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}/test",
            body=body_of(models.WebhookTest, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.WebhookTestResult, asked)

    def deliveries(
        self,
        endpoint_id: str,
        *,
        state: Literal["delivered", "failing", "queued"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Listing[models.WebhookDelivery, None]:
        """List what was sent to an endpoint and what it answered, newest event first.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}/deliveries",
            query={"state": state, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.WebhookDelivery, None, asked)

    def redeliver(
        self,
        endpoint_id: str,
        body: models.WebhookRedelivery | Mapping[str, Any],
        *,
        timeout: float | None = None,
    ) -> models.WebhookRedelivered:
        """Have an event delivered again, a range of them, or everything from one on.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, WEBHOOK_DELIVERY_NOT_FOUND, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "POST",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}/redeliver",
            body=body_of(models.WebhookRedelivery, body),
            timeout=timeout,
        )
        return self._sending.one(models.WebhookRedelivered, asked)



class ReportsResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def trial_balance(
        self,
        *,
        as_of_date: dt.date | None = None,
        layer: Literal["settled", "pending", "encumbrance"] | None = None,
        account_set_code: str | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.TrialBalance:
        """Read the debits, the credits and the balance of every account, or of those of an account set.

        Refused with ACCOUNT_SET_NOT_FOUND, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/trial-balance",
            query={"as_of_date": as_of_date, "layer": layer, "account_set_code": account_set_code, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.one(models.TrialBalance, asked)

    def trial_balance_csv(
        self,
        *,
        as_of_date: dt.date | None = None,
        layer: Literal["settled", "pending", "encumbrance"] | None = None,
        account_set_code: str | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> LedgerFile:
        """Read the debits, the credits and the balance of every account, or of those of an account set, as a file for
        a spreadsheet.

        Refused with ACCOUNT_SET_NOT_FOUND, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/trial-balance",
            query={"as_of_date": as_of_date, "layer": layer, "account_set_code": account_set_code, "known_at_sequence": known_at_sequence},
            accept="text/csv",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.file(asked)

    def balance_sheet(
        self,
        *,
        as_of_date: dt.date | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.BalanceSheet:
        """Read what is owned, what is owed and what is left of it at the end of a day.

        Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/balance-sheet",
            query={"as_of_date": as_of_date, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.one(models.BalanceSheet, asked)

    def balance_sheet_csv(
        self,
        *,
        as_of_date: dt.date | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> LedgerFile:
        """Read what is owned, what is owed and what is left of it at the end of a day, as a file for a spreadsheet.

        Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/balance-sheet",
            query={"as_of_date": as_of_date, "known_at_sequence": known_at_sequence},
            accept="text/csv",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.file(asked)

    def income_statement(
        self,
        *,
        from_: dt.date,
        to: dt.date | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.IncomeStatement:
        """Read what was earned and what was spent in a range of days.

        Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/income-statement",
            query={"from": from_, "to": to, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.one(models.IncomeStatement, asked)

    def income_statement_csv(
        self,
        *,
        from_: dt.date,
        to: dt.date | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> LedgerFile:
        """Read what was earned and what was spent in a range of days, as a file for a spreadsheet.

        Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/income-statement",
            query={"from": from_, "to": to, "known_at_sequence": known_at_sequence},
            accept="text/csv",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.file(asked)



class ExportsResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def journal(
        self,
        *,
        format: Literal["hledger", "beancount", "csv", "jsonl"],
        from_: dt.date | None = None,
        to: dt.date | None = None,
        timeout: float | None = None,
    ) -> LedgerFile:
        """Take the journal elsewhere: every transaction in force, as hledger, beancount, CSV or JSON lines.

        Refused with EXPORTS_EXHAUSTED, EXPORT_TOO_LARGE.
        """
        asked = Asked(
            "GET",
            "/api/v1/exports/journal",
            query={"format": format, "from": from_, "to": to},
            timeout=timeout,
        )
        return self._sending.file(asked)



class StringsResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Listing[models.LedgerString, None]:
        """List the strings of the tenant by code."""
        asked = Asked(
            "GET",
            "/api/v1/strings",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.LedgerString, None, asked)

    def create(
        self,
        body: models.NewString | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.LedgerString:
        """Create a string and enrol the ledger of this key.

        Refused with STRING_CODE_EXISTS.
        """
        asked = Asked(
            "POST",
            "/api/v1/strings",
            body=body_of(models.NewString, body),
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.LedgerString, asked)

    def read(
        self,
        code: str,
        *,
        timeout: float | None = None,
    ) -> models.LedgerString:
        """Read a string.

        Refused with STRING_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/strings/{segment(code)}",
            timeout=timeout,
        )
        return self._sending.one(models.LedgerString, asked)

    def accounts(
        self,
        code: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Listing[models.StringAccount, None]:
        """List the customer accounts of all member ledgers.

        Refused with STRING_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/strings/{segment(code)}/accounts",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.StringAccount, None, asked)

    def convert(
        self,
        code: str,
        body: models.Conversion | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.StringOperation:
        """Convert between two ledgers of different currencies.

        Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE,
        STRING_KEY_MISSING_CAPABILITY, STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID,
        STRING_OP_NOT_ALLOWED, STRING_PERIOD_LOCKED, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/strings/{segment(code)}/convert",
            body=body_of(models.Conversion, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sending.one(models.StringOperation, asked)

    def transfer(
        self,
        code: str,
        body: models.Transfer | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.StringOperation:
        """Transfer between two ledgers of one currency.

        Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE,
        STRING_KEY_MISSING_CAPABILITY, STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID,
        STRING_OP_NOT_ALLOWED, STRING_PERIOD_LOCKED, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/strings/{segment(code)}/transfer",
            body=body_of(models.Transfer, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sending.one(models.StringOperation, asked)



class LedgerResource:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def read(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Ledger:
        """Read the ledger of this key."""
        asked = Asked(
            "GET",
            "/api/v1/ledger",
            timeout=timeout,
        )
        return self._sending.one(models.Ledger, asked)



class TransactionsTrials:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def post(
        self,
        body: models.NewTransaction | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.DryRun:
        """What would happen: Create a transaction.

        Refused with ACCOUNT_INACTIVE, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED, AMOUNT_PRECISION_EXCEEDED,
        ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED,
        ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG, CORRELATION_PAIR_INCOMPLETE,
        CORRELATION_SOURCE_NOT_FOUND, ENTRIES_NOT_BALANCED, JOURNAL_CLOSED, JOURNAL_NOT_FOUND, PERIOD_LOCKED,
        POSTING_MODE_CONFLICT, TRANCODE_DEPRECATED, TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID,
        idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            "/api/v1/transactions",
            body=body_of(models.NewTransaction, body),
            keyed="own",
            dry_run=True,
            idempotency_key=idempotency_key,
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.DryRun, asked)

    def batch(
        self,
        body: models.NewTransactionBatch | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.BatchDryRun:
        """What would happen: Create, settle, release and reverse up to 100 transactions.

        Refused with BATCH_REJECTED.
        """
        asked = Asked(
            "POST",
            "/api/v1/transactions/batch",
            body=body_of(models.NewTransactionBatch, body),
            keyed="items",
            dry_run=True,
            strict=strict,
            timeout=timeout,
        )
        return self._sending.one(models.BatchDryRun, asked)

    def settle(
        self,
        transaction_id: str,
        body: models.Settlement | Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DryRun:
        """What would happen: Settle an open hold, whole or in part.

        Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED, HOLD_NOT_OPEN,
        JOURNAL_CLOSED, PERIOD_LOCKED, TRANSACTION_NOT_FOUND, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/settle",
            body=body_of(models.Settlement, body),
            keyed="header",
            dry_run=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sending.one(models.DryRun, asked)

    def release(
        self,
        transaction_id: str,
        body: models.Release | Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DryRun:
        """What would happen: Release an open hold, whole or in part.

        Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED,
        HOLD_EXCEEDED, HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TRANSACTION_NOT_FOUND, idempotency_key_in_use,
        idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/release",
            body=body_of(models.Release, body),
            keyed="header",
            dry_run=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sending.one(models.DryRun, asked)

    def reverse(
        self,
        transaction_id: str,
        body: models.Reversal | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DryRun:
        """What would happen: Reverse a posted transaction, whole or in part.

        Refused with AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, ENTRIES_NOT_BALANCED, PERIOD_LOCKED,
        REVERSAL_EXCEEDS_REMAINDER, REVERSAL_PARTS_EXCEEDED, TRANSACTION_ALREADY_REVERSED, TRANSACTION_NOT_FOUND,
        TRANSACTION_NOT_REVERSIBLE, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/reverse",
            body=body_of(models.Reversal, body),
            keyed="header",
            dry_run=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sending.one(models.DryRun, asked)

    def void(
        self,
        transaction_id: str,
        body: models.VoidRequest | Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
    ) -> models.DryRun:
        """What would happen: Void a posted transaction.

        Refused with PERIOD_LOCKED, TRANSACTION_NOT_FOUND, TRANSACTION_NOT_VOIDABLE.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/void",
            body=body_of(models.VoidRequest, body),
            dry_run=True,
            timeout=timeout,
        )
        return self._sending.one(models.DryRun, asked)



class StringsTrials:
    def __init__(self, sends: sending.Sending) -> None:
        self._sending = sends

    def convert(
        self,
        code: str,
        body: models.Conversion | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.StringOperationDryRun:
        """What would happen: Convert between two ledgers of different currencies.

        Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE,
        STRING_KEY_MISSING_CAPABILITY, STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID,
        STRING_OP_NOT_ALLOWED, STRING_PERIOD_LOCKED, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/strings/{segment(code)}/convert",
            body=body_of(models.Conversion, body),
            keyed="header",
            dry_run=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sending.one(models.StringOperationDryRun, asked)

    def transfer(
        self,
        code: str,
        body: models.Transfer | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.StringOperationDryRun:
        """What would happen: Transfer between two ledgers of one currency.

        Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE,
        STRING_KEY_MISSING_CAPABILITY, STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID,
        STRING_OP_NOT_ALLOWED, STRING_PERIOD_LOCKED, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/strings/{segment(code)}/transfer",
            body=body_of(models.Transfer, body),
            keyed="header",
            dry_run=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sending.one(models.StringOperationDryRun, asked)

