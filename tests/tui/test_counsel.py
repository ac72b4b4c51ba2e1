"""Help in the full-screen game: hints in two steps, risks, how it was lost; never waited for, and never ranked."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import pytest

from sapper.core.layout import Layout
from sapper.core.params import LEVELS, Policy
from sapper.core.position import Outcome
from sapper.session import Note, Unranked
from sapper.showing.background import Background
from sapper.showing.rows import RISK, Mark
from tests.tui.play import Player, playing

T = TypeVar("T")

CORNER = Layout.of_mines(6, 4, [(0, 0), (5, 0), (5, 3), (0, 3)])
COIN = Layout.of_mines(2, 2, [(1, 0)])
"""After the first cell every other is a mine with the same chance."""


class Slow(Background):
    """Works on everything for a minute."""

    def submit(
        self, work: Callable[..., T], *arguments: object, progress: Callable[[Any], None] | None = None
    ) -> Future[T]:
        return super().submit(time.sleep, 60)  # type: ignore[arg-type]


class Held(Background):
    """Answers what it was asked last when it is told to."""

    answer: Callable[[], None]

    def submit(
        self, work: Callable[..., T], *arguments: object, progress: Callable[[Any], None] | None = None
    ) -> Future[T]:
        future: Future[T] = Future()

        def answer() -> None:
            future.set_result(work(*arguments))

        self.answer = answer
        return future


@pytest.fixture(autouse=True)
def own_profile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SAPPER_PROFILE", str(tmp_path))


async def settle(player: Player) -> None:
    """Waits until nothing is worked out any more."""
    await player.app.workers.wait_for_complete()
    await player.pilot.pause()


def marks(player: Player) -> set[int]:
    return set(player.app.play_screen.scene().marks.values())


async def test_a_hint_says_where_then_why_and_the_cell(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=None, level="expert") as player:
        player.app.table.start(LEVELS["expert"], Policy.OPENING, seed=7)
        player.app.play_screen.start(lambda: None)
        await player.press("space")
        player.app.table.game.unranked.clear()
        await player.press("i")
        await settle(player)
        assert "Look in the marked area" in player.text()
        assert marks(player) == {Mark.AREA}
        assert player.app.table.game.unranked == {Unranked.HINT}
        assert "unranked: a hint" in player.text()
        await player.press("i")
        assert "has all its mines" in player.text()
        assert {Mark.PROOF, Mark.SAFE} <= marks(player)
        assert "✓" in player.text()
        opened = player.position.opened
        await player.press("space")
        assert player.position.opened & ~opened
        assert player.outcome() is Outcome.PLAYING
        assert not marks(player)
        assert "marked" not in player.text()
        assert [entry.action for entry in player.app.table.game.log].count(Note.HINT) == 1


async def test_pressed_twice_at_once_both_steps_come(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=CORNER) as player:
        await player.press("g", "0", "2", "l", "j", "space")
        await player.press("i", "i")
        await settle(player)
        assert Mark.SAFE in marks(player)
        await player.press("i")
        assert not marks(player)


async def test_where_nothing_is_certain_a_hint_says_so_and_names_the_best_guess(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=COIN) as player:
        await player.press("g", "0", "space", "i")
        await settle(player)
        assert "it takes a guess" in player.text()
        assert not marks(player)
        await player.press("i")
        assert "33.3 %" in player.text()
        assert marks(player) == {Mark.BEST}
        await player.press("f")
        assert marks(player) == {Mark.BEST}


async def test_there_is_no_help_before_the_first_cell_in_a_pause_or_after_the_end(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=CORNER) as player:
        await player.press("i")
        assert "Nothing is open yet" in player.text()
        await player.press("x", "g", "0", "l", "space", "p", "i", "x")
        await settle(player)
        assert not player.app.play_screen._counsel.shows_risks
        await player.press("p", "h", "space")
        assert player.outcome() is Outcome.LOST
        await player.press("i", "x")
        await settle(player)
        assert player.app.table.game.unranked == {Unranked.IMPORTED}


async def test_risks_are_shown_followed_and_off_in_the_next_game(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=CORNER) as player:
        screen = player.app.play_screen
        await player.press("g", "0", "l", "space", "%")
        await settle(player)
        assert Unranked.LOOK in player.app.table.game.unranked
        before = screen.scene().risks
        assert before is not None
        assert any(code >= RISK for y in range(4) for code in screen.board._rows.row(y))
        assert "risk in %" in player.text()
        await player.press("l")
        assert "here " in player.text()
        await player.press("space")
        await settle(player)
        assert screen.scene().risks != before
        await player.press("x")
        assert screen.scene().risks is None
        assert "risk in %" not in player.text()
        await player.press("x", "i")
        await settle(player)
        await player.press("escape")
        assert screen.scene().risks is None
        assert not marks(player)
        await player.press("x", "r", "r")
        await settle(player)
        assert screen.scene().risks is None
        assert not player.app.table.game.unranked


async def test_no_risks_are_shown_that_are_those_of_another_board(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=CORNER) as player:
        screen = player.app.play_screen
        await player.press("g", "0", "l", "space", "x")
        await settle(player)
        assert screen.scene().risks is not None
        player.app.background.close()
        player.app._background = Slow()
        # Those of the click before are shown until the next are known, but not once they were put away.
        await player.press("l", "space")
        assert screen.scene().risks is not None
        await player.press("x", "x")
        assert screen.scene().risks is None
        await player.press("x", "l", "space")
        # Asked for again, they are not known yet.
        await player.press("x")
        assert screen.scene().risks is None
        assert "here " not in player.text()
        assert "elsewhere" not in player.text()
        await player.press("h", "h", "h", "space")
        assert player.outcome() is Outcome.LOST
        assert screen.scene().risks is None


@pytest.mark.parametrize("cells", ["narrow", "wide"])
@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_risks_have_a_legend_in_every_set_of_signs(
    tmp_path: Path, cells: str, glyphs: str, language: str
) -> None:
    async with playing(tmp_path, layout=CORNER, cells=cells, glyphs=glyphs, language=language) as player:
        await player.press("g", "0", "l", "space", "x")
        await settle(player)
        text = player.text()
        assert ("safe" in text) == (language == "en")
        assert ("<25" in text) == (cells == "narrow")
        if glyphs == "ascii":
            assert not set("✓●░▒▓█") & set(text)


async def test_after_a_loss_the_cells_that_were_safe_are_marked(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=CORNER) as player:
        await player.press("g", "0", "l", "l", "space")
        assert player.outcome() is Outcome.PLAYING
        await player.press("h", "h", "space")
        assert player.outcome() is Outcome.LOST
        await settle(player)
        text = player.text()
        assert "Avoidable" in text
        assert "✓ was safe" in text
        assert marks(player) == {Mark.WAS_SAFE}
        assert Unranked.HINT not in player.app.table.game.unranked
        log = len(player.app.table.game.log)
        await player.press("l", "space", "f", "c")
        await settle(player)
        assert player.text().split("\n")[-4:] == text.split("\n")[-4:]
        assert len(player.app.table.game.log) == log
        await player.press("u")
        assert not marks(player)
        assert "Avoidable" not in player.text()


async def test_the_key_that_ends_help_does_not_end_what_is_said_of_a_loss(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=COIN, loss_animation=True) as player:
        await player.press("g", "0", "space", "l", "space", "escape")
        await settle(player)
        assert "Bad luck" in player.text()


async def test_after_an_unlucky_loss_nothing_is_marked(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=COIN) as player:
        await player.press("g", "0", "space", "l", "space")
        assert player.outcome() is Outcome.LOST
        await settle(player)
        assert "Bad luck: nothing was safe, and 33.3 %" in player.text()
        assert "was safe  " not in player.text()


async def test_what_takes_long_can_be_stopped_and_holds_nothing_up(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=CORNER) as player:
        player.app._background = background = Slow()
        await player.press("g", "0", "l", "space", "i")
        while "Thinking" not in player.text():
            await player.pilot.pause(0.05)
        first = background.pid
        await player.press("i")
        assert "Thinking" in player.text()
        await player.press("escape")
        assert "Thinking" not in player.text()
        await player.press("x", "l")
        assert player.app.play_screen.board.cursor == (2, 0)
        await player.press("space")
        assert player.position.is_opened(2)
        assert background.pid != first
        await player.press("r", "r")
        assert not player.app.play_screen._counsel.shows_risks


async def test_a_board_without_guessing_is_dealt_in_the_background_and_can_be_given_up(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=None, policy="no-guess") as player:
        game = player.app.table.game
        await player.press("space")
        await settle(player)
        assert game.layout is not None
        assert player.position.opened
        player.app._background.close()  # type: ignore[union-attr]
        player.app._background = Slow()
        await player.press("r")
        await player.press("space")
        assert "Dealing" in player.text()
        await player.press("l", "f")
        assert player.position.flagged
        await player.press("n", "escape")
        await player.press("r")
        assert "Dealing" not in player.text()
        assert player.position.flagged == 0


@pytest.mark.parametrize("meanwhile", ["p", "f"])
async def test_a_layout_that_comes_when_its_cell_can_no_longer_be_opened_is_not_taken(
    tmp_path: Path, meanwhile: str
) -> None:
    async with playing(tmp_path, layout=None, policy="no-guess") as player:
        player.app._background = background = Held()
        await player.press("space", meanwhile)
        background.answer()
        await settle(player)
        assert "Dealing" not in player.text()
        assert player.app.table.game.layout is None
        # The next first cell has the promise that was given for it.
        await player.press(meanwhile, "2", "l", "space")
        background.answer()
        await settle(player)
        game = player.app.table.game
        assert game.id is not None
        assert game.id.first == (6, 4)
        assert player.position.opened


async def test_a_game_whose_layout_comes_under_another_screen_waits_for_its_player(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=None, policy="no-guess") as player:
        player.app._background = background = Held()
        await player.press("space", "o")
        background.answer()
        await settle(player)
        assert player.position.opened
        assert player.app.table.game.is_paused
        await player.press("escape")
        assert "Paused" in player.text()


async def test_a_process_that_cannot_be_had_costs_the_help_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    async with playing(tmp_path, layout=CORNER) as player:
        await player.press("g", "0", "l", "space", "i")
        await settle(player)
        assert "ended without an answer" in player.text()
        assert Unranked.HINT not in player.app.table.game.unranked
        await player.press("x")
        await settle(player)
        assert not player.app.play_screen._counsel.shows_risks
        await player.press("l", "space")
        assert player.position.is_opened(2)
