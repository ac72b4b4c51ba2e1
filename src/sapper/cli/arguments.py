"""The kinds of argument that several commands take, each with the sentence for a wrong one."""

from __future__ import annotations

import argparse
import re

from sapper.core.notation import MAX_SEED
from sapper.core.params import Params, parse_level, parse_size, shorten, whole_number
from sapper.errors import SapperError


def level(text: str) -> Params:
    """A level's name, or `WIDTHxHEIGHT/MINES`."""
    try:
        return parse_level(text)
    except SapperError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def size(text: str) -> Params:
    """`WIDTHxHEIGHT/MINES`."""
    try:
        return parse_size(text)
    except SapperError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def seed(text: str) -> int:
    """A whole number from 0 to the largest seed."""
    if re.fullmatch(r"[0-9]{1,20}", text, re.ASCII) is None or int(text) > MAX_SEED:
        raise argparse.ArgumentTypeError(f"a seed is a whole number from 0 to {MAX_SEED}, not {shorten(text)!r}")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1."""
    if re.fullmatch(r"[0-9]+", text, re.ASCII) is None or (number := whole_number(text)) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 is wanted, not {shorten(text)!r}")
    return number


def seconds(text: str) -> float:
    """A number of seconds from 0."""
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]*)?|\.[0-9]+", text, re.ASCII) is None:
        raise argparse.ArgumentTypeError(f"a number of seconds such as 2.5 is wanted, not {shorten(text)!r}")
    return float(text)


def cell(text: str) -> tuple[int, int]:
    """Column and row as `X,Y`, from 0."""
    match = re.fullmatch(r"\s*([0-9]+)\s*,\s*([0-9]+)\s*", text, re.ASCII)
    if match is None:
        raise argparse.ArgumentTypeError(f"a cell is its column and row from 0, such as 4,4, not {shorten(text)!r}")
    return whole_number(match[1]), whole_number(match[2])
