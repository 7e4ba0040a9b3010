"""The client of the one ledger that the API key belongs to, with a member for each resource."""

from __future__ import annotations

import re
from types import TracebackType

import httpx

from ._deadline import bound
from ._events import AsyncEvents, Events
from ._policy import Limits
from ._sending import AsyncSending, Sending
from ._transactions import AsyncTransactions, Transactions
from .generated import async_operations, operations


class DryRuns:
    """The posting methods as dry runs. Each returns what the posting would do, and writes nothing."""

    def __init__(self, sends: Sending) -> None:
        self.transactions = operations.TransactionsTrials(sends)
        self.strings = operations.StringsTrials(sends)


class AsyncDryRuns:
    def __init__(self, sends: AsyncSending) -> None:
        self.transactions = async_operations.AsyncTransactionsTrials(sends)
        self.strings = async_operations.AsyncStringsTrials(sends)


def _checked(base_url: str) -> str:
    """Returns the URL. Raises ``ValueError`` if it is not an HTTP URL, or if it contains a user name and a password, which
would be sent instead of the key."""
    try:
        url = httpx.URL(base_url)
    except httpx.InvalidURL:
        url = httpx.URL()
    if url.scheme not in ("http", "https") or not url.host or url.userinfo:
        raise ValueError(
            "base_url is the address of the ledger, such as http://127.0.0.1:8080, without a name and a password."
        )
    return base_url


def _headers(key: str) -> dict[str, str]:
    # The HTTP library would also reject a key with such a character, but its message would contain the key.
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("The key has a character that no key has, such as a line break.")
    return {"Authorization": f"Bearer {key}"}


class LedgerClient(operations.LedgerResource):
    """``timeout`` limits one attempt, and ``max_wait`` the longest pause before a retry, both in seconds. ``transport`` replaces
    the HTTP transport, for tests and special networks."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        timeout: float = 30.0,
        max_attempts: int = 5,
        max_wait: float = 30.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._http = httpx.Client(base_url=_checked(base_url), headers=_headers(key), transport=transport, trust_env=True)
        bound(self._http)
        sends = Sending(self._http, Limits(timeout, max_attempts, max_wait))
        super().__init__(sends)
        self.accounts = operations.AccountsResource(sends)
        self.account_sets = operations.AccountSetsResource(sends)
        self.journals = operations.JournalsResource(sends)
        self.transactions = Transactions(sends)
        self.transaction_codes = operations.TransactionCodesResource(sends)
        self.period_locks = operations.PeriodLocksResource(sends)
        self.activity = operations.ActivityResource(sends)
        self.events = Events(sends)
        self.webhook_endpoints = operations.WebhookEndpointsResource(sends)
        self.reports = operations.ReportsResource(sends)
        self.exports = operations.ExportsResource(sends)
        self.strings = operations.StringsResource(sends)
        self.attributes = operations.AttributesResource(sends)
        self.proof = operations.ProofResource(sends)
        self.dry_run = DryRuns(sends)

    def __enter__(self) -> LedgerClient:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()


class AsyncLedgerClient(async_operations.AsyncLedgerResource):
    """The asyncio version of ``LedgerClient``."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        timeout: float = 30.0,
        max_attempts: int = 5,
        max_wait: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._http = httpx.AsyncClient(base_url=_checked(base_url), headers=_headers(key), transport=transport, trust_env=True)
        sends = AsyncSending(self._http, Limits(timeout, max_attempts, max_wait))
        super().__init__(sends)
        self.accounts = async_operations.AsyncAccountsResource(sends)
        self.account_sets = async_operations.AsyncAccountSetsResource(sends)
        self.journals = async_operations.AsyncJournalsResource(sends)
        self.transactions = AsyncTransactions(sends)
        self.transaction_codes = async_operations.AsyncTransactionCodesResource(sends)
        self.period_locks = async_operations.AsyncPeriodLocksResource(sends)
        self.activity = async_operations.AsyncActivityResource(sends)
        self.events = AsyncEvents(sends)
        self.webhook_endpoints = async_operations.AsyncWebhookEndpointsResource(sends)
        self.reports = async_operations.AsyncReportsResource(sends)
        self.exports = async_operations.AsyncExportsResource(sends)
        self.strings = async_operations.AsyncStringsResource(sends)
        self.attributes = async_operations.AsyncAttributesResource(sends)
        self.proof = async_operations.AsyncProofResource(sends)
        self.dry_run = AsyncDryRuns(sends)

    async def __aenter__(self) -> AsyncLedgerClient:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()
