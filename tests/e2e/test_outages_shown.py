"""What a player meets in each front end when nothing can be saved: one sentence, a game that goes on, and no hang."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest

from sapper.store import open_store
from tests.e2e.program import environment, sapper
from tests.e2e.screen import Terminal, text_board
from tests.store.records import several

resource = pytest.importorskip("resource")

NOWHERE = "/sys/sapper"
"""A folder that nobody can make, not even root."""

needs_tmux = [pytest.mark.e2e, pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux")]
needs_nowhere = pytest.mark.skipif(sys.platform != "linux", reason="there is no such folder here")


def limit(pid: int, size: int) -> None:
    """No file of this process may grow beyond this size from now on: to it the disk is full."""
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


def played(folder: Path) -> list[tuple[int, int]]:
    """Games played and won of each kind."""
    answer = sapper("stats", "--json", env=environment(SAPPER_PROFILE=str(folder / "profile")))
    return [(level["played"], level["won"]) for level in json.loads(answer.stdout)["levels"]]


class TestFullScreen:
    """The full-screen game."""

    pytestmark = needs_tmux

    def test_a_full_disk(self, terminal: Terminal) -> None:
        terminal.start("play", "--board", text_board(terminal.folder, ["...*", "....", "*..."]))
        terminal.wait("Custom")
        terminal.keys("g", "0", "f")
        terminal.wait(lambda text: text.count("⚑") == 2)
        limit(terminal.pid(), 1024)
        terminal.keys("l", "f")
        terminal.wait(lambda text: "games cannot be saved" in text and text.count("⚑") == 3)
        terminal.keys("f", "j", "f")
        terminal.wait(lambda text: text.count("⚑") == 3)
        limit(terminal.pid(), resource.RLIM_INFINITY)
        terminal.keys("C-q")
        terminal.wait_end()
        terminal.stop()
        terminal.start()
        terminal.wait("Paused")
        terminal.keys("p")
        terminal.wait(":-)")
        assert [row[:4] for row in terminal.rows()] == ["⚑■■■", "■⚑■■", "■■■■"]

    def test_a_database_that_another_program_holds(self, terminal: Terminal) -> None:
        terminal.start("play", "--board", text_board(terminal.folder, ["..", ".*"]))
        terminal.wait("Custom")
        terminal.keys("g", "0", "f", "f")
        terminal.wait(lambda text: text.count("⚑") == 1)
        other = sqlite3.connect(terminal.folder / "profile" / "games.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        terminal.keys("Space")
        terminal.wait("another program holds")
        terminal.keys("l", "Space", "h", "j", "Space")
        terminal.wait("Won")
        terminal.keys("r")
        terminal.wait(":-)")
        other.execute("COMMIT")
        other.close()
        terminal.keys("C-q")
        terminal.wait_end()
        assert played(terminal.folder) == [(1, 1)], "it was won while nothing could be saved"

    @needs_nowhere
    def test_a_folder_that_cannot_be_written(self, tmp_path: Path) -> None:
        terminal = Terminal(tmp_path, shell=True)
        try:
            terminal.start(env={"SAPPER_PROFILE": NOWHERE})
            terminal.wait("bash-")
            board = text_board(tmp_path, ["..", ".*"])
            terminal.type(f"{sys.executable} -m sapper play --lang en --board {board}; echo status $?\n")
            terminal.wait("Custom")
            terminal.keys("g", "0", "Space", "l", "Space", "h", "j", "Space")
            terminal.wait("Won")
            terminal.keys("H")
            terminal.wait("History")
            terminal.keys("Escape", "C-q")
            seen = terminal.wait("status 1")
            assert f"sapper: games cannot be saved: no right to write {NOWHERE}" in seen
        finally:
            terminal.stop()


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    path = tmp_path / "profile"
    with open_store(path / "games.db") as store:
        store.add_all(several(30, seed=2))
    return path


def refused(*arguments: str, profile: Path | str, sentence: str) -> None:
    """Runs a command that cannot be done, and says why in one sentence."""
    done = sapper(*arguments, env=environment(SAPPER_PROFILE=str(profile), LC_ALL="C.UTF-8", LANGUAGE="en"))
    assert done.returncode == 1
    said = done.stderr.decode()
    assert said.startswith("sapper: ")
    assert sentence in said
    assert said.count("\n") == 1
    assert done.stdout == b""


class TestCommands:
    """The commands that read and write the history."""

    def test_another_program_writes_for_long(self, profile: Path, tmp_path: Path) -> None:
        games = tmp_path / "games.json"
        assert sapper("export", "--output", str(games), env=environment(SAPPER_PROFILE=str(profile))).returncode == 0
        other = sqlite3.connect(profile / "games.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert sapper("stats", env=environment(SAPPER_PROFILE=str(profile))).returncode == 0, "reading goes on"
        refused("import", str(games), profile=profile, sentence="another program holds")
        other.execute("PRAGMA user_version")
        other.execute("COMMIT")
        other.close()

    def test_another_program_has_it_for_itself(self, profile: Path, tmp_path: Path) -> None:
        other = sqlite3.connect(profile / "games.db", isolation_level=None)
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("CREATE TABLE meddling (x)")
        for arguments in (("stats",), ("export", "--output", str(tmp_path / "games.csv"))):
            refused(*arguments, profile=profile, sentence="cannot be read just now: another program holds them")
        other.execute("ROLLBACK")
        other.close()
        assert not (tmp_path / "games.csv").exists()

    @needs_nowhere
    def test_a_folder_that_cannot_be_made(self, profile: Path, tmp_path: Path) -> None:
        games = tmp_path / "games.json"
        assert sapper("export", "--output", str(games), env=environment(SAPPER_PROFILE=str(profile))).returncode == 0
        refused("import", str(games), profile=NOWHERE, sentence="games cannot be saved")
        refused("export", "--output", f"{NOWHERE}.json", profile=profile, sentence=NOWHERE)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
    @pytest.mark.parametrize("arguments", [("stats",), ("export",), ("generate", "beginner", "-n", "200")])
    def test_no_room_for_the_output(self, arguments: tuple[str, ...], profile: Path) -> None:
        done = os.spawnle(
            os.P_WAIT,
            "/bin/sh",
            "sh",
            "-c",
            f'"{sys.executable}" -m sapper {" ".join(arguments)} >/dev/full 2>"{profile}/said"',
            environment(SAPPER_PROFILE=str(profile)),
        )
        said = (profile / "said").read_text()
        assert done == 1
        assert said.startswith("sapper: ")
        assert said.count("\n") == 1
