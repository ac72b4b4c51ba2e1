"""What a simulation is asked for: which games, by whom. It must not know how they are run or counted."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sapper import __version__
from sapper.core.geometry import geometry
from sapper.core.notation import DEALER_VERSION, MAX_SEED, GameId
from sapper.core.params import Params, Policy
from sapper.players.registry import find
from sapper.sim.asking import first_of, made


@dataclass(frozen=True, slots=True)
class Plan:
    """Games whose seeds count up from one. Get one from `make_plan`, which checks it.

    Args:
        params: size and mine count.
        policy: what the first cell is promised.
        first: the first cell's column and row, the same in every game and for both players.
        player: the name of the player.
        against: the name of a second one that plays the same boards, or None.
        seed: of the first game.
        games: how many.
    """

    params: Params
    policy: Policy
    first: tuple[int, int]
    player: str
    against: str | None
    seed: int
    games: int

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the one or two players."""
        return (self.player,) if self.against is None else (self.player, self.against)

    def game(self, index: int) -> GameId:
        """The key of a game, counted from 0."""
        return GameId(self.params, self.policy, (self.seed + index) & MAX_SEED, self.first)

    def key(self) -> dict[str, Any]:
        """All that decides how each game ends: games counted under equal keys may be added up."""
        key: dict[str, Any] = asdict(self)
        del key["games"]
        return key | {
            "params": str(self.params),
            "policy": str(self.policy),
            "first": list(self.first),
            "dealer": DEALER_VERSION,
            "sapper": __version__,
        }


def make_plan(
    params: Params,
    policy: Policy,
    *,
    player: str,
    against: str | None = None,
    seed: int,
    games: int,
    first: tuple[int, int] | None = None,
) -> Plan:
    """A plan whose players there are; where no first cell is named, the first player chooses it.

    Raises:
        PlayerError: there is no such player, or it does not answer.
    """
    if against is not None:
        find(against)
    if first is None:
        first = _chosen(params, policy, player)
    else:
        find(player)
    return Plan(params, policy, first, player, against, seed, games)


def _chosen(params: Params, policy: Policy, name: str) -> tuple[int, int]:
    cell = first_of(made(find(name), name, 0), name, params, policy)
    return (params.width // 2, params.height // 2) if cell is None else geometry(params.width, params.height).xy(cell)
