"""The events of a ledger: page by page, or for as long as somebody listens."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import httpx

from ._asking import Asked
from ._policy import back_off
from .errors import LedgerUnreachable
from .generated.async_operations import AsyncEventsResource
from .models import Event
from .generated.operations import EventsResource

# The service says something every 15 s: after three times as long a stream is dead.
_SILENCE_SECONDS = 45.0
_MAX_BACK_OFF_ATTEMPTS = 8
_BROKEN = (httpx.TransportError, LedgerUnreachable)


def _asked(after: int, types: Sequence[str] | None, account_id: str | None, transaction_id: str | None) -> Asked:
    query: dict[str, Any] = {
        "after_sequence": after,
        "types": types,
        "account_id": account_id,
        "transaction_id": transaction_id,
    }
    return Asked("GET", "/api/v1/events", query=query, accept="text/event-stream", timeout=_SILENCE_SECONDS)


class _Messages:
    """A message has its event on one line, and is whole when an empty line follows: what a connection cut off is none."""

    def __init__(self) -> None:
        self._data: str | None = None

    def event_behind(self, line: str) -> Event | None:
        if line.startswith("data:"):
            self._data = line[5:]
        if line != "" or self._data is None:
            return None
        event = Event.model_validate(json.loads(self._data))
        self._data = None
        return event


def _pause(failures: int) -> float:
    return back_off(min(failures, _MAX_BACK_OFF_ATTEMPTS))


class Events(EventsResource):
    def stream(
        self,
        *,
        after_sequence: int = 0,
        types: Sequence[str] | None = None,
        account_id: str | None = None,
        transaction_id: str | None = None,
    ) -> Iterator[Event]:
        """Every event behind ``after_sequence``, and each that comes, until the loop is left. It comes back by itself where a
        connection breaks, behind the last event that it gave: nothing is left out and nothing is told twice. Keep the
        ``sequence`` of what you have worked off, in one transaction with the work."""
        failures = 0
        while True:
            try:
                response = self._sending.answer(_asked(after_sequence, types, account_id, transaction_id), streamed=True)
                messages = _Messages()
                try:
                    for line in response.iter_lines():
                        event = messages.event_behind(line)
                        if event is not None:
                            failures = 0
                            after_sequence = event.sequence
                            yield event
                finally:
                    response.close()
            except _BROKEN:
                pass
            failures += 1
            time.sleep(_pause(failures))


class AsyncEvents(AsyncEventsResource):
    async def stream(
        self,
        *,
        after_sequence: int = 0,
        types: Sequence[str] | None = None,
        account_id: str | None = None,
        transaction_id: str | None = None,
    ) -> AsyncIterator[Event]:
        """As ``Events.stream``; end it by leaving the loop, or by cancelling its task."""
        failures = 0
        while True:
            try:
                asked = _asked(after_sequence, types, account_id, transaction_id)
                response = await self._sending.answer(asked, streamed=True)
                messages = _Messages()
                try:
                    async for line in response.aiter_lines():
                        event = messages.event_behind(line)
                        if event is not None:
                            failures = 0
                            after_sequence = event.sequence
                            yield event
                finally:
                    await response.aclose()
            except _BROKEN:
                pass
            failures += 1
            await asyncio.sleep(_pause(failures))
