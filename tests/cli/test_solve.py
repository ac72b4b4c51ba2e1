"""`sapper solve`: text positions, replays after a move, and what it says to impossible wishes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sapper.cli import main
from sapper.core.moves import Move, MoveKind
from sapper.profile import open_profile
from sapper.session import Game
from sapper.testing import FakeClock
from tests.e2e.program import environment, sapper
from tests.games import SMALL, play_to_loss, play_to_win

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


def test_a_closed_cell_never_looks_like_an_open_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A risk of 6 per cent is 06, the number six is 6: without colours there is nothing else to tell them by."""
    file = tmp_path / "position.txt"
    file.write_text("17x3/10\n" + "#" * 17 + "\n#6" + "#" * 15 + "\n" + "#" * 17 + "\n")
    assert main(["solve", str(file)]) == 0
    rows = capsys.readouterr().out.splitlines()[1:4]
    cells = [row[5:][place : place + 3] for row in rows for place in range(0, 51, 3)]
    assert cells[18] == "  6"
    assert all(cell[1:].isdigit() and len(cell) == 3 for cell in cells if cell is not cells[18])


def test_colours_are_added_to_the_same_picture(tmp_path: Path) -> None:
    from sapper.cli.solve import picture
    from sapper.core.notation import parse_view
    from sapper.i18n import Translator
    from sapper.solver import analyse

    analysis = analyse(parse_view(POSITION))
    plain = picture(analysis, Translator("en"))
    painted = picture(analysis, Translator("en"), colour=True)
    assert "\x1b[" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain
    assert "\x1b[1;32m--\x1b[0m" in painted
    assert "\x1b[1;31m**\x1b[0m" in painted


def test_answers_are_told_in_chinese(profile: Path) -> None:
    env = environment(SAPPER_PROFILE=str(profile), LANG="zh_CN.UTF-8", LC_ALL="zh_CN.UTF-8", PYTHONIOENCODING="utf-8")
    told = sapper("solve", stdin=POSITION.encode(), env=env).stdout.decode()
    assert "布局数：1" in told
    assert "安全" in told
    assert "layouts" not in told
    # The machine's answer is the same in every language.
    assert json.loads(sapper("solve", "--json", stdin=POSITION.encode(), env=env).stdout)["reason"].isascii()


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "profile"
    monkeypatch.setenv("SAPPER_PROFILE", str(path))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return path


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["solve", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def opened(found: dict[str, Any]) -> int:
    return sum(risk is None for row in found["probabilities"] for risk in row)


def test_own_games_are_solved_at_any_move(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two that are over, the newest first, and one that waits."""
    kept = open_profile(profile / "games.db")
    games = []
    for number, play in enumerate((play_to_win, play_to_loss)):
        game = Game(SMALL, clock=FakeClock(step=5), seed=number)
        holder = kept.begin(game)
        play(game, (4, 4))
        holder.save()
        games.append((holder.uuid, game))
    waiting = Game(SMALL, clock=FakeClock(step=5), seed=7)
    holder = kept.begin(waiting)
    waiting.play(Move(MoveKind.OPEN, 4, 4))
    waiting.play(Move(MoveKind.FLAG, 0, 0))
    holder.save()
    holder.leave()
    kept.close()

    (won, won_game), (lost, lost_game) = games
    for name in ("1", lost):
        before = answer(capsys, "--game", name)
        assert opened(before) == opened(answer(capsys, "--game", name, "--at", "1"))
        assert opened(before) == lost_game.position.opened.bit_count()
    assert opened(answer(capsys, "--game", "2", "--at", "0")) == 0
    assert answer(capsys, "--game", won) == answer(capsys, "--game", "2")
    assert opened(answer(capsys, "--game", won)) < SMALL.safe_cells
    assert opened(answer(capsys, "--game", "0")) == waiting.position.opened.bit_count()
    last = sum(1 for entry in won_game.log) - 1
    assert main(["solve", "--game", won, "--at", str(last + 5)]) == 2
    assert "the game has no more moves" in capsys.readouterr().err
    assert main(["solve", "--game", lost, "--at", "2"]) == 2
    assert "--at 1 is the position before it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["--game", "1"], 1, "no game '1' among yours"),
        (["--game", "0"], 1, "no game '0' among yours"),
        (["--game", "0" * 32], 1, "among yours"),
        (["--game", "last"], 2, "a uuid of 32 hexadecimal digits"),
        (["--game", "1", "--mines", "3"], 2, "no FILE and no --mines"),
        (["--game", "1", "file"], 2, "no FILE and no --mines"),
    ],
)
def test_games_that_are_not_there_are_a_sentence(
    profile: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, says: str
) -> None:
    assert main(["solve", *arguments]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert captured.err.count("\n") == 1
    assert not profile.exists()


RECORDING = Path(__file__).resolve().parents[2].parent / "shared" / "formats" / "samples" / "avf" / "exp_flag_won.avf"


@pytest.mark.skipif(not RECORDING.exists(), reason="the sample replays are not here")
def test_a_replay_is_solved_after_a_move() -> None:
    answer = json.loads(sapper("solve", str(RECORDING), "--at", "2", "--json").stdout)
    assert (answer["width"], answer["mines"], answer["consistent"]) == (30, 99, True)
    for arguments, says in ((["--at", "9999"], "from 0 to"), ([], "--at")):
        ended = sapper("solve", str(RECORDING), *arguments)
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert says in ended.stderr.decode()
