"""Compares pairs of checkpoints (clients/growth-cases.json). All verifiers must return the same result for each pair."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ledger_client import ReceiptVerificationError, verify_consistency

TABLE: dict[str, Any] = json.loads((Path(__file__).parents[2] / "growth-cases.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def _has_cryptography() -> None:
    pytest.importorskip("cryptography")


@pytest.mark.parametrize("case", TABLE["cases"], ids=[case["name"] for case in TABLE["cases"]])
def test_judges(case: dict[str, Any]) -> None:
    witnesses = [TABLE["witness"]] if "isWitnessed" in case else []
    if "proves" in case:
        proven = verify_consistency(case["former"], case["latest"], TABLE["key"], witnesses=witnesses)
        assert [proven.former_size, proven.tree_size] == case["proves"]
    else:
        with pytest.raises(ReceiptVerificationError, match=f"(?i){case['fails']}"):
            verify_consistency(case["former"], case["latest"], TABLE["key"], witnesses=witnesses)
