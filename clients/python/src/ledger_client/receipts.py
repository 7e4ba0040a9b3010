"""Verifies receipts. The verification sends no request, and trusts only the keys that you stored. docs/use/proof.md describes
the formats."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Literal, NoReturn

from pydantic import AwareDatetime

from ._model import Answered
from ._proven_record import ProvenEntry, ProvenRecord, are_of_kinds, is_instant, proven_record, text_members
from ._secret import bytes_of
from .models import Checkpoint, Receipt

__all__ = [
    "ProvenCosignature",
    "ProvenEntry",
    "ProvenGrowth",
    "ProvenRecord",
    "ProvenTransaction",
    "ReceiptVerificationError",
    "verify_consistency",
    "verify_receipt",
]


class ReceiptVerificationError(Exception):
    """The receipt is invalid: it was changed, or none of the keys that you trust has signed it."""


class ProvenCosignature(Answered):
    """The statement of a witness: at this time the log contained the signed tree, and had only grown since the witness's
earlier signatures."""

    witness: str
    """The verifier key of the witness."""
    at: AwareDatetime
    """The time by the clock of the witness."""


class ProvenTransaction(Answered):
    """The transaction that a receipt proves: it was posted, or failed, before the ledger signed the checkpoint."""

    ledger_id: str
    transaction_id: str
    outcome: Literal["posted", "failed"]
    reason: str | None
    """The reason for the failure; None for a posted transaction."""
    decided_by: str
    decided_at: AwareDatetime
    sequence: int
    """The sequence of the event in the ledger's log."""
    tree_size: int
    """The number of events in the signed tree."""
    signed_at: AwareDatetime | None
    """The time of the signature by the service's clock, which the signature does not prove. None if the checkpoint has no time."""
    signed_by: list[str]
    """Those of your trusted verifier keys that signed the checkpoint."""
    cosigned_by: list[ProvenCosignature]
    """The cosignatures of the witnesses that you require, in the order in which the signed note contains them."""
    record: ProvenRecord
    """The transaction as the ledger accepted it."""


def verify_receipt(
    receipt: Receipt | Mapping[str, Any], keys: str | Sequence[str], *, witnesses: str | Sequence[str] = ()
) -> ProvenTransaction:
    """Returns the transaction that a receipt proves. ``keys`` are the verifier keys that you trust, stored earlier from
``/.well-known/ledger-keys``: a text with one key per line, or a list. Raises ``ReceiptVerificationError`` if the receipt
is invalid, and ``ValueError`` if a key is invalid. ``witnesses`` are the verifier keys of witnesses. If one of them has
not co-signed the checkpoint, the call also raises ``ReceiptVerificationError``. Needs the package ``cryptography``
(``pip install "ledger-service-client[receipts]"``), and raises ``ImportError`` if it is not installed."""
    _require_cryptography()
    verifiers = _verifiers_of(keys, witnesses)
    told = receipt.model_dump(mode="json") if isinstance(receipt, Receipt) else receipt
    if not _is_receipt(told):
        _fail("It is no receipt: a member is missing, is of another type, or is not known.")
    leaf, size = told["leaf"], int(told["tree_size"])
    sequence = int(leaf["sequence"])
    if leaf["version"] != 1 or sequence < 1:
        _fail("The leaf is of a form that is not known.")
    if size < sequence:
        _fail("The tree is smaller than the place of the event.")
    record_format = 2 if told["record_hash"].startswith("02") else 1
    if _kept_hash(told["record"], record_format) != told["record_hash"]:
        _fail("The record is not what was hashed.")
    if _kept_hash(told["event"], 1) != leaf["event_hash"]:
        _fail("The event is not what was hashed.")
    decided, record = _decided(told["event"], told["record"], record_format)
    if decided.place != str(sequence):
        _fail("The event has another place in the log.")
    if decided.content != told["record_hash"]:
        _fail("The event is about another record.")
    if decided.transaction_id != record.id:
        _fail("The event is about another transaction.")
    path = [_bytes_of_hex(each) for each in told["inclusion"]]
    signed = _open_checkpoint(told["checkpoint"], verifiers)
    if "/" in signed.log:
        _fail("The checkpoint is not of the log of a ledger.")
    if signed.size != size:
        _fail("The checkpoint is of a tree of another size.")
    data = f'{{"event_hash":"{leaf["event_hash"]}","sequence":{sequence},"version":1}}'
    if _root_through(_sha256(b"\0", data.encode()), sequence - 1, size, path) != signed.root:
        _fail("The event is not in the tree that was signed.")
    return ProvenTransaction.model_validate(
        {
            "ledger_id": signed.ledger_id,
            "transaction_id": record.id,
            "outcome": decided.type.removeprefix("transaction_"),
            "reason": decided.reason,
            "decided_by": decided.actor,
            "decided_at": decided.at,
            "sequence": sequence,
            "tree_size": size,
            "signed_at": signed.at,
            "signed_by": signed.by,
            "cosigned_by": signed.cosignatures,
            "record": record,
        }
    )


