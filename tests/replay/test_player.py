"""The hand's state machine: which moves and which counts follow from presses and releases."""

from __future__ import annotations

from typing import Any

import pytest

from sapper.core.layout import Layout
from sapper.core.notation import parse_board
from sapper.replay.events import Events, Kind
from sapper.replay.measure import measure
from sapper.replay.player import Play, play
from sapper.replay.record import Record, Result
from sapper.replay.text_counts import text_counts
from tests.replay.builders import clicks

BOARD = parse_board("*....\n..*..\n.....\n....*\n")
START = ("lc 0,1", "lr 0,1")


def played(*steps: str, marks: bool = False, layout: Layout = BOARD) -> Play:
    return play(Record(layout, clicks(*steps), marks=marks))


def moves(game: Play) -> list[str]:
    return [str(step.move) for step in game.steps if step.move is not None]


def counts(game: Play) -> tuple[int, int, int]:
    return game.clicks.left, game.clicks.right, game.clicks.chord


@pytest.mark.parametrize(
    ("steps", "wanted", "counted"),
    [
        (("lc 0,1", "lr 0,1"), ["o0,1"], (1, 0, 0)),
        (("lc 4,0", "mv 0,1", "lr 0,1"), ["o0,1"], (1, 0, 0)),  # the release opens, wherever the press was
        ((*START, "rc 0,0", "rr 4,4"), ["o0,1", "f0,0"], (1, 1, 0)),  # the right press marks at once
        ((*START, "rc 0,0", "rr 0,0", "rc 0,0", "rr 0,0"), ["o0,1", "f0,0", "u0,0"], (1, 2, 0)),
        ((*START, "rc 0,1", "rr 0,1"), ["o0,1"], (1, 1, 0)),  # a right press on an open cell counts
        ((*START, "lc 0,1", "rc 0,1", "lr 0,1", "rr 0,1"), ["o0,1", "c0,1"], (1, 0, 1)),
        ((*START, "lc 0,1", "rc 0,1", "rr 0,1", "lr 1,0"), ["o0,1", "c0,1"], (1, 0, 1)),  # the other button is spent
        ((*START, "rc 0,1", "lc 0,1", "lr 0,1", "rr 0,1"), ["o0,1", "c0,1"], (1, 0, 1)),  # ... and no right click
        ((*START, "rc 0,0", "lc 0,1", "lr 0,1", "rr 0,1"), ["o0,1", "f0,0", "c0,1"], (1, 1, 1)),  # a click and a half
        ((*START, "mc 0,1", "mr 0,1"), ["o0,1", "c0,1"], (1, 0, 1)),
        ((*START, "sc 0,1", "lr 0,1"), ["o0,1", "c0,1"], (1, 0, 1)),
        ((*START, "lc 0,1", "cc 0,1", "lr 0,1", "rr 0,1"), ["o0,1", "c0,1"], (1, 0, 1)),
        ((*START, "rc 0,0", "cc 0,1", "lr 0,1", "rr 0,1"), ["o0,1", "f0,0", "c0,1"], (1, 1, 1)),
        (("l 0,1", "l 0,1", "r 0,0", "r 0,0"), ["o0,1", "f0,0"], (1, 1, 0)),
        ((*START, "m 0,1", "m 0,1"), ["o0,1", "c0,1"], (1, 0, 1)),
        ((*START, "lc 9,9", "lr 9,9"), ["o0,1"], (2, 0, 0)),  # outside: nothing happens, but it counts
        ((*START, "lc 0,1", "rc 0,1", "lr 9,9", "rr 0,1"), ["o0,1"], (1, 0, 0)),  # a chord outside does not
        (("pf 0,0", *START), ["f0,0", "o0,1"], (1, 1, 0)),
        ((*START, "rc 0,0", "rc 2,1"), ["o0,1", "f0,0", "f2,1"], (1, 2, 0)),  # a lost release
        ((*START, "lr 1,0", "rr 1,0"), ["o0,1"], (1, 0, 0)),  # releases without presses
    ],
)
def test_moves_and_counts(steps: tuple[str, ...], wanted: list[str], counted: tuple[int, int, int]) -> None:
    game = played(*steps)
    assert moves(game) == wanted
    assert counts(game) == counted


@pytest.mark.parametrize(
    ("steps", "counted"),
    [
        (("rc 0,0", "rr 0,0", "rc 0,0", "rr 0,0", *START), (1, 0, 0)),  # the last flag taken back
        (("rc 0,0", "rr 0,0", *START), (1, 1, 0)),
        (("lc 1,0", "lr 9,9", *START), (1, 0, 0)),
        (("lc 1,0", "rc 1,0", "lr 1,0", "rr 1,0", *START), (1, 0, 0)),
        (("lc 9,9", "lr 9,9", *START), (1, 0, 0)),
    ],
)
def test_what_came_to_nothing_before_the_start_is_forgotten(
    steps: tuple[str, ...], counted: tuple[int, int, int]
) -> None:
    assert counts(played(*steps)) == counted


