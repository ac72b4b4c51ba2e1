"""Fits the network of `sapper.players.estimate` to positions that `learn_value` noted. Wants numpy.

One layer of hidden units that are off below zero, logistic regression on them, Adam with a falling step.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

from benchmarks.asked import Wanted
from sapper.players.marks import FIGURES

with Wanted(__doc__):
    import numpy as np
    from numpy.typing import NDArray

UNITS = 12
ROUNDS = 8
BATCH = 4096
STEP = 0.004
TESTED = 10
"""One position in so many is left for the test."""
DIGITS = 5
WIDTH = 118

Floats = NDArray[np.float32]


def fit(files: Sequence[Path]) -> str:
    """The module `learned`, as text."""
    rows = np.concatenate([np.fromfile(file, np.float32).reshape(-1, FIGURES + 1) for file in files])
    draw = np.random.default_rng(1)
    draw.shuffle(rows)
    figures, won = rows[:, :FIGURES], rows[:, FIGURES]
    mean, spread = figures.mean(0), figures.std(0) + 1e-6
    figures = (figures - mean) / spread
    test = len(rows) // TESTED
    layers = _trained(figures[test:], won[test:], draw)
    share = float(won[:test].mean())
    told = _loss(won[:test], np.full(test, share, np.float32))
    loss = _loss(won[:test], _forward(layers, figures[:test])[1])
    print(
        f"{len(rows)} positions, cross entropy on {test} of them {loss:.5f}, of a constant {told:.5f}", file=sys.stderr
    )
    inner, bias, outer, last = layers
    inner = inner / spread[:, None]
    bias = bias - mean @ inner
    return _module(np.vstack([bias, inner]).T, np.concatenate([last, outer]), positions=len(rows))


def _trained(figures: Floats, won: Floats, draw: np.random.Generator) -> list[Floats]:
    layers = [
        draw.normal(0, FIGURES**-0.5, (FIGURES, UNITS)).astype(np.float32),
        np.zeros(UNITS, np.float32),
        draw.normal(0, UNITS**-0.5, UNITS).astype(np.float32),
        np.array([np.log(won.mean() / (1 - won.mean()))], np.float32),
    ]
    first = [np.zeros_like(layer) for layer in layers]
    second = [np.zeros_like(layer) for layer in layers]
    steps = ROUNDS * (len(won) // BATCH)
    done = 0
    for number in range(ROUNDS):
        order = draw.permutation(len(won))
        for start in range(0, len(won) - BATCH + 1, BATCH):
            batch = order[start : start + BATCH]
            step = STEP * (0.5 + 0.5 * np.cos(np.pi * done / steps))
            done += 1
            for k, slope in enumerate(_slopes(layers, figures[batch], won[batch])):
                first[k] = 0.9 * first[k] + 0.1 * slope
                second[k] = 0.999 * second[k] + 0.001 * slope * slope
                moved = first[k] / (1 - 0.9**done) / (np.sqrt(second[k] / (1 - 0.999**done)) + 1e-8)
                layers[k] = (layers[k] - step * moved).astype(np.float32)
        print(f"round {number + 1} of {ROUNDS}", file=sys.stderr)
    return layers


def _forward(layers: list[Floats], figures: Floats) -> tuple[Floats, Floats]:
    inner, bias, outer, last = layers
    hidden = np.maximum(figures @ inner + bias, 0)
    return hidden, 1 / (1 + np.exp(-(hidden @ outer + last)))


def _slopes(layers: list[Floats], figures: Floats, won: Floats) -> list[Floats]:
    hidden, chance = _forward(layers, figures)
    off = (chance - won) / len(won)
    back = np.outer(off, layers[2]) * (hidden > 0)
    return [figures.T @ back, back.sum(0), hidden.T @ off, off.sum(keepdims=True)]


def _loss(won: Floats, chance: Floats) -> float:
    chance = chance.clip(1e-6, 1 - 1e-6)
    return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())


def _module(units: Floats, last: Floats, *, positions: int) -> str:
    lines = [
        f'"""What `estimate` learned from {positions:,} positions of own games (`benchmarks.learn_value`); no code."""',
        "",
        "# fmt: off",
        "UNITS = (",
        *(line for unit in units for line in _tuple(unit)),
        ")",
        '"""Of each hidden unit its bias and a weight a figure."""',
        "LAST = (",
        *_tuple(last)[1:-1],
        ")",
        '"""The bias of the sum, and a weight a unit."""',
    ]
    return "\n".join(lines)


def _tuple(numbers: Floats) -> list[str]:
    text = ", ".join(f"{number:.{DIGITS}g}" for number in numbers) + ","
    return ["    (", *wrap(text, WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 8), "    ),"]
