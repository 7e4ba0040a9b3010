"""Tests the search for the last event that two logs share. The real service stands for a restored ledger, whose log lacks
events that the client has read."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest
from conftest import KEY, URL, sale

from ledger_client import AsyncLedgerClient, LedgerClient, LedgerRefusal


class Place(NamedTuple):
    sequence: int
    hash: str


def _places(ledger: LedgerClient) -> list[Place]:
    ledger.transactions.post_and_wait(sale())
    return [Place(event.sequence, event.hash) for event in ledger.events.list()]


def _lost(count: int, after: int) -> list[Place]:
    return [Place(after + index + 1, "01" + f"{index:064x}") for index in range(count)]


@pytest.mark.parametrize(("kept", "lost"), [(3, 5), (1, 2_000), (3, 0), (2, 1)])
def test_finds_the_last_event_in_both(ledger: LedgerClient, kept: int, lost: int) -> None:
    had = [*_places(ledger)[:kept], *_lost(lost, kept)]
    assert ledger.events.last_in_both(had) == had[kept - 1]

    async def asynchronously() -> Place | None:
        async with AsyncLedgerClient(URL, KEY) as other:
            return await other.events.last_in_both(had)

    assert asyncio.run(asynchronously()) == had[kept - 1]


def test_finds_none_where_there_is_none(ledger: LedgerClient) -> None:
    assert ledger.events.last_in_both(_lost(7, 0)) is None
    assert ledger.events.last_in_both([]) is None


def test_raises_other_refusals() -> None:
    with LedgerClient(URL, "sk_wrong") as stranger, pytest.raises(LedgerRefusal) as refusal:
        stranger.events.last_in_both(_lost(1, 0))
    assert refusal.value.status == 401
