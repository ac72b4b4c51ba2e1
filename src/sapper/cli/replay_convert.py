"""`sapper replay convert`: writes replays and boards in other formats, a file for each; overwrites none unless told."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from sapper.cli.replay_files import (
    Found,
    complain,
    find_files,
    load,
    make_folder,
    nothing_found,
    printable_lines,
    shown,
    with_progress,
)
from sapper.cli.speech import warn
from sapper.errors import N_, NotationError, SapperError, system_reason
from sapper.replay.reading import Contents
from sapper.replay.writing import ENDINGS, REPLAYS, write_board, write_replay


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the action's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=N_("a replay or board, or a folder of them"))
    parser.add_argument("--to", required=True, choices=list(ENDINGS), metavar="FORMAT", help=N_("one of %(choices)s"))
    parser.add_argument("--output", metavar="DIR", help=N_("where to write; beside each file by default, - for stdout"))
    parser.add_argument("--overwrite", action="store_true", help=N_("replace files that are there already"))
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
        except SapperError as error:
            failed = True
            complain(file.path, error)
        except OSError as error:
            failed = True
            complain(error.filename or file.path, NotationError("{fault}", fault=system_reason(error)))
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
            NotationError: a file of this name is there already.
            OSError: it cannot be written.
        """
        if self._output == "-":
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            return
        folder = file.path.parent if self._output is None else Path(self._output, file.folder)
        make_folder(folder)
        path = folder / f"{stem}{self._ending}"
        if path in self._written:
            raise NotationError(N_("{name} was written for another file already"), name=shown(path))
        if self._overwrite:
            _replace(path, data)
        else:
            try:
                with open(path, "xb") as new:
                    new.write(data)
            except FileExistsError:
                raise NotationError(N_("{name} is there already; --overwrite replaces it"), name=shown(path)) from None
        self._written.add(path)
        printable_lines([shown(path)])


def _replace(path: Path, data: bytes) -> None:
    """Writes beside the old file and puts the new one in its place, so that no moment has neither."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".sapper-")
    try:
        with open(handle, "wb") as new:
            new.write(data)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
