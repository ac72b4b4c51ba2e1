"""Every format that sapper reads, in files that the tests made: events, headers, and what must not be told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from sapper.core.layout import Layout
from sapper.errors import NotationError, SapperError
from sapper.replay.events import Event, Events, Kind
from sapper.replay.reading import Contents, read_contents
from sapper.replay.record import Mode, Record, Result
from sapper.replay.report import describe, report
from tests.replay import builders
from tests.replay.builders import LAYOUT, WON

BBBV = 22
SPAN = WON[-1].ms - WON[1].ms

Build = Callable[[Layout, Events], bytes]

FILES: dict[str, Build] = {
    "avf": lambda layout, events: builders.avf(layout, events, time=f"{WON[-1].ms / 1000 + 1:.2f}", bbbv=BBBV),
    "avf without checks": lambda layout, events: builders.avf(
        layout, events, time=f"{WON[-1].ms / 1000 + 1:.2f}", bbbv=BBBV, right=False
    ),
    "evf 0": lambda layout, events: builders.evf(layout, events, version=0, time=SPAN, bbbv=BBBV),
    "evf 1": lambda layout, events: builders.evf(layout, events, version=1, time=SPAN, bbbv=BBBV),
    "evf 2": lambda layout, events: builders.evf(layout, events, version=2, time=SPAN, bbbv=BBBV),
    "evf 3": lambda layout, events: builders.evf(layout, events, version=3, time=SPAN, bbbv=BBBV),
    "evf 2 called 0": lambda layout, events: b"\0" + builders.evf(layout, events, version=2, time=SPAN, bbbv=BBBV)[1:],
    "evfs": lambda layout, events: builders.evfs(builders.evf(layout, events, time=SPAN, bbbv=BBBV)),
    "rmv 1": lambda layout, events: builders.rmv(layout, events, time=WON[-1].ms, bbbv=BBBV),
    "rmv 2": lambda layout, events: builders.rmv(layout, events, version=2, time=WON[-1].ms, bbbv=BBBV),
    "rmv 2 with steps": lambda layout, events: builders.rmv(
        layout, events, version=2, time=WON[-1].ms, bbbv=BBBV, steps=True
    ),
    "mvf 0.97": lambda layout, events: builders.mvf(
        layout, events, version="version 0.97 beta", seed=56766, time=WON[-1].ms
    ),
    "mvf 2006": lambda layout, events: builders.mvf(layout, events, version="2006 release 1", time=WON[-1].ms),
    "mvf 2007": lambda layout, events: builders.mvf(layout, events, time=WON[-1].ms),
    "mvf 0.96": lambda layout, events: builders.old_mvf(layout, events, time=WON[-2].ms),
}


def only_record(contents: Contents) -> Record:
    (record,) = contents.records
    return record


@pytest.mark.parametrize("name", FILES)
def test_events_come_back(name: str) -> None:
    record = only_record(read_contents(FILES[name](LAYOUT, WON)))
    assert record.layout == LAYOUT
    if name.startswith("rmv"):
        # The first press is not in the file: it is put back in the time of its release.
        assert list(record.events)[1:] == list(WON)[1:]
        assert record.events[0] == Event(WON[1].ms, Kind.LEFT_DOWN, WON[1].x, WON[1].y)
    elif name.startswith("mvf"):
        # These store states: a press in a new place is a move and a press.
        wanted = [event for event in WON if event.kind is not Kind.MOVE]
        if name == "mvf 0.96":
            # The last release is not in the file: it is put back in the time of its press.
            wanted[-1] = wanted[-1]._replace(ms=wanted[-2].ms)
        assert [event for event in record.events if event.kind is not Kind.MOVE] == wanted
    else:
        assert list(record.events) == list(WON)


@pytest.mark.parametrize("name", FILES)
def test_game_is_the_same_in_every_format(name: str) -> None:
    found = report(only_record(read_contents(FILES[name](LAYOUT, WON))))
    told = describe(found)
    assert (told["result"], told["bbbv"], told["solved_bbbv"]) == ("won", BBBV, BBBV)
    assert told["clicks"] == {"left": 22, "right": 2, "chord": 1, "total": 25}
    assert told["effective"] == {"left": 22, "right": 2, "chord": 1, "total": 25}
    assert told["level"] == "ranked-beginner"
    strange = [str(warning) for warning in found.warnings]
    if name == "avf without checks":
        assert strange == ["a check number in the file does not fit the data that it belongs to"]
    elif name == "mvf 0.97":
        assert len(strange) == 4  # the tests write no statistics
    else:
        assert strange == []


@pytest.mark.parametrize("name", FILES)
def test_names_are_told_only_when_asked_for_and_secrets_never(name: str) -> None:
    found = report(only_record(read_contents(FILES[name](LAYOUT, WON))))
    told, named = str(describe(found)), describe(found, with_player=True)
    assert "player" not in told
    if name != "avf without checks":
        assert named["player"] == "player"
    for secret in ("token", "secret", "nick", "device"):
        assert secret not in str(named)


def test_preflags_are_right_clicks_of_the_game() -> None:
    data = builders.rmv(LAYOUT, WON, time=WON[-1].ms, bbbv=BBBV, preflags=[(0, 3), (7, 7)])
    found = report(only_record(read_contents(data)))
    assert found.play.clicks.right == 4
    assert found.play.clicks.effective_right == 3  # 7,7 is no mine


def test_a_press_is_put_back_only_before_a_release() -> None:
    record = only_record(read_contents(builders.rmv(LAYOUT, Events.of([WON[0], *WON]), time=WON[-1].ms)))
    assert list(record.events) == list(WON)


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("玩家".encode(), "玩家"),
        ("玩家".encode("gb18030"), "玩家"),
        (b"Zo\xeb", "Zoë"),
        (b"a\x1b[31mb\r", "a [31mb"),
    ],
)
def test_names_in_any_encoding(raw: bytes, name: str) -> None:
    assert only_record(read_contents(builders.avf(LAYOUT, WON, name=raw))).source.player == name


def test_arbiter_time_is_one_second_less_than_written_and_takes_a_comma() -> None:
    assert only_record(read_contents(builders.avf(LAYOUT, WON, time="9,30"))).claims.time_ms == 8300


def test_where_arbiter_time_is_wrong_the_events_are_right() -> None:
    found = report(only_record(read_contents(builders.avf(LAYOUT, WON, time="3.00", bbbv=BBBV))))
    assert found.measures.time_ms == SPAN
    assert [str(warning) for warning in found.warnings] == [
        f"the file says that the game took 2.000 s, its events take {SPAN / 1000:.3f} s"
    ]


def test_headers_that_contradict_the_game_are_warned_of() -> None:
    data = builders.rmv(LAYOUT, WON, result=15, time=WON[-1].ms + 500, bbbv=BBBV + 1)
    warnings = [str(warning) for warning in report(only_record(read_contents(data))).warnings]
    assert warnings == [
        f"the file says that the game took {(WON[-1].ms + 500) / 1000:.3f} s, its events take {SPAN / 1000:.3f} s",
        "the file says that the game was lost, its events say won",
        "the file says that the 3BV is 23, that of its board is 22",
    ]


def test_a_custom_board_of_arbiter() -> None:
    layout = Layout.of_mines(5, 4, [(0, 0), (4, 3)])
    events = builders.clicks("lc 4,0", "lr 4,0")
    record = only_record(read_contents(builders.avf(layout, events, time="1.10")))
    assert record.layout == layout
    assert record.mode is Mode.CLASSIC


def test_several_replays_in_one_file() -> None:
    evf = builders.evf(LAYOUT, WON, time=SPAN, bbbv=BBBV)
    contents = read_contents(builders.evfs(evf, evf), "session.evfs")
    assert [record.source.title for record in contents.records] == ["game 0", "game 1"]
    with pytest.raises(NotationError, match="replay 2 of the file: the file ends inside the events"):
        read_contents(builders.evfs(evf, evf[:-9]), "session.evfs")


RAWVF = """RawVF_Version: Rev6.1
Width: 3
Height: 2
Mines: 1
Marks: On
SquareSize: 20
Mode: Density

