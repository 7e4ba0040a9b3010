"""A file that the service sends: an export, or a report for a spreadsheet. Close it, or use it with ``with``."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import httpx


def _sequence(response: httpx.Response) -> int | None:
    told = response.headers.get("X-Ledger-Sequence")
    return None if told is None else int(told)


class LedgerFile:
    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self.content_type: str = response.headers.get("Content-Type", "")
        self.sequence = _sequence(response)
        """The head of the ledger's log that the file was made at, where it tells one."""

    def __enter__(self) -> LedgerFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._response.close()

    def chunks(self) -> Iterator[bytes]:
        """As it arrives. It raises where the connection breaks off: then the rest is missing."""
        with self:
            yield from self._response.iter_bytes()

    def text(self) -> str:
        """All of it."""
        with self:
            return self._response.read().decode()


class AsyncLedgerFile:
    def __init__(self, response: httpx.Response) -> None:
        self._response = response
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
            async for chunk in self._response.aiter_bytes():
                yield chunk

    async def text(self) -> str:
        async with self:
            return (await self._response.aread()).decode()
