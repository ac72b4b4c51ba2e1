"""`scripts/play` on machines that lack something: it says so in a sentence, and opens what can be opened."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def play(
    script: Path, *arguments: str, cwd: Path, env: dict[str, str] | None = None, stderr: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """Runs a `play`, without a network for pip and without what the tests' own environment sets."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON", "SAPPER_"))}
    return subprocess.run(
        [str(script), *arguments],
        cwd=cwd,
        env={**kept, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
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
    done = play(elsewhere / "play it", "console", "menu", cwd=elsewhere, env={"PYTHON": "no-such-python"})
    assert done.returncode == 1
    assert "PYTHON=no-such-python" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_old_python_is_named(elsewhere: Path) -> None:
    old = elsewhere / "old python"
    old.write_text('#!/bin/sh\ncase "$2" in *exit*) exit 1 ;; *) echo "/usr/bin/old is Python 3.9" ;; esac\n')
    old.chmod(0o755)
    done = play(elsewhere / "play it", "console", "menu", cwd=elsewhere, env={"PYTHON": str(old)})
    assert done.returncode == 1
    assert "3.11 or newer (/usr/bin/old is Python 3.9)" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what `play` needs, with a blank in its name."""
    directory = tmp_path / "check out"
    directory.mkdir()
    for name in ("LICENSE", "README.md", "hatch_build.py", "pyproject.toml"):
        shutil.copy(ROOT / name, directory)
    for name in ("scripts", "src"):
        shutil.copytree(ROOT / name, directory / name, ignore=shutil.ignore_patterns("__pycache__"))
    return directory


FIRST = re.compile(
    r"Making ready for the first start: .* \(about \d+ MB to fetch, once\)(?P<compiling>; .*SAPPER_COMPILE=0.*)? \.{3}"
)


@pytest.mark.slow
def test_without_a_network_it_says_so_and_runs_from_the_source(checkout: Path) -> None:
    done = play(checkout / "scripts" / "play", "--version", cwd=checkout.parent)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("sapper ")
    first, unreachable, source = done.stderr.splitlines()
    told = FIRST.fullmatch(first.removesuffix(" that failed."))
    assert told is not None
    assert told["compiling"]
    assert "could not be fetched (the log is " in unreachable
    assert "connect to a network" in unreachable
    assert "runs from the source" in source
    again = play(checkout / "scripts" / "play", "--version", cwd=checkout.parent)
    assert again.stderr == done.stderr, "it is still the first start"


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("hatchling") or not find_spec("Cython"), reason="the build tools are not here")
@pytest.mark.skipif(not find_spec("ensurepip"), reason="this Python cannot put pip into an environment")
def test_the_first_start_shows_that_it_goes_on_and_later_ones_say_nothing(checkout: Path) -> None:
    """With a slow Python, at a terminal; the tools that build are those of this environment."""
    slow = checkout / "slow python"
    slow.write_text(f'#!/bin/sh\ncase "$*" in *"-m venv"*) sleep 2.5 ;; esac\nexec "{sys.executable}" "$@"\n')
    slow.chmod(0o755)
    environment = {
        **{"PYTHON": str(slow), "PYTHONPATH": sysconfig.get_path("purelib"), "SAPPER_COMPILE": "0"},
        **{"PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_DEPS": "1"},  # pip's 0 here: no isolation
    }
    terminal, side = os.openpty()
    done = play(checkout / "scripts" / "play", "--version", cwd=checkout.parent, env=environment, stderr=side)
    os.close(side)
    with open(terminal, "rb") as shown:
        told = os.read(shown.fileno(), 65536).decode()
    assert done.returncode == 0, told
    assert done.stdout.startswith("sapper ")
    first = re.fullmatch(FIRST.pattern + r"\.{2,} done\.\r\n", told)
    assert first is not None
    assert not first["compiling"]
    again = play(checkout / "scripts" / "play", "--version", cwd=checkout.parent, env=environment)
    assert (again.returncode, again.stdout, again.stderr) == (0, done.stdout, "")
    (checkout / "src" / "sapper" / "py.typed").write_text("# changed")
    changed = play(checkout / "scripts" / "play", "--version", cwd=checkout.parent, env=environment)
    assert changed.stderr == "Making ready after a change of the sources ... done.\n"
