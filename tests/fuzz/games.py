"""Random games on random boards, on the rules and on the slow reference: rules, undo, looks, counts and measures.

A case is a value that can be printed, run again and made shorter; `benchmarks.fuzz_differential` runs them for a while.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.metrics import board_metrics, solved_bbbv
from sapper.core.moves import Move, MoveKind, parse_move
from sapper.core.notation import GameId, format_board, parse_board
from sapper.core.rules import Switches, chord_targets
from sapper.core.view import CLOSED, EXPLODED, FLAGGED, MISSED, QUESTIONED, WRONG_FLAG, look, reveal
from sapper.core.zini import zini_both
from sapper.session import Counts, Game
from tests.core.test_zini import Slow as SlowZini
from tests.reference import Cell, SlowGame

UNDO = "undo"
MOST_FOR_ZINI = 100
"""Cells: the slow ZiNi looks at every cell for every click."""


@dataclass(frozen=True, slots=True)
class Case:
    """A board and what is done on it.

    Args:
        board: as text.
        actions: moves as text and `undo`, separated by blanks.
        flag_limit, flood_through_flags: the rules' switches.
        dealt_late: whether the layout is there only from the first open on.
    """

    board: str
    actions: str
    flag_limit: bool = False
    flood_through_flags: bool = False
    dealt_late: bool = False


def random_case(random: Random) -> Case:
    """Boards from one cell to 60x24, empty to full but for one cell; actions as careless players do them."""
    most = random.choice((4, 9, 9, 16, 60))
    width, height = random.randint(1, most), random.randint(1, min(most, 24))
    cells = width * height
    mines = min(int(cells * random.choice((0, 0.03, 0.1, 0.15, 0.2, 0.4, random.random()))), cells - 1)
    mined = random.sample(range(cells), mines)
    layout = Layout.of_mines(width, height, [(cell % width, cell // width) for cell in mined])
    safe = cells_of(layout.safe)
    care = random.choice((0.5, 0.9, 1))
    actions = []
    for _ in range(random.choice((3, 10, 40, 40, 120))):
        kind = random.choice((*"ooo", *"fff", *"cccc", *"qu", UNDO))
        if kind == UNDO:
            actions += [UNDO] * random.choice((1, 1, 2, 5))
            continue
        cell = random.randrange(cells)
        if random.random() < care and (aimed := {"o": safe, "f": mined, "c": safe}.get(kind)):
            cell = random.choice(aimed)
        actions.append(f"{kind}{cell % width},{cell // width}")
    flags = [random.random() < 0.2 for _ in range(3)]
    return Case(format_board(layout), " ".join(actions), *flags)


def check(case: Case) -> None:
    """Plays a case on both; AssertionError where they differ."""
    layout = parse_board(case.board)
    slow = SlowGame(
        layout.params.width,
        layout.params.height,
        {layout.geometry.xy(cell) for cell in cells_of(layout.mined)},
        flag_limit=case.flag_limit,
        flood_through_flags=case.flood_through_flags,
    )
    same_measures(layout, slow)
    switches = Switches(flag_limit=case.flag_limit, flood_through_flags=case.flood_through_flags)
    game = new_game(layout, switches, dealt_late=case.dealt_late)
    counts, past, dealt, flagged_once = Counts(), list[SlowGame](), not case.dealt_late, set[Cell]()
    for action in case.actions.split():
        if action == UNDO:
            assert game.undo() == bool(past), "undo"
            slow = past.pop() if past else slow
        else:
            move = parse_move(action)
            cell = (move.x, move.y)
            before, over = deepcopy(slow), slow.outcome != "playing"
            seen = look(game.position, game.layout)
            changed = set(cells_of(game.play(move).changed))
            if not over:
                dealt = dealt or (move.kind is MoveKind.OPEN and slow.marks.get(cell) != "f")
                slow.play(move.kind.value, cell)
                count(counts, move, before, slow, flagged_once)
            if state(slow) != state(before):
                past.append(before)
            now = look(game.position, game.layout)
            assert changed == {at for at, (old, new) in enumerate(zip(seen, now, strict=True)) if old != new}, "changed"
        assert (game.layout is not None) == dealt, "dealt"
        same_game(game, slow, layout)
    if dealt:
        told = game.counts
        assert (told.left, told.right, told.chord) == (counts.left, counts.right, counts.chord), "clicks"
        assert told.effective_left == counts.effective_left, "effective left clicks"
        assert told.effective_chord == counts.effective_chord, "effective chords"
        assert told.effective_right == len(flagged_once & slow.mines), "effective right clicks"
    again = new_game(layout, switches, dealt_late=case.dealt_late)
    again.rebuild(game.log)
    assert (again.position, again.counts) == (game.position, game.counts), "played again from the log"


def new_game(layout: Layout, switches: Switches, *, dealt_late: bool) -> Game:
    """A game whose clock stands, on a layout that is there at once or dealt by the first open."""

    def deal(game: GameId) -> Layout:
        return layout

    given = None if dealt_late else layout
    return Game(layout.params, clock=lambda: 0, layout=given, switches=switches, dealer=deal)


def state(slow: SlowGame) -> tuple[set[Cell], dict[Cell, str], set[Cell]]:
    """What undo gives back."""
    return slow.opened, slow.marks, slow.exploded


def count(counts: Counts, move: Move, before: SlowGame, after: SlowGame, flagged_once: set[Cell]) -> None:
    """Counts a click, and whether it opened something; and which cells have had a flag."""
    opened = len(after.opened) > len(before.opened)
    if move.kind is MoveKind.OPEN:
        counts.left += 1
        counts.effective_left += opened
    elif move.kind is MoveKind.CHORD:
        counts.chord += 1
        counts.effective_chord += opened
    else:
        counts.right += 1
        flagged_once |= {cell for cell, mark in after.marks.items() if mark == "f"}


def same_game(game: Game, slow: SlowGame, layout: Layout) -> None:
    """Asserts that a game stands as the reference does, and shows it so."""
    position = game.position
    assert position.outcome.value == slow.outcome, "outcome"
    cells = [layout.geometry.xy(cell) for cell in range(layout.params.cells)]
    shown = [code(slow, cell, ended=False) for cell in cells]
    assert list(look(position, game.layout)) == shown, "what is seen"
    assert position.counter == len(slow.mines) - list(slow.marks.values()).count("f"), "counter"
    if game.layout is not None:
        assert list(reveal(position, layout)) == [code(slow, cell, ended=True) for cell in cells], "what is revealed"
        assert solved_bbbv(layout, position.opened) == slow.solved(), "3BV done"
    if slow.opened:
        x, y = max(slow.opened)
        lit = {near for near in slow.around((x, y)) if near not in slow.opened | slow.exploded}
        lit -= {cell for cell, mark in slow.marks.items() if mark == "f"}
        targets = chord_targets(position, layout.geometry.cell(x, y))
        assert {layout.geometry.xy(cell) for cell in cells_of(targets)} == lit, "chord targets"


def code(slow: SlowGame, cell: Cell, *, ended: bool) -> int:
    """What a cell shows, and at the end the truth about it."""
    if cell in slow.opened:
        return slow.number(cell)
    if cell in slow.exploded:
        return EXPLODED
    mark = slow.marks.get(cell)
    if mark == "f":
        return WRONG_FLAG if ended and cell not in slow.mines else FLAGGED
    if ended and cell in slow.mines:
        return MISSED
    return QUESTIONED if mark == "q" else CLOSED


def same_measures(layout: Layout, slow: SlowGame) -> None:
    """Asserts that a board measures as the reference says."""
    for cell in cells_of(layout.safe):
        assert layout.numbers[cell] == slow.number(layout.geometry.xy(cell)), "numbers"
    metrics = board_metrics(layout)
    assert (metrics.bbbv, metrics.openings, metrics.islands) == slow.metrics(), "3BV, openings, islands"
    if layout.params.cells <= MOST_FOR_ZINI:
        wanted = SlowZini(layout).clicks(human=False), SlowZini(layout).clicks(human=True)
        assert zini_both(layout) == wanted, "ZiNi"


def fault(case: Case) -> str:
    """In what the two differ; empty where they agree. Any other error of the package is a difference too."""
    try:
        check(case)
    except Exception as error:  # whatever it is, it is what was looked for
        return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
    return ""


def shortened(case: Case) -> Case:
    """A case that differs as well, with as few of the actions as leaving some out finds."""
    actions = case.actions.split()
    size = len(actions)
    while size:
        start = 0
        while start < len(actions):
            fewer = actions[:start] + actions[start + size :]
            if fault(replace(case, actions=" ".join(fewer))):
                actions = fewer
            else:
                start += size
        size //= 2
    return replace(case, actions=" ".join(actions))
