"""Reads the secret of a webhook endpoint. An empty or damaged secret is an error: anybody could guess it and sign messages."""

from __future__ import annotations

import base64
import binascii

PREFIX = "whsec_"


def bytes_of_secret(secret: str) -> bytes:
    """Returns the bytes of the secret. Raises ``ValueError`` unless the secret is ``whsec_`` followed by at least one byte in
    base64. The error does not contain the secret."""
    text = secret.removeprefix(PREFIX) if isinstance(secret, str) and secret.startswith(PREFIX) else ""
    key = bytes_of(text)
    if not key:
        raise ValueError(
            f"The secret of a webhook is {PREFIX} and base64, as the ledger gave it. Is the variable that holds it set?"
        )
    return key


def bytes_of(text: str) -> bytes:
    """Decodes base64. Returns empty bytes if the text is not canonical base64."""
    try:
        read = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
    return read if base64.b64encode(read).decode() == text else b""
