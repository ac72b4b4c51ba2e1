"""Whole programs that keep games at the same time, or are killed while they do."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sapper
from sapper.profile import open_profile
from sapper.store import Result
from sapper.testing import FakeClock

ROOT = Path(__file__).parents[2]


def writer(*arguments: object) -> subprocess.Popen[str]:
    paths = [str(Path(sapper.__file__).parents[1]), str(ROOT)]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.writer", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_two_copies_that_write_five_hundred_games_each_lose_none(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    copies = [writer("many", path, 500, seed) for seed in (0, 10**6)]
    names = []
    for copy in copies:
        output, _ = copy.communicate(timeout=300)
        assert copy.returncode == 0
        names += output.split()
    assert len(set(names)) == 1000
    profile = open_profile(path)
    assert profile.store is not None
    assert not profile.notices
    games = profile.store.newest(limit=2000)
    assert {game.uuid for game in games} == set(names)
    assert all(game.result is Result.WON for game in games)
    assert sum(summary.best_streak for summary in profile.store.summaries()) == 1000
    assert profile.store.waiting() == []
    for name in random.Random(1).sample(names, 20):
        replay = profile.playback(name, clock=FakeClock())
        assert replay is not None
        game, log = replay
        game.rebuild(log)
        assert game.position.is_over
    profile.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")
def test_a_copy_killed_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    chance = random.Random(7)
    for attempt in range(int(os.environ.get("SAPPER_TEST_KILLS", "10"))):
        copy = writer("endless", path, attempt)
        assert copy.stdout is not None
        lines = [copy.stdout.readline()]
        time.sleep(chance.random() * 0.2)
        copy.kill()
        lines += copy.stdout.readlines()
        copy.wait()
        copy.stdout.close()
        saved: dict[str, tuple[int, int]] = {}
        for line in lines:
            if line.endswith("\n"):
                name, length, elapsed = line.split()
                saved[name] = int(length), int(elapsed)
        assert saved
        profile = open_profile(path)
        assert profile.store is not None
        assert not profile.notices
        running = {game.setup.uuid: game for game in profile.store.waiting()}
        assert len(running) <= 1
        for name, (entries, clock) in saved.items():
            if name in running:
                assert len(running[name].log) >= entries
                assert running[name].elapsed_ms >= clock
                continue
            over, played = profile.store.find(name), profile.store.played(name)
            assert over is not None
            assert played is not None
            assert len(played.log) >= entries
        kept = profile.resume(clock=FakeClock())
        assert kept is None or kept.game.is_paused
        profile.close()