Board:
00*
000
Events:
-0.50 rc 3 1 (45 5)
flag 3 1
-0.400 rr (45 5) ()
0.000 start
0.000 lc 1 1 (5 5) (l)
0.100 lr 1 1 (5 5)
number0 1 1
0.200 sx 4
1.000 mc (25 5)
1.100 mr (25 5)
1.100 nonstandard
"""


def test_rawvf() -> None:
    record = only_record(read_contents(RAWVF.encode()))
    assert [event.ms for event in record.events] == [-500, -400, 0, 100, 1000, 1100]
    assert (record.cell_size, record.marks, record.mode) == (20, True, Mode.DENSITY)
    assert report(record).play.result is Result.WON


def test_rawvf_of_several_games_and_moved_mines() -> None:
    moved = RAWVF + "Board:\n*00\n000\nEvents:\n2.000 lc (5 25)\n2.100 lr (5 25)\n"
    contents = read_contents(f"Description:\n{RAWVF}\nDescription:\n{moved}".encode())
    first, second = contents.records
    assert first.layout != second.layout
    assert len(second.events) == 8
    assert [str(warning) for warning in second.warnings] == [
        "the program moved mines during the game; it is played on the last board"
    ]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Width: 4", "9: the replay says width 4, its board has 3"),
        ("Mines: 2", "the file says 2 mines, its board has 1"),
        ("SquareSize: 0", "the size of a cell is 1 to 1000 pixels"),
        ("nonsense", "8: this line is neither a description nor a section"),
    ],
)
def test_rawvf_faults(line: str, fault: str) -> None:
    text = RAWVF.replace("Mode: Density\n\n", f"Mode: Density\n{line}\n")
    with pytest.raises(SapperError) as caught:
        read_contents(text.encode())
    assert str(caught.value) == fault


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_short_is_an_error_or_a_shorter_game(name: str) -> None:
    data = FILES[name](LAYOUT, WON)
    ending = "." + name.split()[0]
    for length in range(0, len(data), 7):
        try:
            contents = read_contents(data[:length], f"x{ending}")
        except SapperError:
            continue
        # A whole file without its tail, or one of the old ones that end anywhere.
        assert length > len(data) - 150 or name == "mvf 0.96", length
        assert only_record(contents).layout == LAYOUT


def test_an_unknown_event_is_named() -> None:
    data = bytearray(builders.evf(LAYOUT, WON))
    data[-9] = 77
    with pytest.raises(NotationError, match="is of the unknown kind 77"):
        read_contents(bytes(data), "x.evf")


def test_a_clock_that_goes_back_is_warned_of() -> None:
    events = Events.of([*WON, replace_time(WON[-1], 5)])
    assert any("goes back" in str(warning) for warning in report(Record(LAYOUT, events)).warnings)


def replace_time(event: Event, ms: int) -> Event:
    return event._replace(ms=ms)


def test_a_mode_with_rules_of_its_own_is_warned_of() -> None:
    record = replace(Record(LAYOUT, WON), mode=Mode.RECURSIVE_CHORD)
    assert [str(warning) for warning in report(record).warnings] == [
        "the mode recursive-chord has rules of its own; the game is played by the ordinary ones"
    ]


BOARD = """# MINESWEEPER-BOARD v0.1
# Render: ascii
rows: 2
columns: 3
mines: 1
game_mode: classic
[real]
01*
011
[view]
0FU
U1U
"""


def test_board_texts() -> None:
    layout = Layout.of_mines(3, 2, [(2, 0)])
    assert read_contents(BOARD.encode()).board == layout
    assert read_contents(b"3x2x1\n01F\nHHH\n").board == layout
    assert read_contents(b'{"x_size": 3, "y_size": 2, "mine_coords": [[2, 0]]}').board == layout


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (BOARD.replace("011", "021"), "the number 2 at 1,1 contradicts the mines around it, which are 1"),
        (BOARD.replace("[real]", "[unreal]"), "there is no section [real], which says where the mines are"),
        (BOARD.replace("ascii", "emoji"), "2: only boards drawn with ASCII can be read"),
        ("3x2x2\n01F\nHHH\n", "the first line says 2 mines, 1 are shown: this is only part of a board"),
        ("3x2x1\n01F\n", "2: the board has 1 row, its size says 2"),
        ('{"mine_coords": [[[[', "the board is not the JSON that its format demands"),
        ('{"mine_coords": 3}', "the board must say x_size, y_size and mine_coords"),
        ('{"mine_coords": [[true, 0]], "x_size": 3, "y_size": 2}', "the mine at -1,0 lies outside the 3x2 board"),
        ('{"mine_coords": ' + "[" * 100_000, "the board is not the JSON that its format demands"),
    ],
)
def test_board_text_faults(text: str, fault: str) -> None:
    with pytest.raises(SapperError) as caught:
        read_contents(text.encode())
    assert str(caught.value) == fault
