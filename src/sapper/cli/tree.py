"""What the command line takes, read from its parsers: for completion and for the manual. It must not know a command."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from sapper.cli.arguments import level
from sapper.cli.main import COMMANDS, Parser, module_of
from sapper.core.params import LEVELS
from sapper.errors import N_


class Kind(StrEnum):
    """What can be offered for a value."""

    WORDS = "words"
    """One of a few words."""
    FILE = "file"
    """A file's name."""
    FOLDER = "folder"
    """A folder's name."""
    FREE = "free"
    """Nothing: a number, an address."""


FILES, FOLDERS = ("FILE", "BOARD", "SVG"), ("DIR",)
"""The names, in a command's help, of what is a file or a folder."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An option, or an argument without a name.

    Args:
        flags: the option's names; none for an argument that is told by its place.
        metavar: what its value is called; empty for an option without one.
        help: a line of help.
        kind: what can be offered for its value.
        words: the words, where it is one of a few.
        required: whether it must be there.
        many: whether it may be there several times.
    """

    flags: tuple[str, ...]
    metavar: str
    help: str
    kind: Kind
    words: tuple[str, ...]
    required: bool
    many: bool


@dataclass(frozen=True, slots=True)
class Command:
    """A command with what it takes.

    Args:
        path: the words that lead to it, without the program's name; none for the program itself.
        help: a line of help.
        options: its options.
        places: its arguments without a name, in order.
        commands: the commands under it.
    """

    path: tuple[str, ...]
    help: str
    options: tuple[Argument, ...]
    places: tuple[Argument, ...]
    commands: tuple[Command, ...]

    @property
    def name(self) -> str:
        """Its own word."""
        return self.path[-1] if self.path else "sapper"

    def everything(self) -> Iterator[Command]:
        """It, and all under it."""
        yield self
        for command in self.commands:
            yield from command.everything()


def whole_tree(translate: Callable[[str], str] = str) -> Command:
    """The program with all its commands; `translate` finds the texts of a language. Makes every parser there is."""
    top = Parser(prog="sapper", allow_abbrev=False)
    top.add_argument("--version", action="store_true", help=N_("show the version and where things are, and exit"))
    commands = []
    for name, summary in COMMANDS.items():
        parser = Parser(prog=f"sapper {name}", allow_abbrev=False)
        module_of(name).configure(parser)
        commands.append(_command(parser, (name,), summary, translate))
    program = _command(top, (), N_("Minesweeper for the terminal."), translate)
    return Command((), program.help, program.options, (), tuple(commands))


def _command(
    parser: argparse.ArgumentParser, path: tuple[str, ...], summary: str, translate: Callable[[str], str]
) -> Command:
    options, places, commands = [], [], []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            commands += [
                _command(under, (*path, name), helps.get(name, ""), translate) for name, under in action.choices.items()
            ]
        elif action.option_strings:
            options.append(_argument(action, translate))
        else:
            places.append(_argument(action, translate))
    return Command(path, translate(summary), tuple(options), tuple(places), tuple(commands))


def _argument(action: argparse.Action, translate: Callable[[str], str]) -> Argument:
    takes_value = action.nargs != 0
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    words = tuple(map(str, action.choices)) if action.choices is not None else ()
    if action.type is level:
        words = tuple(LEVELS)
    kind = Kind.FREE
    if words:
        kind = Kind.WORDS
    elif metavar in FILES:
        kind = Kind.FILE
    elif metavar in FOLDERS:
        kind = Kind.FOLDER
    return Argument(
        tuple(action.option_strings),
        metavar if takes_value else "",
        (translate(action.help) if action.help else "") % {"choices": ", ".join(words)},
        kind if takes_value else Kind.FREE,
        words if takes_value else (),
        required=action.required,
        many=action.nargs in ("+", "*"),
    )
