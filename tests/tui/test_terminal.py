"""What is written to a terminal: signs that it has, as wide as those that were drawn."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from sapper.tui.terminal import writable

DRAWN = "\x1b[1;31m╭─╮│ 30×16 · ≤5…▌█ 雷é\x1b[0m"


@pytest.mark.parametrize(
    ("encoding", "plain", "written"),
    [
        ("utf-8", False, DRAWN),
        ("utf-8", True, "\x1b[1;31m+-+| 30x16 . <5.|# 雷é\x1b[0m"),
        ("latin-1", False, "\x1b[1;31m+-+| 30x16 . <5.|# ??é\x1b[0m"),
        ("ascii", True, "\x1b[1;31m+-+| 30x16 . <5.|# ???\x1b[0m"),
        ("gb18030", True, "\x1b[1;31m+-+| 30x16 . <5.|# 雷é\x1b[0m"),
        ("no-such-encoding", False, "\x1b[1;31m+-+| 30x16 . <5.|# ???\x1b[0m"),
    ],
)
def test_no_sign_is_written_that_the_terminal_lacks(encoding: str, plain: bool, written: str) -> None:
    found = writable(DRAWN, encoding=encoding, plain=plain)
    assert found == written
    assert cell_len(found) == cell_len(DRAWN)
