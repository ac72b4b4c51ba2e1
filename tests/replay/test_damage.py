"""Damaged, hostile and huge files: one sentence of ours, and never more memory than the file deserves."""

from __future__ import annotations

import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from sapper.core.layout import Layout
from sapper.core.params import Params
from sapper.errors import FileError, NotationError, SapperError
from sapper.replay.boards import MAX_BYTES, read_board, read_bytes
from sapper.replay.events import MAX_EVENTS, Events, Kind
from sapper.replay.formats.evf_writer import write_evf
from sapper.replay.formats.mbf import write_mbf
from sapper.replay.player import play
from sapper.replay.reading import read_contents
from sapper.replay.record import Record
from sapper.replay.report import report
from sapper.replay.writing import facts_of, write_replay
from tests.fuzz.damage import damaged
from tests.fuzz.targets import TARGETS, run
from tests.replay import builders
from tests.replay.builders import LAYOUT, WON
from tests.replay.test_formats import BOARD, FILES, RAWVF

SEEDS: dict[str, bytes] = {
    **{name: build(LAYOUT, WON) for name, build in FILES.items()},
    "evf 4": write_replay(report(Record(LAYOUT, WON)).play, report(Record(LAYOUT, WON)).measures, "evf"),
    "rawvf": RAWVF.encode(),
    "mbf": write_mbf(LAYOUT),
    "mine": b"3x2x1\n01F\nHHH\n",
    "board": BOARD.encode(),
    "mgb": b'{"x_size": 3, "y_size": 2, "mine_coords": [[2, 0]], "per_cell": 1, "type": "regular"}',
    "json": b'{"id": "3x2/1:any:1:0,0", "rows": ["..*", "..."]}',
    "link": b"https://example.org/?b=1&m=00000000010000g80&c=ACfqGA",
    "analysis": builders.analysis_link(LAYOUT, opened=LAYOUT.safe, flagged=LAYOUT.mined & 255).encode(),
    "tatham": b"9x9:4,6,mecea163730f3855a02098",
    "text": b"3x2/1\n..*\n...\n",
}


@pytest.mark.parametrize("name", SEEDS)
def test_damage_is_refused_in_one_sentence(name: str) -> None:
    seed, random = SEEDS[name], Random(name)
    target = name.split()[0]
    assert run("any", seed)
    for _ in range(60):
        data = damaged(seed, random)
        run(target, data)
        run("any", data)


@pytest.mark.parametrize("length", [4, 17, 1000, 3_000_000])
def test_zeros_are_no_replay_and_no_board(length: int) -> None:
    """What a disk leaves of a file that was not written to its end."""
    with pytest.raises(NotationError, match="no replay and no board of a known format"):
        read_contents(bytes(length))


@pytest.mark.parametrize("target", TARGETS)
def test_noise_is_refused_in_one_sentence(target: str) -> None:
    random = Random(target)
    for length in (0, 1, 2, 3, 4, 5, 16, 64, 300, 2000):
        for _ in range(5):
            run(target, random.randbytes(length))


@pytest.mark.parametrize("name", [*FILES, "rawvf"])
def test_errors_tell_no_names(name: str) -> None:
    seed, random = SEEDS[name], Random(name)
    if name == "rawvf":
        seed = RAWVF.replace("Events:\n", "Events:\nPlayer: player\n").encode()
    told = []
    for _ in range(40):
        try:
            read_contents(seed, f"game.{name.split()[0]}")
        except SapperError as error:
            told.append(str(error))
        seed = damaged(SEEDS[name], random)
    assert told
    assert not [sentence for sentence in told if "player" in sentence]


FOUND = {
    # The unknown policy's name broke the sentence into two lines.
    "id": b"9x9/10:ope\n\0:44674",
}
"""What a fuzzer found, one input for each kind."""


@pytest.mark.parametrize("target", FOUND)
def test_what_a_fuzzer_found_is_refused_in_one_sentence(target: str) -> None:
    assert not run(target, FOUND[target])


def peak(call: Callable[[], object]) -> int:
    """The most bytes that a call had at once."""
    tracemalloc.start()
    try:
        call()
    except SapperError:
        pass
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return most


