"""Uniform dealing for the policies that ask nothing but where mines may lie; linear in the board."""

from __future__ import annotations

from sapper.core.geometry import cells_of, gather_digits, geometry
from sapper.core.layout import Layout
from sapper.core.params import Params, Policy
from sapper.deal.stream import Stream


def deal_uniform(params: Params, policy: Policy, stream: Stream, first: tuple[int, int]) -> Layout:
    """A layout, each that keeps the policy's promise equally likely.

    Where the mines do not fit outside the first cell's 3x3, the surplus goes into its eight neighbours.

    Args:
        params: size and mine count.
        policy: `ANY`, `SAFE` or `OPENING`; `NO_GUESS` deals the opening it is drawn from.
        stream: where the randomness comes from.
        first: the first cell's column and row.
    """
    board = geometry(params.width, params.height)
    cell = board.cell(*first)
    kept = [] if policy is Policy.ANY else [cell]
    around = [] if policy in (Policy.ANY, Policy.SAFE) else board.neighbours(cell)
    outside = params.cells - len(kept) - len(around)
    surplus = max(params.mines - outside, 0)
    digits = choose(stream, outside, params.mines - surplus)
    inside = choose(stream, len(around), surplus)
    # The cells left out of the draw go back to their places, in ascending order so that each place is final.
    for place, digit in sorted([*((cell, BLANK) for cell in kept), *zip(around, inside, strict=True)]):
        digits.insert(place, digit)
    return Layout(params, gather_digits(digits))


BLANK, CHOSEN = b"01"


def choose(stream: Stream, size: int, count: int) -> bytearray:
    """`count` of `size` places, each choice equally likely, as a digit a place: `1` chosen.

    Floyd's method (Bentley and Floyd, A Sample of Brilliance, 1987): one draw a chosen place and no list of
    candidates; beyond half it is the places left out that are drawn.
    """
    if count > size - count:
        return choose(stream, size, size - count).translate(_INVERTED)
    digits = bytearray(b"0") * size
    below = stream.below
    for last in range(size - count, size):
        place = below(last + 1)
        digits[last if digits[place] == CHOSEN else place] = CHOSEN
    return digits


_INVERTED = bytes.maketrans(b"01", b"10")


def with_safe_cell(layout: Layout, cell: int, stream: Stream) -> Layout:
    """The layout itself, or with the mine of this cell moved to a free cell, each equally likely."""
    if not layout.is_mine(cell):
        return layout
    free = cells_of(layout.safe)
    return Layout(layout.params, layout.mined ^ 1 << cell ^ 1 << free[stream.below(len(free))])
