"""``timeout`` limits a whole attempt, even if the server sends a byte now and then. Without the limit these calls would
never end."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest

from ledger_client import AsyncLedgerClient, LedgerClient, LedgerUnreachable

_SECONDS_BETWEEN_BYTES = 0.1
_TIMEOUT = 0.5


class Dripping:
    """A server that sends the headers of an answer at once, and after them one space at regular intervals until the connection
    closes."""

    def __init__(self, beginning: bytes) -> None:
        self._beginning = beginning
        self._over = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        while not self._over.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._drip, args=(connection,), daemon=True).start()

    def _drip(self, connection: socket.socket) -> None:
        with connection:
            try:
                connection.sendall(self._beginning)
                while not self._over.wait(_SECONDS_BETWEEN_BYTES):
                    connection.sendall(b" ")
            except OSError:
                return

    def close(self) -> None:
        self._over.set()
        self._listener.close()


@pytest.fixture(
    params=[
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX-Slow:",
        b"HTTP/1.1 503 Busy\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n",
    ],
    ids=["body", "headers", "refusal"],
)
def dripping(request: pytest.FixtureRequest) -> Iterator[Dripping]:
    server = Dripping(request.param)
    yield server
    server.close()


def test_ends_an_attempt_that_takes_too_long(dripping: Dripping) -> None:
    with LedgerClient(dripping.url, "sk_test", timeout=_TIMEOUT, max_attempts=2) as client:
        with pytest.raises(LedgerUnreachable, match="no answer in time") as late:
            client.transactions.read("t")
    assert (late.value.attempts, late.value.may_have_happened) == (2, False)


def test_ends_one_for_asyncio(dripping: Dripping) -> None:
    async def play() -> None:
        async with AsyncLedgerClient(dripping.url, "sk_test", timeout=_TIMEOUT, max_attempts=2) as client:
            with pytest.raises(LedgerUnreachable, match="no answer in time") as late:
                await client.transactions.read("t")
            assert (late.value.attempts, late.value.may_have_happened) == (2, False)

    asyncio.run(play())
