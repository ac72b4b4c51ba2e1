"""Finds the command that was typed and runs it; the only place where an error becomes a sentence and an exit status."""

from __future__ import annotations

import argparse
import errno
import importlib
import keyword
import os
import re
import sys
from collections.abc import Sequence
from types import ModuleType

from sapper.cli.speech import complain, say, warn
from sapper.errors import N_, FileError, Reason, SapperError, UsageError, system_reason

TYPE_CHECKING = False  # typing itself would cost a console milliseconds of its start
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from _typeshed import SupportsWrite

COMMANDS = {
    "play": N_("the full-screen game"),
    "window": N_("the game in a desktop window"),
    "serve": N_("the full-screen game in a browser"),
    "console": N_("the line consoles of three tutorials"),
    "generate": N_("deal boards to standard output or into files"),
    "solve": N_("what follows from a position"),
    "simulate": N_("many games by a machine player, and how many it wins"),
    "replay": N_("look into replays, convert them, judge the games in them"),
    "stats": N_("what your games add up to"),
    "export": N_("write all your games to a file"),
    "import": N_("add games from a file that export wrote"),
    "completion": N_("let a shell complete commands and options"),
}
"""Each command, a module of this package, with its one-line help."""

_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
"""The errors of an output that takes no more."""

DONE, FAILED, WRONG_USE, INTERRUPTED = 0, 1, 2, 130


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks the player's language, and answers wrong use in one sentence."""

    _typed: Sequence[str] = ()

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        # What begins like a negative number is a value, and its own kind says what is wrong with it.
        self._negative_number_matcher = re.compile(r"-\.?[0-9]")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The same, and remembers what was typed: argparse complains of one thing at a time."""
        self._typed = () if args is None else args
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        """The help, which alone needs to know how it is laid out."""
        from sapper.cli.manners import formatter

        self.formatter_class = formatter()
        return super().format_help()

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Writes the help; that it cannot be written is an error, which argparse would hide."""
        (sys.stdout if file is None else file).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        """Says what is wrong and where help is, and ends with status 2."""
        from sapper.cli.manners import retold
        from sapper.cli.speech import translator

        fault = retold(message, self._typed, self._unknown())
        more = Reason(N_("{fault} ({program} --help tells more)"), {"fault": fault, "program": self.prog})
        say(f"{self.prog}: {translator().tell(more)}")
        raise SystemExit(WRONG_USE)

    def _unknown(self) -> list[str]:
        """The options among what was typed that there are not."""
        found = []
        for word in self._typed:
            if not word.startswith("-") or word == "-" or self._negative_number_matcher.match(word):
                if self._subparsers is None:
                    continue
                break  # the rest is another parser's
            if word == "--":
                break
            names = {word, word.partition("=")[0], word if word.startswith("--") else word[:2]}
            if not names & self._option_string_actions.keys():
                found.append(word)
        return found


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
        argv: the arguments after the program's name; those of the process by default.

    Returns:
        The exit status: 0 done, 1 could not be had, 2 wrong use, 130 interrupted.
    """
    _open_streams()
    try:
        try:
            status = _run(sys.argv[1:] if argv is None else list(argv))
        except SystemExit:  # after help
            sys.stdout.flush()
            raise
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        _silence()
        return DONE
    except KeyboardInterrupt:
        say("")
        return INTERRUPTED
    except SapperError as error:
        complain(error)
        return WRONG_USE if isinstance(error, UsageError) else FAILED
    except OSError as error:
        complain(_told(error))
        _settle()
        return FAILED


def _told(error: OSError) -> SapperError:
    if error.filename is not None:
        return FileError(error.filename, error)
    if error.errno == errno.EBADF and sys.__stdout__ is None:
        return SapperError(N_("standard output is closed: there is nowhere to write the answer"))
    if error.errno in _FULL:  # whatever else is written has a name
        return FileError(Reason(N_("standard output")), error)
    return SapperError("{fault}", fault=system_reason(error))


def _run(argv: list[str]) -> int:
    if argv and argv[0] in COMMANDS:
        return _run_command(argv[0], argv[1:])
    parser = Parser(
        prog="sapper",
        description=N_("Minesweeper for the terminal."),
        epilog=N_("sapper COMMAND --help tells what a command takes."),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help=N_("show the version and where things are, and exit"))
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
    warn(N_("the full-screen game needs a terminal; without one there is: sapper console menu"))
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


def _open_streams() -> None:
    """Gives what the caller closed a place, which else the next file that is opened would take.

    What is said on stderr is lost there; an answer cannot be written, which is found out as on a full disk.
    """
    for name, access in (("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, access), "w", encoding="utf-8"))


def _settle() -> None:
    """Writes what is left of the output, or drops it, so that the interpreter does not fail over it when it ends."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _silence()


def _silence() -> None:
    """Keeps the interpreter from failing once more on a closed pipe or a full disk when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
