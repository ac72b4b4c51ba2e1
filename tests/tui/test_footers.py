"""Every key that a bottom line names does something on that screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.controls.actions import Name
from sapper.tui.line import Line, Look
from tests.tui.play import Player, playing
from tests.tui.test_counsel import CORNER, settle
from tests.tui.test_verdict import lose

WAYS = {
    "help": ["?"],
    "levels": ["n"],
    "settings": ["o"],
    "statistics": ["t"],
    "history": ["H"],
    "daily": ["y"],
    "verdict": ["v"],
    "moment": ["v", "enter"],
    "playback": ["H", "enter"],
}
"""The keys that lead to each screen, after a game."""

PRESSED = {
    "Enter": "enter",
    "Esc": "escape",
    "Space": "space",
    "Tab": "tab",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
}
"""What a key is called that is no character."""


@pytest.fixture(autouse=True)
def own_profile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SAPPER_PROFILE", str(tmp_path))


def footer(player: Player) -> Line:
    return player.app.screen.query("#page-footer, #footer").first(Line)


def named(player: Player) -> list[str]:
    """The keys that the bottom line names; of several for one thing the first."""
    texts = [placed.part.text.strip() for placed in footer(player)._placed if placed.part.look is Look.ACCENT]
    return [text if len(text) == 1 else text.split("/")[0] for text in texts]


def seen(player: Player) -> tuple[object, ...]:
    app = player.app
    told = player.text(), app.palette.name, app.translator.language
    return len(app.screen_stack), type(app.screen), app.focused, *told


async def go(player: Player, way: list[str]) -> None:
    while len(player.app.screen_stack) > 1:
        await player.press("escape")
    for key in way:
        await player.press(key)
        await settle(player)


@pytest.mark.parametrize("played", [True, False])
@pytest.mark.parametrize("screen", WAYS)
async def test_every_key_of_a_bottom_line_does_something(tmp_path: Path, screen: str, played: bool) -> None:
    if not played and screen in ("verdict", "moment", "playback"):
        pytest.skip("there is no such screen before a game has ended")
    async with playing(tmp_path, layout=CORNER, size=(160, 40)) as player:
        if played:
            await lose(player)
        await go(player, WAYS[screen])
        keys = named(player)
        assert "Esc" in keys
        for key in keys:
            await go(player, WAYS[screen])
            if screen == "playback":
                await player.press("end" if key in "[←" else "home")
            if screen == "moment" and key in "←→":
                continue  # this game has one moment
            before = seen(player)
            await player.press(PRESSED.get(key, key))
            assert seen(player) != before, f"{key} does nothing"


async def test_a_click_on_a_bottom_line_does_what_its_key_does(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=CORNER) as player:
        await player.press("t")
        placed = next(placed for placed in footer(player)._placed if placed.part.action is Name.HISTORY)
        await player.pilot.click(footer(player), offset=(placed.x + 1, 0))
        await player.pilot.pause()
        assert "Those that do can be watched again here." in player.text()
