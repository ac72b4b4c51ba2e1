"""The dealer for many boards at once: the layouts that `deal` gives for the same keys, drawn on arrays.

A row is a board. What cannot be drawn this way (no-guess boards, boards more than half full of mines, the one draw in
millions that the stream rejects) is dealt by `deal` itself, a board at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.core.geometry import cells_of
from sapper.core.notation import GameId
from sapper.core.params import Params, Policy
from sapper.deal import deal
from sapper.deal.stream import GAMMA

Words = npt.NDArray[Any]
"""64-bit words. (numpy's own types do not follow arithmetic of these with small numbers.)"""
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


def mix64(words: Words) -> Words:
    """`stream.mix64` of every word."""
    words = (words ^ words >> 30) * 0xBF58476D1CE4E5B9
    words = (words ^ words >> 27) * 0x94D049BB133111EB
    return words ^ words >> 31


def started(seeds: Words) -> Words:
    """The states of `Stream(seed)` for every seed."""
    return mix64(seeds ^ np.uint64(GAMMA))


class Dealer:
    """Deals boards of one size and policy.

    Args:
        params: size and mine count.
        policy: what the first click is promised.
    """

    def __init__(self, params: Params, policy: Policy) -> None:
        self._params, self._policy = params, policy
        kept = _kept(params, policy)
        cells = params.cells
        self._outside = cells - (kept < cells).sum(axis=1)
        # Among the cells outside, counted from 0, those from here on lie behind one more that is kept free.
        self._bends = np.where(kept < cells, kept - np.arange(kept.shape[1]), cells)

    def draws(self, firsts: Ints) -> Flags:
        """Which boards begun at these cells can be drawn many at a time; the others are dealt alone."""
        if self._policy is Policy.NO_GUESS:
            return np.zeros(len(firsts), np.bool_)
        return 2 * self._params.mines <= self._outside[firsts]

    def deal(self, seeds: Words, firsts: Ints) -> Flags:
        """The mines, as rows of one item a cell, for games of these seeds begun at these cells."""
        mined = np.zeros((len(seeds), self._params.cells), np.bool_)
        drawn = self.draws(firsts)
        if drawn.all():
            rejected = self._draw(mined, seeds, firsts)
        else:
            part = mined[drawn]
            rejected = ~drawn
            rejected[drawn] = self._draw(part, seeds[drawn], firsts[drawn])
            mined[drawn] = part
        for row in np.flatnonzero(rejected).tolist():
            mined[row] = self._deal_alone(int(seeds[row]), int(firsts[row]))
        return mined

    def _deal_alone(self, seed: int, first: int) -> Flags:
        y, x = divmod(first, self._params.width)
        row = np.zeros(self._params.cells, np.bool_)
        row[cells_of(deal(GameId(self._params, self._policy, seed, (x, y))).mined)] = True
        return row

    def _draw(self, mined: Flags, seeds: Words, firsts: Ints) -> Flags:
        """Lays the mines as `uniform.choose` does, a draw for all boards at a time; returns which need another."""
        mines, cells = self._params.mines, self._params.cells
        bases = np.arange(0, mined.size, cells)
        steps = np.arange(1, mines + 1, dtype=np.uint64)[:, None] * np.uint64(GAMMA)
        lasts = self._outside[firsts] - mines + np.arange(mines)[:, None]
        bounds = (lasts + 1).astype(np.uint64)
        products = (mix64(started(seeds) + steps) >> 32) * bounds
        rests = products & 0xFFFFFFFF
        rejected = np.zeros(len(seeds), np.bool_)
        near = rests < bounds
        if near.any():
            rejected = (near & (rests < 2**32 % bounds)).any(axis=0)
        places = (products >> 32).astype(np.int64) + bases
        lasts += bases
        digits = np.zeros(mined.size, np.bool_)
        for row, last in zip(places, lasts, strict=True):
            np.copyto(row, last, where=digits[row])
            digits[row] = True
        places -= bases
        chosen = places + bases
        for bend in self._bends[firsts].T:
            chosen += places >= bend
        mined.reshape(-1)[chosen] = True
        return rejected


def _kept(params: Params, policy: Policy) -> Ints:
    """For each first cell the cells kept free of mines, ascending; filled up with a number beyond them."""
    cell = np.arange(params.cells)
    if policy is Policy.ANY:
        return np.zeros((params.cells, 0), np.int64)
    if policy is Policy.SAFE:
        return cell[:, None]
    return np.sort(neighbourhoods(params, missing=params.cells), axis=1)


def neighbourhoods(params: Params, *, missing: int) -> Ints:
    """For each cell its 3x3, itself included, in reading order; `missing` where it would be outside the board."""
    y, x = np.divmod(np.arange(params.cells)[:, None], params.width)
    rows, columns = y + np.repeat([-1, 0, 1], 3), x + np.tile([-1, 0, 1], 3)
    on_board = (rows >= 0) & (rows < params.height) & (columns >= 0) & (columns < params.width)
    return np.where(on_board, rows * params.width + columns, missing)
