"""`sapper replay convert`: writes replays and boards in other formats, a file for each; overwrites none unless told."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sapper.cli.arguments import nonempty
from sapper.cli.files import STANDARD_OUTPUT, FileThereError, add_overwrite, make_folder, new_file
from sapper.cli.replay_files import (
    Found,
    add_files,
    complain,
    find_files,
    load,
    nothing_found,
    printable_lines,
    shown,
    with_progress,
)
from sapper.cli.sources import STANDARD_INPUT
from sapper.cli.speech import complain as tell
from sapper.cli.speech import warn
from sapper.errors import N_, FileError, NotationError, SapperError
from sapper.replay.reading import Contents
from sapper.replay.writing import ENDINGS, REPLAYS, write_board, write_replay


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the action's arguments."""
    add_files(parser)
    parser.add_argument("--to", required=True, choices=list(ENDINGS), metavar="FORMAT", help=N_("one of %(choices)s"))
    parser.add_argument(
        "--output", type=nonempty, metavar="DIR", help=N_("where to write; beside each file by default, - for stdout")
    )
    add_overwrite(parser)
    parser.add_argument(
        "--with-player", action="store_true", help=N_("keep the players' names, which are left out otherwise")
    )


def run(arguments: argparse.Namespace) -> int:
    """Reads and writes; returns the exit status."""
    files = find_files(arguments.files)
    writer = _Writer(arguments.to, arguments.output, overwrite=arguments.overwrite)
    failed, named = False, False
    for file in with_progress(files):
        try:
            contents = load(file.path)
            for stem, data in _converted(file, contents, arguments.to, with_player=arguments.with_player):
                writer.write(file, stem, data)
            named |= any(record.source.player for record in contents.records)
        except (FileError, FileThereError) as error:  # of the new file
            failed = True
            tell(error)
        except SapperError as error:
            failed = True
            complain(file.path, error)
        except OSError as error:
            if error.filename is None:  # standard output takes no more
                raise
            failed = True
            tell(FileError(error.filename, error))
    if named and arguments.to in REPLAYS and not arguments.with_player:
        warn(N_("players' names were left out; --with-player keeps them"))
    if not files:
        nothing_found(arguments.files)
    return 1 if failed or not files else 0


def _converted(file: Found, contents: Contents, to: str, *, with_player: bool) -> list[tuple[str, bytes]]:
    """The stem of each new file, and what goes into it."""
    from sapper.replay.measure import measure
    from sapper.replay.player import play

    stem = file.path.stem.removesuffix(".rawvf")
    if contents.board is not None:
        if to in REPLAYS:
            raise NotationError(N_("it holds a board only, no game that could become a replay"))
        return [(stem, write_board(contents.board, to))]
    converted = []
    for number, record in enumerate(contents.records, start=1):
        played = play(record)
        if to in REPLAYS:
            data = write_replay(played, measure(played), to, player=record.source.player if with_player else "")
        else:
            data = write_board(record.layout, to, play=played)
        converted.append((stem if len(contents.records) == 1 else f"{stem}-{number}", data))
    return converted


class _Writer:
    """Writes the new files, none over another of this run, and over older ones only where that is allowed."""

    def __init__(self, to: str, output: str | None, *, overwrite: bool) -> None:
        self._ending = ENDINGS[to]
        self._output = output
        self._overwrite = overwrite
        self._written: set[Path] = set()

    def write(self, file: Found, stem: str, data: bytes) -> None:
        """Writes one file, and its name to stdout; or only its content there.

        Raises:
            FileThereError: a file of this name is there already.
            NotationError: this run wrote it.
            FileError: it cannot be written.
            OSError: its folder cannot be made.
        """
        if self._output == STANDARD_OUTPUT:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            return
        if str(file.path) == STANDARD_INPUT:
            raise NotationError(N_("what comes from standard input has no name for a new file: use --output -"))
        folder = file.path.parent if self._output is None else Path(self._output, file.folder)
        make_folder(folder)
        path = folder / f"{stem}{self._ending}"
        if path in self._written:
            raise NotationError(N_("{name} was written for another file already"), name=shown(path))
        with new_file(path, overwrite=self._overwrite) as new:
            new.write(data)
        self._written.add(path)
        printable_lines([shown(path)])
