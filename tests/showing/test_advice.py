"""Hints in two steps, verdicts after a loss and their words: true on any view, and complete in both languages."""

from __future__ import annotations

from array import array
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sapper.analysis.judgement import Grade
from sapper.core.geometry import geometry
from sapper.core.layout import Layout
from sapper.core.moves import parse_move
from sapper.core.notation import parse_view
from sapper.core.rules import STANDARD
from sapper.core.view import View
from sapper.i18n import LANGUAGES, Translator
from sapper.session import Entry, Note
from sapper.showing.advice import Ground, Helper, Loss, Step, area, loss_words, percent
from sapper.showing.rows import Mark
from sapper.showing.thinking import NO_RISK, hint, judge, line_of_play, loss, risks, shares
from tests.solver.counter import count_by_trying
from tests.solver.test_answers import views


@given(views(honest=True))
@settings(max_examples=150, deadline=None)
def test_a_hint_names_safe_cells_or_else_those_with_the_least_risk(view: View) -> None:
    assume(any(code > 8 for code in view.cells))
    layouts, counts = count_by_trying(view)
    found = hint(view)
    closed = [cell for cell, code in enumerate(view.cells) if code > 8]
    least = min(counts[cell] for cell in closed)
    if found.ground is Ground.GUESS:
        assert least > 0
        assert found.cells == tuple(cell for cell in closed if counts[cell] == least)
        assert found.values["percent"] == percent(least / layouts)
    else:
        assert found.cells
        assert all(counts[cell] == 0 for cell in found.cells)
        assert all(counts[cell] == layouts for cell in (*found.mined, *found.known))
        assert all(view.cells[number] <= 8 for number in found.numbers)
    helper = Helper()
    assert helper.press()
    helper.give(found)
    for step in (Step.WHERE, Step.WHY, Step.NOTHING, Step.WHERE):
        assert helper.step is step
        words, marks = helper.words(), helper.marks(view.params)
        assert (words is None) == (step is Step.NOTHING)
        assert words is None or str(words)
        if step is Step.WHERE:
            assert Mark.SAFE not in marks.values()
            assert Mark.BEST not in marks.values()
        if step is Step.WHY:
            told = {cell for cell, mark in marks.items() if mark in (Mark.SAFE, Mark.BEST)}
            assert told == set(found.cells) == set(helper.target)
        assert not helper.press()
    helper.forget()
    assert helper.press()


def chance_of_a_mine_in(view: View, cells: tuple[int, ...]) -> Fraction:
    """By trying every layout."""
    board = geometry(view.params.width, view.params.height)
    closed = [cell for cell, code in enumerate(view.cells) if code > 8]
    hit = layouts = 0
    for mines in combinations(closed, view.params.mines):
        laid = set(mines)
        if all(len(laid & set(board.neighbours(cell))) == code for cell, code in enumerate(view.cells) if code <= 8):
            layouts += 1
            hit += bool(laid & set(cells))
    return Fraction(hit, layouts)


@given(views(honest=True), st.data())
@settings(max_examples=150, deadline=None)
def test_a_loss_is_told_with_its_exact_odds(view: View, data: st.DataObject) -> None:
    closed = [cell for cell, code in enumerate(view.cells) if code > 8]
    assume(closed)
    targets = tuple(data.draw(st.lists(st.sampled_from(closed), min_size=1, max_size=4, unique=True)))
    layouts, counts = count_by_trying(view)
    found = loss(view, targets)
    assert found.risk == pytest.approx(float(chance_of_a_mine_in(view, targets)))
    least = min(counts[cell] for cell in closed)
    assert found.least == pytest.approx(least / layouts)
    if not found.first:
        assert found.safe == tuple(cell for cell in closed if counts[cell] == 0)
        assert found.best == (() if found.safe else tuple(cell for cell in closed if counts[cell] == least))
    assert str(loss_words(found))


@pytest.mark.parametrize(
    ("lost", "begins"),
    [
        (Loss(True, 0.2, 0.2, (), (1,)), "Bad luck: a first click hits a mine here with 20.0 %."),
        (Loss(False, 1.0, 0.0, (3,), ()), "Avoidable: certainly a mine, and there were safe cells: 1."),
        (Loss(False, 0.5, 0.0, (3, 4), ()), "Avoidable: risk 50.0 %, and there were safe cells: 2."),
        (Loss(False, 1.0, 0.25, (), (1,)), "Avoidable: certainly a mine; the best cell had 25.0 %."),
        (Loss(False, 0.5, 0.25, (), (1,)), "Not the best guess: 50.0 %, and another had 25.0 %."),
        (Loss(False, 0.5, 0.5 + 1e-15, (), (1,)), "Bad luck: nothing was safe, and 50.0 %"),
    ],
)
def test_every_kind_of_loss_has_its_sentence(lost: Loss, begins: str) -> None:
    assert str(loss_words(lost)).startswith(begins)
    assert lost.was_avoidable is (begins[0] != "B")


