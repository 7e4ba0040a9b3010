"""Tests messages that the ledger signed and messages that it did not sign. The service created the valid one
(tests/clients/python.test.ts)."""

from __future__ import annotations

import json
import os

import pytest

from ledger_client import WebhookVerificationError, verify_webhook

MESSAGE = json.loads(os.environ["LEDGER_WEBHOOK"])
BODY: str = MESSAGE["body"]
HEADERS: dict[str, str] = MESSAGE["headers"]
SECRET: str = MESSAGE["secret"]
OTHER = "whsec_" + "A" * 43 + "="
SIGNED_AT = int(HEADERS["webhook-timestamp"])


@pytest.mark.parametrize("secrets", [SECRET, [OTHER, SECRET]])
@pytest.mark.parametrize("body", [BODY, BODY.encode()])
def test_believes_what_a_secret_signed(body: str | bytes, secrets: str | list[str]) -> None:
    event = verify_webhook(body, HEADERS, secrets, now=SIGNED_AT)
    assert event.type == "transaction.posted"
    assert event.model_dump(mode="json", exclude_unset=True)["subject"] == json.loads(BODY)["subject"]


@pytest.mark.parametrize(
    ("body", "headers", "secrets", "now"),
    [
        (BODY, HEADERS, OTHER, SIGNED_AT),
        (BODY + " ", HEADERS, SECRET, SIGNED_AT),
        (BODY, HEADERS, [], SIGNED_AT),
        (BODY, HEADERS, SECRET, SIGNED_AT + 301),
        (BODY, HEADERS, SECRET, SIGNED_AT - 301),
        (BODY, {}, SECRET, SIGNED_AT),
        (BODY, {**HEADERS, "webhook-id": "another"}, SECRET, SIGNED_AT),
        (BODY, {**HEADERS, "webhook-timestamp": str(SIGNED_AT + 1)}, SECRET, SIGNED_AT),
        (BODY, {**HEADERS, "webhook-timestamp": "now"}, SECRET, SIGNED_AT),
        (BODY, {**HEADERS, "webhook-signature": "v1,%%%"}, SECRET, SIGNED_AT),
        (BODY, {**HEADERS, "webhook-signature": HEADERS["webhook-signature"].replace("v1,", "v2,")}, SECRET, SIGNED_AT),
    ],
)
def test_believes_nothing_else(body: str, headers: dict[str, str], secrets: str | list[str], now: int) -> None:
    with pytest.raises(WebhookVerificationError):
        verify_webhook(body, headers, secrets, now=now)
