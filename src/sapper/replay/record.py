"""A recorded game: the layout, the events, and what the file says of itself. Knows no format and no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from sapper.core.layout import Layout
from sapper.errors import Reason
from sapper.replay.events import Events


class Mode(StrEnum):
    """The kind of game that the recording program was set to."""

    CLASSIC = "classic"
    UPK = "upk"
    CHEAT = "cheat"
    DENSITY = "density"
    WINDOWS_7 = "windows-7"
    CLASSIC_NO_GUESS = "classic-no-guess"
    STRICT_NO_GUESS = "strict-no-guess"
    WEAK_NO_GUESS = "weak-no-guess"
    QUASI_NO_GUESS = "quasi-no-guess"
    STRONG_GUESSABLE = "strong-guessable"
    WEAK_GUESSABLE = "weak-guessable"
    RECURSIVE_CHORD = "recursive-chord"
    RECURSIVE_FLAG = "recursive-flag"
    RECURSIVE_BOTH = "recursive-both"
    RECURSIVE_CHORD_NO_GUESS = "recursive-chord-no-guess"
    RECURSIVE_FLAG_NO_GUESS = "recursive-flag-no-guess"
    RECURSIVE_BOTH_NO_GUESS = "recursive-both-no-guess"
    NO_RULES = "no-rules"
    UNKNOWN = "unknown"


OWN_RULES = frozenset(mode for mode in Mode if mode.startswith("recursive") or mode is Mode.NO_RULES)
"""Modes whose rules are not the ordinary ones."""


class Result(StrEnum):
    """How a recorded game ended."""

    WON = "won"
    LOST = "lost"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Claims:
    """What a file says about its game; None where it says nothing. Only playing the events shows whether it is so.

    Args:
        time_ms: the official time.
        bbbv: the board's 3BV.
        solved_bbbv: the part of it that was done.
        result: how the game ended.
        left, chord: clicks.
        opened: the plane of all cells that were open at the end.
    """

    time_ms: int | None = None
    bbbv: int | None = None
    solved_bbbv: int | None = None
    result: Result | None = None
    left: int | None = None
    chord: int | None = None
    opened: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a recording comes from.

    Args:
        format: the format's name, such as `avf`.
        version: the format's version, as text.
        program: the recording program and its version.
        player: the player's name; shown and exported only when the user asks for it.
        country: as the file writes it.
        started: when the game began, as the file writes it, or the empty string.
        title: the game's name in a file of several.
        trusts_events: where the file's time and its events differ, the events are right.
    """

    format: str
    version: str = ""
    program: str = ""
    player: str = ""
    country: str = ""
    started: str = ""
    title: str = ""
    trusts_events: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """One recorded game.

    Args:
        layout: the mines.
        events: what the hand did, up to the end of the game or beyond it.
        cell_size: the side of a cell in pixels.
        marks: question marks are on at the start.
        mode: what the recording program was set to.
        claims: what the file says about the game.
        source: where it comes from.
        end_ms: when recording ended, where the file says so beside the events.
        warnings: what is odd about the file, though it could be read.
    """

    layout: Layout
    events: Events
    cell_size: int = 16
    marks: bool = False
    mode: Mode = Mode.CLASSIC
    claims: Claims = field(default=Claims())
    source: Source = field(default=Source("sapper"))
    end_ms: int | None = None
    warnings: tuple[Reason, ...] = ()
