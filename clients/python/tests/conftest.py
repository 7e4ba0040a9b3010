"""Fixtures: a client of the real service, whose URL and key come from the environment (make test-python), and transports that
fail."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from typing import Callable

import httpx
import pytest

from ledger_client import LedgerClient
from ledger_client.models import NewEntry, NewTransaction

_numbers = count(1)
URL = os.environ["LEDGER_URL"]
KEY = os.environ["LEDGER_KEY"]


def sale(amount: object = "10.50", **fields: object) -> NewTransaction:
    return NewTransaction(
        **{
            "effective_date": "2026-01-15",
            "description": "Cash sale",
            "idempotency_key": f"python-{os.getpid()}-{next(_numbers)}",
            "entries": [
                NewEntry(account_code="CASH", type="debit", amount=amount),
                NewEntry(account_code="SALES", type="credit", amount=amount),
            ],
            **fields,
        }
    )


class Failing(httpx.BaseTransport):
    """A transport that fails its first requests in the given ways, and records the idempotency keys of all requests. "breaks"
executes the request but loses its answer."""

    def __init__(self, *failures: str | httpx.Response) -> None:
        self._failures = list(failures)
        self._real = httpx.HTTPTransport()
        self.keys: list[str | None] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.keys.append(request.headers.get("Idempotency-Key"))
        failure = self._failures.pop(0) if self._failures else None
        if isinstance(failure, httpx.Response):
            return failure
        response = self._real.handle_request(request)
        if failure is None:
            return response
        response.read()
        response.close()
        raise httpx.ReadError("broken")

    def close(self) -> None:
        self._real.close()


def refused(status: int, code: str, retry_after: str = "0") -> httpx.Response:
    body = {"success": False, "code": code, "message": "Not now."}
    return httpx.Response(status, json=body, headers={"Retry-After": retry_after})


@pytest.fixture(scope="session")
def ledger() -> Iterator[LedgerClient]:
    with LedgerClient(URL, KEY) as client:
        yield client


@pytest.fixture
def failing() -> Iterator[Callable[..., tuple[LedgerClient, Failing]]]:
    opened: list[LedgerClient] = []

    def make(*failures: str | httpx.Response, **options: object) -> tuple[LedgerClient, Failing]:
        transport = Failing(*failures)
        client = LedgerClient(URL, KEY, transport=transport, **options)  # type: ignore[arg-type]
        opened.append(client)
        return client, transport

    yield make
    for client in opened:
        client.close()
