"""Runs the test cases that all clients share (clients/cases.json). A test server (tests/support/client-cases.ts) answers the
requests."""

from __future__ import annotations

import asyncio
import base64
import datetime as dt
import hashlib
import hmac
import json
import os
import re
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from ledger_client import (
    AsyncLedgerClient,
    LedgerClient,
    LedgerError,
    LedgerRefusal,
    WebhookVerificationError,
    verify_webhook,
)
from ledger_client._messages import MessageReader
from ledger_client.testing import example_event, sign_webhook, webhook_secret

URL = os.environ["LEDGER_CASES_URL"]
CASES: dict[str, list[dict[str, Any]]] = httpx.get(f"{URL}/table").json()
WAYS = ["sync", "async"]
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")


def numbered(kind: str) -> Any:
    cases = list(enumerate(CASES[kind]))
    return pytest.mark.parametrize("number, case", cases, ids=[str(case.get("name", case)) for _, case in cases])


def asked(place: str) -> list[str]:
    told: list[str] = httpx.get(f"{URL}/{place}/asked").json()
    return told


def in_one_spelling(value: Any) -> Any:
    """Rewrites every instant in one format, because clients print instants differently after parsing them."""
    if isinstance(value, str) and INSTANT.fullmatch(value):
        return dt.datetime.fromisoformat(value.replace("Z", "+00:00")).isoformat(timespec="milliseconds")
    if isinstance(value, list):
        return [in_one_spelling(each) for each in value]
    return {name: in_one_spelling(each) for name, each in value.items()} if isinstance(value, dict) else value


def dumped(model: Any) -> Any:
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


SALE = {
    "effective_date": "2026-01-15",
    "description": "Cash sale",
    "idempotency_key": "order-1",
    "entries": [
        {"account_code": "CASH", "type": "debit", "amount": "1.00"},
        {"account_code": "SALES", "type": "credit", "amount": "1.00"},
    ],
}


KEYLESS = {name: value for name, value in SALE.items() if name != "idempotency_key"}


def _text_of(file: Any) -> Any:
    async def text() -> Any:
        return await (await file).text()

    return file.text() if hasattr(file, "text") else text()


DONE: dict[str, Callable[[Any], Any]] = {
    "read": lambda client: client.transactions.read("t"),
    "write": lambda client: client.transactions.post(SALE),
    "write without a key": lambda client: client.account_sets.create({"code": "A", "name": "A set"}),
    "post without a key": lambda client: client.transactions.post(KEYLESS),
    "batch without keys": lambda client: client.transactions.batch({"transactions": [KEYLESS, KEYLESS]}),
    "post and wait": lambda client: client.transactions.post_and_wait(SALE),
    "file": lambda client: _text_of(client.exports.journal(format="jsonl")),
    "list": lambda client: client.journals.list().page(),
}


def perform(way: str, place: str, act: Callable[[Any], Any]) -> Any:
    if way == "sync":
        with LedgerClient(f"{URL}/{place}", "sk_test") as client:
            return act(client)

    async def play() -> Any:
        async with AsyncLedgerClient(f"{URL}/{place}", "sk_test") as client:
            return await act(client)

    return asyncio.run(play())


@pytest.mark.parametrize("way", WAYS)
@numbered("calls")
def test_knows_what_comes_over_the_wire(number: int, case: dict[str, Any], way: str) -> None:
    place = f"python-{way}/calls/{number}"
    error: LedgerError | None = None
    try:
        answer = perform(way, place, DONE[case["does"]])
    except LedgerError as raised:
        error = raised
    code = error.code if isinstance(error, LedgerRefusal) else error and type(error).__name__
    assert (code, len(asked(place))) == (case["error"], case["attempts"])
    if "keys" in case:
        first, *others = httpx.get(f"{URL}/{place}/keys").json()
        assert len(set(first)) == case["keys"] and "" not in first
        assert all(other == first for other in others)
    if error is None:
        if case["does"] == "read":
            assert in_one_spelling(dumped(answer)) == in_one_spelling(case["answers"][0]["body"]["data"])
        return
    assert error.may_have_happened == case["mayHaveHappened"]
    assert case.get("message", "") in str(error)
    if "retryAfter" in case:
        assert isinstance(error, LedgerRefusal)
        wanted = case["retryAfter"]
        assert error.retry_after is None if wanted is None else (error.retry_after or 0) >= wanted


@pytest.mark.parametrize("way", WAYS)
@numbered("ids")
def test_asks_for_an_id_or_for_nothing(number: int, case: dict[str, Any], way: str) -> None:
    place = f"python-{way}/ids/{number}"
    path = case.get("path")
    if path is None:
        with pytest.raises(ValueError, match=re.escape(case["message"])):
            perform(way, place, lambda client: client.transactions.read(case["id"]))
        assert asked(place) == []
        return
    with pytest.raises(LedgerError):
        perform(way, place, lambda client: client.transactions.read(case["id"]))
    assert asked(place) == [f"GET /api/v1/transactions/{path}"]


