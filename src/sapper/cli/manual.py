"""The manual page, made from what the command line takes; a wheel installs it. It must not know a command's meaning."""

from __future__ import annotations

from sapper import __version__
from sapper.cli.tree import Argument, Command

_OPENING = r"""
.SH DESCRIPTION
Alone,
.B sapper
opens the full\-screen game and resumes an unfinished one.
.PP
.I LEVEL
is beginner, intermediate, expert, ranked\-beginner or a size such as 30x16/99: width, height, mines.
The first click is promised by a policy: with
.B any
it may be a mine; with
.B safe
it is none; with
.B opening
its neighbours are none either; with
.B no\-guess
logic alone finishes the board from there.
Columns and rows count from 0.
.I BOARD
is a file with a board or a replay, a game ID or a link.
"""

_ENDING = r"""
.SH EXIT STATUS
0: done. 1: what was asked for could not be had. 2: wrong use. 130: interrupted.
.SH ENVIRONMENT
.TP
.B SAPPER_PROFILE
a folder that holds games, backups and settings instead of the usual ones
.TP
.B LANGUAGE, LC_ALL, LC_MESSAGES, LANG
the language, English or Chinese, unless the settings name one
.TP
.B NO_COLOR
no colours
.SH FILES
.TP
.I ~/.local/share/sapper/games.db
every game; copies of a week are in
.I backups
beside it
.TP
.I ~/.config/sapper/settings.toml
settings and keys
.SH EXAMPLES
.TP
sapper play expert \-\-policy no\-guess
a game without guessing
.TP
sapper generate 16x16/40 \-n 10 \-\-json
ten boards, a JSON object each
.TP
sapper solve game.evf \-\-at 25
what followed from a position of a replay
.TP
sapper completion bash > ~/.local/share/bash\-completion/completions/sapper
lets bash complete all of this
"""


def page() -> str:
    """The page in the language of `man`."""
    from sapper.cli.tree import whole_tree

    program = whole_tree()
    lines = [
        f'.TH SAPPER 1 "" "sapper {__version__}" "User Commands"',
        ".SH NAME",
        rf"sapper \- {_text(program.help)}",
        ".SH SYNOPSIS",
        ".B sapper",
        ".br",
        ".B sapper",
        r"[\fB\-\-version\fR] [\fICOMMAND\fR ...]",
        *_OPENING.strip().splitlines(),
        ".SH COMMANDS",
    ]
    for command in program.everything():
        if command.path and not command.commands:
            lines += [".SS " + _synopsis(command), _text(command.help).capitalize() + "."]
            for argument in (*command.places, *command.options):
                if argument.flags != ("-h", "--help"):
                    lines += [".TP", _named(argument), _text(argument.help) or "."]
    return "\n".join([*lines, *_ENDING.strip().splitlines()]) + "\n"


def _synopsis(command: Command) -> str:
    parts = [r"\fBsapper " + _text(" ".join(command.path)) + r"\fR"]
    for place in command.places:
        shown = rf"\fI{_text(place.metavar)}\fR" + "..." * place.many
        parts.append(shown if place.required else f"[{shown}]")
    required = [option for option in command.options if option.required]
    parts += [_named(option) for option in required]
    if len(command.options) > len(required) + 1:
        parts.append(r"[\fIoptions\fR]")
    return " ".join(parts)


def _named(argument: Argument) -> str:
    names = ", ".join(rf"\fB{_text(flag)}\fR" for flag in argument.flags)
    value = rf"\fI{_text(argument.metavar)}\fR" if argument.metavar else ""
    if argument.flags and not all(word in argument.help for word in argument.words):
        value += " (" + _text(", ".join(argument.words)) + ")"
    return f"{names} {value}".strip()


def _text(text: str) -> str:
    """A text with nothing in it that `man` would take for its own."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + safe if safe.startswith((".", "'")) else safe
