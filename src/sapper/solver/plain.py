"""What the interpreter does better in its own way than by running the kernel's loops; knows nothing that they do not.

A dict finds states faster than an open-addressed table does, lists grow by themselves, and a word has any length.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sapper.solver.codes import BLIND, DONE, MINE, OPEN, SAFE, STOPPED, TOO_WIDE, UNKNOWN

if TYPE_CHECKING:
    from sapper.solver.counting import Counter
    from sapper.solver.kernel import Board
    from sapper.solver.weighing import Weigher


PLAIN_LIMIT = 2_500_000
"""The most edges of graphs grown here."""


def grow_plain(counter: Counter, component: int) -> int:
    """Makes the graph of a component as `Counter.grow` does, with states of any length."""
    steps = _steps(counter, component)
    least: list[int] = []
    edge: list[int] = []
    target: list[int] = []
    limit = min(counter.limit, PLAIN_LIMIT) - counter.edges
    layer, layers, edges = counter.states, counter.layers, counter.edges
    keys = [0]
    for size, add, multiple, tests in steps:
        if len(target) + len(keys) > limit:
            return TOO_WIDE
        if len(keys) > 1000 and counter.should_stop is not None and counter.should_stop():
            return STOPPED
        counter.layer[layers] = layer
        layers += 1
        layer += len(keys)
        found: dict[int, int] = {}
        for key in keys:
            key += add
            low, high = 0, size
            for shift, mask, room in tests:
                owed = key >> shift & mask
                if owed < high:
                    high = owed
                owed -= room
                if owed > low:
                    low = owed
            least.append(low)
            edge.append(edges + len(target))
            if low <= high:
                reached = range(key - low * multiple, key - (high + 1) * multiple, -multiple)
                target += [found.setdefault(after, layer + len(found)) for after in reached]
        keys = list(found)
    counter.layer[layers] = layer
    counter.layers = layers + 1
    least += [0] * len(keys)
    edge += [edges + len(target)] * (len(keys) + 1)
    _append(counter, edge, least, target)
    return DONE


def _steps(counter: Counter, component: int) -> Iterator[tuple[int, int, int, list[tuple[int, int, int]]]]:
    """For each box its size, what it adds to a state and what each of its mines takes from it, and what it tests.

    A state gives every active number its bits; a test is where these are, a mask for them, and how many cells the
    number will have left.
    """
    frontier, board = counter.frontier, counter.board
    first, end = frontier.first_number[component], frontier.first_number[component + 1]
    left = [board.count[board.unknown[frontier.number_place[i]]] for i in range(first, end)]
    fields: dict[int, tuple[int, int]] = {}
    used = 0
    for p in range(frontier.first_box[component], frontier.first_box[component + 1]):
        box = frontier.order[p]
        size = frontier.box_size[box]
        add = multiple = free = 0
        tests = []
        for i in frontier.box_numbers[box * 8 : box * 8 + frontier.box_degree[box]]:
            if i not in fields:
                need = board.need[frontier.number_place[i]]
                mask = (1 << max(need.bit_length(), 1)) - 1
                shift = 0
                while used >> shift & mask:
                    shift += 1
                fields[i] = shift, mask
                used |= mask << shift
                add |= need << shift
            shift, mask = fields[i]
            multiple |= 1 << shift
            left[i - first] -= size
            tests.append((shift, mask, left[i - first]))
            if not left[i - first]:
                free |= mask << shift
        used ^= free
        yield size, add, multiple, tests


def _append(counter: Counter, edge: list[int], least: list[int], target: list[int]) -> None:
    """Adds a graph to those that a counter has."""
    states, edges = counter.states, counter.edges
    counter.states, counter.edges = states + len(least), edges + len(target)
    if isinstance(counter.edge, list):
        counter.edge[states:] = edge
        counter.least += least
        counter.target += target
        for column in (counter.alive, counter.rest_low, counter.rest_high):
            column += [0] * len(least)
        return
    counter.reserve(counter.states, counter.edges)
    for buffer, start, new in (
        (counter.edge, states, edge),
        (counter.least, states, least),
        (counter.target, edges, target),
    ):
        memoryview(buffer)[start : start + len(new)] = array("i", new)


_STATES = bytes(OPEN if code <= 8 else SAFE if code == BLIND else UNKNOWN for code in range(256))
_NUMBERS = bytes(code if code <= 8 else 0 for code in range(256))
_UNKNOWN = bytes(code == UNKNOWN for code in range(256))


def load_plain(board: Board, cells: bytes) -> None:
    """Takes over a view on a board just reset, as `Board.load` does: all masks at once, as one long number."""
    width, stride = board.width, board.stride
    edge, border = bytes(2 * stride + 2), bytes(2)

    def on_grid(codes: bytes) -> bytes:
        rows = [codes[start : start + width] for start in range(0, len(codes), width)]
        return edge + border.join(rows) + border + edge

    state = on_grid(cells.translate(_STATES))
    need = on_grid(cells.translate(_NUMBERS))
    # A byte a place, 1 where it is unknown: moved by each step and to each bit, these add up to the masks.
    unknown = int.from_bytes(state.translate(_UNKNOWN), "little")
    summed = 0
    for k in range(8):
        step = board.step[k] * 8
        summed |= (unknown >> step if step > 0 else unknown << -step) << k
    masks = (summed & (1 << 8 * board.size) - 1).to_bytes(board.size, "little")
    board.state[:] = bytearray(state)
    board.need[:] = array("b", need)
    board.unknown[:] = bytearray(masks)
    board.unknown_left = state.count(UNKNOWN)
    for place, (what, mask) in enumerate(zip(state, masks, strict=True)):
        if what == OPEN and (mask or need[place]):
            board.watch(place)


def read_plain(weigher: Weigher, risks: array[float], outside: int) -> int:
    """Writes the mine probabilities as `Engine.read` does."""
    board, box_of = weigher.board, weigher.frontier.box_of
    values, sizes = weigher.counter.values, weigher.frontier.box_size
    shown = [_shown(weigher.risk[b], values[b], sizes[b]) for b in range(weigher.frontier.boxes)]
    shown.append(_shown(weigher.outside_risk, outside, 1))  # what touches no number is in box -1, the last
    if min(shown) < 0:
        return -1
    settled = [float("nan")] * 5
    settled[SAFE], settled[MINE] = 0.0, 1.0
    cell, width = 0, board.width
    for y in range(board.height):
        place = board.place(y * width)
        row = board.state[place : place + width]
        boxes = box_of[place : place + width]
        found = [shown[box] if what == UNKNOWN else settled[what] for what, box in zip(row, boxes, strict=True)]
        risks[cell : cell + width] = array("d", found)
        cell += width
    return 0


def _shown(risk: float, values: int, size: int) -> float:
    if values == 1:
        return 0.0
    if values == 1 << size:
        return 1.0
    return risk if risk < 0 else min(max(risk, 1e-300), 1.0 - 2.0**-53)
