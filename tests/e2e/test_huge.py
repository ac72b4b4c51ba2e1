"""The largest board with 200,000 mines in a real terminal: opened, flagged, scrolled, killed and taken up again."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import pytest

from tests.e2e.screen import Terminal

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux"),
]


def board(text: str) -> list[str]:
    """The rows of the board that are in sight, the cursor left out."""
    return [line.strip(" │").replace("▸", " ") for line in text.split("\n") if line.startswith("│")]


def is_open(text: str) -> bool:
    return bool(set("".join(board(text))) & set("12345678"))


def flags_left(text: str, count: int) -> bool:
    return f"⚑ {count} " in " ".join(text.split())


def test_the_largest_board_is_played_and_survives(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, size=(120, 40))
    try:
        terminal.start("play", "1000x1000/200000", "--seed", "5")
        terminal.wait(lambda text: flags_left(text, 200_000))
        terminal.keys("Space")
        terminal.wait(is_open)
        terminal.keys("Tab", "f")
        before = terminal.wait(lambda text: flags_left(text, 199_999) and "⚑" in "".join(board(text)))
        terminal.keys("G", "f")
        terminal.wait(lambda text: flags_left(text, 199_998) and not is_open(text))
        os.kill(terminal.pid(), signal.SIGKILL)
        terminal.wait_end()
        terminal.stop()
        terminal.start()
        terminal.wait("Paused")
        terminal.keys("p")
        left = terminal.wait(lambda text: flags_left(text, 199_998) and "⚑" in "".join(board(text)))
        assert not is_open(left), "it goes on where it was left"
        terminal.keys(*"515k")
        after = terminal.wait(lambda text: is_open(text) and "⚑" in "".join(board(text)))
        assert sum(row.count("⚑") for row in board(after)) == 1
        assert numbered(before) == numbered(after)
    finally:
        terminal.stop()


def numbered(text: str) -> list[str]:
    """The rows of the opening that the first click made, without what is around it."""
    return [row.strip(" ■▄▉") for row in board(text) if set(row) & set("12345678")]
