"""Writes the player's own games as replays, a file for each. Knows the formats by name only."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.cli.files import FileThereError, make_folder, new_file
from sapper.cli.numbers import written_games
from sapper.cli.speech import complain, say, translator
from sapper.core.layout import Layout
from sapper.core.params import level_name
from sapper.errors import N_, FileError, NotationError, SapperError
from sapper.replay.measure import measure
from sapper.replay.own import record_of_moves
from sapper.replay.player import play
from sapper.replay.writing import REPLAYS, write_replay
from sapper.session import parse_entry
from sapper.showing.thinking import line_of_play

if TYPE_CHECKING:
    from sapper.store import GameRecord, Played, Store


def write_replays(store: Store, format: str, folder: Path, *, overwrite: bool) -> int:
    """Writes every game that has its moves into a folder; returns the exit status.

    Args:
        store: where the games are.
        format: one of `REPLAYS`.
        folder: made if it is not there.
        overwrite: whether to write those again that are there.

    Raises:
        NotationError: the folder is a file.
        FileError: a file cannot be written.
        OSError: the folder cannot be made.
    """
    make_folder(folder)
    written = there = failed = 0
    for name, data in _replays(store, format):
        if isinstance(data, SapperError):
            failed += 1
            complain(FileError(name, data))
            continue
        path = folder / name
        try:
            with new_file(path, overwrite=overwrite) as file:
                file.write(data)
        except FileThereError:
            there += 1
        else:
            written += 1
    say(written_games(translator(), written, folder, there=there))
    return 1 if failed else 0


def _replays(store: Store, format: str) -> Iterator[tuple[str, bytes | SapperError]]:
    for record, played in store.everything():
        started = datetime.fromtimestamp(record.setup.started / 1000, UTC)
        parts = f"{started:%Y%m%d-%H%M%S}", level_name(record.setup.params), record.result, record.setup.uuid[:8]
        name = "-".join(parts) + REPLAYS[format]
        try:
            yield name, _replay(record, played, format)
        except SapperError as error:
            yield name, error
        except ValueError:
            yield name, NotationError(N_("its moves do not fit its board"))


def _replay(record: GameRecord, played: Played, format: str) -> bytes:
    """The replay of a game: the moves that led to its end, with their times; what was taken back is left out."""
    from sapper.profile.records import fresh
    from sapper.store import RunningGame

    if not played.log:
        raise NotationError(N_("its moves are not there any more"))
    setup = record.setup
    layout = Layout(setup.params, played.mined)
    running = RunningGame(setup, record.first, played.mined, record.unranked, record.time_ms, ())
    game = fresh(running, clock=lambda: 0, dealer=lambda _: layout)
    moves = line_of_play(layout, [parse_entry(entry) for entry in played.log], game.switches)
    shown = play(record_of_moves(layout, moves, started_us=setup.started * 1000))
    return write_replay(shown, measure(shown), format)
