"""`sapper import`: adds games from a file that `sapper export` wrote, each once."""

from __future__ import annotations

import argparse

from sapper.cli.arguments import nonempty
from sapper.cli.numbers import added_games
from sapper.cli.speech import say, translator
from sapper.errors import N_, NotationError, naming


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "file", type=nonempty, metavar="FILE", help=N_("JSON or CSV, told by its content; - reads standard input")
    )


def run(arguments: argparse.Namespace) -> int:
    """Adds the games, all or none; returns the exit status."""
    from sapper.cli.sources import name_of, read_source, text_of
    from sapper.store import open_store
    from sapper.store.transfer import read_games

    with naming(name_of(arguments.file)):
        text = text_of(read_source(arguments.file, endless=True))
        if text is None:
            raise NotationError(N_("this is not text; games are in what sapper export wrote"))
        games = list(read_games(text))
    speaker = translator()
    with open_store() as store:
        for notice in store.notices:
            say(speaker.tell(notice))
        added = store.add_all(games)
    print(added_games(speaker, added, there=len(games) - added))
    return 0
