# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The frontier of a board as components of boxes and numbers, in an order good for counting; counts nothing itself.

A *box* is a set of unknown cells that touch the same numbers: only how many mines it holds matters. Boxes that share a
number belong to one *component*. Counting takes the boxes of a component one after another; a number is *active* from
its first box to its last, and the work grows with what the active numbers can still owe together, so the order of the
boxes is what matters: several are tried where the first is not cheap, and the cheapest is kept.

Plain Python that Cython compiles with `frontier.pxd`; see `kernel`.
"""

from __future__ import annotations

from array import array
from typing import Any

from sapper.solver.codes import OPEN
from sapper.solver.kernel import Board, table

MOST_GROWTH = 1 << 22
"""How many entries a buffer grows by at most where fewer will do: large ones are not to double."""

CHEAP = 100_000.0
"""An order is good enough when the states it may need, summed over its steps, are estimated at no more."""


def grown(buffer: Any, count: int) -> Any:
    """A copy of a buffer with room for at least `count` entries, and up to twice as large as it was."""
    old = memoryview(buffer)
    larger = table(old.format, max(len(old) + min(len(old), MOST_GROWTH), count))
    larger[: len(old)] = array(old.format, old)
    return larger


class Frontier:
    """The components of a board's frontier.

    Component `c` has the boxes `first_box[c]` up to before `first_box[c + 1]`, and the numbers `first_number[c]` on;
    `order` lists each component's boxes in the order of counting.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        size = board.size
        self.box_of = table("i", size, -1)
        self.number_of = table("i", size, -1)
        self.next_cell = table("i", size, -1)
        self.box_cell = table("i", 64)
        self.box_size = table("i", 64)
        self.box_degree = table("i", 64)
        self.box_numbers = table("i", 64 * 8)
        self.order = table("i", 64)
        self.number_place = table("i", 64)
        self.number_degree = table("i", 64)
        self.number_boxes = table("i", 64 * 8)
        self.left = table("i", 64)
        self.first_box = table("i", 64)
        self.first_number = table("i", 64)
        self.signature = table("i", 8)
        self.candidate = table("i", 8)
        self.boxes = self.numbers = self.components = self.frontier_cells = 0
        # Where the neighbour j of the neighbour k lies in a 5x5 square, as one bit.
        self.bit = table("i", 64)
        around = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
        for k, (kx, ky) in enumerate(around):
            for j, (jx, jy) in enumerate(around):
                self.bit[k * 8 + j] = 1 << (ky + jy + 2) * 5 + kx + jx + 2

    def clear(self) -> None:
        """Forgets all components."""
        for b in range(self.boxes):
            cell = self.box_cell[b]
            while cell >= 0:
                self.box_of[cell] = -1
                cell = self.next_cell[cell]
        for i in range(self.numbers):
            self.number_of[self.number_place[i]] = -1
        self.boxes = self.numbers = self.components = self.frontier_cells = 0
        self.first_box[0] = 0
        self.first_number[0] = 0

    def build_all(self) -> None:
        """Finds every component of the board."""
        board = self.board
        self.clear()
        kept = 0
        for i in range(board.live_count):
            place = board.live[i]
            if board.unknown[place]:
                board.live[kept] = place
                kept += 1
                if self.number_of[place] < 0:
                    self.build(place)
        board.live_count = kept

    def build(self, place: int) -> None:
        """Adds the component of a number that has unknown neighbours."""
        board = self.board
        if self.components + 2 > len(self.first_box):
            self.first_box = grown(self.first_box, self.components + 2)
            self.first_number = grown(self.first_number, self.components + 2)
        at = self.numbers
        self.add_number(place)
        while at < self.numbers:
            place = self.number_place[at]
            mask = board.unknown[place]
            fresh = 0
            while mask:
                k = board.first[mask]
                mask &= mask - 1
                cell = place + board.step[k]
                if self.box_of[cell] >= 0:
                    continue
                # Cells with the same numbers all touch the first of these, so all of them turn up here together.
                signature = 0
                for j in range(8):
                    if board.state[cell + board.step[j]] == OPEN:
                        signature |= self.bit[k * 8 + j]
                box = -1
                for i in range(fresh):
                    if self.signature[i] == signature:
                        box = self.candidate[i]
                        break
                if box < 0:
                    box = self.add_box(cell)
                    self.signature[fresh] = signature
                    self.candidate[fresh] = box
                    fresh += 1
                else:
                    self.box_size[box] += 1
                    self.next_cell[cell] = self.next_cell[self.box_cell[box]]
                    self.next_cell[self.box_cell[box]] = cell
                self.box_of[cell] = box
                self.frontier_cells += 1
            at += 1
        component = self.components
        self.components = component + 1
        self.first_box[component + 1] = self.boxes
        self.first_number[component + 1] = self.numbers
        self.arrange(component)

    def add_number(self, place: int) -> int:
        """Gives a number of the board its index."""
        index = self.numbers
        if index + 1 > len(self.number_place):
            self.number_place = grown(self.number_place, index + 1)
            self.number_degree = grown(self.number_degree, index + 1)
            self.number_boxes = grown(self.number_boxes, 8 * index + 8)
            self.left = grown(self.left, index + 1)
        self.number_of[place] = index
        self.number_place[index] = place
        self.number_degree[index] = 0
        self.numbers = index + 1
        return index

    def add_box(self, cell: int) -> int:
        """Makes a box of one cell, and gives the numbers around it an index where they have none."""
        board = self.board
        box = self.boxes
        if box + 1 > len(self.box_cell):
            self.box_cell = grown(self.box_cell, box + 1)
            self.box_size = grown(self.box_size, box + 1)
            self.box_degree = grown(self.box_degree, box + 1)
            self.box_numbers = grown(self.box_numbers, 8 * box + 8)
            self.order = grown(self.order, box + 1)
        degree = 0
        for j in range(8):
            near = cell + board.step[j]
            if board.state[near] == OPEN:
                index = self.number_of[near]
                if index < 0:
                    index = self.add_number(near)
                self.box_numbers[box * 8 + degree] = index
                degree += 1
                self.number_boxes[index * 8 + self.number_degree[index]] = box
                self.number_degree[index] += 1
        self.box_cell[box] = cell
        self.box_size[box] = 1
        self.box_degree[box] = degree
        self.next_cell[cell] = -1
        self.order[box] = box
        self.boxes = box + 1
        return box

    def cost(self, component: int) -> float:
        """Estimates the states that counting in the present order meets, summed over its steps."""
        for i in range(self.first_number[component], self.first_number[component + 1]):
            self.left[i] = self.number_degree[i]
        width = 1.0
        total = 0.0
        for p in range(self.first_box[component], self.first_box[component + 1]):
            box = self.order[p]
            for r in range(self.box_degree[box]):
                i = self.box_numbers[box * 8 + r]
                if self.left[i] == self.number_degree[i]:
                    width *= self.values(i)
                self.left[i] -= 1
                if self.left[i] == 0:
                    width /= self.values(i)
            total += width
        return total

    def values(self, index: int) -> float:
        """Roughly how many values an active number's debt takes."""
        place = self.number_place[index]
        need = self.board.need[place]
        room = self.board.count[self.board.unknown[place]] - need
        return 1.0 + float(need if need < room else room)

    def arrange(self, component: int) -> None:
        """Orders the boxes of a component; as they were found, if that is cheap enough."""
        start, end = self.first_box[component], self.first_box[component + 1]
        if end - start <= 6:
            return
        best_cost = self.cost(component)
        if best_cost <= CHEAP:
            return
        best = [self.order[p] for p in range(start, end)]
        for boxes in self.alternatives(component):
            for p in range(start, end):
                self.order[p] = boxes[p - start]
            cost = self.cost(component)
            if cost < best_cost:
                best_cost, best = cost, boxes
        for p in range(start, end):
            self.order[p] = best[p - start]

    def alternatives(self, component: int) -> list[list[int]]:
        """Other orders of a component's boxes: sweeps in four directions, and narrow walks from the ends of these."""
        boxes = list(range(self.first_box[component], self.first_box[component + 1]))
        stride = self.board.stride
        where = {b: divmod(self.box_cell[b], stride) for b in boxes}
        orders = [
            sorted(boxes, key=lambda b: where[b]),
            sorted(boxes, key=lambda b: where[b][::-1]),
            sorted(boxes, key=lambda b: (where[b][0] + where[b][1], where[b])),
            sorted(boxes, key=lambda b: (where[b][0] - where[b][1], where[b])),
        ]
        last = len(boxes) - 1
        starts = dict.fromkeys([orders[0][0], orders[0][last], orders[1][0], orders[1][last], boxes[last]])
        return orders + [self.narrow_walk(component, start) for start in starts]

    def narrow_walk(self, component: int, start: int) -> list[int]:
        """From a box on, always the next box that keeps the active numbers fewest; the longest waiting among equals."""
        left = {i: self.number_degree[i] for i in range(self.first_number[component], self.first_number[component + 1])}
        active: set[int] = set()
        waiting = {start: 0}
        done: list[int] = []
        taken: set[int] = set()
        while waiting:
            best, best_key = start, (1 << 30, 0)
            for box, since in waiting.items():
                opened = closed = 0
                for r in range(self.box_degree[box]):
                    i = self.box_numbers[box * 8 + r]
                    opened += i not in active
                    closed += left[i] == 1
                if (opened - closed, since) < best_key:
                    best, best_key = box, (opened - closed, since)
            del waiting[best]
            taken.add(best)
            done.append(best)
            for r in range(self.box_degree[best]):
                i = self.box_numbers[best * 8 + r]
                active.add(i)
                left[i] -= 1
                for q in range(self.number_degree[i]):
                    near = self.number_boxes[i * 8 + q]
                    if near not in taken and near not in waiting:
                        waiting[near] = len(done)
        return done

    def cells_of_box(self, box: int) -> list[int]:
        """The places of a box's cells."""
        places = []
        place = self.box_cell[box]
        while place >= 0:
            places.append(place)
            place = self.next_cell[place]
        return places
