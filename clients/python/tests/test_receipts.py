"""Verifies the receipts in clients/receipt-cases.json. All verifiers must return the same result for each receipt."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ledger_client import ReceiptVerificationError, verify_receipt
from ledger_client.models import Receipt

from test_cases import dumped, in_one_spelling

TABLE: dict[str, Any] = json.loads((Path(__file__).parents[2] / "receipt-cases.json").read_text("utf-8"))
KEYS: dict[str, str] = TABLE["keys"]
HOLDING = [case for case in TABLE["cases"] if "proves" in case]
FAILING = [case for case in TABLE["cases"] if "fails" in case]


def named(cases: list[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("case", cases, ids=[case["name"] for case in cases])


def keys_of(case: dict[str, Any]) -> list[str]:
    return [KEYS[name] for name in case["keys"]]


def witnesses_of(case: dict[str, Any]) -> list[str]:
    return [TABLE["witnesses"][name] for name in case.get("witnesses", [])]


@pytest.fixture(autouse=True)
def _has_cryptography() -> None:
    pytest.importorskip("cryptography")


@named(HOLDING)
def test_believes(case: dict[str, Any]) -> None:
    for receipt in (case["receipt"], Receipt.model_validate(case["receipt"])):
        proven = dumped(verify_receipt(receipt, "\n".join(keys_of(case)), witnesses="\n".join(witnesses_of(case))))
        for entry in proven["record"]["entries"]:
            entry["amount_minor"] = str(entry["amount_minor"])
        assert in_one_spelling(proven) == in_one_spelling(case["proves"])


@named(FAILING)
def test_does_not_believe(case: dict[str, Any]) -> None:
    with pytest.raises(ReceiptVerificationError, match=f"(?i){case['fails']}"):
        verify_receipt(case["receipt"], keys_of(case), witnesses=witnesses_of(case))


def test_believes_no_receipt_of_which_a_byte_was_changed() -> None:
    case = HOLDING[0]
    content = bytearray(json.dumps(case["receipt"], separators=(",", ":"), ensure_ascii=False).encode())

    def is_believed() -> bool:
        try:
            verify_receipt(json.loads(content.decode()), keys_of(case))
        except (ReceiptVerificationError, ValueError):
            return False
        return True

    assert is_believed()
    believed: list[tuple[int, int]] = []
    for at, byte in enumerate(bytes(content)):
        for bit in (1, 32):
            content[at] = byte ^ bit
            if is_believed():
                believed.append((at, bit))
            content[at] = byte
    assert believed == []


@pytest.mark.parametrize(
    "key",
    [
        "ledger",
        KEYS["current"].replace("ledger.example+", "ledger.example+0"),
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        TABLE["witnesses"]["north"],
    ],
)
def test_takes_what_is_no_key_for_a_mistake_of_the_program(key: str) -> None:
    with pytest.raises(ValueError, match="not a verifier key"):
        verify_receipt(HOLDING[0]["receipt"], key)


def test_takes_a_key_that_signs_logs_for_no_key_of_a_witness() -> None:
    with pytest.raises(ValueError, match="not a verifier key of a witness"):
        verify_receipt(HOLDING[0]["receipt"], KEYS["current"], witnesses=[KEYS["current"]])


def test_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    with pytest.raises(ImportError, match=r"ledger-service-client\[receipts\]"):
        verify_receipt(HOLDING[0]["receipt"], keys_of(HOLDING[0]))
