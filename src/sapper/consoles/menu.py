"""The console with boxes, levels, marks and statistics: its words and its manners; the rules are the core's."""

from __future__ import annotations

from sapper.consoles.boards import Setup, new_game
from sapper.consoles.terminal import Terminal, to_the_end
from sapper.core.moves import Move, MoveKind
from sapper.core.params import LEVELS, Params, Policy
from sapper.core.position import Outcome
from sapper.core.rules import Switches
from sapper.core.view import EXPLODED, MISSED, WRONG_FLAG, look, reveal
from sapper.session import Game

SWITCHES = Switches(policy=Policy.ANY, flag_limit=True, flood_through_flags=True)
BOARDS = {1: LEVELS["beginner"], 2: LEVELS["intermediate"], 3: Params(25, 20, 99)}
"""The levels as this console numbers them; its third is its own and no other program's expert."""

RULE = "-" * 40
CHECK, MARK, UNMARK, SKIP = 1, 2, 3, 0
OPERATIONS = {
    CHECK: ("Check", "checking"),
    MARK: ("Mark", "marking"),
    UNMARK: ("Unmark", "unmarking"),
    SKIP: ("Skip", ""),
}

_RUNNING = bytes.maketrans(bytes(range(11)), b"012345678*F")
_ENDED = bytes.maketrans(bytes([*range(11), EXPLODED, MISSED, WRONG_FLAG]), b"012345678*FBXf")
_WON = bytes.maketrans(bytes([*range(11), MISSED]), b"012345678*FF")


def run(terminal: Terminal, setup: Setup) -> int:
    """Plays until the player leaves or the input ends; returns the exit status."""
    return to_the_end(terminal, lambda: _main_menu(terminal, setup))


def _main_menu(terminal: Terminal, setup: Setup) -> None:
    played = won = 0
    while True:
        stats = _box(f"PLAYED {played:02}", f"WIN    {won:02}")
        options = _box("1. PLAY", "0. EXIT")
        terminal.write(f"\n{' STATS ':-^40}\n{stats}{' OPTIONS ':-^40}\n{options}{RULE}\n")
        if _choose(terminal, (1, 0)) == 0:
            terminal.write("exiting program...\n")
            return
        terminal.write("starting minesweeper...\n")
        won += _play(terminal, setup)
        played += 1


def _play(terminal: Terminal, setup: Setup) -> bool:
    """Plays one game; whether it was won."""
    params = BOARDS[1] if setup.board is not None else _select_level(terminal)
    game = new_game(setup, params, SWITCHES)
    while not game.position.is_over:
        _show(terminal, game, look(game.position, game.layout).translate(_RUNNING))
        cell = _select_square(terminal, game)
        _operate(terminal, game, cell)
    won = game.position.outcome is Outcome.WON
    assert game.layout is not None
    _show(terminal, game, reveal(game.position, game.layout).translate(_WON if won else _ENDED))
    if won:
        terminal.write("Good job! You have cleared all the mines without hurt~\n")
    else:
        terminal.write("Oops, you have stepped on the mine... BOOOOM!\n")
    _pause(terminal)
    return won


def _select_level(terminal: Terminal) -> Params:
    terminal.write(f"\n{' SELECT LEVEL ':-^40}\n{_box('1. BEGINNER', '2. MEDIUM', '3. EXPERT')}{RULE}\n")
    level = _choose(terminal, tuple(BOARDS))
    terminal.write(f"you have selected level {level}\n")
    return BOARDS[level]


def _select_square(terminal: Terminal, game: Game) -> int:
    terminal.write("Select a square (R C)\n")
    geometry = game.position.geometry
    while True:
        terminal.write(">>> ")
        numbers = terminal.read_numbers(2)
        if numbers is None or not geometry.contains(numbers[1] - 1, numbers[0] - 1):
            terminal.write("invalid input\n")
            continue
        row, column = numbers
        cell = geometry.cell(column - 1, row - 1)
        if not game.position.is_opened(cell):
            terminal.write(f"square ({row}, {column}) selected\n")
            return cell
        terminal.write(f"square ({row}, {column}) already checked, select another\n")


def _operate(terminal: Terminal, game: Game, cell: int) -> None:
    flagged = game.position.is_flagged(cell)
    full = game.position.counter <= 0
    disabled = {CHECK: flagged, MARK: flagged or full, UNMARK: not flagged, SKIP: False}
    terminal.write("Select an operation\n")
    for number, (name, _) in OPERATIONS.items():
        terminal.write(f"{number}. {name}{' - disabled' if disabled[number] else ''}\n")
    while True:
        terminal.write(">>> ")
        choice = terminal.read_number()
        if choice not in OPERATIONS:
            terminal.write("invalid input\n")
        elif choice == MARK and full and not flagged:
            terminal.write(f"could not mark more than {game.params.mines} squares\n")
        elif disabled[choice]:
            terminal.write("operation disabled, select another\n")
        else:
            break
    x, y = game.position.geometry.xy(cell)
    if choice == SKIP:
        terminal.write("skipping operation...\n")
    else:
        terminal.write(f"{OPERATIONS[choice][1]} square ({y + 1}, {x + 1})...\n")
        kind = {CHECK: MoveKind.OPEN, MARK: MoveKind.FLAG, UNMARK: MoveKind.UNMARK}[choice]
        game.play(Move(kind, x, y))
    _pause(terminal)


def _choose(terminal: Terminal, choices: tuple[int, ...]) -> int:
    while True:
        terminal.write(">>> ")
        choice = terminal.read_number()
        if choice in choices:
            return choice
        terminal.write("invalid input\n")


def _pause(terminal: Terminal) -> None:
    terminal.write("press enter to continue...\n")
    terminal.read_line()


def _show(terminal: Terminal, game: Game, cells: bytes) -> None:
    width = game.params.width
    columns = range(1, width + 1)
    lines = [
        f"\n{RULE}\n{_box(f'UNMARKED {game.position.counter:02}')}{RULE}\n",
        "     " + "".join(f"{column // 10 % 10} " for column in columns) + "\n",
        "    C" + "".join(f"{column % 10} " for column in columns) + "\n R\n",
    ]
    for row, start in enumerate(range(0, len(cells), width), start=1):
        lines.append(f"{row:02}   {' '.join(cells[start : start + width].decode('ascii'))} \n")
    terminal.write("".join(lines) + RULE + "\n")


def _box(*lines: str) -> str:
    return "".join(f"-- {line:<35}--\n" for line in lines)
