"""Tests the client against the real service."""

from __future__ import annotations

import asyncio
from decimal import Decimal

import httpx
import pytest
from conftest import KEY, URL, refused, sale
from pydantic import ValidationError

from ledger_client import (
    AsyncLedgerClient,
    LedgerClient,
    LedgerRefusal,
    LedgerUnreachable,
    TransactionFailed,
)
from ledger_client.models import NewAccount, NewEntry


def busy(retry_after: str = "0") -> httpx.Response:
    return refused(503, "SERVICE_UNAVAILABLE", retry_after)


def test_posts_and_reads_what_was_posted(ledger: LedgerClient) -> None:
    posted = ledger.transactions.post_and_wait(sale())
    assert (posted.status, posted.total_amount) == ("posted", Decimal("10.50"))
    assert [(entry.account_code, entry.amount) for entry in posted.entries] == [
        ("CASH", Decimal("10.50")),
        ("SALES", Decimal("10.50")),
    ]
    assert ledger.transactions.read(posted.id) == posted


def test_a_replay_is_the_transaction_of_the_first_time(ledger: LedgerClient) -> None:
    body = sale()
    assert ledger.transactions.post_and_wait(body).id == ledger.transactions.post_and_wait(body).id


def test_keeps_amounts_that_no_float_holds(ledger: LedgerClient) -> None:
    amount = Decimal("90071992547409931234567.89")
    posted = ledger.transactions.post_and_wait(sale(amount))
    assert posted.total_amount == amount
    ledger.transactions.void(posted.id, {"reason": "A test"})


@pytest.mark.parametrize("amount", [10.5, True, "10,50", "NaN", Decimal("Infinity"), None])
def test_takes_no_amount_that_is_not_exact(amount: object) -> None:
    with pytest.raises((ValidationError, ArithmeticError)):
        NewEntry(account_code="CASH", type="debit", amount=amount)


def test_finds_a_misspelt_field_before_it_is_sent(ledger: LedgerClient) -> None:
    with pytest.raises(ValidationError, match="discription"):
        ledger.transactions.post({**sale().model_dump(), "discription": "x"})


def test_raises_refusals_by_their_code(ledger: LedgerClient) -> None:
    with pytest.raises(LedgerRefusal) as unknown:
        ledger.accounts.read("00000000-0000-7000-8000-000000000000")
    assert (unknown.value.status, unknown.value.code) == (404, "ACCOUNT_NOT_FOUND")
    assert not unknown.value.may_have_happened
    with pytest.raises(LedgerRefusal) as invalid:
        ledger.journals.create({"code": "not a code", "name": "x"})
    assert list(invalid.value.errors) == ["code"]
    with pytest.raises(ValueError, match="empty"):
        ledger.accounts.read("")


def test_raises_what_became_of_a_transaction_that_failed(ledger: LedgerClient) -> None:
    ledger.accounts.create(
        NewAccount(
            code="PURSE",
            name="A purse",
            type="liability",
            category="customer",
            enforce_balance_limits=True,
            min_balance=Decimal(0),
        )
    )
    entries = [
        NewEntry(account_code="PURSE", type="debit", amount=1),
        NewEntry(account_code="SALES", type="credit", amount=1),
    ]
    with pytest.raises(TransactionFailed) as failed:
        ledger.transactions.post_and_wait(sale(entries=entries))
    assert failed.value.code == "BALANCE_LIMIT_EXCEEDED"
    assert failed.value.transaction.status == "failed"


def test_reads_lists_to_their_end_or_a_page_at_a_time(ledger: LedgerClient) -> None:
    for number in range(5):
        ledger.journals.create({"code": f"Q-{number}", "name": f"Quarter {number}"})
    assert [journal.code for journal in ledger.journals.list(limit=2)] == ["DEFAULT", *(f"Q-{n}" for n in range(5))]
    first = ledger.journals.list(limit=2).page()
    assert first.previous_cursor is None
    assert ledger.journals.list(limit=2).page(first.next_cursor).items[0].code == "Q-1"


