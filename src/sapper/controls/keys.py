"""Which key means which action: the defaults, the player's own, and what is wrong with those.

A key is written as its character (`f`, `?`, `G`) or as a name (`left`, `space`, `f2`), with `ctrl+`, `alt+` or `shift+`
before a name. It knows the names, not the terminals or windows that report them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from sapper.controls.actions import ACTIONS, Action, Context, Name
from sapper.errors import N_, Reason

_MODIFIED = re.compile(r"((?:ctrl\+|alt\+|shift\+)+)(.+)", re.DOTALL)

_SHOWN = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "space": N_("Space"),
    "enter": N_("Enter"),
    "escape": N_("Esc"),
    "tab": "Tab",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "backspace": "Backspace",
    "delete": "Del",
    "insert": "Ins",
}
_NAMED = frozenset(_SHOWN) | {f"f{number}" for number in range(1, 25)}


def is_key(text: str) -> bool:
    """Whether the text names a key that can be bound; digits 1 to 9 are kept for counts."""
    modified = _MODIFIED.fullmatch(text)
    if modified is not None:
        base = modified[2]
        return base in _NAMED or (len(base) == 1 and base.isprintable() and not base.isspace())
    if len(text) == 1:
        return text.isprintable() and not text.isspace() and text not in "123456789"
    return text in _NAMED


def shown(key: str) -> str:
    """A key as it is printed for a reader; its words are still to be translated."""
    modified = _MODIFIED.fullmatch(key)
    if modified is None:
        return _SHOWN.get(key, key.upper() if key in _NAMED else key)
    before = "".join(f"{part.capitalize()}+" for part in modified[1].split("+") if part)
    base = modified[2]
    return before + (base.upper() if len(base) == 1 else _SHOWN.get(base, base.upper()))


class Keymap:
    """What every key means.

    Attributes:
        keys: each action's keys, the best one first.
        faults: what could not be taken from the player's own table, to be told.
    """

    def __init__(self, keys: Mapping[Name, tuple[str, ...]], faults: tuple[Reason, ...] = ()) -> None:
        self.keys = keys
        self.faults = faults
        self._meanings: dict[tuple[Context, str], Name] = {}
        for name, bound in keys.items():
            for context in ACTIONS[name].contexts:
                for key in bound:
                    self._meanings.setdefault((context, key), name)

    def without(self, names: Collection[Name]) -> Keymap:
        """The same without keys for some actions, which no help tells of then."""
        return Keymap({name: () if name in names else keys for name, keys in self.keys.items()}, self.faults)

    def action(self, context: Context, key: str) -> Action | None:
        """What a key means in a context, if anything."""
        name = self._meanings.get((context, key))
        return None if name is None else ACTIONS[name]

    def best(self, name: Name) -> str:
        """The key to show for an action, or the empty string when it has none."""
        keys = self.keys[name]
        return keys[0] if keys else ""


def default_keymap() -> Keymap:
    """The keys of a player who has set none."""
    return Keymap({name: action.keys for name, action in ACTIONS.items()})


def read_keymap(table: Mapping[str, object]) -> Keymap:
    """The keys with a player's own table laid over them; what is wrong in it is left out and named in `faults`.

    A key that the player gives to an action is taken away from actions that had it by default. Two actions that the
    player gives the same key where both apply are a conflict: the first keeps it.

    Args:
        table: for an action's name a key or a list of keys; an empty list leaves the action without keys.
    """
    faults: list[Reason] = []
    own: dict[Name, tuple[str, ...]] = {}
    for word, value in table.items():
        name = next((name for name in Name if name == word), None)
        if name is None:
            faults.append(Reason(N_("keys: no action is called {name}"), {"name": repr(word[:40])}))
            continue
        keys = _read_keys(name, value, faults)
        if keys is not None:
            own[name] = keys
    return Keymap(_settle(own, faults), tuple(faults))


def _read_keys(name: Name, value: object, faults: list[Reason]) -> tuple[str, ...] | None:
    values: Iterable[object] = value if isinstance(value, list) else [value]
    keys: list[str] = []
    for key in values:
        if isinstance(key, str) and is_key(key):
            keys.append(key)
        else:
            reason = N_("keys: {name} cannot be bound to {key}; write a character, or a name such as left or ctrl+f")
            faults.append(Reason(reason, {"name": name, "key": repr(key)[:40]}))
            return None
    return tuple(dict.fromkeys(keys))


def _settle(own: Mapping[Name, tuple[str, ...]], faults: list[Reason]) -> dict[Name, tuple[str, ...]]:
    holders: dict[tuple[Context, str], Name] = {}
    settled: dict[Name, tuple[str, ...]] = {}
    for name, keys in own.items():
        kept: list[str] = []
        for key in keys:
            rival = _holder(holders, name, key)
            if rival is None:
                kept.append(key)
                holders.update(((context, key), name) for context in ACTIONS[name].contexts)
            else:
                reason = N_("keys: {key} is given to both {first} and {second}; {first} keeps it")
                faults.append(Reason(reason, {"key": key, "first": rival, "second": name}))
        settled[name] = tuple(kept)
    for name, action in ACTIONS.items():
        if name not in own:
            settled[name] = tuple(key for key in action.keys if _holder(holders, name, key) is None)
            if action.keys and not settled[name]:
                taken = ", ".join(f"{key} ({_holder(holders, name, key)})" for key in action.keys)
                faults.append(
                    Reason(
                        N_("keys: {name} has no key left; taken: {taken}"),
                        {"name": name, "taken": taken},
                    )
                )
    return {name: settled[name] for name in ACTIONS}


def _holder(holders: Mapping[tuple[Context, str], Name], name: Name, key: str) -> Name | None:
    return next(
        (holders[context, key] for context in ACTIONS[name].contexts if (context, key) in holders),
        None,
    )
