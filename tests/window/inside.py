"""Scenes played inside the program with the window: `python -m tests.window.inside SCENE PLACE`, in a Python with Tk.

The keys are those that Tk reports; a scene ends with an error where something is not as it should be.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tkinter import ttk
from types import TracebackType
from typing import Any

from sapper.config import Settings, load_settings
from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.params import Params, Policy
from sapper.core.position import Outcome
from sapper.core.rules import Switches
from sapper.core.view import CLOSED, FLAGGED
from sapper.deal import deal
from sapper.profile import open_profile
from sapper.session import Game, Unranked
from sapper.showing.palettes import PALETTES
from sapper.showing.rows import MARKED, RISK, Mark, Ring
from sapper.showing.table import Table
from sapper.store import Store
from sapper.testing import FakeClock
from sapper.window.app import WindowApp
from sapper.window.playback import PlaybackDialog
from sapper.window.settings import SettingsDialog
from sapper.window.start import run
from sapper.window.verdict import MomentDialog

WALL = Layout.of_mines(9, 9, [(x, 4) for x in range(9) if x != 1])
"""A row of mines with one gap between two halves."""
KINDS = (Params(9, 9, 10), Policy.OPENING), (Params(16, 16, 40), Policy.SAFE)


class Player:
    """The window and somebody at its keys."""

    def __init__(self, place: Path, layout: Layout | None = WALL) -> None:
        self.place = place
        self.root = tk.Tk()
        self.root.report_callback_exception = _fail
        loaded = load_settings()
        self.table = Table(lambda: open_profile(place / "games.db"), loaded.settings, dealer=deal)
        if layout is not None:
            self.table.start_layout(layout)
        self.app = WindowApp(self.root, loaded, self.table)
        self.root.update()
        self.app.board.canvas.focus_force()
        self.root.update()

    def press(self, *keys: str) -> None:
        """Presses keys by Tk's names, wherever they go now."""
        for key in keys:
            focused = self.root.focus_get()
            assert focused is not None, key
            modifier, _, name = key.rpartition("-")
            focused.event_generate(f"<{modifier}{modifier and '-'}KeyPress-{name}>")
            self.root.update()

    def open(self, x: int, y: int) -> None:
        """Opens a cell."""
        self.app.board.point(x, y)
        self.press("space")

    def push(self, word: str) -> None:
        """Clicks the button with this word."""
        buttons = [each for each in _within(self.dialog) if isinstance(each, tk.Button) and each.cget("text") == word]
        buttons[0].invoke()
        self.root.update()

    @property
    def dialogs(self) -> list[tk.Toplevel]:
        """The windows over the game's, the last one on top."""
        return [child for child in self.root.winfo_children() if isinstance(child, tk.Toplevel)]

    @property
    def dialog(self) -> Any:
        """The window on top."""
        return self.dialogs[-1]

    def texts(self, widget: tk.Misc | None = None) -> list[str]:
        """All words to be read in the window on top."""
        return [text for each in _within(widget or self.dialog) for text in _texts(each)]

    def until(self, holds: Callable[[], bool]) -> None:
        """Lets time pass until something holds."""
        deadline = time.monotonic() + 30
        while not holds():
            assert time.monotonic() < deadline
            self.root.update()
            time.sleep(0.01)

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.game

    @property
    def store(self) -> Store:
        """What is kept."""
        assert self.table.profile.store is not None
        return self.table.profile.store


