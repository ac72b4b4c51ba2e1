"""What the store keeps, as plain values. It must not know how a game is played, nor how anything is stored.

Times of the day are milliseconds since 1970 UTC, a game's own time is milliseconds on its clock. A log is text, one
entry a line, as the session writes it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from sapper.core.clicks import Clicks
from sapper.core.notation import GameId
from sapper.core.params import Params, Policy


class Result(StrEnum):
    """How a game ended."""

    WON = "won"
    LOST = "lost"
    ABANDONED = "abandoned"
    """Left for another game after a cell had been opened."""


class Source(StrEnum):
    """Where a game's board came from."""

    NORMAL = "normal"
    DAILY = "daily"
    BOARD = "board"
    """A board from outside: a file, a link, a replay."""


class Setup(NamedTuple):
    """What is settled before a game's first move.

    Args:
        uuid: names the game everywhere and for ever: 32 hexadecimal digits.
        params: size and mine count.
        policy: what the first click is promised.
        seed: of the layout; None for a board from outside.
        source: where the board came from.
        daily: the date of a daily board, `YYYY-MM-DD`; empty for others.
        rules: the rule switches that are on, by name, sorted.
        dealer: the version of the dealer.
        started: when the game was begun.
    """

    uuid: str
    params: Params
    policy: Policy
    seed: int | None
    source: Source
    daily: str
    rules: tuple[str, ...]
    dealer: int
    started: int


class RunningGame(NamedTuple):
    """A game that is not over, as it was saved last.

    Args:
        setup: what was settled before the first move.
        first: the first cell's column and row, once dealt; None before, or for a board from outside.
        mined: the plane of the mines, or None before they are dealt.
        unranked: why the game does not count for records, sorted; empty when it does.
        elapsed_ms: its clock.
        log: what was done, one entry a line.
    """

    setup: Setup
    first: tuple[int, int] | None
    mined: int | None
    unranked: tuple[str, ...]
    elapsed_ms: int
    log: tuple[str, ...]


class GameRecord(NamedTuple):
    """A game that is over, without its log.

    Args:
        setup: what was settled before the first move.
        first: the first cell's column and row; None for a board from outside.
        result: how it ended.
        time_ms: its clock at the end.
        bbbv: 3BV of the layout.
        solved_bbbv: the part of it that was done.
        openings: how many openings the layout has.
        clicks: the clicks.
        unranked: why the game does not count for records, sorted; empty when it does.
        finished: when it ended.
    """

    setup: Setup
    first: tuple[int, int] | None
    result: Result
    time_ms: int
    bbbv: int
    solved_bbbv: int
    openings: int
    clicks: Clicks
    unranked: tuple[str, ...]
    finished: int

    @property
    def uuid(self) -> str:
        """What names the game everywhere and for ever."""
        return self.setup.uuid

    @property
    def is_ranked(self) -> bool:
        """Whether it counts for records and streaks."""
        return not self.unranked

    @property
    def game_id(self) -> GameId | None:
        """The game ID with its first cell; None for a board from outside."""
        if self.setup.seed is None:
            return None
        return GameId(self.setup.params, self.setup.policy, self.setup.seed, self.first, self.setup.dealer)


class Played(NamedTuple):
    """What plays a game again.

    Args:
        mined: the plane of the mines.
        log: what was done, one entry a line.
    """

    mined: int
    log: tuple[str, ...]
