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
        "a_level_taken_back",
        "help_tells_what_there_is",
        "history",
        "a_lost_log",
        "settings",
        "loss",
        "a_lost_chord",
        "looks",
        "hints",
        "risks",
        "dealing",
        "verdict",
        "nothing_is_left",
        "a_signal",
    ],
)
def test_scene(screen: str, tmp_path: Path, scene: str) -> None:
    play(screen, tmp_path, scene)


@pytest.mark.parametrize(("size", "dpi"), [("1024x768", 96), ("1024x768", 100), ("800x600", 96), ("1280x720", 120)])
def test_a_board_is_seen_whole_on_a_small_screen(tmp_path: Path, size: str, dpi: int) -> None:
    with display(size, dpi=dpi) as screen:
        play(screen, tmp_path, "whole")


def play(screen: str, tmp_path: Path, scene: str) -> None:
    """Plays a scene on a display."""
    python = python_with_tk()
    assert python is not None
    path = os.pathsep.join((str(SOURCE), str(SOURCE.parent)))
    env = {**os.environ, "DISPLAY": screen, "PYTHONPATH": path, "SAPPER_PROFILE": str(tmp_path), "LC_ALL": "C.UTF-8"}
    command = [python, "-m", "tests.window.inside", scene, str(tmp_path)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    assert done.stdout == "played\n"