class ProvenGrowth(Answered):
    """The result of a comparison of two checkpoints of one log: between them events were only added."""

    ledger_id: str
    former_size: int
    tree_size: int
    signed_at: AwareDatetime | None
    """The time of the later signature by the service's clock, which the signature does not prove. None if the checkpoint has no
time."""


def verify_consistency(
    former: str,
    latest: Checkpoint | Mapping[str, Any],
    keys: str | Sequence[str],
    *,
    witnesses: str | Sequence[str] = (),
) -> ProvenGrowth:
    """Proves that every event covered by ``former`` is unchanged in ``latest``: between the two checkpoints events were only
added. ``former`` is the signed note that you stored. ``latest`` is the answer of ``proof.checkpoint(from_=...)``, called
with the ``tree_size`` of ``former``. Raises like ``verify_receipt``. ``witnesses`` must have co-signed the later note."""
    _require_cryptography()
    told = latest.model_dump(mode="json") if isinstance(latest, Checkpoint) else latest
    before = _open_checkpoint(former, _verifiers_of(keys, ()))
    after = _open_checkpoint(told["note"], _verifiers_of(keys, witnesses))
    if before.origin != after.origin:
        _fail("The checkpoints are of two logs.")
    if before.size > after.size:
        _fail("The later log has fewer events: its end was cut off.")
    path = [_bytes_of_hex(each) for each in told["consistency"]]
    if _roots_through(before.root, before.size, after.size, path) != (before.root, after.root):
        _fail("The later log does not begin with the events of the former.")
    return ProvenGrowth.model_validate(
        {
            "ledger_id": after.ledger_id,
            "former_size": before.size,
            "tree_size": after.size,
            "signed_at": after.at,
        }
    )


def _fail(reason: str) -> NoReturn:
    raise ReceiptVerificationError(reason)


def _require_cryptography() -> None:
    try:
        import cryptography.hazmat.primitives.asymmetric.ed25519  # noqa: F401
    except ImportError as error:
        raise ImportError(
            'verify_receipt needs the package cryptography, because Python has no Ed25519: pip install "ledger-service-client[receipts]"'
        ) from error


def _lines_of(keys: str | Sequence[str]) -> list[str]:
    lines = keys.split("\n") if isinstance(keys, str) else keys
    return [line.strip() for line in lines if line.strip()]


def _sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _kept_hash(text: str, form: int) -> str | None:
    """Returns the hash in its stored form: two digits of the format's number, such as 01, and the SHA-256 of the text. A text
with half of a surrogate pair has no hash, because it has no bytes."""
    return None if _has_halves(text) else f"0{form}" + _sha256(text.encode()).hex()


def _has_halves(text: str) -> bool:
    return re.search("[\ud800-\udfff]", text) is not None


def _bytes_of_hex(text: str) -> bytes:
    return bytes.fromhex(text) if re.fullmatch("[0-9a-f]{64}", text) else _fail(f"Not a hash: {text}")


@dataclass(frozen=True)
class _Verifier:
    text: str
    name: str
    id: str
    bytes: bytes
    is_witness: bool
    """Whether the key belongs to a witness. The signatures of a witness contain a time."""


def _verifiers_of(keys: str | Sequence[str], witnesses: str | Sequence[str]) -> list[_Verifier]:
    return [
        *(_verifier_of(line, False) for line in _lines_of(keys)),
        *(_verifier_of(line, True) for line in _lines_of(witnesses)),
    ]


