"""The files that `sapper replay` works on: arguments that are folders, errors of single files, and a progress bar."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sapper.cli import speech
from sapper.cli.arguments import nonempty
from sapper.cli.sources import STANDARD_INPUT, read_source
from sapper.errors import N_, FileError, NotationError, SapperError, plain, system_reason
from sapper.replay.reading import ENDINGS, Contents, read_contents

MANY = 20
"""From how many files on a progress bar is worth its import."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file to work on.

    Args:
        path: where it is.
        folder: its folder within the folder that was named; `.` for a file that was named itself.
    """

    path: Path
    folder: Path = Path()


def add_files(
    parser: argparse.ArgumentParser, *, told: str = N_("a replay or board, or a folder of them; - reads standard input")
) -> None:
    """Adds the files to work on, one at least."""
    parser.add_argument("files", nargs="+", type=nonempty, metavar="FILE", help=told)


def find_files(arguments: Sequence[str]) -> list[Found]:
    """The files that were named, and in place of each folder all replays and boards in it and below, sorted.

    What was named `-` is standard input.
    """
    found: list[Found] = []
    for argument in arguments:
        root = Path(argument)
        if argument == STANDARD_INPUT or not root.is_dir():
            # `./-` is a file, whose path would forget the folder that tells so.
            is_file = argument != STANDARD_INPUT and str(root) == STANDARD_INPUT
            found.append(Found(root.absolute() if is_file else root))
            continue
        for folder, folders, names in os.walk(root):
            folders.sort()
            found += [
                Found(Path(folder, name), Path(folder).relative_to(root))
                for name in sorted(names)
                if name.lower().endswith(tuple(ENDINGS))
            ]
    return found


def load(path: Path) -> Contents:
    """What is in a file, or in standard input.

    Raises:
        NotationError: it cannot be read, or is no replay and no board.
        ParamsError: no board can have the size and mines that it says.
    """
    try:
        data = read_source(str(path))
    except OSError as error:
        raise NotationError("{fault}", fault=system_reason(error)) from None
    return read_contents(data, path.name)


def with_progress(files: Sequence[Found]) -> Iterator[Found]:
    """The files, with a progress bar on stderr where that is a terminal and the answer goes elsewhere."""
    if len(files) < MANY or not sys.stderr.isatty() or sys.stdout.isatty():
        yield from files
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(files, description="", console=Console(stderr=True), transient=True)


def complain(path: Path | str, error: SapperError) -> None:
    """Says on stderr what is wrong with one file; the others go on."""
    speech.complain(FileError(path, error))


def nothing_found(arguments: Sequence[str]) -> None:
    """Says that there is nothing to work on in the folders that were named."""
    speech.warn(N_("there are no replays and no boards in {folders}"), folders=", ".join(arguments))


def shown(path: Path | str) -> str:
    """A file's name without what a terminal would take for a command."""
    return str(plain(path))


def printable_lines(lines: Iterable[str]) -> None:
    """Prints lines on stdout, whatever characters its encoding lacks."""
    encoding = sys.stdout.encoding or "utf-8"
    for line in lines:
        print(line.encode(encoding, "replace").decode(encoding))
