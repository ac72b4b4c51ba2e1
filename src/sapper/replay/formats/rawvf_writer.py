"""Writes RAWVF, the text format of replays, as revision 6 has it. Knows no rules."""

from __future__ import annotations

from sapper.core.notation import board_rows
from sapper.core.params import level_name
from sapper.errors import N_, NotationError
from sapper.replay.events import Kind
from sapper.replay.formats.facts import Facts
from sapper.replay.record import Mode, Record, Result

_LEVELS = {"ranked-beginner": "Beginner", "intermediate": "Intermediate", "expert": "Expert"}
_ROWS = str.maketrans(".", "0")


def write_rawvf(record: Record, facts: Facts, *, player: str = "") -> str:
    """The RAWVF text of a record, its clock moved so that the first opening is at 0 where the time says so.

    Args:
        record: the game.
        facts: what playing it showed.
        player: the name to write, the empty string for none.

    Raises:
        NotationError: the format cannot hold this game.
    """
    params = record.layout.params
    seconds = facts.time_ms / 1000
    lines = [
        "RawVF_Version: Rev6",
        f"Program: {_one_line(record.source.program or facts.program)}",
        *([f"Player: {_one_line(player)}"] if player else []),
        f"Level: {_LEVELS.get(level_name(params), 'Custom')}",
        f"Width: {params.width}",
        f"Height: {params.height}",
        f"Mines: {params.mines}",
        f"Marks: {'On' if record.marks else 'Off'}",
        f"SquareSize: {record.cell_size}",
        f"Time: {seconds:.3f}",
        f"BBBV: {facts.bbbv}",
        *([f"BBBVS: {facts.solved_bbbv / seconds:.3f}"] if facts.time_ms > 0 else []),
        f"Solved3BV: {facts.solved_bbbv}",
        *([f"Timestamp: {_one_line(record.source.started)}"] if record.source.started else []),
        *([f"Status: {facts.result}"] if facts.result is not Result.UNFINISHED else []),
        *([f"Mode: {str(record.mode).capitalize()}"] if record.mode is not Mode.UNKNOWN else []),
        "Board:",
        *(row.translate(_ROWS) for row in board_rows(record.layout)),
        "Events:",
    ]
    events, size = record.events.plain(), record.cell_size
    for ms, kind, x, y in zip(events.times, events.kinds, events.xs, events.ys, strict=True):
        clock = ms - facts.zero_ms
        moment = f"{'-' if clock < 0 else ''}{abs(clock) // 1000}.{abs(clock) % 1000:03}"
        place = f"{x // size + 1} {y // size + 1} ({x} {y})"
        words = ("rc", "rr") if kind == Kind.PREFLAG else (Kind(kind).word,)
        lines.extend(f"{moment} {word} {place}" for word in words)
    if record.end_ms is not None and len(events) and record.end_ms > events.times[-1]:
        clock = record.end_ms - facts.zero_ms
        lines.append(f"{clock // 1000}.{clock % 1000:03} nonstandard")
    if any(abs(ms) >= 10**12 for ms in events.times):
        raise NotationError(N_("an event lies years from the start of the game"))
    return "".join(f"{line}\n" for line in lines)


def _one_line(text: str) -> str:
    return " ".join(text.split())
