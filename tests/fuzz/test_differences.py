"""A short run of what `benchmarks.fuzz_differential` does for ten minutes, and that it would see a difference."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from sapper.solver.kernel import COMPILED
from tests.fuzz import games
from tests.fuzz.games import fault, random_case, shortened
from tests.fuzz.kernels import TASKS, same, told

ROOT = Path(__file__).parents[2]


def test_random_games_go_as_in_the_reference() -> None:
    assert [fault(random_case(Random(f"short {number}"))) for number in range(30)] == [""] * 30


def test_a_difference_is_told_and_its_case_made_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    """With chords that light up a cell too many, where there is one."""
    monkeypatch.setattr(games, "chord_targets", lambda position, cell: position.geometry.full)
    case = next(case for case in map(random_case, map(Random, range(20))) if fault(case))
    assert fault(case).startswith("AssertionError: chord targets")
    few = shortened(case)
    assert fault(few)
    assert len(few.actions.split()) == 1
    assert eval(repr(few), {"Case": games.Case}) == few


@pytest.mark.skipif("SAPPER_COMPILED_PATH" not in os.environ, reason="no C compiler, or not run by scripts/test")
@pytest.mark.skipif(COMPILED, reason="these are the compiled kernels")
@pytest.mark.parametrize("task", TASKS)
def test_random_work_is_done_alike_by_both_kernels(task: str) -> None:
    seeds = [f"short-{number}" for number in range(12)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.kernels"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.environ["SAPPER_COMPILED_PATH"]},
        input="".join(f"{task} {seed}\n" for seed in seeds),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    compiled, *results = map(json.loads, done.stdout.splitlines())
    assert compiled is True
    for seed, result in zip(seeds, results, strict=True):
        assert same(json.loads(told(task, seed)), result), f"told({task!r}, {seed!r})"


def test_results_are_the_same_when_nothing_but_rounding_differs() -> None:
    assert same([1, [0.1 + 0.2, math.nan, 1.0]], [1, [0.3, math.nan, 1.0]])
    assert same(["safe", None, True], ["safe", None, True])
    for other in ([1, [0.3]], [1, [0.3, math.nan, 1.0 - 1e-12]], [1, [0.3, 0.5, 1.0]], [2, [0.3, math.nan, 1.0]], 1):
        assert not same([1, [0.3, math.nan, 1.0]], other)