def test_reads_entries_and_statements_whose_pages_tell_more(ledger: LedgerClient) -> None:
    ledger.transactions.post_and_wait(sale())
    account_id = ledger.accounts.balance("CASH").account_id
    entries = list(ledger.accounts.entries(account_id, limit=2))
    assert entries[-1].balance_after == sum(e.amount if e.type == "debit" else -e.amount for e in entries)
    page = ledger.accounts.statement(account_id, from_="2026-01-01", to="2026-01-31").page()
    assert page.meta.statement.opening_balance == 0
    assert ledger.reports.income_statement(from_="2026-01-01", to="2026-01-31").totals.revenue > 0


def test_gets_files(ledger: LedgerClient) -> None:
    posted = ledger.transactions.post_and_wait(sale())
    assert posted.id in ledger.exports.journal(format="jsonl").text()
    with ledger.reports.trial_balance_csv() as sheet:
        assert "text/csv" in sheet.content_type
        assert b"CASH" in b"".join(sheet.chunks())


def test_reads_every_event_and_streams_behind_what_it_had(ledger: LedgerClient, failing) -> None:  # type: ignore[no-untyped-def]
    posted = ledger.transactions.post_and_wait(sale())
    events = list(ledger.events.list(limit=3))
    assert [event.sequence for event in events] == list(range(1, len(events) + 1))
    assert events[-1].subject.id == posted.id
    text = "".join(f"id: {e.sequence}\ndata: {e.model_dump_json()}\n\n" for e in events[:2])
    # The connection breaks within the second event, so the next connection sends that event again.
    client, _ = failing(httpx.Response(200, content=f": hello\n\n{text[:-60]}".encode()), busy())
    seen = []
    for event in client.events.stream():
        seen.append(event.sequence)
        if event.sequence == len(events):
            break
    assert seen == [event.sequence for event in events]


def test_waits_when_the_service_is_busy(failing) -> None:  # type: ignore[no-untyped-def]
    client, transport = failing(busy(), httpx.Response(502, text="<html>"), busy())
    assert client.read().currency == "USD"
    assert len(transport.keys) == 4
    never, tried = failing(*(busy() for _ in range(9)))
    with pytest.raises(LedgerRefusal, match="SERVICE_UNAVAILABLE"):
        never.read()
    assert len(tried.keys) == 5
    late, once = failing(busy("3600"))
    with pytest.raises(LedgerRefusal) as refusal:
        late.read()
    assert (refusal.value.retry_after, len(once.keys)) == (3600, 1)


def test_reverses_once_though_the_answer_was_lost(ledger: LedgerClient, failing) -> None:  # type: ignore[no-untyped-def]
    posted = ledger.transactions.post_and_wait(sale())
    client, transport = failing("breaks", refused(409, "idempotency_key_in_use"), busy())
    reversal = client.transactions.reverse(posted.id, {"reason": "twice", "date": "2026-01-16"})
    assert reversal.reverses_transaction_id == posted.id
    assert transport.keys[0] and set(transport.keys) == {transport.keys[0]}
    assert ledger.transactions.read(posted.id).reversal_ids == [reversal.id]


def test_tells_the_key_that_it_made_when_it_gives_up(ledger: LedgerClient, failing) -> None:  # type: ignore[no-untyped-def]
    posted = ledger.transactions.post_and_wait(sale())
    client, transport = failing("breaks", max_attempts=1)
    with pytest.raises(LedgerUnreachable) as lost:
        client.transactions.reverse(posted.id, {"reason": "twice", "date": "2026-01-16"})
    assert lost.value.may_have_happened and lost.value.request.idempotency_key == transport.keys[0]