def _verifier_of(text: str, is_witness: bool) -> _Verifier:
    """Reads a key of the form ``<name>+<key id>+<base64 of the type and the 32 bytes of an Ed25519 key>``. The type is 4 for a
witness, and otherwise 1."""
    found = re.fullmatch(r"([^+\s]+)\+([0-9a-f]{8})\+(\S+)", text)
    key = bytes_of(found[3]) if found else b""
    is_key = len(key) == 33 and key[0] == (4 if is_witness else 1)
    if not found or not is_key or _sha256(f"{found[1]}\n".encode(), key).hex()[:8] != found[2]:
        kind = "of a witness" if is_witness else "as /.well-known/ledger-keys tells them"
        raise ValueError(f"This is not a verifier key {kind}: {text}")
    return _Verifier(text, found[1], found[2], key[1:], is_witness)


def _has_exactly(value: Any, names: set[str]) -> bool:
    return isinstance(value, Mapping) and set(value) == names


def _is_receipt(told: Mapping[str, Any]) -> bool:
    members = {"record", "record_hash", "event", "leaf", "tree_size", "inclusion", "checkpoint"}
    if not _has_exactly(told, members) or not _has_exactly(told["leaf"], {"version", "sequence", "event_hash"}):
        return False
    leaf, inclusion = told["leaf"], told["inclusion"]
    if not isinstance(inclusion, (list, tuple)):
        return False
    texts = [told[name] for name in ("record", "record_hash", "event", "checkpoint")]
    numbers = (leaf["version"], leaf["sequence"], told["tree_size"])
    return all(isinstance(each, str) for each in (*texts, leaf["event_hash"], *inclusion)) and all(
        _is_whole(each) for each in numbers
    )


_MAX_WHOLE = 2**53 - 1
"""The greatest number that every JSON parser reads exactly."""


def _is_whole(number: Any) -> bool:
    """JSON does not distinguish 300 and 300.0, which Python reads as a float."""
    is_number = type(number) is int or (type(number) is float and number.is_integer())
    return is_number and abs(number) <= _MAX_WHOLE


_EVENT_KINDS = "tttttt?t?it"
"""The members of an event (``are_of_kinds``)."""


@dataclass(frozen=True)
class _Event:
    place: str | None
    type: str
    transaction_id: str | None
    actor: str | None
    reason: str | None
    at: str | None
    content: str | None


def _decided(event: str, record: str, record_format: int) -> tuple[_Event, ProvenRecord]:
    try:
        members = text_members(event)
        kind, form, _, place, type_, transaction_id, _, actor, reason, at, content = members
        read = proven_record(text_members(record), str(record_format))
    except ValueError as error:
        raise ReceiptVerificationError(f"The event or the record is of a form that is not known: {error}") from error
    if (kind, form) != ("event", "1") or not are_of_kinds(members, _EVENT_KINDS):
        _fail("The event is of a form that is not known.")
    if type_ not in ("transaction_posted", "transaction_failed"):
        _fail(f"The event is {type_}.")
    return _Event(place, type_, transaction_id, actor, reason, at, content), read


