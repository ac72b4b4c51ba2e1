"""Asks players that may be anybody's, and turns whatever they do into moves or one sentence that names them."""

from __future__ import annotations

from operator import index
from typing import Any, NamedTuple

from sapper.core.geometry import geometry
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId
from sapper.core.params import Params, Policy
from sapper.core.position import Outcome, Position
from sapper.core.rules import apply
from sapper.core.view import View, view
from sapper.errors import N_, EffortError, brief
from sapper.players.player import Factory, Player, PlayerError, Style
from sapper.solver import certain

PATIENCE = 4
"""So many moves a cell may a game take: more than any marks that lead anywhere."""


class Ending(NamedTuple):
    """How a game ended.

    Args:
        won: whether it was won.
        guesses: how many cells were opened that were not certainly safe, the first left out.
        gave_up: whether the player gave up; the game is not won then.
    """

    won: bool
    guesses: int
    gave_up: bool = False


def made(factory: Factory, name: str, seed: int) -> Player:
    """A player for one game.

    Raises:
        PlayerError: it cannot be made.
    """
    try:
        return factory(seed=seed)
    except (Exception, SystemExit) as error:
        raise PlayerError(
            N_("the player {name} failed when it was made: {fault}"), name=name, fault=brief(error)
        ) from error


def style_of(player: Player, name: str) -> Style:
    """How a player plays; every move by itself where it does not say.

    Raises:
        PlayerError: what it says is no style.
    """
    style: Any = getattr(player, "style", Style.EVERY_MOVE)
    if not isinstance(style, Style):
        template = N_("the player {name} has the style {style}, which is none of sapper.players.player.Style")
        raise PlayerError(template, name=name, style=repr(style)[:60])
    return style


def first_of(player: Player, name: str, params: Params, policy: Policy) -> int | None:
    """The cell that a player begins with, if it has a wish.

    Raises:
        PlayerError: it failed, or named no cell of the board.
    """
    try:
        cell: Any = player.first(params, policy)
        number = None if cell is None else index(cell)
    except (Exception, SystemExit) as error:
        raise PlayerError(
            N_("the player {name} failed when it was made: {fault}"), name=name, fault=brief(error)
        ) from error
    if number is not None and not 0 <= number < params.cells:
        template = N_("the player {name} begins with {cell}, which is no cell of a {size} board")
        raise PlayerError(template, name=name, cell=number, size=params)
    return number


def answer(player: Player, name: str, game: GameId, cells: bytes) -> int:
    """The closed cell that a player opens.

    Args:
        player: who is asked.
        name: its name.
        game: the key of the game.
        cells: what is seen, as `View.cells`.

    Raises:
        PlayerError: it failed, or answered with something else.
        EffortError: it gives up.
    """
    move = _asked(player, name, game, View(game.params, cells))
    cell = move.y * game.params.width + move.x
    if move.kind is not MoveKind.OPEN or cells[cell] <= 8:
        raise _nonsense(name, game, move)
    return cell


def play_by_the_rules(game: GameId, layout: Layout, player: Player, name: str) -> Ending:
    """Plays a game with a player that is asked for every move.

    Raises:
        PlayerError: the player failed, or answered with no move, one that does nothing, or marks without end.
    """
    assert game.first is not None
    position = apply(Position(game.params), layout, Move(MoveKind.OPEN, *game.first)).position
    board = geometry(game.params.width, game.params.height)
    sure: frozenset[int] = frozenset()
    guesses = moves = 0
    while not position.is_over:
        seen = view(position, layout)
        try:
            move = _asked(player, name, game, seen)
        except EffortError:
            return Ending(False, guesses, gave_up=True)
        applied = apply(position, layout, move)
        moves += 1
        if not applied.changed or moves > PATIENCE * game.params.cells:
            raise _nonsense(name, game, move)
        if move.kind is MoveKind.OPEN and (cell := board.cell(move.x, move.y)) not in sure:
            sure = _certainly_safe(seen)
            guesses += cell not in sure
        position = applied.position
    return Ending(position.outcome is Outcome.WON, guesses)


def _certainly_safe(seen: View) -> frozenset[int]:
    try:
        return frozenset(certain(seen)[0])
    except EffortError:
        return frozenset()


def _asked(player: Player, name: str, game: GameId, seen: View) -> Move:
    try:
        move: Any = player.choose(seen)  # whatever it is
    except EffortError:
        raise
    except (Exception, SystemExit) as error:
        raise PlayerError(
            N_("the player {name} failed in {game}: {fault}"), name=name, game=game, fault=brief(error)
        ) from error
    sound = _sound(move, game.params)
    if sound is None:
        raise _nonsense(name, game, move)
    return sound


def _sound(move: Any, params: Params) -> Move | None:
    """The move, its coordinates as plain whole numbers, or None when it is none on this board."""
    if not isinstance(move, Move):
        return None
    try:
        kind, x, y = MoveKind(move.kind), index(move.x), index(move.y)
    except (TypeError, ValueError):
        return None
    return Move(kind, x, y) if 0 <= x < params.width and 0 <= y < params.height else None


def _nonsense(name: str, game: GameId, move: object) -> PlayerError:
    try:
        said = str(move) if isinstance(move, Move) else repr(move)
    except Exception as error:  # its own text form may fail as well
        said = type(error).__name__
    return PlayerError(
        N_("the player {name} answered {move} in {game}, which is no move that leads on there"),
        name=name,
        move=said[:60],
        game=game,
    )
