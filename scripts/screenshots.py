"""Draws every screen of the full-screen game in both languages into docs/screenshots, from games made up here.

Arguments name the pictures wanted (all by default).
"""

from __future__ import annotations

import asyncio
import math
import os
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
TARGET = HERE / "docs" / "screenshots"
sys.path.insert(0, str(HERE / "src"))

from sapper.config import Loaded, Settings, places  # noqa: E402  # the path comes first
from sapper.core.geometry import cells_of  # noqa: E402
from sapper.core.moves import Move, MoveKind  # noqa: E402
from sapper.core.notation import GameId  # noqa: E402
from sapper.core.params import LEVELS, Policy  # noqa: E402
from sapper.core.position import Position  # noqa: E402
from sapper.core.rules import apply  # noqa: E402
from sapper.core.view import view  # noqa: E402
from sapper.deal import deal  # noqa: E402
from sapper.profile import open_profile  # noqa: E402
from sapper.replay.events import Events, Kind  # noqa: E402
from sapper.replay.measure import measure  # noqa: E402
from sapper.replay.player import play  # noqa: E402
from sapper.replay.record import Record  # noqa: E402
from sapper.replay.writing import write_replay  # noqa: E402
from sapper.showing.programme import Programme  # noqa: E402
from sapper.showing.table import Table  # noqa: E402
from sapper.solver import certain  # noqa: E402
from sapper.tui.app import SapperApp  # noqa: E402
from sapper.tui.watching import WatchApp  # noqa: E402

Steps = Callable[["Scene"], Awaitable[None]]


class Hand:
    """A clock that the script turns."""

    def __init__(self) -> None:
        self.ms = 0
        self.day = 1_790_000_000_000

    def __call__(self) -> int:
        return self.ms

    def now(self) -> int:
        return self.day


