"""Prepares the HTTP request of a call: URL, headers and body, and whether the request may be repeated if its result is unknown."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Literal
from urllib.parse import quote
from uuid import uuid4

from pydantic import BaseModel

from ._model import adapter


@dataclass(frozen=True)
class Asked:
    """The request of a resource's method, with the options that the caller gave."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    keyed: Literal["no", "header", "items"] = "no"
    """The place of the idempotency key: in the header, or in each item of a batch. The client creates a missing key. A request
with a key can be repeated without a second effect."""
    accept: str = "application/json"
    dry_run: bool = False
    idempotency_key: str | None = None
    wait: int | None = None
    strict: bool = False
    may_be_behind: bool = False
    not_before: int | None = None
    timeout: float | None = None

    def behind(self, cursor: str | None) -> Asked:
        return self if cursor is None else replace(self, query={**self.query, "cursor": cursor})


@dataclass(frozen=True)
class SentRequest:
    """The request as it was sent. A program can send it again, or quote it in a support request."""

    method: str
    path: str
    body: Any
    idempotency_key: str | None
    """The idempotency key, whether the caller or the client created it. A repetition with this key has no second effect."""


@dataclass(frozen=True)
class Prepared:
    method: str
    path: str
    params: list[tuple[str, str]]
    headers: dict[str, str]
    content: bytes | None
    timeout: float | None
    is_read: bool
    is_repeatable: bool
    """True for a read, a dry run, and a write with an idempotency key: repeating them has no second effect."""
    sent: SentRequest


_PRINTABLE = re.compile(r"[\x20-\x7e]+")


def segment(value: str) -> str:
    """Percent-encodes a path parameter. Raises if it is empty, ``.`` or ``..``: HTTP libraries remove dots from a path, even
encoded ones, so the request would reach a different path."""
    text = "" if value is None else str(value)
    if not text:
        raise ValueError("An id or code is empty.")
    if text in (".", ".."):
        raise ValueError(f"No id or code is {text}: it would ask for another path.")
    try:
        return quote(text, safe="")
    except UnicodeEncodeError:
        raise ValueError("An id or code has half of a surrogate pair.") from None


def body_of(model: Any, body: Any) -> Any:
    """Returns the body as JSON. A mapping is first validated by the model, so that a misspelt field raises before the request
is sent."""
    if body is None:
        return None
    read = body if isinstance(body, BaseModel) else adapter(model).validate_python(body)
    return read.model_dump(mode="json", by_alias=True, exclude_unset=True)


def prepare(asked: Asked) -> Prepared:
    is_read = asked.method == "GET" or asked.dry_run
    body, key = _keyed(asked)
    if key is not None and not _PRINTABLE.fullmatch(key):
        raise ValueError("An idempotency key is printable ASCII, and not empty: it is sent in a header.")
    headers = {"Accept": asked.accept}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["Idempotency-Key"] = key
    if asked.not_before is not None:
        headers["X-Ledger-Sequence"] = str(asked.not_before)
    preferences = [
        *([f"wait={asked.wait}"] if asked.wait is not None else []),
        *(["handling=strict"] if asked.strict else []),
        *(["consistency=eventual"] if asked.may_be_behind else []),
    ]
    if preferences:
        headers["Prefer"] = ", ".join(preferences)
    query = {**asked.query, **({"dry_run": "true"} if asked.dry_run else {})}
    return Prepared(
        method=asked.method,
        path=asked.path,
        params=[pair for name, value in query.items() for pair in _pairs(name, value)],
        headers=headers,
        content=None if body is None else json.dumps(body, ensure_ascii=False).encode(),
        timeout=asked.timeout,
        is_read=is_read,
        is_repeatable=is_read or asked.keyed != "no",
        sent=SentRequest(asked.method, asked.path, body, key or _key_of(body)),
    )


def _keyed(asked: Asked) -> tuple[Any, str | None]:
    """Returns the body and the idempotency header. A missing key is created once per call, so that retries use the same key."""
    body, key = asked.body, asked.idempotency_key
    if asked.keyed == "items":
        return {**body, "transactions": [_with_key(item) for item in body["transactions"]]}, None
    if asked.keyed == "no":
        return body, None
    # The API accepts the key of this operation in the header or in the body. With the header, the body needs no key but must
    # exist.
    body = {} if body is None else body
    return body, str(uuid4()) if key is None and _key_of(body) is None else key


def _with_key(item: dict[str, Any]) -> dict[str, Any]:
    return {**item, "idempotency_key": str(uuid4())} if _key_of(item) is None else item


def _key_of(body: Any) -> str | None:
    return body.get("idempotency_key") if isinstance(body, dict) else None


def _pairs(name: str, value: Any) -> list[tuple[str, str]]:
    """Returns the query parameters. A list becomes values separated by commas, a map becomes ``name[key]=value``, and None is
left out."""
    if value is None:
        return []
    if isinstance(value, Mapping):
        return [(f"{name}[{member}]", _text(each)) for member, each in value.items()]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [(name, ",".join(_text(each) for each in value))]
    return [(name, _text(value))]


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dt.datetime):
        if value.tzinfo is None:
            raise ValueError("an instant needs a time zone")
        return value.astimezone(dt.timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, dt.date):
        return value.isoformat()
    return format(value, "f") if isinstance(value, Decimal) else str(value)
