"""A real server for the tests of the web, on this machine and of its own."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.e2e.program import COMMAND, environment

PATIENCE_S = 300
"""How long something may take on a busy machine before a test gives up; nothing is measured with it."""


@contextlib.contextmanager
def serving(tmp_path: Path, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a server, and the server; it is killed at the end, if it still runs."""
    env = environment(SAPPER_PROFILE=str(tmp_path / "owner"), TMPDIR=str(tmp_path))
    command = [*COMMAND, "serve", "--port", "0", *arguments]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process
    finally:
        process.kill()
        process.communicate()
