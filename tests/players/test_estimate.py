"""The figures of a position are held against exact answers, and the network against its formula and own games."""

from __future__ import annotations

import math
from statistics import fmean

import pytest

from sapper.core.geometry import geometry
from sapper.core.params import Params
from sapper.core.view import CLOSED, View
from sapper.deal.endings import ASK, LOST, STUCK, WON
from sapper.deal.playout import Playout
from sapper.deal.stream import Stream
from sapper.players.best import mind
from sapper.players.careful import mind as careful
from sapper.players.estimate import Estimate
from sapper.players.learned import LAST, UNITS
from sapper.players.outlook import Outlook
from sapper.players.prospect import Prospect
from sapper.solver import probabilities

pytestmark = pytest.mark.kernel

SIZES = [Params(9, 9, 10), Params(6, 5, 7), Params(16, 16, 40)]


def thoughts(params: Params, seeds: range) -> list[tuple[View, Prospect]]:
    """Positions after one more number, as a thought meets them; the prospect's first engine ahead holds each."""
    found = []
    for seed in seeds:
        playout = Playout(params.width, params.height, params.mines)
        playout.promise([0], [])
        playout.stream = Stream(seed).state
        playout.deal()
        if playout.play(0, ASK) != STUCK:
            continue
        prospect = mind(params.width, params.height)
        place = prospect.choose(playout.view(), params.mines)
        if playout.mined[place]:
            continue
        cells = bytearray(playout.view())
        cells[playout.board.cell(place)] = playout.numbers[place]
        if prospect.suppose(place, playout.numbers[place], 0):
            found.append((View(params, bytes(cells)), prospect))
    return found


@pytest.mark.parametrize("params", SIZES, ids=str)
def test_figures_are_those_of_the_exact_probabilities(params: Params) -> None:
    seen = 0
    for view, prospect in thoughts(params, range(1, 40)):
        engine = prospect.engines[1]
        prospect.estimate.describe(engine)
        figure = list(prospect.estimate.figure)
        risks = [risk if code == CLOSED else None for risk, code in zip(probabilities(view), view.cells, strict=True)]
        closed = [cell for cell, risk in enumerate(risks) if risk is not None]
        safe = sum(risks[cell] == 0 for cell in closed)
        open_questions = sorted(1 - risk for risk in risks if risk is not None and 0 < risk < 1)[::-1]
        assert figure[0] == (safe > 0)
        assert figure[1] == pytest.approx(math.log(1 + safe))
        for index, place in ((2, 0), (3, 1)):
            expected = open_questions[place] if len(open_questions) > place else 0
            assert figure[index] == pytest.approx(math.log(max(expected, 0.05)), abs=1e-9)
        board = geometry(params.width, params.height)
        numbered = {cell for cell, code in enumerate(view.cells) if code <= 8}
        outside = [cell for cell in closed if not numbered & set(board.neighbours(cell))]
        if outside and 0 < (risk := risks[outside[0]] or 0) < 1:
            assert figure[12] == pytest.approx(3 * risk)
        left = sum(1 for cell in closed if risks[cell] != 1)
        assert figure[6] <= 0.2 * left / 4 + 1e-9
        assert figure[26] <= 0
        seen += 1
    assert seen > 5


def test_the_network_is_its_formula() -> None:
    estimate = Estimate(Outlook())
    estimate.learn(UNITS, LAST)
    figures = [math.sin(index) for index in range(len(estimate.figure))]
    for index, figure in enumerate(figures):
        estimate.figure[index] = figure
    total = LAST[0]
    for weight, (bias, *weights) in zip(LAST[1:], UNITS, strict=True):
        total += weight * max(bias + sum(a * b for a, b in zip(weights, figures, strict=True)), 0)
    assert estimate.chance() == pytest.approx(1 / (1 + math.exp(-total)), rel=1e-12)


def test_without_trust_the_outlook_alone_counts() -> None:
    for _, prospect in thoughts(Params(9, 9, 10), range(1, 30)):
        engine = prospect.engines[1]
        prospect.estimate.trust = 0.0
        assert prospect.estimate.worth(engine) == pytest.approx(prospect.outlook.worth(engine), rel=1e-12)
        prospect.estimate.trust = 1.0
        assert prospect.estimate.worth(engine) == pytest.approx(prospect.estimate.chance(), rel=1e-12)


def test_what_was_learned_tells_won_games_from_lost_ones() -> None:
    """Games that it has not seen: it expects more of those that are won."""
    params = Params(8, 8, 10)
    expected: dict[bool, list[float]] = {True: [], False: []}
    playout = Playout(params.width, params.height, params.mines)
    playout.promise([0], [])
    player, teller = careful(params.width, params.height), mind(params.width, params.height).estimate
    for seed in range(1, 150):
        playout.stream = Stream(seed).state
        playout.deal()
        estimates = []
        outcome = playout.play(0, ASK)
        while outcome == STUCK:
            place = player.choose(playout.view(), params.mines)
            if not playout.mined[place] and player.suppose(place, playout.numbers[place], 0):
                teller.describe(player.engines[1])
                estimates.append(teller.chance())
            outcome = playout.go_on(playout.board.cell(place), ASK)
        assert outcome in (WON, LOST)
        expected[outcome == WON] += estimates
    assert min(map(len, expected.values())) > 10
    assert fmean(expected[True]) > fmean(expected[False]) + 0.05
