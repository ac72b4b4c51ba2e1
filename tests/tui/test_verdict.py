"""The verdict on a finished game by one key: progress, sentences, moments to look at; in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import OptionList

from sapper.core.layout import Layout
from sapper.core.params import LEVELS, Policy
from sapper.core.position import Outcome
from sapper.showing.rows import Mark
from sapper.tui.screens.moment import MomentScreen
from sapper.tui.screens.verdict import VerdictScreen
from tests.tui.play import BOARD, Player, playing
from tests.tui.test_counsel import CORNER, Slow, settle


@pytest.fixture(autouse=True)
def own_profile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SAPPER_PROFILE", str(tmp_path))


async def lose(player: Player) -> None:
    """Opens a zero, and then a mine though there are safe cells: a needless risk."""
    await player.press("g", "0", "2", "l", "j", "space")
    assert player.outcome() is Outcome.PLAYING
    player.clock.advance(1500)
    await player.press("g", "0", "space")
    assert player.outcome() is Outcome.LOST
    await settle(player)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 40)])
async def test_a_lost_game_is_judged_and_its_moments_can_be_looked_at(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, layout=CORNER, language=language, size=size) as player:
        await lose(player)
        await player.press("v")
        assert isinstance(player.app.screen, VerdictScreen)
        await settle(player)
        if language == "en" and size[0] >= 80:
            assert "Lost at click 2, 1.500 s: a risk of 100.0 %, though a safe cell was there." in player.text()
            assert "needless risk" in player.text()
            assert "lost here" in player.text()
        assert player.app.screen.query_one(OptionList).option_count == 1
        await player.press("enter")
        screen = player.app.screen
        assert isinstance(screen, MomentScreen)
        await settle(player)
        assert screen.scene().risks is not None
        assert set(screen.scene().marks.values()) == {Mark.CLICKED, Mark.SAFE}
        await player.press("right", "left", "left")
        await player.pilot.resize_terminal(20, 6)
        await player.pilot.resize_terminal(*size)
        await player.press("L", "T", "escape", "escape")
        assert len(player.app.screen_stack) == 1


async def test_a_won_game_without_a_risk_is_told_so(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=BOARD) as player:
        await player.press("v")
        assert "The verdict comes at the end." in player.text()
        await player.press("space", "v")
        assert player.outcome() is Outcome.WON
        await settle(player)
        assert "there is nothing to judge" in player.text()
        assert not player.app.screen.query_one(OptionList).display


async def test_a_game_without_a_risk_is_praised(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=Layout.of_mines(3, 3, [(0, 0), (2, 0)])) as player:
        await player.press("G", "space", "k", "k", "space")
        assert player.outcome() is Outcome.WON
        await player.press("v")
        await settle(player)
        assert "Every click was proven safe." in player.text()


async def test_a_game_of_the_history_is_judged_too(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=CORNER) as player:
        await player.press("H", "v", "escape")
        await lose(player)
        await player.press("H", "v")
        assert isinstance(player.app.screen, VerdictScreen)
        await settle(player)
        assert "needless risk" in player.text()
        await player.press("escape", "escape")
        assert len(player.app.screen_stack) == 1


async def test_judging_tells_how_far_it_is_and_leaving_ends_it(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=CORNER) as player:
        await lose(player)
        player.app.background.close()
        player.app._background = background = Slow()
        await player.press("v")
        assert "Judging click 1" in player.text()
        while background._current is None:
            await player.pilot.pause(0.05)
        await player.press("escape")
        assert len(player.app.screen_stack) == 1
        while background._current is not None:
            await player.pilot.pause(0.05)


async def test_a_board_too_large_to_be_judged_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=Layout.of_mines(200, 200, [(0, 0)])) as player:
        await player.press("space", "v")
        assert player.outcome() is Outcome.WON
        await settle(player)
        assert "at most 20000 cells" in player.text()


async def test_what_was_undone_is_not_judged(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=None, level="beginner") as player:
        player.app.table.start(LEVELS["beginner"], Policy.OPENING, seed=1)
        player.app.play_screen.start(lambda: None)
        await player.press("space")
        game = player.app.table.game
        assert game.layout is not None
        mine = (game.layout.mined & -game.layout.mined).bit_length() - 1
        player.app.play_screen.board.point(*game.position.geometry.xy(mine))
        await player.press("space", "u", "space")
        assert player.outcome() is Outcome.LOST
        await player.press("v")
        await settle(player)
        assert "Lost at click 2," in player.text()
