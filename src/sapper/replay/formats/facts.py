"""What playing a record showed, as far as the headers of written replays say it."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.replay.record import Result


@dataclass(frozen=True, slots=True)
class Facts:
    """What a writer needs to know beside the record.

    Args:
        program: name and version of this program.
        time_ms: the official time.
        zero_ms: what the record's clock says when the official time begins.
        bbbv: the board's 3BV.
        solved_bbbv: the part of it that was done.
        result: how the game ended.
        no_flag: no mine was flagged.
    """

    program: str
    time_ms: int
    zero_ms: int
    bbbv: int
    solved_bbbv: int
    result: Result
    no_flag: bool
