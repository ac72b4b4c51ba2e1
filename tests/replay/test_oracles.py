"""Independent programs say the same of the files that they can read; skipped where they are not installed."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.replay.events import Events, Kind
from sapper.replay.reading import read_contents
from sapper.replay.record import Record
from sapper.replay.report import report
from sapper.replay.writing import write_replay
from tests.replay import samples
from tests.replay.builders import LAYOUT, WON
from tests.replay.test_formats import FILES

ORACLE = Path(__file__).with_name("oracle.py")


def ask(program: str, path: Path) -> dict[str, Any]:
    """An independent program's answer; skips the test where it is not there or cannot read the file."""
    if importlib.util.find_spec(program) is None:
        pytest.skip(f"{program} is not installed")
    # In a folder of its own: ms-toollib leaves a log where it stands when it aborts.
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, str(ORACLE), program, str(path)],
            capture_output=True,
            check=False,
            timeout=120,
            cwd=folder,
        )
    if done.returncode != 0:
        pytest.skip(f"{program} cannot read this file")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def same_game(data: bytes, answer: dict[str, Any], *, whole: bool) -> None:
    """Compares ms-toollib's answer; `whole` says that the last event ended the game."""
    found = report(read_contents(data).records[0])
    measures = found.measures
    assert [*found.play.clicks] == answer["clicks"] + answer["effective"]
    board = measures.board
    if answer["board"][0]:  # it takes the 3BV of RMV files from their header, which says 0 in lost games
        assert [board.bbbv, board.openings, board.islands, measures.zini, measures.hzini] == answer["board"]
    if whole:
        assert measures.solved_bbbv == answer["solved"]
        assert measures.path == pytest.approx(answer["path"], abs=1)


@pytest.mark.parametrize("entry", samples.expected("files"))
def test_ms_toollib_on_samples(entry: dict[str, Any]) -> None:
    if entry["format"] not in ("avf", "evf", "mvf", "rmv"):
        pytest.skip("not a format of ms-toollib")
    if "restart" in entry["file"]:
        pytest.skip("ms-toollib loses its count at an event that ends the recording")
    same_game(samples.data(entry), ask("ms_toollib", samples.FOLDER / entry["file"]), whole=True)


@pytest.mark.parametrize("name", ["avf", "evf 0", "evf 3", "rmv 1", "rmv 2", "mvf 0.97"])
def test_ms_toollib_on_files_of_the_tests(name: str, tmp_path: Path) -> None:
    data = FILES[name](LAYOUT, WON)
    path = tmp_path / f"game.{name.split()[0]}"
    path.write_bytes(data)
    same_game(data, ask("ms_toollib", path), whole=True)


@pytest.mark.parametrize("seed", range(25))
def test_ms_toollib_counts_wild_games_alike(seed: int, tmp_path: Path) -> None:
    data = wild_game(Random(seed))
    path = tmp_path / "wild.evf"
    path.write_bytes(data)
    same_game(data, ask("ms_toollib", path), whole=False)


def wild_game(random: Random) -> bytes:
    """An EVF replay of somebody who presses whatever is there, on and off the board, after a proper start."""
    layout = Layout.of_mines(8, 8, [(random.randrange(8), random.randrange(8)) for _ in range(9)])
    x, y = layout.geometry.xy(random.choice(cells_of(layout.safe)))
    rows = [(0, Kind.LEFT_DOWN, x * 16, y * 16), (9, Kind.LEFT_UP, x * 16, y * 16)]
    held: set[Kind] = set()
    for number in range(1, random.randint(5, 90)):
        if random.random() < 0.5:
            x, y = (8, 8) if random.random() < 0.1 else (random.randrange(8), random.randrange(8))
            rows.append((number * 300, Kind.MOVE, x * 16, y * 16))
        down, up = random.choice(((Kind.LEFT_DOWN, Kind.LEFT_UP), (Kind.RIGHT_DOWN, Kind.RIGHT_UP)))
        on_mine = x < 8 and layout.is_mine(layout.geometry.cell(x, y))
        if down is Kind.LEFT_DOWN and down not in held and on_mine:
            continue  # mostly stay alive
        rows.append((number * 300, up if down in held else down, x * 16, y * 16))
        held ^= {down}
    record = Record(layout, Events.of(rows))
    found = report(record)
    if found.play.end is not None:
        # That program goes on counting after the end.
        record = Record(layout, Events.of(rows[: found.play.end + 1]))
        found = report(record)
    return write_replay(found.play, found.measures, "evf")


@pytest.mark.parametrize("entry", samples.expected("files"))
def test_sweeping_view_on_samples(entry: dict[str, Any]) -> None:
    if entry["format"] not in ("avf", "evf", "rmv"):
        pytest.skip("not a format of sweeping-view")
    answer = ask("sweeping_view", samples.FOLDER / entry["file"])
    found = report(read_contents(samples.data(entry)).records[0])
    layout = found.play.record.layout
    assert [layout.params.width, layout.params.height] == answer["size"]
    mines = [list(layout.geometry.xy(cell)) for cell in cells_of(layout.mined)]
    assert sorted(mines) == answer["mines"]
    assert found.measures.time_ms == answer["time"]
