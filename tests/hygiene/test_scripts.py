"""`scripts/play` on machines that lack something: it says so in a sentence, and opens what can be opened."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def play(script: Path, *arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a `play`, without a network for pip and without what the tests' own environment sets."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON", "SAPPER_"))}
    return subprocess.run(
        [str(script), *arguments],
        cwd=cwd,
        env={**kept, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A directory with a symbolic link to the script, both with a blank in their names."""
    directory = tmp_path / "else where"
    directory.mkdir()
    (directory / "play it").symlink_to(ROOT / "scripts" / "play")
    return directory


def test_a_python_that_is_not_there_is_named(elsewhere: Path) -> None:
    done = play(elsewhere / "play it", "console", "menu", cwd=elsewhere, PYTHON="no-such-python")
    assert done.returncode == 1
    assert "PYTHON=no-such-python" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_old_python_is_named(elsewhere: Path) -> None:
    old = elsewhere / "old python"
    old.write_text('#!/bin/sh\ncase "$2" in *exit*) exit 1 ;; *) echo "/usr/bin/old is Python 3.9" ;; esac\n')
    old.chmod(0o755)
    done = play(elsewhere / "play it", "console", "menu", cwd=elsewhere, PYTHON=str(old))
    assert done.returncode == 1
    assert "3.11 or newer (/usr/bin/old is Python 3.9)" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_without_a_network_it_runs_from_the_source(tmp_path: Path) -> None:
    checkout = tmp_path / "check out"
    checkout.mkdir()
    for name in ("LICENSE", "README.md", "hatch_build.py", "pyproject.toml"):
        shutil.copy(ROOT / name, checkout)
    for name in ("scripts", "src"):
        shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    done = play(checkout / "scripts" / "play", "--version", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("sapper ")
    assert "running it from the source" in done.stderr
