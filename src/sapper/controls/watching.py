"""What the actions of playback ask of whatever plays a recording. It knows neither recordings nor screens."""

from __future__ import annotations

from typing import Protocol

from sapper.controls.actions import Name


class Plays(Protocol):
    """What plays a recording."""

    @property
    def is_playing(self) -> bool:
        """Whether it runs."""

    def play(self, now: float) -> None:
        """Runs from now on, in seconds of any clock."""

    def stop(self) -> None:
        """Stands still."""

    def step(self, count: int) -> None:
        """So many moves further, or back."""

    def change_speed(self, steps: int) -> None:
        """Twice as fast so many times, or half as fast."""

    def seek_tenth(self, count: int) -> None:
        """So many tenths of the time further, or back."""

    def seek_start(self) -> None:
        """To the start."""

    def seek_end(self) -> None:
        """To the end."""


def directed(name: Name, player: Plays, *, now: float) -> bool:
    """Carries out an action on what plays a recording; whether it is one that does so.

    Args:
        name: the action.
        player: what plays.
        now: in seconds, as for `Plays.play`.
    """
    match name:
        case Name.PLAY if player.is_playing:
            player.stop()
        case Name.PLAY:
            player.play(now)
        case Name.STEP | Name.STEP_BACK:
            player.step(1 if name is Name.STEP else -1)
        case Name.FASTER | Name.SLOWER:
            player.change_speed(1 if name is Name.FASTER else -1)
        case Name.SEEK_FORWARD | Name.SEEK_BACK:
            player.seek_tenth(1 if name is Name.SEEK_FORWARD else -1)
        case Name.SEEK_START:
            player.seek_start()
        case Name.SEEK_END:
            player.seek_end()
        case _:
            return False
    return True
