"""The errors of a call, one class for each outcome: refused, failed, not decided yet, no answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._asking import SentRequest

if TYPE_CHECKING:
    from .models import Transaction


class LedgerError(Exception):
    """The base class of all errors of a sent request. It gives the cause, and tells whether the request may have taken effect
    despite the error."""

    may_have_happened: bool = False
    """False if the request certainly wrote nothing, for example because it only reads."""


class LedgerRefusal(LedgerError):
    """The ledger refused the request. ``code`` is for the program, ``message`` is for people."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        errors: Mapping[str, Sequence[str]] | None = None,
        retry_after: float | None = None,
        request_id: str | None = None,
        may_have_happened: bool = False,
        data: Any = None,
        request: SentRequest | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors or {}
        """Maps the name of each invalid field to its errors."""
        self.retry_after = retry_after
        """The seconds to wait before a retry; None if the answer does not give them."""
        self.request_id = request_id
        self.may_have_happened = may_have_happened
        """True if the ledger could not determine whether the write took effect. Repeat the write with the same key, or read its
result."""
        self.data = data
        """The additional data of some refusals, such as the results of a rejected batch."""
        self.request = request


class TransactionFailed(LedgerRefusal):
    """The transaction was accepted but could not be posted: it has no effect. ``code`` gives the reason."""

    def __init__(self, transaction: Transaction) -> None:
        failure = transaction.failure
        code, message = (failure.code, failure.message) if failure else ("INTERNAL_ERROR", "The transaction failed.")
        super().__init__(202, code, message)
        self.transaction = transaction


class TransactionPending(LedgerError):
    """The ledger accepted the transaction, but did not post it within the given time. Read the transaction again later."""

    def __init__(self, transaction: Transaction) -> None:
        super().__init__(f"Transaction {transaction.id} is accepted, and still pending. Read it again later.")
        self.transaction = transaction
        self.may_have_happened = True


class LedgerUnreachable(LedgerError):
    """The ledger did not answer, even after all retries that were safe."""

    def __init__(
        self, message: str, request: SentRequest, attempts: int, may_have_happened: bool, may_pass: bool
    ) -> None:
        super().__init__(message)
        self.request = request
        self.attempts = attempts
        self.may_have_happened = may_have_happened
        """False for a read. True for a write that may have taken effect: repeat it with the same key, or read its result."""
        self.may_pass = may_pass
        """Whether a later attempt may succeed. False if the answer was not from the ledger, for example a redirect from a proxy."""
