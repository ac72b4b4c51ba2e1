"""`sapper generate`: every format, every policy, and what it says to impossible wishes."""

from __future__ import annotations

import json
import subprocess

import pytest

from sapper.cli import main
from sapper.core.metrics import board_metrics
from sapper.core.notation import MAX_SEED, board_rows, parse_board, parse_game_id
from sapper.deal import deal
from sapper.replay.formats.link import read_link
from sapper.replay.formats.mbf import read_mbf
from tests.e2e.program import COMMAND, environment, sapper


def generate(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["generate", *arguments]) == 0
    return capsys.readouterr().out


def test_all_formats_show_the_same_board(capsys: pytest.CaptureFixture[str]) -> None:
    game = parse_game_id("16x16/40:safe:99:0,15")
    layout = deal(game)
    wish = ("intermediate", "--policy", "safe", "--first", "0,15", "--seed", "99")
    assert parse_board(generate(capsys, *wish)) == layout
    assert parse_game_id(generate(capsys, *wish, "--format", "id")) == game
    assert read_link(generate(capsys, *wish, "--format", "link")).layout == layout
    assert read_mbf(sapper("generate", *wish, "--format", "mbf").stdout) == layout
    metrics = board_metrics(layout)
    assert json.loads(generate(capsys, *wish, "--json")) == {
        "id": str(game),
        "width": 16,
        "height": 16,
        "mines": 40,
        "policy": "safe",
        "seed": 99,
        "first": [0, 15],
        "rows": board_rows(layout),
        "bbbv": metrics.bbbv,
        "openings": metrics.openings,
    }


def test_several_boards_count_their_seeds_up(capsys: pytest.CaptureFixture[str]) -> None:
    lines = generate(capsys, "8x8/10", "-n", "3", "--seed", str(MAX_SEED), "--json").splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [MAX_SEED, 0, 1]
    boards = [parse_game_id(json.loads(line)["id"]) for line in lines]
    text = generate(capsys, "8x8/10", "-n", "3", "--seed", str(MAX_SEED))
    assert [parse_board(board) for board in text.split("\n\n")] == [deal(game) for game in boards]
    hexes = generate(capsys, "8x8/10", "-n", "3", "--seed", str(MAX_SEED), "--format", "mbf").splitlines()
    assert [read_mbf(line.encode()) for line in hexes] == [deal(game) for game in boards]


def test_the_first_cell_is_the_centre_unless_said_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(capsys, "expert", "--seed", "1", "--format", "id") == "30x16/99:opening:1:15,8\n"


def test_without_a_seed_boards_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(capsys, "expert", "--format", "id") != generate(capsys, "expert", "--format", "id")


@pytest.mark.parametrize("size", ["30x16/479", "1x1/0", "1000x1/999", "9x9/0"])
@pytest.mark.parametrize("policy", ["any", "safe", "opening"])
def test_every_mine_count_is_dealt(size: str, policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    boards = generate(capsys, size, "--policy", policy, "-n", "5")
    assert all(str(parse_board(board).params) == size for board in boards.split("\n\n"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["9x9/81"], "a 9x9 board holds at most 80 mines, not 81"),
        (["9by9"], "neither a level"),
        (["9x9/10", "--first", "9,0"], "a column from 0 to 8 and a row from 0 to 8"),
        (["9x9/10", "--first", "4"], "such as 4,4"),
        (["9x9/10", "-n", "0"], "a whole number from 1"),
        (["9x9/10", "--seed", "abc"], "a seed is a whole number from 0"),
        (["9x9/10", "--policy", "easy"], "invalid choice"),
        (["9x9/10", "--format", "avf"], "invalid choice"),
    ],
)
def test_wrong_wishes_are_a_sentence_with_status_two(arguments: list[str], says: str) -> None:
    ended = sapper("generate", *arguments)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert says in ended.stderr.decode()
    assert ended.stderr.count(b"\n") == 1


def test_a_board_too_large_for_a_format_is_refused() -> None:
    ended = sapper("generate", "300x3/5", "--format", "mbf")
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert b"255x255" in ended.stderr


def test_a_reader_that_leaves_early_is_no_error() -> None:
    process = subprocess.Popen(
        [*COMMAND, "generate", "30x16/99", "-n", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"30x16/99\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0
