"""Parses the texts of a receipt, member by member (docs/use/proof.md, "Byte for byte")."""

from __future__ import annotations

import datetime as dt
import json
import re
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
    if members[:2] != ["transaction", form]:
        raise ValueError("The record is of a form that is not known.")
    named: dict[str, Any] = dict(zip(_HEAD, members[2:]))
    begin = 2 + len(_HEAD)
    count = int(members[begin] or "") if len(members) > begin else -1
    end = begin + 1 + count * len(_ENTRY)
    if count < 0 or len(members) < end:
        raise ValueError("The record ends too early.")
    entries = [
        _with_json(dict(zip(_ENTRY, members[at : at + len(_ENTRY)]))) for at in range(begin + 1, end, len(_ENTRY))
    ]
    rest = members[end:]
    ends: dict[str, str | None] = {"expires": None, "settles": None}
    for name in ends:
        if rest[:1] == [name]:
            ends[name], rest = rest[1], rest[2:]
    fingerprint = None
    if form != "1" and rest[:1] == ["fingerprint"]:
        fingerprint, rest = rest[1], rest[2:]
    if rest:
        raise ValueError("The record has members that are not known.")
    more = {"entries": entries, "expires_at": ends["expires"], "settles_transaction_id": ends["settles"], "fingerprint": fingerprint}
    return ProvenRecord.model_validate({**_with_json(named), **more})


def _with_json(members: dict[str, Any]) -> dict[str, Any]:
    read = {name: json.loads(members[name]) for name in ("metadata", "attributes") if members.get(name) is not None}
    return {**members, **read}
