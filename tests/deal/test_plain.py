"""No-guess attempts in plain Python: draw for draw and outcome for outcome those of the kernel's playout."""

from __future__ import annotations

import pytest

from sapper.core.geometry import cells_of
from sapper.core.params import Params
from sapper.deal.noguess import playout_for
from sapper.deal.plain import PlainAttempts
from sapper.deal.stream import Stream
from sapper.solver import small
from tests.deal.test_playout import SIZES

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("params", [*SIZES, Params(12, 12, 34)], ids=str)
@pytest.mark.parametrize("most_states", [4000, 4])
def test_attempts_end_as_in_the_kernel(params: Params, most_states: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nearly every component is left to the kernel."""
    monkeypatch.setattr(small, "MOST_STATES", most_states)
    first = (params.width // 2, params.height // 2)
    cell = first[1] * params.width + first[0]
    kernel, plain = playout_for(params, first), PlainAttempts(params, first)
    kernel.stream = plain.stream = Stream(5).state
    for _ in range(15):
        made = kernel.attempts(cell, 6)
        assert plain.attempts(cell, 6) == made
        assert plain.stream == kernel.stream
        assert plain.most_opened == kernel.most_opened
        if made > 0:
            assert plain.mines_laid() == kernel.mines_laid() == cells_of(plain.layout.mined)
