"""Exact mine probabilities of positions of ordinary size, as the interpreter finds them fastest; sees no layout.

The same method as the kernel's, in whole numbers throughout: planes for what is simple, boxes and components, and
states that say what every number still owes, with one pass forward and one back. What is too large is left to the
kernel. A polynomial in the number of mines is one long integer with a field of bits for each coefficient.
"""

from __future__ import annotations

from array import array
from operator import mul
from typing import NamedTuple

from sapper.core.view import View
from sapper.solver.exact import multiply_all, outside_ways, worth_of_factors
from sapper.solver.planes import BIAS, Known, Planes, planes

MOST_CELLS = 2500
MOST_STATES = 4000
"""What is larger is left to the kernel."""

BINOMIALS = ((1,), (1, 1), (1, 2, 1), (1, 3, 3, 1), (1, 4, 6, 4, 1), (1, 5, 10, 10, 5, 1), (1, 6, 15, 20, 15, 6, 1),
             (1, 7, 21, 35, 35, 21, 7, 1), (1, 8, 28, 56, 70, 56, 28, 8, 1))  # fmt: skip

_OPENED = bytes(code <= 8 for code in range(256))
_CLOSED = bytes(8 < code < 255 for code in range(256))
_NUMBERS = bytes(code if code <= 8 else 0 for code in range(256))
BORDER = b"\xff"


class Component(NamedTuple):
    """Boxes that share numbers.

    Args:
        boxes: the cells of each box, as places.
        low: the least mines it can hold.
        ways: in how many ways it holds `low` mines, one more, and so on.
        mines: for each box the same, each way counted once for every mine in the box.
    """

    boxes: list[list[int]]
    low: int
    ways: list[int]
    mines: list[list[int]]


class Tally(NamedTuple):
    """The exact counts of a position.

    Args:
        layouts: how many fit.
        outside: the mines in cells that touch no number, over all layouts.
        boxes: for each component and box of it the mines in it, over all layouts.
    """

    layouts: int
    outside: int
    boxes: list[list[int]]


def small_probabilities(view: View) -> array[float] | None:
    """What `answers.probabilities` says, or None where no layout fits or the position is too large."""
    params = view.params
    if params.cells > MOST_CELLS:
        return None
    board = planes(params.width, params.height)
    grid = board.grid(view.cells, BORDER)
    closed = int.from_bytes(grid.translate(_CLOSED), "little")
    numbers = int.from_bytes(grid.translate(_NUMBERS), "little")
    known = board.deduce(Known(int.from_bytes(grid.translate(_OPENED), "little"), closed, 0), numbers)
    components = None if known is None else find_components(board, known, numbers)
    if known is None or components is None:
        return None
    outside = cells_outside(known, components)
    tally = count_all(components, outside, params.mines - known.mined.bit_count())
    layouts = tally.layouts
    if not layouts:
        return None
    shares = [0.0, 1.0, float("nan"), _share(tally.outside, layouts * outside)]
    # For every place, which of the shares is its risk.
    kinds = list((known.mined + known.opened * 2 + known.unknown * 3).to_bytes(board.size, "little"))
    for part, counts in zip(components, tally.boxes, strict=True):
        for box, count in zip(part.boxes, counts, strict=True):
            for place in box:
                kinds[place] = len(shares)
            shares.append(_share(count, layouts * len(box)))
    risks = array("d")
    for start in board.rows:
        risks.extend(map(shares.__getitem__, kinds[start : start + params.width]))
    return risks


def _share(count: int, of: int) -> float:
    """A probability; 0 and 1 only where it is exactly that."""
    if count in (0, of):
        return 1.0 if count else 0.0
    return min(max(count / of, 1e-300), 1.0 - 2.0**-53)


def small_certain(board: Planes, known: Known, numbers: int, *, mines: int) -> tuple[list[int], list[int]] | None:
    """What is certain where single numbers and pairs tell nothing: first by the components, else by the mine count.

    Args:
        board: the planes.
        known: what is known.
        numbers: what the open cells show.
        mines: how many there are on the board.

    Returns:
        The places that are safe and those that are mines; None where no layout fits, or a component is too large.
    """
    components = find_components(board, known, numbers)
    if components is None:
        return None
    found: tuple[list[int], list[int]] = [], []
    for part in components:
        for box, placed in zip(part.boxes, part.mines, strict=True):
            if not any(placed):
                found[0].extend(box)
            elif all(count == ways * len(box) for count, ways in zip(placed, part.ways, strict=True)):
                found[1].extend(box)
    outside = cells_outside(known, components)
    left = mines - known.mined.bit_count()
    least = sum(part.low for part in components)
    most = least + sum(len(part.ways) - 1 for part in components)
    if found[0] or found[1] or (most < left and left - least < outside):
        return found
    tally = count_all(components, outside, left)
    if not tally.layouts:
        return None
    if outside and tally.outside in (0, tally.layouts * outside):
        inside = {place for part in components for box in part.boxes for place in box}
        found[1 if tally.outside else 0].extend(place for place in board.places(known.unknown) if place not in inside)
    for part, counts in zip(components, tally.boxes, strict=True):
        for box, count in zip(part.boxes, counts, strict=True):
            if count in (0, tally.layouts * len(box)):
                found[1 if count else 0].extend(box)
    return found


