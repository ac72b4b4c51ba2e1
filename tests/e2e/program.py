"""Running the real command as a player's shell does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src"
COMMAND = [sys.executable, "-m", "sapper"]


def environment(**changes: str) -> dict[str, str]:
    """This process's environment with the source on the path and these changes."""
    return {**os.environ, "PYTHONPATH": str(SOURCE), **changes}


def sapper(
    *arguments: str, stdin: bytes = b"", env: Mapping[str, str] | None = None, timeout: float = 120
) -> subprocess.CompletedProcess[bytes]:
    """Runs the command to its end; the timeout is there to end a hang, not to measure."""
    return subprocess.run(
        [*COMMAND, *arguments], input=stdin, capture_output=True, env=env or environment(), timeout=timeout, check=False
    )
