"""What a user may name a board by."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.core.layout import Layout
from sapper.core.notation import format_board, parse_game_id
from sapper.errors import SapperError
from sapper.replay.boards import read_board
from sapper.replay.formats.analysis_link import read_analysis_link
from sapper.replay.formats.diagram import Diagram
from sapper.replay.formats.link import write_link
from sapper.replay.formats.mbf import write_mbf
from sapper.replay.formats.tatham import TathamGame, write_tatham
from tests.replay import builders
from tests.replay.builders import LAYOUT, WON
from tests.strategies import layouts


def test_every_name_of_a_board(tmp_path: Path) -> None:
    files = {
        "a.txt": format_board(LAYOUT).encode(),
        "b.mbf": write_mbf(LAYOUT),
        "c": write_mbf(LAYOUT).hex(" ").encode(),
        "d.avf": builders.avf(LAYOUT, WON),
        "e.txt": write_link(LAYOUT).encode() + b"\n",
        "f.txt": write_tatham(TathamGame(LAYOUT)).encode(),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
        assert read_board(str(tmp_path / name)) == LAYOUT, name
    assert read_board(builders.analysis_link(LAYOUT)) == LAYOUT
    assert read_board(write_link(LAYOUT)) == LAYOUT
    assert read_board(write_link(LAYOUT).partition("?")[2]) == LAYOUT
    assert read_board(write_tatham(TathamGame(LAYOUT, (0, 0)), masked=False)) == LAYOUT
    game = "30x16/99:opening:123"
    assert read_board(game) == parse_game_id(game)
    (tmp_path / "g.txt").write_text(game)
    assert read_board(str(tmp_path / "g.txt")) == parse_game_id(game)


@pytest.mark.parametrize(
    ("argument", "fault"),
    [
        ("nope", "'nope' is neither a file nor a game ID such as 30x16/99:opening:123 nor a link to a board"),
        ("9x9n10#123", "the ID '9x9n10#123' names a seed, which only its own program can deal"),
        ("9x9:r10,u,abc", "the game of this ID has no board before its first click"),
        ("9x9:u00", "the board of a 9x9 ID is 21 digits, not 2"),
        ("b=1&m=0", "the mines m of a 9x9 link are 17 characters, not 1"),
        ("b=1&m=0000000000000000z", "the mines m of a link are written in 0-9 and a-v, not 'z'"),
        ("analysis=aiai", "the link holds no position: analysis= is followed by letters and digits"),
        ("analysis=aiaiaaak!", "the link holds no position: analysis= is followed by letters and digits"),
        ("?analysis=adadaaab5", "the link has not the 3x3 cells of its board"),
        ("?analysis=adadaaabRSR", "the link has not the 3x3 cells of its board"),
        ("?analysis=adadaaab0", "the link says 1 mine, 0 are known in it: this is only part of a board"),
        (
            "?analysis=adabaaabOlb",
            "the number 2 at 1,0 contradicts the mines around it, which are 1",
        ),
        ("b=22&m=g&c=AA", "the clicks c of a link end before their closing mark"),
        ("b=22&m=1", "the last character of the mines m names cells outside the board"),
        ("b=x&m=1", "the size b of a link is 1, 2, 3 or columns and rows such as 3016"),
    ],
)
def test_faults(argument: str, fault: str) -> None:
    with pytest.raises(SapperError) as caught:
        read_board(argument)
    assert str(caught.value) == fault


def test_sizes_of_links() -> None:
    tall = Layout.of_mines(8, 30, [(7, 29)])
    assert "b=0830&" in write_link(tall)
    assert read_board(write_link(tall).replace("b=0830", "b=830")) == tall


@given(layouts(), st.data())
def test_links_to_positions(layout: Layout, data: st.DataObject) -> None:
    full = (1 << layout.params.cells) - 1
    opened, flagged, odd = (data.draw(st.integers(0, full)) for _ in range(3))
    found = read_analysis_link(builders.analysis_link(layout, opened=opened, flagged=flagged, odd=odd))
    assert found == Diagram(layout, opened & layout.safe, (flagged | odd) & layout.mined)