def cells_outside(known: Known, components: list[Component]) -> int:
    """How many unknown cells touch no number."""
    return known.unknown.bit_count() - sum(len(box) for part in components for box in part.boxes)


def count_all(components: list[Component], outside: int, mines: int) -> Tally:
    """Counts the layouts with `mines` mines in the components and in `outside` cells that touch no number."""
    mines -= sum(part.low for part in components)
    root = multiply_all([part.ways for part in components])
    worth = outside_ways(outside, mines, len(root.ways))
    by_total = list(map(mul, root.ways, worth))
    boxes = [
        [sum(map(mul, placed, own)) for placed in part.mines]
        for part, own in zip(components, worth_of_factors(root, worth), strict=bool(components))
    ]
    return Tally(sum(by_total), sum(ways * (mines - t) for t, ways in enumerate(by_total)), boxes)


def find_components(board: Planes, known: Known, numbers: int) -> list[Component] | None:
    """The components of what is unknown, counted; None where no layout fits one, or it is too large."""
    owed = board.owed(numbers, known.mined).to_bytes(board.size, "little")
    unknown = known.unknown.to_bytes(board.size, "little")
    steps = board.steps
    live = board.places(known.opened & board.near(known.unknown))
    touched: dict[int, tuple[int, ...]] = {}
    for index, place in enumerate(live):
        for step in steps:
            cell = place + step
            if unknown[cell]:
                touched[cell] = (*touched.get(cell, ()), index)
    boxes: dict[tuple[int, ...], list[int]] = {}
    for cell, signature in touched.items():
        boxes.setdefault(signature, []).append(cell)
    of_number: list[list[tuple[int, ...]]] = [[] for _ in live]
    for signature in boxes:
        for index in signature:
            of_number[index].append(signature)
    components = []
    names = [-1] * len(live)
    for start in range(len(live)):
        if names[start] >= 0:
            continue
        names[start] = 0
        found = [start]
        order: dict[tuple[int, ...], None] = {}
        for index in found:
            for signature in of_number[index]:
                if signature not in order:
                    order[signature] = None
                    for other in signature:
                        if names[other] < 0:
                            names[other] = len(found)
                            found.append(other)
        counted = _count(
            [len(boxes[signature]) for signature in order],
            [[names[index] for index in signature] for signature in order],
            [owed[live[index]] - BIAS for index in found],
        )
        if counted is None:
            return None
        components.append(Component([boxes[signature] for signature in order], *counted))
    return components


def _count(
    sizes: list[int], touched: list[list[int]], needs: list[int]
) -> tuple[int, list[int], list[list[int]]] | None:
    """Counts a component.

    Args:
        sizes: the cells of each box.
        touched: the numbers that each box touches.
        needs: what each number owes.

    Returns:
        As in `Component`: `low`, `ways` and `mines`; None where no layout fits, or there are too many states.
    """
    if len(sizes) == 1:
        need = needs[0]
        if max(needs) != min(needs) or not 0 <= need <= sizes[0]:
            return None
        ways = BINOMIALS[sizes[0]][need]
        return need, [ways], [[ways * need]]
    cells = sum(sizes)
    field = cells + cells.bit_length() + 1
    left = [0] * len(needs)
    for size, indices in zip(sizes, touched, strict=True):
        for index in indices:
            left[index] += size
    # A state is what every number owes, four bits each.
    layer = {sum(need << 4 * index for index, need in enumerate(needs)): 1}
    states = 0
    steps = []
    for size, indices in zip(sizes, touched, strict=True):
        multiple = 0
        tests = []
        for index in indices:
            left[index] -= size
            multiple += 1 << 4 * index
            tests.append((4 * index, left[index]))
        binomials = BINOMIALS[size]
        after: dict[int, int] = {}
        moves = []
        for state, ways in layer.items():
            low, high = 0, size
            for shift, room in tests:
                owed = state >> shift & 15
                if owed < high:
                    high = owed
                if owed - room > low:
                    low = owed - room
            if low <= high:
                moves.append((state, ways, low, high))
                for k in range(low, high + 1):
                    to = state - k * multiple
                    after[to] = after.get(to, 0) + (ways * binomials[k] << k * field)
        steps.append((moves, multiple, binomials))
        layer = after
        states += len(after)
        if states > MOST_STATES:
            return None
    total = layer.get(0, 0)
    if not total:
        return None
    mines = []
    rests = {0: 1}
    for moves, multiple, binomials in reversed(steps):
        before: dict[int, int] = {}
        placed = 0
        for state, ways, low, high in moves:
            here = counted = 0
            for k in range(low, high + 1):
                rest = rests.get(state - k * multiple)
                if rest:
                    rest = rest * binomials[k] << k * field
                    here += rest
                    counted += k * rest
            if here:
                before[state] = here
                placed += ways * counted
        mines.append(placed)
        rests = before
    low = ((total & -total).bit_length() - 1) // field
    mask = (1 << field) - 1

    def fields(packed: int) -> list[int]:
        packed >>= low * field
        return [packed >> at & mask for at in range(0, length * field, field)]

    length = 1 + (total >> low * field).bit_length() // field
    return low, fields(total), [fields(packed) for packed in reversed(mines)]
