"""Environment steps a second beside jumanji on one core, one board and 1,024 at a time, in turn in one run.

    python -m benchmarks.bench_envs [ROUNDS]

Random allowed actions on 10x10/10, CPU time of this process, held to one core, XLA to one thread. The rules differ:
jumanji opens one cell a step, never an opening, and a first click may be a mine; here a click opens its opening and
the first one is promised one. Both environments are stepped without wrappers. That means that jumanji's 1,024 boards
are never dealt anew: in its first line most steps are taken on boards whose game is over. Its second line, with
its own wrapper for that, is what a learner would run.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ.setdefault("OMP_NUM_THREADS", "1")

from benchmarks.asked import Wanted, parser
from benchmarks.timing import table
from sapper.solver.kernel import COMPILED

with Wanted(__doc__):
    import numpy as np

    from sapper.envs import MinesweeperEnv, MinesweeperVectorEnv, sample_allowed

LEVEL, SIDE, BOARDS = "10x10/10", 10, 1024
ALONE, SCANNED, VECTORS = 600, 32, 40
"""Steps a round: of one board, of a compiled scan over many, of a vector environment."""

BARE = 33
"""The cell that is opened again and again."""

Measured = Callable[[], float]
"""Steps a CPU second of one round."""


def pick(mask: Any, rng: np.random.Generator) -> int:
    """A random allowed action."""
    actions = np.flatnonzero(mask)
    return int(actions[int(rng.random() * len(actions))])


def ours_alone(rng: np.random.Generator) -> Measured:
    """One board, a game after the other."""
    env = MinesweeperEnv(LEVEL)

    def measure() -> float:
        _, info = env.reset()
        start = time.process_time()
        for _ in range(ALONE):
            _, _, over, _, info = env.step(pick(info["action_mask"], rng))
            if over:
                _, info = env.reset()
        return ALONE / (time.process_time() - start)

    return measure


def ours_bare(_rng: np.random.Generator) -> Measured:
    """One board, one action again and again: the loop around the environment costs the least."""
    env = MinesweeperEnv(LEVEL)

    def measure() -> float:
        env.reset()
        start = time.process_time()
        for _ in range(ALONE):
            env.step(BARE)
        return ALONE / (time.process_time() - start)

    return measure


def ours_together(rng: np.random.Generator) -> Measured:
    """Many boards, each begun anew in the step after its game."""
    envs = MinesweeperVectorEnv(BOARDS, LEVEL)
    _, first = envs.reset()

    def measure() -> float:
        info = first
        start = time.process_time()
        for _ in range(VECTORS):
            info = envs.step(sample_allowed(info["action_mask"], rng))[-1]
        return VECTORS * BOARDS / (time.process_time() - start)

    return measure


def theirs(rng: np.random.Generator) -> dict[str, Measured]:
    """jumanji's, as one board from Python and as many in a compiled scan."""
    import jax
    import jax.numpy as jnp
    import jumanji
    from jumanji.wrappers import VmapAutoResetWrapper

    env = jumanji.make("Minesweeper-v0")
    reset, step = jax.jit(env.reset), jax.jit(env.step)
    keys = iter(range(1_000_000))

    def begin() -> Any:
        return reset(jax.random.PRNGKey(next(keys)))

    def alone() -> float:
        state, seen = begin()
        start = time.process_time()
        for _ in range(ALONE):
            cell = pick(np.asarray(seen.observation.action_mask), rng)
            state, seen = step(state, np.array(divmod(cell, SIDE), np.int32))
            if seen.last():
                state, seen = begin()
        return ALONE / (time.process_time() - start)

    def bare() -> float:
        state, seen = begin()
        action = np.array(divmod(BARE, SIDE), np.int32)
        start = time.process_time()
        for _ in range(ALONE):
            state, seen = step(state, action)
        jax.block_until_ready(seen)
        return ALONE / (time.process_time() - start)

    def choose(key: Any, mask: Any) -> Any:
        # Of several ways of drawing an allowed action the quickest under XLA on a CPU.
        upto = jnp.cumsum(mask.reshape(-1).astype(jnp.int32))
        cell = jnp.argmax(upto > (jax.random.uniform(key) * upto[-1]).astype(jnp.int32))
        return jnp.stack([cell // SIDE, cell % SIDE]).astype(jnp.int32)

    def scanned(start_many: Any, step_many: Any) -> Measured:
        def body(carry: Any, key: Any) -> Any:
            state, seen = carry
            actions = jax.vmap(choose)(jax.random.split(key, BOARDS), seen.observation.action_mask)
            state, seen = step_many(state, actions)
            return (state, seen), (seen.reward, seen.discount)

        run = jax.jit(lambda carry, key: jax.lax.scan(body, carry, jax.random.split(key, SCANNED)))
        carry = start_many(jax.random.split(jax.random.PRNGKey(next(keys)), BOARDS))

        def measure() -> float:
            start = time.process_time()
            jax.block_until_ready(run(carry, jax.random.PRNGKey(next(keys))))
            return SCANNED * BOARDS / (time.process_time() - start)

        return measure

    wrapped = VmapAutoResetWrapper(env)
    return {
        "1, jumanji": alone,
        "1, jumanji, one action again and again, no mask, no reset": bare,
        "1,024, jumanji, never reset": scanned(jax.vmap(env.reset), jax.vmap(env.step)),
        "1,024, jumanji, its autoreset wrapper": scanned(wrapped.reset, wrapped.step),
    }


def main() -> None:
    """Measures and prints the table."""
    asked = parser(__doc__)
    asked.add_argument("rounds", metavar="ROUNDS", type=int, nargs="?", default=9)
    rounds = asked.parse_args().rounds
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    rng = np.random.default_rng(1)
    measured = {
        "1, sapper": ours_alone(rng),
        "1, sapper, one action again and again, no mask, no reset": ours_bare(rng),
        "1,024, sapper": ours_together(rng),
    }
    try:
        measured |= theirs(rng)
    except ImportError as error:
        print(f"left out, for want of {error.name}: jumanji")
    for measure in measured.values():
        measure()  # compiles, fills caches
    found: dict[str, list[float]] = {name: [] for name in measured}
    for _ in range(rounds):
        for name, measure in measured.items():
            found[name].append(measure())
    print(f"{LEVEL}, kernels {'compiled' if COMPILED else 'not compiled'}, {rounds} rounds in turn, CPU time, one core")
    rows = []
    for name, rates in found.items():
        against = found[name.replace("jumanji", "sapper") if name.startswith("1, ") else "1,024, sapper"]
        ratios = sorted(ours / rate for ours, rate in zip(against, rates, strict=True))
        middle = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        rows.append((name, f"{statistics.median(rates):,.0f}", "" if rates is against else middle))
    print(table(("boards, environment", "steps a second", "sapper is so many times as fast"), rows))


if __name__ == "__main__":
    main()
