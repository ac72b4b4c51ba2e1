"""Sizes: what is allowed, and that every fault of a bad one is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.core.params import FAR, LEVELS, Params, level_name, parse_level, parse_size, whole_number
from sapper.errors import NotationError, ParamsError, SapperError


@pytest.mark.parametrize("size", ["1x1/0", "1000x1000/999999", "1x1000/999", "9x9/0", "9x9/80"])
def test_the_extremes_are_allowed(size: str) -> None:
    assert str(parse_size(size)) == size


@pytest.mark.parametrize(
    ("size", "faults"),
    [
        ("0x9/1", ["width"]),
        ("9x1001/1", ["height"]),
        ("9x9/81", ["at most 80 mines, not 81"]),
        ("1x1/1", ["at most 0 mines, not 1"]),
        ("9x9/-1", ["mines must be 0 or more"]),
        ("0x0/-5", ["width", "height", "mines"]),
        ("1001x0/3", ["width", "height"]),
        (f"{'9' * 9000}x1/1", ["width"]),
    ],
)
def test_every_fault_of_a_bad_size_is_named(size: str, faults: list[str]) -> None:
    with pytest.raises(ParamsError) as caught:
        parse_size(size)
    assert len(caught.value.reasons) == len(faults)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    for fault in faults:
        assert fault in str(caught.value)


@pytest.mark.parametrize(
    "text", ["", "expert!", "9x9", "9*9/10", "9x9/10/3", "٩x9/10", "9x9/1_0", "x/", "9x9/10:", "1e3x9/1"]
)
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(NotationError, match="30x16/99"):
        parse_level(text)


@given(st.text(max_size=30))
def test_any_text_is_a_level_or_an_error_of_ours(text: str) -> None:
    try:
        params = parse_level(text)
    except SapperError:
        return
    assert parse_level(str(params)) == params


def test_the_levels_by_their_names() -> None:
    assert parse_level(" Expert ") == Params(30, 16, 99)
    assert [level_name(params) for params in LEVELS.values()] == list(LEVELS)
    assert level_name(Params(25, 20, 99)) == "custom"


@pytest.mark.parametrize(
    ("digits", "value"),
    [("0", 0), ("-0", 0), ("+7", 7), ("-12", -12), ("0" * 9000 + "5", 5), ("9" * 9000, FAR), ("-" + "9" * 9000, -FAR)],
)
def test_whole_numbers_of_any_length(digits: str, value: int) -> None:
    assert whole_number(digits) == value
