"""Verifies what the ledger sends to a webhook endpoint, after Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence

from .models import Event

DEFAULT_TOLERANCE_SECONDS = 300
_PREFIX = "whsec_"


class WebhookVerificationError(Exception):
    """The message is not of the ledger, or too old to be believed."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = DEFAULT_TOLERANCE_SECONDS,
    now: float | None = None,
) -> Event:
    """The event in a request to a webhook endpoint. ``body`` is the body as it came, to the byte: parsed and written anew it is
    another. ``secrets`` are those that may have signed it: two, while one takes the place of the other."""
    found = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, timestamp, signatures = (
            found[name] for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
        )
    except KeyError as missing:
        raise WebhookVerificationError("A header of the signature is missing.") from missing
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 15):
        raise WebhookVerificationError("The timestamp is no number of seconds.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The message is too old or too new. Is the clock right?")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    claimed = [each[3:] for each in signatures.split(" ") if each.startswith("v1,")]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        key = base64.b64decode(secret.removeprefix(_PREFIX))
        expected = hmac.new(key, signed, hashlib.sha256).digest()
        if any(hmac.compare_digest(expected, _bytes_of(each)) for each in claimed):
            return Event.model_validate_json(content)
    raise WebhookVerificationError("No secret has signed this message.")


def _bytes_of(signature: str) -> bytes:
    try:
        return base64.b64decode(signature, validate=True)
    except (binascii.Error, ValueError):
        return b""