@numbered("lines")
def test_reads_lines(number: int, case: dict[str, Any]) -> None:
    pieces = [piece.encode() for piece in case["pieces"]]
    whole = b"".join(pieces)
    for cut in (pieces, [whole], [whole[at : at + 1] for at in range(len(whole))]):
        reader = MessageReader()
        assert [data for piece in cut for data in reader.data_in(piece)] == case["data"]


@numbered("secrets")
def test_takes_no_secret_that_is_none(number: int, case: dict[str, Any]) -> None:
    secret = case["secret"]
    # A lenient decoder would read the invalid secret as an empty key, so the message is signed with the empty key.
    body, at = json.dumps(example_event("account.created")), str(int(time.time()))
    signature = base64.b64encode(hmac.new(b"", f"m.{at}.{body}".encode(), hashlib.sha256).digest()).decode()
    headers = {"webhook-id": "m", "webhook-timestamp": at, "webhook-signature": f"v1,{signature}"}
    for secrets in (secret, [webhook_secret(), secret]):
        with pytest.raises(ValueError, match="whsec_ and base64"):
            verify_webhook(body, headers, secrets)
    with pytest.raises(ValueError, match="whsec_ and base64"):
        sign_webhook(example_event("account.created"), secret)


@numbered("messages")
def test_verifies_what_is_signed(number: int, case: dict[str, Any]) -> None:
    secret = webhook_secret()
    headers, body = sign_webhook(case["body"], secret, id="msg_1")
    if case["type"] is None:
        with pytest.raises(WebhookVerificationError, match="not an event"):
            verify_webhook(body, headers, secret)
        return
    message = verify_webhook(body, headers, secret)
    assert message.type == case["type"]
    assert in_one_spelling(dumped(message)) == in_one_spelling(case["body"])


@pytest.mark.parametrize("way", WAYS)
@numbered("streams")
def test_streams(number: int, case: dict[str, Any], way: str) -> None:
    place = f"python-{way}/streams/{number}"
    wanted, code = case["events"], case.get("error")
    seen: list[int] = []

    def enough(sequence: int) -> bool:
        seen.append(sequence)
        return code is None and len(seen) == wanted

    async def listen(client: AsyncLedgerClient) -> None:
        async for event in client.events.stream():
            if enough(event.sequence):
                return

    def wait(client: LedgerClient) -> None:
        for event in client.events.stream():
            if enough(event.sequence):
                return

    told = None
    try:
        perform(way, place, wait if way == "sync" else listen)
    except LedgerError as error:
        told = error.code if isinstance(error, LedgerRefusal) else type(error).__name__
    assert (told, seen, len(asked(place))) == (code, list(range(1, wanted + 1)), case["attempts"])


def test_pauses_longer_from_failure_to_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 12:
            raise KeyboardInterrupt

    monkeypatch.setattr("ledger_client._events.time.sleep", pause)
    body = {"success": False, "code": "SERVICE_UNAVAILABLE", "message": "Not now."}
    transport = httpx.MockTransport(lambda _: httpx.Response(503, json=body))
    with LedgerClient("http://ledger", "sk_test", transport=transport, max_wait=5) as client:
        with pytest.raises(KeyboardInterrupt):
            next(client.events.stream())
    assert all(2.0**index * 0.05 <= pause <= 2.0**index * 0.15 for index, pause in enumerate(pauses[:5]))
    assert pauses[-1] == 5


def test_hands_random_events_on_as_they_are() -> None:
    events: list[dict[str, Any]] = httpx.get(f"{URL}/random").json()["data"]
    secret = webhook_secret()
    with LedgerClient(f"{URL}/random", "sk_test") as client:
        listed = list(client.events.list())
        streamed = client.events.stream()
        for event, one in zip(events, listed, strict=True):
            headers, body = sign_webhook(event, secret, id="msg_1")
            for read in (one, next(streamed), verify_webhook(body, headers, secret)):
                assert in_one_spelling(dumped(read)) == in_one_spelling(event)

    async def play() -> None:
        async with AsyncLedgerClient(f"{URL}/random", "sk_test") as client:
            index = 0
            async for event in client.events.stream():
                assert event.sequence == events[index]["sequence"] and event == listed[index]
                index += 1
                if index == len(events):
                    return

    asyncio.run(play())


@pytest.mark.parametrize(
    "address, key",
    [
        ("http://ledger", "sk_secret\n"),
        ("http://user:sk_secret@ledger", "sk_test"),
        ("sk_secret.example:8080", "sk_test"),
        ("sk_secret", "sk_test"),
        ("", "sk_test"),
    ],
)
@pytest.mark.parametrize("client", [LedgerClient, AsyncLedgerClient])
def test_takes_no_key_and_no_address_that_would_be_printed(client: Any, address: str, key: str) -> None:
    with pytest.raises(ValueError) as wrong:
        client(address, key)
    assert "sk_secret" not in str(wrong.value)
