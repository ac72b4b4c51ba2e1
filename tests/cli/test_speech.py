"""The command line in the player's language, and every kind of wrong input as one good sentence in each."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sapper.cli import main
from sapper.cli.charts import columns, wrapped
from sapper.cli.main import COMMANDS
from sapper.cli.manners import retold
from sapper.cli.replay import ACTIONS
from sapper.cli.tree import whole_tree
from sapper.i18n import Translator
from tests.e2e.program import COMMAND, environment, sapper
from tests.replay import builders
from tests.replay.builders import LAYOUT, WON

CHINESE = re.compile("[\u4e00-\u9fff]")
FILES = {
    "my-empty": b"",
    "my-binary": bytes(range(256)),
    "my-latin": b"\xff\xfeab",
    "my-words": b"hello\nworld\n",
    "my-position": b"3x3/1\n###\n#9#\n###\n",
    "my-contradiction": b"3x3/1\n1##\n###\n##3\n",
}
"""Contents that are neither a position nor a board, a replay or exported games."""

READING = (
    ["solve"],
    ["solve", "--at", "1"],
    ["import"],
    ["console", "quick", "--board"],
    ["window", "--board"],
    ["replay", "info"],
    ["replay", "analyse"],
    ["replay", "convert", "--to", "evf"],
)
"""Every command that is given a file, without it."""

WRONG = [([*command, str(name)], 1) for command in READING for name in (*FILES, "folder", "nothing", "/dev/null")] + [
    (["solve", "--mines", "x"], 2),
    (["solve", "--game", "99"], 1),
    (["solve", "--game", "zz"], 2),
    (["solve", "--game", "1", "my-words"], 2),
    (["generate"], 2),
    (["generate", "9x9/99"], 2),
    (["generate", "0x0/0"], 2),
    (["generate", "9x9/10", "--first", "9,9"], 2),
    (["generate", "9x9/10", "--json=3"], 2),
    (["generate", "9x9/10", "--proof"], 2),
    (["generate", "9x9/10", "--budget", "30"], 2),
    (["generate", "9x9/10", "--overwrite"], 2),
    (["simulate", "9x9/10", "--overwrite"], 2),
    (["export", "--overwrite"], 2),
    (["replay", "analyse", "--overwrite", "game.evf"], 2),
    (["replay", "analyse", "--click", "2", "game.evf"], 2),
    (["generate", "9x9/10", "--seed"], 2),
    (["generate", "9x9/10", "--policy", "no\nsuch"], 2),
    (["simulate", "9x9/10", "--player", "nobody"], 2),
    (["simulate", "9x9/10", "--journal", "my-words"], 1),
    (["simulate", "9x9/10", "--csv", "nothing/x"], 2),
    (["simulate", "9x9/10", "--plot", "{x}.gif"], 2),
    (["replay"], 2),
    (["replay", "dig"], 2),
    (["replay", "info"], 2),
    (["replay", "analyse", "--picture", "x.jpg", "game.evf"], 2),
    (["replay", "analyse", "--picture", "x.svg", "--click", "999", "game.evf"], 1),
    (["replay", "analyse", "game.evf", "--click", "1", "--picture", "nothing/x.svg"], 1),
    (["replay", "convert", "--to", "rawvf", "--output", "my-words", "game.evf"], 1),
    (["replay", "watch", "game.evf"], 2),
    (["solve", "game.evf"], 2),
    (["solve", "--at", "999", "game.evf"], 2),
    (["stats", "--level", "huge"], 2),
    (["export", "--format", "evf"], 2),
    (["export", "--format", "evf", "--output", "my-words"], 1),
    (["export", "--output", "folder"], 1),
    (["export", "--output", "nothing/x"], 1),
    (["console", "menu", "--size", "9x9/10"], 2),
    (["console", "quick", "--size", "9x9"], 2),
    (["console", "quick", "--board", "9x9/10:lucky:1"], 1),
    (["play"], 2),
    (["play", "--theme", "pink"], 2),
    (["serve", "--port", "99999"], 2),
    (["serve", "--host", "0.0.0.0"], 2),
    (["serve", "--host", "0"], 2),
    (["serve", "--host", ""], 2),
    (["serve", "--host", "192.0.2.1", "--profile"], 2),
    (["completion", "tcsh"], 2),
    (["generate", "9x9/10", "--seed", "-x"], 2),
    (["generate", "--dig"], 2),
    (["dig"], 2),
    (["--dig"], 2),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder").mkdir()
    (tmp_path / "game.evf").write_bytes(builders.evf(LAYOUT, WON, time=WON[-1].ms - WON[1].ms, bbbv=22))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISPLAY", raising=False)
    return tmp_path


def told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    try:
        status = main(arguments)
    except SystemExit as ended:
        status = int(ended.code or 0)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("arguments", "status"), WRONG, ids=lambda value: str(value))
def test_wrong_input_is_one_sentence_that_names_its_file(
    arguments: list[str],
    status: int,
    language: str,
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8" if language == "zh" else "C.UTF-8")
    found, out, err = told(arguments, capsys)
    lines = err.splitlines()
    assert (found, len(lines)) == (status, 1), err
    assert err.startswith("sapper")
    assert err.isprintable() or err.removesuffix("\n").isprintable()
    assert "\ufffd" not in err
    assert bool(CHINESE.search(err)) is (language == "zh")
    if arguments[0] != "replay":
        assert out == ""
    name = arguments[-1]
    if status == 1 and (place / name).is_file():
        assert err.count(name) == 1, "the file is named, and named once"


@pytest.mark.parametrize("path", [command.path for command in whole_tree().everything()], ids=" ".join)
def test_every_help_is_in_chinese(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _ = told([*path, "--help"], capsys)
    assert status == 0
    assert out.startswith(f"用法：sapper{''.join(f' {word}' for word in path)} [-h]")
    assert "show this help" not in out
    assert re.findall(r"^\S+[:：]$", out, re.MULTILINE)[-1] == "选项："
    assert not re.search("[\u4e00-\u9fff]:", out)
    # What is left of English are names: of options, values, formats, programs.
    assert not re.search(r"(?<!-)\b(the|of|with|and|your|games|board)\b", out)
    assert max(map(columns, out.splitlines())) <= 80


def test_the_settings_decide_and_not_the_locale(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SAPPER_PROFILE", str(tmp_path))
    (tmp_path / "settings.toml").write_text('language = "zh"\n')
    assert told(["solve", "nothing"], capsys) == (1, "", "sapper: nothing：没有这个文件或目录\n")


def test_an_output_without_chinese_is_answered_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_CN")
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["solve", "nothing"]) == 1
    assert raw.getvalue() == b"sapper: nothing: No such file or directory\n"


def test_answers_are_in_chinese(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    for arguments, words in (
        (["replay", "info", "game.evf"], ["结果       胜", "点击       25 = 左 22 + 右 2 + 双 1"]),
        (["replay", "info", "game.evf", "game.evf"], ["2 局，胜 2；最佳 排名初级"]),
        (["replay", "analyse", "--all", "game.evf"], ["game.evf：胜", "首击"]),
        (["generate", "9x9/10", "--policy", "no-guess", "--seed", "5", "--proof"], ["打开", "处的", "：", "安全"]),
        (["--version"], ["内核：", "游戏记录："]),
        (["completion", "fish"], ["全屏游戏"]),
        (["replay", "convert", "--to", "mbf", "game.evf"], ["game.mbf"]),
    ):
        status, out, err = told(arguments, capsys)
        assert (status, err) == (0, "")
        assert all(word in out for word in words), out
    status, out, _ = told(["replay", "info", "--json", "nothing"], capsys)
    assert out == '{"file": "nothing", "error": "No such file or directory"}\n', "JSON is the same in every language"


def test_what_argparse_says_is_all_known(capsys: pytest.CaptureFixture[str]) -> None:
    """A complaint that no pattern knows would stay English; the commands cause no such one."""
    assert retold("a new complaint of {argparse}").values == {"fault": "a new complaint of {argparse}"}
    chinese = Translator("zh")
    for message in (
        "the following arguments are required: LEVEL, FILE",
        "unrecognized arguments: --dig",
        "ambiguous option: --f could match --first, --format",
        "argument --seed: expected one argument",
        "argument FILE: expected at least one argument",
        "argument --json: ignored explicit argument '3'",
        "argument --policy: invalid choice: 'x' (choose from 'any', 'safe')",
        "argument --policy: invalid choice: 'x' (choose from any, safe)",
        "argument --mines: invalid int value: 'x'",
        "argument --seed: " + "x" * 9,
    ):
        reason = retold(message)
        assert str(reason).isprintable()
        assert chinese.tell(reason) != str(reason)
    assert len(str(retold(f"unrecognized arguments: {'x' * 1000}"))) < 100


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("console quick --size -5x5/1", "--size: the width must be 1 to 1000, not -5"),
        ("play -5x5/1", "LEVEL: the width must be 1 to 1000, not -5"),
        ("solve --at -1,2 x", "--at is a whole number, not '-1,2'"),
        ("generate 9x9/10 --first -1,2", "a cell is its column and row from 0, such as 4,4, not '-1,2'"),
        ("generate 9x9/10 --seed -5", "a seed is a whole number from 0 to 18446744073709551615, not '-5'"),
        ("generate 9x9/10 --budget -.5", "a number of seconds such as 2.5 is wanted, not '-.5'"),
        ("stats --level -1x1/0", "the width must be 1 to 1000, not -1"),
        ("serve --port -1.5", "a port is a number from 0 to 65535, not '-1.5'"),
        ("generate 9x9/10 --output -x", ": --output needs a value; one that begins with - is written --output=-x"),
        ("simulate -n -x", ": -n needs a value; one that begins with - is written -n=-x"),
        ("generate 9x9/10 --seed --json", ": --seed needs a value"),
        ("generate 9x9/10 --seed", ": --seed needs a value"),
        ("simulate --nope", ": missing: LEVEL; not known here: --nope"),
        ("simulate huh --nope --nix=3 -y", "; not known here: --nope --nix=3 -y"),
        ("generate --json -n3 -x3", ": missing: LEVEL; not known here: -x3"),
        ("replay --nope", ": missing: ACTION; not known here: --nope"),
        ("replay info --nope", ": missing: FILE; not known here: --nope"),
        ("replay convert --nope x", ": missing: --to; not known here: --nope"),
        ("replay dig --json", "ACTION is one of info, watch, convert, analyse, not 'dig'"),
    ],
)
def test_all_that_is_wrong_is_told_at_once(line: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, word, *_ = line.split()
    program = f"sapper {command}" + f" {word}" * (word in ACTIONS)
    status, out, err = told(line.split(), capsys)
    assert (status, out) == (2, "")
    assert err.startswith(f"{program}: ")
    assert err.endswith(f"{sentence} ({program} --help tells more)\n")


def test_chinese_is_broken_by_columns() -> None:
    assert wrapped("", 10) == [""]
    assert wrapped("one two three", 8) == ["one two", "three"]
    text = "text（默认；雷区之间空一行）、mbf（单个雷区写入文件或管道时为二进制）、link、id 或 json"
    for width in range(8, 60):
        lines = wrapped(text, width)
        assert max(map(columns, lines)) <= width
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert not any(line.startswith(("，", "；", "）", "、")) or line.endswith("（") for line in lines)


def test_every_summary_is_a_text_of_the_catalogue() -> None:
    chinese = Translator("zh").gettext
    assert all(CHINESE.search(chinese(summary)) for summary in COMMANDS.values())
    for command in whole_tree(chinese).everything():
        for argument in (*command.places, *command.options):
            assert argument.help
            assert CHINESE.search(argument.help), argument


def with_closed(closed: str, *command: str, profile: Path) -> subprocess.CompletedProcess[bytes]:
    line = " ".join(["exec", *COMMAND, *command, closed])
    env = environment(SAPPER_PROFILE=str(profile))
    return subprocess.run(["bash", "-c", line], stdin=subprocess.DEVNULL, env=env, capture_output=True, check=False)


ANSWERING = (
    "stats",
    "export",
    "simulate 9x9/10 -n 2",
    "simulate 9x9/10 -n 2 --json",
    *(f"generate 9x9/10 --format {form}" for form in ("text", "mbf", "link", "id", "json")),
    "replay info board.txt",
    "replay convert board.txt --to mbf --output -",
    "completion bash",
    "--version",
    "--help",
    "stats --help",
)


@pytest.mark.parametrize("command", ANSWERING)
def test_an_answer_that_cannot_be_written_is_an_error(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("2x1/1\n*.\n")
    ended = with_closed(">&-", *command.split(), profile=tmp_path)
    sentence = b"sapper: standard output is closed: there is nowhere to write the answer\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, b"", sentence)
    for closed in ("2>&-", "<&-"):
        ended = with_closed(closed, *command.split(), profile=tmp_path)
        assert (ended.returncode, ended.stderr) == (0, b""), closed
        assert ended.stdout


def test_a_closed_output_is_no_error_without_an_answer(tmp_path: Path) -> None:
    games = tmp_path / "games.json"
    ended = with_closed(">&-", "export", "--output", str(games), profile=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, f"0 games written to {games}\n".encode())
    ended = with_closed(">&-", "solve", "nothing", profile=tmp_path)
    assert (ended.returncode, ended.stderr) == (1, b"sapper: nothing: No such file or directory\n")


def test_errors_do_not_go_into_an_answer_when_stderr_is_closed(tmp_path: Path) -> None:
    line = " ".join(["exec", *COMMAND, "solve", "nothing", "2>&-"])
    ended = subprocess.run(["bash", "-c", line], env=environment(), capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, b"")


def test_a_closed_standard_input_is_a_sentence() -> None:
    for command in ("solve", "import -"):
        line = " ".join(["exec", *COMMAND, command, "<&-"])
        ended = subprocess.run(["bash", "-c", line], env=environment(), capture_output=True, check=False)
        assert (ended.returncode, ended.stderr) == (1, b"sapper: standard input is closed: name a file\n")


@pytest.mark.parametrize("command", [["--help"], ["--version"], ["generate", "--help"], ["stats"], ["export"]])
def test_a_full_disk_is_a_sentence(command: list[str], tmp_path: Path) -> None:
    if not Path("/dev/full").is_char_device():
        pytest.skip("there is no /dev/full")
    with open("/dev/full", "wb") as full:
        env = environment(SAPPER_PROFILE=str(tmp_path))
        ended = subprocess.run([*COMMAND, *command], env=env, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (1, b"sapper: standard output: No space left on device\n")


@pytest.mark.parametrize("form", ["json", "csv"])
def test_an_export_into_a_pipe_or_through_a_link_leaves_it_there(form: str, tmp_path: Path) -> None:
    import os

    env = environment(SAPPER_PROFILE=str(tmp_path))
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        ended = sapper("export", "--format", form, "--output", str(pipe), env=env)
        read, _ = reader.communicate(timeout=60)
    assert (ended.returncode, ended.stderr) == (0, f"0 games written to {pipe}\n".encode())
    assert read == sapper("export", "--format", form, env=env).stdout
    assert pipe.is_fifo()
    link.symlink_to(tmp_path / "target")
    assert sapper("export", "--format", form, "--output", str(link), env=env).returncode == 0
    assert link.is_symlink()
    assert (tmp_path / "target").read_bytes() == read
