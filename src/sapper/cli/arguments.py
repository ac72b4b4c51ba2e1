"""The kinds of argument that several commands take, each with the sentence for a wrong one."""

from __future__ import annotations

import argparse
import re

from sapper.cli.speech import told, translator
from sapper.core.notation import MAX_SEED
from sapper.core.params import Params, parse_level, shorten, whole_number
from sapper.errors import N_, SapperError

TYPE_CHECKING = False  # typing itself would cost a console milliseconds of its start
if TYPE_CHECKING:
    from pathlib import Path


def wrong(template: str, text: str, **values: object) -> argparse.ArgumentTypeError:
    """The error that says what is wanted instead of a text, which the sentence calls `found`."""
    return argparse.ArgumentTypeError(told(template, found=repr(shorten(text)), **values))


def level(text: str) -> Params:
    """A level's name, or `WIDTHxHEIGHT/MINES`."""
    try:
        return parse_level(text)
    except SapperError as error:
        raise argparse.ArgumentTypeError(translator().explain(error)) from None


def seed(text: str) -> int:
    """A whole number from 0 to the largest seed."""
    if re.fullmatch(r"[0-9]{1,20}", text, re.ASCII) is None or int(text) > MAX_SEED:
        raise wrong(N_("a seed is a whole number from 0 to {most}, not {found}"), text, most=MAX_SEED)
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1."""
    if re.fullmatch(r"[0-9]+", text, re.ASCII) is None or (number := whole_number(text)) < 1:
        raise wrong(N_("a whole number from 1 is wanted, not {found}"), text)
    return number


def seconds(text: str) -> float:
    """A number of seconds from 0."""
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]*)?|\.[0-9]+", text, re.ASCII) is None:
        raise wrong(N_("a number of seconds such as 2.5 is wanted, not {found}"), text)
    return float(text)


def nonempty(text: str) -> str:
    """The name of something, which is not empty."""
    if not text:
        raise argparse.ArgumentTypeError(told(N_("a name is wanted, and this one is empty")))
    return text


def file_name(text: str) -> Path:
    """The name of a file that is written."""
    from pathlib import Path

    return Path(nonempty(text))


def folder_name(text: str) -> Path:
    """The name of a folder that is written to, which standard output is not."""
    if text == "-":
        raise wrong(N_("a folder is wanted, which standard output is not: {found}"), text)
    from pathlib import Path

    return Path(nonempty(text))


def cell(text: str) -> tuple[int, int]:
    """Column and row as `X,Y`, from 0."""
    match = re.fullmatch(r"\s*([0-9]+)\s*,\s*([0-9]+)\s*", text, re.ASCII)
    if match is None:
        raise wrong(N_("a cell is its column and row from 0, such as 4,4, not {found}"), text)
    return whole_number(match[1]), whole_number(match[2])
