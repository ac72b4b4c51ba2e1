"""Watching recordings: what is shown, every key and click of the player, small windows, and what cannot be shown."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from sapper.config import Loaded, Settings
from sapper.core.layout import Layout
from sapper.core.view import CLOSED, FLAGGED, view
from sapper.deal import deal
from sapper.profile import open_profile
from sapper.replay.events import Events
from sapper.showing.background import Background
from sapper.showing.palettes import DARK
from sapper.showing.programme import Programme
from sapper.showing.reel import Frame
from sapper.showing.rows import RISK
from sapper.showing.table import Table
from sapper.solver import probabilities
from sapper.tui import weighing
from sapper.tui.glyphs import ASCII, UNICODE
from sapper.tui.painter import Painter
from sapper.tui.screens import playback
from sapper.tui.screens.playback import PlaybackScreen, Track
from sapper.tui.watching import WatchApp
from tests.replay import builders
from tests.replay.builders import LAYOUT, WON, clicks

LOST = clicks("lc 0,0", "lr 0,0", "mv 3,0", "lc 3,0", "lr 3,0")


def files(folder: Path, **games: Events) -> list[Path]:
    """An EVF file for each game."""
    paths = []
    for name, game in games.items():
        paths.append(folder / f"{name}.evf")
        paths[-1].write_bytes(builders.evf(LAYOUT, game, time=game[-1].ms - game[1].ms))
    return paths


class Sleepless(Background):
    """Takes for ever with everything."""

    def submit(self, work: Any, *arguments: object, progress: Any = None) -> Any:
        return super().submit(time.sleep, 1000)


class Watcher:
    """What a test does to the player."""

    def __init__(self, app: WatchApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> PlaybackScreen:
        screen = self.app.screen
        assert isinstance(screen, PlaybackScreen)
        return screen

    @property
    def frame(self) -> Frame:
        return self.screen._frame

    async def press(self, *keys: str) -> str:
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return self.text()

    async def mouse(self, kind: type[events.MouseEvent], column: int, row: int) -> None:
        event = kind(None, column, row, 0, 0, 1, False, False, False, screen_x=column, screen_y=row)
        self.app.post_message(event)
        await self.pilot.pause()

    async def wait(self, seen: str) -> str:
        """Waits until a text is on the screen; gives the screen."""
        for _ in range(200):
            if seen in self.text():
                break
            await self.pilot.pause(0.05)
        assert seen in self.text()
        return self.text()

    def text(self) -> str:
        size = self.app.size
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips(size))


@asynccontextmanager
async def watching(
    paths: list[Path], *, size: tuple[int, int] = (80, 24), with_player: bool = False, **settings: Any
) -> AsyncIterator[Watcher]:
    """The player, paused at the start."""
    defaults: dict[str, Any] = {"language": "en", "help_seen": True, "glyphs": "unicode"}
    values = Settings(**defaults | settings)
    programme = Programme(paths, with_player=with_player)
    shown = programme.turn()
    assert shown is not None
    table = Table(lambda: open_profile(paths[0].parent / "games.db"), values, dealer=deal)
    app = WatchApp(Loaded(values), table, shown=shown, programme=programme)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        watcher = Watcher(app, pilot)
        watcher.screen.suspend_play()
        await watcher.press("g")
        yield watcher


@pytest.fixture(autouse=True)
def own_profile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SAPPER_PROFILE", str(tmp_path))


async def test_counters_are_as_they_were(tmp_path: Path) -> None:
    async with watching(files(tmp_path, game=WON)) as watcher:
        text = await watcher.press("right", "right", "right")
        assert "⚑   8" in text
        assert "L 1  [R]2   B 0" in text
        assert "0.400 / 7.200" in text
        assert "3BV 1/22" in text
        text = await watcher.press("right", "right")
        assert "L 2   R 2  [B]1" in text
        text = await watcher.press("end")
        assert "won" in text
        assert "3BV 22/22" in text


async def test_a_hand_is_seen(tmp_path: Path) -> None:
    async with watching(files(tmp_path, game=WON)) as watcher:
        screen = watcher.screen
        screen._projector.reel.seek(0)
        screen._show()
        assert "◐□" in watcher.text(), "the left button is down on a closed cell"
        await watcher.press("right", "right")
        assert "◑⚑" in watcher.text()
        screen._projector.reel.seek(WON[11].ms)
        screen._show()
        assert watcher.frame.at == (4, 1)
        assert "●" in watcher.text(), "both are down"
        lit = [LAYOUT.geometry.xy(cell) for cell in screen.board._lit]
        assert lit == [(4, 0)], "what the chord would open is pressed in"
        assert LAYOUT.geometry.cell(4, 0) in screen.board._trail


async def test_a_hand_is_seen_without_colour_and_with_narrow_cells(tmp_path: Path) -> None:
    async with watching(files(tmp_path, game=WON), glyphs="ascii") as watcher:
        await watcher.press("right", "right")
        assert "RF" in watcher.text()
        await watcher.press("right")
        assert ".F.#RF" in watcher.text(), "from one flag over a closed cell to the next"
    for glyphs in (ASCII, UNICODE):
        codes = bytes([0, 3, CLOSED, FLAGGED, RISK + 37])
        wide = Painter(glyphs, DARK, 2)
        text = "".join(segment.text for segment in wide.row(codes))
        marked = "".join(segment.text for segment in wide.row(codes, trail=range(5)))
        assert marked[1::2] == text[1::2]
        assert marked[::2] == 4 * glyphs.trail + "3", "a number of two digits stays whole"
        for segment in Painter(glyphs, DARK, 1).row(codes, trail=range(5)):
            assert segment.style is not None
            assert segment.style.underline


async def test_a_lost_game_shows_its_mines_only_at_its_end(tmp_path: Path) -> None:
    async with watching(files(tmp_path, game=LOST)) as watcher:
        assert "●" not in await watcher.press("right")
        text = await watcher.press("end")
        assert "✹" in text
        assert "lost" in text
        assert "●" in text
        assert "●" not in await watcher.press("left")


async def test_every_key_does_its_part(tmp_path: Path) -> None:
    async with watching(files(tmp_path, game=WON)) as watcher:
        reel = watcher.screen._projector.reel
        tenth = reel.film.length_ms / 10
        await watcher.press("]", "]")
        assert reel.ms == pytest.approx(2 * tenth, abs=2)
        await watcher.press("[")
        assert reel.ms == pytest.approx(tenth, abs=2)
        assert "paused 4×" in await watcher.press("up", "up")
        assert "paused 16×" in await watcher.press(*["+"] * 9)
        assert "paused 0.125×" in await watcher.press(*["down"] * 9)
        assert "playing" in await watcher.press("space")
        assert "paused" in await watcher.press("space")
        await watcher.press("G")
        assert reel.ms == reel.film.length_ms
        await watcher.press("space")
        assert reel.ms < reel.film.length_ms, "played again from its start"
        await watcher.press("space", "g", "left")
        assert reel.event == -1
        assert "Playback" in await watcher.press("T", "L", "L")


async def test_a_key_that_can_show_nothing_says_why(tmp_path: Path) -> None:
    async with watching(files(tmp_path, game=LOST)) as watcher:
        assert "its risks are seen before its end" not in await watcher.press("x", "x")
        assert "its risks are seen before its end" in await watcher.press("end", "x")
        assert "There is no other recording" in await watcher.press("n")


async def test_it_plays_by_itself_to_the_end(tmp_path: Path) -> None:
    async with watching(files(tmp_path, game=WON)) as watcher:
        await watcher.press(*["+"] * 4, "space")
        assert "paused" in await watcher.wait("won")


async def test_the_mouse_alone_will_do(tmp_path: Path) -> None:
    async with watching(files(tmp_path, game=WON)) as watcher:
        screen = watcher.screen
        track = screen.query_one(Track)
        row, left, right = track.region.y, track.region.x, track.region.right - 1
        await watcher.mouse(events.MouseDown, right, row)
        assert screen._projector.reel.is_at_end
        await watcher.mouse(events.MouseMove, left, row)
        await watcher.mouse(events.MouseUp, left, row)
        assert screen._projector.reel.ms == 0
        board = screen.board.scrollable_content_region
        await watcher.mouse(events.MouseDown, board.x, board.y)
        await watcher.mouse(events.MouseUp, board.x, board.y)
        assert screen._timer is not None, "a click on the board plays"
        status = screen.status_line.region
        await watcher.mouse(events.MouseDown, status.x + status.width // 2, status.y)
        await watcher.mouse(events.MouseUp, status.x + status.width // 2, status.y)
        assert screen._timer is None, "a click on the word stops"


async def test_several_follow_each_other_and_a_damaged_one_is_passed_over(tmp_path: Path) -> None:
    paths = files(tmp_path, a=WON, b=LOST)
    broken = tmp_path / "broken.evf"
    broken.write_bytes(paths[0].read_bytes()[:60])
    async with watching([paths[0], broken, paths[1]]) as watcher:
        assert "a.evf 1/3" in watcher.text()
        await watcher.press("n")
        text = await watcher.wait("broken.evf: the file ends")
        assert "b.evf 3/3" in text
        await watcher.press("n")
        assert "b.evf 3/3" in watcher.text()
        await watcher.press("N")
        assert "a.evf 1/3" in watcher.text()


async def test_the_next_begins_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playback, "_REST_S", 0.05)
    async with watching(files(tmp_path, a=WON, b=LOST)) as watcher:
        await watcher.press(*["+"] * 4, "space")
        await watcher.wait("b.evf 2/2")
        await watcher.wait("lost")


async def test_risks_are_those_of_the_solver_and_follow_the_position(tmp_path: Path) -> None:
    async with watching(files(tmp_path, game=WON)) as watcher:
        await watcher.press("right", "x")
        text = await watcher.wait("✓")
        screen = watcher.screen
        for stop in range(1, 6):
            position = watcher.frame.position
            for _ in range(200):
                weighed = screen._weigher._found.get(position.opened)
                if weighed is not None and screen.board.scene.risks == weighed.shares:
                    break
                await watcher.pilot.pause(0.05)
            assert weighed is not None
            expected = probabilities(view(position, LAYOUT))
            assert [w for w in weighed.chances if w == w] == [e for e in expected if e == e]
            assert screen.board.scene.risks == weighed.shares, stop
            at = watcher.frame.at
            assert at is not None
            assert ("risk " in watcher.text()) is not position.is_opened(LAYOUT.geometry.cell(*at))
            await watcher.press("right")
        await watcher.press("end")
        assert "risk " not in watcher.text()
        assert screen.board.scene.risks is None, "at the end there is nothing to weigh"
        await watcher.press("home", "right", "%")
        assert "✓" in text
        assert "✓" not in watcher.text()


async def test_risks_that_take_for_ever_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighing, "_PATIENCE_S", 0.05)
    async with watching(files(tmp_path, game=WON)) as watcher:
        watcher.app._background = Sleepless()
        await watcher.press("right", "x")
        pids = []
        for _ in range(2):
            for _ in range(200):
                pid = watcher.app.background.pid
                if pid is not None and pid not in pids:
                    pids.append(pid)
                    break
                await watcher.pilot.pause(0.05)
            await watcher.press("right", "right", "right")
        assert len(pids) == 2, "the first was given up when the position had moved on"
        await watcher.press("x")
        assert watcher.screen._weigher._worker is None
        await watcher.press("x", "escape")


async def test_help_stops_it_and_lists_its_keys(tmp_path: Path) -> None:
    async with watching(files(tmp_path, game=WON)) as watcher:
        screen = watcher.screen
        await watcher.press("space")
        text = await watcher.press("?")
        assert not screen._projector.is_playing
        assert "the next recording" in text
        await watcher.press("escape")
        assert watcher.app.screen is screen
        await watcher.press("escape")
        assert watcher.app._exit


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(28, 8), (27, 8), (20, 6), (1, 1), (40, 12), (200, 60)])
async def test_any_window_will_do(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    async with watching(files(tmp_path, game=WON), size=size, language=language) as watcher:
        for key in ("right", "]", "end", "space", "space", "n"):
            await watcher.press(key)
        assert watcher.text() is not None
        await watcher.pilot.resize_terminal(80, 24)
        await watcher.pilot.pause()
        assert "22/22" in await watcher.press("end")


async def test_a_large_board_is_scrolled_to_where_the_hand_is(tmp_path: Path) -> None:
    layout = Layout.of_mines(200, 100, [(0, 1), (199, 98)])
    path = tmp_path / "large.evf"
    path.write_bytes(builders.evf(layout, clicks("lc 0,0", "lr 0,0", "mv 150,80", "lc 199,99", "lr 199,99")))
    async with watching([path]) as watcher:
        await watcher.press("right", "right")
        part = watcher.screen.board.part_in_sight()
        assert part is not None
        left, right, top, bottom = part
        assert left <= 199 <= right
        assert top <= 99 <= bottom


async def test_names_are_shown_only_when_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "game.evf"
    path.write_bytes(builders.evf(LAYOUT, WON, player="Somebody"))
    async with watching([path]) as watcher:
        assert "Somebody" not in watcher.text()
    async with watching([path], with_player=True) as watcher:
        assert "game.evf (Somebody)" in watcher.text()
