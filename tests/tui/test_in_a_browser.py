"""What the game does not offer, and does not tell, where a server shows it to somebody else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sapper.controls.actions import ACTIONS, NEEDS_A_SHELL, Context, Name
from sapper.store import Fault, StoreError
from tests.tui.play import Player, playing


async def offered(player: Player, key: str) -> str:
    """All that a screen says which a key opens, however far it has to be scrolled."""
    await player.press(key)
    seen = player.text()
    for _ in range(60):
        await player.press("down")
        seen += player.text()
    return seen


@pytest.mark.parametrize("key", ["?", ":"])
async def test_nothing_that_needs_a_shell_is_offered(tmp_path: Path, key: str) -> None:
    words = re.compile("suspend|shell", re.IGNORECASE)
    async with playing(tmp_path, size=(100, 60), web=True) as player:
        assert not words.search(player.text())
        assert not words.search(await offered(player, key))
    async with playing(tmp_path, size=(100, 60)) as player:
        assert words.search(await offered(player, key))


@pytest.mark.parametrize("name", NEEDS_A_SHELL)
async def test_what_needs_a_shell_does_nothing_however_it_is_asked_for(tmp_path: Path, name: Name) -> None:
    async with playing(tmp_path, web=True) as player:
        await player.press("space", *ACTIONS[name].keys)
        player.app.perform(name)
        assert not player.app.table.game.is_paused
        assert all(player.app.keymap.action(context, key) is None for context in Context for key in ACTIONS[name].keys)


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_no_place_of_the_servers_is_told(tmp_path: Path, language: str) -> None:
    error = StoreError(Fault.FULL, "{path} is full", path="/games/x/games.db")
    for web in (True, False):
        async with playing(tmp_path, size=(200, 30), web=web, language="zh" if language == "en" else "en") as player:
            # A change of language keeps it.
            await player.press("L")
            player.app.explain(error)
            await player.pilot.pause()
            assert "games.db" in player.text()
            assert ("/games/x" in player.text()) is not web
