"""Reasons: the numbers named prove what is claimed, the easiest first, and together they find all that is certain."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from sapper.core.notation import parse_view
from sapper.core.params import Params
from sapper.core.view import View
from sapper.solver import certain
from sapper.solver.deduction import Kind, deductions, hint
from tests.solver.test_answers import views

pytestmark = pytest.mark.kernel


@given(views(honest=True))
@settings(max_examples=150, deadline=None)
def test_deductions_find_all_that_is_certain(view: View) -> None:
    safe: set[int] = set()
    mined: set[int] = set()
    for deduction in deductions(view):
        assert str(deduction.reason)
        assert deduction.safe or deduction.mined
        assert not safe.intersection(deduction.safe)
        safe.update(deduction.safe)
        mined.update(deduction.mined)
    assert (tuple(sorted(safe)), tuple(sorted(mined))) == certain(view)


def test_a_case_found_in_one_place_does_not_hide_what_follows_elsewhere() -> None:
    view = View(Params(6, 3, 3), bytes([9, 0, 9, 9, 9, 2, 0, 0, 1, 2, 9, 9, 0, 0, 9, 9, 2, 9]))
    found = {cell for deduction in deductions(view) for cell in deduction.safe}
    assert found == {0, 2, 14, 17}


@pytest.mark.parametrize(
    ("position", "kind"),
    [
        ("5x1/2\n#1##0", Kind.ONE),
        ("3x3/1\n1##\n1##\n#11", Kind.PAIR),
        ("4x2/2\n12#1\n####", Kind.CASES),
        ("3x2/1\n1##\n##1", Kind.TOTAL),
        ("5x1/1\n#1###", Kind.TOTAL),
        ("3x1/1\n#1#", None),
    ],
)
def test_a_hint_takes_no_more_than_it_must(position: str, kind: Kind | None) -> None:
    found = hint(parse_view(position))
    assert (found.kind if found else None) == kind


def test_a_case_analysis_names_only_numbers_that_it_needs() -> None:
    found = hint(parse_view("8x2/3\n12#1###1\n########"))
    assert found is not None
    assert (found.kind, found.numbers) == (Kind.CASES, (0, 1, 3))