def _fail(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    sys.excepthook(kind, error, trace)
    sys.stderr.flush()
    sys.exit(1)


def _within(widget: tk.Misc) -> Iterator[tk.Misc]:
    yield widget
    for child in widget.winfo_children():
        if not isinstance(child, tk.Toplevel):
            yield from _within(child)


def _texts(widget: tk.Misc) -> Iterator[str]:
    if isinstance(widget, ttk.Treeview):
        for row in widget.get_children():
            yield from (str(value).strip() for value in widget.item(row, "values"))
    elif isinstance(widget, tk.Canvas):
        for item in widget.find_all():
            if str(widget.type(item)) == "text":
                yield str(widget.tk.call(str(widget), "itemcget", item, "-text"))
    elif isinstance(widget, tk.Label | tk.Button | tk.Checkbutton | tk.Menubutton):
        yield str(widget.cget("text")).strip()


def remembered(place: Path) -> None:
    """Fills a history: of each kind four won games and a lost one."""
    day = 1_790_000_000_000
    profile = open_profile(place / "games.db", now=lambda: day)
    for params, policy in KINDS:
        for seed in range(5):
            clock = FakeClock()
            game = Game(params, clock=clock, seed=seed, switches=Switches(policy), dealer=deal)
            kept = profile.begin(game)
            game.play(Move(MoveKind.OPEN, 4, 4))
            assert game.layout is not None
            clock.ms += 1000 * (seed + 1)
            wanted = game.layout.mined if seed == 4 else game.layout.safe
            for cell in cells_of(wanted):
                if not game.position.is_over:
                    game.play(Move(MoveKind.OPEN, *game.position.geometry.xy(cell)))
            day += 60_000
            kept.save()
    profile.close()


def statistics(place: Path) -> None:
    """Everything that the store adds up is told, of the kind that is chosen."""
    remembered(place)
    player = Player(place, None)
    player.press("t")
    texts = player.texts()
    summary = player.store.summaries(*KINDS[0])[0]
    assert summary.best_ms == 1000
    assert summary.median_ms == 2500
    for wanted in ("5", "4", "1", "80.0 %", "1.000 s", "2.500 s", f"{summary.best_speed:.2f}"):
        assert wanted in texts, (wanted, texts)
    assert {"median 3BV/s", "median efficiency", "given up", "streak now", "best streak", "Fastest"} <= set(texts)
    # The trend's greatest and least time.
    assert {"4.000 s", "1.000 s"} <= set(texts)
    best = player.store.fastest(*KINDS[0], limit=5)
    assert sum(text.startswith("3BV ") for text in texts) == len(best) == 4
    shown = texts.index(f"3BV {best[0].bbbv} · " + texts[texts.index("1.000 s", texts.index("Fastest")) + 1][-16:])
    assert shown > 0
    player.press("Down")
    other = player.store.summaries(*KINDS[1])[0]
    assert f"{other.best_speed:.2f}" in player.texts()
    # The history takes its place, and the statistics that of the history.
    for button, title in (("History", "History"), ("Statistics", "Statistics")):
        player.push(button)
        assert player.dialog.title() == title
        assert len(player.dialogs) == 1
    player.press("H")
    assert player.dialog.title() == "History"
    assert len(player.dialogs) == 1
    player.press("Escape")
    assert not player.dialogs


def nothing_yet(place: Path) -> None:
    """An empty history says so."""
    player = Player(place)
    player.press("t")
    assert any("No game has ended yet" in text for text in player.texts())
    player.press("q", "H")
    assert any("No game has ended yet" in text for text in player.texts())
    player.press("Return")
    assert not player.dialogs


def a_level_taken_back(place: Path) -> None:
    """The menu tells the level that is played, though another was chosen, where the player stays with the game."""
    player = Player(place)
    player.open(4, 0)
    bar = player.root.nametowidget(player.root.cget("menu"))
    menu = player.root.nametowidget(bar.entrycget(0, "menu"))
    level = next(
        number
        for number in range(menu.index("end") + 1)
        if menu.type(number) == "radiobutton" and menu.entrycget(number, "value") == "expert"
    )
    variable = str(menu.entrycget(level, "variable"))
    assert player.root.getvar(variable) == "custom"
    player.table._clock = lambda: 10**9
    player.game._clock = lambda: 10**9
    menu.invoke(level)
    player.root.update()
    assert any("Give it up?" in text for text in player.texts())
    player.press("Escape")
    assert player.game.params == WALL.params
    assert player.root.getvar(variable) == "custom"


def help_tells_what_there_is(place: Path) -> None:
    """No help tells of what a terminal alone has; every key that it tells of does something."""
    remembered(place)
    player = Player(place, None)
    for keys in ((), ("H",), ("H", "Return")):
        player.press(*keys, "question")
        texts = player.texts()
        assert "the next theme" in texts
        for absent in ("mouse, or text selection", "to the shell; fg returns", "the recording before"):
            assert absent not in texts
        while player.dialogs:
            player.press("Escape")


def history(place: Path) -> None:
    """Every game that ended is listed, and can be watched, stepped through and sought."""
    remembered(place)
    player = Player(place, None)
    player.press("H")
    table = player.dialog._rows.table
    assert len(table.get_children()) == 10
    assert "10 of 10 games" in player.texts()
    lost = table.item("0", "values")
    assert lost[1] == "lost"
    player.press("Down", "Return")
    watched = player.dialog
    assert isinstance(watched, PlaybackDialog)
    record = player.store.newest(limit=2)[1]
    reel = watched._projector.reel
    assert reel.film.layout.params == record.setup.params
    assert watched._projector.is_playing
    outcomes = []
    for key in ("End", "Left", "Right", "Home"):
        player.press(key)
        outcomes.append(watched.board.scene.position.outcome.value)
    assert outcomes == ["won", "playing", "won", "playing"]
    assert not watched.board.scene.position.opened
    for key in ("plus", "plus", "minus", "bracketright", "bracketright", "bracketleft"):
        player.press(key)
    assert watched._projector.speed == 2
    assert reel.ms == reel.length_ms // 10
    # The line of time goes where it is clicked.
    track = watched._track
    track.event_generate("<ButtonPress-1>", x=track.winfo_width() - 1, y=3)
    player.root.update()
    assert reel.ms == reel.length_ms
    player.press("minus", "minus", "minus", "minus", "space")
    player.until(lambda: reel.ms > 0)
    player.press("T", "L")
    assert watched.title() == "回放"
    assert watched._projector.is_playing
    assert watched._projector.speed == 0.125
    player.press("question", "Escape", "Escape")
    assert player.dialog.TITLE == "History"
    player.press("Escape")
    assert not player.dialogs


def a_lost_log(place: Path) -> None:
    """A game whose moves are lost is listed, and why it cannot be watched is said."""
    remembered(place)
    player = Player(place, None)
    player.table.profile.playback = lambda *_, **__: None  # type: ignore[method-assign]  # a damaged store's answer
    player.press("H", "Return")
    assert "The moves of this game are not there any more." in player.texts()
    assert len(player.dialogs) == 1


def settings(place: Path) -> None:
    """Every setting of the file can be set, holds at once, and is in the file."""
    player = Player(place)
    file = place / "settings.toml"
    player.open(4, 0)
    player.press("o")
    assert player.game.is_paused
    dialog = player.dialog
    assert isinstance(dialog, SettingsDialog)
    for name, value in (("theme", "classic"), ("glyphs", "ascii"), ("cells", "wide"), ("level", "expert")):
        field = dialog._fields[name]
        menu = field.nametowidget(field.cget("menu"))
        words = [menu.entrycget(index, "value") for index in range(menu.index("end") + 1)]
        menu.invoke(words.index(value))
        player.root.update()
        assert f'{name} = "{value}"' in file.read_text()
    assert dialog.cget("background") == PALETTES["classic"].ground
    for name in ("question_marks", "left_click_chords", "mouse", "live_statistics", "loss_animation"):
        before = getattr(Settings(), name)
        dialog._fields[name].focus_force()
        player.press("space")
        assert f"{name} = {str(not before).lower()}" in file.read_text()
    assert player.game.switches.question_marks
    assert not player.app.board.mouse.pointer.manners.left_chords
    player.press("L")
    assert dialog.title() == "设置"
    player.press("Escape")
    assert not player.dialogs
    # What the file says is what the next window begins with.
    assert load_settings().settings.theme == "classic"


def loss(place: Path) -> None:
    """The mines open outward until they are there, or any key, which does what it does besides, or a click ends it."""
    for way in ("key", "click", "time"):
        player = Player(place)
        player.open(4, 0)
        player.open(4, 4)
        assert player.game.position.outcome is Outcome.LOST
        board = player.app.board
        assert spreads(player)
        if way == "key":
            player.press("Left")
            assert board.cursor == (3, 4)
        elif way == "click":
            for event in ("<ButtonPress-1>", "<ButtonRelease-1>"):
                board.canvas.event_generate(event, x=5, y=5)
            player.root.update()
        else:
            player.until(partial(shows_all, player))
        assert shows_all(player)
        assert player.game.position.outcome is Outcome.LOST
        # Nothing that is played after the end begins it again.
        player.press("space", "f", "c")
        assert shows_all(player)
        player.press("r")
        assert not player.game.position.is_over
        player.app.leave()
    (place / "settings.toml").write_text("loss_animation = false\n")
    player = Player(place)
    player.open(4, 0)
    player.open(4, 4)
    assert shows_all(player)


def a_lost_chord(place: Path) -> None:
    """The second button of the chord that loses, released after the end, does not end the mines' opening outward."""
    player = Player(place)
    canvas, side = player.app.board.canvas, player.app.board.side
    player.open(4, 0)

    def button(event: str, number: int, x: int, y: int) -> None:
        canvas.event_generate(f"<{event}-{number}>", x=x * side + 5, y=y * side + 5)

    # A flag that is wrong and one that is right: the number is 2.
    for x in (1, 2):
        button("ButtonPress", 3, x, 4)
        button("ButtonRelease", 3, x, 4)
    touched: list[bool] = []
    player.app.board.mouse.on_touch = lambda: touched.append(player.game.position.is_over)
    for event, number in (("ButtonPress", 1), ("ButtonPress", 3), ("ButtonRelease", 3), ("ButtonRelease", 1)):
        button(event, number, 1, 3)
    assert player.game.position.outcome is Outcome.LOST
    assert not touched
    button("ButtonPress", 1, 1, 3)
    button("ButtonRelease", 1, 1, 3)
    assert touched == [True]


def spreads(player: Player) -> bool:
    """Whether only a part of the mines is shown."""
    truth = player.app.board.scene.truth
    return isinstance(truth, Ring) and truth.radius < 8


def shows_all(player: Player) -> bool:
    """Whether all mines are shown."""
    return player.app.board.scene.truth is True


def sentence(player: Player) -> str:
    """What stands under the board."""
    return str(player.app._panes._footer.sentence.cget("text"))


def hints(place: Path) -> None:
    """A hint takes two presses, marks what it rests on, puts the cursor on its cell, is unranked; a move ends it."""
    player = Player(place)
    counsel, board = player.app._play.counsel, player.app.board
    player.press("i")
    assert "Nothing is open yet" in sentence(player)
    player.open(4, 0)
    assert "Nothing is open yet" not in sentence(player)
    player.press("i")
    player.until(lambda: counsel.words is not None)
    assert sentence(player).startswith("Look in the marked area")
    assert Mark.AREA in set(board.scene.marks.values())
    assert counsel.target_near(0, 0) is None
    assert Unranked.HINT in player.game.unranked
    assert "unranked: a hint" in " ".join(player.texts(player.root))
    player.press("i")
    marks = board.scene.marks
    proof, safe = ([cell for cell, mark in marks.items() if mark is wanted] for wanted in (Mark.PROOF, Mark.SAFE))
    assert proof
    assert board.scene.position.geometry.cell(*board.cursor) in safe
    assert counsel.target_near(*board.cursor) == board.cursor
    x, y = board.cursor
    assert board.code_at(x, y) == MARKED * Mark.SAFE + CLOSED
    assert player.game.layout is not None
    assert not any(player.game.layout.mined >> cell & 1 for cell in safe)
    player.press("space")
    assert not player.app.board.scene.marks
    assert counsel.words is None
    player.press("i", "i")
    player.until(lambda: counsel.target_near(0, 0) is not None)
    player.press("i")
    assert counsel.words is None


def risks(place: Path) -> None:
    """The risks of all closed cells, and of the one under the cursor, until they are asked away; unranked."""
    player = Player(place, Layout.of_mines(9, 9, [(0, 0), (8, 0), (0, 8), (8, 8), (4, 8), (2, 8)]))
    counsel, board = player.app._play.counsel, player.app.board
    player.open(4, 3)
    player.press("x")
    player.until(lambda: counsel.risks is not None)
    assert Unranked.LOOK in player.game.unranked
    codes = {board.code_at(*board.scene.position.geometry.xy(cell)) for cell in range(81)}
    assert any(code >= RISK for code in codes)
    board.point(0, 0)
    player.press("l", "h")
    assert sentence(player).startswith("here 100 %") or "elsewhere" in sentence(player)
    assert "risk in %" in player.texts(player.root)
    player.press("f")
    assert board.code_at(*board.cursor) == FLAGGED
    player.press("x")
    assert counsel.risks is None
    codes = {board.code_at(*board.scene.position.geometry.xy(cell)) for cell in range(81)}
    assert not any(code >= RISK for code in codes)


def dealing(place: Path) -> None:
    """A game whose layout comes while something lies over it waits for its player."""
    (place / "settings.toml").write_text('policy = "no-guess"\n')
    player = Player(place, None)
    player.press("space", "question")
    player.until(lambda: player.game.has_started)
    assert player.game.is_paused
    player.press("Escape")
    assert sentence(player).startswith("Paused")


def verdict(place: Path) -> None:
    """A loss is judged at once, and the verdict opens on the moments that decided the game, each to be looked at."""
    player = Player(place)
    counsel = player.app._play.counsel
    player.press("v")
    assert "The verdict comes at the end." in sentence(player)
    player.open(4, 0)
    player.open(4, 4)
    player.press("Escape")
    player.until(lambda: counsel.words is not None)
    assert sentence(player).startswith("Lost")
    assert "Avoidable" in sentence(player)
    assert Mark.WAS_SAFE in set(player.app.board.scene.marks.values())
    assert "was safe" in player.texts(player.root)
    player.press("v")
    player.until(lambda: "Moments" in player.texts())
    assert "lost here" in player.texts()
    assert any(text.startswith("Risks taken while a safe cell was there: 1.") for text in player.texts()[1].split("\n"))
    player.press("L", "L", "Return")
    shown = player.dialog
    assert isinstance(shown, MomentDialog)
    board = shown._stage.board
    assert Mark.CLICKED in set(board.scene.marks.values())
    assert any(text.endswith("It was a mine.") for text in player.texts())
    player.until(lambda: board.scene.risks is not None)
    player.press("Right", "Left", "Escape", "Escape")
    assert not player.dialogs
    # The same from the history.
    player.press("H", "v")
    player.until(lambda: "Moments" in player.texts())
    player.press("Escape", "Escape")
    # Left while it is judged, it is judged no further.
    player.press("v", "Escape")
    assert not player.app._play._asking.is_busy("verdict")


def nothing_is_left(place: Path) -> None:
    """The process that thinks ends with the window."""
    player = Player(place)
    player.open(4, 0)
    player.press("i")
    player.until(lambda: player.app._play.counsel.words is not None)
    background = player.app._play._asking._background
    assert background is not None
    pid = background.pid
    assert pid is not None
    player.app.leave()
    assert background.pid is None
    assert not Path(f"/proc/{pid}").exists()


def looks(place: Path) -> None:
    """Every theme at several zooms, and the window fits its board."""
    player = Player(place)
    player.open(4, 0)
    board = player.app.board
    usual, seen = board.side, set()
    for _ in PALETTES:
        player.press("T")
        seen.add(str(board.canvas.cget("background")))
        for keys, side in ((["plus"] * 3, usual + 9), (["minus"] * 5, usual - 6), (["Control-0"], usual)):
            player.press(*keys)
            player.root.update()
            assert board.side == side
            assert (board.canvas.winfo_width(), board.canvas.winfo_height()) == (9 * side, 9 * side)
            assert board.part_in_sight() is None
    assert seen == {palette.ground for palette in PALETTES.values()}
    for _ in range(30):
        player.press("plus")
    assert board.side == 64


def whole(place: Path) -> None:
    """An Expert board is seen whole on a small screen, in a game and in its playback; a larger one scrolls."""
    player = Player(place, Layout.of_mines(30, 16, [(0, 0)]))
    board = player.app.board
    assert board.part_in_sight() is None
    assert (board.canvas.winfo_width(), board.canvas.winfo_height()) == board.full_size
    side = board.side
    player.press("plus", "Control-0")
    assert board.side == side
    player.open(20, 10)
    assert player.game.position.outcome is Outcome.WON
    player.root.update()
    assert board.part_in_sight() is None
    player.press("H", "Return")
    player.root.update()
    assert isinstance(player.dialog, PlaybackDialog)
    assert player.dialog.board.part_in_sight() is None
    player.press("Escape", "Escape")
    player.app._put(lambda: player.table.start(Params(200, 200, 5000), Policy.OPENING))
    player.root.update()
    assert board.side >= 30
    assert board.part_in_sight() is not None
    assert player.root.winfo_width() <= player.root.winfo_screenwidth()


def a_signal(place: Path) -> None:
    """A signal that comes in the middle of a callback lets that come to its end before the window goes."""
    player = Player(place)
    player.open(4, 0)
    done = []

    def work() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        player.app._panes.describe()
        done.append(True)

    player.root.after(0, work)
    assert run(player.root, leave=player.app.leave) == 128 + signal.SIGTERM
    assert done


def main() -> None:
    """Plays the scene that is named."""
    name, place = sys.argv[1:]
    scenes: dict[str, Callable[[Path], None]] = {
        each.__name__: each
        for each in (
            statistics,
            nothing_yet,
            a_level_taken_back,
            help_tells_what_there_is,
            history,
            a_lost_log,
            settings,
            loss,
            a_lost_chord,
            looks,
            hints,
            risks,
            dealing,
            verdict,
            nothing_is_left,
            whole,
            a_signal,
        )
    }
    scenes[name](Path(place))
    sys.stdout.write("played\n")


if __name__ == "__main__":
    main()
