"""A size typed into three fields: the board, or all that is wrong with it."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.core.params import Params
from sapper.errors import ParamsError
from sapper.i18n import Translator
from sapper.showing.sizes import size_of


def test_blanks_and_signs_do_no_harm() -> None:
    assert size_of([" 7", "+6 ", "5"]) == Params(7, 6, 5)


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["", "6", "5"], ["宽度：应为整数，不能是 ''"]),
        (["7", "-+6", "5"], ["高度：应为整数，不能是 '-+6'"]),
        (["1234", "0", "-1"], ["宽度必须为 1 到 1000，不能是 1234", "高度必须为 1 到 1000，不能是 0", "雷数"]),
    ],
)
def test_everything_that_is_wrong_is_told_in_the_language_spoken(texts: list[str], told: list[str]) -> None:
    with pytest.raises(ParamsError) as raised:
        size_of(texts)
    sentences = [Translator("zh").tell(reason) for reason in raised.value.reasons]
    assert len(sentences) == len(told)
    assert all(sentence.startswith(start) for sentence, start in zip(sentences, told, strict=True))


@given(st.lists(st.text(), min_size=3, max_size=3))
def test_any_texts_are_a_size_or_a_fault(texts: list[str]) -> None:
    with contextlib.suppress(ParamsError):
        assert size_of(texts).cells
