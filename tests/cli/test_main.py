"""The command line as a whole: help, version, wrong use, and every kind of ending."""

from __future__ import annotations

import errno
import io
import subprocess
import sys

import pytest

from sapper import __version__
from sapper.cli import main
from sapper.cli.main import COMMANDS
from sapper.errors import NotationError
from tests.e2e.program import environment, sapper


def test_the_version_tells_what_runs_and_where(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    output = capsys.readouterr().out
    assert output.startswith(f"sapper {__version__}\n")
    assert "Python 3." in output
    assert "kernel: " in output


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"usage: sapper {command}" in capsys.readouterr().out


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    output = capsys.readouterr().out
    assert all(f"\n    {command}" in output for command in COMMANDS)


def test_without_a_terminal_help_goes_to_stderr() -> None:
    ended = sapper()
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"usage: sapper" in ended.stderr
    assert (
        b"\nsapper: the full-screen game needs a terminal; without one there is: sapper console menu\n" in ended.stderr
    )


@pytest.mark.parametrize(
    "arguments", [["dig"], ["--dig"], ["--version=1"], ["generate"], ["generate", "9x9/10", "--dig"]]
)
def test_wrong_use_is_one_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "--help" in captured.err


def failing(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int:
    def run(arguments: object) -> int:
        raise error

    monkeypatch.setattr("sapper.cli.generate.run", run)
    return main(["generate", "9x9/10"])


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (NotationError("no {what}", what="board", line=3), 1, "sapper: 3: no board\n"),
        (KeyboardInterrupt(), 130, "\n"),
        (OSError(errno.ENOSPC, "No space left on device"), 1, "sapper: standard output: No space left on device\n"),
        (PermissionError(errno.EACCES, "Permission denied", "x.txt"), 1, "sapper: x.txt: Permission denied\n"),
    ],
)
def test_errors_become_a_sentence_and_a_status(
    error: BaseException,
    status: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert failing(error, monkeypatch) == status
    assert capsys.readouterr().err == says


def test_a_sentence_that_nobody_can_read_is_no_second_error(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    assert failing(NotationError("lost"), monkeypatch) == 1


@pytest.mark.parametrize("module", ["sapper.cli", "sapper.cli.main", "sapper.errors"])
def test_an_interruption_while_modules_load_is_one_too(module: str) -> None:
    program = f"""
import runpy, sys
class Ctrl:
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Ctrl())
runpy.run_module("sapper", run_name="__main__")
"""
    ended = subprocess.run([sys.executable, "-c", program], env=environment(), capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")
