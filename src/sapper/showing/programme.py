"""Replays to be shown one after another, each read when its turn comes. It draws nothing and reads no keys."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sapper.errors import N_, NotationError, SapperError, plain, system_reason
from sapper.replay.boards import read_bytes
from sapper.replay.measure import official_time
from sapper.replay.player import play
from sapper.replay.reading import read_contents
from sapper.replay.record import Record, Result
from sapper.showing.film import Film, film_of_play

RESULT_WORDS = {Result.WON: N_("won"), Result.LOST: N_("lost"), Result.UNFINISHED: N_("unfinished")}
"""How a recorded game can end."""


class Shown(NamedTuple):
    """A film with what is told beside it.

    Args:
        film: the film.
        result: how the game ended, to be translated.
        name: what it is called; the empty string for a game of this program's own.
    """

    film: Film
    result: str
    name: str = ""


class Programme:
    """The replays of some files, in their order; those that cannot be shown are passed over.

    Attributes:
        faults: the files that could not be shown, and why.
    """

    def __init__(self, files: Sequence[Path], *, with_player: bool) -> None:
        """Reads nothing yet.

        Args:
            files: where the replays are.
            with_player: whether the players' names are told.
        """
        self.faults: dict[Path, SapperError] = {}
        self._files = list(files)
        self._with_player = with_player
        self._file = self._game = -1
        self._records: Sequence[Record] = ()

    @property
    def place(self) -> tuple[int, int]:
        """The number of the file that is shown, from 1, and how many there are."""
        return self._file + 1, len(self._files)

    @property
    def has_several(self) -> bool:
        """Whether there is more than one file or game."""
        return len(self._files) > 1 or len(self._records) > 1

    @property
    def has_more(self) -> bool:
        """Whether something comes after what is shown; it may turn out that none of it can be shown."""
        return self._file < len(self._files) - 1 or self._game < len(self._records) - 1

    def turn(self, *, back: bool = False) -> Shown | None:
        """The next game, or the one before; None where there is none that can be shown: what was shown stays then."""
        step = -1 if back else 1
        file, records, game = self._file, self._records, self._game + step
        while True:
            while 0 <= game < len(records):
                try:
                    shown = self._shown(self._files[file], records, game)
                except SapperError as error:
                    self.faults[self._files[file]] = error
                else:
                    self._file, self._game, self._records = file, game, records
                    return shown
                game += step
            file += step
            if not 0 <= file < len(self._files):
                return None
            records = self._read(self._files[file])
            game = len(records) - 1 if back else 0

    def _read(self, path: Path) -> Sequence[Record]:
        try:
            contents = read_contents(read_bytes(path), path.name)
            if contents.board is not None:
                raise NotationError(N_("it holds a board only, no game to watch"))
        except SapperError as error:
            self.faults[path] = error
            return ()
        except OSError as error:
            self.faults[path] = NotationError("{fault}", fault=system_reason(error))
            return ()
        return contents.records

    def _shown(self, path: Path, records: Sequence[Record], number: int) -> Shown:
        record = records[number]
        if not len(record.events):
            raise NotationError(N_("the replay has no events"))
        played = play(record)
        name = str(plain(path.name))
        if len(records) > 1:
            name += f" {number + 1}/{len(records)}"
        if self._with_player and record.source.player:
            name += f" ({record.source.player})"
        return Shown(film_of_play(played, time_ms=official_time(played)), RESULT_WORDS[played.result], name)
