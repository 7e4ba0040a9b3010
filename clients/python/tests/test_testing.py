"""Tests the helpers for tests of client programs: signed messages are accepted, and unknown event types are refused."""

from __future__ import annotations

import pytest

from ledger_client import WebhookVerificationError, verify_webhook
from ledger_client.testing import EVENT_TYPES, example_event, sign_webhook, webhook_secret

AT = 1_768_471_200.0


@pytest.mark.parametrize("type", EVENT_TYPES)
def test_signs_an_example_of_each_event(type: str) -> None:
    secret = webhook_secret()
    headers, body = sign_webhook(example_event(type), secret, at=AT)
    assert verify_webhook(body, headers, secret, now=AT).type == type
    with pytest.raises(WebhookVerificationError):
        verify_webhook(body, headers, webhook_secret(), now=AT)


def test_merges_what_a_test_says_of_the_event() -> None:
    event = example_event("transaction.posted", sequence=7, data={"reference": "order-4711"})
    assert (event["sequence"], event["data"]["reference"]) == (7, "order-4711")
    assert event["data"]["entries"]


def test_names_the_types_where_there_is_no_such_event() -> None:
    with pytest.raises(ValueError, match="transaction.posted"):
        example_event("transaction.paid")


def test_refuses_a_secret_that_the_service_would_not_give() -> None:
    with pytest.raises(ValueError, match="whsec_"):
        sign_webhook(example_event("transaction.posted"), "")
