"""The console with a single prompt and a safe first move: one game a run; the rules are the core's."""

from __future__ import annotations

from sapper.consoles.boards import Setup, new_game
from sapper.consoles.terminal import Terminal, to_the_end
from sapper.core.moves import Move, MoveKind
from sapper.core.params import Params, Policy
from sapper.core.position import Outcome
from sapper.core.rules import Switches
from sapper.core.view import look
from sapper.session import Game

SIZE = Params(10, 10, 10)
SWITCHES = Switches(policy=Policy.SAFE)

_CELLS = bytes.maketrans(bytes(range(10)), b"012345678*")


def run(terminal: Terminal, setup: Setup) -> int:
    """Plays one game; returns the exit status."""
    return to_the_end(terminal, lambda: _play(terminal, new_game(setup, setup.size or SIZE, SWITCHES)))


def _play(terminal: Terminal, game: Game) -> None:
    while not game.position.is_over:
        _show(terminal, game)
        column, row = _ask(terminal, game)
        game.play(Move(MoveKind.OPEN, column - 1, row - 1))
        terminal.clear()
    if game.position.outcome is Outcome.LOST:
        terminal.write("Game Over!\n")
    else:
        _show(terminal, game)
        terminal.write("YOU WIN! :)\n")


def _ask(terminal: Terminal, game: Game) -> tuple[int, int]:
    """The column and row, from 1, of the closed cell that the player names."""
    geometry = game.position.geometry
    while True:
        terminal.write("Please Enter <rows,cols>:\n")
        numbers = terminal.read_numbers(2)
        if numbers is not None:
            row, column = numbers
            if geometry.contains(column - 1, row - 1):
                cell = geometry.cell(column - 1, row - 1)
                if not game.position.is_opened(cell):
                    return column, row
        terminal.write("Enter Erro Try Again:")


def _show(terminal: Terminal, game: Game) -> None:
    width = game.params.width
    cells = look(game.position, game.layout).translate(_CELLS)
    lines = ["   " + "".join(f"{column} " for column in range(1, width + 1)) + "\n", "  " + "__" * width + "\n"]
    for row, start in enumerate(range(0, len(cells), width), start=1):
        lines.append(f"{row:2}|{' '.join(cells[start : start + width].decode('ascii'))} \n")
    terminal.write("".join(lines))
