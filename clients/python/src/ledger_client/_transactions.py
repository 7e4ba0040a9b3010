"""Posts transactions, and waits until they are posted or have failed."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .errors import LedgerError, TransactionFailed, TransactionPending
from .generated.async_operations import AsyncTransactionsResource
from .models import NewTransaction, Transaction
from .generated.operations import TransactionsResource

_MAX_WAIT_SECONDS = 10
_FIRST_LOOK_SECONDS = 0.05
_MAX_LOOK_SECONDS = 1.0


def _decided(transaction: Transaction, until: float, look: float) -> bool:
    if transaction.status == "failed":
        raise TransactionFailed(transaction)
    if transaction.status != "pending":
        return True
    if time.monotonic() + look > until:
        raise TransactionPending(transaction)
    return False


@contextmanager
def _accepted() -> Iterator[None]:
    """The ledger accepted the transaction before this block, so after an error in the block the write may have taken effect."""
    try:
        yield
    except LedgerError as error:
        error.may_have_happened = True
        raise


def _wait(within: float) -> int:
    return min(_MAX_WAIT_SECONDS, math.ceil(within))


class Transactions(TransactionsResource):
    def post_and_wait(
        self,
        body: NewTransaction | Mapping[str, Any],
        *,
        within: float = 30.0,
        idempotency_key: str | None = None,
        strict: bool = False,
        timeout: float | None = None,
    ) -> Transaction:
        """Posts a transaction, waits until it is posted, and returns it. Raises ``TransactionFailed`` if the ledger accepted it
but could not post it, and ``TransactionPending`` if neither has happened within ``within`` seconds. If an earlier
call used the same key, returns the transaction of that call in its current state."""
        until = time.monotonic() + within
        accepted = self.post(
            body, idempotency_key=idempotency_key, strict=strict, timeout=timeout, wait=_wait(within)
        )
        look = _FIRST_LOOK_SECONDS
        while True:
            with _accepted():
                transaction = self.read(accepted.id, timeout=timeout)
            if _decided(transaction, until, look):
                return transaction
            time.sleep(look)
            look = min(2 * look, _MAX_LOOK_SECONDS)


class AsyncTransactions(AsyncTransactionsResource):
    async def post_and_wait(
        self,
        body: NewTransaction | Mapping[str, Any],
        *,
        within: float = 30.0,
        idempotency_key: str | None = None,
        strict: bool = False,
        timeout: float | None = None,
    ) -> Transaction:
        """Like ``Transactions.post_and_wait``."""
        until = time.monotonic() + within
        accepted = await self.post(
            body, idempotency_key=idempotency_key, strict=strict, timeout=timeout, wait=_wait(within)
        )
        look = _FIRST_LOOK_SECONDS
        while True:
            with _accepted():
                transaction = await self.read(accepted.id, timeout=timeout)
            if _decided(transaction, until, look):
                return transaction
            await asyncio.sleep(look)
            look = min(2 * look, _MAX_LOOK_SECONDS)
