"""What came out of a stretch of games, and of all of them so far. It must not know who played them where."""

from __future__ import annotations

from dataclasses import astuple, dataclass, field
from sys import float_info
from typing import Any

from sapper.sim.plan import Plan
from sapper.sim.tally import Pairs, Tally


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of games that were played.

    Args:
        start: the index of the first of them in the plan.
        games: how many.
        seconds: of CPU that they took.
        tallies: of each player.
        pairs: of both, if there are two.
    """

    start: int
    games: int
    seconds: float
    tallies: tuple[Tally, ...]
    pairs: Pairs | None

    def as_json(self) -> dict[str, object]:
        """As a JSON object."""
        return {
            "start": self.start,
            "games": self.games,
            "seconds": round(self.seconds, 6),
            "tallies": [tally.as_json() for tally in self.tallies],
            "pairs": None if self.pairs is None else astuple(self.pairs),
        }

    @classmethod
    def from_json(cls, document: dict[str, Any], *, players: int) -> Chunk:
        """Reads what `as_json` wrote of so many players.

        Raises:
            ValueError, TypeError: it is something else.
        """
        start, games, seconds = (document.get(name) for name in ("start", "games", "seconds"))
        if not (isinstance(start, int) and isinstance(games, int) and isinstance(seconds, float | int)):
            raise ValueError("no stretch of games")
        if not 0 <= seconds <= float_info.max:
            raise ValueError("no time that games can take")
        tallies = tuple(Tally.from_json(each) for each in document.get("tallies", ()))
        pairs = Pairs(*document.get("pairs", ())) if players == 2 else None
        wins = None if pairs is None else (pairs.games, pairs.both + pairs.first, pairs.both + pairs.second)
        if (
            min(start, games - 1, *(astuple(pairs) if pairs is not None else ())) < 0
            or [tally.games for tally in tallies] != [games] * players
            or (wins is not None and wins != (games, *(tally.wins for tally in tallies)))
        ):
            raise ValueError("sums that contradict each other")
        return cls(start, games, float(seconds), tallies, pairs)


@dataclass(slots=True)
class Result:
    """What came out so far.

    Args:
        plan: what was asked for.
        games: how many were played.
        seconds: of CPU that they took, wherever and whenever they were played.
        tallies: of each player.
        pairs: of both, if there are two.
    """

    plan: Plan
    games: int = 0
    seconds: float = 0.0
    tallies: tuple[Tally, ...] = field(init=False)
    pairs: Pairs | None = field(init=False)

    def __post_init__(self) -> None:
        self.tallies = tuple(Tally() for _ in self.plan.players)
        self.pairs = None if self.plan.against is None else Pairs()

    def add(self, chunk: Chunk) -> None:
        """Adds a stretch of games."""
        self.games += chunk.games
        self.seconds += chunk.seconds
        for tally, more in zip(self.tallies, chunk.tallies, strict=True):
            tally.add(more)
        if self.pairs is not None and chunk.pairs is not None:
            self.pairs.add(chunk.pairs)
