"""The three consoles in one process: their words, bad input at every prompt, and every way to end."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.consoles import chinese, menu, quick
from sapper.consoles.boards import Setup
from sapper.consoles.terminal import LONGEST_LINE, EndOfInput, Terminal
from sapper.core.layout import Layout
from sapper.core.notation import GameId, parse_board, parse_game_id
from sapper.core.params import Params
from sapper.deal.stream import Stream
from sapper.testing import ScriptedTerminal

CONSOLES = {"menu": menu.run, "quick": quick.run, "chinese": chinese.run}
BOARD = parse_board("....\n....\n...*\n....\n")


def session(
    name: str, script: str | bytes, board: Layout | GameId | None = None, *, seed: int = 1, size: Params | None = None
) -> str:
    terminal = ScriptedTerminal(script)
    assert CONSOLES[name](terminal, Setup(Stream(seed), board=board, size=size)) == 0
    return terminal.output


BAD_NUMBERS = ["a", "5abc", "1_0", "１", "1.0", "0x1", "--1", "+", "", "   ", "\x00", "é", "1e0", "٣"]


@pytest.mark.parametrize("bad", BAD_NUMBERS)
def test_menu_answers_bad_numbers_at_every_prompt(bad: str) -> None:
    output = session("menu", f"{bad}\n1\n{bad}\n2\n{bad}\n1 1\n{bad}\n0\n\n")
    assert output.count(">>> invalid input\n") == 4
    assert "you have selected level 2" in output


@pytest.mark.parametrize(
    "bad", [*BAD_NUMBERS, "1", "1 a", "a 1 1", "1;1", "0 1", "1 11", "11 1", "-1 -1", f"{'9' * 5000} 1"]
)
def test_quick_answers_bad_coordinates(bad: str) -> None:
    output = session("quick", f"{bad}\n1 1\n")
    assert output.count("Enter Erro Try Again:Please Enter <rows,cols>:\n") == 1


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        *[(bad, "输入格式不对，要输入两个数字，比如：3 5") for bad in [*BAD_NUMBERS, "3", "3 x"]],
        *[(far, "坐标越界了，行和列都要在 1 ~ 9 之间。") for far in ("0 1", "1 10", "-1 1", "99999999999999999999 1")],
    ],
)
def test_chinese_answers_bad_coordinates(typed: str, answer: str) -> None:
    assert f":> {answer}\n还剩 71 格" in session("chinese", f"1\n{typed}\n")


@pytest.mark.parametrize("typed", ["3 4", "3,4", " 3 , 4 ", "+3 +4", "03 004", "3 4 5 x", "3\t4\r", "3 4 0\x00"])
def test_numbers_may_be_written_in_many_ways(typed: str) -> None:
    assert "Game Over!" in session("quick", f"{typed}\n", BOARD)


@pytest.mark.parametrize(
    ("name", "script", "ending"),
    [
        ("menu", "", ">>> \n"),
        ("menu", "x", ">>> invalid input\n>>> \n"),
        ("menu", "1\n", ">>> \n"),
        ("menu", "1\n1\n", "Select a square (R C)\n>>> \n"),
        ("menu", "1\n1\n1 1\n", "0. Skip\n>>> \n"),
        ("menu", "1\n1\n1 1\n0\n", "press enter to continue...\n\n"),
        ("quick", "", "Please Enter <rows,cols>:\n\n"),
        ("quick", "x\n", "Enter Erro Try Again:Please Enter <rows,cols>:\n\n"),
        ("chinese", "", "请选择:> \n输入已结束，程序退出。\n"),
        ("chinese", "1\n", ":> \n输入已结束，本局中止。\n\n输入已结束，程序退出。\n"),
    ],
)
def test_the_end_of_input_ends_every_prompt(name: str, script: str, ending: str) -> None:
    assert session(name, script).endswith(ending)


class Interrupting(ScriptedTerminal):
    """A terminal at which Ctrl-C is pressed when the script is over."""

    def read_line(self) -> bytes:
        try:
            return super().read_line()
        except EndOfInput:
            raise KeyboardInterrupt from None


@pytest.mark.parametrize(
    ("run", "script"),
    [(menu.run, ""), (menu.run, "1\n1\n1 1\n"), (quick.run, ""), (chinese.run, ""), (chinese.run, "1\n")],
)
def test_an_interrupt_ends_like_the_end_of_input(run: Callable[[Terminal, Setup], int], script: str) -> None:
    ended, interrupted = ScriptedTerminal(script), Interrupting(script)
    assert run(ended, Setup(Stream(1))) == 0
    assert run(interrupted, Setup(Stream(1))) == 130
    assert interrupted.output == ended.output


def test_menu_level_box_and_all_three_levels() -> None:
    assert (
        "\n------------- SELECT LEVEL -------------\n"
        "-- 1. BEGINNER                        --\n"
        "-- 2. MEDIUM                          --\n"
        "-- 3. EXPERT                          --\n"
        "----------------------------------------\n"
        ">>> invalid input\n"
        ">>> you have selected level 1\n"
    ) in session("menu", "1\n5\n1\n")
    for level, rows, columns, mines in ((1, 9, 9, 10), (2, 16, 16, 40), (3, 20, 25, 99)):
        output = session("menu", f"1\n{level}\n{rows} {columns}\n0\n\n{rows + 1} 1\n1 {columns + 1}\n")
        assert f"-- UNMARKED {mines}                        --\n" in output
        assert f"\n{rows:02}   {'* ' * columns}\n----" in output
        assert f"square ({rows}, {columns}) selected" in output
        assert output.count("invalid input") == 2


def test_menu_gives_back_the_marks_that_a_flood_opens() -> None:
    output = session("menu", "1\n1 1\n2\n\n4 1\n1\n\n", BOARD)
    assert "UNMARKED 00" in output
    assert output.rindex("UNMARKED 01") > output.rindex("UNMARKED 00")
    assert "01   0 0 0 0 \n02   0 0 1 1 \n03   0 0 1 * \n04   0 0 1 * \n" in output


def test_menu_shows_the_lost_board() -> None:
    board = parse_board("**..\n....\n...*\n")
    output = session("menu", "1\n1 1\n2\n\n3 1\n2\n\n3 4\n1\n\n\n0\n", board)
    assert "01   F X * * \n02   * * * * \n03   f * * B \n" in output
    assert output.endswith(
        "-- PLAYED 01                          --\n-- WIN    00                          --\n" + TAIL
    )


TAIL = """--------------- OPTIONS ----------------
-- 1. PLAY                            --
-- 0. EXIT                            --
----------------------------------------
>>> exiting program...
"""


def test_menu_counts_games_won() -> None:
    output = session("menu", "1\n1 1\n1\n\n4 4\n1\n\n\n1\n3 4\n1\n\n\n0\n", BOARD)
    assert "Good job! You have cleared all the mines without hurt~" in output
    assert "03   0 0 1 F \n" in output
    assert "-- PLAYED 02                          --\n-- WIN    01                          --\n" in output


def test_every_box_line_is_forty_wide() -> None:
    for line in session("menu", "1\n3\n1 1\n0\n\n").splitlines():
        if line.startswith("--"):
            assert len(line) == 40


def test_quick_never_starts_on_a_mine_and_plays_a_given_board_as_it_is() -> None:
    for seed in range(50):
        assert "Game Over!" not in session("quick", "5 5\n", seed=seed, size=Params(5, 5, 24))
    assert session("quick", "5 5\n", size=Params(5, 5, 24)).endswith("YOU WIN! :)\n")
    assert session("quick", "3 4\n", BOARD).endswith("Game Over!\n")


def test_quick_draws_other_sizes() -> None:
    output = session("quick", "", size=Params(12, 2, 3))
    assert output.startswith(
        "   1 2 3 4 5 6 7 8 9 10 11 12 \n  ________________________\n 1|* * * * * * * * * * * * \n 2|"
    )


@pytest.mark.parametrize("board", [BOARD, parse_game_id("4x4/15:any:5"), parse_game_id("4x4/15:any:5:0,0")])
def test_chinese_moves_a_mine_away_from_the_first_cell(board: Layout | GameId) -> None:
    for seed in range(20):
        assert "炸死" not in session("chinese", "1\n3 4\n", board, seed=seed)


def test_chinese_texts_follow_the_board() -> None:
    output = session("chinese", "1\n4 1\n1 4\n9 9\n0\n", size=Params(4, 3, 2))
    assert "还剩 10 格待排查" in output
    assert "坐标越界了，行要在 1 ~ 3 之间，列要在 1 ~ 4 之间。" in output
    lost = session("chinese", "1\n1 1\n3 4\n0\n", BOARD)
    assert "很遗憾，(3, 4) 是一颗雷，你被炸死了！\n\n     1  2  3  4 \n   +------------\n" in lost
    assert " 3 |       1  @ \n 4 |       1  1 \n\n提示：@ 是你踩爆的雷，X 是剩下没排掉的雷。\n\n====" in lost
    won = session("chinese", "1\n1 1\n4 4\n0\n", BOARD)
    assert "\n\n恭喜！1 颗雷全部避开，排雷成功！\n\n     1  2" in won
    assert " 3 |       1  X \n 4 |       1  1 \n\n提示：X 是雷的位置。\n\n====" in won


@pytest.mark.parametrize("name", CONSOLES)
def test_a_seed_makes_a_run_reproducible(name: str) -> None:
    script = {"menu": "1\n1\n5 5\n1\n\n", "quick": "5 5\n", "chinese": "1\n5 5\n"}[name]
    outputs = {session(name, script, seed=seed) for seed in range(8)}
    assert len(outputs) > 1
    assert session(name, script, seed=3) == session(name, script, seed=3)


def test_the_games_of_one_run_differ() -> None:
    stream = Stream(9)
    terminal = ScriptedTerminal("1\n1\n1 1\n1\n\n" * 3)
    menu.run(terminal, Setup(stream))
    seeds = {stream.word() for _ in range(3)}
    assert len(seeds) == 3


@given(st.binary(max_size=300), st.sampled_from(sorted(CONSOLES)), st.booleans())
def test_no_input_crashes_a_console(script: bytes, name: str, given_board: bool) -> None:
    session(name, script, BOARD if given_board else None)


@given(st.lists(st.tuples(st.integers(-1, 11), st.integers(-1, 11), st.integers(-1, 4)), max_size=40))
def test_no_sequence_of_moves_crashes_menu(typed: list[tuple[int, int, int]]) -> None:
    session("menu", "1\n1\n" + "".join(f"{row} {column}\n{choice}\n\n" for row, column, choice in typed))


def test_a_line_without_end_is_read_in_bounded_memory() -> None:
    source = io.BytesIO(b"1 1 " + b"x" * (3 * LONGEST_LINE) + b"\n2 2\n")
    terminal = Terminal(source, io.BytesIO())
    assert terminal.read_numbers(2) == [1, 1]
    assert terminal.read_numbers(2) == [2, 2]


def test_a_missing_stream_is_an_ended_one() -> None:
    with pytest.raises(EndOfInput):
        Terminal(None, io.BytesIO()).read_line()
    with pytest.raises(BrokenPipeError):
        Terminal(None, None).write("x")


def test_the_screen_is_cleared_only_where_there_is_one() -> None:
    for can_clear in (False, True):
        sink = io.BytesIO()
        quick.run(Terminal(io.BytesIO(b"3 4\n"), sink, can_clear=can_clear), Setup(Stream(1), board=BOARD))
        assert (b"\x1b[H\x1b[2J" in sink.getvalue()) is can_clear
