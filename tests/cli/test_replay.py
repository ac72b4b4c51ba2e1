"""`sapper replay`: what it shows, what it writes, and what it never tells or overwrites."""

from __future__ import annotations

import json
import re
import struct
import subprocess
from pathlib import Path

import pytest

from sapper.cli import main
from sapper.cli.fonts import _chinese
from sapper.core.layout import Layout
from sapper.replay.reading import read_contents
from sapper.replay.report import report
from tests.e2e.program import COMMAND, environment
from tests.replay import builders
from tests.replay.builders import LAYOUT, WON

SPAN = WON[-1].ms - WON[1].ms


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "below").mkdir()
    (tmp_path / "a.evf").write_bytes(builders.evf(LAYOUT, WON, time=SPAN, bbbv=22))
    (tmp_path / "b.rmv").write_bytes(builders.rmv(LAYOUT, WON, time=WON[-1].ms, bbbv=23))
    (tmp_path / "below" / "c.evf").write_bytes(b"\4nothing")
    (tmp_path / "board.mine").write_bytes(b"3x2x1\n01F\nHHH\n")
    (tmp_path / "notes.txt").write_bytes(b"not looked at")
    return tmp_path


def test_info_on_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "info", str(folder)]) == 1
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0].split()[:3] == ["file", "format", "level"]
    assert "  ! the file says that the 3BV is 23, that of its board is 22" in lines
    assert lines[-1] == "2 games, 2 won, 1 board, 1 that could not be read; best ranked-beginner 7.200"
    assert err == f"sapper: {folder}/below/c.evf: the file ends inside the header\n"


def test_info_on_an_empty_folder_says_so_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "info", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"sapper: there are no replays and no boards in {tmp_path}\n"


def test_info_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "info", "--json", str(folder)]) == 1
    told = {Path(game["file"]).name: game for game in map(json.loads, capsys.readouterr().out.splitlines())}
    assert set(told) == {"a.evf", "b.rmv", "board.mine", "c.evf"}
    assert told["c.evf"].keys() == {"file", "error"}
    assert told["board.mine"]["result"] is None
    game = told["a.evf"]
    assert (game["level"], game["result"], game["time_ms"]) == ("ranked-beginner", "won", SPAN)
    assert game["clicks"] == {"left": 22, "right": 2, "chord": 1, "total": 25}
    assert "player" not in game
    assert told["b.rmv"]["warnings"] == ["the file says that the 3BV is 23, that of its board is 22"]


def test_one_file_is_told_in_full_and_the_player_only_on_request(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "info", str(folder / "b.rmv")]) == 0
    out = capsys.readouterr().out
    assert "result     won" in out
    assert "player" not in out
    assert main(["replay", "info", "--with-player", str(folder / "b.rmv")]) == 0
    out = capsys.readouterr().out
    assert "player     player" in out
    assert "token" not in out


def test_convert_writes_beside_or_elsewhere_and_overwrites_only_when_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = folder / "b.rmv", folder / "out" / "b.rawvf"
    convert = ["replay", "convert", "--to", "rawvf", "--output", str(folder / "out"), str(source)]
    assert main(convert) == 0
    out, err = capsys.readouterr()
    assert out == f"{target}\n"
    assert err == "sapper: players' names were left out; --with-player keeps them\n"
    (record,) = read_contents(target.read_bytes()).records
    assert record.source.player == ""
    assert b"token" not in target.read_bytes()
    assert report(record).play.clicks.total == 25
    target.write_text("precious")
    assert main(convert) == 1
    assert "is there already; --overwrite replaces it" in capsys.readouterr().err
    assert target.read_text() == "precious"
    assert main([*convert, "--overwrite", "--with-player"]) == 0
    (record,) = read_contents(target.read_bytes()).records
    assert record.source.player == "player"
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["b.rawvf"]


def test_convert_ends_quietly_when_nobody_reads_on(folder: Path) -> None:
    files = " ".join([str(folder / "a.evf")] * 300)
    line = f"{' '.join(COMMAND)} replay convert --to text --output - {files} | head -n 1"
    ended = subprocess.run(["bash", "-c", line], env=environment(), capture_output=True, check=True)
    assert (ended.stdout, ended.stderr) == (b"8x8/10\n", b"")


def test_convert_never_writes_two_files_into_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder / "out"
    arguments = [str(folder / "a.evf"), str(folder / "a.evf")]
    assert main(["replay", "convert", "--to", "mbf", "--overwrite", "--output", str(out), *arguments]) == 1
    assert "was written for another file already" in capsys.readouterr().err


def test_convert_keeps_the_folders_and_goes_on_after_an_error(folder: Path) -> None:
    (folder / "below" / "d.evf").write_bytes(builders.evf(LAYOUT, WON, time=SPAN, bbbv=22))
    assert main(["replay", "convert", "--to", "evf", "--output", str(folder / "out"), str(folder)]) == 1
    written = sorted(str(path.relative_to(folder / "out")) for path in (folder / "out").rglob("*.evf"))
    assert written == ["a.evf", "b.evf", "below/d.evf"]


def test_a_board_does_not_become_a_replay(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "convert", "--to", "evf", str(folder / "board.mine")]) == 1
    assert "it holds a board only" in capsys.readouterr().err


