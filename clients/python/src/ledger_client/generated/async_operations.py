"""The API's operations by resource for asyncio, generated from docs/openapi.json by `make docs`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import AwareDatetime

from .. import _sending as sending, models
from .._asking import Asked, body_of, segment
from .._model import Amount
from .._files import AsyncLedgerFile
from .._listing import AsyncListing


class AsyncTransactionsResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    async def post(
        self,
        body: models.NewTransaction | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        wait: int | None = None,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AcceptedTransaction:
        """Create a transaction.

        Accepts a transaction and answers 202; it is posted at once or a moment later (specification, "Transaction
        status"). It has either `entries`, which must balance in each layer, or a `transaction_code` with
        parameters. Everything that can be known is judged before the 202: shape, accounts, journal, period,
        attributes, parameters; a balance limit is judged when it is posted, and then the status is `failed`.
        `Prefer: wait=5` answers with the outcome. A request that is sent again under its `idempotency_key` is done
        once, and answered with the transaction of the first time and its present status, also if it is spelled
        differently (amounts count by value, `{}` and null like absent members, accounts by code or id); another
        request under the key is 409 `idempotency_key_reused`, and so may be another spelling once its transaction
        code is deprecated or the code of an account has changed: spell a retry exactly as before.

        Refused with ACCOUNT_INACTIVE, ACCOUNT_IS_GROUP, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED,
        AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
        ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
        CORRELATION_PAIR_INCOMPLETE, CORRELATION_SOURCE_NOT_FOUND, ENTRIES_NOT_BALANCED, JOURNAL_CLOSED,
        JOURNAL_NOT_FOUND, PERIOD_LOCKED, POSTING_MODE_CONFLICT, TOO_MANY_HEADERS, TRANCODE_DEPRECATED,
        TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            "/api/v1/transactions",
            body=body_of(models.NewTransaction, body),
            keyed="header",
            idempotency_key=idempotency_key,
            wait=wait,
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.AcceptedTransaction, asked)

    def list(
        self,
        *,
        layer: models.Layer | None = None,
        status: models.TransactionStatus | None = None,
        from_date: dt.date | None = None,
        to_date: dt.date | None = None,
        correlation_id: str | None = None,
        journal_id: str | None = None,
        account_id: str | None = None,
        batch_id: str | None = None,
        reference: str | None = None,
        hold_state: models.HoldState | None = None,
        expires_before: AwareDatetime | None = None,
        text: str | None = None,
        metadata: dict[str, str] | None = None,
        trancode: str | None = None,
        origin: str | None = None,
        attributes: dict[str, str] | None = None,
        min_amount: Amount | None = None,
        max_amount: Amount | None = None,
        sort: Literal["sequence", "-sequence", "effective_date", "-effective_date"] | None = None,
        totals: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.Transaction, models.TransactionsListMeta]:
        """List transactions, newest first.

        Lists the transactions of the ledger in the order of acceptance, newest first, or in the order of `sort`,
        with their entries; `totals=true` adds up the whole list. Filters may be combined; `text`, `min_amount`,
        `max_amount`, `metadata`, `trancode` and `origin` are found through the search index. A filter by an
        attribute needs an indexed key (422 `ATTRIBUTE_NOT_INDEXED`).

        Refused with ATTRIBUTE_NOT_INDEXED, TOO_MANY_HEADERS, TOTALS_TOO_LARGE.
        """
        asked = Asked(
            "GET",
            "/api/v1/transactions",
            query={"layer": layer, "status": status, "from_date": from_date, "to_date": to_date, "correlation_id": correlation_id, "journal_id": journal_id, "account_id": account_id, "batch_id": batch_id, "reference": reference, "hold_state": hold_state, "expires_before": expires_before, "text": text, "metadata": metadata, "trancode": trancode, "origin": origin, "attributes": attributes, "min_amount": min_amount, "max_amount": max_amount, "sort": sort, "totals": totals, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.Transaction, models.TransactionsListMeta, asked)

    def correlated(
        self,
        *,
        correlation_id: str,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.Transaction, None]:
        """List the transactions of a correlation, oldest first.

        Lists the transactions of one correlation in the order of posting, oldest first, and the transaction whose
        own id is the correlation id: an order with its payment, its refund and its settlement. An unknown
        correlation gives an empty page.

        Refused with TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/transactions/correlation",
            query={"correlation_id": correlation_id, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.Transaction, None, asked)

    async def read(
        self,
        transaction_id: str,
        *,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Read a transaction.

        Returns one transaction with its entries, whatever its status: its reversals, its state as a hold, and the
        reason if it failed.

        Refused with TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/transactions/{segment(transaction_id)}",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(models.Transaction, asked)

    async def amend(
        self,
        transaction_id: str,
        body: models.NewAmendment | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Amend the description, reference or metadata of a transaction.

        Changes the texts of a transaction and nothing else: its hash, its receipt, exports and reports keep the
        texts that were posted, and `GET /transactions/{transactionId}/amendments` lists every change. Any other
        member of a transaction is 422 `TRANSACTION_WORDS_ONLY`, a request that changes nothing 422
        `NOTHING_AMENDED`, and a pending transaction 409 `TRANSACTION_NOT_AMENDABLE`. Two amendments at once come
        one after the other, and the last one holds. With an idempotency key it is done once.

        Refused with NOTHING_AMENDED, TOO_MANY_HEADERS, TRANSACTION_NOT_AMENDABLE, TRANSACTION_NOT_FOUND,
        TRANSACTION_WORDS_ONLY, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "PATCH",
            f"/api/v1/transactions/{segment(transaction_id)}",
            body=body_of(models.NewAmendment, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sending.one(models.Transaction, asked)

    async def batch(
        self,
        body: models.NewTransactionBatch | Mapping[str, Any],
        *,
        wait: int | None = None,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AcceptedBatch:
        """Create, settle, release, extend and reverse up to 100 transactions.

        Executes up to 100 items in their order: posts, settlements, releases, extensions and reversals, each as its
        own endpoint would. By default each succeeds or fails alone, and `results` has the result of each; with
        `atomic` one refusal refuses all with 422 `BATCH_REJECTED`, and nothing is written; the same applies to a
        batch with more than 2,000 entries in all, including those that codes, settlements, releases and reversals
        create (422 `REQUEST_TOO_LARGE`). With `Prefer: wait=5` each result carries the outcome of its item. It
        counts as one request of the rate budget. Items with idempotency keys are done once, however often the batch
        is sent; with the header `Idempotency-Key`, items without a key get one from it.

        Refused with BATCH_REJECTED, REQUEST_TOO_LARGE, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "POST",
            "/api/v1/transactions/batch",
            body=body_of(models.NewTransactionBatch, body),
            keyed="items",
            wait=wait,
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.AcceptedBatch, asked)

    async def settle(
        self,
        transaction_id: str,
        body: models.Settlement | Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Settle an open hold, whole or in part.

        Settles an open hold: the whole remaining amount, a part of it (`amount`), or parts of its entries. One
        commit takes that part off the hold and posts it on the settled layer; the rest is released as well, unless
        `final` is false. More than the remaining amount is 422 `HOLD_EXCEEDED`, unless `allow_excess` is true; a
        hold that has ended is 409 `HOLD_NOT_OPEN`; limits are checked on the sum of both. With an idempotency key
        it is executed once.

        Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED,
        HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND,
        idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/settle",
            body=body_of(models.Settlement, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sending.one(models.Transaction, asked)

    async def extend(
        self,
        transaction_id: str,
        body: models.Extension | Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Raise an open hold, or change its expiry.

        Raises an open hold to an `amount`, changes its expiry to `expires_at`, or both, in one commit. The added
        amount is posted by a separate transaction, which names the hold in `extends_transaction_id`; limits are
        checked on its `date`. Nothing that was posted changes, and a raise cannot be voided. The response is the
        hold after the change. Less than the present amount of the hold is 422 `HOLD_NOT_RAISED`, a change without
        any effect 422 `HOLD_UNCHANGED`.

        Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL,
        HOLD_NOT_OPEN, HOLD_NOT_RAISED, HOLD_UNCHANGED, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS,
        TRANSACTION_NOT_FOUND, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/extend",
            body=body_of(models.Extension, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sending.one(models.Transaction, asked)

    async def release(
        self,
        transaction_id: str,
        body: models.Release | Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Release an open hold, whole or in part.

        Releases an open hold: the whole remaining amount, a part of it (`amount`), or parts of its entries. The
        response is the release, a transaction of the hold's layer with the sides swapped. More than the remaining
        amount is 422 `HOLD_EXCEEDED`, a hold that has ended 409 `HOLD_NOT_OPEN`. With an idempotency key it is done
        once.

        Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED,
        HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND,
        idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/release",
            body=body_of(models.Release, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sending.one(models.Transaction, asked)

    async def reverse(
        self,
        transaction_id: str,
        body: models.Reversal | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Reverse a posted transaction, whole or in part.

        Undoes a posted transaction by a new one with the sides swapped, posted at once and effective on `date`; the
        original still counts. The whole remaining amount is reversed, or a part of it (`amount`), or parts of its
        entries, and several reversals may follow one another. A transaction that is pending, void, failed, itself a
        reversal, or part of a conversion or transfer is refused with 422 `TRANSACTION_NOT_REVERSIBLE`. With an
        idempotency key it is done once; without one a repetition of a whole reversal is 422
        `TRANSACTION_ALREADY_REVERSED`.

        Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, PERIOD_LOCKED,
        REVERSAL_EXCEEDS_REMAINDER, REVERSAL_PARTS_EXCEEDED, TOO_MANY_HEADERS, TRANSACTION_ALREADY_REVERSED,
        TRANSACTION_NOT_FOUND, TRANSACTION_NOT_REVERSIBLE, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/reverse",
            body=body_of(models.Reversal, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sending.one(models.Transaction, asked)

    async def void(
        self,
        transaction_id: str,
        body: models.VoidRequest | Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
    ) -> models.Transaction:
        """Void a posted transaction.

        Removes the effect of a posted transaction from all balances, on every day; its rows and the reason are
        kept. It is meant for schedules on the encumbrance layer. A transaction that is already reversed or void, is
        a reversal or part of a conversion or transfer, or is in a closed journal, is refused with 409
        `TRANSACTION_NOT_VOIDABLE`; a date in a locked period is 409 `PERIOD_LOCKED`.

        Refused with PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND, TRANSACTION_NOT_VOIDABLE.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/void",
            body=body_of(models.VoidRequest, body),
            timeout=timeout,
        )
        return await self._sending.one(models.Transaction, asked)

    def amendments(
        self,
        transaction_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.Amendment, None]:
        """List the amendments of a transaction, oldest first.

        Lists every change to the texts of a transaction, oldest first: the texts before and after, the reason, and
        who changed them. The first one has the texts that were posted.

        Refused with TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/transactions/{segment(transaction_id)}/amendments",
            query={"limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.Amendment, None, asked)

    async def add_note(
        self,
        transaction_id: str,
        body: models.NewTransactionNote | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.TransactionNote:
        """Attach a note to a transaction.

        Attaches a note or a reference to a document to a transaction, whatever its status. A note is never changed
        or deleted: a later one corrects it. With an idempotency key it is attached only once; without one, a
        repeated request attaches a second note.

        Refused with TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/notes",
            body=body_of(models.NewTransactionNote, body),
            keyed="header",
            idempotency_key=idempotency_key,
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.TransactionNote, asked)

    def notes(
        self,
        transaction_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.TransactionNote, None]:
        """List the notes of a transaction, oldest first.

        Lists the notes that are attached to a transaction, oldest first, with who attached each.

        Refused with TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/transactions/{segment(transaction_id)}/notes",
            query={"limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.TransactionNote, None, asked)



class AsyncAccountsResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        type: models.AccountType | None = None,
        active: bool | None = None,
        group: bool | None = None,
        parent_id: str | None = None,
        search: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.Account, None]:
        """List accounts by code, or the whole chart as a tree.

        Lists the accounts of the ledger by code, each with its settled balance. Filters narrow the list, and may be
        combined. With `tree=true` the answer is the whole hierarchy instead, roots first, without pages; a chart of
        more than 16 MiB is refused so (`ACCOUNT_TREE_TOO_LARGE`) and is read as a list.

        Refused with ACCOUNT_TREE_TOO_LARGE, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/accounts",
            query={"type": type, "active": active, "group": group, "parent_id": parent_id, "search": search, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.Account, None, asked)

    async def tree(
        self,
        *,
        type: models.AccountType | None = None,
        active: bool | None = None,
        group: bool | None = None,
        parent_id: str | None = None,
        search: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> Sequence[models.AccountNode]:
        """List accounts by code, or the whole chart as a tree.

        Lists the accounts of the ledger by code, each with its settled balance. Filters narrow the list, and may be
        combined. With `tree=true` the answer is the whole hierarchy instead, roots first, without pages; a chart of
        more than 16 MiB is refused so (`ACCOUNT_TREE_TOO_LARGE`) and is read as a list.

        Refused with ACCOUNT_TREE_TOO_LARGE, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/accounts",
            query={"tree": "true", "type": type, "active": active, "group": group, "parent_id": parent_id, "search": search},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(list[models.AccountNode], asked)

    async def create(
        self,
        body: models.NewAccount | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.Account:
        """Create an account.

        Opens an account with a balance of zero. A code that already exists in the ledger is refused with 409
        `ACCOUNT_CODE_EXISTS`, so that a repetition after a lost response is harmless; an unknown `parent_code` with
        400 `PARENT_ACCOUNT_NOT_FOUND`. Limits that it sets are enforced by the database itself.

        Refused with ACCOUNT_CODE_EXISTS, ACCOUNT_CODE_RESERVED, ACCOUNT_DEPTH_EXCEEDED, AMOUNT_PRECISION_EXCEEDED,
        PARENT_ACCOUNT_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "POST",
            "/api/v1/accounts",
            body=body_of(models.NewAccount, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.Account, asked)

    async def read(
        self,
        account_id: str,
        *,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.Account:
        """Read an account.

        Returns one account, with its current settled balance. For a balance as of a day, or of another layer,
        request `GET /accounts/code/{code}/balance`.

        Refused with ACCOUNT_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            f"/api/v1/accounts/{segment(account_id)}",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(models.Account, asked)

    async def change(
        self,
        account_id: str,
        body: models.AccountChange | Mapping[str, Any] | None = None,
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.Account:
        """Change an account.

        Changes the fields that are sent, and no others. Type, normal balance and `is_group` of an account with
        entries stay (400 `ACCOUNT_HAS_ENTRIES`), an account can never be below itself (400
        `ACCOUNT_HIERARCHY_CYCLE`), and a new code is exactly 4 characters. Limits apply to everything that is
        posted from then on. If an account is deactivated while it has a balance or holds, the response has the
        header `X-Warning`. Can be repeated.

        Refused with ACCOUNT_CODE_EXISTS, ACCOUNT_CODE_RESERVED, ACCOUNT_DEPTH_EXCEEDED, ACCOUNT_HAS_ENTRIES,
        ACCOUNT_HIERARCHY_CYCLE, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED, AMOUNT_PRECISION_EXCEEDED,
        PARENT_ACCOUNT_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "PUT",
            f"/api/v1/accounts/{segment(account_id)}",
            body=body_of(models.AccountChange, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.Account, asked)

    async def delete(
        self,
        account_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Deleted:
        """Delete an unused account.

        Deletes an account that has no entries and no child accounts, and is in no account set; otherwise 409
        `ACCOUNT_IN_USE`, and the remedy is to deactivate it. System accounts are never deleted (403
        `SYSTEM_ACCOUNT_PROTECTED`). If it is sent again, it answers 404.

        Refused with ACCOUNT_IN_USE, ACCOUNT_NOT_FOUND, SYSTEM_ACCOUNT_PROTECTED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "DELETE",
            f"/api/v1/accounts/{segment(account_id)}",
            timeout=timeout,
        )
        return await self._sending.one(models.Deleted, asked)

    def entries(
        self,
        account_id: str,
        *,
        start_date: dt.date | None = None,
        end_date: dt.date | None = None,
        layer: models.Layer | None = None,
        text: str | None = None,
        metadata: dict[str, str] | None = None,
        trancode: str | None = None,
        origin: str | None = None,
        attributes: dict[str, str] | None = None,
        min_amount: Amount | None = None,
        max_amount: Amount | None = None,
        sort: Literal["effective_date", "-effective_date"] | None = None,
        totals: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.AccountEntry, models.AccountsEntriesMeta]:
        """List the entries of an account with the running balance.

        Lists the entries of an account by effective date, those of one day in the order of posting, each with the
        running balance of its layer after it. Filters may be combined, and do not affect the running balances;
        `totals=true` adds up the whole list. Voided and failed transactions do not appear. The pagination is
        wrapped once more, under `meta.pagination.pagination`, as the specification has it.

        Refused with ACCOUNT_NOT_FOUND, ATTRIBUTE_NOT_INDEXED, TOO_MANY_HEADERS, TOTALS_TOO_LARGE.
        """
        asked = Asked(
            "GET",
            f"/api/v1/accounts/{segment(account_id)}/entries",
            query={"start_date": start_date, "end_date": end_date, "layer": layer, "text": text, "metadata": metadata, "trancode": trancode, "origin": origin, "attributes": attributes, "min_amount": min_amount, "max_amount": max_amount, "sort": sort, "totals": totals, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.AccountEntry, models.AccountsEntriesMeta, asked)

    async def close(
        self,
        account_id: str,
        body: models.AccountClosing | Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ClosedAccount:
        """Close an account.

        Deactivates an account whose balances are zero. A settled balance is refused (409 `ACCOUNT_HAS_BALANCE`)
        unless `sweep_to_account_code` names the account that receives it, for which the key needs the scope `post`
        too: it is then moved there in the same commit, on the later of today and the latest day of the account.
        Open holds (409 `ACCOUNT_HAS_HOLDS`), active accounts below it and pending transactions (409
        `ACCOUNT_NOT_CLOSABLE`) are refused. `PUT /accounts/{accountId}` activates it again. With an idempotency key
        it is done once.

        Refused with ACCOUNT_HAS_BALANCE, ACCOUNT_HAS_HOLDS, ACCOUNT_NOT_CLOSABLE, ACCOUNT_NOT_FOUND,
        ACCOUNT_RESERVED, BALANCE_LIMIT_EXCEEDED, SWEEP_ACCOUNT_UNFIT, TOO_MANY_HEADERS, idempotency_key_in_use,
        idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/accounts/{segment(account_id)}/close",
            body=body_of(models.AccountClosing, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sending.one(models.ClosedAccount, asked)

    async def balance(
        self,
        code: str,
        *,
        as_of_date: dt.date | None = None,
        layer: models.Layer | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.AccountBalance:
        """Read the balance of an account as of a day.

        Returns the balance of an account, named by its code, at the end of a day: settled, pending, overdue,
        future, and available. With `known_at_sequence` it returns the balance as known at an earlier sequence of
        the log. An account with a million entries takes no longer than one with ten.

        Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            f"/api/v1/accounts/code/{segment(code)}/balance",
            query={"as_of_date": as_of_date, "layer": layer, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(models.AccountBalance, asked)

    def statement(
        self,
        account_id: str,
        *,
        from_: dt.date,
        to: dt.date | None = None,
        layer: models.Layer | None = None,
        known_at_sequence: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.AccountEntry, models.AccountsStatementMeta]:
        """Read the statement of an account: opening balance, entries and closing balance.

        Returns the balance of an account before the first day, every entry from then to the last day with its
        running balance, and the balance after the last day: the opening balance, the debits and the credits add up
        to the closing balance. As JSON it is returned in pages, with its head in `meta.statement`; `Accept:
        text/csv` returns all of it as one table of at most 10,000 entries (else 422 `STATEMENT_TOO_LARGE`).

        Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED, STATEMENT_TOO_LARGE, TOO_MANY_HEADERS.
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

    async def statement_csv(
        self,
        account_id: str,
        *,
        from_: dt.date,
        to: dt.date | None = None,
        layer: models.Layer | None = None,
        known_at_sequence: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncLedgerFile:
        """Read the statement of an account: opening balance, entries and closing balance, as a file for a spreadsheet.

        Returns the balance of an account before the first day, every entry from then to the last day with its
        running balance, and the balance after the last day: the opening balance, the debits and the credits add up
        to the closing balance. As JSON it is returned in pages, with its head in `meta.statement`; `Accept:
        text/csv` returns all of it as one table of at most 10,000 entries (else 422 `STATEMENT_TOO_LARGE`).

        Refused with ACCOUNT_NOT_FOUND, SEQUENCE_NOT_REACHED, STATEMENT_TOO_LARGE, TOO_MANY_HEADERS.
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
        return await self._sending.file(asked)



class AsyncAccountSetsResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
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
    ) -> AsyncListing[models.AccountSet, None]:
        """List account sets by code.

        Lists the account sets of the ledger by code.

        Refused with TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/account-sets",
            query={"search": search, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.AccountSet, None, asked)

    async def create(
        self,
        body: models.NewAccountSet | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AccountSet:
        """Create an account set.

        Creates an empty account set; members are added one by one. An existing code is refused with 409
        `ACCOUNT_SET_CODE_EXISTS`, so that a repetition does no harm.

        Refused with ACCOUNT_SET_CODE_EXISTS, QUOTA_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "POST",
            "/api/v1/account-sets",
            body=body_of(models.NewAccountSet, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.AccountSet, asked)

    async def read(
        self,
        id: str,
        *,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.AccountSet:
        """Read an account set.

        Returns one account set, without its members and its balance, which have paths of their own.

        Refused with ACCOUNT_SET_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            f"/api/v1/account-sets/{segment(id)}",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(models.AccountSet, asked)

    async def change(
        self,
        id: str,
        body: models.AccountSetChange | Mapping[str, Any] | None = None,
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AccountSet:
        """Change an account set.

        Changes the fields that are sent, and no others. Can be repeated.

        Refused with ACCOUNT_SET_CODE_EXISTS, ACCOUNT_SET_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "PUT",
            f"/api/v1/account-sets/{segment(id)}",
            body=body_of(models.AccountSetChange, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.AccountSet, asked)

    async def delete(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> models.Deleted:
        """Delete an account set.

        Deletes an account set and its memberships. The accounts in it stay unchanged. If it is sent again, it
        answers 404.

        Refused with ACCOUNT_SET_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "DELETE",
            f"/api/v1/account-sets/{segment(id)}",
            timeout=timeout,
        )
        return await self._sending.one(models.Deleted, asked)

    def members(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.AccountSetMember, None]:
        """List the members of an account set.

        Lists the direct members of an account set: accounts, and other sets.

        Refused with ACCOUNT_SET_NOT_FOUND, TOO_MANY_HEADERS.
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

    async def add_member(
        self,
        id: str,
        body: models.NewAccountSetMember | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AccountSetMember:
        """Add an account or an account set to a set.

        Adds an account, or another account set, to a set. An existing member is refused with 409
        `ACCOUNT_SET_MEMBER_EXISTS`, a set that would contain itself with 422 `ACCOUNT_SET_CYCLE`, and more than 16
        sets inside one another with 422 `ACCOUNT_SET_DEPTH_EXCEEDED`.

        Refused with ACCOUNT_SET_CYCLE, ACCOUNT_SET_DEPTH_EXCEEDED, ACCOUNT_SET_MEMBER_EXISTS,
        ACCOUNT_SET_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "POST",
            f"/api/v1/account-sets/{segment(id)}/members",
            body=body_of(models.NewAccountSetMember, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.AccountSetMember, asked)

    async def remove_member(
        self,
        id: str,
        member_id: str,
        *,
        timeout: float | None = None,
    ) -> models.AccountSetMember:
        """Remove a member from an account set.

        Removes a member from an account set. The account or set itself is not deleted. If it is sent again, it
        answers 404.

        Refused with ACCOUNT_SET_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "DELETE",
            f"/api/v1/account-sets/{segment(id)}/members/{segment(member_id)}",
            timeout=timeout,
        )
        return await self._sending.one(models.AccountSetMember, asked)

    async def balance(
        self,
        id: str,
        *,
        as_of_date: dt.date | None = None,
        layer: models.Layer | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.AccountSetBalance:
        """Read the balance of an account set as of a day.

        Returns the balance of an account set at the end of a day, calculated on reading: every account in the set
        and in the sets within it, each counted once. Debits count as positive, because the accounts of a set may
        have different normal sides.

        Refused with ACCOUNT_SET_NOT_FOUND, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            f"/api/v1/account-sets/{segment(id)}/balance",
            query={"as_of_date": as_of_date, "layer": layer, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(models.AccountSetBalance, asked)



class AsyncJournalsResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.Journal, None]:
        """List journals by code.

        Lists the journals of the ledger by code. Every ledger has one called DEFAULT.

        Refused with TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/journals",
            query={"limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.Journal, None, asked)

    async def create(
        self,
        body: models.NewJournal | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.Journal:
        """Create a journal.

        Creates a journal. An existing code is refused with 409 `JOURNAL_CODE_EXISTS`, so that a repetition does no
        harm.

        Refused with JOURNAL_CODE_EXISTS, QUOTA_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "POST",
            "/api/v1/journals",
            body=body_of(models.NewJournal, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.Journal, asked)

    async def read(
        self,
        journal_id: str,
        *,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.Journal:
        """Read a journal.

        Returns one journal.

        Refused with JOURNAL_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            f"/api/v1/journals/{segment(journal_id)}",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(models.Journal, asked)

    async def change(
        self,
        journal_id: str,
        body: models.JournalChange | Mapping[str, Any] | None = None,
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.Journal:
        """Change, close or open a journal.

        Changes the fields that are sent: `status` closes a journal, which then takes no new transactions, or opens
        it again. The journal DEFAULT keeps its code and its name (403 `JOURNAL_RENAME_FORBIDDEN`). Can be repeated.

        Refused with JOURNAL_CODE_EXISTS, JOURNAL_NOT_FOUND, JOURNAL_RENAME_FORBIDDEN, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "PUT",
            f"/api/v1/journals/{segment(journal_id)}",
            body=body_of(models.JournalChange, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.Journal, asked)



class AsyncTransactionCodesResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        status: models.TransactionCodeStatus | None = None,
        search: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.TransactionCode, None]:
        """List transaction codes by code.

        Lists the transaction codes of the ledger by code, including deprecated ones.

        Refused with TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/trancodes",
            query={"status": status, "search": search, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.TransactionCode, None, asked)

    async def create(
        self,
        body: models.NewTransactionCode | Mapping[str, Any],
        *,
        timeout: float | None = None,
    ) -> models.TransactionCode:
        """Create a transaction code.

        Creates a transaction code: a template of entries with parameters, which POST /transactions then uses by its
        code. Everything in it is read and compiled here; a template that can never balance is 400
        `TRANCODE_NOT_BALANCED`, an existing code 400 `TRANCODE_CODE_EXISTS`. Unknown members are refused with 422
        `VALIDATION_ERROR`, each named by its path, because a transaction code never changes afterwards: to change
        one, create another.

        Refused with QUOTA_REACHED, TOO_MANY_HEADERS, TRANCODE_CODE_EXISTS, TRANCODE_NOT_BALANCED.
        """
        asked = Asked(
            "POST",
            "/api/v1/trancodes",
            body=body_of(models.NewTransactionCode, body),
            timeout=timeout,
        )
        return await self._sending.one(models.TransactionCode, asked)

    async def read(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> models.TransactionCode:
        """Read a transaction code.

        Returns one transaction code with its parameters and its template, as they were sent.

        Refused with TOO_MANY_HEADERS, TRANCODE_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/trancodes/{segment(id)}",
            timeout=timeout,
        )
        return await self._sending.one(models.TransactionCode, asked)

    async def validate_params(
        self,
        id: str,
        body: models.TransactionCodeParams | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.ValidTransactionCodeParams:
        """Try parameters and see what would be posted.

        Checks parameters as POST /transactions would, and shows the entries and attributes that would result.
        Nothing is created. Invalid parameters are refused with 422 `TRANCODE_PARAMS_INVALID`, with the errors of
        each parameter.

        Refused with TOO_MANY_HEADERS, TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID.
        """
        asked = Asked(
            "POST",
            f"/api/v1/trancodes/{segment(id)}/validate-params",
            body=body_of(models.TransactionCodeParams, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.ValidTransactionCodeParams, asked)

    async def deprecate(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> models.TransactionCode:
        """Deprecate a transaction code.

        Deprecates a transaction code, permanently: new transactions cannot name it; its existing transactions stay
        valid. If it is sent again, the response is the same.

        Refused with TOO_MANY_HEADERS, TRANCODE_NOT_FOUND.
        """
        asked = Asked(
            "POST",
            f"/api/v1/trancodes/{segment(id)}/deprecate",
            timeout=timeout,
        )
        return await self._sending.one(models.TransactionCode, asked)



class AsyncAttributesResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.AttributeDefinition, None]:
        """List the attribute keys of the tenant by key.

        Lists the attribute keys of the tenant by key: declared keys, and keys that were created by their first use.

        Refused with TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/attribute-definitions",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.AttributeDefinition, None, asked)

    async def define(
        self,
        body: models.NewAttributeDefinition | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AttributeDefinition:
        """Declare an attribute key.

        Declares an attribute key. In strict mode, transactions may have only declared keys. A key that exists is
        422 `ATTRIBUTE_KEY_EXISTS`, one too many 422 `ATTRIBUTE_KEY_CAP_EXCEEDED`.

        Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_KEY_CAP_EXCEEDED,
        ATTRIBUTE_KEY_EXISTS, ATTRIBUTE_RESERVED_KEY, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "POST",
            "/api/v1/attribute-definitions",
            body=body_of(models.NewAttributeDefinition, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.AttributeDefinition, asked)

    async def change(
        self,
        key: str,
        body: models.AttributeDefinitionChange | Mapping[str, Any] | None = None,
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AttributeDefinition:
        """Change the label of an attribute key, or whether transactions can be searched by it.

        Changes the label of a key, or whether transactions can be searched by it. When this is turned on, older
        transactions are indexed in the background, and `searchable` shows when this has finished. The key itself
        never changes. Can be repeated.

        Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED, ATTRIBUTE_DEFINITION_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "PATCH",
            f"/api/v1/attribute-definitions/{segment(key)}",
            body=body_of(models.AttributeDefinitionChange, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.AttributeDefinition, asked)

    async def settings(
        self,
        *,
        timeout: float | None = None,
    ) -> models.AttributeSettings:
        """Read the attribute settings of the tenant.

        Shows whether strict mode is on.

        Refused with TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/attribute-settings",
            timeout=timeout,
        )
        return await self._sending.one(models.AttributeSettings, asked)

    async def change_settings(
        self,
        body: models.AttributeSettings | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.AttributeSettings:
        """Turn strict mode on or off.

        Turns strict mode on or off for the whole tenant. With it, new transactions may have only declared keys
        (else 422 `ATTRIBUTE_NOT_DECLARED`); older ones keep their keys. Can be repeated.

        Refused with ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "PUT",
            "/api/v1/attribute-settings",
            body=body_of(models.AttributeSettings, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.AttributeSettings, asked)



class AsyncStringsResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.LedgerString, None]:
        """List the strings of the tenant by code.

        Lists the strings of the tenant by code, each with its member ledgers.

        Refused with TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/strings",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.LedgerString, None, asked)

    async def create(
        self,
        body: models.NewString | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.LedgerString:
        """Create a string with the ledger of this key as its first member.

        Creates a string with the ledger of this key as its first member; operators add others. An existing code is
        refused with 422 `STRING_CODE_EXISTS`.

        Refused with QUOTA_REACHED, STRING_CODE_EXISTS, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "POST",
            "/api/v1/strings",
            body=body_of(models.NewString, body),
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.LedgerString, asked)

    async def read(
        self,
        code: str,
        *,
        timeout: float | None = None,
    ) -> models.LedgerString:
        """Read a string.

        Returns one string with its member ledgers.

        Refused with STRING_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            f"/api/v1/strings/{segment(code)}",
            timeout=timeout,
        )
        return await self._sending.one(models.LedgerString, asked)

    def accounts(
        self,
        code: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.StringAccount, None]:
        """List the customer accounts of all member ledgers.

        Lists the customer accounts of all member ledgers: each code once for each member, by code and ledger.
        `materialized` shows whether the account exists in that ledger; if it does not, a conversion or transfer
        creates it. Only members may request it (else 404).

        Refused with STRING_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            f"/api/v1/strings/{segment(code)}/accounts",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.StringAccount, None, asked)

    async def convert(
        self,
        code: str,
        body: models.Conversion | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.StringOperation:
        """Convert between two ledgers of different currencies.

        Moves value between two member ledgers of different currencies: out of an account in the source, into the
        account of the same code in the target, each ledger balanced by the string's clearing account. Both legs are
        committed together, or neither is. The two amounts are authoritative, `rate` is only recorded; if it is left
        out, the current rate is looked up and recorded. Requires the capability `strings:participate:{code}`. With
        an idempotency key it is done once: a repetition answers 200 and the first result.

        Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE,
        STRING_KEY_MISSING_CAPABILITY, STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID,
        STRING_OP_NOT_ALLOWED, STRING_PERIOD_LOCKED, TOO_MANY_HEADERS, idempotency_key_in_use,
        idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/strings/{segment(code)}/convert",
            body=body_of(models.Conversion, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sending.one(models.StringOperation, asked)

    async def transfer(
        self,
        code: str,
        body: models.Transfer | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.StringOperation:
        """Transfer between two ledgers of the same currency.

        Moves value between two member ledgers of the same currency, out of an account in the source into one in the
        target, each ledger balanced by the string's clearing account. Both legs are committed together, or neither
        is. Requires the capability `strings:participate:{code}`. With an idempotency key it is done once: a
        repetition answers 200 and the first result.

        Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE,
        STRING_KEY_MISSING_CAPABILITY, STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID,
        STRING_OP_NOT_ALLOWED, STRING_PERIOD_LOCKED, TOO_MANY_HEADERS, idempotency_key_in_use,
        idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/strings/{segment(code)}/transfer",
            body=body_of(models.Transfer, body),
            keyed="header",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sending.one(models.StringOperation, asked)



class AsyncReportsResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    async def trial_balance(
        self,
        *,
        as_of_date: dt.date | None = None,
        layer: models.Layer | None = None,
        account_set_code: str | None = None,
        compare: str | None = None,
        columns: Literal["month", "quarter", "year"] | None = None,
        depth: int | None = None,
        zero: Literal["show", "hide"] | None = None,
        columns_from: dt.date | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.TrialBalance:
        """Read the debits, the credits and the balance of every account, or of those of an account set.

        Returns the total debits and credits of every account at the end of a day, in one layer, with a subtotal for
        each account that has child accounts. The two columns of balances have the same total. `account_set_code`
        narrows it to the accounts of a set, which need not balance. `columns` and `compare` add columns for other
        days, `depth` limits the levels of accounts. `Accept: text/csv` gives a table.

        Refused with ACCOUNT_SET_NOT_FOUND, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/trial-balance",
            query={"as_of_date": as_of_date, "layer": layer, "account_set_code": account_set_code, "compare": compare, "columns": columns, "depth": depth, "zero": zero, "columns_from": columns_from, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(models.TrialBalance, asked)

    async def trial_balance_csv(
        self,
        *,
        as_of_date: dt.date | None = None,
        layer: models.Layer | None = None,
        account_set_code: str | None = None,
        compare: str | None = None,
        columns: Literal["month", "quarter", "year"] | None = None,
        depth: int | None = None,
        zero: Literal["show", "hide"] | None = None,
        columns_from: dt.date | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncLedgerFile:
        """Read the debits, the credits and the balance of every account, or of those of an account set, as a file for
        a spreadsheet.

        Returns the total debits and credits of every account at the end of a day, in one layer, with a subtotal for
        each account that has child accounts. The two columns of balances have the same total. `account_set_code`
        narrows it to the accounts of a set, which need not balance. `columns` and `compare` add columns for other
        days, `depth` limits the levels of accounts. `Accept: text/csv` gives a table.

        Refused with ACCOUNT_SET_NOT_FOUND, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/trial-balance",
            query={"as_of_date": as_of_date, "layer": layer, "account_set_code": account_set_code, "compare": compare, "columns": columns, "depth": depth, "zero": zero, "columns_from": columns_from, "known_at_sequence": known_at_sequence},
            accept="text/csv",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.file(asked)

    async def balance_sheet(
        self,
        *,
        as_of_date: dt.date | None = None,
        compare: str | None = None,
        columns: Literal["month", "quarter", "year"] | None = None,
        depth: int | None = None,
        zero: Literal["show", "hide"] | None = None,
        columns_from: dt.date | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.BalanceSheet:
        """Read assets, liabilities and equity at the end of a day.

        Returns assets, liabilities and equity at the end of a day, from settled entries: assets = liabilities +
        equity + retained earnings + net income; otherwise the response is 500. The retained earnings of prior
        fiscal years and the net income of this one are rows of their own, because the books have no closing
        entries. `columns` and `compare` add columns for other days, `depth` limits the levels of accounts. `Accept:
        text/csv` gives a table.

        Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/balance-sheet",
            query={"as_of_date": as_of_date, "compare": compare, "columns": columns, "depth": depth, "zero": zero, "columns_from": columns_from, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(models.BalanceSheet, asked)

    async def balance_sheet_csv(
        self,
        *,
        as_of_date: dt.date | None = None,
        compare: str | None = None,
        columns: Literal["month", "quarter", "year"] | None = None,
        depth: int | None = None,
        zero: Literal["show", "hide"] | None = None,
        columns_from: dt.date | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncLedgerFile:
        """Read assets, liabilities and equity at the end of a day, as a file for a spreadsheet.

        Returns assets, liabilities and equity at the end of a day, from settled entries: assets = liabilities +
        equity + retained earnings + net income; otherwise the response is 500. The retained earnings of prior
        fiscal years and the net income of this one are rows of their own, because the books have no closing
        entries. `columns` and `compare` add columns for other days, `depth` limits the levels of accounts. `Accept:
        text/csv` gives a table.

        Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/balance-sheet",
            query={"as_of_date": as_of_date, "compare": compare, "columns": columns, "depth": depth, "zero": zero, "columns_from": columns_from, "known_at_sequence": known_at_sequence},
            accept="text/csv",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.file(asked)

    async def income_statement(
        self,
        *,
        from_: dt.date,
        to: dt.date | None = None,
        compare: str | None = None,
        columns: Literal["month", "quarter", "year"] | None = None,
        depth: int | None = None,
        zero: Literal["show", "hide"] | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.IncomeStatement:
        """Read income and expenses in a range of days.

        Returns income and expenses from one day to another, both included, from settled entries. A loss is
        negative. Statements of adjacent ranges add up. `columns` and `compare` add columns for other days, `depth`
        limits the levels of accounts. `Accept: text/csv` gives a table.

        Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/income-statement",
            query={"from": from_, "to": to, "compare": compare, "columns": columns, "depth": depth, "zero": zero, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(models.IncomeStatement, asked)

    async def income_statement_csv(
        self,
        *,
        from_: dt.date,
        to: dt.date | None = None,
        compare: str | None = None,
        columns: Literal["month", "quarter", "year"] | None = None,
        depth: int | None = None,
        zero: Literal["show", "hide"] | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncLedgerFile:
        """Read income and expenses in a range of days, as a file for a spreadsheet.

        Returns income and expenses from one day to another, both included, from settled entries. A loss is
        negative. Statements of adjacent ranges add up. `columns` and `compare` add columns for other days, `depth`
        limits the levels of accounts. `Accept: text/csv` gives a table.

        Refused with REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/income-statement",
            query={"from": from_, "to": to, "compare": compare, "columns": columns, "depth": depth, "zero": zero, "known_at_sequence": known_at_sequence},
            accept="text/csv",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.file(asked)

    async def cash_flow(
        self,
        *,
        from_: dt.date,
        to: dt.date | None = None,
        method: Literal["indirect", "direct"] | None = None,
        compare: str | None = None,
        columns: Literal["month", "quarter", "year"] | None = None,
        depth: int | None = None,
        zero: Literal["show", "hide"] | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.CashFlow:
        """Read the cash flows of a range of days.

        Begins with net income, adds the changes in the balances of all other accounts, by operating, investing and
        financing activities, and ends with the change in the cash accounts, from settled entries; the sum of the
        activities is that change, or the answer is 500. `method=direct` shows receipts and payments instead: the
        turnover of the other accounts in transactions with an entry on a cash account. `cash_flow` of an account
        determines its activity. `columns` and `compare` add columns for other days, `depth` limits the levels of
        accounts. `Accept: text/csv` gives a table.

        Refused with CASH_FLOW_TOO_LARGE, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/cash-flow",
            query={"from": from_, "to": to, "method": method, "compare": compare, "columns": columns, "depth": depth, "zero": zero, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(models.CashFlow, asked)

    async def cash_flow_csv(
        self,
        *,
        from_: dt.date,
        to: dt.date | None = None,
        method: Literal["indirect", "direct"] | None = None,
        compare: str | None = None,
        columns: Literal["month", "quarter", "year"] | None = None,
        depth: int | None = None,
        zero: Literal["show", "hide"] | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncLedgerFile:
        """Read the cash flows of a range of days, as a file for a spreadsheet.

        Begins with net income, adds the changes in the balances of all other accounts, by operating, investing and
        financing activities, and ends with the change in the cash accounts, from settled entries; the sum of the
        activities is that change, or the answer is 500. `method=direct` shows receipts and payments instead: the
        turnover of the other accounts in transactions with an entry on a cash account. `cash_flow` of an account
        determines its activity. `columns` and `compare` add columns for other days, `depth` limits the levels of
        accounts. `Accept: text/csv` gives a table.

        Refused with CASH_FLOW_TOO_LARGE, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/cash-flow",
            query={"from": from_, "to": to, "method": method, "compare": compare, "columns": columns, "depth": depth, "zero": zero, "known_at_sequence": known_at_sequence},
            accept="text/csv",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.file(asked)

    async def aging(
        self,
        *,
        as_of_date: dt.date | None = None,
        layer: models.Layer | None = None,
        account_set_code: str | None = None,
        account_type: models.AccountType | None = None,
        code_prefix: str | None = None,
        aging_by: str | None = None,
        terms: int | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> models.Aging:
        """Read open receivables, payables and holds by age.

        Divides the balance of each account at the end of a day by age: not due, and 1 to 30, 31 to 60, 61 to 90 and
        more than 90 days overdue. Entries that reduce a balance settle the oldest items first; for a hold, the
        items of the hold itself. With `aging_by`, they settle items with the same value of the attribute; a payment
        in advance is negative. The ages add up to the balance. `Accept: text/csv` returns a table.

        Refused with ACCOUNT_SET_NOT_FOUND, AGING_TOO_LARGE, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED,
        TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/aging",
            query={"as_of_date": as_of_date, "layer": layer, "account_set_code": account_set_code, "account_type": account_type, "code_prefix": code_prefix, "aging_by": aging_by, "terms": terms, "known_at_sequence": known_at_sequence},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.one(models.Aging, asked)

    async def aging_csv(
        self,
        *,
        as_of_date: dt.date | None = None,
        layer: models.Layer | None = None,
        account_set_code: str | None = None,
        account_type: models.AccountType | None = None,
        code_prefix: str | None = None,
        aging_by: str | None = None,
        terms: int | None = None,
        known_at_sequence: int | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncLedgerFile:
        """Read open receivables, payables and holds by age, as a file for a spreadsheet.

        Divides the balance of each account at the end of a day by age: not due, and 1 to 30, 31 to 60, 61 to 90 and
        more than 90 days overdue. Entries that reduce a balance settle the oldest items first; for a hold, the
        items of the hold itself. With `aging_by`, they settle items with the same value of the attribute; a payment
        in advance is negative. The ages add up to the balance. `Accept: text/csv` returns a table.

        Refused with ACCOUNT_SET_NOT_FOUND, AGING_TOO_LARGE, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED,
        TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/aging",
            query={"as_of_date": as_of_date, "layer": layer, "account_set_code": account_set_code, "account_type": account_type, "code_prefix": code_prefix, "aging_by": aging_by, "terms": terms, "known_at_sequence": known_at_sequence},
            accept="text/csv",
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return await self._sending.file(asked)

    async def general_ledger(
        self,
        *,
        format: models.GeneralLedgerFormat,
        from_: dt.date,
        to: dt.date | None = None,
        layer: models.Layer | None = None,
        account_set_code: str | None = None,
        account_type: models.AccountType | None = None,
        code_prefix: str | None = None,
        zero: Literal["show", "hide"] | None = None,
        known_at_sequence: int | None = None,
        timeout: float | None = None,
    ) -> AsyncLedgerFile:
        """Read each account with its opening balance, its entries and its closing balance.

        Returns every account, by code, with its opening balance, its entries with the running balance, and its
        closing balance, as CSV or as JSON lines. Closing balances are those of the trial balance of the last day.
        The file is sent while the books are read; its last row is `known_at`, and a file without that row was cut
        off. It counts among the open exports of the key (429 `EXPORTS_EXHAUSTED`).

        Refused with ACCOUNT_SET_NOT_FOUND, EXPORTS_EXHAUSTED, REPORT_TOO_LARGE, SEQUENCE_NOT_REACHED,
        TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/reports/general-ledger",
            query={"format": format, "from": from_, "to": to, "layer": layer, "account_set_code": account_set_code, "account_type": account_type, "code_prefix": code_prefix, "zero": zero, "known_at_sequence": known_at_sequence},
            timeout=timeout,
        )
        return await self._sending.file(asked)



class AsyncExportsResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    async def journal(
        self,
        *,
        format: models.JournalFormat,
        from_: dt.date | None = None,
        to: dt.date | None = None,
        timeout: float | None = None,
    ) -> AsyncLedgerFile:
        """Export the journal: every transaction in force, as hledger, beancount, CSV or JSON lines.

        Returns every transaction in force as a file that other programs can read: hledger, beancount, CSV or JSON
        lines, in the order of posting, as of the moment in which the export began. The file is sent while the books
        are read, so a broken connection leaves it incomplete. A key may have two exports open at once (429
        `EXPORTS_EXHAUSTED`).

        Refused with EXPORTS_EXHAUSTED, EXPORT_TOO_LARGE, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/exports/journal",
            query={"format": format, "from": from_, "to": to},
            timeout=timeout,
        )
        return await self._sending.file(asked)



class AsyncProofResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    async def checkpoint(
        self,
        *,
        from_: int | None = None,
        timeout: float | None = None,
    ) -> models.Checkpoint:
        """Read the latest signed checkpoint of the ledger.

        Returns the last checkpoint that was signed: store its `note` outside the ledger, and `ledger verify
        --checkpoints` detects every later change of the log up to it. While events are added, a new checkpoint
        follows within a minute. `/.well-known/ledger-keys` has the keys that sign. With `from`, the size of a
        checkpoint that you kept, it also proves that the log has only grown since; a log that no checkpoint covers
        that far is 404.

        Refused with CHECKPOINT_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/ledger/checkpoint",
            query={"from": from_},
            timeout=timeout,
        )
        return await self._sending.one(models.Checkpoint, asked)

    async def receipt(
        self,
        transaction_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Receipt:
        """Read the receipt of a transaction, which proves it to a third party.

        Returns the transaction's record, the event with which it was posted or failed, the event's place in the
        tree over the log, and a signed checkpoint of that tree. It stays valid whatever happens to the transaction
        later; a reversal has a receipt of its own. A transaction of the last seconds is signed on request, at most
        once per second for each ledger; otherwise the response is 409 `RECEIPT_NOT_READY`, with the time after
        which to try again.

        Refused with RECEIPT_NOT_READY, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/transactions/{segment(transaction_id)}/receipt",
            timeout=timeout,
        )
        return await self._sending.one(models.Receipt, asked)



class AsyncPeriodLocksResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.PeriodLock, None]:
        """List period locks, newest first.

        Lists the period locks, newest first, including released ones. Reading needs no capability.

        Refused with TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/period-locks",
            query={"limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.PeriodLock, None, asked)

    async def create(
        self,
        body: models.NewPeriodLock | Mapping[str, Any],
        *,
        timeout: float | None = None,
    ) -> models.PeriodLock:
        """Lock everything effective on or before a day.

        Locks everything that is effective on or before a day: no request can post, reverse or void in that period
        any more. If transactions in the period are still pending, the response is 409 `PERIOD_HAS_PENDING`. A lock
        that reaches today or later needs `includes_open_days`, else it is 422 `PERIOD_NOT_OVER`. If it is sent
        twice, two locks are created, and both apply.

        Refused with PERIOD_HAS_PENDING, PERIOD_NOT_OVER, QUOTA_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "POST",
            "/api/v1/period-locks",
            body=body_of(models.NewPeriodLock, body),
            timeout=timeout,
        )
        return await self._sending.one(models.PeriodLock, asked)

    async def release(
        self,
        id: str,
        body: models.PeriodRelease | Mapping[str, Any],
        *,
        timeout: float | None = None,
    ) -> models.PeriodLock:
        """Release a period lock.

        Releases a lock; another lock over the same days still applies. The lock stays in the list with the reason.
        If it is sent again, it returns the released lock unchanged.

        Refused with PERIOD_LOCK_NOT_FOUND, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "POST",
            f"/api/v1/period-locks/{segment(id)}/release",
            body=body_of(models.PeriodRelease, body),
            timeout=timeout,
        )
        return await self._sending.one(models.PeriodLock, asked)



class AsyncActivityResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        transaction_id: str | None = None,
        account_id: str | None = None,
        subject_id: str | None = None,
        type: models.EventType | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        may_be_behind: bool = False,
        not_before: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.Activity, None]:
        """List what happened in the ledger, newest first.

        Lists the events of the ledger, newest first: type, time, actor and reason of each, and the hash that chains
        it to the event before. To read everything from the beginning, with the data of each subject, use `GET
        /events`.

        Refused with TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/activity",
            query={"transaction_id": transaction_id, "account_id": account_id, "subject_id": subject_id, "type": type, "limit": limit, "cursor": cursor},
            may_be_behind=may_be_behind,
            not_before=not_before,
            timeout=timeout,
        )
        return self._sending.list(models.Activity, None, asked)



class AsyncEventsResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        after_sequence: int | None = None,
        after_hash: str | None = None,
        types: Sequence[models.EventType] | None = None,
        account_id: str | None = None,
        transaction_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.LedgerEvent, models.EventsListMeta]:
        """Read the events of the ledger, oldest first, as pages, with waiting for the next event, or as a stream.

        Lists everything that the ledger decided, oldest first, in a sequence without gaps: each event with its
        subject as it was after the event. Cursors lead from page to page to the end of the log; after that, ask
        with `after_sequence` as the last page's `meta.through_sequence`. The list is only read forwards:
        `previous_cursor` is null. `Prefer: wait=N` waits for the next event; `Accept: text/event-stream` streams
        them as Server-Sent Events, and continues after `Last-Event-ID`. The same event has the same bytes
        permanently.

        Refused with EVENT_STREAMS_EXHAUSTED, LOG_CHANGED, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/events",
            query={"after_sequence": after_sequence, "after_hash": after_hash, "types": types, "account_id": account_id, "transaction_id": transaction_id, "limit": limit, "cursor": cursor},
            wait=wait,
            timeout=timeout,
        )
        return self._sending.list(models.LedgerEvent, models.EventsListMeta, asked)



class AsyncWebhookEndpointsResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.WebhookEndpoint, None]:
        """List the webhook endpoints of the ledger in the order in which they were created.

        Lists the webhook endpoints of the ledger in the order in which they were created, without their secrets.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/webhook-endpoints",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.WebhookEndpoint, None, asked)

    async def create(
        self,
        body: models.NewWebhookEndpoint | Mapping[str, Any],
        *,
        timeout: float | None = None,
    ) -> models.WebhookEndpointWithSecret:
        """Create a webhook endpoint; its secret is shown only in this response.

        Sends the events of the ledger to a URL, signed as Standard Webhooks specifies with the `secret` in this
        response, which is shown only once. It begins with the next event, or with `from_sequence`. An address that
        is private, or not https, is 422 `WEBHOOK_URL_FORBIDDEN`; one more than the tenant’s quota allows a ledger
        (usually 20) 409 `QUOTA_REACHED`. If it is sent twice, it creates two endpoints.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, QUOTA_REACHED, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS,
        WEBHOOK_URL_FORBIDDEN.
        """
        asked = Asked(
            "POST",
            "/api/v1/webhook-endpoints",
            body=body_of(models.NewWebhookEndpoint, body),
            timeout=timeout,
        )
        return await self._sending.one(models.WebhookEndpointWithSecret, asked)

    async def read(
        self,
        endpoint_id: str,
        *,
        timeout: float | None = None,
    ) -> models.WebhookEndpoint:
        """Read a webhook endpoint.

        Returns one webhook endpoint, its progress and whether it is paused, without its secret.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}",
            timeout=timeout,
        )
        return await self._sending.one(models.WebhookEndpoint, asked)

    async def change(
        self,
        endpoint_id: str,
        body: models.WebhookEndpointChange | Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
    ) -> models.WebhookEndpoint:
        """Change a webhook endpoint; an endpoint that becomes active again continues where it stopped.

        Changes the fields that are sent. `is_active: true` also makes a paused endpoint continue at once where it
        stopped: no event is skipped. Can be repeated.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND,
        WEBHOOK_URL_FORBIDDEN.
        """
        asked = Asked(
            "PATCH",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}",
            body=body_of(models.WebhookEndpointChange, body),
            timeout=timeout,
        )
        return await self._sending.one(models.WebhookEndpoint, asked)

    async def delete(
        self,
        endpoint_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Deleted:
        """Delete a webhook endpoint, and its delivery history.

        Deletes a webhook endpoint and its delivery history. Messages that are being sent may still arrive. If it is
        sent again, it answers 404.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "DELETE",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}",
            timeout=timeout,
        )
        return await self._sending.one(models.Deleted, asked)

    async def rotate_secret(
        self,
        endpoint_id: str,
        body: models.WebhookSecretRotation | Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
    ) -> models.WebhookEndpointWithSecret:
        """Create a new secret; for some time messages are also signed with the former one.

        Creates a new secret, which is shown only in this response. For `grace_seconds`, messages are also signed
        with the former secret, so that a receiver can switch without missing any. If it is sent twice, it creates
        two, and the first of them is then the former one.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "POST",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}/rotate-secret",
            body=body_of(models.WebhookSecretRotation, body),
            timeout=timeout,
        )
        return await self._sending.one(models.WebhookEndpointWithSecret, asked)

    async def test(
        self,
        endpoint_id: str,
        body: models.WebhookTest | Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
    ) -> models.WebhookTestResult:
        """Send a signed test message, and return the response of the endpoint.

        Sends one signed message that is not an event, and returns the response of the endpoint. It is not retried
        or stored. Can be repeated.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "POST",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}/test",
            body=body_of(models.WebhookTest, body),
            timeout=timeout,
        )
        return await self._sending.one(models.WebhookTestResult, asked)

    def deliveries(
        self,
        endpoint_id: str,
        *,
        state: models.WebhookDeliveryState | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncListing[models.WebhookDelivery, None]:
        """List the deliveries to an endpoint and its responses, newest event first.

        Lists the deliveries to an endpoint, newest event first: the number of attempts, the response, and the time
        of the next attempt.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, TOO_MANY_HEADERS, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "GET",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}/deliveries",
            query={"state": state, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return self._sending.list(models.WebhookDelivery, None, asked)

    async def redeliver(
        self,
        endpoint_id: str,
        body: models.WebhookRedelivery | Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
    ) -> models.WebhookRedelivered:
        """Deliver one event, a range of events, or all events from a sequence on again.

        Delivers events again: one by its delivery, a range of at most 1,000, or everything from a sequence onwards,
        in order, as if the endpoint had stopped there. Receivers recognize repetitions by the header `webhook-id`.
        Can be repeated.

        Refused with EVENTS_ADMIN_CAPABILITY_REQUIRED, SEQUENCE_NOT_REACHED, TOO_MANY_HEADERS,
        WEBHOOK_DELIVERY_NOT_FOUND, WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        asked = Asked(
            "POST",
            f"/api/v1/webhook-endpoints/{segment(endpoint_id)}/redeliver",
            body=body_of(models.WebhookRedelivery, body),
            timeout=timeout,
        )
        return await self._sending.one(models.WebhookRedelivered, asked)



class AsyncLedgerResource:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    async def read(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Ledger:
        """Read the ledger of this key.

        Returns the ledger of the key, with its currency and its number of stored decimals. Takes no parameters and
        changes nothing.

        Refused with TOO_MANY_HEADERS.
        """
        asked = Asked(
            "GET",
            "/api/v1/ledger",
            timeout=timeout,
        )
        return await self._sending.one(models.Ledger, asked)



class AsyncTransactionsTrials:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    async def post(
        self,
        body: models.NewTransaction | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.DryRun:
        """Dry run, which writes nothing: Create a transaction.

        Accepts a transaction and answers 202; it is posted at once or a moment later (specification, "Transaction
        status"). It has either `entries`, which must balance in each layer, or a `transaction_code` with
        parameters. Everything that can be known is judged before the 202: shape, accounts, journal, period,
        attributes, parameters; a balance limit is judged when it is posted, and then the status is `failed`.
        `Prefer: wait=5` answers with the outcome. A request that is sent again under its `idempotency_key` is done
        once, and answered with the transaction of the first time and its present status, also if it is spelled
        differently (amounts count by value, `{}` and null like absent members, accounts by code or id); another
        request under the key is 409 `idempotency_key_reused`, and so may be another spelling once its transaction
        code is deprecated or the code of an account has changed: spell a retry exactly as before.

        Refused with ACCOUNT_INACTIVE, ACCOUNT_IS_GROUP, ACCOUNT_NOT_FOUND, ACCOUNT_RESERVED,
        AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY, ATTRIBUTE_INVALID_VALUE,
        ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY, ATTRIBUTE_VALUE_TOO_LONG,
        CORRELATION_PAIR_INCOMPLETE, CORRELATION_SOURCE_NOT_FOUND, ENTRIES_NOT_BALANCED, JOURNAL_CLOSED,
        JOURNAL_NOT_FOUND, PERIOD_LOCKED, POSTING_MODE_CONFLICT, TOO_MANY_HEADERS, TRANCODE_DEPRECATED,
        TRANCODE_NOT_FOUND, TRANCODE_PARAMS_INVALID, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            "/api/v1/transactions",
            body=body_of(models.NewTransaction, body),
            keyed="header",
            dry_run=True,
            idempotency_key=idempotency_key,
            strict=strict,
            timeout=timeout,
        )
        return await self._sending.one(models.DryRun, asked)

    async def batch(
        self,
        body: models.NewTransactionBatch | Mapping[str, Any],
        *,
        strict: bool = False,
        timeout: float | None = None,
    ) -> models.BatchDryRun:
        """Dry run, which writes nothing: Create, settle, release, extend and reverse up to 100 transactions.

        Executes up to 100 items in their order: posts, settlements, releases, extensions and reversals, each as its
        own endpoint would. By default each succeeds or fails alone, and `results` has the result of each; with
        `atomic` one refusal refuses all with 422 `BATCH_REJECTED`, and nothing is written; the same applies to a
        batch with more than 2,000 entries in all, including those that codes, settlements, releases and reversals
        create (422 `REQUEST_TOO_LARGE`). With `Prefer: wait=5` each result carries the outcome of its item. It
        counts as one request of the rate budget. Items with idempotency keys are done once, however often the batch
        is sent; with the header `Idempotency-Key`, items without a key get one from it.

        Refused with BATCH_REJECTED, REQUEST_TOO_LARGE, TOO_MANY_HEADERS.
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
        return await self._sending.one(models.BatchDryRun, asked)

    async def settle(
        self,
        transaction_id: str,
        body: models.Settlement | Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DryRun:
        """Dry run, which writes nothing: Settle an open hold, whole or in part.

        Settles an open hold: the whole remaining amount, a part of it (`amount`), or parts of its entries. One
        commit takes that part off the hold and posts it on the settled layer; the rest is released as well, unless
        `final` is false. More than the remaining amount is 422 `HOLD_EXCEEDED`, unless `allow_excess` is true; a
        hold that has ended is 409 `HOLD_NOT_OPEN`; limits are checked on the sum of both. With an idempotency key
        it is executed once.

        Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED,
        HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND,
        idempotency_key_in_use, idempotency_key_reused.
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
        return await self._sending.one(models.DryRun, asked)

    async def extend(
        self,
        transaction_id: str,
        body: models.Extension | Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DryRun:
        """Dry run, which writes nothing: Raise an open hold, or change its expiry.

        Raises an open hold to an `amount`, changes its expiry to `expires_at`, or both, in one commit. The added
        amount is posted by a separate transaction, which names the hold in `extends_transaction_id`; limits are
        checked on its `date`. Nothing that was posted changes, and a raise cannot be voided. The response is the
        hold after the change. Less than the present amount of the hold is 422 `HOLD_NOT_RAISED`, a change without
        any effect 422 `HOLD_UNCHANGED`.

        Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL,
        HOLD_NOT_OPEN, HOLD_NOT_RAISED, HOLD_UNCHANGED, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS,
        TRANSACTION_NOT_FOUND, idempotency_key_in_use, idempotency_key_reused.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/extend",
            body=body_of(models.Extension, body),
            keyed="header",
            dry_run=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sending.one(models.DryRun, asked)

    async def release(
        self,
        transaction_id: str,
        body: models.Release | Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DryRun:
        """Dry run, which writes nothing: Release an open hold, whole or in part.

        Releases an open hold: the whole remaining amount, a part of it (`amount`), or parts of its entries. The
        response is the release, a transaction of the hold's layer with the sides swapped. More than the remaining
        amount is 422 `HOLD_EXCEEDED`, a hold that has ended 409 `HOLD_NOT_OPEN`. With an idempotency key it is done
        once.

        Refused with ACCOUNT_INACTIVE, AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, HOLD_EXCEEDED,
        HOLD_NOT_OPEN, JOURNAL_CLOSED, PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND,
        idempotency_key_in_use, idempotency_key_reused.
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
        return await self._sending.one(models.DryRun, asked)

    async def reverse(
        self,
        transaction_id: str,
        body: models.Reversal | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DryRun:
        """Dry run, which writes nothing: Reverse a posted transaction, whole or in part.

        Undoes a posted transaction by a new one with the sides swapped, posted at once and effective on `date`; the
        original still counts. The whole remaining amount is reversed, or a part of it (`amount`), or parts of its
        entries, and several reversals may follow one another. A transaction that is pending, void, failed, itself a
        reversal, or part of a conversion or transfer is refused with 422 `TRANSACTION_NOT_REVERSIBLE`. With an
        idempotency key it is done once; without one a repetition of a whole reversal is 422
        `TRANSACTION_ALREADY_REVERSED`.

        Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, BALANCE_LIMIT_EXCEEDED, DATE_BEFORE_ORIGINAL, ENTRIES_NOT_BALANCED, PERIOD_LOCKED,
        REVERSAL_EXCEEDS_REMAINDER, REVERSAL_PARTS_EXCEEDED, TOO_MANY_HEADERS, TRANSACTION_ALREADY_REVERSED,
        TRANSACTION_NOT_FOUND, TRANSACTION_NOT_REVERSIBLE, idempotency_key_in_use, idempotency_key_reused.
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
        return await self._sending.one(models.DryRun, asked)

    async def void(
        self,
        transaction_id: str,
        body: models.VoidRequest | Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
    ) -> models.DryRun:
        """Dry run, which writes nothing: Void a posted transaction.

        Removes the effect of a posted transaction from all balances, on every day; its rows and the reason are
        kept. It is meant for schedules on the encumbrance layer. A transaction that is already reversed or void, is
        a reversal or part of a conversion or transfer, or is in a closed journal, is refused with 409
        `TRANSACTION_NOT_VOIDABLE`; a date in a locked period is 409 `PERIOD_LOCKED`.

        Refused with PERIOD_LOCKED, TOO_MANY_HEADERS, TRANSACTION_NOT_FOUND, TRANSACTION_NOT_VOIDABLE.
        """
        asked = Asked(
            "POST",
            f"/api/v1/transactions/{segment(transaction_id)}/void",
            body=body_of(models.VoidRequest, body),
            dry_run=True,
            timeout=timeout,
        )
        return await self._sending.one(models.DryRun, asked)



class AsyncStringsTrials:
    def __init__(self, sends: sending.AsyncSending) -> None:
        self._sending = sends

    async def convert(
        self,
        code: str,
        body: models.Conversion | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.StringOperationDryRun:
        """Dry run, which writes nothing: Convert between two ledgers of different currencies.

        Moves value between two member ledgers of different currencies: out of an account in the source, into the
        account of the same code in the target, each ledger balanced by the string's clearing account. Both legs are
        committed together, or neither is. The two amounts are authoritative, `rate` is only recorded; if it is left
        out, the current rate is looked up and recorded. Requires the capability `strings:participate:{code}`. With
        an idempotency key it is done once: a repetition answers 200 and the first result.

        Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE,
        STRING_KEY_MISSING_CAPABILITY, STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID,
        STRING_OP_NOT_ALLOWED, STRING_PERIOD_LOCKED, TOO_MANY_HEADERS, idempotency_key_in_use,
        idempotency_key_reused.
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
        return await self._sending.one(models.StringOperationDryRun, asked)

    async def transfer(
        self,
        code: str,
        body: models.Transfer | Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.StringOperationDryRun:
        """Dry run, which writes nothing: Transfer between two ledgers of the same currency.

        Moves value between two member ledgers of the same currency, out of an account in the source into one in the
        target, each ledger balanced by the string's clearing account. Both legs are committed together, or neither
        is. Requires the capability `strings:participate:{code}`. With an idempotency key it is done once: a
        repetition answers 200 and the first result.

        Refused with AMOUNT_PRECISION_EXCEEDED, ATTRIBUTE_COUNT_EXCEEDED, ATTRIBUTE_INVALID_KEY,
        ATTRIBUTE_INVALID_VALUE, ATTRIBUTE_KEY_CAP_EXCEEDED, ATTRIBUTE_NOT_DECLARED, ATTRIBUTE_RESERVED_KEY,
        ATTRIBUTE_VALUE_TOO_LONG, STRING_CURRENCY_MISMATCH, STRING_FOREIGN_LEDGER, STRING_INACTIVE,
        STRING_KEY_MISSING_CAPABILITY, STRING_KEY_NOT_IN_STRING, STRING_NOT_FOUND, STRING_OPERATION_INVALID,
        STRING_OP_NOT_ALLOWED, STRING_PERIOD_LOCKED, TOO_MANY_HEADERS, idempotency_key_in_use,
        idempotency_key_reused.
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
        return await self._sending.one(models.StringOperationDryRun, asked)

