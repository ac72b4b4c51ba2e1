"""`sapper export`: writes all the player's games, with their boards and logs, as JSON or CSV, or as replays."""

from __future__ import annotations

import argparse
import sys
from collections import deque
from pathlib import Path

from sapper.cli.arguments import file_name
from sapper.cli.files import STANDARD_OUTPUT, add_overwrite, check_overwrite, new_text
from sapper.cli.numbers import written_games
from sapper.cli.speech import say, translator
from sapper.errors import N_, UsageError
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
        type=file_name,
        metavar="FILE",
        help=N_("where to (standard output, or -); for replays a folder that keeps what it has"),
    )
    add_overwrite(parser)


def run(arguments: argparse.Namespace) -> int:
    """Writes the games; returns the exit status."""
    from sapper.store import open_store
    from sapper.store.transfer import write_csv, write_json

    check_overwrite(arguments, "output")
    output: Path | None = None if arguments.output == Path(STANDARD_OUTPUT) else arguments.output
    if arguments.format in REPLAYS:
        if output is None:
            raise UsageError(N_("replays are files: --output names a folder for them"))
        from sapper.cli.export_replays import write_replays

        with open_store(read_only=True) as store:
            return write_replays(store, arguments.format, output, overwrite=arguments.overwrite)
    form = arguments.format or _by_ending(output)
    write = write_csv if form == "csv" else write_json
    with open_store(read_only=True) as store:
        if output is None:
            deque(store.everything(), maxlen=0)  # what cannot be read is found before half of an answer is written
            write(store.everything(), sys.stdout)
            return 0
        with new_text(output, overwrite=arguments.overwrite) as file:
            count = write(store.everything(), file)
    say(written_games(translator(), count, output))
    return 0


def _by_ending(output: Path | None) -> str:
    """The format of a file of this name.

    Raises:
        UsageError: its ending is that of a format which does not hold many games.
    """
    from sapper.replay import reading, writing

    name = "" if output is None else output.name.lower()
    if name.endswith((*reading.ENDINGS, *writing.ENDINGS.values())):
        raise UsageError(
            N_(
                "{name} is named like a replay or a board: all games go into a .json or .csv file, or, "
                "with --format evf --output DIR, as replays into a folder"
            ),
            name=output,
        )
    return "csv" if name.endswith(".csv") else "json"
