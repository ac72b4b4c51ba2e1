"""Every action of playback that concerns the recording does something to it, and no other does."""

from __future__ import annotations

import pytest

from sapper.controls.actions import ACTIONS, Name
from sapper.controls.watching import directed

CALLS = {
    Name.STEP: "step 1",
    Name.STEP_BACK: "step -1",
    Name.FASTER: "change_speed 1",
    Name.SLOWER: "change_speed -1",
    Name.SEEK_FORWARD: "seek_tenth 1",
    Name.SEEK_BACK: "seek_tenth -1",
    Name.SEEK_START: "seek_start",
    Name.SEEK_END: "seek_end",
}


class Spy:
    """Takes note of what is asked of it."""

    def __init__(self, *, is_playing: bool) -> None:
        self.is_playing = is_playing
        self.calls: list[str] = []

    def play(self, now: float) -> None:
        self.calls.append(f"play {now:g}")

    def stop(self) -> None:
        self.calls.append("stop")

    def step(self, count: int) -> None:
        self.calls.append(f"step {count}")

    def change_speed(self, steps: int) -> None:
        self.calls.append(f"change_speed {steps}")

    def seek_tenth(self, count: int) -> None:
        self.calls.append(f"seek_tenth {count}")

    def seek_start(self) -> None:
        self.calls.append("seek_start")

    def seek_end(self) -> None:
        self.calls.append("seek_end")


@pytest.mark.parametrize("is_playing", [False, True])
@pytest.mark.parametrize("name", list(ACTIONS))
def test_one_action_is_one_call(name: Name, *, is_playing: bool) -> None:
    spy = Spy(is_playing=is_playing)
    wanted = {**CALLS, Name.PLAY: "stop" if is_playing else "play 7"}.get(name)
    assert directed(name, spy, now=7) is (wanted is not None)
    assert spy.calls == ([] if wanted is None else [wanted])