def test_what_is_not_certain_is_never_told_as_0_or_100_percent() -> None:
    assert [percent(chance) for chance in (0.0, 1e-9, 0.5, 1 - 1e-9, 1.0)] == ["0", "<0.1", "50.0", ">99.9", "100"]
    assert shares([0.0, 1e-9, 0.004, 0.5, 0.999, 1.0, float("nan")]) == bytes([0, 1, 1, 50, 99, 100, NO_RISK])


def test_risks_are_told_of_closed_cells_alone() -> None:
    view = parse_view("3x3/1\n1##\n1##\n#11")
    whole, exact, elsewhere = risks(view)
    assert len(exact) == 8 * len(whole)
    assert [share == NO_RISK for share in whole] == [code <= 8 for code in view.cells]
    assert elsewhere is None


def test_cells_that_touch_no_number_are_told_together() -> None:
    view = parse_view("6x1/2\n#1####")
    whole, exact, elsewhere = risks(view)
    assert array("d", exact)[3] == elsewhere == pytest.approx(1 / 3)
    assert whole == bytes([50, NO_RISK, 50, NO_RISK, NO_RISK, NO_RISK])
    whole, _, elsewhere = risks(parse_view("6x1/1\n#1####"))
    assert whole == bytes([50, NO_RISK, 50, 0, 0, 0])
    assert elsewhere is None


@pytest.mark.parametrize(
    "position",
    [
        "5x1/2\n#1##0",
        "3x3/1\n1##\n1##\n#11",
        "4x2/2\n12#1\n####",
        "3x2/1\n1##\n##1",
        "3x1/1\n#1#",
        "8x2/3\n12#1###1\n########",
    ],
)
def test_every_sentence_is_there_in_every_language(position: str) -> None:
    helper = Helper()
    helper.give(hint(parse_view(position)))
    told = []
    for _ in range(2):
        words = helper.words()
        assert words is not None
        told.append(words)
        helper.press()
    english = Translator("en")
    for code in LANGUAGES:
        for words in told:
            text = Translator(code).tell(words)
            assert "{" not in text
            assert (text == english.tell(words)) == (code == "en")


def test_an_area_stays_on_the_board() -> None:
    params = parse_view("3x3/1\n1##\n1##\n#11").params
    assert area(params, (0,)) == (0, 1, 3, 4)
    assert area(params, (0, 8)) == tuple(range(9))


def test_a_finished_game_is_judged_without_what_was_taken_back() -> None:
    layout = Layout.of_mines(3, 3, [(0, 0), (2, 0)])
    log = [
        Entry(0, parse_move("o1,2")),
        Entry(500, parse_move("f0,0")),
        Entry(900, parse_move("o2,0")),
        Entry(900, Note.UNDO),
        Entry(1000, Note.HINT),
        Entry(1500, parse_move("o1,0")),
    ]
    assert [str(move) for _, move in line_of_play(layout, log, STANDARD)] == ["o1,2", "f0,0", "o1,0"]
    heard: list[tuple[int, int]] = []
    judgements, verdict = judge(layout, log, STANDARD, progress=heard.append)
    assert [judgement.grade for judgement in judgements] == [Grade.FIRST, Grade.SAFE]
    assert (verdict.unforced, verdict.luck) == (0, 1.0)
    assert heard == [(0, 3)]


def test_a_judged_game_keeps_the_clock_of_the_game() -> None:
    """Also where the open that started it was taken back."""
    layout = Layout.of_mines(3, 3, [(0, 0), (2, 0)])
    for undone in (0, 1, 2):
        log = [entry for _ in range(undone) for entry in (Entry(0, parse_move("o1,2")), Entry(700, Note.UNDO))]
        log += [Entry(800 * bool(undone), parse_move("o1,2")), Entry(1500, parse_move("o2,0"))]
        judgements, verdict = judge(layout, log, STANDARD, progress=lambda _: None)
        assert [judgement.ms for judgement in judgements] == [800 * bool(undone), 1500]
        assert verdict.decisive is judgements[-1]
        assert judgements[-1].thought_ms == 1500 - 800 * bool(undone)
