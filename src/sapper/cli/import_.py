"""`sapper import`: adds games from a file that `sapper export` wrote, each once."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sapper.cli.numbers import count_games, were


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="JSON or CSV, told by its content; - reads standard input")


def run(arguments: argparse.Namespace) -> int:
    """Adds the games, all or none; returns the exit status."""
    from sapper.errors import N_, NotationError
    from sapper.store import open_store
    from sapper.store.transfer import read_games

    content = sys.stdin.buffer.read() if arguments.file == "-" else Path(arguments.file).read_bytes()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise NotationError(N_("{file} is not UTF-8 text"), file=arguments.file) from None
    games = list(read_games(text))
    with open_store() as store:
        for notice in store.notices:
            print(notice, file=sys.stderr)
        added = store.add_all(games)
    print(f"{count_games(added)} added, {were(len(games) - added)} there already")
    return 0
