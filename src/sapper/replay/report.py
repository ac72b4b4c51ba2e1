"""What is told about a file: one JSON object a game, stable names. Formats nothing for people and reads no file."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sapper.core.layout import Layout
from sapper.core.metrics import board_metrics
from sapper.core.notation import board_rows
from sapper.core.params import level_name
from sapper.core.zini import zini_both, zini_eight_way, zini_random
from sapper.deal.stream import Stream
from sapper.errors import Reason
from sapper.replay.checks import warnings_of
from sapper.replay.measure import MAX_ZINI_CELLS, Measures, measure
from sapper.replay.player import Play, play
from sapper.replay.reading import Contents
from sapper.replay.record import Record
from sapper.replay.text_counts import text_counts


@dataclass(frozen=True, slots=True)
class Report:
    """A game that was played and measured.

    Args:
        play: the game.
        measures: of it.
        warnings: what is odd about it.
    """

    play: Play
    measures: Measures
    warnings: tuple[Reason, ...]


def report(record: Record) -> Report:
    """Plays and measures a record and compares it with what its file says."""
    played = play(record)
    measures = measure(played)
    return Report(played, measures, warnings_of(played, measures))


def describe(report: Report, *, with_player: bool = False, zini_runs: int | None = None) -> dict[str, Any]:
    """The JSON object of a game.

    Args:
        report: of the game.
        with_player: the player's name is told.
        zini_runs: the other forms of ZiNi are told, those in random order as the best of so many runs.
    """
    played, measures = report.play, report.measures
    record, clicks = played.record, played.clicks
    source = record.source
    told: dict[str, Any] = {
        "format": source.format,
        "format_version": source.version,
        "program": source.program,
        # Programs put the player's name into the names of the games, too.
        **({"player": source.player, "title": source.title} if with_player else {}),
        "started": source.started,
        **_board(record.layout),
        "cell_size": record.cell_size,
        "marks": record.marks,
        "mode": str(record.mode),
        "result": str(played.result),
        "time_ms": measures.time_ms,
        "span_ms": played.span_ms,
        "bbbv": measures.board.bbbv,
        "solved_bbbv": measures.solved_bbbv,
        "openings": measures.board.openings,
        "islands": measures.board.islands,
        "zini_greedy": measures.zini,
        "zini_human": measures.hzini,
        **_zini_variants(record.layout, zini_runs),
        "clicks": _by_kind(clicks.left, clicks.right, clicks.chord),
        "effective": _by_kind(clicks.effective_left, clicks.effective_right, clicks.effective_chord),
        "clicks_text_model": asdict(text_counts(played)),
        "flags": played.position.flagged.bit_count(),
        "events": len(record.events),
        "path": round(measures.path, 3),
        "rates": {name: round(value, 4) for name, value in measures.rates.items()},
        "warnings": [str(warning) for warning in report.warnings],
    }
    return told


def describe_board(contents: Contents, *, zini_runs: int | None = None) -> dict[str, Any]:
    """The JSON object of a file that only holds a board: a game's, with null for all that only a game has."""
    layout = contents.layout
    metrics = board_metrics(layout)
    zini, hzini = zini_both(layout) if layout.params.cells <= MAX_ZINI_CELLS else (None, None)
    return {
        "format": contents.format,
        "format_version": None,
        **_board(layout),
        "mode": None,
        "result": None,
        "time_ms": None,
        "bbbv": metrics.bbbv,
        "solved_bbbv": None,
        "openings": metrics.openings,
        "islands": metrics.islands,
        "zini_greedy": zini,
        "zini_human": hzini,
        **_zini_variants(layout, zini_runs),
        "clicks": None,
        "effective": None,
        "warnings": [],
    }


def _zini_variants(layout: Layout, runs: int | None) -> dict[str, int]:
    """The other forms of ZiNi; the random ones draw from a stream that begins anew with every board."""
    if runs is None or layout.params.cells > MAX_ZINI_CELLS:
        return {}
    return {
        "zini_8way": zini_eight_way(layout),
        "zini_human_8way": zini_eight_way(layout, human=True),
        "zini_random": zini_random(layout, Stream(0).below, runs=runs),
        "zini_human_random": zini_random(layout, Stream(0).below, runs=runs, human=True),
    }


def _board(layout: Layout) -> dict[str, Any]:
    params = layout.params
    return {
        "width": params.width,
        "height": params.height,
        "mines": params.mines,
        "rows": board_rows(layout),
        "level": level_name(params),
    }


def _by_kind(left: int, right: int, chord: int) -> dict[str, int]:
    return {"left": left, "right": right, "chord": chord, "total": left + right + chord}
