"""The Chinese console: a menu, a safe first cell, and the truth at the end; the rules are the core's."""

from __future__ import annotations

from sapper.consoles.boards import Setup, new_game
from sapper.consoles.terminal import EndOfInput, Terminal, to_the_end
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.params import LEVELS, Policy
from sapper.core.position import Outcome
from sapper.core.rules import Switches
from sapper.core.view import EXPLODED, MISSED, look
from sapper.deal import deal
from sapper.deal.stream import Stream
from sapper.deal.uniform import with_safe_cell
from sapper.session import Game

SIZE = LEVELS["beginner"]
SWITCHES = Switches(policy=Policy.SAFE)

_CELLS = bytes.maketrans(bytes([*range(10), EXPLODED, MISSED]), b" 12345678*@X")

MENU = "\n".join(
    (
        "",
        "==========================",
        "      扫  雷  游  戏      ",
        "==========================",
        "      1. 开始游戏         ",
        "      0. 退出游戏         ",
        "==========================",
        "请选择:> ",
    )
)


def run(terminal: Terminal, setup: Setup) -> int:
    """Plays until the player leaves or the input ends; returns the exit status."""
    return to_the_end(terminal, lambda: _menu(terminal, setup), farewell="\n输入已结束，程序退出。\n")


def _menu(terminal: Terminal, setup: Setup) -> None:
    while True:
        terminal.write(MENU)
        choice = terminal.read_number()
        if choice is None:
            terminal.write("请输入数字 1 或 0。\n")
        elif choice == 0:
            terminal.write("退出游戏，再见！\n")
            return
        elif choice == 1:
            terminal.write("\n游戏开始！\n")
            try:
                _play(terminal, setup)
            except (EndOfInput, KeyboardInterrupt):
                terminal.write("\n输入已结束，本局中止。\n")
                raise
        else:
            terminal.write("没有这个选项，请重新选择。\n")


def _play(terminal: Terminal, setup: Setup) -> None:
    game = new_game(setup, setup.size or SIZE, SWITCHES)
    _show(terminal, look(game.position, game.layout), game.params.width)
    row, column = 0, 0
    while not game.position.is_over:
        row, column = _ask(terminal, game)
        if setup.board is not None and not game.has_started:
            _save_first_cell(game, column - 1, row - 1, setup.stream)
        game.play(Move(MoveKind.OPEN, column - 1, row - 1))
        if game.position.outcome is not Outcome.LOST:
            _show(terminal, look(game.position, game.layout), game.params.width)
    assert game.layout is not None
    if game.position.outcome is Outcome.LOST:
        terminal.write(f"\n很遗憾，({row}, {column}) 是一颗雷，你被炸死了！\n")
        hint = "提示：@ 是你踩爆的雷，X 是剩下没排掉的雷。"
    else:
        terminal.write(f"\n恭喜！{game.params.mines} 颗雷全部避开，排雷成功！\n")
        hint = "提示：X 是雷的位置。"
    _show(terminal, _truth(game, game.layout), game.params.width)
    terminal.write(f"{hint}\n")


def _save_first_cell(game: Game, x: int, y: int, stream: Stream) -> None:
    """Keeps this console's promise on a board from outside, whose dealer had made another one or none."""
    layout = game.layout
    if layout is None and game.id is not None:
        layout = deal(game.id.at(x, y))
    if layout is not None:
        game.layout = with_safe_cell(layout, game.position.geometry.cell(x, y), stream)


def _ask(terminal: Terminal, game: Game) -> tuple[int, int]:
    """The row and column, from 1, of the closed cell that the player names."""
    geometry = game.position.geometry
    left = game.params.safe_cells - game.position.opened.bit_count()
    while True:
        terminal.write(f"还剩 {left} 格待排查，请输入坐标（行 列，用空格隔开）:> ")
        numbers = terminal.read_numbers(2)
        if numbers is None:
            terminal.write("输入格式不对，要输入两个数字，比如：3 5\n")
            continue
        row, column = numbers
        if not geometry.contains(column - 1, row - 1):
            terminal.write(f"{_outside(geometry.height, geometry.width)}\n")
        elif game.position.is_opened(geometry.cell(column - 1, row - 1)):
            terminal.write(f"({row}, {column}) 已经排查过了，换一个位置吧。\n")
        else:
            return row, column


def _outside(rows: int, columns: int) -> str:
    if rows == columns:
        return f"坐标越界了，行和列都要在 1 ~ {rows} 之间。"
    return f"坐标越界了，行要在 1 ~ {rows} 之间，列要在 1 ~ {columns} 之间。"


def _truth(game: Game, layout: Layout) -> bytes:
    """Every number and every mine, the exploded one apart."""
    everything = bytearray(layout.numbers)
    seen = look(game.position, layout)
    for cell, digit in enumerate(bin(layout.mined)[:1:-1]):
        if digit == "1":
            everything[cell] = EXPLODED if seen[cell] == EXPLODED else MISSED
    return bytes(everything)


def _show(terminal: Terminal, cells: bytes, width: int) -> None:
    text = cells.translate(_CELLS).decode("ascii")
    lines = ["\n    " + "".join(f"{column:2} " for column in range(1, width + 1)) + "\n   +" + "---" * width + "\n"]
    for row, start in enumerate(range(0, len(text), width), start=1):
        lines.append(f"{row:2} |" + "".join(f" {cell} " for cell in text[start : start + width]) + "\n")
    terminal.write("".join(lines) + "\n")
