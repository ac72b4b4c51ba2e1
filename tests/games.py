"""Games for tests of what is kept of them: played by a careless machine."""

from __future__ import annotations

import random
from collections.abc import Callable

from sapper.core.geometry import cells_of
from sapper.core.moves import Move, MoveKind
from sapper.core.params import Params
from sapper.session import Game


def careless_move(game: Game, chance: random.Random) -> Move:
    """Any move on the board, an open cell more often than not."""
    kind = chance.choice([MoveKind.OPEN, MoveKind.OPEN, MoveKind.FLAG, MoveKind.UNMARK, MoveKind.CHORD])
    return Move(kind, chance.randrange(game.params.width), chance.randrange(game.params.height))


def winning_moves(game: Game) -> list[Move]:
    """The moves that open every safe cell of a game whose layout is known."""
    assert game.layout is not None
    safe = cells_of(game.layout.safe & ~game.position.opened)
    return [Move(MoveKind.OPEN, *game.position.geometry.xy(cell)) for cell in safe]


def play_to_win(game: Game, first: tuple[int, int], *, after_each: Callable[[], object] = lambda: None) -> None:
    """Plays a game until it is won, and does something after each move."""
    game.play(Move(MoveKind.OPEN, *first))
    after_each()
    for move in winning_moves(game):
        game.play(move)
        after_each()


def play_to_loss(game: Game, first: tuple[int, int]) -> None:
    """Plays a game until it is lost."""
    game.play(Move(MoveKind.OPEN, *first))
    assert game.layout is not None
    game.play(Move(MoveKind.OPEN, *game.position.geometry.xy(cells_of(game.layout.mined)[0])))


SMALL = Params(9, 9, 10)
