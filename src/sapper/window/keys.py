"""Keys as tkinter reports them, named as the registry of actions names them. Knows no actions."""

from __future__ import annotations

import sys
import tkinter as tk
from typing import Any

_NAMES = {
    "Left": "left",
    "Right": "right",
    "Up": "up",
    "Down": "down",
    "space": "space",
    "Return": "enter",
    "Escape": "escape",
    "Tab": "tab",
    "ISO_Left_Tab": "shift+tab",
    "Home": "home",
    "End": "end",
    "Prior": "pageup",
    "Next": "pagedown",
    "BackSpace": "backspace",
    "Delete": "delete",
    "Insert": "insert",
}
_SHIFT, _CONTROL = 0x1, 0x4
_ALT = 0x20000 if sys.platform == "win32" else 0x8


def key_name(keysym: str, char: str, state: int) -> str:
    """The name of a key, or the empty string for one that the game has no name for.

    Args:
        keysym: what the key is called.
        char: what it types, if anything.
        state: the modifiers that are held, as bits.
    """
    keysym = keysym.removeprefix("KP_")
    name = _NAMES.get(keysym, "")
    if not name and keysym[:1] == "F" and keysym[1:].isdecimal():
        name = keysym.lower()
    if state & (_CONTROL | _ALT):
        base = name or (keysym.lower() if len(keysym) == 1 else "")
        return f"{'ctrl' if state & _CONTROL else 'alt'}+{base}" if base else ""
    if name:
        return f"shift+{name}" if state & _SHIFT and not name.startswith("shift+") else name
    return char if len(char) == 1 and char.isprintable() else ""


def pressed(event: tk.Event[Any]) -> str:
    """The name of the key that an event tells of, or the empty string."""
    return key_name(event.keysym, event.char, event.state if isinstance(event.state, int) else 0)
