"""What help says to a player, in what steps, and which cells it marks. It computes nothing and knows no toolkit.

A hint takes two presses: where to look, then which cell and why. What it rests on comes from `thinking`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import NamedTuple

from sapper.core.geometry import geometry
from sapper.core.params import Params
from sapper.errors import N_, Reason
from sapper.showing.rows import Mark


class Ground(StrEnum):
    """What a hint rests on, from the easiest on."""

    ONE = "one"
    PAIR = "pair"
    CASES = "cases"
    TOTAL = "total"
    GUESS = "guess"
    """Nothing is certain."""


class Hint(NamedTuple):
    """The easiest way on.

    Args:
        ground: what it rests on.
        cells: what to open: the safe cells, or for a guess those with the least risk.
        mined: cells that the same numbers prove to be mines.
        numbers: the open cells whose numbers prove it.
        known: the mines next to these that simpler steps have found.
        values: what the sentences tell: `number`, `number2`, `count`, `mines`, `more`; `percent` for a guess.
    """

    ground: Ground
    cells: tuple[int, ...]
    mined: tuple[int, ...]
    numbers: tuple[int, ...]
    known: tuple[int, ...]
    values: Mapping[str, object]


class Loss(NamedTuple):
    """How a game was lost, as far as it could be seen before the click.

    Args:
        first: it was the first click, whose risk is the dealer's promise.
        risk: the chance that the click hit a mine.
        least: that of the best cell.
        safe: the cells that were certainly safe.
        best: where nothing was safe, the cells with the least risk.
    """

    first: bool
    risk: float
    least: float
    safe: tuple[int, ...]
    best: tuple[int, ...]

    @property
    def was_avoidable(self) -> bool:
        """Whether a better cell was there."""
        return bool(self.safe) or (not self.first and self.risk > self.least + EQUAL)


EQUAL = 1e-9
"""Equal risks come out a rounding error apart."""

_WHERE = {
    Ground.ONE: N_("Look in the marked area: one number there is enough."),
    Ground.PAIR: N_("Look in the marked area: compare two numbers there."),
    Ground.CASES: N_("Look in the marked area: try what would follow from a mine in each cell."),
    Ground.TOTAL: N_("Look at the number of mines left, together with all numbers."),
    Ground.GUESS: N_("Nothing is certain here: it takes a guess. Once more shows the best one."),
}
_WHY = {
    Ground.ONE: N_("The marked {number} has all its mines: the other cells around it are safe."),
    Ground.PAIR: N_(
        "All cells of one marked number ({number}) touch the other ({number2}) too, which needs no more: "
        "the rest is safe."
    ),
    Ground.CASES: N_("A mine there would leave no way to satisfy the marked numbers ({count}): it is safe."),
    Ground.TOTAL: N_("Mines left: {mines}. With the numbers, that leaves only one way for the marked cells."),
    Ground.GUESS: N_("The marked cells have the least risk: {percent} %."),
}
_WHY_PAIR_WITH_MINES = N_(
    "One marked number ({number}) needs {more} more than the other ({number2}): "
    "its own cells are mines, the other's safe."
)
_WHY_ONE_OF_CASES = N_("A mine there would contradict the marked number: it is safe.")


def percent(chance: float) -> str:
    """A chance in percent for a reader: never 0 or 100 for what is not certain."""
    if chance in (0.0, 1.0):
        return f"{100 * chance:.0f}"
    text = f"{100 * chance:.1f}"
    return {"0.0": "<0.1", "100.0": ">99.9"}.get(text, text)


def where_words(hint: Hint) -> Reason:
    """The first step: where to look, and for what."""
    return Reason(_WHERE[hint.ground])


def why_words(hint: Hint) -> Reason:
    """The second step: why the marked cells can be opened."""
    template = _WHY[hint.ground]
    if hint.ground is Ground.PAIR and hint.mined:
        template = _WHY_PAIR_WITH_MINES
    elif hint.ground is Ground.CASES and len(hint.numbers) == 1:
        template = _WHY_ONE_OF_CASES
    return Reason(template, hint.values)


def loss_words(loss: Loss) -> Reason:
    """Whether the click that lost could have been avoided, and what its odds were."""
    values = {"percent": percent(loss.risk), "least": percent(loss.least), "count": len(loss.safe)}
    certain = loss.risk >= 1
    if loss.first:
        template = N_("Bad luck: a first click hits a mine here with {percent} %.")
    elif loss.safe and certain:
        template = N_("Avoidable: certainly a mine, and there were safe cells: {count}.")
    elif loss.safe:
        template = N_("Avoidable: risk {percent} %, and there were safe cells: {count}.")
    elif certain:
        template = N_("Avoidable: certainly a mine; the best cell had {least} %.")
    elif loss.was_avoidable:
        template = N_("Not the best guess: {percent} %, and another had {least} %.")
    else:
        template = N_("Bad luck: nothing was safe, and {percent} % was the least risk.")
    return Reason(template, values)


class Step(IntEnum):
    """How much of a hint has been given."""

    NOTHING = 0
    WHERE = 1
    WHY = 2


class Helper:
    """The steps of a hint: where to look, which cell and why, and away again.

    Attributes:
        hint: the hint being given; None while there is none.
        step: how much of it has been given.
    """

    def __init__(self) -> None:
        self.hint: Hint | None = None
        self.step = Step.NOTHING

    def press(self) -> bool:
        """The player wants help. Returns whether a hint has to be found first."""
        if self.hint is None:
            return True
        self.step = Step((self.step + 1) % len(Step))
        return False

    def give(self, hint: Hint) -> None:
        """Takes the hint that was found, and gives its first step."""
        self.hint, self.step = hint, Step.WHERE

    def forget(self) -> None:
        """The board has changed: what follows from it may be something else."""
        self.hint, self.step = None, Step.NOTHING

    def words(self) -> Reason | None:
        """What to say now."""
        if self.hint is None or self.step is Step.NOTHING:
            return None
        return where_words(self.hint) if self.step is Step.WHERE else why_words(self.hint)

    def marks(self, params: Params) -> dict[int, Mark]:
        """The cells to mark now."""
        hint = self.hint
        if hint is None or self.step is Step.NOTHING:
            return {}
        if self.step is Step.WHERE:
            # All numbers together, or a guess, are nowhere in particular.
            wide = hint.ground in (Ground.TOTAL, Ground.GUESS)
            return {} if wide else dict.fromkeys(area(params, (*hint.numbers, *hint.cells)), Mark.AREA)
        marks = dict.fromkeys(hint.cells, Mark.BEST if hint.ground is Ground.GUESS else Mark.SAFE)
        marks |= dict.fromkeys((*hint.known, *hint.mined), Mark.MINE)
        if hint.ground is not Ground.TOTAL:
            marks |= dict.fromkeys(hint.numbers, Mark.PROOF)
        return marks

    @property
    def target(self) -> tuple[int, ...]:
        """The cells to open, once they have been told."""
        return self.hint.cells if self.hint is not None and self.step is Step.WHY else ()


def area(params: Params, cells: tuple[int, ...]) -> tuple[int, ...]:
    """The cells of the smallest rectangle around some cells, with a margin of one."""
    board = geometry(params.width, params.height)
    columns, rows = zip(*map(board.xy, cells), strict=True)
    return tuple(
        board.cell(x, y)
        for y in range(max(min(rows) - 1, 0), min(max(rows) + 2, params.height))
        for x in range(max(min(columns) - 1, 0), min(max(columns) + 2, params.width))
    )
