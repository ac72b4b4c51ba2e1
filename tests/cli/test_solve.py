"""`sapper solve`: text positions, replays after a move, and what it says to impossible wishes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.program import sapper

POSITION = "4x3/2\n0000\n1221\n####\n"


def test_a_position_is_solved_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(POSITION)
    by_file = sapper("solve", str(file), "--json")
    by_input = sapper("solve", "--json", stdin=POSITION.encode())
    assert by_file.stdout == by_input.stdout
    answer = json.loads(by_file.stdout)
    assert (answer["consistent"], answer["layouts"]) == (True, "1")
    assert (answer["safe"], answer["mined"]) == ([[0, 2], [3, 2]], [[1, 2], [2, 2]])
    assert answer["probabilities"][2] == [0, 1, 1, 0]


def test_a_contradiction_is_said_with_status_one() -> None:
    ended = sapper("solve", "--json", stdin=b"3x1/1\n2##\n")
    assert (ended.returncode, json.loads(ended.stdout)["consistent"]) == (1, False)
    told = sapper("solve", stdin=b"3x1/1\n2##\n")
    assert (told.returncode, told.stdout, told.stderr.count(b"\n")) == (1, b"", 1)


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["no/such/file"], 1, "no/such/file"),
        (["--at", "3"], 1, ""),
        (["--mines", "x"], 2, "--mines"),
    ],
)
def test_what_cannot_be_solved_is_a_sentence(arguments: list[str], status: int, says: str) -> None:
    ended = sapper("solve", *arguments, stdin=b"not a position\n")
    assert (ended.returncode, ended.stdout, ended.stderr.count(b"\n")) == (status, b"", 1)
    assert says in ended.stderr.decode()


RECORDING = Path(__file__).resolve().parents[2].parent / "shared" / "formats" / "samples" / "avf" / "exp_flag_won.avf"


@pytest.mark.skipif(not RECORDING.exists(), reason="the sample replays are not here")
def test_a_replay_is_solved_after_a_move() -> None:
    answer = json.loads(sapper("solve", str(RECORDING), "--at", "2", "--json").stdout)
    assert (answer["width"], answer["mines"], answer["consistent"]) == (30, 99, True)
    for arguments, says in ((["--at", "9999"], "from 0 to"), ([], "--at")):
        ended = sapper("solve", str(RECORDING), *arguments)
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert says in ended.stderr.decode()
