"""Parses the texts of a receipt, member by member (docs/use/proof.md, "Byte for byte")."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import AwareDatetime

from ._model import Answered


class ProvenEntry(Answered):
    id: str
    account_id: str
    layer: str
    type: str
    amount_minor: int
    description: str | None
    metadata: Any


class ProvenRecord(Answered):
    """The transaction as the ledger accepted it. Amounts are in minor units, because the record does not contain the currency's
decimals."""

    id: str
    journal_id: str
    effective_date: dt.date
    layer: str
    description: str | None
    reference: str | None
    correlation_id: str | None
    correlation_type: str | None
    correlation_source_id: str | None
    idempotency_key: str | None
    metadata: Any
    attributes: Any
    transaction_code: str | None
    transaction_code_version: int | None
    batch_id: str | None
    undoes_transaction_id: str | None
    string_operation_id: str | None
    accepted_by: str
    accepted_at: AwareDatetime
    entries: list[ProvenEntry]
    expires_at: AwareDatetime | None
    """The time at which the hold expires; None if it does not expire."""
    settles_transaction_id: str | None
    fingerprint: str | None
    """The fingerprint of the request in hexadecimal, which the ledger stores with the idempotency key. None if the request had
no key, and in records of format 1."""


_HEAD = (
    *("id", "journal_id", "effective_date", "layer", "description", "reference", "correlation_id", "correlation_type"),
    *("correlation_source_id", "idempotency_key", "metadata", "attributes", "transaction_code"),
    *("transaction_code_version", "batch_id", "undoes_transaction_id", "string_operation_id", "accepted_by", "accepted_at"),
)
_ENTRY = ("id", "account_id", "layer", "type", "amount_minor", "description", "metadata")
_LENGTH = re.compile(r"([0-9]{1,10}):")

_COUNT = re.compile(r"0|[1-9][0-9]{0,39}")
_INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


def is_instant(text: str) -> bool:
    """Returns whether the text is a time of the years 1 to 9999 in the form that the service writes."""
    if not _INSTANT.fullmatch(text):
        return False
    try:
        dt.datetime.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")
    except ValueError:
        return False
    return text[17] < "6"


def _is_json(text: str) -> bool:
    try:
        _json_in(text)
    except (ValueError, RecursionError):
        return False
    return True


def _json_in(text: str) -> Any:
    """Parses JSON without NaN and Infinity, which Python reads and JSON does not have."""
    return json.loads(text, parse_constant=_no_constant)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON.")


_KINDS: dict[str, Callable[[str | None], bool]] = {
    "t": lambda text: text is not None,
    "?": lambda text: True,
    "#": lambda text: text is not None and _COUNT.fullmatch(text) is not None,
    "n": lambda text: text is None or _COUNT.fullmatch(text) is not None,
    "d": lambda text: text is not None and is_instant(f"{text}T00:00:00.000Z"),
    "i": lambda text: text is not None and is_instant(text),
    "j": lambda text: text is None or _is_json(text),
}
_HEAD_KINDS = "ttttdt??????jj?n???ti#"
_ENTRY_KINDS = "tttt#?j"


def are_of_kinds(members: Sequence[str | None], wanted: str) -> bool:
    """Returns whether the members are as many as the kinds, one character each: a text (``t``), an amount or a count (``#``), a
day, an instant, or, if it is present, a text (``?``), JSON, or a number."""
    return len(members) == len(wanted) and all(_KINDS[kind](text) for kind, text in zip(wanted, members))


def text_members(text: str) -> list[str | None]:
    """Reads ``<length>:<text>;`` for each present member, and ``-;`` for a missing one. Lengths count UTF-16 code units, as in
JavaScript. Raises ``ValueError`` if the text has a different form."""
    units = text.encode("utf-16-le", "surrogatepass")
    members: list[str | None] = []
    at = 0
    while at < len(units):
        # A length has at most ten digits.
        head = units[at : at + 24].decode("utf-16-le", "replace")
        if head.startswith("-;"):
            members.append(None)
            at += 4
            continue
        found = _LENGTH.match(head)
        if not found:
            raise ValueError("A member has no length.")
        begin = at + 2 * found.end()
        end = begin + 2 * int(found[1])
        if units[end : end + 2] != b";\0":
            raise ValueError("A member has a different length than it says.")
        members.append(units[begin:end].decode("utf-16-le"))
        at = end + 2
    return members


def proven_record(members: list[str | None], form: str) -> ProvenRecord:
    """Raises ``ValueError`` if this client does not know the record's format, because a later version of the service wrote it."""
    if members[:2] != ["transaction", form] or not are_of_kinds(members[: len(_HEAD_KINDS)], _HEAD_KINDS):
        raise ValueError("The record is of a form that is not known.")
    named: dict[str, Any] = dict(zip(_HEAD, members[2:]))
    begin = 2 + len(_HEAD)
    end = begin + 1 + int(members[begin] or "") * len(_ENTRY)
    if len(members) < end:
        raise ValueError("The record ends too early.")
    parts = [members[at : at + len(_ENTRY)] for at in range(begin + 1, end, len(_ENTRY))]
    if not all(are_of_kinds(part, _ENTRY_KINDS) for part in parts):
        raise ValueError("An entry of the record is of a form that is not known.")
    entries = [_with_json(dict(zip(_ENTRY, part))) for part in parts]
    rest = members[end:]
    ends: dict[str, str | None] = {"expires": None, "settles": None, "fingerprint": None}
    for name in ends:
        if rest[:1] == [name] and (name != "fingerprint" or form != "1"):
            if not are_of_kinds(rest[1:2], "i" if name == "expires" else "t"):
                raise ValueError(f"The member {name} of the record is of a form that is not known.")
            ends[name], rest = rest[1], rest[2:]
    if rest:
        raise ValueError("The record has members that are not known.")
    more = {
        "entries": entries,
        "expires_at": ends["expires"],
        "settles_transaction_id": ends["settles"],
        "fingerprint": ends["fingerprint"],
    }
    return ProvenRecord.model_validate({**_with_json(named), **more})


def _with_json(members: dict[str, Any]) -> dict[str, Any]:
    read = {name: _json_in(members[name]) for name in ("metadata", "attributes") if members.get(name) is not None}
    return {**members, **read}
