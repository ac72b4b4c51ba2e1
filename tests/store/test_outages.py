"""Games that go on while nothing can be kept, and are kept afterwards; and clocks that go wrong."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from sapper.core.moves import Move, MoveKind
from sapper.profile import Kept, Profile, open_profile
from sapper.session import Game
from sapper.store import Fault, Result, StoreError, open_store
from sapper.store.upkeep import KEPT, Upkeep, backups
from sapper.testing import FakeClock
from tests.games import SMALL, play_to_loss, play_to_win

NOON = 1_700_000_000_000
MINUTE, DAY = 60_000, 86_400_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.store.connection.PATIENCE_MS", 20)
    monkeypatch.setattr("sapper.store.opening._OPENING_PATIENCE_S", 0.02)


class Holder:
    """Another program that holds the database: nobody else can write, or, where nobody has it open, even read."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None, timeout=0)

    def take(self, *, wholly: bool = False) -> None:
        if wholly:
            self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._database.execute("BEGIN IMMEDIATE")
        self._database.execute("CREATE TABLE meddling (x)")

    def let_go(self) -> None:
        self._database.execute("ROLLBACK")
        self._database.close()


@pytest.fixture
def other(path: Path) -> Holder:
    open_store(path).close()
    return Holder(path)


def fault(kept: Kept) -> Fault | None:
    return None if kept.trouble is None else kept.trouble.fault


def won(profile: Profile, seed: int) -> Kept:
    kept = profile.begin(Game(SMALL, clock=FakeClock(step=11), seed=seed))
    play_to_win(kept.game, (4, 4))
    kept.save()
    return kept


def names(path: Path) -> dict[str, Result]:
    with open_store(path, read_only=True) as store:
        return {game.uuid: game.result for game in store.newest()}


def test_a_database_held_from_the_start_is_opened_when_it_is_let_go(path: Path, other: Holder) -> None:
    now = FakeClock(NOON)
    other.take(wholly=True)
    profile = open_profile(path, now=now)
    trouble = profile.trouble
    assert trouble is not None
    assert trouble.fault is Fault.BUSY
    assert str(path) in str(trouble)
    games = [won(profile, seed) for seed in range(3)]
    assert all(kept.record is not None for kept in games), "the end screens have their numbers"
    left = profile.begin(Game(SMALL, clock=FakeClock(), seed=9))
    left.game.play(Move(MoveKind.FLAG, 0, 0))
    left.save()
    assert fault(left) is Fault.BUSY
    other.let_go()
    now.ms += MINUTE
    left.game.play(Move(MoveKind.FLAG, 1, 0))
    left.save()
    assert fault(left) is None
    assert profile.trouble is None
    assert not profile.owes
    assert names(path) == {kept.uuid: Result.WON for kept in games}
    profile.close()
    again = open_profile(path).resume(clock=FakeClock())
    assert again is not None
    assert [str(entry) for entry in again.game.log] == ["0 f0,0", "0 f1,0"]


def test_games_that_end_while_the_database_is_held_are_all_in_the_history_later(path: Path, other: Holder) -> None:
    now = FakeClock(NOON)
    profile = open_profile(path, now=now)
    before = won(profile, 0)
    other.take()
    lost = profile.begin(Game(SMALL, clock=FakeClock(step=11), seed=1))
    play_to_loss(lost.game, (4, 4))
    lost.save()
    given_up = profile.begin(Game(SMALL, clock=FakeClock(step=11), seed=2))
    given_up.game.play(Move(MoveKind.OPEN, 4, 4))
    given_up.abandon()
    also_won = won(profile, 3)
    assert bool(profile.owes)
    for kept in (lost, given_up, also_won):
        assert fault(kept) is Fault.BUSY
    other.let_go()
    now.ms += MINUTE
    next_game = profile.begin(Game(SMALL, clock=FakeClock(), seed=4))
    assert fault(next_game) is None
    assert not profile.owes
    expected = {before.uuid: "won", lost.uuid: "lost", given_up.uuid: "abandoned", also_won.uuid: "won"}
    assert names(path) == expected
    profile.close()


def test_what_could_not_be_saved_is_tried_once_more_at_the_end(path: Path, other: Holder) -> None:
    profile = open_profile(path, now=FakeClock(NOON))
    other.take()
    kept = won(profile, 1)
    assert fault(kept) is Fault.BUSY
    other.let_go()
    profile.close()
    assert not profile.owes
    assert list(names(path)) == [kept.uuid]


