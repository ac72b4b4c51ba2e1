"""Players by name: those that come with sapper, and those of installed packages (entry points `sapper.players`)."""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from sapper.core.params import shorten
from sapper.errors import N_, brief
from sapper.players.player import Factory, NoSuchPlayerError, PlayerError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP = "sapper.players"
"""The entry points of packages that bring players: a name, and a `Factory` such as a class."""

BUILT_IN = {
    "random": "simple:Random",
    "logic": "simple:Logic",
    "lowest-risk": "simple:LowestRisk",
    "careful": "careful:Careful",
    "best": "best:Best",
}
"""The players that come with sapper, weakest first: a module of this package and its factory."""


def names() -> list[str]:
    """The names of all players there are, sapper's own first."""
    return [*BUILT_IN, *sorted({entry.name for entry in _entries()} - BUILT_IN.keys())]


@lru_cache(maxsize=32)
def find(name: str) -> Factory:
    """The factory of a player.

    Raises:
        NoSuchPlayerError: no player has this name.
        PlayerError: its package cannot be loaded.
    """
    if name in BUILT_IN:
        module, _, factory = BUILT_IN[name].partition(":")
        made: Factory = getattr(importlib.import_module(f"sapper.players.{module}"), factory)
        return made
    found = _entries().select(name=name)
    if not found:
        template = N_("no player is called {name}; there are {names}")
        raise NoSuchPlayerError(template, name=shorten(name), names=", ".join(names()))
    entry = next(iter(found))
    try:
        loaded: object = entry.load()
    except Exception as error:  # whatever a foreign package does when it is imported
        template = N_("the player {name} ({place}) cannot be loaded: {fault}")
        raise PlayerError(template, name=name, place=entry.value, fault=brief(error)) from error
    if not callable(loaded):
        template = N_("the player {name} ({place}) is not a function or class that makes players")
        raise PlayerError(template, name=name, place=entry.value)
    return cast("Factory", loaded)


def _entries() -> EntryPoints:
    from importlib.metadata import entry_points  # takes longer than the rest of this package

    return entry_points(group=GROUP)
