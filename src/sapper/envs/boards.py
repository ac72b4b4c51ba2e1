"""Many games of one kind, played a move on each at a time on arrays: the rules of `core.rules`, held equal by tests.

A row is a board. It knows neither actions nor rewards nor when a game that is over begins again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.core.geometry import Geometry
from sapper.core.params import Params, Policy
from sapper.core.view import CLOSED, EXPLODED, FLAGGED, MISSED, WRONG_FLAG
from sapper.deal.fields import Fields
from sapper.deal.seeds import SEED_SHIFT
from sapper.deal.stream import GAMMA
from sapper.envs.dealing import Dealer, Flags, Ints, Words, mix64, neighbourhoods
from sapper.solver.kernel import COMPILED

Codes = npt.NDArray[np.uint8]

MINE = 255
"""In `Boards.truth`: a mine."""


class Played(NamedTuple):
    """What a move on every board led to.

    Args:
        opened: how many safe cells it opened, for each board.
        acted: whether it changed anything, for each board.
    """

    opened: Ints
    acted: Flags


class Boards:
    """The games.

    Attributes:
        seen: a byte a cell, as `core.view` codes it.
        truth: a number of adjacent mines a cell, or `MINE`; means nothing before the board is dealt.
        streams: the states of the streams from which `begin` draws the seeds of games.
        seeds: of the layouts.
        firsts: the first cell of each board; -1 before it is dealt.
        left: how many safe cells are closed.
        lost: whether a mine was opened.
    """

    def __init__(self, count: int, params: Params, policy: Policy, *, kernel: bool = COMPILED) -> None:
        self.count, self.params = count, params
        self._dealer = Dealer(params, policy)
        self._near = neighbourhoods(params, missing=-1)
        # One board above the other, with an empty row between, as a single plane.
        self._stack = Geometry(params.width, count * (params.height + 1))
        self._bases = np.arange(0, count * params.cells, params.cells)
        self.seen: Codes = np.full((count, params.cells), CLOSED, np.uint8)
        self.truth: Codes = np.zeros((count, params.cells), np.uint8)
        self.streams: Words = np.zeros(count, np.uint64)
        self.seeds: Words = np.zeros(count, np.uint64)
        self.firsts: Ints = np.full(count, -1, np.int64)
        self.left: Ints = np.full(count, params.safe_cells, np.int64)
        self.lost: Flags = np.zeros(count, np.bool_)
        self._opened: Ints = np.zeros(count, np.int64)
        self._kernel = self._fields(policy) if kernel else None
        self._draws_all = bool(self._dealer.draws(np.arange(params.cells)).all())

    def _fields(self, policy: Policy) -> Fields:
        """The kernel, on these arrays; the other way of doing the same, much the faster where it is compiled."""
        return Fields(
            self.params.width,
            self.params.height,
            self.params.mines,
            reach={Policy.ANY: -1, Policy.SAFE: 0}.get(policy, 1),
            seen=self.seen.reshape(-1).data,
            truth=self.truth.reshape(-1).data,
            streams=self.streams.data,
            seeds=self.seeds.data,
            firsts=self.firsts.data,
            left=self.left.data,
            lost=self.lost.view(np.uint8).data,
            opened=self._opened.data,
        )

    @property
    def over(self) -> Flags:
        """Whether each game is won or lost."""
        return self.lost | (self.left == 0)

    @property
    def won(self) -> Flags:
        """Whether each game is won."""
        return ~self.lost & (self.left == 0)

    @property
    def mines(self) -> Flags:
        """Where the mines are; none on boards that are not dealt."""
        return (self.truth == MINE) & (self.firsts >= 0)[:, None]

    def begin(self, marks: Flags) -> None:
        """Begins the next game of its stream on every marked board."""
        if self._kernel is not None:
            self._kernel.begin(marks.view(np.uint8).data)
            return
        streams = self.streams[marks] + np.uint64(GAMMA)
        self.streams[marks] = streams
        self.restart(np.flatnonzero(marks), mix64(streams) >> SEED_SHIFT)

    def restart(self, rows: Ints, seeds: Words) -> None:
        """Begins new games, which are dealt when their first cell is known."""
        self.seen[rows] = CLOSED
        self.seeds[rows] = seeds
        self.firsts[rows] = -1
        self.left[rows] = self.params.safe_cells
        self.lost[rows] = False

    def show(self) -> tuple[Codes, npt.NDArray[np.int8]]:
        """A copy of what is seen, and where a click would open something or the game is over; a row a board."""
        if self._kernel is None:
            return self.seen.copy(), ((self.seen == CLOSED) | self.over[:, None]).view(np.int8)
        observed, allowed = np.empty_like(self.seen), np.empty(self.seen.shape, np.int8)
        self._kernel.show(observed.reshape(-1).data, allowed.reshape(-1).view(np.uint8).data)
        return observed, allowed

    def revealed(self, row: int) -> bytes:
        """A board as everybody sees it at its end; see `core.view.reveal`."""
        seen = self.seen[row].copy()
        if self.firsts[row] >= 0:
            mined = self.truth[row] == MINE
            seen[mined & (seen == CLOSED)] = MISSED
            seen[~mined & (seen == FLAGGED)] = WRONG_FLAG
        return seen.tobytes()

    def step(self, cells: Ints, idle: Flags) -> npt.NDArray[np.float64]:
        """Opens a cell on each board that is not idle, as `open` does.

        Returns:
            Four rows of a number a board: how many safe cells it opened, whether it changed anything, whether the game
            is won, whether it is lost.
        """
        if self._kernel is None:
            rows = np.flatnonzero(~idle)
            return np.array([*self.open(rows, cells[rows]), self.won, self.lost], np.float64)
        if not self._draws_all:
            at = self.seen.reshape(-1)[self._bases + cells]
            rows = np.flatnonzero((self.firsts < 0) & (at == CLOSED) & ~idle & ~self._dealer.draws(cells))
            if len(rows):
                self._deal(rows, cells[rows])
        told = np.empty((4, self.count))
        self._kernel.step(cells.data, idle.view(np.uint8).data, told.reshape(-1).data)
        return told

    def open(self, rows: Ints, cells: Ints) -> Played:
        """Opens a cell on each of some boards; nothing happens where it is open or flagged, or the game is over."""
        acts = (self.seen.reshape(-1)[self._bases[rows] + cells] == CLOSED) & ~self.over[rows]
        if not acts.all():
            rows, cells = rows[acts], cells[acts]
        return self._open_all(rows, cells)

    def flag(self, rows: Ints, cells: Ints) -> Played:
        """Sets a flag on a closed cell of each of some boards, or takes it away."""
        at = self._bases[rows] + cells
        codes = self.seen.reshape(-1)[at]
        acts = ((codes == CLOSED) | (codes == FLAGGED)) & ~self.over[rows]
        self.seen.reshape(-1)[at[acts]] = CLOSED + FLAGGED - codes[acts]
        return self._played(np.zeros(self.count, np.int64), rows[acts])

    def chord(self, rows: Ints, cells: Ints) -> Played:
        """Opens around an open number of each of some boards where the flags add up."""
        near = self._near[cells]
        codes = self.seen.reshape(-1)[np.maximum(near, 0) + self._bases[rows][:, None]]
        codes[near < 0] = EXPLODED
        centre = near.shape[1] // 2
        acts = (codes[:, centre] == (codes == FLAGGED).sum(axis=1)) & ~self.over[rows]
        row, column = np.nonzero((codes == CLOSED) & acts[:, None])
        return self._open_all(rows[row], near[row, column])

    def chords(self) -> Flags:
        """Where a chord would open something, for each board and cell, games that are over aside."""
        params, stacked = self.params, (self.count, self.params.height, self.params.width)
        flags = neighbour_counts(self.seen == FLAGGED, params)
        closed = neighbour_counts(self.seen == CLOSED, params)
        return ((self.seen == flags) & (closed > 0) & ~self.over[:, None]).reshape(stacked[0], -1)

    def _played(self, opened: Ints, rows: Ints) -> Played:
        acted = np.zeros(self.count, np.bool_)
        acted[rows] = True
        return Played(opened, acted)

    def _open_all(self, rows: Ints, cells: Ints) -> Played:
        """Opens closed cells of running games, those of one board at once, each zero among them with its opening."""
        undealt = self.firsts[rows] < 0
        if undealt.any():
            self._deal(rows[undealt], cells[undealt])
        if self._kernel is not None:
            self._opened[:] = 0
            self._kernel.open(rows.data, cells.data, len(rows))
            opened = self._opened.copy()  # and takes them from those left
        else:
            at = self._bases[rows] + cells
            truth = self.truth.reshape(-1)[at]
            mined = truth == MINE
            self.seen.reshape(-1)[at] = np.where(mined, EXPLODED, truth)
            self.lost[rows[mined]] = True
            opened = np.bincount(rows[~mined], minlength=self.count)
            zero = truth == 0
            if zero.any():
                self._flood(rows[zero], cells[zero], opened)
            self.left -= opened
        return self._played(opened, rows)

    def _deal(self, rows: Ints, cells: Ints) -> None:
        self.firsts[rows] = cells
        if self._kernel is not None:
            drawn = self._dealer.draws(cells)
            if drawn.all():
                self._kernel.deal(rows.data, cells.data, len(rows))
                return
            by_kernel = rows[drawn], cells[drawn]
            self._kernel.deal(by_kernel[0].data, by_kernel[1].data, len(by_kernel[0]))
            rows, cells = rows[~drawn], cells[~drawn]
        mined = self._dealer.deal(self.seeds[rows], cells)
        self.truth[rows] = np.where(mined, MINE, neighbour_counts(mined, self.params))

    def _flood(self, rows: Ints, cells: Ints, opened: Ints) -> None:
        """Opens what is reached from zeros through zeros, and its rim, and adds to `opened` how many cells that were.

        It goes a ring of cells at a time, on all boards together, with every board's cells in one long integer:
        as many steps as the longest way, and each costs a few words a board.
        """
        params, slots = self.params, np.zeros(self.count, np.int64)
        slots[rows] = 1
        boards = np.flatnonzero(slots)
        slots[boards] = np.arange(len(boards))
        truth, seen = self.truth[boards], self.seen[boards]
        closed = seen == CLOSED
        reached = np.zeros((len(boards), params.cells), np.bool_)
        reached[slots[rows], cells] = True
        plane = self._plane(reached)
        passable = self._plane((truth == 0) & closed) | plane
        unused = (self.count - len(boards)) * (params.height + 1) * params.width
        wide, not_first, not_last = params.width, self._stack.not_first >> unused, self._stack.not_last >> unused
        grown = 0
        while grown != plane:
            grown = plane
            plane |= (plane << 1 & not_first) | (plane >> 1 & not_last)
            plane = (plane | plane << wide | plane >> wide) & passable
        plane |= (plane << 1 & not_first) | (plane >> 1 & not_last)
        new = self._cells(plane | plane << wide | plane >> wide, len(boards)) & closed
        np.copyto(seen, truth, where=new)
        self.seen[boards] = seen
        opened[boards] += new.sum(axis=1)

    def _plane(self, marks: Flags) -> int:
        """Rows of boards as one plane, with the empty row under each."""
        stacked = np.zeros((len(marks), self.params.cells + self.params.width), np.bool_)
        stacked[:, : self.params.cells] = marks
        return int.from_bytes(np.packbits(stacked, bitorder="little").tobytes(), "little")

    def _cells(self, plane: int, count: int) -> Flags:
        """What `_plane` made of `count` boards; bits beyond them are dropped."""
        length = self.params.cells + self.params.width
        size = (count * length + 7) // 8
        digits = (plane & (1 << count * length) - 1).to_bytes(size, "little")
        bits = np.unpackbits(np.frombuffer(digits, np.uint8), count=count * length, bitorder="little")
        return bits.view(np.bool_).reshape(count, length)[:, : self.params.cells]


def neighbour_counts(marks: Flags, params: Params) -> Codes:
    """How many marked cells there are in the 3x3 around each cell, the cell itself included, for each row."""
    count, height, width = len(marks), params.height, params.width
    padded = np.zeros((count, height + 2, width + 2), np.uint8)
    padded[:, 1:-1, 1:-1] = marks.reshape(count, height, width)
    flat, row = padded.reshape(-1), width + 2
    across = flat[:-2] + flat[1:-1] + flat[2:]
    counts = np.empty_like(flat)
    np.add(across[: -2 * row], across[2 * row :], out=counts[row + 1 : -row - 1])
    counts[row + 1 : -row - 1] += across[row:-row]
    return counts.reshape(padded.shape)[:, 1:-1, 1:-1].reshape(count, -1)
