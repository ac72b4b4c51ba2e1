"""What the interpreter does better in its own way than by running the kernel's loops; knows nothing that they do not.

A dict finds states faster than an open-addressed table does, lists grow by themselves, and a word has any length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.solver.codes import DONE, STOPPED, TOO_WIDE

if TYPE_CHECKING:
    from sapper.solver.counting import Counter


def grow_plain(counter: Counter, component: int) -> int:
    """Makes the graph of a component as `Counter.grow` does."""
    frontier = counter.frontier
    edge, least, target = counter.edge, counter.least, counter.target
    if counter.states:
        edge.pop()
    counter.layer[counter.layers] = counter.states
    counter.layers += 1
    keys = [0]
    for p in range(frontier.first_box[component], frontier.first_box[component + 1]):
        box = frontier.order[p]
        size = frontier.box_size[box]
        add, multiple = counter.add[p], counter.multiple[p]
        tests = [
            (counter.shift[r], counter.mask[r], counter.room[r]) for r in range(p * 8, p * 8 + frontier.box_degree[box])
        ]
        if len(target) + len(keys) > counter.limit:
            return TOO_WIDE
        if len(keys) > 1000 and counter.should_stop is not None and counter.should_stop():
            return STOPPED
        base = counter.states + len(keys)
        counter.states = base
        counter.layer[counter.layers] = base
        counter.layers += 1
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
            edge.append(len(target))
            if low <= high:
                for after in range(key - low * multiple, key - (high + 1) * multiple, -multiple):
                    target.append(found.setdefault(after, base + len(found)))
        keys = list(found)
    least += [0] * len(keys)
    edge += [len(target)] * (len(keys) + 1)
    counter.states += len(keys)
    counter.edges = len(target)
    for column in (counter.alive, counter.rest_low, counter.rest_high):
        column += [0] * (counter.states - len(column))
    return DONE
