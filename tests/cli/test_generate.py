"""`sapper generate`: every format, every policy, and what it says to impossible wishes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sapper.cli import generate as generate_command
from sapper.cli import main
from sapper.cli.generate import FORMATS
from sapper.core.layout import Layout
from sapper.core.metrics import board_metrics
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import MAX_SEED, board_rows, parse_board, parse_game_id
from sapper.core.position import Outcome, Position
from sapper.core.rules import apply
from sapper.deal import deal, noguess
from sapper.deal.noguess import grade_board, prove
from sapper.replay.boards import read_board
from sapper.replay.formats.link import read_link
from sapper.replay.formats.mbf import read_mbf
from sapper.sim import executors
from sapper.sim.executors import Here
from sapper.solver.deduction import Deduction
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
    for form, read in (("id", parse_game_id), ("link", lambda text: read_link(text).layout)):
        lines = generate(capsys, "8x8/10", "-n", "3", "--seed", str(MAX_SEED), "--format", form).splitlines()
        assert [read(line) for line in lines] == [game if form == "id" else deal(game) for game in boards]


@pytest.mark.parametrize("form", FORMATS)
def test_every_board_of_a_folder_is_read_back(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wish = ("8x8/10", "-n", "3", "--seed", "7", "--format", form, "--output", str(tmp_path / "new" / "boards"))
    paths = [Path(line) for line in generate(capsys, *wish).splitlines()]
    assert sorted(paths) == sorted((tmp_path / "new" / "boards").iterdir())
    games = [parse_game_id(f"8x8/10:opening:{seed}:4,4") for seed in (7, 8, 9)]
    capsys.readouterr()
    for path, game in zip(paths, games, strict=True):
        assert main(["replay", "info", "--json", str(path)]) == 0
        assert json.loads(capsys.readouterr().out)["rows"] == board_rows(deal(game))
    assert [read_board(str(path)) for path in paths] == (games if form == "id" else [deal(game) for game in games])
    assert main(["generate", *wish]) == 1
    assert "--overwrite replaces it" in capsys.readouterr().err
    assert generate(capsys, *wish, "--overwrite").splitlines() == [str(path) for path in paths]


def test_a_file_that_is_there_is_told_before_any_board_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "8x8-10-opening-3-4-4.txt"
    old.write_text("precious")
    wish = ["generate", "8x8/10", "-n", "4", "--seed", "1", "--output", str(tmp_path)]
    assert main(wish) == 1
    assert capsys.readouterr() == ("", f"sapper: {old} is there already; --overwrite replaces it\n")
    assert [path.name for path in tmp_path.iterdir()] == [old.name]
    assert old.read_text() == "precious"
    assert len(generate(capsys, *wish[1:], "--overwrite").splitlines()) == 4


def test_a_file_of_several_boards_is_refused_where_it_is_made_or_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "8x8/10", "-n", "2", "--format", "mbf"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "--output DIR" in err
    for form in ("text", "link", "id", "json"):
        for count in ("2", "5"):
            path = tmp_path / f"{form}.txt"
            path.write_text(generate(capsys, "8x8/10", "-n", count, "--format", form))
            for command in (["replay", "info", str(path)], ["console", "quick", "--board", str(path)]):
                assert main(command) == 1
                says = f"sapper: {path}: there are several boards in it, and one is wanted; "
                assert capsys.readouterr().err == f"{says}generate --output DIR parts them\n"


def test_json_that_is_no_board_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.json"
    fault = "the board is not the JSON that its format demands"
    for rows, says in (
        ("5", fault),
        ('["..", 5]', fault),
        ('["..", "*"]', "2: this row has 1 cell, the rows above it have 2"),
        ('["..", ".x"]', "2:2: 'x' is neither a mine (*) nor a safe cell (.)"),
        ("[]", "there is no board in it"),
        ('["**"]', "a 2x1 board holds at most 1 mine, not 2"),
        ('[".."', fault),
        ("[" * 10_000, fault),
    ):
        path.write_text(f'{{"id": "", "rows": {rows}}}')
        assert main(["console", "quick", "--board", str(path)]) == 1
        assert capsys.readouterr().err == f"sapper: {path}: {says}\n"


def test_a_game_id_in_a_file_names_a_board_with_its_first_cell_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.id.txt"
    for text, says in (
        ("9x9/10:opening:1", "a game ID without its first cell names no board yet: it ends in :X,Y"),
        ("9x9/10:lucky:1:4,4", "no policy is called lucky; there are any, safe, opening, no-guess"),
    ):
        path.write_text(f"{text}\n")
        assert main(["replay", "info", str(path)]) == 1
        assert capsys.readouterr().err == f"sapper: {path}: {says}\n"


def test_a_binary_board_is_shown_in_hexadecimal_at_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    lines = generate(capsys, "8x8/10", "-n", "2", "--seed", "7", "--format", "mbf").splitlines()
    assert [read_mbf(line.encode()) for line in lines] == [
        deal(parse_game_id(f"8x8/10:opening:{seed}:4,4")) for seed in (7, 8)
    ]


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
        (["9x9/10", "--policy", "easy"], "--policy is one of any, safe, opening, no-guess, not 'easy'"),
        (["9x9/10", "--grade", "hard"], "--policy no-guess"),
        (["9x9/10", "--proof"], "--policy no-guess"),
        (["9x9/10", "--policy", "no-guess", "--proof", "--format", "id"], "--format text or json"),
        (["9x9/10", "--policy", "no-guess", "--budget", "nan"], "a number of seconds"),
        (["9x9/10", "--policy", "no-guess", "--budget", "-1"], "a number of seconds"),
        (["9x9/10", "--format", "avf"], "--format is one of text, mbf, link, id, json, not 'avf'"),
    ],
)
def test_wrong_wishes_are_a_sentence_with_status_two(arguments: list[str], says: str) -> None:
    ended = sapper("generate", *arguments)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert says in ended.stderr.decode()
    assert ended.stderr.count(b"\n") == 1


NO_GUESS = ("16x16/40", "--policy", "no-guess", "--seed", "3")


def test_no_guess_boards_come_with_their_grade(capsys: pytest.CaptureFixture[str]) -> None:
    for line in generate(capsys, *NO_GUESS, "-n", "3", "--json").splitlines():
        board = json.loads(line)
        game = parse_game_id(board["id"])
        layout = deal(game)
        assert game.first is not None
        assert board["rows"] == board_rows(layout)
        grading = grade_board(layout, game.first)
        assert grading is not None
        assert board["grade"] == grading.grade


def test_a_grade_passes_over_seeds_and_jobs_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    wish = (*NO_GUESS, "--grade", "hard", "-n", "3", "--json")
    alone = generate(capsys, *wish)
    assert [json.loads(line)["grade"] for line in alone.splitlines()] == ["hard"] * 3
    assert sapper("generate", *wish, "--jobs", "2").stdout.decode() == alone


@pytest.mark.parametrize(("wish", "processes"), [("-n 3", 3), ("-n 3000", 2000), ("-n 1 --grade easy", 2000)])
def test_there_are_no_more_processes_than_boards(
    wish: str, processes: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    @contextmanager
    def local(jobs: int) -> Iterator[Here]:
        asked.append(jobs)
        yield Here()

    monkeypatch.setattr(executors, "local", local)
    monkeypatch.setattr(generate_command, "_print_boards", lambda *_, **__: None)
    generate(capsys, "9x9/10", "--policy", "no-guess", *wish.split(), "--jobs", "2000")
    assert asked == [processes]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_grade_that_no_board_has_is_given_up(jobs: str) -> None:
    wish = ("9x9/1", "--policy", "no-guess", "--grade", "fiendish", "--budget", "0.2", "--jobs", jobs)
    ended = sapper("generate", *wish)
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert "no 9x9/1 board of the grade fiendish was found within the budget" in ended.stderr.decode()


def test_a_proof_finishes_the_board_and_is_made_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def counted(layout: Layout, first: tuple[int, int]) -> Iterator[Deduction]:
        calls.append(layout)
        return prove(layout, first)

    monkeypatch.setattr(noguess, "prove", counted)
    board = json.loads(generate(capsys, *NO_GUESS, "--json", "--proof"))
    assert len(calls) == 1
    layout = parse_board("16x16/40\n" + "\n".join(board["rows"]))
    grading = grade_board(layout, (8, 8))
    assert grading is not None
    assert board["grade"] == grading.grade
    steps = board["proof"]
    mined = {tuple(cell) for step in steps for cell in step["mined"]}
    safe = {tuple(cell) for step in steps for cell in step["safe"]}
    assert all(layout.is_mine(y * 16 + x) for x, y in mined)
    assert not any(layout.is_mine(y * 16 + x) for x, y in safe)
    position = apply(Position(layout.params), layout, Move(MoveKind.OPEN, 8, 8)).position
    for x, y in safe:
        position = apply(position, layout, Move(MoveKind.OPEN, x, y)).position
    assert position.outcome is Outcome.WON

    text = generate(capsys, *NO_GUESS, "--proof")
    assert parse_board(text) == layout
    lines = [line for line in text.splitlines() if line.startswith(";")]
    assert [line.split(":")[-1].strip() for line in lines] == [step["reason"].split(":")[-1].strip() for step in steps]
    for line, step in zip(lines, steps, strict=True):
        assert ("open" in line.split(":")[0]) == bool(step["safe"])
        assert ("mine" in line.split(":")[0]) == bool(step["mined"])


@pytest.mark.parametrize("size", ["16x16/200", "30x16/300", "100x100/5000"])
def test_a_hopeless_wish_is_refused_with_an_offer(size: str) -> None:
    ended = sapper("generate", size, "--policy", "no-guess", "--seed", "1")
    assert (ended.returncode, ended.stdout, ended.stderr.count(b"\n")) == (1, b"", 1)
    assert b"the policy opening is possible" in ended.stderr


def test_a_budget_ends_the_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "30x16/130", "--policy", "no-guess", "--seed", "1", "--budget", "0"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "within the budget" in captured.err
    ended = sapper("generate", "30x16/200", "--policy", "no-guess", "--seed", "1", "--budget", "0.1", "--jobs", "2")
    assert (ended.returncode, ended.stdout, ended.stderr.count(b"\n")) == (1, b"", 1)


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