def test_effective_clicks() -> None:
    game = played(
        *(*START, "lc 0,1", "lr 0,1"),
        *("rc 0,0", "rr 0,0", "rc 0,0", "rr 0,0", "rc 0,0", "rr 0,0"),  # one mine, flagged again
        *("rc 1,0", "rr 1,0", "rc 1,0", "rr 1,0"),  # no mine
        *("lc 0,1", "rc 0,1", "lr 0,1", "rr 0,1", "lc 0,1", "rc 0,1", "lr 0,1", "rr 0,1"),
    )
    assert counts(game) == (2, 5, 2)
    assert game.clicks[3:] == (1, 1, 1)


def test_question_marks() -> None:
    presses = ("rc 0,0", "rr 0,0") * 4
    assert moves(played(*START, *presses, marks=True))[1:] == ["f0,0", "q0,0", "u0,0", "f0,0"]
    assert moves(played(*START, *presses))[1:] == ["f0,0", "u0,0", "f0,0", "u0,0"]
    switched = played(*START, "mt 0,0", *presses)
    assert moves(switched)[1:] == ["f0,0", "q0,0", "u0,0", "f0,0"]


def test_nothing_counts_after_the_end() -> None:
    lost = played(*START, "lc 2,1", "lr 2,1", "lc 4,0", "lr 4,0")
    assert lost.result is Result.LOST
    assert counts(lost) == (2, 0, 0)
    assert lost.end == 3
    assert lost.span_ms == 200


def test_a_wrong_flag_beside_a_chord_loses_and_opens_only_what_the_chord_opened() -> None:
    lost = played(*START, "rc 1,0", "rr 1,0", "lc 0,1", "rc 0,1", "lr 0,1", "rr 0,1")
    assert lost.result is Result.LOST
    assert lost.position.exploded == 1


def test_pixels_left_of_the_board_are_outside() -> None:
    events = Events.of(
        [(0, Kind.LEFT_DOWN, 5, 20), (10, Kind.LEFT_UP, 5, 20), (20, Kind.LEFT_DOWN, -1, 5), (30, Kind.LEFT_UP, -1, 5)]
    )
    game = play(Record(BOARD, events))
    assert moves(game) == ["o0,1"]


def test_floods_stop_at_flags() -> None:
    layout = parse_board(".....\n.....\n*....\n")
    game = played("rc 4,0", "rr 4,0", "lc 4,2", "lr 4,2", layout=layout)
    assert game.result is Result.UNFINISHED
    assert game.position.is_flagged(4)


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        ((*START, "lc 9,9", "lr 9,9"), {"left": 1}),  # outside does not count
        ((*START, "lc 0,1", "lr 0,1"), {"left": 2, "wasted_left": 1}),
        ((*START, "rc 0,1", "rr 0,1"), {"left": 1, "right": 1, "wasted_right": 1}),
        ((*START, "rc 0,1", "lc 0,1", "lr 0,1", "rr 0,1"), {"left": 1, "chord": 1, "wasted_chord": 1}),
        ((*START, "rc 0,0", "lc 0,1", "lr 0,1", "rr 0,1"), {"left": 1, "right": 1, "chord": 1, "one_point_five": 1}),
        (
            (*START, "lc 0,1", "rc 0,1", "rr 0,1", "lr 0,1"),
            {"left": 1, "chord": 1, "wasted_chord": 1, "ignored_rilian": 1},
        ),
        ((*START, "rc 1,0", "rr 1,0", "rc 1,0", "rr 1,0"), {"left": 1, "right": 2, "misflags": 1, "unflags": 1}),
        (
            ("rc 0,0", "rr 0,0", "rc 0,0", "rr 0,0", *START),
            {"left": 1, "right": 2, "unflags": 1},
        ),  # nothing is forgotten
        ((*START, "lc 0,1", "mc 0,1", "lr 0,1", "mr 0,1"), {"left": 1, "chord": 1, "wasted_chord": 1}),
    ],
)
def test_text_model(steps: tuple[str, ...], wanted: dict[str, int]) -> None:
    found = text_counts(played(*steps))
    told: dict[str, Any] = {name: getattr(found, name) for name in found.__dataclass_fields__}
    assert {name: number for name, number in told.items() if number} == wanted


def test_rates() -> None:
    game = played(*START, "rc 0,0", "rr 0,0", "lc 0,1", "rc 0,1", "lr 0,1", "rr 0,1")
    measures = measure(game)
    rates = measures.rates
    assert rates["ioe"] == measures.solved_bbbv / 3
    assert rates["correctness"] == 1
    assert rates["bbbv_per_second"] == pytest.approx(measures.solved_bbbv / 0.6)
    assert rates["rqp"] == pytest.approx(0.6**2 / measures.solved_bbbv)
    assert "stnb" not in rates


def test_path_counts_only_what_is_inside_and_in_cells_of_16_pixels() -> None:
    rows = [
        (0, Kind.LEFT_DOWN, 10, 50),
        (1, Kind.LEFT_UP, 10, 50),
        (2, Kind.MOVE, 40, 90),
        (3, Kind.MOVE, 999, 0),
        (4, Kind.MOVE, 70, 50),
    ]
    game = play(Record(BOARD, Events.of(rows), cell_size=32))
    assert measure(game).path == 50