def test_a_player_waits_for_another_program_once(path: Path, other: Holder) -> None:
    """Each wait would be felt; once there was one in vain, none follows until the database is free."""
    profile = open_profile(path, now=FakeClock(NOON))
    store = profile.store
    assert store is not None
    kept = profile.begin(Game(SMALL, clock=FakeClock(), seed=1))

    def patience() -> int:
        (value,) = store._db.execute("PRAGMA busy_timeout").fetchone()
        return int(value)

    assert patience() == 20
    other.take()
    kept.game.play(Move(MoveKind.FLAG, 0, 0))
    kept.save()
    assert patience() == 0
    other.let_go()
    kept.save(force=True)
    assert fault(kept) is None
    assert patience() == 20
    profile.close()


def test_a_held_database_cannot_be_read_and_that_is_said(path: Path, other: Holder) -> None:
    other.take(wholly=True)
    with pytest.raises(StoreError, match="cannot be read just now: another program holds them") as caught:
        open_store(path, read_only=True)
    assert caught.value.fault is Fault.BUSY
    other.let_go()


def test_a_clock_set_back_does_not_keep_the_game_from_being_saved(path: Path, other: Holder) -> None:
    now = FakeClock(NOON)
    profile = open_profile(path, now=now)
    kept = profile.begin(Game(SMALL, clock=FakeClock(), seed=1))
    other.take()
    kept.game.play(Move(MoveKind.FLAG, 0, 0))
    kept.save()
    assert fault(kept) is Fault.BUSY
    other.let_go()
    now.ms -= 300 * DAY
    kept.save()
    assert fault(kept) is None
    profile.close()


@pytest.mark.parametrize("change", [-300 * DAY, -1, 0, 300 * DAY])
def test_the_game_left_last_is_taken_up_whatever_the_clock_said(path: Path, change: int) -> None:
    now = FakeClock(NOON)
    profile = open_profile(path, now=now)
    first = profile.begin(Game(SMALL, clock=FakeClock(), seed=1))
    first.game.play(Move(MoveKind.FLAG, 0, 0))
    first.leave()
    now.ms += change
    second = profile.begin(Game(SMALL, clock=FakeClock(), seed=2))
    second.game.play(Move(MoveKind.FLAG, 1, 0))
    second.leave()
    for expected in (second, first):
        taken = profile.resume(clock=FakeClock())
        assert taken is not None
        assert taken.uuid == expected.uuid
        taken.game.play(Move(MoveKind.OPEN, 4, 4))
        taken.abandon()
    profile.close()


def test_a_clock_set_back_during_a_game_moves_neither_its_time_nor_its_result(path: Path) -> None:
    now = FakeClock(NOON)
    profile = open_profile(path, now=now)
    clock = FakeClock(step=11)
    kept = profile.begin(Game(SMALL, clock=clock, seed=1))
    kept.game.play(Move(MoveKind.OPEN, 4, 4))
    kept.save()
    now.ms -= 3 * DAY
    play_to_win(kept.game, (4, 4))
    kept.save()
    assert kept.record is not None
    assert kept.record.finished < kept.record.setup.started
    assert kept.record.time_ms == kept.game.elapsed_ms > 0
    after = won(profile, 2)
    now.ms += 4 * DAY
    later = won(profile, 3)
    store = profile.store
    assert store is not None
    (summary,) = store.summaries()
    assert (summary.played, summary.won, summary.current_streak) == (3, 3, 3)
    assert {game.uuid for game in store.newest()} == {kept.uuid, after.uuid, later.uuid}
    profile.close()


def test_a_clock_that_was_far_ahead_does_not_cost_the_days_that_were(path: Path) -> None:
    profile = open_profile(path)
    won(profile, 1)
    profile.close()
    now = FakeClock(NOON + 30_000 * DAY)
    for _ in range(KEPT):
        assert Upkeep(path, now=now).run()
        now.ms += DAY
    now.ms = NOON
    for day in range(10):
        assert Upkeep(path, now=now).run()
        made = [copy.name for copy in backups(path)]
        assert len(made) == KEPT
        assert sum(name < "games-2030" for name in made) == min(day + 1, KEPT)
        now.ms += DAY
