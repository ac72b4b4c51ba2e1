"""ZiNi on planes against ZiNi written down cell by cell."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.metrics import board_metrics, isolated_numbers, opening_planes
from sapper.core.notation import parse_board
from sapper.core.zini import images, transposed, zini, zini_both, zini_eight_way, zini_random
from tests.strategies import layouts


class Slow:
    """Greedy play as its description reads."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.board = layout.geometry
        self.isolated = set(cells_of(isolated_numbers(layout)))
        self.openings = [set(cells_of(plane)) for plane in opening_planes(layout)]
        self.opened: set[int] = set()
        self.flagged: set[int] = set()
        width, height = layout.params.width, layout.params.height
        self.order = [self.board.cell(x, y) for x in range(width) for y in range(height)]
        self.safe = [cell for cell in self.order if not layout.is_mine(cell)]

    def zero(self, cell: int) -> bool:
        return bool(self.layout.zeros >> cell & 1)

    def open(self, cell: int) -> None:
        self.opened.add(cell)
        if self.zero(cell):
            for opening in self.openings:
                if cell in opening:
                    self.opened |= opening

    def premium(self, cell: int) -> int:
        around = [cell, *self.board.neighbours(cell)]
        useful = sum(other in self.isolated and other not in self.opened for other in around)
        touched = sum(cell in opening and not opening <= self.opened for opening in self.openings)
        flags = sum(self.layout.is_mine(other) and other not in self.flagged for other in around)
        return useful + touched - flags - (cell not in self.opened) - 1

    def clicks(self, *, human: bool) -> int:
        count = 0
        if human:
            for opening in self.openings:
                self.open(next(cell for cell in opening if self.zero(cell)))
                count += 1
        while len(self.opened) < len(self.safe):
            choice = [c for c in self.safe if not self.zero(c) and (c in self.opened or not human)]
            best = max(choice, key=self.premium, default=None)
            if best is not None and self.premium(best) >= 0:
                count += best not in self.opened
                self.open(best)
                for cell in self.board.neighbours(best):
                    if self.layout.is_mine(cell) and cell not in self.flagged:
                        self.flagged.add(cell)
                        count += 1
                count += 1
                for cell in self.board.neighbours(best):
                    if not self.layout.is_mine(cell):
                        self.open(cell)
            else:
                count += 1
                self.open(next(c for c in self.safe if c not in self.opened and (self.zero(c) or c in self.isolated)))
        return count


@settings(max_examples=300)
@given(layouts())
def test_equals_the_description(layout: Layout) -> None:
    wanted = Slow(layout).clicks(human=False), Slow(layout).clicks(human=True)
    assert zini_both(layout) == wanted
    assert (zini(layout), zini(layout, human=True)) == wanted


@given(layouts())
def test_never_more_than_3bv_and_never_less_over_eight_ways(layout: Layout) -> None:
    assert zini(layout) <= board_metrics(layout).bbbv
    assert zini_eight_way(layout) <= zini(layout)


@given(layouts(), st.randoms(use_true_random=False), st.booleans())
def test_random_order_finds_no_more_than_the_best_of_its_runs(layout: Layout, random: Random, human: bool) -> None:
    state = random.getstate()
    singles = [zini_random(layout, random.randrange, runs=1, human=human) for _ in range(5)]
    random.setstate(state)
    assert zini_random(layout, random.randrange, runs=5, human=human) == min(singles)
    assert zini_random(layout, lambda bound: 0, runs=1, human=human) == zini(layout, human=human)
    assert max(singles) <= board_metrics(layout).bbbv


def test_random_order_may_beat_the_scan() -> None:
    found = set()
    for seed in range(200):
        random = Random(seed)
        layout = Layout.of_mines(8, 8, [divmod(cell, 8) for cell in random.sample(range(64), 12)])
        best = zini_random(layout, random.randrange, runs=30)
        found.add(best - zini(layout))
    assert min(found) < 0


@given(layouts())
def test_images_are_the_same_board(layout: Layout) -> None:
    metrics = {board_metrics(image) for image in images(layout)}
    assert metrics == {board_metrics(layout)}
    assert next(images(layout)) == layout
    assert transposed(transposed(layout)) == layout


def test_a_board_of_zeros_is_one_click() -> None:
    assert zini_both(parse_board("...\n...\n")) == (1, 1)


def test_a_flag_and_a_chord_beat_single_clicks() -> None:
    # Eight numbers around one mine: click one, flag the mine, chord it and three more.
    assert board_metrics(parse_board("...\n.*.\n...\n")).bbbv == 8
    assert zini(parse_board("...\n.*.\n...\n")) == Slow(parse_board("...\n.*.\n...\n")).clicks(human=False) < 8
