"""Every benchmark tells what it does and what it wants, also where nothing optional is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.program import environment

ROOT = Path(__file__).resolve().parents[2]
NAMES = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py") if "__main__" in path.read_text("utf-8"))
OPTIONAL = ("aiohttp", "atheris", "gymnasium", "hypothesis", "jumanji", "matplotlib", "ms_toollib", "numpy", "pytest")
RUN = f"""
import runpy, sys
class Bare:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {OPTIONAL}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
if sys.argv[1] == "bare":
    sys.meta_path.insert(0, Bare())
del sys.argv[1]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def told(name: str, *arguments: str, bare: bool) -> tuple[int, str, str]:
    command = [sys.executable, "-c", RUN.replace("sys.argv[0]", repr(f"benchmarks.{name}")), "bare" if bare else "full"]
    env = environment(COLUMNS="200")
    ended = subprocess.run([*command, *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.skipif(not NAMES, reason="the benchmarks are not here")
def test_there_are_some() -> None:
    assert len(NAMES) > 15


@pytest.mark.slow
@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_helps(name: str, bare: bool) -> None:
    first = (ROOT / "benchmarks" / f"{name}.py").read_text("utf-8").partition("\n")[0].strip('"')
    status, out, err = told(name, "--help", bare=bare)
    assert (status, err) == (0, "")
    assert first in out
    status, out, err = told(name, "--nothing-like-this", bare=bare)
    assert "Traceback" not in err
    if bare and status == 1:
        assert err.count("\n") == 1
        assert "is not installed, and is wanted here (pip install " in err
    else:
        assert status == 2
