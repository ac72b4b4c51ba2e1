"""Whole sessions of the consoles through the real command, byte for byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest

from tests.e2e.program import sapper

ROOT = Path(__file__).resolve().parents[2]
TUTORIALS = ROOT.parent / "shared" / "consoles"
OWN = ROOT / "tests" / "golden" / "consoles"


class Transcript(TypedDict):
    """A session: the console, its board (mines from 1, row first), what is typed and what is printed."""

    console: str
    rows: int
    cols: int
    mines: list[tuple[int, int]]
    stdin: str
    stdout: str


def transcripts(folder: Path) -> list[object]:
    files = sorted(folder.glob("*.json"))
    if not files:
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"the transcripts of {folder.name} are not here"))]
    return [
        pytest.param(transcript, id=f"{folder.parent.name}-{file.stem}-{number}")
        for file in files
        for number, transcript in enumerate(json.loads(file.read_text("utf-8")))
    ]


@pytest.mark.parametrize("transcript", [*transcripts(TUTORIALS), *transcripts(OWN)])
def test_the_command_prints_what_the_transcript_shows(transcript: Transcript, tmp_path: Path) -> None:
    mines = {(row, column) for row, column in transcript["mines"]}
    columns = range(1, transcript["cols"] + 1)
    rows = ("".join(".*"[(row, column) in mines] for column in columns) for row in range(1, transcript["rows"] + 1))
    board = tmp_path / "board.txt"
    board.write_text("\n".join(rows))
    ended = sapper("console", transcript["console"], "--board", str(board), stdin=transcript["stdin"].encode())
    assert ended.stdout.decode("utf-8") == transcript["stdout"]
    assert (ended.returncode, ended.stderr) == (0, b"")
