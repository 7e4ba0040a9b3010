"""When a request is sent again. A retry never lies: what was refused is not repeated, and what may have been done is repeated
only where that does no harm. 429 says that this attempt did nothing. 503 may mean that the ledger went away while it wrote,
so a write without a key is not repeated after it, nor after a connection that broke. An attempt that may have been done leaves
the whole call in doubt until an answer says what became of it."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._asking import Prepared
from .errors import LedgerRefusal, LedgerUnreachable

FIRST_PAUSE_SECONDS = 0.1


@dataclass(frozen=True)
class Limits:
    timeout: float = 30.0
    """Seconds for one attempt."""
    max_attempts: int = 5
    max_wait: float = 30.0
    """Seconds. Waits longer than this are the caller's business: what asked for them is raised."""


def back_off(attempt: int) -> float:
    """Seconds: twice as long each time, and never the same for two callers who broke off together."""
    return FIRST_PAUSE_SECONDS * 2.0 ** (attempt - 1) * (0.5 + random.random())


def envelope_in(text: str) -> dict[str, Any] | None:
    """None where something that is not the ledger answered."""
    try:
        body = json.loads(text)
    except ValueError:
        return None
    return body if isinstance(body, dict) and isinstance(body.get("success"), bool) else None


def _leaves_doubt(status: int, code: str) -> bool:
    """The ledger answers like this before it looks whether the key was used: it does not say what became of an earlier attempt."""
    return status in (401, 403, 429) or code == "idempotency_key_in_use"


def refusal_of(
    status: int, headers: Mapping[str, str], body: dict[str, Any], prepared: Prepared, in_doubt: bool
) -> LedgerRefusal:
    """``in_doubt``: whether an earlier attempt of the same request may have been done."""
    code = body.get("code", "INTERNAL_ERROR")
    retry_after = headers.get("Retry-After")
    return LedgerRefusal(
        status,
        code,
        body.get("message", f"answered {status}"),
        errors=body.get("errors"),
        retry_after=None if retry_after is None else float(retry_after),
        request_id=headers.get("X-Request-Id"),
        may_have_happened=not prepared.is_read and (status >= 500 or (in_doubt and _leaves_doubt(status, code))),
        data=body.get("data"),
        request=prepared.sent,
    )


def pause_after_refusal(refusal: LedgerRefusal, prepared: Prepared, attempt: int, limits: Limits) -> float:
    """How long to wait before the same is asked again, in seconds; raises the refusal where it is not."""
    said = 1.0 if refusal.retry_after is None else refusal.retry_after
    if refusal.status == 429 or (refusal.status == 503 and prepared.is_repeatable):
        wait = said
    elif refusal.code == "idempotency_key_in_use":
        # The first request with this key still runs, or its connection broke before this one came: its answer is awaited.
        wait = back_off(attempt)
    else:
        raise refusal
    if attempt >= limits.max_attempts or wait > limits.max_wait:
        raise refusal
    return wait


def pause_after_loss(message: str, may_pass: bool, prepared: Prepared, attempt: int, limits: Limits) -> float:
    if not prepared.is_repeatable or not may_pass or attempt >= limits.max_attempts:
        raise LedgerUnreachable(message, prepared.sent, attempt, not prepared.is_read)
    return back_off(attempt)


def stranger(status: int) -> tuple[str, bool]:
    """What stands between may be away for a moment; everything else that it says, it will say again."""
    return f"Something that is not the ledger answered {status}.", status >= 500