def test_analyse_tells_clicks_and_draws(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = folder / "click.svg"
    arguments = ["replay", "analyse", "--all", "--click", "2", "--picture", str(picture), str(folder / "a.evf")]
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith(f"{folder}/a.evf: won\n     1     0.000  o0,0    first")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert main(arguments) == 1
    assert "is there already" in capsys.readouterr().err
    assert main(["replay", "analyse", "--json", str(folder / "a.evf")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["clicks"]) == 23


@pytest.mark.parametrize(
    "arguments", [[], ["info"], ["convert", "x.avf"], ["convert", "--to", "avf", "x.avf"], ["watch"]]
)
def test_wrong_use(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["replay", *arguments])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_missing_file_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "info", "/nowhere.avf"]) == 1
    assert capsys.readouterr().err == "sapper: /nowhere.avf: No such file or directory\n"


def test_a_picture_is_drawn_as_png_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    path = folder / "picture.png"
    command = ["replay", "analyse", "--click", "2", "--picture", str(path), str(folder / "a.evf")]
    assert main(command) == 0
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data.endswith(b"IEND\xae\x42\x60\x82")
    assert struct.unpack(">II", data[16:24]) == (8 * 28 + 2, 9 * 28 + 2)
    assert main(command) == 1
    assert "is there already" in capsys.readouterr().err
    assert path.read_bytes() == data
    assert main([*command, "--overwrite"]) == 0
    assert path.read_bytes() == data, "the same game, the same bytes"


def test_a_picture_speaks_the_language_of_the_player(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    command = ["replay", "analyse", str(folder / "a.evf"), "--overwrite", "--picture"]
    path = folder / "picture.svg"
    assert main([*command, str(path), "--click", "1"]) == 0
    drawn = path.read_text(encoding="utf-8")
    assert "第 1 次点击，0.000 秒：首击" in drawn
    assert not re.search("click|first", drawn)
    pytest.importorskip("matplotlib")
    for fonts in ([], _chinese()):  # a character that no font has would be a warning, and that an error
        monkeypatch.setattr("sapper.cli.fonts._chinese", lambda fonts=fonts: fonts)
        assert main([*command, str(folder / f"{len(fonts)}.png"), "--click", "1"]) == 0


@pytest.mark.parametrize(
    ("picture", "more", "says"),
    [
        ("click.svg", [], "safe.evf: no click decided this game, so none is drawn: --click N names one"),
        ("click.svg", ["--click", "99"], "a.evf: there is no such click to draw; --click is a number up to 23"),
        ("none/click.svg", ["--click", "1"], "none/click.svg: No such file or directory"),
        ("a.evf/click.svg", ["--click", "1"], "a.evf/click.svg: Not a directory"),
    ],
)
def test_a_picture_that_cannot_be_is_told_before_the_analysis(
    picture: str,
    more: list[str],
    says: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder)
    one_click = builders.clicks("lc 7,7", "lr 7,7")
    Path("safe.evf").write_bytes(builders.evf(Layout.of_mines(8, 8, [(0, 0)]), one_click, bbbv=1))
    game = says.partition(":")[0] if says.startswith("safe") else "a.evf"
    assert main(["replay", "analyse", "--picture", picture, *more, game]) == 1
    assert capsys.readouterr() == ("", f"sapper: {says}\n")
    assert not Path("click.svg").exists()


def test_a_picture_of_several_games_is_refused_before_anything_is_judged(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = (folder / "a.evf").read_bytes()
    (folder / "two.evfs").write_bytes(builders.evfs(game, game))
    picture = folder / "click.svg"
    sentence = "--picture draws a click of one game, and here are 2\n"
    for files, status, name in (
        (["a.evf", "b.rmv"], 2, ""),
        (["a.evf", "a.evf"], 2, ""),
        (["two.evfs"], 1, f"{folder}/two.evfs: "),
    ):
        command = ["replay", "analyse", "--click", "1", "--overwrite", "--picture", str(picture)]
        assert main([*command, *(str(folder / file) for file in files)]) == status
        assert capsys.readouterr() == ("", f"sapper: {name}{sentence}")
        assert not picture.exists()


def test_a_picture_that_cannot_be_drawn_is_refused_before_anything_is_judged(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["replay", "analyse", "--picture", "a.jpg", str(folder / "a.evf")]) == 2
    assert capsys.readouterr() == ("", "sapper: a picture is a file that ends in .svg or .png\n")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["replay", "analyse", "--picture", "a.png", str(folder / "a.evf")]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "pip install 'sapper[plot]'" in err


def test_more_forms_of_zini_on_request(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(folder / "a.evf"), str(folder / "board.mine")]
    assert main(["replay", "info", "--json", "--zini", "10", *files]) == 0
    for game in map(json.loads, capsys.readouterr().out.splitlines()):
        for kind, plain in (("zini", "zini_greedy"), ("zini_human", "zini_human")):
            assert game[f"{kind}_8way"] <= game[plain]
            assert game[f"{kind}_random"] <= game["bbbv"]
    assert main(["replay", "info", "--zini", "3", files[0]]) == 0
    assert "; eight ways " in capsys.readouterr().out
    assert main(["replay", "info", "--json", files[0]]) == 0
    assert "8way" not in capsys.readouterr().out
