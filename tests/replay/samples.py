"""The public sample replays, for those who have them beside their checkout; nothing of them is kept in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "formats" / "samples"
REPLAYS = ("avf", "evf", "mvf", "rawvf", "rmv")


def expected(section: str) -> list[Any]:
    """The entries of a section of the file of expected values, as parameters; one that skips where it is missing."""
    path = FOLDER / "expected.json"
    if not path.exists():
        return [pytest.param(None, id="absent", marks=pytest.mark.skip(reason="no sample replays beside the checkout"))]
    entries = json.loads(path.read_text(encoding="utf-8"))[section]
    return [pytest.param(entry, id=entry["file"]) for entry in entries]


def identifiers(kind: str) -> list[Any]:
    """The sample IDs and links of a kind, as parameters."""
    path = FOLDER / "ids" / "ids.json"
    if not path.exists():
        return [pytest.param(None, id="absent", marks=pytest.mark.skip(reason="no sample replays beside the checkout"))]
    return [
        pytest.param(entry, id=str(number)) for number, entry in enumerate(json.loads(path.read_text("utf-8"))[kind])
    ]


def data(entry: dict[str, Any]) -> bytes:
    """The bytes of a sample."""
    return Path(FOLDER, str(entry["file"])).read_bytes()
