"""`sapper completion`: prints the script that lets a shell complete sapper's commands, options and values."""

from __future__ import annotations

import argparse

from sapper.errors import N_

_SHELLS = ("bash", "zsh", "fish")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("shell", metavar="SHELL", choices=_SHELLS, help=N_("one of %(choices)s"))


def run(arguments: argparse.Namespace) -> int:
    """Prints the script; returns the exit status."""
    from sapper.cli.shells import SHELLS
    from sapper.cli.speech import translator
    from sapper.cli.tree import whole_tree

    print(SHELLS[arguments.shell](whole_tree(translator().gettext)), end="")
    return 0
