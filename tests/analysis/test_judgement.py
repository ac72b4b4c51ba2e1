"""Judgements of clicks, by risks that are counted out one layout after the other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.analysis.describe import describe
from sapper.analysis.judgement import Grade, judge
from sapper.analysis.picture import squares, svg
from sapper.analysis.risks import solver_joint
from sapper.analysis.verdict import sentences, sum_up
from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import parse_board
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.core.view import CLOSED, View, view
from sapper.errors import NotationError
from sapper.replay.player import Play, play
from sapper.replay.record import Record
from tests.replay.builders import clicks
from tests.strategies import layouts


def fitting(view: View) -> list[set[int]]:
    """Every set of mines that explains the open numbers."""
    params = view.params
    closed = [cell for cell, code in enumerate(view.cells) if code >= CLOSED]
    found = []
    for mines in combinations(closed, params.mines):
        layout = Layout.of_mines(params.width, params.height, [(c % params.width, c // params.width) for c in mines])
        if all(code >= CLOSED or layout.numbers[cell] == code for cell, code in enumerate(view.cells)):
            found.append(set(mines))
    return found


def counted(view: View) -> Sequence[float] | None:
    layouts = fitting(view)
    if not layouts:
        return None
    return [sum(cell in mines for mines in layouts) / len(layouts) for cell in range(view.params.cells)]


def counted_joint(view: View, cells: Sequence[int]) -> float:
    layouts = fitting(view)
    return sum(not mines.isdisjoint(cells) for mines in layouts) / len(layouts)


def game(board: str, *steps: str) -> Play:
    return play(Record(parse_board(board), clicks(*steps)))


CORNER = "*...\n....\n...*\n"


def test_grades() -> None:
    # 0,1 shows 1: one mine among 0,0 1,0 1,1 0,2 1,2 and one among the other six.
    played = game(CORNER, "lc 0,1", "lr 0,1", "lc 1,2", "lr 1,2", "lc 3,0", "lr 3,0", "lc 0,2", "lr 0,2")
    judged = judge(played, counted)
    assert [judgement.grade for judgement in judged][:2] == [Grade.FIRST, Grade.WORSE_GUESS]
    first, second = judged[:2]
    assert first.risk is None
    assert second.risk == pytest.approx(1 / 5)
    assert second.least_risk == pytest.approx(1 / 6)
    assert set(second.better) == {2, 3, 6, 7, 10, 11}
    assert second.thought_ms == 200


def test_a_risk_beside_a_safe_cell_is_unforced_and_decides() -> None:
    # 2,0 shows the one mine at 3,0, so that 4,0 is safe.
    played = game("...*.\n", "lc 0,0", "lr 0,0", "lc 3,0", "lr 3,0")
    judged = judge(played, counted)
    assert [judgement.grade for judgement in judged] == [Grade.FIRST, Grade.UNFORCED]
    assert judged[1].risk == 1.0
    assert judged[1].exploded
    verdict = sum_up(judged, played.result)
    assert verdict.decisive == judged[1]
    assert [str(sentence) for sentence in sentences(verdict)] == [
        "Risks taken while a safe cell was there: 1.",
        "Lost at click 2, 0.200 s: a risk of 100.0 %, though a safe cell was there.",
    ]


def test_a_forced_guess_is_luck_not_lack_of_skill() -> None:
    played = game("*.\n..\n", "lc 1,1", "lr 1,1", "lc 1,0", "lr 1,0", "lc 0,1", "lr 0,1")
    judged = judge(played, counted)
    assert [judgement.grade for judgement in judged] == [Grade.FIRST, Grade.FORCED, Grade.FORCED]
    verdict = sum_up(judged, played.result)
    assert verdict.luck == pytest.approx(2 / 3 * 1 / 2)
    assert verdict.skill == 1
    assert verdict.forced == 2
    assert verdict.decisive == judged[2]
    assert verdict.idle_ms == 0


def test_time_beside_safe_cells_is_counted() -> None:
    played = game("...*.\n", "lc 0,0", "lr 0,0", "mv 3,0", "lc 4,0", "lr 4,0")
    verdict = sum_up(judge(played, counted), played.result)
    assert verdict.idle_ms == played.span_ms == 300
    assert [str(sentence) for sentence in sentences(verdict)] == ["Every click was proven safe."]


CHORD = (
    *("lc 1,1", "lr 1,1"),
    *("rc 0,0", "rr 0,0", "rc 2,2", "rr 2,2"),
    *("lc 1,1", "rc 1,1", "lr 1,1", "rr 1,1"),
)


def test_the_risk_of_a_chord_is_exact_with_the_joint_chance_and_bounded_without() -> None:
    played = game("*...\n....\n..*.\n", *CHORD)
    bounded, exact = judge(played, counted)[1], judge(played, counted, joint=counted_joint)[1]
    assert len(exact.targets) == 6
    assert exact.exact
    assert not bounded.exact
    assert exact.risk == pytest.approx(1 - 1 / 28)
    assert bounded.risk is not None
    assert exact.risk is not None
    assert exact.risk <= bounded.risk <= 1


@settings(max_examples=60, deadline=None)
@given(layouts(most_cells=12), st.data())
def test_the_solver_says_what_counting_says_of_several_cells(layout: Layout, data: st.DataObject) -> None:
    first = data.draw(st.sampled_from(cells_of(layout.safe)))
    position = apply(Position(layout.params), layout, Move(MoveKind.OPEN, *layout.geometry.xy(first))).position
    closed = cells_of(position.closed)
    if not closed:
        return
    cells = data.draw(st.lists(st.sampled_from(closed), min_size=1, max_size=6, unique=True))
    seen = view(position, layout)
    assert solver_joint(seen, cells) == pytest.approx(counted_joint(seen, cells), abs=1e-12)


def test_a_chord_too_hard_to_count_keeps_its_bound() -> None:
    played = game("*...\n....\n..*.\n", *CHORD)
    bounded, unknown = judge(played, counted)[1], judge(played, counted, joint=lambda view, cells: None)[1]
    assert unknown == bounded


def test_a_chord_with_one_flag_in_doubt_has_that_flags_risk() -> None:
    steps = ("lc 1,0", "lr 1,0", "rc 0,0", "rr 0,0", "lc 1,0", "rc 1,0", "lr 1,0", "rr 1,0")
    judged = judge(game("*..\n", *steps), counted)
    assert judged[1].risk == pytest.approx(1 / 2)
    assert judged[1].exact


def test_without_a_solver_times_and_moves_remain() -> None:
    played = game(CORNER, "lc 0,1", "lr 0,1", "lc 0,0", "lr 0,0")
    judged = judge(played)
    verdict = sum_up(judged, played.result)
    assert [judgement.grade for judgement in judged] == [Grade.FIRST, Grade.UNKNOWN]
    assert not verdict.known
    assert [str(sentence) for sentence in sentences(verdict)] == ["The game was lost at click 2."]
    assert describe(judged, verdict)["luck"] is None


def test_json_is_plain_and_whole() -> None:
    played = game("...*.\n", "lc 0,0", "lr 0,0", "lc 3,0", "lr 3,0")
    judged = judge(played, counted)
    told = json.loads(json.dumps(describe(judged, sum_up(judged, played.result))))
    assert told["decisive"] == 2
    assert told["clicks"][1]["cells"] == [[3, 0]]
    assert told["clicks"][1]["grade"] == "unforced"
    assert told["clicks"][1]["least_risk"] == 0


def test_picture_is_well_formed_and_needs_nothing_from_elsewhere() -> None:
    played = game(CORNER, "lc 0,1", "lr 0,1", "rc 0,0", "rr 0,0", "lc 3,0", "lr 3,0")
    last = judge(played, counted)[-1]
    chances = [0.5] * 12
    layout = played.record.layout
    drawn = svg(squares(layout, last.before, risks=chances, clicked=last.targets, better=last.better), title='<&"')
    root = ElementTree.fromstring(drawn)
    assert root.tag.endswith("svg")
    assert "href" not in drawn
    assert "url(" not in drawn
    texts = ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")]
    assert texts.count("50") == 11
    assert "⚑" in texts
    assert '<&"' in texts


def test_a_huge_board_gets_no_picture() -> None:
    layout = Layout.of_mines(200, 200, [(0, 0)])
    with pytest.raises(NotationError, match="at most 20000 cells"):
        squares(layout, play(Record(layout, clicks("lc 5,5", "lr 5,5"))).position)
