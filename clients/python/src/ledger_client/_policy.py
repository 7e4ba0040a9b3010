"""When a request is sent again. A retry never lies: what was refused is not repeated, and what may have been done is repeated
only where that does no harm. 429 says that this attempt did nothing. 503 may mean that the ledger went away while it wrote,
so a write without a key is not repeated after it, nor after a connection that broke. An attempt that may have been done leaves
the whole call in doubt until an answer says what became of it."""

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
    """Seconds for one attempt as a whole."""
    max_attempts: int = 5
    max_wait: float = 30.0
    """Seconds. Waits longer than this are the caller's business: what asked for them is raised."""


def back_off(attempt: int) -> float:
    """Seconds: twice as long each time, and never the same for two callers who broke off together."""
    return FIRST_PAUSE_SECONDS * 2.0 ** (attempt - 1) * (0.5 + random.random())


class Course:
    """The attempts of one request: each way in which one can end says how long to pause before the next, or raises."""

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
        """The envelope of an answer that is no refusal, or the pause."""
        envelope = _envelope_in(status, text)
        if envelope is None:
            return self.after_loss(*_stranger(status))
        if envelope["success"]:
            return envelope
        refusal = self._refusal_of(status, headers, envelope)
        pause = self._pause_after(refusal)
        self._in_doubt = refusal.may_have_happened
        return pause

    def unreadable(self, message: str) -> LedgerUnreachable:
        """The ledger does not send such answers, and a retry would bring the same one."""
        return LedgerUnreachable(message, self.prepared.sent, self._attempt, not self.prepared.is_read, False)

    def _refusal_of(self, status: int, headers: Mapping[str, str], body: dict[str, Any]) -> LedgerRefusal:
        code: str = body["code"]
        errors = body.get("errors")
        doubt = status >= 500 or (self._in_doubt and _leaves_doubt(status, code))
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
        """The seconds to wait before a retry; raises the refusal if it is not to be retried."""
        if refusal.status == 429 or (refusal.status == 503 and self.prepared.is_repeatable):
            wait = 1.0 if refusal.retry_after is None else refusal.retry_after
        elif refusal.code == "idempotency_key_in_use":
            # The first request with this key still runs, or its connection broke before this one came: its answer is awaited.
            wait = back_off(self._attempt)
        else:
            raise refusal
        if self._attempt >= self._limits.max_attempts or wait > self._limits.max_wait:
            raise refusal
        return wait


def _envelope_in(status: int, text: str) -> dict[str, Any] | None:
    """None where something that is not the ledger answered: the ledger's success has data, and its refusal a code."""
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


def _leaves_doubt(status: int, code: str) -> bool:
    """The ledger answers like this before it looks whether the key was used: it does not say what became of an earlier attempt."""
    return status in (401, 403, 429) or code == "idempotency_key_in_use"


def _stranger(status: int) -> tuple[str, bool]:
    """A proxy may be away for a moment (5xx); everything else that it says, it will say again."""
    if 300 <= status < 400:
        told = f"Something that is not the ledger answered with a redirect ({status})."
        return f"{told} Redirects are not followed: set base_url to the address of the ledger itself.", False
    return f"Something that is not the ledger answered {status}.", status >= 500


_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
_IMF_DATE = re.compile(r"[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT")


def retry_after_in(headers: Mapping[str, str]) -> float | None:
    """Seconds, from a number of them or from a date, as RFC 9110 allows; None where it is neither."""
    said = headers.get("Retry-After", "").strip()
    if _SECONDS.fullmatch(said):
        return float(said)
    if not _IMF_DATE.fullmatch(said):
        return None
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
