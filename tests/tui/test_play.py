"""The play screen by keys and by mouse, without a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from sapper.config import Settings
from sapper.controls.actions import Name
from sapper.core.layout import Layout
from sapper.core.notation import parse_game_id
from sapper.core.position import Outcome
from sapper.deal import deal
from sapper.profile import open_profile
from sapper.session import Unranked
from sapper.showing.table import Table
from sapper.testing import FakeClock
from sapper.tui.screens.play import PlayScreen
from tests.tui.play import BOARD, EXPERT, Player, playing


@pytest.fixture(autouse=True)
def own_profile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SAPPER_PROFILE", str(tmp_path))


async def test_keys_move_with_counts_open_and_flag(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.press("g", "0", "f")
        assert player.position.is_flagged(0)
        assert player.position.counter == 2
        await player.press("f", "5", "l", "3", "j", "space")
        assert player.app.play_screen.board.cursor == (5, 3)
        assert player.outcome() is Outcome.WON
        assert "Won" in player.text()
        assert "B-)" in player.text()


async def test_losing_shows_all_four_signs_and_their_legend(tmp_path: Path) -> None:
    layout = Layout.of_mines(5, 2, [(0, 0), (2, 0), (4, 0)])
    async with playing(tmp_path, layout=layout) as player:
        await player.press("g", "0", "f", "j", "f", "k", "2", "l", "space")
        assert player.outcome() is Outcome.LOST
        text = player.text()
        for sign, word in (("✹", "exploded"), ("●", "missed"), ("⚑", "right flag"), ("✗", "wrong flag")):
            assert text.count(sign) >= 2
            assert word in text


async def test_the_loss_opens_outward_and_a_key_ends_it(tmp_path: Path) -> None:
    async with playing(tmp_path, loss_animation=True, layout=EXPERT) as player:
        await player.press("g", "0")
        await player.pilot.press("space")
        assert player.app.play_screen.scene().truth is not True
        await player.press("v")
        assert player.app.play_screen.scene().truth is True
        assert len(player.app.screen_stack) == 2
        await player.press("escape")
        assert player.text().count("●") == EXPERT.params.mines  # all but the exploded one, and the legend's


async def test_the_second_button_of_the_chord_that_loses_does_not_end_the_opening_outward(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step, touched = "playing", list[str]()
    monkeypatch.setattr(PlayScreen, "on_board_view_touched", lambda _: touched.append(step))
    async with playing(tmp_path, layout=EXPERT) as player:
        for x, button in ((1, 1), (2, 3), (0, 3)):
            await player.click(x, 1, button)
        await player.down(1, 1, 1)
        await player.down(1, 1, 3)
        await player.up(1, 1, 3)
        assert player.outcome() is Outcome.LOST
        await player.up(1, 1, 1)
        step = "over"
        await player.click(1, 1)
        assert touched == ["over"]


async def test_left_opens_on_release_and_slides_off(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.down(4, 4, 1)
        assert player.position.opened == 0
        assert "□" in player.text()
        await player.up(5, 4, 1)
        assert player.position.opened == 0
        assert "□" not in player.text()
        await player.click(4, 4)
        assert player.outcome() is Outcome.WON


async def test_right_flags_on_press_and_not_on_an_open_cell(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=EXPERT) as player:
        await player.click(1, 0)
        await player.down(0, 0, 3)
        assert player.position.is_flagged(0)
        await player.up(0, 0, 3)
        log = len(player.app.table.game.log)
        await player.click(1, 0, 3)
        assert len(player.app.table.game.log) == log


CHORD = Layout.of_mines(3, 3, [(0, 0), (2, 2)])


@pytest.mark.parametrize("order", ["left first", "right first", "middle", "left", "key", "space"])
async def test_a_chord_in_all_its_ways(tmp_path: Path, order: str) -> None:
    async with playing(tmp_path, layout=CHORD) as player:
        await player.click(1, 1)
        await player.click(0, 0, 3)
        await player.click(2, 2, 3)
        match order:
            case "left first" | "right first":
                one, other = (1, 3) if order == "left first" else (3, 1)
                await player.down(1, 1, 1)
                await player.down(1, 1, 3)
                await player.up(1, 1, one)
                assert player.outcome() is Outcome.WON
                await player.up(1, 1, other)
            case "middle":
                await player.click(1, 1, 2)
            case "left":
                await player.click(1, 1)
            case "key":
                await player.press("k", "h", "c")
            case "space":
                await player.press("k", "h", "space")
        assert player.outcome() is Outcome.WON
        assert player.app.table.game.counts.chord == 1


async def test_flag_mode_is_seen_and_marks(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        assert " OPEN " in player.text()
        await player.press("m")
        assert " FLAG " in player.text()
        await player.click(2, 2)
        assert player.position.flagged.bit_count() == 1


async def test_a_pause_hides_the_board_and_stops_the_clock(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=EXPERT) as player:
        await player.press("g", "0", "l", "space")
        before = player.app.table.game.elapsed_ms
        await player.press("p")
        player.clock.advance(5000)
        assert player.app.table.game.elapsed_ms == before
        assert not any(digit in player.text().split("\n")[4] for digit in "12345678")
        await player.press("space")
        assert not player.app.table.game.is_paused


async def test_undo_is_unranked_and_says_so(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=EXPERT) as player:
        await player.press("g", "0", "space")
        assert player.outcome() is Outcome.LOST
        await player.press("u")
        assert player.outcome() is Outcome.PLAYING
        assert Unranked.UNDO in player.app.table.game.unranked
        assert "an undo" in player.text()


async def test_the_same_board_again(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=None) as player:
        await player.press("space")
        layout = player.app.table.game.layout
        await player.press("b")
        game = player.app.table.game
        assert game.layout == layout
        assert game.position.opened == 0
        assert Unranked.AGAIN in game.unranked


async def test_a_long_game_is_given_up_only_when_asked_twice(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=EXPERT) as player:
        await player.press("g", "0", "l", "space")
        player.clock.advance(11_000)
        await player.press("r")
        assert player.position.opened
        await player.press("r")
        assert not player.position.opened


async def test_what_was_asked_of_a_running_game_goes_with_its_end(tmp_path: Path) -> None:
    layout = Layout.of_mines(5, 2, [(0, 0), (4, 0)])
    async with playing(tmp_path, layout=layout) as player:
        await player.press("g", "0", "l", "space")
        player.clock.advance(11_000)
        await player.press("r")
        assert "The game is not over" in player.text()
        await player.press("h", "space")
        assert player.outcome() is Outcome.LOST
        assert "The game is not over" not in player.text()


async def test_expert_fits_a_common_terminal(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=EXPERT) as player:
        assert player.app.play_screen.board.part_in_sight() is None
        assert sum(line.count("■") for line in player.text().split("\n")) == 30 * 16


async def test_a_window_too_small_says_what_it_needs_and_keeps_the_game(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=EXPERT) as player:
        await player.press("f")
        for size in ((200, 60), (20, 6), (60, 10), (20, 6), (26, 40), (80, 24)):
            await player.pilot.resize_terminal(*size)
            await player.pilot.pause()
            if size == (20, 6):
                assert "28x8" in player.text()
                assert "20x6" in player.text()
        assert player.text().count("⚑") == 2
        assert player.text().count("■") == 30 * 16 - 1


async def test_a_large_board_scrolls_with_the_cursor_and_by_dragging(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=Layout.of_mines(200, 200, [(0, 0)])) as player:
        board = player.app.play_screen.board
        await player.press("g", "0")
        assert (board.scroll_offset.x, board.scroll_offset.y) == (0, 0)
        assert "columns 1–" in player.text().split("\n")[0]
        await player.press("G", "$")
        assert f"–{200}, rows" in player.text().split("\n")[0]
        await player.press("g", "0")
        await player.down(10, 5, 1)
        await player.mouse(events.MouseMove, 6, 3, 1)
        assert (board.scroll_offset.x, board.scroll_offset.y) == (8, 2)
        column, row = player.at(6, 3)
        await player.up(6, 3, 1)
        assert player.position.opened == 0
        assert (column, row) == player.at(6, 3)


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (121, 41)])
@pytest.mark.parametrize("level", ["1000x1000/150000", "100x7/50", "9x60/40", "30x16/99"])
async def test_a_new_game_is_seen_around_its_cursor(tmp_path: Path, size: tuple[int, int], level: str) -> None:
    def is_centred(player: Player) -> bool:
        board = player.app.play_screen.board
        params, (x, y), part = board.scene.position.params, board.cursor, board.part_in_sight()
        assert (x, y) == (params.width // 2, params.height // 2)
        left, right, top, bottom = part or (0, params.width - 1, 0, params.height - 1)
        across = abs((x - left) - (right - x)) <= 2 or (left, right) == (0, params.width - 1)
        return across and (abs((y - top) - (bottom - y)) <= 2 or (top, bottom) == (0, params.height - 1))

    async with playing(tmp_path, layout=None, level=level, size=size) as player:
        assert is_centred(player)
        await player.pilot.resize_terminal(60, 20)
        await player.pilot.pause()
        assert is_centred(player)
        await player.press("G", "$", "r")
        assert is_centred(player)


async def test_a_window_that_grows_leaves_the_player_where_he_went(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=None, level="1000x1000/150000") as player:
        board = player.app.play_screen.board
        await player.press("2", "l")
        offset = board.scroll_offset
        await player.pilot.resize_terminal(82, 26)
        await player.pilot.pause()
        assert board.scroll_offset == offset


async def test_language_and_theme_change_while_playing(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.press("L")
        assert player.app.translator.language == "zh"
        assert "Beginner" not in player.text()
        await player.press("T")
        assert player.app.palette.name == "light"


async def test_a_resumed_game_is_paused_with_its_clock(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=EXPERT) as player:
        await player.press("g", "0", "l", "space", "f")
        player.clock.advance(4000)
        await player.press("q")
    async with playing(tmp_path, layout=None) as player:
        assert player.app.table.resume()
        game = player.app.table.game
        assert game.is_paused
        assert game.elapsed_ms >= 4000
        assert game.position.opened


async def test_a_resumed_game_has_its_cursor_where_it_was_played_last(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=EXPERT) as player:
        await player.press("g", "0", "l", "space", "l", "l", "f", "j")
        cursor = player.app.play_screen.board.cursor
        await player.press("q")
    table = Table(lambda: open_profile(tmp_path / "games.db"), Settings(), dealer=deal, clock=FakeClock())
    assert table.resume()
    async with playing(tmp_path, layout=None, table=table) as player:
        assert player.app.play_screen.board.cursor == (cursor[0], cursor[1] - 1)


async def test_a_store_that_fails_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "games.db").mkdir()
    async with playing(tmp_path) as player:
        await player.press("space")
        assert player.outcome() is Outcome.WON
        assert player.app.table.profile.trouble is not None


@pytest.mark.parametrize("key", ["x", "i"])
async def test_what_was_said_of_a_closed_board_goes_with_it(tmp_path: Path, key: str) -> None:
    async with playing(tmp_path, layout=None, level="beginner") as player:
        await player.press(key)
        assert "Nothing is open yet" in player.text()
        await player.press("space")
        assert player.position.opened
        assert "Nothing is open yet" not in player.text()


async def test_the_footer_and_the_face_can_be_clicked(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.press("space")
        line = player.app.play_screen.status_line
        face = next(placed for placed in line._placed if placed.part.action is Name.NEW)
        await player.pilot.click(line, offset=(face.x + 1, 0))
        await player.pilot.pause()
        assert player.outcome() is Outcome.PLAYING


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_key_that_can_do_nothing_says_why(tmp_path: Path, language: str) -> None:
    async with playing(tmp_path, layout=EXPERT, language=language) as player:
        tell = player.app.translator.gettext

        async def answer(key: str) -> str:
            player.app.play_screen._untell()
            await player.press(key)
            return player.text()

        assert tell("The verdict comes at the end.") in await answer("v")
        await player.press("0", "l", "space", "p")
        for key in "uix":
            assert tell("The game is paused.") in await answer(key)
        await player.press("p", "g", "0", "space")
        assert player.outcome() is Outcome.LOST
        for key in ("space", "f", "c", "p"):
            assert tell("The game is over.") in await answer(key)
        for key in "ix":
            assert tell("The game is over: there is no more help.") in await answer(key)


async def test_the_title_tells_a_given_board_from_a_promise(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=None) as player:
        assert "opening first" in player.text()
        await player.press("space")
        assert "opening first" in player.text()
        await player.press("b")
        assert "given board" in player.text()
        player.app.play_screen.start(lambda: player.app.table.start_id(parse_game_id("9x9/10:opening:5:4,4")))
        await player.pilot.pause()
        assert "given board" in player.text()
        player.app.play_screen.start(lambda: player.app.table.start_layout(BOARD))
        await player.pilot.pause()
        assert "given board" in player.text()


async def test_one_click_is_no_clicks(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.press("space")
        assert " 1 click " in player.text()


async def test_ctrl_c_leaves_a_hint_and_the_game(tmp_path: Path) -> None:
    async with playing(tmp_path, layout=BOARD) as player:
        await player.press("ctrl+c")
        assert "Ctrl+Q" in player.text()
