"""Decides whether a request is retried. A refused request is not retried, except while a request with its key still runs. If
the result of a request is unknown, it is retried only if a repetition has no second effect. 429 means that the ledger did
not execute this attempt. 503 may mean that the ledger failed during the write, so a write without a key is not retried after
503, and not after a broken connection. Once the result of an attempt is unknown, ``may_have_happened`` stays true until an
answer shows the result."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from ._asking import Prepared
from .errors import LedgerRefusal, LedgerUnreachable

FIRST_PAUSE_SECONDS = 0.1


@dataclass(frozen=True)
class Limits:
    timeout: float = 30.0
    """The time limit of one attempt, in seconds."""
    max_attempts: int = 5
    max_wait: float = 30.0
    """The longest pause before a retry, in seconds. If the service asks for a longer pause, its refusal is raised."""


def back_off(attempt: int) -> float:
    """Returns the pause in seconds. It doubles with each attempt. The random factor keeps clients that failed together from
retrying together."""
    return FIRST_PAUSE_SECONDS * 2.0 ** (attempt - 1) * (0.5 + random.random())


class Course:
    """The attempts of one request. After each failed attempt it returns the pause before the next one, or raises."""

    def __init__(self, prepared: Prepared, limits: Limits) -> None:
        self.prepared = prepared
        self.seconds = limits.timeout if prepared.timeout is None else prepared.timeout
        self._limits = limits
        self._attempt = 0
        self._in_doubt = False

    def begin(self) -> None:
        self._attempt += 1

    def after_loss(self, message: str, may_pass: bool = True) -> float:
        prepared, attempt = self.prepared, self._attempt
        if not prepared.is_repeatable or not may_pass or attempt >= self._limits.max_attempts:
            raise LedgerUnreachable(message, prepared.sent, attempt, not prepared.is_read, may_pass)
        self._in_doubt = True
        return back_off(attempt)

    def after_answer(self, status: int, headers: Mapping[str, str], text: str) -> float | dict[str, Any]:
        """Returns the envelope of a successful answer, or the pause in seconds before a retry."""
        envelope = _envelope_in(status, text)
        if envelope is None:
            return self.after_loss(*_stranger(status))
        if envelope["success"]:
            if status != 202 or self.prepared.is_read or not _is_still_running(envelope):
                return envelope
            envelope = {**envelope, **_UNDECIDED}
        refusal = self._refusal_of(status, headers, envelope)
        pause = self._pause_after(refusal)
        self._in_doubt = refusal.may_have_happened
        return pause

    def unreadable(self, message: str) -> LedgerUnreachable:
        """Returns the error for an answer that does not have the API's format. A retry would get the same answer."""
        return LedgerUnreachable(message, self.prepared.sent, self._attempt, not self.prepared.is_read, False)

    def _refusal_of(self, status: int, headers: Mapping[str, str], body: dict[str, Any]) -> LedgerRefusal:
        """Returns the refusal in an answer. The 202 of an undecided batch counts as a refusal too."""
        code: str = body["code"]
        errors = body.get("errors")
        doubt = body["success"] or status >= 500 or (self._in_doubt and _leaves_doubt(status, body))
        return LedgerRefusal(
            status,
            code,
            str(body.get("message", f"answered {status}")),
            errors=errors if isinstance(errors, dict) else None,
            retry_after=retry_after_in(headers),
            request_id=headers.get("X-Request-Id"),
            may_have_happened=not self.prepared.is_read and doubt,
            data=body.get("data"),
            request=self.prepared.sent,
        )

    def _pause_after(self, refusal: LedgerRefusal) -> float:
        """Returns the pause in seconds before a retry. Raises the refusal if the request must not be retried."""
        if refusal.status == 429 or (refusal.status == 503 and self.prepared.is_repeatable):
            wait = 1.0 if refusal.retry_after is None else refusal.retry_after
        elif _is_still_running({"code": refusal.code, "data": refusal.data}):
            # An earlier request with this key is still running on the server. The retry gets its result.
            wait = back_off(self._attempt)
        else:
            raise refusal
        if self._attempt >= self._limits.max_attempts or wait > self._limits.max_wait:
            raise refusal
        return wait


def _envelope_in(status: int, text: str) -> dict[str, Any] | None:
    """Reads the envelope of an answer. Returns None if the answer is not from the ledger, for example from a proxy: the
ledger's successes have ``data``, and its refusals have a ``code``."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(body, dict):
        return None
    if 200 <= status < 300:
        return body if body.get("success") is True and "data" in body else None
    is_refusal = status >= 400 and body.get("success") is False and isinstance(body.get("code"), str)
    return body if is_refusal else None


_KEY_IN_USE = "idempotency_key_in_use"

_UNDECIDED = {
    "code": _KEY_IN_USE,
    "message": "Items of this batch have idempotency keys of requests that are still running. See data['results'].",
}
"""The code and the message of a batch whose answer accepts it but leaves items undecided."""


def _is_still_running(envelope: Mapping[str, Any]) -> bool:
    """Returns whether a request still runs on the server that has the key of this request, or of an item of this batch."""
    if envelope.get("code") == _KEY_IN_USE:
        return True
    data = envelope.get("data")
    results = data.get("results") if isinstance(data, dict) else None
    return isinstance(results, list) and any(
        isinstance(result, dict) and result.get("code") == _KEY_IN_USE for result in results
    )


def _leaves_doubt(status: int, envelope: Mapping[str, Any]) -> bool:
    """True for refusals that the ledger sends before it looks up the idempotency key, and for those that find the key in use.
They do not show whether an earlier attempt took effect."""
    return status in (401, 403, 429) or _is_still_running(envelope)


def _stranger(status: int) -> tuple[str, bool]:
    """Returns the message for an answer that is not from the ledger, and whether a retry may help: only after a 5xx."""
    if 300 <= status < 400:
        told = f"Something that is not the ledger answered with a redirect ({status})."
        return f"{told} Redirects are not followed: set base_url to the address of the ledger itself.", False
    return f"Something that is not the ledger answered {status}.", status >= 500


_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
_IMF_DATE = re.compile(r"[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT")


def retry_after_in(headers: Mapping[str, str]) -> float | None:
    """Reads Retry-After, a number of seconds or a date (RFC 9110). Returns seconds; None if the header has a different form."""
    said = headers.get("Retry-After", "").strip()
    if _SECONDS.fullmatch(said):
        return float(said)
    if not _IMF_DATE.fullmatch(said):
        return None
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
