"""The scripts that make `players.learned`: what they note, and that a fit of it is a module that can be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.core.params import Params, Policy
from sapper.players.estimate import Estimate
from sapper.players.marks import FIGURES
from sapper.players.outlook import Outlook

np = pytest.importorskip("numpy", reason="wants numpy (the extra rl)")

from benchmarks.fit_value import fit  # noqa: E402 -- wants numpy
from benchmarks.learn_value import Pupil, play  # noqa: E402


def test_a_position_has_its_figures_and_the_end_of_its_game() -> None:
    pupil = Pupil(Params(8, 8, 10), Policy.SAFE)
    games = [pupil.play(seed) for seed in range(30)]
    assert games == [pupil.play(seed) for seed in range(30)]
    results = set()
    for rows in games:
        assert len(rows) % (FIGURES + 1) == 0
        ends = set(rows[FIGURES :: FIGURES + 1])
        assert len(ends) <= 1
        results |= ends
    assert results == {0.0, 1.0}


def test_what_is_fitted_can_be_learned(tmp_path: Path) -> None:
    """Won are those with a large first figure: that is what it finds."""
    draw = np.random.default_rng(3)
    rows = draw.normal(0, 1, (60_000, FIGURES + 1)).astype(np.float32)
    rows[:, FIGURES] = rows[:, 0] > 0
    rows.tofile(tmp_path / "positions")
    module: dict[str, tuple[tuple[float, ...], ...]] = {}
    exec(fit([tmp_path / "positions"]), module)
    estimate = Estimate(Outlook())
    estimate.learn(module["UNITS"], module["LAST"])  # type: ignore[arg-type]
    for value, least, most in ((1.5, 0.7, 1.0), (-1.5, 0.0, 0.3)):
        for index in range(FIGURES):
            estimate.figure[index] = value if index == 0 else 0.0
        assert least < estimate.chance() < most


def test_playing_appends_to_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "positions"
    for _ in range(2):
        play(file, "8x8/10", policy=Policy.SAFE, games=5, seed=0)
    half = file.stat().st_size // 2
    content = file.read_bytes()
    assert half > 0
    assert content[:half] == content[half:]
