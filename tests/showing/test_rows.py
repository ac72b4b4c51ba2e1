"""What rows show of risks and marks, and that only what differs is drawn again."""

from __future__ import annotations

from sapper.core.layout import Layout
from sapper.core.moves import parse_move
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.core.view import CLOSED, FLAGGED, WRONG_FLAG
from sapper.showing.rows import MARKED, RISK, Mark, Rows, Scene

LAYOUT = Layout.of_mines(4, 2, [(0, 0), (3, 1)])


def scene(*moves: str) -> Scene:
    position = Position(LAYOUT.params)
    for move in moves:
        position = apply(position, LAYOUT, parse_move(move)).position
    return Scene(position, LAYOUT)


def test_risks_are_shown_in_closed_cells_without_a_flag() -> None:
    risks = bytes([100, 255, 7, 0, 50, 50, 50, 99])
    rows = Rows(scene("o1,0", "f0,0")._replace(risks=risks))
    assert rows.row(0) == bytes([FLAGGED, 1, RISK + 7, RISK])
    assert rows.row(1) == bytes([RISK + 50] * 3 + [RISK + 99])


def test_a_mark_keeps_what_the_cell_shows_and_stands_over_its_risk() -> None:
    shown = scene("o1,0", "f0,0")._replace(risks=bytes(8), marks={0: Mark.MINE, 1: Mark.PROOF, 2: Mark.SAFE})
    assert Rows(shown).row(0) == bytes(
        [FLAGGED + MARKED * Mark.MINE, 1 + MARKED * Mark.PROOF, CLOSED + MARKED * Mark.SAFE, RISK]
    )


def test_no_two_looks_share_a_code() -> None:
    assert WRONG_FLAG < MARKED
    assert MARKED * (max(Mark) + 1) <= RISK
    assert RISK + 100 <= 255


def test_a_hidden_board_shows_no_help() -> None:
    hidden = scene("o1,0")._replace(hidden=True, risks=bytes(8), marks={1: Mark.PROOF})
    assert Rows(hidden).row(0) == bytes([CLOSED] * 4)


def test_only_cells_whose_risk_or_mark_differs_are_drawn_again() -> None:
    before = scene("o1,0")
    rows = Rows(before)
    rows.show(before, top=0, bottom=2)
    assert rows.show(before._replace(marks={6: Mark.SAFE}), top=0, bottom=2) == [(1, 2, 3)]
    assert rows.show(before, top=0, bottom=2) == [(1, 2, 3)]
    risky = before._replace(risks=bytes([1, 255, 1, 1, 1, 1, 1, 1]))
    rows.show(risky, top=0, bottom=2)
    assert rows.show(risky._replace(risks=bytes([1, 255, 1, 1, 1, 1, 1, 2])), top=0, bottom=2) == [(1, 3, 4)]
