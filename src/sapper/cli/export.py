"""`sapper export`: writes all the player's games, with their boards and logs, as JSON or CSV, or as replays."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from sapper.cli.main import UsageError
from sapper.cli.numbers import written_games
from sapper.cli.speech import say, translator
from sapper.errors import N_, FileError
from sapper.replay.writing import REPLAYS


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "--format",
        choices=("csv", "json", *REPLAYS),
        help=N_("by the ending of FILE, or else json; evf and rawvf are replays, a file for each game"),
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help=N_(
            "where to (standard output, or -); replaced if it is there; for replays a folder that keeps what it has"
        ),
    )


@contextmanager
def _replacing(output: Path) -> Iterator[TextIO]:
    """A text file that takes the place of an older one once it is whole; a device or pipe is written to as it is."""
    output = Path(os.path.realpath(output))
    if output.exists() and not output.is_file() and not output.is_dir():
        with output.open("w", encoding="utf-8", newline="") as file:
            yield file
        return
    part = output.with_name(f".{output.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            yield file
        os.replace(part, output)
    finally:
        part.unlink(missing_ok=True)


def run(arguments: argparse.Namespace) -> int:
    """Writes the games; returns the exit status."""
    from sapper.store import open_store
    from sapper.store.transfer import write_csv, write_json

    output: Path | None = None if arguments.output == Path("-") else arguments.output
    if arguments.format in REPLAYS:
        if output is None:
            raise UsageError(N_("replays are files: --output names a folder for them"))
        from sapper.cli.export_replays import write_replays

        with open_store(read_only=True) as store:
            return write_replays(store, arguments.format, output)
    form = arguments.format or ("csv" if output is not None and output.suffix.lower() == ".csv" else "json")
    write = write_csv if form == "csv" else write_json
    with open_store(read_only=True) as store:
        if output is None:
            write(store.everything(), sys.stdout)
            return 0
        try:
            with _replacing(output) as file:
                count = write(store.everything(), file)
        except OSError as error:
            # The player knows no other name than this.
            raise FileError(output, error) from None
    say(written_games(translator(), count, output))
    return 0
