"""`sapper stats`, `sapper export` and `sapper import` as a player meets them."""

from __future__ import annotations

import io
import json
import random
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from sapper.cli import main
from sapper.cli.charts import bar, columns, table, trend_line
from sapper.core.params import LEVELS
from sapper.profile import open_profile
from sapper.replay.reading import read_contents
from sapper.replay.report import report
from sapper.session import Game
from sapper.store import open_store
from sapper.testing import FakeClock
from tests.games import play_to_loss, play_to_win
from tests.store.records import made_up, of_time, several


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "profile"
    monkeypatch.setenv("SAPPER_PROFILE", str(path))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    return path


def fill(profile: Path, games: int) -> None:
    with open_store(profile / "games.db") as store:
        store.add_all(several(games, seed=1))
        chance = random.Random(3)
        store.add_all(of_time(made_up(chance), 20_000 + place * 1000, 10**12 + place) for place in range(games))


def test_an_empty_profile_is_answered_and_not_made(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats"]) == 0
    assert capsys.readouterr().out == "No game has been played yet.\n"
    assert main(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"levels": [], "daily": []}
    assert main(["export", "--format", "csv"]) == 0
    assert capsys.readouterr().out.startswith("uuid,id,")
    assert not profile.exists()


def test_stats_in_both_languages(
    profile: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(profile, 40)
    assert main(["stats", "--level", "beginner", "--policy", "opening"]) == 0
    english = capsys.readouterr().out
    assert "beginner · 9x9/10 · opening" in english
    assert "█" in english
    assert "▁" in english
    assert "2001-09-09" in english
    assert max(map(columns, english.splitlines())) <= 80
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert main(["stats"]) == 0
    chinese = capsys.readouterr().out
    assert "初级 · 9x9/10 · 开空" in chinese
    heading, *rows = chinese.splitlines()[: chinese.splitlines().index("")]
    assert len({columns(row) for row in [heading, *rows]}) == 1
    assert max(map(columns, chinese.splitlines())) <= 80
    (profile / "settings.toml").write_text('language = "en"\n')
    assert main(["stats", "--level", "1x1/0"]) == 0
    assert capsys.readouterr().out == "No game of this kind has been played yet.\n"


def test_stats_for_an_output_without_blocks(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(profile, 40)
    monkeypatch.setenv("LANG", "zh_CN")
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["stats"]) == 0
    assert b"####" in raw.getvalue()
    assert b"beginner" in raw.getvalue()


def test_stats_as_json(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(profile, 40)
    assert main(["stats", "--json", "--level", "beginner", "--policy", "opening"]) == 0
    document = json.loads(capsys.readouterr().out)
    (level,) = document["levels"]
    assert (level["level"], level["width"], level["policy"]) == ("beginner", 9, "opening")
    assert level["played"] == level["won"] + level["lost"] + level["abandoned"]
    assert level["win_rate"] == level["won"] / level["played"]
    assert sum(each["games"] for each in level["histogram"]) == level["ranked_wins"]
    assert level["fastest"][0]["time_ms"] == level["best_ms"]
    assert level["last_finished"] == "2001-09-09T01:46:40.039Z"
    assert all(set(day) == {"day", "result", "time_ms", "ranked"} for day in document["daily"])


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_standard_output_has_a_name(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    fill(profile, 1)
    monkeypatch.chdir(tmp_path)
    assert main(["export", "--format", ending, "--output", "-"]) == 0
    written = capsys.readouterr().out
    assert main(["export", "--format", ending]) == 0
    assert capsys.readouterr().out == written
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_games_move_from_one_profile_to_another(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    fill(profile, 30)
    file = tmp_path / f"out.{ending}"
    assert main(["export", "--output", str(file)]) == 0
    assert capsys.readouterr() == ("", f"60 games written to {file}\n")
    assert (file.read_text()[0] == "{") is (ending == "json")
    monkeypatch.setenv("SAPPER_PROFILE", str(tmp_path / "other"))
    for added in (60, 0):
        assert main(["import", str(file)]) == 0
        assert capsys.readouterr().out == f"{added} games added, {60 - added} were there already\n"
    with open_store(profile / "games.db") as one, open_store(tmp_path / "other" / "games.db") as other:
        assert dict(one.everything()) == dict(other.everything())
        assert one.summaries() == other.summaries()


@pytest.mark.parametrize("form", ["evf", "rawvf"])
def test_own_games_become_replays(profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    clock, table = FakeClock(), open_profile(profile / "games.db", now=lambda: 1_700_000_000_000)
    played = []
    for seed, finish in ((1, play_to_win), (2, play_to_loss)):
        game = Game(LEVELS["beginner"], clock=clock, seed=seed)
        kept = table.begin(game)
        clock.step = 37
        finish(game, (4, 4))
        game.undo()
        finish(game, (4, 4))
        kept.save()
        played.append(game)
    table.close()
    folder = tmp_path / "replays"
    command = ["export", "--format", form, "--output", str(folder)]
    assert main(command) == 0
    assert capsys.readouterr() == ("", f"2 games written to {folder}\n")
    results = {}
    for path in folder.iterdir():
        assert path.name.startswith("20231114-221320-beginner-")
        found = report(read_contents(path.read_bytes(), path.name).records[0])
        assert found.warnings == ()
        results[str(found.play.result)] = found
    assert set(results) == {"won", "lost"}
    for game, found in zip(played, (results["won"], results["lost"]), strict=True):
        assert found.play.record.layout == game.layout
        assert found.play.position == game.position
        assert found.measures.time_ms == game.elapsed_ms
    assert main(command) == 0
    assert capsys.readouterr().err == f"0 games written to {folder}, 2 were there already\n"


def test_games_that_are_no_replays_are_named(profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--format", "evf"]) == 2
    assert "--output names a folder" in capsys.readouterr().err
    fill(profile, 10)
    assert main(["export", "--format", "evf", "--output", str(tmp_path / "out")]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) - 1 + len(list((tmp_path / "out").iterdir())) == 20
    assert all(line.startswith("sapper: ") for line in lines[:-1])


def test_the_ending_of_a_file_says_what_is_in_it(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(profile, 2)
    for name in ("e.evf", "e.RAWVF", "e.rawvf.txt", "e.txt", "e.avf", "e.mbf", "e.link.txt"):
        path = tmp_path / name
        assert main(["export", "--output", str(path)]) == 2
        assert f"{path} is named like a replay or a board" in capsys.readouterr().err
        assert not path.exists()
    for name, form in (("e.json", "json"), ("e.CSV", "csv"), ("e", "json"), ("e.old", "json")):
        assert main(["export", "--output", str(tmp_path / name)]) == 0
        capsys.readouterr()
        assert main(["export", "--format", form]) == 0
        assert (tmp_path / name).read_text() == capsys.readouterr().out
    assert main(["export", "--format", "json", "--output", str(tmp_path / "e.txt")]) == 0


@pytest.mark.parametrize("command", ["stats", "export", "export --format csv"])
@pytest.mark.parametrize("how", ["garbage", "rows"])
def test_damaged_games_are_told_before_anything_is_written(
    command: str, how: str, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(profile, 100)
    path = profile / "games.db"
    if how == "rows":
        with closing(sqlite3.connect(path)) as database:
            database.execute("UPDATE played SET log = x'00' WHERE game = (SELECT max(game) FROM played)")
            database.commit()
    else:
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + bytes(range(256)) * ((len(whole) - 4096) // 256))
    for _ in range(2):
        if how == "rows" and command == "stats":
            assert main([command]) == 0  # which does not look at the moves
            continue
        assert main(command.split()) == 1
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        if how == "garbage":
            says = (
                "are damaged; the game itself (sapper without a command) sets them aside and recovers what is readable"
            )
            assert err == f"sapper: the games in {path} {says}\n"


def test_what_goes_wrong_is_one_sentence(profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    binary, text = tmp_path / "binary", tmp_path / "text"
    binary.write_bytes(b"\xff\xfe")
    text.write_text("hello\n")
    for arguments, sentence in [
        (["import", str(binary)], f"sapper: {binary}: this is not text"),
        (["import", str(text)], f"sapper: {text}: 1: these are no games: the column uuid is missing"),
        (["import", str(tmp_path / "none")], "No such file"),
        (["export", "--output", str(tmp_path / "none" / "x.csv")], "No such file"),
    ]:
        assert main(arguments) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert sentence in err
        assert len(err.splitlines()) == 1
    assert not profile.exists()


def test_charts() -> None:
    assert table([["级别", "1"], ["a", "22"]], left=1) == ["级别   1", "a     22"]
    assert [bar(part, 2, blocks=True) for part in (0, 0.01, 0.5, 0.75, 1)] == ["", "▏", "█", "█▌", "██"]
    assert [bar(part, 2, blocks=False) for part in (0, 0.01, 1)] == ["", "#", "##"]
    assert trend_line([], blocks=True) == ""
    assert trend_line([5, 5], blocks=True) == "▁▁"
    assert trend_line([1, 2, 3], blocks=True) == "▁▅█"
    assert trend_line([1, 3], blocks=False) == "_@"
