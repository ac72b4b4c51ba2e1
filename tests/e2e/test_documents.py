"""The examples of the README and the docs: each `console` block is run, and must print what stands there."""

from __future__ import annotations

import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.program import environment

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["README.md", "docs/laboratory.md"])
def test_examples_print_what_they_say(name: str, tmp_path: Path) -> None:
    blocks = re.findall(r"^```console\n(.*?)^```$", (ROOT / name).read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert blocks
    command = tmp_path / "bin" / "sapper"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sapper "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    env = environment(SAPPER_PROFILE=str(tmp_path / "profile"), COLUMNS="80", NO_COLOR="1", LC_ALL="C.UTF-8")
    env["PATH"] = f"{command.parent}:{env['PATH']}"
    for block in blocks:
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, expected = example.partition("\n")
            ended = subprocess.run(
                ["sh", "-c", line],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=tmp_path,
                env=env,
                timeout=120,
                check=False,
            )
            assert ended.stdout.decode("utf-8").rstrip() == expected.rstrip(), line
