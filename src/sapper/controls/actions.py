"""The one registry of what a player can ask for; keys, footer, help, command palette and docs are all read from it.

It says what an action is called and where it applies, never how it is carried out.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from sapper.errors import N_


class Context(StrEnum):
    """Where keys are pressed; within one context a key has one meaning."""

    BOARD = "board"
    """A game is on the screen."""
    WINDOW = "window"
    """A game is in a window of its own, where menus take the place of the command palette."""
    PLAYBACK = "playback"
    """A recorded game is on the screen."""
    VERDICT = "verdict"
    """A moment of a game that was judged is on the screen."""
    HISTORY = "history"
    """The games of the past are listed."""
    STATISTICS = "statistics"
    """What the games of the past add up to is told."""
    PAGE = "page"
    """A screen that is read or filled in."""


class Group(StrEnum):
    """The headings of the help screen, in its order."""

    MOVE = N_("Move")
    PLAY = N_("On the board")
    GAME = N_("Game")
    PLAYBACK = N_("Playback")
    SCREENS = N_("Screens")
    PROGRAM = N_("Program")


class Name(StrEnum):
    """The name of every action, as the `[keys]` table of the settings file spells it."""

    LEFT = "left"
    DOWN = "down"
    UP = "up"
    RIGHT = "right"
    ROW_START = "row-start"
    ROW_END = "row-end"
    BOARD_START = "board-start"
    BOARD_END = "board-end"
    PAGE_UP = "page-up"
    PAGE_DOWN = "page-down"
    NEXT_CLOSED = "next-closed"
    PREVIOUS_CLOSED = "previous-closed"
    OPEN = "open"
    FLAG = "flag"
    CHORD = "chord"
    UNDO = "undo"
    FLAG_MODE = "flag-mode"
    HINT = "hint"
    RISKS = "risks"
    NO_HELP = "no-help"
    NEW = "new"
    AGAIN = "again"
    CHOOSE = "choose"
    PAUSE = "pause"
    VERDICT = "verdict"
    PLAY = "play"
    STEP = "step"
    STEP_BACK = "step-back"
    FASTER = "faster"
    SLOWER = "slower"
    SEEK_FORWARD = "seek-forward"
    SEEK_BACK = "seek-back"
    SEEK_START = "seek-start"
    SEEK_END = "seek-end"
    NEXT_FILM = "next-recording"
    PREVIOUS_FILM = "previous-recording"
    FILM_RISKS = "recording-risks"
    DAILY = "daily"
    STATISTICS = "statistics"
    HISTORY = "history"
    SETTINGS = "settings"
    HELP = "help"
    COMMANDS = "commands"
    MOUSE = "mouse"
    ZOOM_IN = "zoom-in"
    ZOOM_OUT = "zoom-out"
    ZOOM_RESET = "zoom-reset"
    LANGUAGE = "language"
    THEME = "theme"
    SUSPEND = "suspend"
    BACK = "back"
    QUIT = "quit"
    LEAVE = "leave"


class Action(NamedTuple):
    """One thing a player can ask for.

    Args:
        name: its name in settings and code.
        label: a word or two for the footer and the command palette.
        help: what it does, for the help screen.
        keys: the default keys, the best one first.
        contexts: where it applies.
        group: its heading in the help screen.
    """

    name: Name
    label: str
    help: str
    keys: tuple[str, ...]
    contexts: frozenset[Context]
    group: Group


_SCREEN = frozenset({Context.BOARD})
_BOARD = frozenset({Context.BOARD, Context.WINDOW})
_WINDOW = frozenset({Context.WINDOW})
_PLAYBACK = frozenset({Context.PLAYBACK})
_AWAY = frozenset({Context.PLAYBACK, Context.VERDICT, Context.HISTORY, Context.STATISTICS, Context.PAGE})
_STEPS = frozenset({Context.PLAYBACK, Context.VERDICT})
_ANYWHERE = frozenset(Context)
_TERMINAL = _ANYWHERE - _WINDOW


def _row(
    name: Name, label: str, text: str, *keys: str, group: Group, contexts: frozenset[Context] = _BOARD
) -> tuple[Name, Action]:
    return name, Action(name, label, text, keys, contexts, group)


ACTIONS: dict[Name, Action] = dict(
    (
        _row(Name.LEFT, N_("Left"), N_("one cell to the left"), "left", "h", "a", group=Group.MOVE),
        _row(Name.DOWN, N_("Down"), N_("one cell down"), "down", "j", "s", group=Group.MOVE),
        _row(Name.UP, N_("Up"), N_("one cell up"), "up", "k", "w", group=Group.MOVE),
        _row(Name.RIGHT, N_("Right"), N_("one cell to the right"), "right", "l", "d", group=Group.MOVE),
        _row(Name.ROW_START, N_("Row start"), N_("first cell of the row"), "home", "0", "^", group=Group.MOVE),
        _row(Name.ROW_END, N_("Row end"), N_("last cell of the row"), "end", "$", group=Group.MOVE),
        _row(Name.BOARD_START, N_("First row"), N_("first row; 12g: row 12"), "g", "ctrl+home", group=Group.MOVE),
        _row(Name.BOARD_END, N_("Last row"), N_("last row; 12G: row 12"), "G", "ctrl+end", group=Group.MOVE),
        _row(Name.PAGE_UP, N_("Page up"), N_("a screenful up"), "pageup", "ctrl+b", group=Group.MOVE),
        _row(Name.PAGE_DOWN, N_("Page down"), N_("a screenful down"), "pagedown", "ctrl+f", group=Group.MOVE),
        _row(Name.NEXT_CLOSED, N_("Next closed"), N_("next closed cell"), "tab", ".", group=Group.MOVE),
        _row(
            Name.PREVIOUS_CLOSED, N_("Previous closed"), N_("previous closed cell"), "shift+tab", ",", group=Group.MOVE
        ),
        _row(Name.OPEN, N_("Open"), N_("open; on a number, chord"), "space", "enter", group=Group.PLAY),
        _row(Name.FLAG, N_("Flag"), N_("flag, or take it away"), "f", group=Group.PLAY),
        _row(Name.CHORD, N_("Chord"), N_("open around a number"), "c", group=Group.PLAY),
        _row(Name.UNDO, N_("Undo"), N_("take back; unranked"), "u", group=Group.PLAY),
        _row(Name.FLAG_MODE, N_("Flag mode"), N_("left click opens or flags"), "m", group=Group.PLAY),
        _row(Name.HINT, N_("Hint"), N_("hint, then why; unranked"), "i", group=Group.PLAY),
        _row(Name.RISKS, N_("Risks"), N_("risks in %; unranked"), "x", "%", group=Group.PLAY),
        _row(Name.NO_HELP, N_("No help"), N_("end help, or the wait for it"), "escape", group=Group.PLAY),
        _row(Name.NEW, N_("New game"), N_("new game, same kind"), "r", "f2", group=Group.GAME),
        _row(Name.AGAIN, N_("Same board"), N_("same board again; unranked"), "b", group=Group.GAME),
        _row(Name.CHOOSE, N_("Levels"), N_("level, size, first click"), "n", group=Group.GAME),
        _row(Name.PAUSE, N_("Pause"), N_("pause, board hidden"), "p", group=Group.GAME),
        _row(
            Name.VERDICT,
            N_("Verdict"),
            N_("verdict on a finished game"),
            "v",
            group=Group.GAME,
            contexts=_BOARD | {Context.HISTORY},
        ),
        _row(
            Name.PLAY,
            N_("Play"),
            N_("play or pause the recording"),
            "space",
            "p",
            group=Group.PLAYBACK,
            contexts=_PLAYBACK,
        ),
        _row(Name.STEP, N_("Step"), N_("one move forward"), "right", "l", group=Group.PLAYBACK, contexts=_STEPS),
        _row(Name.STEP_BACK, N_("Step back"), N_("one move back"), "left", "h", group=Group.PLAYBACK, contexts=_STEPS),
        _row(Name.FASTER, N_("Faster"), N_("twice as fast"), "up", "k", "+", group=Group.PLAYBACK, contexts=_PLAYBACK),
        _row(Name.SLOWER, N_("Slower"), N_("half as fast"), "down", "j", "-", group=Group.PLAYBACK, contexts=_PLAYBACK),
        _row(
            Name.SEEK_FORWARD,
            N_("Forward"),
            N_("a tenth of the game forward"),
            "]",
            "pagedown",
            group=Group.PLAYBACK,
            contexts=_PLAYBACK,
        ),
        _row(
            Name.SEEK_BACK,
            N_("Rewind"),
            N_("a tenth of the game back"),
            "[",
            "pageup",
            group=Group.PLAYBACK,
            contexts=_PLAYBACK,
        ),
        _row(
            Name.SEEK_START, N_("To start"), N_("to the start"), "home", "g", group=Group.PLAYBACK, contexts=_PLAYBACK
        ),
        _row(Name.SEEK_END, N_("End"), N_("to the end"), "end", "G", group=Group.PLAYBACK, contexts=_PLAYBACK),
        _row(Name.NEXT_FILM, N_("Next"), N_("the next recording"), "n", group=Group.PLAYBACK, contexts=_PLAYBACK),
        _row(
            Name.PREVIOUS_FILM,
            N_("Previous"),
            N_("the recording before"),
            "N",
            group=Group.PLAYBACK,
            contexts=_PLAYBACK,
        ),
        _row(
            Name.FILM_RISKS,
            N_("Risks"),
            N_("how likely each cell was a mine"),
            "x",
            "%",
            group=Group.PLAYBACK,
            contexts=_PLAYBACK,
        ),
        _row(Name.DAILY, N_("Daily board"), N_("the board of the day"), "y", group=Group.SCREENS),
        _row(Name.STATISTICS, N_("Statistics"), N_("your results"), "t", group=Group.SCREENS),
        _row(
            Name.HISTORY,
            N_("History"),
            N_("your games, to watch"),
            "H",
            group=Group.SCREENS,
            contexts=_BOARD | {Context.STATISTICS},
        ),
        _row(Name.SETTINGS, N_("Settings"), N_("looks, language, mouse"), "o", group=Group.SCREENS),
        _row(Name.HELP, N_("Help"), N_("all keys"), "?", "f1", group=Group.SCREENS, contexts=_ANYWHERE),
        _row(Name.COMMANDS, N_("Commands"), N_("find a command"), ":", "ctrl+p", group=Group.SCREENS, contexts=_SCREEN),
        _row(Name.MOUSE, N_("Mouse"), N_("mouse, or text selection"), "M", group=Group.PROGRAM, contexts=_TERMINAL),
        _row(Name.ZOOM_IN, N_("Zoom in"), N_("larger cells"), "+", "=", group=Group.PROGRAM, contexts=_WINDOW),
        _row(Name.ZOOM_OUT, N_("Zoom out"), N_("smaller cells"), "-", group=Group.PROGRAM, contexts=_WINDOW),
        _row(
            Name.ZOOM_RESET,
            N_("Usual size"),
            N_("cells of the usual size"),
            "ctrl+0",
            group=Group.PROGRAM,
            contexts=_WINDOW,
        ),
        _row(Name.LANGUAGE, N_("Language"), N_("English or Chinese"), "L", group=Group.PROGRAM, contexts=_ANYWHERE),
        _row(Name.THEME, N_("Theme"), N_("the next theme"), "T", group=Group.PROGRAM, contexts=_ANYWHERE),
        _row(
            Name.SUSPEND,
            N_("Suspend"),
            N_("to the shell; fg returns"),
            "ctrl+z",
            group=Group.PROGRAM,
            contexts=_TERMINAL,
        ),
        _row(Name.BACK, N_("Back"), N_("back"), "escape", "q", group=Group.PROGRAM, contexts=_AWAY),
        _row(Name.QUIT, N_("Quit"), N_("save and quit"), "q", group=Group.PROGRAM),
        _row(Name.LEAVE, N_("Leave"), N_("save and quit, anywhere"), "ctrl+q", group=Group.PROGRAM, contexts=_ANYWHERE),
    )
)
"""Every action, in the order in which help lists them."""


NEEDS_A_SHELL = frozenset({Name.SUSPEND})
"""What is not offered where the game is played in a browser."""

NOT_IN_A_WINDOW = frozenset(
    {Name.COMMANDS, Name.MOUSE, Name.SUSPEND, Name.NEXT_FILM, Name.PREVIOUS_FILM, Name.FILM_RISKS}
)
"""What is not offered in a window of its own: what is a terminal's, and what playback there does not do."""


def actions_in(context: Context) -> list[Action]:
    """The actions of a context, in the registry's order."""
    return [action for action in ACTIONS.values() if context in action.contexts]
