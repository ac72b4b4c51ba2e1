"""The position of one of the player's own games at a move, for `sapper solve --game`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sapper.cli.solve import chosen_position
from sapper.core.params import shorten
from sapper.errors import N_, NotationError, UsageError

if TYPE_CHECKING:
    from sapper.core.view import View
    from sapper.store import RunningGame, Store


def saved_view(name: str, *, at: int | None) -> View:
    """What the player saw of a game that is kept.

    Args:
        name: 1 for the newest game that is over, 2 for the one before it; 0 for the one that waits; or a uuid.
        at: after so many moves that changed something; by default the last position that is not lost or won.

    Raises:
        UsageError: the game has fewer moves.
        NotationError: there is no such game.
    """
    from sapper.core.position import Position
    from sapper.core.view import view
    from sapper.profile.records import rebuilt
    from sapper.showing.film import film_of_game
    from sapper.store import open_store

    with open_store(read_only=True) as store:
        saved = _find(store, name)
    if saved is None:
        raise NotationError(N_("there is no game {name} among yours"), name=repr(name))
    game = rebuilt(saved, clock=lambda: 0)
    positions = [Position(game.params)]
    if game.layout is not None:
        film = film_of_game(game, game.log)
        for stop in range(len(film.stops)):
            after = film.position(stop)
            if after is not positions[-1]:
                positions.append(after)
    if at is None:
        at = len(positions) - 1
        while positions[at].is_over:
            at -= 1
    return view(chosen_position(positions, at), game.layout)


def _find(store: Store, name: str) -> RunningGame | None:
    """The game of a name, as if it were still running."""
    from sapper.store import RunningGame

    waiting = store.waiting()
    if name == "0":
        return waiting[0] if waiting else None
    if re.fullmatch("[0-9]{1,9}", name, re.ASCII):
        found = store.newest(limit=1, offset=int(name) - 1)
        record = found[0] if found else None
    elif re.fullmatch("[0-9a-f]{32}", name, re.ASCII):
        for running in waiting:
            if running.setup.uuid == name:
                return running
        record = store.find(name)
    else:
        raise UsageError(
            N_("--game is a number from 0 or a uuid of 32 hexadecimal digits, not {found}"), found=repr(shorten(name))
        )
    played = None if record is None else store.played(record.setup.uuid)
    if record is None or played is None:
        return None
    return RunningGame(record.setup, record.first, played.mined, record.unranked, record.time_ms, tuple(played.log))
