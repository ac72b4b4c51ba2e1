"""The rules against the slow reference, and the cases that go wrong elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind, parse_move
from sapper.core.notation import parse_board
from sapper.core.position import Outcome, Position
from sapper.core.rules import STANDARD, Switches, apply, chord_targets, next_mark
from sapper.core.view import look
from tests.reference import Cell, SlowGame
from tests.strategies import layouts, moves


def play(layout: Layout, *texts: str, switches: Switches = STANDARD) -> Position:
    position = Position(layout.params)
    for text in texts:
        position = apply(position, layout, parse_move(text), switches=switches).position
    return position


def coordinates(layout: Layout, plane: int) -> set[Cell]:
    return {layout.geometry.xy(cell) for cell in cells_of(plane)}


def slow(layout: Layout, switches: Switches) -> SlowGame:
    return SlowGame(
        layout.params.width,
        layout.params.height,
        coordinates(layout, layout.mined),
        flag_limit=switches.flag_limit,
        flood_through_flags=switches.flood_through_flags,
    )


class AgainstReference(RuleBasedStateMachine):
    """The same moves on both, compared after each."""

    @initialize(
        layout=layouts(),
        switches=st.builds(Switches, flag_limit=st.booleans(), flood_through_flags=st.booleans()),
    )
    def begin(self, layout: Layout, switches: Switches) -> None:
        self.layout, self.switches = layout, switches
        self.position = Position(layout.params)
        self.slow = slow(layout, switches)
        self.seen = look(self.position, layout)

    @rule(data=st.data())
    def anything(self, data: st.DataObject) -> None:
        self._play(data.draw(moves(self.layout)))

    @rule(data=st.data())
    def open_safe_cell(self, data: st.DataObject) -> None:
        """Keeps games going long enough for openings, flags and chords to meet."""
        cells = cells_of(self.layout.safe & self.position.closed)
        if cells:
            self._play(Move(MoveKind.OPEN, *self.layout.geometry.xy(data.draw(st.sampled_from(cells)))))

    @precondition(lambda self: self.position.opened)
    @rule(data=st.data())
    def chord_open_cell(self, data: st.DataObject) -> None:
        cell = data.draw(st.sampled_from(cells_of(self.position.opened)))
        self._play(Move(MoveKind.CHORD, *self.layout.geometry.xy(cell)))

    def _play(self, move: Move) -> None:
        before = self.position
        applied = apply(before, self.layout, move, switches=self.switches)
        self.slow.play(move.kind.value, (move.x, move.y))
        self.position = applied.position
        seen = look(self.position, self.layout)
        different = {cell for cell, (old, new) in enumerate(zip(self.seen, seen, strict=True)) if old != new}
        assert set(cells_of(applied.changed)) == different
        assert (applied.changed == 0) == (applied.position == before) == (applied.position is before)
        self.seen = seen

    @invariant()
    def same_game(self) -> None:
        if not hasattr(self, "position"):
            return
        assert self.position.outcome.value == self.slow.outcome
        assert coordinates(self.layout, self.position.opened) == self.slow.opened
        assert coordinates(self.layout, self.position.exploded) == self.slow.exploded
        marks = self.slow.marks
        assert coordinates(self.layout, self.position.flagged) == {cell for cell in marks if marks[cell] == "f"}
        assert coordinates(self.layout, self.position.questioned) == {cell for cell in marks if marks[cell] == "q"}


TestAgainstReference = AgainstReference.TestCase

CORNER = parse_board("....\n....\n...*\n....\n")
"""A 4x4 board with one mine at (3, 2)."""


def test_an_opening_opens_to_its_rim() -> None:
    position = play(CORNER, "o0,0")
    assert position.opened == CORNER.safe & ~(1 << 15)
    assert position.outcome is Outcome.PLAYING
    assert play(CORNER, "o0,0", "o3,3").outcome is Outcome.WON


def test_a_flood_leaves_flags_and_what_lies_behind_them() -> None:
    board = parse_board(".....\n")
    position = play(board, "f2,0", "o0,0")
    assert coordinates(board, position.opened) == {(0, 0), (1, 0)}
    # Taking the flag away and opening there goes on, through nothing that is open already.
    assert play(board, "f2,0", "o0,0", "u2,0", "o2,0").outcome is Outcome.WON


def test_a_flood_takes_flags_where_the_switch_says_so() -> None:
    board = parse_board(".....\n")
    position = play(board, "f2,0", "o0,0", switches=Switches(flood_through_flags=True))
    assert (position.outcome, position.flagged) == (Outcome.WON, 0)


def test_a_question_mark_protects_from_nothing() -> None:
    assert play(CORNER, "q3,2", "o3,2").outcome is Outcome.LOST
    assert play(CORNER, "q1,1", "o0,0").questioned == 0


def test_a_chord_acts_only_when_the_flags_add_up() -> None:
    before = play(CORNER, "o3,3")
    assert play(CORNER, "o3,3", "c3,3") == before
    assert play(CORNER, "o3,3", "f3,2", "f2,2", "c3,3").opened == before.opened
    opened = coordinates(CORNER, play(CORNER, "o3,3", "f3,2", "c3,3").opened)
    assert opened == {(3, 3), (2, 3), (2, 2)}


def test_a_chord_on_a_wrong_flag_loses_and_opens_only_what_it_chorded() -> None:
    board = parse_board("...*\n....\n..*.\n*..*\n")
    position = play(board, "o2,0", "o2,1", "f3,1", "f1,1", "c2,1")
    assert position.outcome is Outcome.LOST
    assert coordinates(board, position.exploded) == {(3, 0), (2, 2)}
    assert coordinates(board, position.flagged) == {(3, 1), (1, 1)}
    assert coordinates(board, position.opened) == {(2, 0), (2, 1), (1, 2), (3, 2)} | {(1, 0), (0, 0), (0, 1), (0, 2)}


def test_flags_may_outnumber_the_mines_unless_limited() -> None:
    assert play(CORNER, "f0,0", "f1,0", "f2,0").counter == -2
    assert play(CORNER, "f0,0", "f1,0", switches=Switches(flag_limit=True)).counter == 0


def test_marks_go_round() -> None:
    position = Position(CORNER.params)
    assert next_mark(position, 0) is MoveKind.FLAG
    flagged = position.marked(0, flag=True)
    assert next_mark(flagged, 0) is MoveKind.UNMARK
    assert next_mark(flagged, 0, switches=Switches(question_marks=True)) is MoveKind.QUESTION
    assert next_mark(position.marked(0, question=True), 0) is MoveKind.UNMARK


def test_what_lights_up_around_a_cell() -> None:
    position = play(CORNER, "f1,0")
    assert coordinates(CORNER, chord_targets(position, 0)) == {(0, 1), (1, 1)}


def test_marks_need_no_layout_but_opening_does() -> None:
    position = apply(Position(CORNER.params), None, Move(MoveKind.FLAG, 1, 1)).position
    assert position.is_flagged(5)
    with pytest.raises(ValueError, match="no layout"):
        apply(position, None, Move(MoveKind.OPEN, 0, 0))


@pytest.mark.parametrize(("x", "y"), [(-1, 0), (0, -1), (4, 0), (0, 4), (10**30, 0)])
def test_a_move_outside_the_board_is_an_error(x: int, y: int) -> None:
    with pytest.raises(ValueError, match="outside"):
        apply(Position(CORNER.params), CORNER, Move(MoveKind.OPEN, x, y))


@given(st.data())
def test_nothing_happens_after_the_end(data: st.DataObject) -> None:
    lost = play(CORNER, "o3,2")
    assert apply(lost, CORNER, data.draw(moves(CORNER))).position is lost


@pytest.mark.kernel
@pytest.mark.parametrize("corridor", ["rows", "columns"])
def test_a_serpentine_of_a_million_cells_opens_in_one_go(corridor: str) -> None:
    """Walls two cells apart, open at alternate ends: the longest way a flood can go."""
    side = 1000
    mined = 0
    for wall in range(3, side - 3, 6):
        ends = (0, side - 3) if (wall // 6) % 2 else (3, side)
        for along in range(*ends):
            x, y = (along, wall) if corridor == "rows" else (wall, along)
            mined |= 1 << (y * side + x)
    layout = Layout.of_mines(side, side, [(cell % side, cell // side) for cell in cells_of(mined)])
    applied = apply(Position(layout.params), layout, Move(MoveKind.OPEN, 0, 0))
    assert applied.position.outcome is Outcome.WON
