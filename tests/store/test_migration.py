"""Databases that an older sapper wrote: brought up to date with everything in them, or left as they were."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from sapper.core.moves import Move, MoveKind
from sapper.profile import open_profile
from sapper.session import Game
from sapper.store import Fault, StoreError, open_store
from sapper.store.connection import connect, migrate, migrations, transaction
from sapper.store.history import add_all
from sapper.testing import FakeClock
from tests.games import SMALL
from tests.store.records import several

OLDER = [number for number, _ in migrations()[:-1]]
NEWEST = migrations()[-1][0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def older(path: Path, version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a database as the program wrote it that knew versions up to this one: 200 games and a running one."""
    with monkeypatch.context() as patch:
        known = migrations()[:version]
        for module in ("connection", "upkeep"):
            patch.setattr(f"sapper.store.{module}.migrations", lambda: known)
        profile = open_profile(path)
        assert profile.store is not None
        profile.store.add_all(several(200, seed=version))
        kept = profile.begin(Game(SMALL, clock=FakeClock(), seed=1))
        kept.game.play(Move(MoveKind.FLAG, 3, 4))
        kept.save()
        profile.close()


def contents(path: Path) -> list[object]:
    """Everything in a database, whatever its indexes."""
    connection = sqlite3.connect(path)
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    found: list[object] = [
        (name, connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()) for name in names
    ]
    connection.close()
    return found


def schema(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    return set(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))


@pytest.mark.parametrize("version", OLDER)
def test_an_older_database_keeps_all_its_games(path: Path, version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    older(path, version, monkeypatch)
    before = contents(path)
    with open_store(path) as store:
        assert not store.notices
        assert store.count() == 200
    assert contents(path) == before
    connection = connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (NEWEST,)
    fresh = connect(path.with_name("fresh.db"))
    migrate(fresh, 0)
    assert schema(connection) == schema(fresh), "an old profile and a new one end up alike"
    fresh.close()
    connection.close()
    kept = open_profile(path).resume(clock=FakeClock())
    assert kept is not None
    assert [str(entry) for entry in kept.game.log] == ["0 f3,4"]


@pytest.mark.parametrize("version", OLDER)
def test_a_copy_is_made_before_the_format_changes(path: Path, version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    older(path, version, monkeypatch)
    before = contents(path)
    open_store(path).close()
    copy = path.parent / "backups" / f"games-before-format-{version + 1}.db"
    assert contents(copy) == before
    made = copy.stat().st_mtime_ns
    open_store(path).close()
    assert copy.stat().st_mtime_ns == made, "once is enough"


@pytest.mark.parametrize("version", OLDER)
def test_an_older_database_is_read_without_being_changed(
    path: Path, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    older(path, version, monkeypatch)
    before = path.read_bytes()
    with open_store(path, read_only=True) as store:
        assert store.count() == 200
        assert sum(summary.played for summary in store.summaries()) == 200
        for summary in store.summaries():
            kind = summary.params, summary.policy
            assert store.standing(*kind) == (summary.best_ms, summary.current_streak)
            store.trend(*kind)
            store.improvements(*kind)
            store.histogram(*kind)
    assert path.read_bytes() == before


def test_a_step_that_fails_leaves_the_database_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older(path, NEWEST, monkeypatch)
    before = contents(path)
    steps = [*migrations(), (NEWEST + 1, "CREATE TABLE half (id); CREATE TABLE kind (id)")]
    with monkeypatch.context() as patch:
        for module in ("connection", "upkeep"):
            patch.setattr(f"sapper.store.{module}.migrations", lambda: steps)
        with pytest.raises(StoreError) as caught:
            open_store(path)
        assert caught.value.fault is Fault.FAILED
    assert contents(path) == before
    with open_store(path) as store:
        assert store.count() == 200


def test_games_are_added_after_the_change_as_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older(path, OLDER[0], monkeypatch)
    open_store(path).close()
    connection = connect(path)
    with transaction(connection):
        assert add_all(connection, several(100, seed=77)) == 100
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
