"""What is counted of games: sums that can be added up in any order, and their text form. Knows nothing of players."""

from __future__ import annotations

from dataclasses import dataclass, field

Split = dict[int, tuple[int, int]]
"""Games and wins among them, by some whole number."""


@dataclass(slots=True)
class Tally:
    """How a player fared. Its size depends on the board, not on how many games there were.

    Args:
        games: how many games.
        wins: how many of them it won.
        gave_up: how many ended because a position would take more thinking than allowed; they are not won.
        by_guesses: games and wins by how many cells it opened without being certain, the first left out.
        by_bbbv: games and wins by the layout's 3BV.
    """

    games: int = 0
    wins: int = 0
    gave_up: int = 0
    by_guesses: Split = field(default_factory=dict)
    by_bbbv: Split = field(default_factory=dict)

    def count(self, *, won: bool, gave_up: bool, guesses: int, bbbv: int) -> None:
        """Counts one game."""
        self.games += 1
        self.wins += won
        self.gave_up += gave_up
        _add(self.by_guesses, guesses, 1, int(won))
        _add(self.by_bbbv, bbbv, 1, int(won))

    def add(self, other: Tally) -> None:
        """Adds another tally's games."""
        self.games += other.games
        self.wins += other.wins
        self.gave_up += other.gave_up
        for mine, theirs in ((self.by_guesses, other.by_guesses), (self.by_bbbv, other.by_bbbv)):
            for key, (games, wins) in theirs.items():
                _add(mine, key, games, wins)

    @property
    def guesses(self) -> int:
        """The guesses of all games together."""
        return sum(guesses * games for guesses, (games, _) in self.by_guesses.items())

    @property
    def wins_without_guess(self) -> int:
        """How many games it won without a guess."""
        return self.by_guesses.get(0, (0, 0))[1]

    def faults(self) -> bool:
        """Whether the sums contradict each other."""
        return not (
            0 <= self.wins <= self.games
            and 0 <= self.gave_up <= self.games - self.wins
            and all(_sums(split) == (self.games, self.wins) for split in (self.by_guesses, self.by_bbbv))
        )

    def as_json(self) -> dict[str, object]:
        """As a JSON object."""
        splits = {
            name: [[key, *split[key]] for key in sorted(split)]
            for name, split in (("by_guesses", self.by_guesses), ("by_bbbv", self.by_bbbv))
        }
        return {"games": self.games, "wins": self.wins, "gave_up": self.gave_up, **splits}

    @classmethod
    def from_json(cls, document: object) -> Tally:
        """Reads what `as_json` wrote.

        Raises:
            ValueError: it is something else.
        """
        if not isinstance(document, dict):
            raise ValueError("no tally")
        games, wins, gave_up = (document.get(name) for name in ("games", "wins", "gave_up"))
        if not (isinstance(games, int) and isinstance(wins, int) and isinstance(gave_up, int)):
            raise ValueError("no tally")
        tally = cls(games, wins, gave_up, _split(document.get("by_guesses")), _split(document.get("by_bbbv")))
        if tally.faults():
            raise ValueError("sums that contradict each other")
        return tally


@dataclass(slots=True)
class Pairs:
    """How two players fared on the same boards: both won, only the first, only the second, neither."""

    both: int = 0
    first: int = 0
    second: int = 0
    neither: int = 0

    def count(self, first: bool, second: bool) -> None:
        """Counts one board."""
        if first:
            self.both += second
            self.first += not second
        else:
            self.second += second
            self.neither += not second

    def add(self, other: Pairs) -> None:
        """Adds another's boards."""
        self.both += other.both
        self.first += other.first
        self.second += other.second
        self.neither += other.neither

    @property
    def games(self) -> int:
        """How many boards."""
        return self.both + self.first + self.second + self.neither


def _add(split: Split, key: int, games: int, wins: int) -> None:
    before = split.get(key, (0, 0))
    split[key] = (before[0] + games, before[1] + wins)


def _sums(split: Split) -> tuple[int, int]:
    if any(not 0 <= wins <= games or key < 0 for key, (games, wins) in split.items()):
        return -1, -1
    return sum(games for games, _ in split.values()), sum(wins for _, wins in split.values())


def _split(rows: object) -> Split:
    split: Split = {}
    for row in rows if isinstance(rows, list) else [()]:
        if not isinstance(row, list) or len(row) != 3 or not all(isinstance(number, int) for number in row):
            raise ValueError("no split")
        key, games, wins = row
        split[key] = (games, wins)
    return split
