"""A count typed before a move, as in vi: digits gather until another key uses them. Knows no actions."""

from __future__ import annotations

from typing import NamedTuple

MOST = 9999
"""The largest count; more digits change nothing."""


class Count(NamedTuple):
    """The digits typed so far; 0 when there are none."""

    value: int = 0

    def takes(self, key: str) -> bool:
        """Whether this key is a digit of the count: a 0 only after another digit."""
        return len(key) == 1 and key in "0123456789" and (key != "0" or self.value > 0)

    def pushed(self, key: str) -> Count:
        """The count with one more digit."""
        return Count(min(self.value * 10 + int(key), MOST))

    @property
    def times(self) -> int:
        """How often to do what follows."""
        return max(self.value, 1)


NO_COUNT = Count()
"""No digit typed."""