@pytest.mark.parametrize(
    "data",
    [
        # A size field that promises far more than the file has.
        b"*rmv\0\1" + b"\xff" * 40,
        builders.mvf(LAYOUT, WON)[:200] + b"\xff" * 100,
        bytes((52, 0, 0, 0, 0, 6, 255, 255, 255, 255)) + b"\1" * 1000,
        bytes((4, 0, 0, 255, 255, 255, 255, 16)) + b"\1" * 1000,
        b"1000000x1000000/5\n" + b"." * 100,
        b"999999999x999999999x5\n",
        b"999999999x999999999:u0",
        b"b=99999999&m=0",
    ],
)
def test_promised_sizes_cost_nothing(data: bytes) -> None:
    assert peak(lambda: read_contents(data)) < 5_000_000


def test_too_many_events_are_refused() -> None:
    with pytest.raises(NotationError, match="at most 4000000 events"):
        Events.of_columns((), b"\1" * (MAX_EVENTS + 1), (), ())


def test_too_many_clicks_are_refused_before_they_are_played() -> None:
    count = 600_000
    columns = [0] * count
    events = Events.of_columns(columns, bytes((Kind.RIGHT_DOWN,)) * count, columns, columns)
    with pytest.raises(NotationError, match="at most 500000 presses and releases"):
        play(Record(LAYOUT, events))


def test_places_and_times_that_no_game_has_are_refused() -> None:
    with pytest.raises(NotationError, match="farther from the board than any screen"):
        Events.of([(0, Kind.MOVE, 10**7, 0)])
    with pytest.raises(NotationError, match="farther from the board than any screen"):
        Events.of([(0, Kind.MOVE, 10**12, 0)])
    with pytest.raises(NotationError, match="years"):
        Events.of([(2**50, Kind.MOVE, 0, 0)])


def test_many_clicks_on_a_large_board_need_little_memory() -> None:
    layout = Layout.of_mines(255, 255, [(x, 0) for x in range(200)])
    steps = [
        (place, kind, 16 * (place % 250) + 8, 4000)
        for place in range(3000)
        for kind in (Kind.RIGHT_DOWN, Kind.RIGHT_UP)
    ]
    record = Record(layout, Events.of(steps))
    assert peak(lambda: report(record)) < 30_000_000


def test_a_large_board_is_refused_by_the_formats_that_cannot_hold_it() -> None:
    wide = Layout.of_mines(300, 10, [(0, 0)])
    with pytest.raises(NotationError, match="at most 255x255"):
        write_mbf(wide)
    played = report(Record(wide, builders.clicks("lc 5,5", "lr 5,5")))
    with pytest.raises(NotationError, match="at most 255 cells"):
        write_evf(played.play.record, facts_of(played.play, played.measures))
    (again,) = read_contents(write_replay(played.play, played.measures, "rawvf")).records
    assert again.layout == wide
    crowded = Layout(Params(255, 255, 65024), (1 << 65024) - 1)
    assert read_contents(write_mbf(crowded)).board == crowded


def test_evf_refuses_what_it_cannot_say() -> None:
    far = Events.of([*WON, WON[-1]._replace(x=-40_000)])
    played = report(Record(LAYOUT, far))
    with pytest.raises(NotationError, match="farther from the board than EVF can say"):
        write_replay(played.play, played.measures, "evf")
    back = Events.of([*WON, WON[0]])
    played = report(Record(LAYOUT, back))
    with pytest.raises(NotationError, match="clock goes back"):
        write_replay(played.play, played.measures, "evf")


def test_files_too_large_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.avf"
    with open(path, "wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(NotationError, match="it is larger than 64 MB"):
        read_bytes(path)


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(FileError, match=f"^{path}: it is a device or pipe, not a file$"):
            read_board(str(path))


def test_an_avf_whose_count_is_a_lie_is_refused() -> None:
    data = builders.avf(LAYOUT, WON)
    place = data.index(bytes((byte - 45) % 256 for byte in struct.pack(">I", len(WON) + 5)))
    with pytest.raises(NotationError, match="the file ends inside the events"):
        read_contents(data[:place] + b"\xd2" * 4 + data[place + 4 :], "x.avf")