def _open_note(note: str, verifiers: Sequence[_Verifier]) -> tuple[str, list[str], list[ProvenCosignature]]:
    """Verifies a signed note (C2SP signed-note). Returns its text, the trusted keys that signed it, and the cosignatures of the
required witnesses."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    end = note.rfind("\n\n") + 1
    if end == 0 or not note.endswith("\n") or re.search(r"[\0-\x09\x0b-\x1f]", note) or _has_halves(note):
        _fail("The checkpoint is no signed note.")
    text = note[:end]
    by: list[str] = []
    cosignatures: list[ProvenCosignature] = []
    for line in note[end + 1 : -1].split("\n"):
        found = re.fullmatch(r"— ([^\s\ufeff+]+) (\S+)", line)
        signature = bytes_of(found[2]) if found else b""
        if not found or not signature:
            _fail(f"Not a signature: {line}")
        known = next((one for one in verifiers if (one.name, one.id) == (found[1], signature[:4].hex())), None)
        if known is None:
            continue
        time = _time_of(signature) if known.is_witness else None
        message, own = (text, signature[4:]) if time is None else (f"cosignature/v1\ntime {time}\n{text}", signature[12:])
        try:
            Ed25519PublicKey.from_public_bytes(known.bytes).verify(own, message.encode())
        except InvalidSignature as error:
            raise ReceiptVerificationError(f"The signature of {known.name} is wrong.") from error
        if time is None:
            by.append(known.text)
        else:
            cosignatures.append(ProvenCosignature(witness=known.text, at=datetime.fromtimestamp(time, timezone.utc)))
    cosigned_by = {each.witness for each in cosignatures}
    missing = next((one for one in verifiers if one.is_witness and one.text not in cosigned_by), None)
    if missing:
        _fail(f"The witness {missing.name} has not co-signed the checkpoint.")
    return (text, by, cosignatures) if by else _fail("No key that you trust has signed the checkpoint.")


_MAX_TIME = 253_402_300_799
"""The last second of the year 9999, in seconds since 1970."""


def _time_of(signature: bytes) -> int:
    """Reads the time of a cosignature (C2SP tlog-cosignature): the 8 bytes after the key id, in seconds since 1970."""
    if len(signature) != 76:
        _fail("The cosignature of a witness has another length.")
    time = int.from_bytes(signature[4:12], "big")
    return time if time <= _MAX_TIME else _fail("The time of a cosignature cannot be read.")


@dataclass(frozen=True)
class _Checkpoint:
    origin: str
    log: str
    """The origin after the key's name: the id of the ledger, or ``tenants/`` and the id of the tenant."""
    ledger_id: str
    size: int
    root: bytes
    at: str | None
    by: list[str]
    cosignatures: list[ProvenCosignature]


def _open_checkpoint(note: str, verifiers: Sequence[_Verifier]) -> _Checkpoint:
    """Verifies a checkpoint and reads its lines (C2SP tlog-checkpoint)."""
    text, by, cosignatures = _open_note(note, verifiers)
    origin, size, root, *rest = [*text.split("\n"), "", ""]
    if not re.fullmatch("[1-9][0-9]{0,15}", size) or int(size) > _MAX_WHOLE:
        _fail(f"The size of the checkpoint is {size}.")
    names = [f"{key.partition('+')[0]}/" for key in by]
    logs = [origin.removeprefix(name) for name in names if origin.startswith(name)]
    log = next((each for each in logs if re.fullmatch("(tenants/)?[0-9a-f-]{36}", each)), None)
    if log is None:
        _fail(f"The origin must be the name of a key that signed, a slash, and the name of a log, but it is {origin}.")
    if len(bytes_of(root)) != 32:
        _fail(f"Not a root: {root}")
    at = next((line[3:] for line in rest if line.startswith("at ")), None)
    if at is not None and not is_instant(at):
        _fail(f"The time of the checkpoint is {at}.")
    return _Checkpoint(origin, log, origin.rpartition("/")[2], int(size), bytes_of(root), at, by, cosignatures)


def _root_through(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """Computes the root from a leaf and its audit path (RFC 6962, 2.1.1)."""
    rest = list(path)

    def up(start: int, end: int) -> bytes:
        if end - start == 1:
            return leaf
        split = 1 << (end - start - 1).bit_length() - 1
        if not rest:
            _fail("The inclusion proof is too short.")
        sibling = rest.pop()
        if index < start + split:
            return _sha256(b"\1", up(start, start + split), sibling)
        return _sha256(b"\1", sibling, up(start + split, end))

    root = up(0, size)
    return root if not rest else _fail("The inclusion proof is too long.")


def _roots_through(former_root: bytes, former: int, size: int, path: Sequence[bytes]) -> tuple[bytes, bytes]:
    """Computes the roots of the former and the later tree from a consistency proof (RFC 6962, 2.1.2). If the former tree is a
complete subtree of the later one, the proof does not contain its root, and ``former_root`` is used."""
    rest = list(path)

    def following() -> bytes:
        return rest.pop() if rest else _fail("The consistency proof is too short.")

    def up(start: int, end: int, is_former_root: bool) -> tuple[bytes, bytes]:
        if end == former:
            own = former_root if is_former_root else following()
            return own, own
        split = 1 << (end - start - 1).bit_length() - 1
        sibling = following()
        if former <= start + split:
            own, later = up(start, start + split, is_former_root)
            return own, _sha256(b"\1", later, sibling)
        own, later = up(start + split, end, False)
        return _sha256(b"\1", sibling, own), _sha256(b"\1", sibling, later)

    roots = up(0, size, True)
    return roots if not rest else _fail("The consistency proof is too long.")
