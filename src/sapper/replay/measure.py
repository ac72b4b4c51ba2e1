"""What can be measured on a game that was played: time, 3BV, ZiNi, efficiency, speed, path. Changes no game.

The formulas are the community's: IOE, correctness, throughput, RQP, QG, STNB, ZNE and ZNT as Metasweeper and its
ranking site define them.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import compress
from math import dist, sqrt

from sapper.core.metrics import BoardMetrics, board_metrics, solved_bbbv
from sapper.core.params import LEVELS
from sapper.core.zini import zini_both
from sapper.replay.lanes import SHORT, path, within
from sapper.replay.player import Play

MAX_ZINI_CELLS = 10_000
"""On larger boards ZiNi would take longer than anybody waits for it; it is left out."""

TOLERANCE_MS = 10
"""By how much the time of a header may differ from that of the events: formats round to it."""

STNB_FACTORS = {LEVELS["ranked-beginner"]: 36, LEVELS["intermediate"]: 162, LEVELS["expert"]: 435}


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of one game.

    Args:
        board: of its layout.
        solved_bbbv: the part of 3BV that was done.
        zini: greedy ZiNi, or None on a huge board.
        hzini: human ZiNi, or None on a huge board.
        time_ms: the official time.
        path: how far the pointer went, in pixels of cells 16 pixels wide.
        rates: derived statistics by their names; those that would divide by zero are left out.
    """

    board: BoardMetrics
    solved_bbbv: int
    zini: int | None
    hzini: int | None
    time_ms: int
    path: float
    rates: Mapping[str, float]


def measure(play: Play) -> Measures:
    """Measures a game."""
    layout = play.record.layout
    board = board_metrics(layout)
    solved = solved_bbbv(layout, play.position.opened, bbbv=board.bbbv)
    zini, hzini = zini_both(layout) if layout.params.cells <= MAX_ZINI_CELLS else (None, None)
    time = official_time(play)
    rates = _rates(play, board.bbbv, solved, zini, hzini, time / 1000)
    return Measures(board, solved, zini, hzini, time, path_length(play), rates)


def official_time(play: Play) -> int:
    """The time of the game in milliseconds: the file's own, unless its events are known to be more reliable."""
    claimed = play.record.claims.time_ms
    if claimed is None:
        return play.span_ms
    if play.record.source.trusts_events and not agrees_with_events(play, claimed):
        return play.span_ms
    return claimed


def agrees_with_events(play: Play, time_ms: int) -> bool:
    """Whether a time is that from the first opening, or from the clock's zero, to the end."""
    times = play.record.events.times
    if not times:
        return True
    end = times[play.end] if play.end is not None else max(times[-1], play.record.end_ms or 0)
    return min(abs(time_ms - play.span_ms), abs(time_ms - end)) <= TOLERANCE_MS


def clock_zero(play: Play, *, time_ms: int) -> int:
    """When the game's own clock starts, on the file's clock: at the first opening, or at the file's zero.

    Most clocks begin at the first opening; where the official time, `time_ms`, begins earlier, zero is kept.
    """
    times, start = play.record.events.times, play.start_ms
    if start is None:
        return 0
    end = times[-1] if play.end is None else times[play.end]
    return start if abs(end - start - time_ms) <= abs(end - time_ms) else 0


def path_length(play: Play) -> float:
    """The distances between successive places inside the board, from the first opening on, in 16-pixel cells."""
    if play.start is None:
        return 0.0
    events, size = play.record.events, play.record.cell_size
    params = play.record.layout.params
    end = len(events) if play.end is None else play.end + 1
    across, down = events.xs[play.start : end], events.ys[play.start : end]
    right, bottom = params.width * size, params.height * size
    if not (within(across, 0, right) and within(down, 0, bottom)):
        # What lies outside is passed over, as if the pointer had come straight back to the board.
        inside = [0 <= x < right and 0 <= y < bottom for x, y in zip(across, down, strict=True)]
        across, down = array("i", compress(across, inside)), array("i", compress(down, inside))
    if max(right, bottom) <= SHORT:
        total = path(across, down)
    else:
        total = sum(map(dist, zip(across, down, strict=True), zip(across[1:], down[1:], strict=True)))
    return total * 16 / size


def _rates(play: Play, bbbv: int, solved: int, zini: int | None, hzini: int | None, seconds: float) -> dict[str, float]:
    clicks, effective = play.clicks.total, play.clicks.effective
    rates: dict[str, float] = {}
    if clicks:
        rates["ioe"] = solved / clicks
        rates["correctness"] = effective / clicks
    if effective:
        rates["throughput"] = solved / effective
    if seconds > 0:
        rates["bbbv_per_second"] = solved / seconds
        rates["clicks_per_second"] = clicks / seconds
        if solved:
            rates["estimated_time"] = seconds * bbbv / solved
            rates["rqp"] = seconds**2 / solved
        rates["qg"] = seconds**1.7 / bbbv
        factor = STNB_FACTORS.get(play.record.layout.params)
        if factor is not None:
            rates["stnb"] = factor * bbbv / seconds**1.7 * sqrt(solved / bbbv)
    for name, value in (("zn", zini), ("hzn", hzini)):
        if value is not None:
            done = value * solved / bbbv
            if clicks:
                rates[f"{name}e"] = done / clicks
            if effective:
                rates[f"{name}t"] = done / effective
    return rates
