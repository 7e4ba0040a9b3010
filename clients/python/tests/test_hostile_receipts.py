"""Verifies the receipts and checkpoints in clients/hostile-receipts.json. All verifiers must return the same for each of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ledger_client import ReceiptVerificationError, verify_consistency, verify_receipt

TABLE: dict[str, Any] = json.loads((Path(__file__).parents[2] / "hostile-receipts.json").read_text("utf-8"))
# A program that gets parsed JSON cannot see that the text had two members of one name.
CASES = [case for case in TABLE["cases"] if "isOfTheText" not in case]


@pytest.fixture(autouse=True)
def _has_cryptography() -> None:
    pytest.importorskip("cryptography")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_judges(case: dict[str, Any]) -> None:
    told, keys = json.loads(case["text"]), case.get("keys", [TABLE["key"]])

    def judged() -> int:
        if "former" in told:
            return verify_consistency(told["former"], told["latest"], keys).tree_size
        return verify_receipt(told, keys).tree_size

    if case["holds"]:
        assert judged() == 300
    else:
        with pytest.raises(ReceiptVerificationError):
            judged()
