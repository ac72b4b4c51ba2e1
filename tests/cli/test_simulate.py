"""`sapper simulate`: its answers in every form, and one sentence for whatever goes wrong."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sapper.cli import main
from sapper.players.player import Style
from tests.e2e.program import COMMAND, environment, sapper
from tests.sim import players

WISH = ("simulate", "beginner", "-n", "60", "--seed", "3")


@pytest.fixture(autouse=True)
def in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("SAPPER_PROFILE", str(tmp_path / "profile"))


def simulate(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*WISH, *arguments]) == 0
    answer = capsys.readouterr()
    assert not answer.err
    return answer.out


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str, status: int) -> str:
    try:
        ended: Any = main([*WISH, *arguments])
    except SystemExit as left:  # how a parser refuses
        ended = left.code
    assert ended == status
    answer = capsys.readouterr()
    assert not answer.out
    assert answer.err.count("\n") == 1
    return answer.err.strip()


def test_json_has_the_promised_shape(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(simulate(capsys, "--json", "--policy", "safe", "--first", "2,1"))
    assert list(answer)[:12] == [
        "level",
        "policy",
        "player",
        "games",
        "wins",
        "win_rate",
        "ci95",
        "guesses",
        "wins_without_guess",
        "gave_up",
        "seconds",
        "games_per_second",
    ]
    assert (answer["level"], answer["policy"], answer["player"]) == ("beginner", "safe", "lowest-risk")
    assert (answer["games"], answer["seed"], answer["first"]) == (60, 3, [2, 1])
    assert answer["win_rate"] == answer["wins"] / 60
    low, high = answer["ci95"]
    assert 0 <= low <= answer["win_rate"] <= high <= 1


def test_two_players_are_compared_on_the_same_boards(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(simulate(capsys, "--json", "--against", "random"))
    alone = json.loads(simulate(capsys, "--json", "--player", "random", "--first", "2,1"))
    assert answer["first"] == [2, 1]
    assert answer["against"]["wins"] == alone["wins"]
    difference = answer["difference"]
    assert difference["both"] + difference["player_alone"] == answer["wins"]
    assert difference["both"] + difference["against_alone"] == answer["against"]["wins"]
    assert difference["win_rate"] == pytest.approx(answer["win_rate"] - answer["against"]["win_rate"])
    low, high = difference["ci95"]
    assert low < difference["win_rate"] < high


def test_the_table_is_the_same_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    first = simulate(capsys, "--against", "logic")
    assert first == simulate(capsys, "--against", "logic", "--jobs", "2")
    assert first.splitlines()[0] == "beginner, policy opening, first cell 2,1, seed 3, 60 games"
    assert "lowest-risk minus logic" in first
    assert "gave up" not in first


def test_a_fresh_seed_is_told_and_repeats_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "8x8/10", "-n", "20", "--json", "--policy", "any"]) == 0
    fresh = json.loads(capsys.readouterr().out)
    assert fresh["level"] == "ranked-beginner"
    assert main(["simulate", "8x8/10", "-n", "20", "--json", "--policy", "any", "--seed", str(fresh["seed"])]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["wins"], again["guesses"]) == (fresh["wins"], fresh["guesses"])


@pytest.mark.parametrize("size", ["1x1/0", "2x2/3", "1x9/3", "9x1/8", "30x1/0"])
@pytest.mark.parametrize("policy", ["any", "safe", "opening", "no-guess"])
def test_odd_boards(size: str, policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["simulate", size, "-n", "8", "--seed", "1", "--policy", policy, "--against", "random", "--json"])
    answer = capsys.readouterr()
    if status:
        assert policy == "no-guess"
        assert "too rare" in answer.err
    else:
        assert json.loads(answer.out)["level"] == size


def test_csv_adds_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "found.csv"
    answer = json.loads(simulate(capsys, "--json", "--against", "logic", "--csv", str(path)))
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for name, wins in (("lowest-risk", answer["wins"]), ("logic", answer["against"]["wins"])):
        for by in ("all", "guesses", "3bv"):
            found = [row for row in rows if (row["player"], row["by"]) == (name, by)]
            assert sum(int(row["games"]) for row in found) == 60
            assert sum(int(row["wins"]) for row in found) == wins
            assert all(float(row["low"]) <= float(row["win_rate"]) <= float(row["high"]) for row in found)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_plots_are_pictures(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    env = environment(LC_ALL="C.UTF-8" if language == "en" else "zh_CN.UTF-8", PYTHONWARNINGS="error")
    drawn = []
    for name in ("found.svg", "again.svg", "found.PNG"):
        ended = sapper(*WISH, "--against", "logic", "--plot", str(tmp_path / name), env=env)
        assert (ended.returncode, ended.stderr) == (0, b"")
        drawn.append((tmp_path / name).read_bytes())
    assert drawn[0] == drawn[1]
    assert ElementTree.fromstring(drawn[0]).tag == "{http://www.w3.org/2000/svg}svg"
    assert drawn[2].startswith(b"\x89PNG\r\n")


def test_without_matplotlib_one_sentence_before_the_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    told = refusal(capsys, "-n", "100000000", "--plot", "x.svg", status=1)
    assert told == "sapper: drawing needs matplotlib (pip install 'sapper[plot]'); without it there is --csv"


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["--player", "greedy"], 2, "no player is called greedy; there are random, logic, lowest-risk"),
        (["--against", "greedy"], 2, "no player is called greedy"),
        (["--first", "9,0"], 2, "--first is a column from 0 to 8 and a row from 0 to 8"),
        (["--first", "x"], 2, "a cell is its column and row"),
        (["-n", "0"], 2, "a whole number from 1 is wanted"),
        (["--jobs", "0"], 2, "a whole number from 1 is wanted"),
        (["--jobs", "2", "--scheduler", "tcp://x:1"], 2, "choose one"),
        (["--plot", "x.pdf"], 2, "ends in .svg or .png, not 'x.pdf'"),
        (["--csv", "nowhere/x.csv"], 2, "nowhere/x.csv: there is no such folder"),
        (["--journal", "."], 2, ".: it is a folder"),
        (["--policy", "lucky"], 2, "--policy is one of any, safe, opening, no-guess, not 'lucky'"),
        (["--seed", "-1"], 2, "a seed is a whole number"),
        (["--plot", "{x}.gif"], 2, "not '{x}.gif'"),
        (["--scheduler", "somewhere"], 2, "like tcp://127.0.0.1:8786, not somewhere"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_use_is_one_sentence(
    arguments: list[str], status: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refusal(capsys, *arguments, status=status)


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        (players.Raises, "the player odd failed in 9x9/10:opening:"),
        (players.Unmade, "the player odd failed when it was made: OSError: no model file"),
        (players.says(None, Style.EVERY_MOVE), "the player odd answered None in 9x9/10:opening:"),
    ],
)
def test_a_foreign_player_that_fails_is_named(
    player: Any, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    players.bring(monkeypatch, odd=player)
    assert refusal(capsys, "--player", "odd", status=1).startswith(f"sapper: {sentence}")


def test_a_foreign_player_plays(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    players.bring(monkeypatch, duck=players.Duck, tired=players.Tired)
    answer = json.loads(simulate(capsys, "--player", "duck", "--against", "lowest-risk", "--json"))
    assert (answer["first"], answer["difference"]["win_rate"]) == ([4, 4], 0)
    assert "gave up" in simulate(capsys, "--player", "tired", "--policy", "safe")


def test_a_journal_names_the_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "journal"
    wish = ["simulate", "beginner", "--journal", str(path), "-n"]
    assert main([*wish, "20"]) == 0
    first = capsys.readouterr().out
    assert main([*wish, "20"]) == 0
    assert capsys.readouterr().out == first
    assert main([*wish, "30"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == first.splitlines()[0].replace("20 games", "30 games")
    assert main([*wish, "30", "--player", "logic"]) == 1
    assert "belongs to another simulation: player is lowest-risk there, not logic" in capsys.readouterr().err


def test_chinese(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert main([*WISH, "--against", "random"]) == 0
    told = capsys.readouterr().out
    assert "局" in told
    assert "player" not in told


def test_a_closed_pipe_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, *WISH], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_progress_is_shown_on_a_terminal_alone() -> None:
    import os
    import pty

    master, slave = pty.openpty()
    ended = subprocess.run(
        [*COMMAND, *WISH, "--json"], stdout=subprocess.PIPE, stderr=slave, env=environment(TERM="xterm"), check=True
    )
    os.close(slave)
    shown = b""
    try:
        while part := os.read(master, 65536):
            shown += part
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(master)
    assert json.loads(ended.stdout)["games"] == 60
    assert b"60/60" in shown
    assert b"% won" in shown
