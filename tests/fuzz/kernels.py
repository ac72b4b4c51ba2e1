"""Random work for the kernels, to be done pure and compiled and compared: `benchmarks.fuzz_differential` does.

Run as a program it does what it is asked with the kernels that `import sapper` finds: a line `TASK SEED` in, a line of
JSON out; the first line says whether they are compiled.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from random import Random

from sapper.core.geometry import cells_of, geometry, plane_of
from sapper.core.layout import Layout
from sapper.core.metrics import board_metrics
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId
from sapper.core.params import Params, Policy
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.core.view import CLOSED, FLAGGED, QUESTIONED, View
from sapper.core.view import view as look
from sapper.deal.dealer import deal
from sapper.deal.endings import ASK, BLIND, LEAST_RISK, STUCK, UNIFORM
from sapper.deal.noguess import Budget, grade_board, prove
from sapper.deal.playout import Playout
from sapper.deal.stream import Stream
from sapper.errors import SapperError
from sapper.players.registry import find
from sapper.solver import analyse, certain, joint, probabilities
from sapper.solver.deduction import deductions
from sapper.solver.kernel import COMPILED
from sapper.solver.sampling import Sampler

Found = list[object]


def attempt(work: Callable[[], object]) -> object:
    """What work makes, or the error of ours that it raises."""
    try:
        return work()
    except SapperError as error:
        return [type(error).__name__, str(error)]


def random_layout(random: Random, params: Params) -> Layout:
    """A board of this size."""
    mined = random.sample(range(params.cells), params.mines)
    return Layout.of_mines(params.width, params.height, [(c % params.width, c // params.width) for c in mined])


def random_params(random: Random, width: int, height: int) -> Params:
    """A size up to this one, sparse, as levels are, or crowded."""
    wide, high = random.randint(1, width), random.randint(1, height)
    share = random.choice((0.05, 0.12, 0.16, 0.2, 0.2, 0.3, random.random()))
    return Params(wide, high, min(int(wide * high * share), wide * high - 1))


def random_view(random: Random) -> View:
    """A position of any shape: played, or open here and there; every third is not true or has other mines."""
    played = random.random() < 0.5
    params = random_params(random, 30, 16) if played else random_params(random, 24, 9)
    layout = random_layout(random, params)
    position = Position(params)
    safe = cells_of(layout.safe)
    if played:
        for cell in random.sample(safe, min(len(safe), random.choice((1, 2, 5, 20, 100)))):
            position = apply(position, layout, Move(MoveKind.OPEN, *layout.geometry.xy(cell))).position
    else:
        share = random.random()
        position = Position(params, plane_of(cell for cell in safe if random.random() < share))
    codes = bytearray(look(position, layout).cells)
    for cell, shown in enumerate(codes):
        if shown == CLOSED and random.random() < 0.1:
            codes[cell] = random.choice((FLAGGED, QUESTIONED))
    mines = params.mines
    if random.random() < 1 / 3:
        opened = [cell for cell, shown in enumerate(codes) if shown <= 8]
        for cell in random.sample(opened, min(len(opened), random.choice((0, 1, 1, 2, 5)))):
            codes[cell] = random.choice((max(codes[cell] - 1, 0), min(codes[cell] + 1, 8), random.randint(0, 8)))
        if random.random() < 0.5:
            mines = min(max(mines + random.choice((-2, -1, 1, 2, 10)), 0), params.cells - 1)
    return View(Params(params.width, params.height, mines), bytes(codes))


def answers(random: Random) -> Found:
    """What the solver says of a position."""
    view = random_view(random)
    closed = [cell for cell, shown in enumerate(view.cells) if shown > 8]
    some = random.sample(closed, min(len(closed), 4))
    stream = Stream(random.randrange(2**64))

    def analysis() -> Found:
        found = analyse(view, exact=view.params.cells < 120)
        return [found.layouts, found.safe, found.mined, list(found.risks), found.counts]

    return [
        attempt(lambda: certain(view)),
        attempt(lambda: list(probabilities(view))),
        attempt(analysis),
        attempt(lambda: str(joint(view, some))),
        attempt(lambda: sorted(Sampler(view).draw(stream))),
    ]


def reasons(random: Random) -> Found:
    """What is deduced from a position, step by step."""
    view = random_view(random)

    def steps() -> Found:
        return [
            [found.kind, found.safe, found.mined, found.numbers, found.known, str(found.reason)]
            for found in deductions(view)
        ]

    return [attempt(steps)]


def deals(random: Random) -> Found:
    """A no-guess board with its grade and its proof, or that there is none."""
    params = random_params(random, 16, 12)
    first = (random.randrange(params.width), random.randrange(params.height))
    game = GameId(params, Policy.NO_GUESS, random.randrange(2**48), first)
    try:
        layout = deal(game, budget=Budget(None, 60))
    except SapperError as error:  # how many attempts were made is said, and is a matter of time
        return [type(error).__name__]
    grading = grade_board(layout, first)
    proof = [[found.kind, found.safe, found.mined] for found in prove(layout, first)]
    return [cells_of(layout.mined), None if grading is None else [grading.grade, grading.pairs, grading.cases], proof]


def playouts(random: Random) -> Found:
    """Games played inside the kernel, one after another on one object."""
    params = random_params(random, 20, 16)
    first = random.randrange(params.cells)
    playout = Playout(params.width, params.height, params.mines)
    around = geometry(params.width, params.height).neighbours(first)
    playout.promise(*random.choice((([], []), ([first], []), ([first], around))))
    playout.stream, playout.chances = Stream(random.randrange(2**64)).state, Stream(random.randrange(2**64)).state
    found: Found = []
    for _ in range(3):
        playout.deal()
        guess = random.choice((0, UNIFORM, BLIND, LEAST_RISK, ASK))
        found += [playout.mines_laid(), playout.bbbv(), outcome := playout.play(first, guess)]
        while outcome == STUCK and guess == ASK:
            view = playout.view()
            cell = random.choice([cell for cell, shown in enumerate(view) if shown == CLOSED])
            found += [view.hex(), outcome := playout.go_on(cell, guess)]
        found += [playout.pairs, playout.cases, playout.totals, playout.stream, playout.chances]
        found.append([playout.board.cell(playout.opened[i]) for i in range(playout.opened_count)])
        found.append([playout.board.cell(playout.picked[i]) for i in range(playout.guesses)])
        found.append(board_metrics(Layout(params, plane_of(playout.mines_laid()))).bbbv)
    return found


def players(random: Random) -> Found:
    """A game of a player, asked for every move; `best` searches larger boards for minutes where it is not compiled."""
    name = random.choice(("random", "logic", "lowest-risk", "lowest-risk", "careful", "best"))
    params = random_params(random, *{"careful": (8, 8), "best": (4, 3)}.get(name, (16, 16)))
    layout = random_layout(random, params)
    position = apply(Position(params), layout, Move(MoveKind.OPEN, 0, 0)).position
    player = find(name)(seed=random.randrange(2**64))
    found: Found = [name]
    while not position.is_over:
        move = player.choose(look(position, layout))
        found.append(str(move))
        position = apply(position, layout, move).position
    return found


def environments(random: Random) -> Found:
    """Steps on many boards at a time; nothing without the extra `gym`."""
    try:
        import numpy as np

        from sapper.envs import MinesweeperVectorEnv
        from sapper.envs.actions import count_actions
    except ImportError:
        return []
    params, count = random_params(random, 16, 12), random.randint(1, 8)
    policy = random.choice((Policy.ANY, Policy.SAFE, Policy.OPENING))
    mode = random.choice(("NextStep", "SameStep"))
    chord = random.random() < 0.5
    env = MinesweeperVectorEnv(count, params, policy, chord=chord, autoreset_mode=mode)
    shown, info = env.reset(seed=random.randrange(2**40))
    found: Found = [shown.tobytes().hex()]
    for _ in range(15):
        actions = [random.randrange(count_actions(params, chord=chord)) for _ in range(count)]
        shown, rewards, ended, cut, info = env.step(np.array(actions))
        found += [shown.tobytes().hex(), rewards.tolist(), ended.tolist(), cut.tolist()]
        found += [name + np.asarray(info[name]).tobytes().hex() for name in sorted(info) if name == "action_mask"]
    found += [str(game) for game in env.games]
    return found


TASKS: dict[str, Callable[[Random], Found]] = {
    "answers": answers,
    "reasons": reasons,
    "deals": deals,
    "playouts": playouts,
    "players": players,
    "environments": environments,
}
"""What is compared, by name."""


def told(task: str, seed: str) -> str:
    """A task's results for a seed, as one line of JSON."""
    return json.dumps(TASKS[task](Random(f"{task} {seed}")))


def same(pure: object, compiled: object) -> bool:
    """Whether results are the same: numbers that are no wholes to nine places, and certain ones exactly."""
    if isinstance(pure, list) and isinstance(compiled, list):
        return len(pure) == len(compiled) and all(map(same, pure, compiled))
    if isinstance(pure, float) and isinstance(compiled, float):
        if math.isnan(pure) or math.isnan(compiled):
            return math.isnan(pure) and math.isnan(compiled)
        certain_alike = (pure in (0, 1)) == (compiled in (0, 1))
        return certain_alike and math.isclose(pure, compiled, rel_tol=1e-9)
    return pure == compiled


def main() -> None:
    """Does what is asked until the input ends."""
    sys.stdout.write(f"{json.dumps(COMPILED)}\n")
    sys.stdout.flush()
    for line in sys.stdin:
        sys.stdout.write(f"{told(*line.split())}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
