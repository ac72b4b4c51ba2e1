"""Replays one after another: every game in turn, there and back, and what cannot be shown passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.replay.formats.mbf import write_mbf
from sapper.showing.programme import Programme, Shown
from tests.replay import builders
from tests.replay.builders import LAYOUT, WON
from tests.replay.test_formats import FILES


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    one = builders.evf(LAYOUT, WON)
    contents = {
        "broken.avf": b"\x33\0\0\0\0\x03" + bytes(40),
        "a.avf": FILES["avf"](LAYOUT, WON),
        "board.mbf": write_mbf(LAYOUT),
        "session.evfs": builders.evfs(one, one),
        "empty.evf": builders.evf(LAYOUT, builders.clicks()),
        "z.mvf": FILES["mvf 2007"](LAYOUT, WON),
    }
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    return [tmp_path / name for name in [*contents, "absent.avf"]]


def names(programme: Programme, *, back: bool = False) -> list[str]:
    found = []
    while (shown := programme.turn(back=back)) is not None:
        found.append(shown.name)
    return found


def test_all_that_can_be_shown_is_and_the_rest_is_named(files: list[Path]) -> None:
    programme = Programme(files, with_player=False)
    assert names(programme) == ["a.avf", "session.evfs 1/2", "session.evfs 2/2", "z.mvf"]
    assert [path.name for path in programme.faults] == ["broken.avf", "board.mbf", "empty.evf", "absent.avf"]
    assert all(str(fault) and "\n" not in str(fault) for fault in programme.faults.values())
    assert names(programme, back=True) == ["session.evfs 2/2", "session.evfs 1/2", "a.avf"]
    assert programme.place == (2, len(files))
    assert names(programme) == ["session.evfs 1/2", "session.evfs 2/2", "z.mvf"]


def test_what_comes_next_is_known_without_reading_it(files: list[Path]) -> None:
    programme = Programme(files[1:2] + files[3:4], with_player=False)
    more = []
    while programme.turn() is not None:
        more.append(programme.has_more)
    assert more == [True, True, False]


def test_a_player_is_named_only_when_asked_for(files: list[Path]) -> None:
    def first(*, with_player: bool) -> Shown:
        shown = Programme(files[1:], with_player=with_player).turn()
        assert shown is not None
        return shown

    assert "player" not in first(with_player=False).name
    assert first(with_player=True).name == "a.avf (player)"


def test_a_name_gives_the_terminal_no_orders(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2J.avf"
    path.write_bytes(FILES["avf"](LAYOUT, WON))
    shown = Programme([path], with_player=False).turn()
    assert shown is not None
    assert shown.name == r"a\x1b[2J.avf"
