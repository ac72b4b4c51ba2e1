"""An independent program's probabilities, where it is installed, are ours."""

from __future__ import annotations

import random

import pytest

from sapper.core.geometry import cells_of
from sapper.core.moves import Move, MoveKind
from sapper.core.params import LEVELS, Params
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.core.view import View, view
from sapper.solver import probabilities
from tests.solver.test_answers import random_layout

toollib = pytest.importorskip("ms_toollib", reason="ms-toollib is not installed")

pytestmark = pytest.mark.kernel


def played(params: Params, seed: int) -> View:
    """A position some way into a game, reached by opening safe cells anywhere."""
    layout = random_layout(params.width, params.height, params.mines, seed)
    chance = random.Random(seed)
    position = Position(params)
    for cell in chance.sample(cells_of(layout.safe), 1 + params.cells // 12):
        position = apply(position, layout, Move(MoveKind.OPEN, *layout.geometry.xy(cell))).position
    return view(position, layout)


@pytest.mark.parametrize("level", LEVELS)
def test_probabilities_are_those_of_ms_toollib(level: str) -> None:
    params = LEVELS[level]
    compared = 0
    for seed in range(25):
        seen = played(params, seed)
        rows = [
            [code if code <= 8 else 10 for code in seen.cells[start : start + params.width]]
            for start in range(0, params.cells, params.width)
        ]
        theirs = [risk for row in toollib.cal_probability_onboard(rows, params.mines)[0] for risk in row]
        for ours, other, code in zip(probabilities(seen), theirs, seen.cells, strict=True):
            if code > 8:
                assert ours == pytest.approx(other, abs=1e-9)
                compared += 1
    assert compared > 500
