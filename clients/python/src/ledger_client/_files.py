"""A file from the service: an export, or a report as CSV. Close it, or use it in a ``with`` statement."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import httpx

from ._asking import SentRequest
from .errors import LedgerUnreachable


def _sequence(response: httpx.Response) -> int | None:
    told = response.headers.get("X-Ledger-Sequence")
    return int(told) if told is not None and told.isascii() and told.isdigit() else None


def _cut_off(sent: SentRequest) -> LedgerUnreachable:
    return LedgerUnreachable("The connection broke: the rest of the file is missing.", sent, 1, False, True)


class LedgerFile:
    def __init__(self, response: httpx.Response, sent: SentRequest) -> None:
        self._response = response
        self._sent = sent
        self.content_type: str = response.headers.get("Content-Type", "")
        self.sequence = _sequence(response)
        """The last sequence of the ledger's log that the file covers; None if the service does not send it."""

    def __enter__(self) -> LedgerFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._response.close()

    def chunks(self) -> Iterator[bytes]:
        """Yields the content as it arrives. Raises ``LedgerUnreachable`` if the connection breaks, so that an incomplete file
does not seem complete."""
        with self:
            pieces = self._response.iter_bytes()
            while True:
                try:
                    piece = next(pieces)
                except StopIteration:
                    return
                except httpx.RequestError as error:
                    raise _cut_off(self._sent) from error
                yield piece

    def text(self) -> str:
        """Reads the whole file and returns it as text."""
        return b"".join(self.chunks()).decode()


class AsyncLedgerFile:
    def __init__(self, response: httpx.Response, sent: SentRequest) -> None:
        self._response = response
        self._sent = sent
        self.content_type: str = response.headers.get("Content-Type", "")
        self.sequence = _sequence(response)

    async def __aenter__(self) -> AsyncLedgerFile:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._response.aclose()

    async def chunks(self) -> AsyncIterator[bytes]:
        async with self:
            pieces = self._response.aiter_bytes()
            while True:
                try:
                    piece = await anext(pieces)
                except StopAsyncIteration:
                    return
                except httpx.RequestError as error:
                    raise _cut_off(self._sent) from error
                yield piece

    async def text(self) -> str:
        return b"".join([piece async for piece in self.chunks()]).decode()
