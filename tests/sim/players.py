"""Players that another package might bring, good ones and bad ones."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from sapper.core.moves import Move, MoveKind
from sapper.core.params import Params, Policy
from sapper.core.view import CLOSED, FLAGGED, View
from sapper.errors import EffortError
from sapper.players import registry
from sapper.players.player import Player, Style
from sapper.players.registry import find
from sapper.players.simple import Logic, LowestRisk, opening_of
from sapper.solver import probabilities


class Step(LowestRisk):
    """`lowest-risk`, asked for every move."""

    style = Style.EVERY_MOVE


class Stuck(LowestRisk):
    """`lowest-risk`, asked when stuck."""

    style = Style.WHEN_STUCK


class StepLogic(Logic):
    """`logic`, asked for every move."""

    style = Style.EVERY_MOVE


class Marker(Player):
    """Flags every certain mine before it opens anything, and chords; without a base class's help where to begin."""

    def __init__(self, *, seed: int) -> None:
        del seed

    def choose(self, view: View) -> Move:
        risks = probabilities(view)
        for cell, risk in enumerate(risks):
            if risk == 1.0 and view.cells[cell] == CLOSED:
                opening = opening_of(view, cell)
                return Move(MoveKind.FLAG, opening.x, opening.y)
        width = view.params.width
        for cell, code in enumerate(view.cells):
            if 1 <= code <= 8:
                around = [
                    (y * width + x)
                    for y in range(max(cell // width - 1, 0), min(cell // width + 2, view.params.height))
                    for x in range(max(cell % width - 1, 0), min(cell % width + 2, width))
                ]
                codes = [view.cells[near] for near in around]
                if codes.count(FLAGGED) == code and CLOSED in codes:
                    return Move(MoveKind.CHORD, cell % width, cell // width)
        return LowestRisk(seed=0).choose(view)


class Duck:
    """Has no base class and no style."""

    def __init__(self, *, seed: int) -> None:
        del seed

    def first(self, params: Params, policy: Policy) -> None:
        return None

    def choose(self, view: View) -> Move:
        return LowestRisk(seed=0).choose(view)


class Tired(Stuck):
    """Gives up at once."""

    def choose(self, view: View) -> Move:
        raise EffortError("too much")


class TiredStep(Tired):
    """Gives up at once, asked for every move."""

    style = Style.EVERY_MOVE


class Raises(Stuck):
    """Fails."""

    def choose(self, view: View) -> Move:
        raise RuntimeError("out of\nluck")


class Leaves(Step):
    """Wants to end the program."""

    def choose(self, view: View) -> Move:
        raise SystemExit(3)


class Unmade(Stuck):
    """Cannot be made."""

    def __init__(self, *, seed: int) -> None:
        raise OSError("no model file")


class Astray(Stuck):
    """Begins nowhere."""

    def first(self, params: Params, policy: Policy) -> int | None:
        return 10_000


def says(answer: Any, style: Style) -> type[Stuck]:
    """A player that always answers this."""

    class Says(Stuck):
        def choose(self, view: View) -> Move:
            return answer(view) if callable(answer) else answer  # type: ignore[no-any-return]

    Says.style = style
    return Says


def bring(monkeypatch: pytest.MonkeyPatch, **factories: Any) -> None:
    """Installs players by these names, in this process."""
    entries = [EntryPoint(name, f"package:{name}", registry.GROUP) for name in factories]
    monkeypatch.setattr(EntryPoint, "load", lambda entry: factories[entry.name])
    monkeypatch.setattr(registry, "_entries", lambda: EntryPoints(entries))
    find.cache_clear()
