"""The events of a ledger: page by page, or as a continuous stream."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Protocol, TypeVar

import httpx
from pydantic import ValidationError

from ._asking import Asked
from ._messages import MessageReader
from ._policy import back_off
from ._sending import Answer
from .errors import LedgerError, LedgerRefusal, LedgerUnreachable
from .generated.async_operations import AsyncEventsResource
from .generated.operations import EventsResource
from .models import LedgerEvent

# The service sends data at least every 15 s. A stream without data for 45 s is treated as broken.
_SILENCE_SECONDS = 45.0
_MAX_BACK_OFF_ATTEMPTS = 8


def _asked(
    after: int, after_hash: str | None, types: Sequence[str] | None, account_id: str | None, transaction_id: str | None
) -> Asked:
    query: dict[str, Any] = {
        "after_sequence": after,
        "after_hash": after_hash,
        "types": types,
        "account_id": account_id,
        "transaction_id": transaction_id,
    }
    return Asked("GET", "/api/v1/events", query=query, accept="text/event-stream", timeout=_SILENCE_SECONDS)


def _event_in(data: str, answer: Answer) -> LedgerEvent:
    try:
        return LedgerEvent.model_validate_json(data)
    except ValidationError as error:
        raise answer.course.unreadable("The stream has a message that is not an event.") from error


def _pause_after(error: Exception, failures: int, max_wait: float) -> float:
    """Returns the pause in seconds before the stream is requested again. Raises the error if a new request would fail in the
same way."""
    said = 0.0
    if isinstance(error, LedgerRefusal):
        if error.status != 429 and error.status < 500:
            raise error
        said = error.retry_after or 0.0
    elif isinstance(error, LedgerUnreachable) and not error.may_pass:
        raise error
    return min(max(said, back_off(min(failures, _MAX_BACK_OFF_ATTEMPTS))), max_wait)


_OTHER_LOG = frozenset(("LOG_CHANGED", "SEQUENCE_NOT_REACHED"))


def _is_other_log(error: LedgerRefusal) -> bool:
    """Returns True if the refusal means that the ledger's log does not contain the event. Raises every other refusal."""
    if error.code not in _OTHER_LOG:
        raise error
    return True


class _Place(Protocol):
    @property
    def sequence(self) -> int: ...

    @property
    def hash(self) -> str: ...


_Had = TypeVar("_Had", bound=_Place)


class _Ended(Exception):
    """Raised when the service has closed the stream."""


class Events(EventsResource):
    def last_in_both(self, had: Sequence[_Had]) -> _Had | None:
        """Returns the last of your events that the ledger's log still contains, or None if it contains none of them. ``had``
are your events, oldest first. Call it after ``LOG_CHANGED`` or ``SEQUENCE_NOT_REACHED``, or if a webhook has a new
``ledger-log-epoch``. Then discard your events after the returned one, and continue from it. Sends about
log2(``len(had)``) requests."""
        # Each hash covers all earlier events, so the logs agree up to one event and differ after it. This is a binary search
        # for that event.
        low, high = 0, len(had)
        while low < high:
            middle = (low + high) // 2
            if self._has(had[middle]):
                low = middle + 1
            else:
                high = middle
        return had[low - 1] if low > 0 else None

    def _has(self, place: _Place) -> bool:
        try:
            self.list(after_sequence=place.sequence, after_hash=place.hash, limit=1).page()
        except LedgerRefusal as error:
            return not _is_other_log(error)
        return True

    def stream(
        self,
        *,
        after_sequence: int = 0,
        after_hash: str | None = None,
        types: Sequence[str] | None = None,
        account_id: str | None = None,
        transaction_id: str | None = None,
    ) -> Iterator[LedgerEvent]:
        """Yields every event after ``after_sequence`` and each new event, until the caller leaves the loop. Reconnects after a
broken connection, 429 or 5xx, with growing pauses, and continues after the last event that it yielded, so no event is
lost or repeated. Raises an error on 401, 403, 404, 409 and 422, because a retry would get the same refusal. 409
``LOG_CHANGED`` and 422 ``SEQUENCE_NOT_REACHED`` mean that the ledger has lost events that you have read, for example
because a backup was restored. Store the ``sequence`` and the ``hash`` of the last event that you processed, in the same
database transaction as the result of your work."""
        failures = 0
        while True:
            try:
                asked = _asked(after_sequence, after_hash, types, account_id, transaction_id)
                answer = self._sending.answer(asked, streamed=True, attempts=1)
                messages = MessageReader()
                try:
                    for piece in answer.response.iter_bytes():
                        for data in messages.data_in(piece):
                            event = _event_in(data, answer)
                            failures = 0
                            after_sequence, after_hash = event.sequence, event.hash
                            yield event
                finally:
                    answer.response.close()
                raise _Ended
            except (httpx.RequestError, LedgerError, _Ended) as error:
                failures += 1
                pause = _pause_after(error, failures, self._sending.limits.max_wait)
            time.sleep(pause)


class AsyncEvents(AsyncEventsResource):
    async def last_in_both(self, had: Sequence[_Had]) -> _Had | None:
        """Like ``Events.last_in_both``."""
        low, high = 0, len(had)
        while low < high:
            middle = (low + high) // 2
            if await self._has(had[middle]):
                low = middle + 1
            else:
                high = middle
        return had[low - 1] if low > 0 else None

    async def _has(self, place: _Place) -> bool:
        try:
            await self.list(after_sequence=place.sequence, after_hash=place.hash, limit=1).page()
        except LedgerRefusal as error:
            return not _is_other_log(error)
        return True

    async def stream(
        self,
        *,
        after_sequence: int = 0,
        after_hash: str | None = None,
        types: Sequence[str] | None = None,
        account_id: str | None = None,
        transaction_id: str | None = None,
    ) -> AsyncIterator[LedgerEvent]:
        """Like ``Events.stream``. Leave the loop or cancel the task to end it."""
        failures = 0
        while True:
            try:
                asked = _asked(after_sequence, after_hash, types, account_id, transaction_id)
                answer = await self._sending.answer(asked, streamed=True, attempts=1)
                messages = MessageReader()
                try:
                    async for piece in answer.response.aiter_bytes():
                        for data in messages.data_in(piece):
                            event = _event_in(data, answer)
                            failures = 0
                            after_sequence, after_hash = event.sequence, event.hash
                            yield event
                finally:
                    await answer.response.aclose()
                raise _Ended
            except (httpx.RequestError, LedgerError, _Ended) as error:
                failures += 1
                pause = _pause_after(error, failures, self._sending.limits.max_wait)
            await asyncio.sleep(pause)
