"""The texts of help, made from the registry and the keys as they are bound. It lays nothing out."""

from __future__ import annotations

from typing import NamedTuple

from sapper.controls.actions import ACTIONS, Context, Group, Name, actions_in
from sapper.controls.keys import Keymap, shown
from sapper.errors import N_


class Row(NamedTuple):
    """A line of help.

    Args:
        keys: how it is done: keys as they are printed, or a gesture; each to be translated by itself.
        text: what it does, to be translated.
    """

    keys: tuple[str, ...]
    text: str


class Section(NamedTuple):
    """A heading, to be translated, and its rows."""

    title: str
    rows: tuple[Row, ...]


_TOGETHER = {
    Name.LEFT: (
        (Name.LEFT, Name.DOWN, Name.UP, Name.RIGHT),
        N_("one cell (5l: five)"),
    ),
    Name.ROW_START: ((Name.ROW_START, Name.ROW_END), N_("ends of the row")),
    Name.BOARD_START: (
        (Name.BOARD_START, Name.BOARD_END),
        N_("first, last row"),
    ),
    Name.PAGE_UP: ((Name.PAGE_UP, Name.PAGE_DOWN), N_("a screenful up, down")),
    Name.NEXT_CLOSED: (
        (Name.NEXT_CLOSED, Name.PREVIOUS_CLOSED),
        N_("next, previous closed"),
    ),
    Name.STEP_BACK: ((Name.STEP_BACK, Name.STEP), N_("one move back, forward")),
    Name.FASTER: ((Name.FASTER, Name.SLOWER), N_("twice, half as fast")),
    Name.SEEK_BACK: ((Name.SEEK_BACK, Name.SEEK_FORWARD), N_("a tenth back, forward")),
    Name.SEEK_START: ((Name.SEEK_START, Name.SEEK_END), N_("to the start, to the end")),
}
"""Actions that are told in one row, under the one that stands first."""

MOUSE = Section(
    N_("Mouse"),
    (
        Row((N_("left"),), N_("open, on release")),
        Row((N_("right"),), N_("flag")),
        Row((N_("left on number"),), N_("chord")),
        Row((N_("both, middle"),), N_("chord")),
        Row((N_("wheel, drag"),), N_("scroll")),
    ),
)
"""What the mouse does on a board."""

FIRST = (
    Name.LEFT,
    Name.OPEN,
    Name.FLAG,
    Name.CHORD,
    Name.UNDO,
    Name.PAUSE,
    Name.NEW,
    Name.CHOOSE,
    Name.HELP,
    Name.QUIT,
)
"""What a player who sees the game for the first time is told."""


def sections(keymap: Keymap, context: Context) -> list[Section]:
    """The help of a context, with the keys as they are bound; actions without a key are left out."""
    told = [action.name for action in actions_in(context)]
    found = []
    for group in Group:
        rows = [row for name in told if ACTIONS[name].group is group and (row := _row(keymap, name)) is not None]
        if rows:
            found.append(Section(group, tuple(rows)))
    if context in (Context.BOARD, Context.WINDOW):
        found.append(MOUSE)
    return found


def first_section(keymap: Keymap) -> Section:
    """The few keys to begin with."""
    rows = (_row(keymap, name) for name in FIRST)
    return Section(N_("Keys"), tuple(row for row in rows if row is not None))


def _row(keymap: Keymap, name: Name) -> Row | None:
    names, text = _TOGETHER.get(name, ((name,), ACTIONS[name].help))
    if len(names) == 1:
        if any(name in others for others, _ in _TOGETHER.values() if others[0] is not name):
            return None
        keys = keymap.keys[name]
    else:
        # As many rounds of keys as all of them have: all arrows, then all letters.
        bound = [keymap.keys[each] for each in names]
        rounds = min(map(len, bound))
        keys = tuple(key for turn in range(min(rounds, 1)) for key in (each[turn] for each in bound))
        keys += tuple("".join(each[turn] for each in bound) for turn in range(1, rounds) if _letters(bound, turn))
    return (
        Row(
            tuple(shown(key) if len(key) == 1 or key.isascii() else key for key in keys),
            text,
        )
        if keys
        else None
    )


def _letters(bound: list[tuple[str, ...]], turn: int) -> bool:
    return all(len(each[turn]) == 1 for each in bound)


def key_table(keymap: Keymap) -> str:
    """All keys as Markdown, for the documentation: a table a heading, with the actions' names for the settings file."""
    lines: list[str] = []
    for group in Group:
        rows = [action for action in ACTIONS.values() if action.group is group]
        lines += [f"### {group.value}", "", "| keys | what they do | name |", "| --- | --- | --- |"]
        for action in rows:
            keys = " ".join(f"`{shown(key)}`" for key in keymap.keys[action.name])
            lines.append(f"| {keys} | {action.help} | `{action.name}` |")
        lines.append("")
    return "\n".join(lines)
