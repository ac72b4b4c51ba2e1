"""The picture of the layers in CONTRIBUTING.md is what the checker holds the modules to."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_picture_shows_the_layers_that_are_checked() -> None:
    section = re.search(
        r"^## Layers$(.*?)^## ", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert section is not None
    # The names end where two spaces begin the remark.
    drawn = [
        re.split(r" {2,}", line.strip())[0].split(" | ") for line in re.findall(r"^ {4}\S.*$", section[1], re.MULTILINE)
    ]
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract.get("exhaustive")]
    assert drawn == [re.sub(r"[()]", "", layer).split(" | ") for layer in layers]


def test_the_picture_shows_every_room() -> None:
    rooms = {path.stem for path in (ROOT / "src" / "sapper").iterdir() if path.is_dir() or path.suffix == ".py"}
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert not [
        room
        for room in rooms - {"__init__", "__pycache__", "locale", "py"}
        if not re.search(rf"^ {{4}}.*\b{room}\b", text, re.MULTILINE)
    ]
