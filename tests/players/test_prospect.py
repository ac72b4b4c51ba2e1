"""Thoughts are held against the list of all layouts, and that list against the solver's exact counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from sapper.core.params import Params
from sapper.core.view import CLOSED, View
from sapper.deal.playout import Playout
from sapper.deal.stream import Stream
from sapper.players.marks import ALL, MINED, SURE
from sapper.players.prospect import Prospect
from sapper.solver import analyse

pytestmark = pytest.mark.kernel

FEW = 400
SIZES = [Params(9, 9, 10), Params(6, 5, 7), Params(8, 4, 7), Params(7, 6, 8)]


@dataclass(frozen=True)
class Stuck:
    """A position in which no cell is certain, and a prospect that has studied it."""

    view: View
    prospect: Prospect


def stuck_positions(params: Params, seeds: range) -> Iterator[Stuck]:
    """Positions of played games, with few layouts left."""
    playout = Playout(params.width, params.height, params.mines)
    playout.promise([0], [])
    prospect = Prospect(params.width, params.height)
    for seed in seeds:
        playout.stream = Stream(seed).state
        playout.deal()
        if playout.play(0, 0) != 0:
            continue
        cells = bytearray([CLOSED]) * params.cells
        for place in playout.opened[: playout.opened_count]:
            cells[playout.board.cell(place)] = playout.numbers[place]
        assert prospect.study(bytes(cells), params.mines) == SURE
        if prospect.here.weigher.layouts <= FEW:
            yield Stuck(View(params, bytes(cells)), prospect)


def columns(stuck: Stuck) -> list[bytes]:
    """What each unknown cell shows in each layout."""
    listing = stuck.prospect.listing
    assert listing.fill(FEW, ALL)
    rows = [
        bytes(listing.shown[start : start + listing.cells])
        for start in range(0, listing.layouts * listing.cells, listing.cells)
    ]
    assert len(set(rows)) == len(rows) == listing.layouts
    return [bytes(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("params", SIZES, ids=str)
def test_every_layout_is_listed_once_and_counted(params: Params) -> None:
    seen = 0
    for stuck in stuck_positions(params, range(60)):
        exact = analyse(stuck.view, exact=True)
        assert stuck.prospect.here.weigher.layouts == pytest.approx(exact.layouts, rel=1e-12)
        found = columns(stuck)
        assert stuck.prospect.listing.layouts == exact.layouts
        assert exact.counts is not None
        for i, column in enumerate(found):
            cell = stuck.prospect.here.board.cell(stuck.prospect.listing.place[i])
            assert column.count(MINED) == exact.counts[cell]
        seen += 1
    assert seen > 2


@pytest.mark.parametrize("params", SIZES, ids=str)
def test_a_thought_of_one_move_is_what_the_list_of_layouts_says(params: Params) -> None:
    """The chance of each number, times four fifths of the best and one of the second best chance that follow."""
    seen = 0
    for stuck in stuck_positions(params, range(40)):
        prospect = stuck.prospect
        found = columns(stuck)
        layouts = range(prospect.listing.layouts)
        prospect.outlook.weight = 0.0
        prospect.depth = 1
        for i, column in enumerate(found):
            expected = 0.0
            for number in set(column) - {MINED}:
                part = [k for k in layouts if column[k] == number]
                safe = [sum(other[k] != MINED for k in part) / len(part) for j, other in enumerate(found) if j != i]
                chances = sorted((chance for chance in safe if chance), reverse=True)
                if len(part) == 1 or not chances:
                    expected += len(part)
                else:
                    expected += len(part) * (0.8 * chances[0] + 0.2 * chances[min(1, len(chances) - 1)])
            place = int(prospect.listing.place[i])
            safe_share = 1 - column.count(MINED) / len(layouts)
            thought = prospect.value(place, 0, 1.0, safe_share, -1.0)
            assert thought == pytest.approx(expected / len(layouts), abs=1e-9)
            seen += 1
    assert seen > 20


def test_an_island_is_rightly_played_first() -> None:
    seen = 0
    for stuck in (stuck for params in SIZES for stuck in stuck_positions(params, range(150))):
        place = stuck.prospect.island()
        if place < 0:
            continue
        columns(stuck)
        listing, endgame = stuck.prospect.listing, stuck.prospect.endgame
        cell = list(listing.place[: listing.cells]).index(place)
        won = sum(endgame.search_showing(cell, number, 1 << 40) for number in range(9))
        assert won == endgame.search(1 << 40)
        seen += 1
    assert seen > 3


def test_a_cell_that_tells_nothing_is_left_for_later() -> None:
    seen = 0
    for params in SIZES:
        for stuck in stuck_positions(params, range(80)):
            prospect = stuck.prospect
            found = columns(stuck)
            telling = [i for i, column in enumerate(found) if len(set(column) - {MINED}) > 1]
            idle = [i for i, column in enumerate(found) if len(set(column) - {MINED}) == 1]
            prospect.few = prospect.islands = 0
            prospect.deep = 1
            chosen = prospect.choose(stuck.view.cells, params.mines)
            places = [int(place) for place in prospect.candidate[: prospect.candidates]]
            columns(stuck)
            if idle and any(int(prospect.listing.place[i]) in places for i in telling):
                assert chosen in {int(prospect.listing.place[i]) for i in telling}
                seen += 1
    assert seen > 3


def test_a_search_that_takes_too_long_says_so() -> None:
    for stuck in stuck_positions(SIZES[0], range(20)):
        columns(stuck)
        assert stuck.prospect.endgame.search(1) == -1
        assert stuck.prospect.endgame.search(1 << 40) > 0
        return
    pytest.fail("no position was found")


def test_more_layouts_than_asked_for_are_not_listed() -> None:
    prospect = Prospect(4, 4)
    prospect.here.board.load(bytes([CLOSED]) * 16, 4)
    prospect.here.count_all()
    assert not prospect.listing.fill(1819, ALL)
    assert prospect.listing.fill(1820, ALL)
    assert prospect.endgame.search(1) == -1


def test_thinking_ends_however_much_there_is_to_think_about() -> None:
    prospect = Prospect(30, 16)
    prospect.few = 0
    cells = bytearray([CLOSED]) * 480
    cells[0] = 1
    prospect.effort = 1
    place = prospect.choose(bytes(cells), 99)
    assert place >= 0
    assert prospect.here.board.cell(place) not in {0, 1, 30, 31}
