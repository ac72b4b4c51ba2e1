"""Where a player should begin: win rates by first cell, the worse ones dropped from round to round.

python -m benchmarks.first_cells LEVEL POLICY [PLAYER [GAMES]]

The first round plays every cell of a quarter of the board (of an eighth, where it is square), the next ones the better
half of what is left with twice as many games, and the last one, with GAMES (100000) each, the best three and their
mirror images: a player that takes the first of equal cells in reading order does not play them alike.
"""

from __future__ import annotations

from benchmarks.asked import parser
from sapper.cli.arguments import level
from sapper.core.params import Params, Policy
from sapper.players.registry import names
from sapper.sim.games import play_chunk
from sapper.sim.intervals import rate_interval
from sapper.sim.plan import make_plan

FIRST_ROUND = 1000


def quarter(params: Params) -> list[tuple[int, int]]:
    """The cells that no mirror maps to an earlier one."""
    square = params.width == params.height
    return [
        (x, y) for y in range((params.height + 1) // 2) for x in range((params.width + 1) // 2) if not square or y <= x
    ]


def mirrored(params: Params, cell: tuple[int, int]) -> set[tuple[int, int]]:
    """A cell and its mirror images."""
    x, y = cell
    images = {(a, b) for a in (x, params.width - 1 - x) for b in (y, params.height - 1 - y)}
    return images | ({(b, a) for a, b in images} if params.width == params.height else set())


def rates(
    params: Params, policy: Policy, player: str, cells: list[tuple[int, int]], games: int
) -> list[tuple[int, tuple[int, int]]]:
    """Wins and cells, the best first."""
    counted = []
    for cell in cells:
        plan = make_plan(params, policy, player=player, seed=1_000_000, games=games, first=cell)
        counted.append((play_chunk(plan, 0, games).tallies[0].wins, cell))
    return sorted(counted, reverse=True)


def main() -> None:
    """Prints each round's best cells."""
    asked = parser(__doc__)
    asked.add_argument("level", metavar="LEVEL", type=level)
    asked.add_argument("policy", metavar="POLICY", type=Policy)
    asked.add_argument("player", metavar="PLAYER", nargs="?", default="lowest-risk", choices=names())
    asked.add_argument("games", metavar="GAMES", type=int, nargs="?", default=100_000)
    given = asked.parse_args()
    params, policy, player, most = given.level, given.policy, given.player, given.games
    cells, games = quarter(params), FIRST_ROUND
    while True:
        counted = rates(params, policy, player, cells, games)
        print(f"{params} {policy} {player}: {len(cells)} cells, {games} games each")
        for wins, (x, y) in counted[:8]:
            low, high = rate_interval(wins, games)
            print(f"  {x},{y}: {100 * wins / games:.2f} % ({100 * low:.2f}-{100 * high:.2f})", flush=True)
        if games == most:
            return
        if len(cells) > 3:
            cells, games = [cell for _, cell in counted[: max(len(cells) // 2, 3)]], games * 2
        else:
            cells, games = sorted({image for _, cell in counted for image in mirrored(params, cell)}), most


if __name__ == "__main__":
    main()
