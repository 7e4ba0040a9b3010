"""Helps to test programs that receive webhooks: returns an example of each event, and signs it as the service does."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets as _random
import time
from collections.abc import Mapping, Sequence
from typing import Any

from ._secret import PREFIX, bytes_of_secret
from .generated.event_fixtures import RECORDED_EVENTS

_RECORDED: dict[str, dict[str, Any]] = json.loads(RECORDED_EVENTS)

EVENT_TYPES: Sequence[str] = tuple(_RECORDED)
"""The event types that ``example_event`` knows."""


def webhook_secret() -> str:
    """Returns a random secret in the form of a webhook endpoint's secret."""
    return PREFIX + base64.b64encode(_random.token_bytes(32)).decode()


def example_event(type: str, *, data: Mapping[str, Any] | None = None, **members: Any) -> dict[str, Any]:
    """Returns the example event of this type. ``members`` replace members of the event, and ``data`` replaces members of its
data. Raises ``ValueError`` for an unknown type, with a list of the known ones."""
    if type not in _RECORDED:
        raise ValueError(f"There is no event of the type {type}. Those that there are: {', '.join(EVENT_TYPES)}.")
    copy: dict[str, Any] = json.loads(json.dumps(_RECORDED[type]))
    return {**copy, **members, "data": {**copy["data"], **(data or {})}}


def sign_webhook(
    event: Mapping[str, Any],
    secrets: str | Sequence[str],
    *,
    at: float | None = None,
    id: str | None = None,
) -> tuple[dict[str, str], str]:
    """Returns the headers and the body of the webhook request with this event, signed with the endpoint's secret, or with two
secrets during a rotation. ``at`` is in seconds since 1970; now by default."""
    body = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
    timestamp = str(int(time.time() if at is None else at))
    message_id = id or f"msg_{event['id']}"
    signed = f"{message_id}.{timestamp}.{body}".encode()
    signatures = [_signature(signed, each) for each in ([secrets] if isinstance(secrets, str) else secrets)]
    headers = {
        "content-type": "application/json; charset=utf-8",
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(signatures),
    }
    return headers, body


def _signature(signed: bytes, secret: str) -> str:
    return "v1," + base64.b64encode(hmac.new(bytes_of_secret(secret), signed, hashlib.sha256).digest()).decode()
