"""The errors of a call, each as a class of its own: refused, failed, not decided yet, no answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._asking import SentRequest

if TYPE_CHECKING:
    from .models import Transaction


class LedgerError(Exception):
    """All that this package raises of a request that was sent: what went wrong, and whether it may have been done nevertheless."""

    may_have_happened: bool = False
    """False where it is known that nothing was done, or where the request only reads."""


class LedgerRefusal(LedgerError):
    """The ledger said no. Branch on ``code``, show ``message``."""

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
        """Field → what is wrong with it."""
        self.retry_after = retry_after
        """Seconds."""
        self.request_id = request_id
        self.may_have_happened = may_have_happened
        """The ledger could not say whether it was done: the same key, or a look, tells."""
        self.data = data
        """The additional data of some refusals, such as the results of a rejected batch."""
        self.request = request


class TransactionFailed(LedgerRefusal):
    """The transaction was accepted, and could not be posted: nothing moved, and nothing will. ``code`` says why."""

    def __init__(self, transaction: Transaction) -> None:
        failure = transaction.failure
        code, message = (failure.code, failure.message) if failure else ("INTERNAL_ERROR", "The transaction failed.")
        super().__init__(202, code, message)
        self.transaction = transaction


class TransactionPending(LedgerError):
    """The transaction is accepted and durable, and not decided within the time that was given. Read it again."""

    def __init__(self, transaction: Transaction) -> None:
        super().__init__(f"Transaction {transaction.id} is accepted, and still pending. Read it again later.")
        self.transaction = transaction
        self.may_have_happened = True


class LedgerUnreachable(LedgerError):
    """No answer of the ledger arrived, after all retries that were safe."""

    def __init__(
        self, message: str, request: SentRequest, attempts: int, may_have_happened: bool, may_pass: bool
    ) -> None:
        super().__init__(message)
        self.request = request
        self.attempts = attempts
        self.may_have_happened = may_have_happened
        """False for what only reads. A write may have been done: repeat it with its key, or look."""
        self.may_pass = may_pass
        """Whether a later attempt may succeed; false if something else than the ledger answered, such as a redirect."""
