"""Plays a stretch of a plan's games and counts them; runs in any process. It must not know which others do the rest."""

from __future__ import annotations

import time

from sapper.core.geometry import cells_of, geometry, plane_of
from sapper.core.layout import Layout
from sapper.core.notation import GameId
from sapper.core.params import Policy
from sapper.deal.dealer import deal
from sapper.deal.endings import ASK, BLIND, LEAST_RISK, LOST, UNIFORM, WON
from sapper.deal.playout import Playout
from sapper.deal.stream import MASK64, Stream, mix64
from sapper.errors import EffortError
from sapper.players.player import Factory, Style
from sapper.players.registry import find
from sapper.sim.asking import Ending, answer, made, play_by_the_rules, style_of
from sapper.sim.plan import Plan
from sapper.sim.result import Chunk
from sapper.sim.tally import Pairs, Tally

INSIDE = {
    Style.WHEN_STUCK: ASK,
    Style.LOWEST_RISK: LEAST_RISK,
    Style.UNIFORM_WHEN_STUCK: UNIFORM,
    Style.UNIFORM: BLIND,
}
"""What a playout does in a player's place."""

LIMIT = 20_000_000
"""The states that counting one component of a position may take; the solver's own bound."""


def play_chunk(plan: Plan, start: int, games: int) -> Chunk:
    """Plays games `start` up to before `start + games` of a plan.

    Raises:
        PlayerError: a player failed, or answered with something that is no move in its position.
        DealError: a board cannot be dealt.
    """
    began = time.thread_time()
    table = _Table(plan)
    tallies = tuple(Tally() for _ in plan.players)
    pairs = None if plan.against is None else Pairs()
    for index in range(start, start + games):
        results = table.play(plan.game(index), tallies)
        if pairs is not None:
            pairs.count(*results)
    return Chunk(start, games, time.thread_time() - began, tallies, pairs)


def player_seed(game: GameId) -> int:
    """The seed of the players of a game; nothing of the layout can be told from it."""
    return mix64(game.seed ^ MASK64)


class _Table:
    """Where one game after another is dealt and played."""

    def __init__(self, plan: Plan) -> None:
        params = plan.params
        self.board = geometry(params.width, params.height)
        self.first = self.board.cell(*plan.first)
        self.players: list[tuple[str, Factory, Style]] = []
        for name in plan.players:
            factory = find(name)
            self.players.append((name, factory, style_of(made(factory, name, 0), name)))
        self.playout = Playout(params.width, params.height, params.mines, limit=LIMIT)
        kept = [] if plan.policy is Policy.ANY else [self.first]
        around = self.board.neighbours(self.first) if plan.policy is Policy.OPENING else []
        self.playout.promise(kept, around)

    def play(self, game: GameId, tallies: tuple[Tally, ...]) -> list[bool]:
        """Plays a game with every player; says who won."""
        playout = self.playout
        if game.policy is Policy.NO_GUESS:
            playout.take(cells_of(deal(game).mined))
        else:
            playout.stream = Stream(game.seed).state
            playout.deal()
        bbbv = playout.bbbv()
        results = []
        for (name, factory, style), tally in zip(self.players, tallies, strict=True):
            if style is Style.EVERY_MOVE:
                layout = Layout(game.params, plane_of(playout.mines_laid()))
                ending = play_by_the_rules(game, layout, made(factory, name, player_seed(game)), name)
            else:
                ending = self.play_inside(game, factory, name, INSIDE[style])
            tally.count(won=ending.won, gave_up=ending.gave_up, guesses=ending.guesses, bbbv=bbbv)
            results.append(ending.won)
        return results

    def play_inside(self, game: GameId, factory: Factory, name: str, guess: int) -> Ending:
        """Plays the playout's layout inside it, asking the player where it stands still."""
        playout = self.playout
        playout.chances = Stream(player_seed(game)).state
        outcome = playout.play(self.first, guess)
        player = None
        while outcome not in (WON, LOST):
            if player is None:
                player = made(factory, name, player_seed(game))
            try:
                cell = answer(player, name, game, playout.view())
            except EffortError:
                return Ending(False, playout.guesses, gave_up=True)
            outcome = playout.go_on(cell, guess)
        return Ending(outcome == WON, playout.guesses)
