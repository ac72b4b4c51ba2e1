"""What opens over the game, what follows a loss, and all looks: scenes played inside the program with the window."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.program import SOURCE
from tests.window.display import display, missing, python_with_tk

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "a window can be opened")


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


@pytest.mark.parametrize(
    "scene",
    [
        "statistics",
        "nothing_yet",
        "history",
        "a_lost_log",
        "settings",
        "loss",
        "looks",
        "hints",
        "risks",
        "verdict",
        "nothing_is_left",
        "a_signal",
    ],
)
def test_scene(screen: str, tmp_path: Path, scene: str) -> None:
    python = python_with_tk()
    assert python is not None
    path = os.pathsep.join((str(SOURCE), str(SOURCE.parent)))
    env = {**os.environ, "DISPLAY": screen, "PYTHONPATH": path, "SAPPER_PROFILE": str(tmp_path), "LC_ALL": "C.UTF-8"}
    command = [python, "-m", "tests.window.inside", scene, str(tmp_path)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    assert done.stdout == "played\n"
