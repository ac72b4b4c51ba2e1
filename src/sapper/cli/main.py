"""Finds the command that was typed and runs it; the only place where an error becomes a sentence and an exit status."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import keyword
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from sapper.errors import SapperError

TYPE_CHECKING = False  # typing itself would cost a console milliseconds of its start
if TYPE_CHECKING:
    from typing import NoReturn

COMMANDS = {
    "play": "the full-screen game",
    "window": "the game in a desktop window",
    "serve": "the full-screen game in a browser",
    "console": "the line consoles of three tutorials",
    "generate": "deal boards to standard output",
    "solve": "what follows from a position",
    "simulate": "many games by a machine player, and how many it wins",
    "replay": "look into replays, convert them, judge the games in them",
    "stats": "what your games add up to",
    "export": "write all your games to a file",
    "import": "add games from a file that export wrote",
    "completion": "let a shell complete commands and options",
}
"""Each command, a module of this package, with its one-line help."""

DONE, FAILED, WRONG_USE, INTERRUPTED = 0, 1, 2, 130


class UsageError(SapperError):
    """The command line asks for something that makes no sense."""


class Parser(argparse.ArgumentParser):
    """An argument parser that answers wrong use in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Says what is wrong and where help is, and ends with status 2."""
        self.exit(WRONG_USE, f"{self.prog}: {message} ({self.prog} --help tells more)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
        argv: the arguments after the program's name; those of the process by default.

    Returns:
        The exit status: 0 done, 1 could not be had, 2 wrong use, 130 interrupted.
    """
    try:
        status = _run(sys.argv[1:] if argv is None else list(argv))
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        _silence()
        return DONE
    except KeyboardInterrupt:
        _say("")
        return INTERRUPTED
    except SapperError as error:
        _say(f"sapper: {error}")
        return WRONG_USE if isinstance(error, UsageError) else FAILED
    except OSError as error:
        named = f"{error.filename}: " if error.filename is not None else ""
        _say(f"sapper: {named}{error.strerror or error}")
        _settle()
        return FAILED


def _run(argv: list[str]) -> int:
    if argv and argv[0] in COMMANDS:
        return _run_command(argv[0], argv[1:])
    parser = Parser(
        prog="sapper",
        description="Minesweeper for the terminal.",
        epilog="sapper COMMAND --help tells what a command takes.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="show the version and where things are, and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=summary)
    arguments = parser.parse_args(argv)
    if arguments.version:
        from sapper.cli.version import show_version

        return show_version()
    from sapper.cli.play import has_terminal, open_game

    if has_terminal():
        return open_game()
    parser.print_help(sys.stderr)
    return WRONG_USE


def _run_command(name: str, argv: list[str]) -> int:
    """Runs one command; the others cost it nothing, neither their modules nor their parsers."""
    module = module_of(name)
    parser = Parser(prog=f"sapper {name}", description=COMMANDS[name], allow_abbrev=False)
    module.configure(parser)
    status: int = module.run(parser.parse_args(argv))
    return status


def module_of(command: str) -> ModuleType:
    """The module of a command, imported now."""
    # A word of the language cannot name a module.
    return importlib.import_module(f"sapper.cli.{command}{'_' * keyword.iskeyword(command)}")


def _say(sentence: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # when nobody is left to read it
        print(sentence, file=sys.stderr, flush=True)


def _settle() -> None:
    """Writes what is left of the output, or drops it, so that the interpreter does not fail over it when it ends."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        _silence()


def _silence() -> None:
    """Keeps the interpreter from failing once more on a closed pipe or a full disk when it flushes at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
