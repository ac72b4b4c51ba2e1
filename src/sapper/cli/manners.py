"""How the command line's parsers speak: help and complaints of argparse in the player's language.

It must not know a command. Loaded only when help or a complaint is asked for.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from sapper.cli.charts import columns, wrapped
from sapper.cli.speech import translator
from sapper.core.params import shorten
from sapper.errors import N_, Reason
from sapper.i18n import Translator

_OF_ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
)
"""What argparse itself says in a help."""

_NOT_KNOWN = N_("not known here: {words}")
_COMPLAINTS = (
    (r"the following arguments are required: (?P<names>.+)", N_("missing: {names}")),
    (r"unrecognized arguments: (?P<words>.+)", _NOT_KNOWN),
    (r"ambiguous option: (?P<word>.+) could match (?P<names>.+)", N_("{word} could be one of {names}")),
    (r"argument (?P<name>\S+): expected one argument", N_("{name} needs a value")),
    (r"argument (?P<name>\S+): expected at least one argument", N_("{name} needs at least one value")),
    (r"argument (?P<name>\S+): ignored explicit argument (?P<value>.+)", N_("{name} takes no value, not {value}")),
    (
        r"argument (?P<name>\S+): invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)",
        N_("{name} is one of {choices}, not {value}"),
    ),
    (
        r"argument (?P<name>\S+): invalid int value: (?P<value>.+)",
        N_("{name} is a whole number, not {value}"),
    ),
    (r"argument (?P<name>\S+): (?P<fault>.+)", N_("{name}: {fault}")),
)
"""What argparse complains of, and how a player is told; the last is what the commands' own kinds of argument say."""


def retold(message: str, typed: Sequence[str] = (), unknown: Sequence[str] = ()) -> Reason:
    """A complaint of argparse as a reason; a word of the player's that is very long is cut.

    Args:
        message: what argparse says.
        typed: the words of the command line.
        unknown: the options among them that there are not, of which argparse says nothing when something else is wrong.
    """
    reason = _retold(message)
    if (missing := re.fullmatch(r"argument (\S+): expected one argument", message)) is not None:
        options = missing[1].split("/")
        for option, value in pairwise(typed):
            if option in options and value in unknown:
                template = N_("{name} needs a value; one that begins with - is written {name}={value}")
                return Reason(template, {"name": option, "value": shorten(value, most=60)})
    if unknown and not message.startswith("unrecognized arguments"):
        also = Reason(_NOT_KNOWN, {"words": shorten(" ".join(unknown), most=60)})
        return Reason(N_("{fault}; {more}"), {"fault": reason, "more": also})
    return reason


def _retold(message: str) -> Reason:
    for pattern, template in _COMPLAINTS:
        if (found := re.fullmatch(pattern, message, re.DOTALL)) is not None:
            values = found.groupdict()
            for name in values.keys() & {"value", "word", "words"}:
                values[name] = shorten(values[name], most=60)
            if "choices" in values:  # which some versions of Python quote and some do not
                values["choices"] = values["choices"].replace("'", "")
            return Reason(template, values)
    return Reason("{fault}", {"fault": message})


def formatter() -> Callable[..., argparse.HelpFormatter]:
    """Makes the formatters of a help in the player's language."""
    return partial(_Formatter, translator=translator())


class _Formatter(argparse.HelpFormatter):
    """Lays out a help, translated; lines of Chinese are broken by columns, not by words."""

    def __init__(self, prog: str, *more: Any, translator: Translator, **named: Any) -> None:
        super().__init__(prog, *more, **named)
        self._translator = translator
        prefix = translator.gettext("usage: ")
        self._width -= columns(prefix) - len(prefix)  # which argparse takes for the same

    def start_section(self, heading: str | None) -> None:
        super().start_section(self._translator.gettext(heading) if heading else heading)

    def format_help(self) -> str:
        text = super().format_help()
        return re.sub(r"^(\S+):$", r"\1：", text, flags=re.MULTILINE) if self._translator.language == "zh" else text

    def add_text(self, text: str | None) -> None:
        super().add_text(self._translator.gettext(text) if text else text)

    def add_usage(
        self, usage: str | None, actions: Iterable[argparse.Action], groups: Iterable[Any], prefix: str | None = None
    ) -> None:
        super().add_usage(usage, actions, groups, self._translator.gettext("usage: ") if prefix is None else prefix)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return self._translator.gettext(action.help) if action.help else action.help

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width) if self._translator.language == "zh" else super()._split_lines(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if self._translator.language != "zh":
            return super()._fill_text(text, width, indent)
        return "\n".join(indent + line for line in wrapped(text, width - len(indent)))