@pytest.mark.parametrize("failure", ["breaks", httpx.Response(502, text="<html>"), busy()])
def test_does_not_repeat_what_has_no_key(failing, failure: object) -> None:  # type: ignore[no-untyped-def]
    client, transport = failing(failure)
    with pytest.raises((LedgerUnreachable, LedgerRefusal)) as lost:
        client.account_sets.create({"code": f"SET-{id(failure)}", "name": "A set"})
    assert lost.value.may_have_happened and len(transport.keys) == 1


@pytest.mark.parametrize("lose", [lambda: "breaks", lambda: httpx.Response(502, text="<html>"), busy])
@pytest.mark.parametrize(
    "status, code",
    [(429, "RATE_LIMIT_EXCEEDED"), (401, "UNAUTHORIZED"), (403, "FORBIDDEN"), (409, "idempotency_key_in_use")],
)
def test_stays_in_doubt_after_an_attempt_that_was_lost(failing, lose, status: int, code: str) -> None:  # type: ignore[no-untyped-def]
    client, transport = failing(lose(), refused(status, code), max_attempts=2)
    with pytest.raises(LedgerRefusal) as refusal:
        client.transactions.post(sale())
    assert (refusal.value.may_have_happened, len(transport.keys)) == (True, 2)


def test_is_in_doubt_no_longer_when_an_answer_says_what_became_of_it(ledger: LedgerClient, failing) -> None:  # type: ignore[no-untyped-def]
    client, _ = failing(busy(), max_attempts=2)
    with pytest.raises(LedgerRefusal) as refusal:
        client.transactions.post({**sale().model_dump(mode="json", exclude_none=True), "entries": []})
    assert not refusal.value.may_have_happened
    alone, _ = failing(refused(429, "RATE_LIMIT_EXCEEDED"), max_attempts=1)
    with pytest.raises(LedgerRefusal) as limited:
        alone.transactions.post(sale())
    assert not limited.value.may_have_happened


def test_repeats_anything_where_nothing_was_done(failing) -> None:  # type: ignore[no-untyped-def]
    client, transport = failing(refused(429, "RATE_LIMIT_EXCEEDED"))
    client.account_sets.create({"code": "SET-LIMITED", "name": "A set"})
    assert len(transport.keys) == 2


def test_holds_batches_and_dry_runs(ledger: LedgerClient, failing) -> None:  # type: ignore[no-untyped-def]
    hold = ledger.transactions.post_and_wait(sale("60.00", layer="pending"))
    tried = ledger.dry_run.transactions.settle(hold.id, {"amount": "45.00"})
    assert (tried.would, tried.transaction.total_amount, len(tried.balances)) == ("posted", Decimal(45), 4)
    part = {"operation": "settle", "transaction_id": hold.id, "amount": "20.00", "final": False}
    client, _ = failing("breaks")
    assert client.transactions.batch({"atomic": True, "transactions": [part, part]}).replayed == 2
    released = ledger.transactions.release(hold.id)
    assert released.total_amount == 20
    state = ledger.transactions.read(hold.id).hold
    assert state is not None and (state.settled_amount, state.remaining_amount) == (Decimal(40), 0)


def test_does_the_same_for_asyncio() -> None:
    async def play() -> None:
        async with AsyncLedgerClient(URL, KEY) as ledger:
            bodies = [sale() for _ in range(4)]
            posted = await asyncio.gather(*(ledger.transactions.post_and_wait(body) for body in bodies))
            assert {one.status for one in posted} == {"posted"}
            listed = [one.id async for one in ledger.transactions.list(limit=2, from_date="2026-01-15")]
            assert {one.id for one in posted} <= set(listed)
            assert (await ledger.dry_run.transactions.void(posted[0].id)).transaction.status == "void"
            events = [event async for event in ledger.events.list()]
            async for event in ledger.events.stream(after_sequence=events[-2].sequence):
                assert event == events[-1]
                break
            sheet = await ledger.reports.balance_sheet_csv()
            assert "CASH" in await sheet.text()
            with pytest.raises(LedgerRefusal, match="ACCOUNT_NOT_FOUND"):
                await ledger.accounts.balance("NOWHERE")

    asyncio.run(play())