class Scene:
    """One running app, and what the pictures need to do with it."""

    def __init__(self, app: SapperApp, pilot: object, clock: Hand, table: Table) -> None:
        self.app, self.pilot, self.clock, self.table = app, pilot, clock, table

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)  # type: ignore[attr-defined]
        await self.pilot.pause(0.2)  # type: ignore[attr-defined]

    def play_some(self, share: float, *, seed: int = 1) -> None:
        """Opens a part of the board and flags what is known there."""
        game, random_ = self.table.game, random.Random(seed)
        screen = self.app.play_screen
        params = game.params
        screen.play(Move(MoveKind.OPEN, params.width // 2, params.height // 2))
        assert game.layout is not None
        safe = cells_of(game.layout.safe)
        random_.shuffle(safe)
        near = sorted(safe, key=lambda cell: abs(cell % params.width - params.width // 2))
        for cell in near:
            if game.position.opened.bit_count() >= share * len(safe):
                break
            self.clock.ms += 420
            if not game.position.is_opened(cell):
                screen.play(Move(MoveKind.OPEN, *game.position.geometry.xy(cell)))
        for cell in cells_of(game.layout.mined & game.position.geometry.dilate(game.position.opened)):
            if random_.random() < 0.7:
                screen.play(Move(MoveKind.FLAG, *game.position.geometry.xy(cell)))

    def win(self) -> None:
        game, screen = self.table.game, self.app.play_screen
        assert game.layout is not None
        for cell in cells_of(game.layout.safe & ~game.position.opened):
            self.clock.ms += 350
            screen.play(Move(MoveKind.OPEN, *game.position.geometry.xy(cell)))

    def lose(self) -> None:
        game, screen = self.table.game, self.app.play_screen
        assert game.layout is not None
        wrong = cells_of(game.layout.safe & ~game.position.opened)[:3]
        for cell in wrong:
            screen.play(Move(MoveKind.FLAG, *game.position.geometry.xy(cell)))
        mines = cells_of(game.layout.mined & ~game.position.flagged)
        screen.play(Move(MoveKind.OPEN, *game.position.geometry.xy(mines[len(mines) // 2])))


def past_games(table: Table, clock: Hand) -> None:
    """A history to look at."""
    chance = random.Random(7)
    for number in range(60):
        level = LEVELS["expert"] if number % 3 else LEVELS["beginner"]
        table.start(level, Policy.OPENING, seed=None)
        game = table.game
        game.id = type(game.id)(level, Policy.OPENING, number + 1) if game.id is not None else None
        table.play(Move(MoveKind.OPEN, level.width // 2, level.height // 2))
        assert game.layout is not None
        safe = cells_of(game.layout.safe)
        pace = chance.uniform(0.7, 1.5) * (1.3 - number / 150) * 380
        loses_at = chance.randrange(len(safe) * 2)
        for count, cell in enumerate(safe):
            if game.position.is_opened(cell):
                continue
            clock.ms += int(pace * chance.uniform(0.3, 1.7))
            if count > loses_at:
                mine = chance.choice(cells_of(game.layout.mined))
                table.play(Move(MoveKind.OPEN, *game.position.geometry.xy(mine)))
                break
            table.play(Move(MoveKind.OPEN, *game.position.geometry.xy(cell)))
            if game.position.is_over:
                break
        clock.day += 5_400_000


async def nothing(scene: Scene) -> None:
    """The screen as it opens."""


async def playing(scene: Scene) -> None:
    scene.play_some(0.45)
    await scene.press("right")


async def flag_mode(scene: Scene) -> None:
    scene.play_some(0.3, seed=4)
    await scene.press("m")


async def won(scene: Scene) -> None:
    scene.play_some(0.6)
    scene.win()
    await scene.press("up")


async def lost(scene: Scene) -> None:
    scene.play_some(0.4)
    scene.lose()
    await thought(scene)
    await scene.press("up", "up")


async def paused(scene: Scene) -> None:
    scene.play_some(0.3)
    await scene.press("p")


def page(*keys: str) -> Steps:
    """The steps to a screen that keys open."""

    async def go(scene: Scene) -> None:
        await scene.press(*keys)

    return go


async def playback(scene: Scene) -> None:
    await scene.press("H")
    await scene.press("enter")
    await scene.press("]", "]", "]", "]", "]", "]", "space")


def replay(folder: Path) -> Path:
    """A file with a game that the solver's certain moves play, by a hand that goes straight from cell to cell."""
    key = GameId(LEVELS["expert"], Policy.OPENING, 24, (15, 8))
    layout = deal(key)
    position, xy = Position(layout.params), layout.geometry.xy
    moves, ms, at = [Move(MoveKind.OPEN, 15, 8)], 0, (15 * 16 + 8, 8 * 16 + 8)
    events: list[tuple[int, Kind, int, int]] = []
    while moves:
        move = moves.pop(0)
        to = move.x * 16 + 8, move.y * 16 + 8
        steps = max(abs(to[0] - at[0]), abs(to[1] - at[1])) // 12 + 1
        for step in range(1, steps + 1):
            ms += 16
            x, y = (one + (other - one) * step // steps for one, other in zip(at, to, strict=True))
            events.append((ms, Kind.MOVE, x, y))
        down, up = (2, 3) if move.kind is MoveKind.OPEN else (4, 5)
        events += [(ms + 40, Kind(down), *to), (ms + 120, Kind(up), *to)]
        ms, at = ms + 120, to
        position = apply(position, layout, move).position
        if not moves and not position.is_over:
            safe, mined = certain(view(position, layout))
            known = [(MoveKind.FLAG, cell) for cell in mined if not position.is_flagged(cell)]
            known += [(MoveKind.OPEN, cell) for cell in safe]
            moves = [
                Move(kind, *xy(cell))
                for kind, cell in sorted(known, key=lambda what: math.dist(xy(what[1]), to_cell(to)))[:6]
            ]
    played = play(Record(layout, Events.of(events)))
    path = folder / "game.evf"
    path.write_bytes(write_replay(played, measure(played), "evf"))
    return path


def to_cell(place: tuple[int, int]) -> tuple[int, int]:
    return place[0] // 16, place[1] // 16


async def watching(scene: Scene) -> None:
    reel = scene.app.screen._projector.reel  # type: ignore[attr-defined]
    await scene.press("space", "x")
    reel.seek(reel.length_ms * 0.6)
    await scene.press("right")
    await scene.pilot.pause(3)  # type: ignore[attr-defined]


async def faults(scene: Scene) -> None:
    await scene.press("n")
    await scene.press("tab", "tab", "1", "2", "3", "4", "tab", "0", "tab", "-", "3")


async def thought(scene: Scene) -> None:
    """Waits until nothing is worked out any more."""
    await scene.app.workers.wait_for_complete()
    await scene.pilot.pause(0.2)  # type: ignore[attr-defined]


async def hint(scene: Scene) -> None:
    scene.play_some(0.3)
    await scene.press("i")
    await thought(scene)
    await scene.press("i")


async def where(scene: Scene) -> None:
    scene.play_some(0.3)
    await scene.press("i")
    await thought(scene)


async def risks(scene: Scene) -> None:
    scene.play_some(0.3)
    await scene.press("x")
    await thought(scene)
    await scene.press("left")


async def verdict(scene: Scene) -> None:
    scene.play_some(0.4)
    scene.lose()
    await thought(scene)
    await scene.press("v")
    await thought(scene)


async def moment(scene: Scene) -> None:
    await verdict(scene)
    await scene.press("enter")
    await thought(scene)


async def daily(scene: Scene) -> None:
    await scene.press("y")
    await scene.press("enter")
    scene.win()
    await scene.press("y")


# name: window, settings, steps
PICTURES: dict[str, tuple[tuple[int, int], dict[str, object], Steps]] = {
    "expert": ((80, 24), {"level": "expert"}, playing),
    "beginner": ((80, 24), {}, flag_mode),
    "won": ((80, 24), {"level": "intermediate"}, won),
    "lost": ((80, 24), {"level": "expert"}, lost),
    "where": ((80, 24), {"level": "expert"}, where),
    "hint": ((80, 24), {"level": "expert"}, hint),
    "hint-narrow": ((40, 24), {"level": "expert"}, hint),
    "risks": ((80, 24), {"level": "expert"}, risks),
    "risks-narrow": ((40, 24), {"level": "expert"}, risks),
    "verdict": ((80, 24), {"level": "expert"}, verdict),
    "moment": ((80, 24), {"level": "expert"}, moment),
    "paused": ((80, 24), {}, paused),
    "large": ((120, 40), {"level": "100x100/1500"}, playing),
    "narrow": ((40, 24), {"level": "expert"}, playing),
    "small": ((26, 6), {}, nothing),
    "ascii": ((80, 24), {"level": "expert", "glyphs": "ascii"}, lost),
    "light": ((80, 24), {"level": "expert", "theme": "light"}, lost),
    "classic": ((80, 24), {"level": "expert", "theme": "classic"}, lost),
    "high-contrast": ((80, 24), {"level": "expert", "theme": "high-contrast"}, lost),
    "colour-blind": ((80, 24), {"level": "expert", "theme": "colour-blind"}, lost),
    "welcome": ((80, 24), {"help_seen": False}, nothing),
    "help": ((80, 24), {}, page("?")),
    "new-game": ((80, 24), {}, page("n")),
    "new-game-faults": ((80, 24), {}, faults),
    "settings": ((80, 24), {}, page("o")),
    "statistics": ((80, 32), {"level": "expert"}, page("t")),
    "history": ((80, 24), {}, page("H")),
    "playback": ((80, 24), {}, playback),
    "watch": ((80, 24), {}, watching),
    "daily": ((80, 24), {}, daily),
    "commands": ((80, 24), {}, page(":")),
}


async def draw(name: str, language: str) -> str:
    """The picture as SVG."""
    size, values, steps = PICTURES[name]
    with tempfile.TemporaryDirectory() as profile:
        os.environ["SAPPER_PROFILE"] = profile
        clock = Hand()
        settings = Settings(**{"language": language, "help_seen": True, "glyphs": "unicode"} | values)  # type: ignore[arg-type]
        table = Table(lambda: open_profile(places().games_file, now=clock.now), settings, dealer=deal, clock=clock)
        if name in ("expert", "won", "statistics", "history", "playback"):
            past_games(table, clock)
            kind = LEVELS.get(settings.level, LEVELS["beginner"])
            table.start(kind, Policy.OPENING)
        table.start(seed=2024)
        table.game.unranked.clear()
        app = SapperApp(Loaded(settings), table, welcome=not settings.help_seen)
        if name == "watch":
            programme = Programme([replay(Path(profile))], with_player=False)
            shown = programme.turn()
            assert shown is not None
            app = WatchApp(Loaded(settings), table, shown=shown, programme=programme)
        async with app.run_test(size=size) as pilot:
            await pilot.pause(0.3)
            await steps(Scene(app, pilot, clock, table))
            await pilot.pause(0.3)
            picture = app.export_screenshot(title="sapper")
        table.close()
    return picture


def main() -> None:
    """Draws what the arguments name."""
    wanted = sys.argv[1:] or list(PICTURES)
    TARGET.mkdir(parents=True, exist_ok=True)
    for name in wanted:
        for language in ("en", "zh"):
            (TARGET / f"{name}-{language}.svg").write_text(asyncio.run(draw(name, language)), encoding="utf-8")
            print(f"{name}-{language}.svg")


if __name__ == "__main__":
    main()
