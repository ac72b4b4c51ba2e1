"""The mouse over a board: every way to open, mark, chord and think better of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.controls.gestures import Button, Manners, Phase, Pointer, Reaction
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.position import Position
from sapper.core.rules import Switches, apply

LAYOUT = Layout.of_mines(5, 4, [(0, 0), (4, 3)])
L, M, R = Button.LEFT, Button.MIDDLE, Button.RIGHT
NUMBER, CLOSED, BEYOND = 6, 0, 19  # a 1 at 1,1; the mine at 0,0; the mine at 4,3


def position(*, flagged: tuple[int, ...] = ()) -> Position:
    """The cell 1,1 open, some flags."""
    found = apply(Position(LAYOUT.params), LAYOUT, Move(MoveKind.OPEN, 1, 1)).position
    for cell in flagged:
        found = found.marked(cell, flag=True)
    return found


def run(pointer: Pointer, *events: tuple[str, Button | None, int | None], at: Position) -> list[Reaction]:
    """Feeds events and gives what came of each."""
    answers = []
    for what, button, cell in events:
        match what:
            case "down":
                assert button is not None
                answers.append(pointer.press(button, cell, position=at))
            case "up":
                assert button is not None
                answers.append(pointer.release(button, cell, position=at))
            case _:
                answers.append(pointer.slide(cell, position=at))
    return answers


def moves(answers: list[Reaction]) -> list[str]:
    """The moves among the reactions."""
    return [str(answer.move) for answer in answers if answer.move is not None]


def test_left_opens_on_release_not_on_press() -> None:
    down, up = run(Pointer(), ("down", L, CLOSED), ("up", L, CLOSED), at=position())
    assert (down.move, down.lit) == (None, (CLOSED,))
    assert (str(up.move), up.lit) == ("o0,0", ())


def test_sliding_off_cancels_and_sliding_back_takes_it_up_again() -> None:
    assert moves(run(Pointer(), ("down", L, CLOSED), ("slide", None, 1), ("up", L, 1), at=position())) == []
    back = run(Pointer(), ("down", L, 0), ("slide", None, 1), ("slide", None, 0), ("up", L, 0), at=position())
    assert moves(back) == ["o0,0"]
    assert [answer.lit for answer in back] == [(0,), (), (0,), ()]


@pytest.mark.parametrize("beside", [None, 3])
def test_a_release_elsewhere_does_nothing(beside: int | None) -> None:
    pointer = Pointer()
    assert moves(run(pointer, ("down", L, CLOSED), ("up", L, beside), at=position())) == []
    assert pointer.phase is Phase.IDLE


def test_right_marks_on_press_and_only_then() -> None:
    assert moves(run(Pointer(), ("down", R, CLOSED), at=position())) == ["f0,0"]
    assert moves(run(Pointer(), ("down", R, CLOSED), ("up", R, CLOSED), at=position(flagged=(0,)))) == ["u0,0"]
    marks = Manners(switches=Switches(question_marks=True))
    assert moves(run(Pointer(marks), ("down", R, CLOSED), at=position(flagged=(0,)))) == ["q0,0"]


def test_a_flag_on_an_open_cell_does_nothing() -> None:
    assert moves(run(Pointer(), ("down", R, NUMBER), ("up", R, NUMBER), at=position())) == []


def test_left_on_a_flag_does_nothing() -> None:
    answers = run(Pointer(), ("down", L, CLOSED), ("up", L, CLOSED), at=position(flagged=(0,)))
    assert moves(answers) == []
    assert answers[0].lit == ()


@pytest.mark.parametrize("first", [L, R])
@pytest.mark.parametrize("last", [L, R])
def test_both_buttons_chord_in_any_order_once(first: Button, last: Button) -> None:
    second = R if first is L else L
    other = R if last is L else L
    events = [("down", first, NUMBER), ("down", second, NUMBER), ("up", other, NUMBER), ("up", last, NUMBER)]
    pointer = Pointer()
    answers = run(pointer, *events, at=position())
    assert moves(answers) == ["c1,1"]
    assert set(answers[1].lit) == {0, 1, 2, 5, 7, 10, 11, 12} & {cell for cell in range(20) if cell != 6}
    assert pointer.phase is Phase.IDLE


def test_the_middle_button_chords() -> None:
    assert moves(run(Pointer(), ("down", M, NUMBER), ("up", M, NUMBER), at=position())) == ["c1,1"]


def test_left_on_a_number_chords_unless_it_is_set_not_to() -> None:
    events = (("down", L, NUMBER), ("up", L, NUMBER))
    assert moves(run(Pointer(), *events, at=position())) == ["c1,1"]
    answers = run(Pointer(Manners(left_chords=False)), *events, at=position())
    assert moves(answers) == []
    assert answers[0].lit == ()


def test_one_and_a_half_clicks_flag_slide_and_chord() -> None:
    events = (("down", R, CLOSED), ("slide", None, NUMBER), ("down", L, NUMBER), ("up", R, NUMBER), ("up", L, NUMBER))
    assert moves(run(Pointer(), *events, at=position())) == ["f0,0", "c1,1"]


def test_left_held_over_two_rights_chords_twice() -> None:
    events = [("down", L, NUMBER)] + [("down", R, NUMBER), ("up", R, NUMBER)] * 2 + [("up", L, NUMBER)]
    assert moves(run(Pointer(), *events, at=position())) == ["c1,1", "c1,1"]


def test_flag_mode_marks_closed_cells_and_still_chords() -> None:
    mode = Manners(flag_mode=True)
    assert moves(run(Pointer(mode), ("down", L, CLOSED), ("up", L, CLOSED), at=position())) == ["f0,0"]
    assert moves(run(Pointer(mode), ("down", L, NUMBER), ("up", L, NUMBER), at=position())) == ["c1,1"]


def test_a_drag_spends_the_press() -> None:
    pointer = Pointer()
    pointer.press(L, CLOSED, position=position())
    pointer.spend()
    assert moves(run(pointer, ("slide", None, CLOSED), ("up", L, CLOSED), at=position())) == []
    assert moves(run(pointer, ("down", L, CLOSED), ("up", L, CLOSED), at=position())) == ["o0,0"]


EVENTS = st.lists(
    st.tuples(st.sampled_from(["down", "up", "slide"]), st.sampled_from(Button), st.none() | st.integers(0, 19))
)


@given(EVENTS, st.booleans(), st.booleans(), st.sets(st.integers(0, 19)))
def test_whatever_is_pressed_moves_fit_the_rules(
    events: list[tuple[str, Button, int | None]], left_chords: bool, flag_mode: bool, flags: set[int]
) -> None:
    pointer = Pointer(Manners(left_chords=left_chords, flag_mode=flag_mode))
    at = position(flagged=tuple(flags - {6}))
    for answer in run(pointer, *events, at=at):
        assert all(at.closed >> cell & 1 and not at.is_flagged(cell) for cell in answer.lit)
        if answer.move is not None:
            cell = at.geometry.cell(answer.move.x, answer.move.y)
            assert at.is_opened(cell) == (answer.move.kind is MoveKind.CHORD)
    for button in Button:
        pointer.release(button, None, position=at)
    assert (pointer.held, pointer.phase, pointer.anchor) == (frozenset(), Phase.IDLE, None)
