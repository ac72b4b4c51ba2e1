"""Every screen opens, says what it should in both languages and at odd sizes, and leads back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NoReturn

import pytest
from textual import events
from textual.geometry import Size
from textual.widgets import Input, OptionList, Static

from sapper.config import Loaded, Settings, parse_settings
from sapper.controls.actions import Name
from sapper.controls.keys import read_keymap
from sapper.core.layout import Layout
from sapper.core.params import Params, Policy
from sapper.core.position import Outcome
from sapper.deal import deal
from sapper.profile import open_profile
from sapper.showing.table import Table
from sapper.store import Fault, StoreError, TrendPoint, open_store
from sapper.testing import FakeClock
from sapper.tui.app import SapperApp
from sapper.tui.line import Line
from sapper.tui.screens.help import HelpScreen
from sapper.tui.screens.playback import PlaybackScreen
from tests.store.records import several
from tests.tui.play import EXPERT, Player, playing


@pytest.fixture(autouse=True)
def own_profile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SAPPER_PROFILE", str(tmp_path))


@pytest.mark.parametrize("key", ["?", "n", "o", "t", "H", "y"])
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(80, 24), (30, 8), (120, 40)])
async def test_each_screen_opens_and_closes(tmp_path: Path, key: str, language: str, size: tuple[int, int]) -> None:
    async with playing(tmp_path, size=size, language=language) as player:
        await player.press(key)
        assert len(player.app.screen_stack) == 2
        assert player.text().strip()
        await player.press("escape")
        assert len(player.app.screen_stack) == 1


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_help_fits_a_common_terminal(tmp_path: Path, language: str) -> None:
    async with playing(tmp_path, language=language) as player:
        await player.press("?")
        body = player.app.screen.query_one("#body")
        assert body.virtual_size.height <= body.size.height


async def test_a_custom_game_names_every_fault_and_then_starts(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.press("n")
        player.app.screen.query_one("#width", Input).focus()
        await player.press("1", "2", "3", "4", "tab", "0", "tab", "-", "1", "enter")
        text = player.text()
        assert "the width must be 1 to 1000, not 1234" in text
        assert "the height must be 1 to 1000, not 0" in text
        assert "the mines must be 0 or more, not -1" in text
        await player.press("shift+tab", "shift+tab", "7", "tab", "6", "tab", "5", "enter")
        assert player.app.table.game.params == Params(7, 6, 5)
        assert len(player.app.screen_stack) == 1


async def test_a_level_is_chosen_with_its_policy(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=None) as player:
        await player.press("n")
        await player.press("tab", "up", "up", "enter")
        assert player.app.table.game.switches.policy is Policy.ANY


async def test_a_setting_changes_at_once_and_in_the_file(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.press("o", "down", "enter")
        assert player.app.palette.name == "light"
        assert 'theme = "light"' in (tmp_path / "settings.toml").read_text()


async def test_what_holds_this_time_can_be_chosen_for_good(tmp_path: Path) -> None:
    loaded = Loaded(Settings(theme="light", help_seen=True))
    table = Table(lambda: open_profile(tmp_path / "games.db"), loaded.settings, dealer=deal)
    app = SapperApp(loaded, table, saved=Settings(theme="dark", help_seen=True))
    async with app.run_test():
        app.change(theme="light")
        assert 'theme = "light"' in (tmp_path / "settings.toml").read_text()
    table.close()


async def test_what_is_said_while_the_palette_is_open_is_there_when_it_has_gone(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.press(":")
        player.app.say("the disk is full", warning=True)
        await player.press("escape")
        assert "the disk is full" in player.text()


async def test_a_finished_game_is_counted_listed_and_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(tmp_path) as player:
        await player.press("space")
        assert player.outcome() is Outcome.WON
        await player.press("t")
        assert re.search(r"played +1", player.text())
        await player.press("escape")
        await player.press("H")
        assert "won" in player.text()
        await player.press("enter")
        screen = player.app.screen
        assert isinstance(screen, PlaybackScreen)
        outcomes = []
        for key in ("end", "left", "right", "home"):
            await player.press(key)
            outcomes.append(screen.scene().position.outcome)
        assert outcomes == [Outcome.WON, Outcome.PLAYING, Outcome.WON, Outcome.PLAYING]
        told: list[str] = []
        monkeypatch.setattr(screen, "tell", told.append)
        await player.press("N", "n")
        assert told == ["There is no other recording."] * 2
        await player.press("?")
        await player.press("escape")
        await player.press("escape")
        assert "1 of 1 game " in player.text()
        await player.press("escape")
        assert len(player.app.screen_stack) == 1


async def test_the_statistics_ask_once_for_each_kind_however_often_they_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(tmp_path / "games.db") as store:
        store.add_all(several(200, seed=1))
    async with playing(tmp_path, size=(120, 60)) as player:
        asked: list[tuple[object, ...]] = []
        kept = player.app.table.profile.store
        assert kept is not None
        trend = kept.trend

        def counted(*kind: Any, points: int) -> list[TrendPoint]:
            asked.append(kind)
            return trend(*kind, points=points)

        monkeypatch.setattr(kept, "trend", counted)
        await player.press("t")
        shown = player.text()
        assert "Fastest" in shown
        await player.press("right", "left")
        assert player.text() == shown
        for height in (50, 40, 60):
            await player.pilot.resize_terminal(120, height)
        assert player.text() == shown
        assert len(asked) == len({*asked}) == 2
        monkeypatch.setattr(kept, "trend", fails)
        await player.press("right", "right")
        assert "the disk is full" in player.text()
        monkeypatch.setattr(kept, "trend", counted)
        await player.pilot.resize_terminal(120, 50)
        assert "the disk is full" not in player.text()


def fails(*kind: object, **asked: object) -> NoReturn:
    raise StoreError(Fault.FULL, "the disk is full")


async def test_the_daily_board_opens_its_centre_and_gives_a_line_to_share(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.press("y")
        await player.press("enter")
        game = player.app.table.game
        assert game.position.opened
        assert player.app.table.day is not None
        assert game.layout is not None
        player.app.play_screen.board.point(
            *game.position.geometry.xy((game.layout.mined & -game.layout.mined).bit_length() - 1)
        )
        await player.press("space")
        assert game.position.outcome is Outcome.LOST
        await player.press("y")
        assert "sapper daily" in player.text()


@pytest.mark.parametrize(("language", "word"), [("en", "given up at"), ("zh", "时放弃")])
async def test_a_daily_board_given_up_is_not_told_as_lost(tmp_path: Path, language: str, word: str) -> None:
    async with playing(tmp_path, language=language) as player:
        await player.press("y", "enter")
        player.app.play_screen.start(player.app.table.start)
        await player.press("y")
        assert word in player.text()


@pytest.mark.parametrize("key", ["r", "b"])
async def test_the_days_one_game_that_counts_is_never_given_up_unasked(tmp_path: Path, key: str) -> None:
    async with playing(tmp_path) as player:
        await player.press("y", "enter")
        counted = player.app.table.game
        await player.press("y")
        assert "will be given up" not in player.text()
        await player.press("escape", "n")
        assert "will be given up" in player.text()
        await player.press("escape", key)
        assert player.app.table.game is counted
        assert "The game is not over." in player.text()
        await player.press(key)
        assert player.app.table.game is not counted
        # Another of the same day counts for nothing, so a moment of it can be given up at once.
        await player.press("y", "enter")
        another = player.app.table.game
        assert player.app.table.day is not None
        await player.press(key)
        assert player.app.table.game is not another


async def test_no_fault_of_the_settings_hides_another(tmp_path: Path) -> None:
    loaded = parse_settings('theme = "pink"\n[keys]\nfoo = "a"\nbar = "b"\n')
    table = Table(lambda: open_profile(tmp_path / "games.db"), loaded.settings, dealer=deal)
    app = SapperApp(loaded, table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        player = Player(app, pilot, FakeClock())
        assert "settings.toml: theme must be one of" in player.text()
        assert "there are 2 more faults" in " ".join(player.text().split())
    table.close()


async def test_pages_that_begin_another_game_say_what_becomes_of_this_one(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=Layout.of_mines(30, 16, [(0, 0), (1, 1), (2, 0)])) as player:
        await player.press("y")
        assert "will be given up" not in player.text()
        await player.press("enter")
        player.clock.advance(11_000)
        await player.press("y")
        # It is the board of the day itself that is on the table.
        assert "will be given up" not in player.text()
        await player.press("escape", "n")
        assert "will be given up" in player.text()
        player.app.play_screen.start(lambda: player.app.table.start_layout(EXPERT))
        await player.press("escape", "g", "0", "l", "space")
        player.clock.advance(11_000)
        await player.press("y")
        assert "will be given up" in player.text()


async def test_an_action_without_a_key_is_named_at_no_bottom(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        player.app.keymap = read_keymap({"help": []})
        await player.press("space")
        assert "Help" not in player.text()
        await player.press("H")
        assert "Help" not in player.text()
        await player.press("enter")
        assert isinstance(player.app.screen, PlaybackScreen)
        assert "Help" not in player.text()


async def test_the_palette_finds_commands_and_carries_them_out(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=EXPERT) as player:
        await player.press("g", "0", "l", "space", ":", *"pause")
        while "pause, board hidden" not in player.text():
            await player.pilot.pause(0.05)
        await player.press("enter")
        if len(player.app.screen_stack) > 1:
            await player.press("enter")
        for _ in range(10):
            await player.pilot.pause()
        assert len(player.app.screen_stack) == 1
        assert player.app.table.game.is_paused


async def test_the_list_of_many_games_goes_on_to_the_first_of_them(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        store.add_all(several(260, seed=3))
    async with playing(tmp_path, size=(100, 24)) as player:
        await player.press("H")
        assert "100 of 260 games" in player.text()
        games = player.app.screen.query_one(OptionList)
        await player.press("end")
        await player.press("end")
        assert games.option_count == 260
        assert "260 of 260 games" in player.text()
        await player.press("end", "enter")
        assert games.highlighted == 259
        assert isinstance(player.app.screen, PlaybackScreen) or "not there any more" in player.text()


async def test_keys_typed_while_screens_open_and_close_are_not_lost(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        board = player.app.play_screen.board
        start = board.cursor
        # As a fast typist, or a paste: all at once, with no time to draw in between.
        for key, character in (
            ("question_mark", "?"),
            ("escape", None),
            ("l", "l"),
            ("o", "o"),
            ("q", "q"),
            ("l", "l"),
            ("H", "H"),
            ("escape", None),
            ("j", "j"),
        ):
            player.app.post_message(events.Key(key, character))
        for _ in range(20):
            await player.pilot.pause()
        assert len(player.app.screen_stack) == 1
        assert board.cursor == (start[0] + 2, start[1] + 1)


@pytest.mark.parametrize("key", ["L", "T"])
async def test_another_language_or_theme_takes_neither_the_keys_nor_what_was_typed(tmp_path: Path, key: str) -> None:
    with open_store(tmp_path / "games.db") as store:
        store.add_all(several(20, seed=3))
    async with playing(tmp_path, size=(60, 12)) as player:
        await player.press("?", key, "end")
        body = player.app.screen.query_one("#body")
        while body.scroll_offset.y < body.max_scroll_y:
            await player.pilot.pause(0.05)
        await player.press("escape", "H", "down", "down", key, "down")
        assert player.app.screen.query_one(OptionList).highlighted == 3
        await player.press("escape", "n", "tab", "tab", "1", "2", "shift+tab", "down", key, "down", "tab", "tab", "0")
        assert [field.value for field in player.app.screen.query(Input)] == ["12", "0", "3"]
        highlighted = [games.highlighted for games in player.app.screen.query(OptionList)]
        assert highlighted == [4, 2]
        await player.press("tab", "tab", key)
        # Named in Chinese, if the key is that for the language; by now it is English again.
        assert "the height must be 1 to 1000" in str(player.app.screen.query_one("#faults", Static).content)
        await player.press("shift+tab", "backspace")
        await player.pilot.pause()
        assert "a whole number is wanted" in player.text()


@pytest.mark.parametrize("key", ["?", "n", "o", "t", "H", "y"])
async def test_where_signs_are_ascii_so_are_the_words_of_every_screen(tmp_path: Path, key: str) -> None:
    with open_store(tmp_path / "games.db") as store:
        store.add_all(several(200, seed=1))
    async with playing(tmp_path, glyphs="ascii") as player:
        await player.press(key)
        assert ("Left/Right" in player.text()) is (key == "t")
        assert not set("←→↑↓×·") & set(player.text())
        if key == "?":
            body = player.app.screen.query_one("#body")
            assert body.virtual_size.height <= body.size.height


async def test_the_welcome_stays_for_what_its_lines_offer_and_goes_at_all_else(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        player.app.keymap = read_keymap({"language": "z"})

        async def welcomed() -> Line:
            player.app.push_screen(HelpScreen(None, first=True))
            await player.pilot.pause()
            return player.app.screen.query_one("#page-footer", Line)

        footer = await welcomed()
        offered = next(placed for placed in footer._placed if placed.part.action is Name.THEME)
        await player.pilot.click(footer, offset=(offered.x + 1, 0))
        assert player.app.palette.name == "light"
        await player.press("z")
        assert player.app.translator.language == "zh"
        assert len(player.app.screen_stack) == 2
        await player.press("L")
        assert len(player.app.screen_stack) == 1
        await welcomed()
        await player.pilot.click("#body")
        assert len(player.app.screen_stack) == 1


async def test_the_settings_follow_the_key_for_the_mouse(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.press("o")
        assert re.search("Mouse +on", player.text())
        await player.press("M")
        assert re.search("Mouse +off", player.text())


async def test_keys_typed_after_the_one_that_leaves_open_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        for key in ("q", "question_mark", "H", "colon", "n", "space"):
            player.app.post_message(events.Key(key, {"question_mark": "?", "colon": ":"}.get(key, key[:1])))
        for _ in range(10):
            await player.pilot.pause()
        assert player.app.return_code == 0
        assert not player.position.opened


async def test_the_palette_closes_once_however_often_it_is_told(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.press(":")
        for kind in (events.MouseDown, events.MouseUp) * 3:
            player.app.post_message(kind(None, 2, 1, 0, 0, 1, False, False, False, screen_x=2, screen_y=1))
        player.app.post_message(events.Key("escape", None))
        for _ in range(10):
            await player.pilot.pause()
        assert len(player.app.screen_stack) == 1


@pytest.mark.parametrize("key", ["n", "o", "H", ":"])
async def test_a_list_without_room_takes_every_key(tmp_path: Path, key: str) -> None:
    with open_store(tmp_path / "games.db") as store:
        store.add_all(several(20, seed=3))
    async with playing(tmp_path) as player:
        await player.press(key)
        for size in ((5, 2), (20, 1), (1, 1), (60, 5)):
            await player.pilot.resize_terminal(*size)
            await player.press(
                "L", "pagedown", "pageup", "end", "home", "tab", "pagedown", "pageup", "down", "pagedown"
            )


async def test_another_level_takes_its_part_of_the_title_along(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=Layout.of_mines(100, 100, [(0, 0)])) as player:
        assert "columns" in player.text().split("\n")[0]
        player.app.play_screen.start(lambda: player.app.table.start(Params(9, 9, 10)))
        await player.pilot.pause()
        assert "columns" not in player.text().split("\n")[0]
        player.app.play_screen.start(lambda: player.app.table.start(Params(90, 9, 10)))
        await player.pilot.pause()
        title = player.text().split("\n")[0]
        assert "columns 27–65, rows 1–9" in title


async def test_two_sizes_on_their_way_at_once_come_to_rest(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        screen = player.app.play_screen
        laid_out = 0
        refresh = screen._refresh_layout

        def counted(size: Size | None = None, scroll: bool = False) -> None:
            nonlocal laid_out
            laid_out += 1
            refresh(size, scroll)

        screen._refresh_layout = counted  # type: ignore[method-assign]
        for width in (100, 80):
            refresh(Size(width, 24))
            # Two that follow each other directly are taken as one.
            screen.call_later(lambda: None)
        for _ in range(30):
            await player.pilot.pause()
        assert laid_out < 10
        assert screen.size == Size(80, 24)


async def test_what_is_said_while_a_page_opens_is_shown_on_it(tmp_path: Path) -> None:
    """As at the first start, where the help page opens and the settings turn out to be not writable."""
    async with playing(tmp_path) as player:
        page = HelpScreen(None, first=True)
        player.app.push_screen(page)
        page.tell("the settings cannot be saved", warning=True)
        await player.pilot.pause()
        await player.pilot.pause()
        assert "the settings cannot be saved" in player.text()
