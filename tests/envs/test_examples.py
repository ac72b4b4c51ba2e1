"""The example agents run to their end and tell what they say they tell; here in a short form."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="the extra gym is not installed")

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.skipif(not EXAMPLES.is_dir(), reason="no examples beside the tests")


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_random_agent_plays() -> None:
    out = run("random_agent.py", "--games", "5")
    assert out == run("random_agent.py", "--games", "5")
    assert len(out.splitlines()) == 10
    assert re.fullmatch(r"sapper/Beginner-v0: won \d of 5 games, .* steps and -?\d.\d\d a game", out.splitlines()[-1])


def test_the_agent_that_knows_the_mask_plays_many_boards() -> None:
    out = run("masked_agent.py", "sapper/RankedBeginner-v0", "--boards", "16", "--games", "100")
    found = re.fullmatch(r"sapper/RankedBeginner-v0: won \d+ of (\d+) games, (.*) steps and (.*) a game\n", out)
    assert found
    assert 100 <= int(found[1]) < 116
    assert 1 < float(found[2]) < 54


@pytest.mark.slow
def test_the_learning_agent_learns() -> None:
    out = run("learned_agent.py", "4x4/2", "--steps", "40", "--games", "300").splitlines()
    assert re.fullmatch(r"4x4/2: 40 steps of 256 moves in \d+ s", out[0])
    learned, logic, difference = (float(re.findall(r"[-+]?[\d.]+(?=%)", line)[0]) for line in out[2:])
    assert difference == pytest.approx(learned - logic, abs=0.02)
    # Untrained it wins about one game in seven.
    assert learned > 50
