"""Verifies that a request to a webhook endpoint comes from the ledger (Standard Webhooks)."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import AwareDatetime, TypeAdapter, ValidationError

from ._model import Answered
from ._secret import bytes_of, bytes_of_secret
from .models import LedgerEvent

DEFAULT_TOLERANCE_SECONDS = 300


class WebhookVerificationError(Exception):
    """The message does not come from the ledger, or its time differs too much from the receiver's clock."""


class WebhookTest(Answered):
    """The message that ``POST /webhook-endpoints/{id}/test`` sends to check an endpoint. It is not an event of the ledger."""

    type: Literal["webhook.test"]
    ledger_id: str
    occurred_at: AwareDatetime


_MESSAGE: TypeAdapter[WebhookTest | LedgerEvent] = TypeAdapter(WebhookTest | LedgerEvent)


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = DEFAULT_TOLERANCE_SECONDS,
    now: float | None = None,
) -> LedgerEvent | WebhookTest:
    """Verifies a request to a webhook endpoint, and returns its event or test message. ``body`` must be exactly the received
text or bytes: the signature no longer matches a body that was parsed and serialised again. ``secrets`` are the
endpoint's secret, or both secrets during a rotation. Raises ``WebhookVerificationError`` if no secret matches the
signature, or if the message's time differs from ``now`` by more than ``tolerance`` seconds, and ``ValueError`` if a
secret is invalid."""
    keys = [bytes_of_secret(each) for each in ([secrets] if isinstance(secrets, str) or secrets is None else secrets)]
    found = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, timestamp, signatures = (
            found[name] for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
        )
    except KeyError as missing:
        raise WebhookVerificationError("A header of the signature is missing.") from missing
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 15):
        raise WebhookVerificationError("The timestamp is not a number of seconds.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The message is too old or too new. Is the clock right?")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    claimed = [each[3:] for each in signatures.split(" ") if each.startswith("v1,")]
    for key in keys:
        expected = hmac.new(key, signed, hashlib.sha256).digest()
        if any(hmac.compare_digest(expected, bytes_of(each)) for each in claimed):
            return _message_in(content)
    raise WebhookVerificationError("No secret has signed this message.")


def _message_in(content: bytes) -> LedgerEvent | WebhookTest:
    """Reads the event or the test message. An event may have a type that this client does not know."""
    try:
        return _MESSAGE.validate_json(content)
    except ValidationError as error:
        raise WebhookVerificationError("The message is signed, and is not an event that this client can read.") from error
