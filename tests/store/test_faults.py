"""What happens when the disk, the file or another program does not do its part."""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sapper.core.moves import Move, MoveKind
from sapper.profile import Kept, Profile, open_profile
from sapper.session import Game
from sapper.store import Fault, StoreError, history, open_store, recovery
from sapper.store.connection import connect
from sapper.store.faults import fault_of
from sapper.store.statistics import mend_streaks
from sapper.store.store import suspect_marker
from sapper.store.upkeep import Upkeep, backups
from sapper.testing import FakeClock
from tests.games import SMALL, play_to_win
from tests.store.records import several

DAY = 86_400_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def fill(path: Path, games: int, *, seed: int = 0) -> list[str]:
    """Puts games into a profile; their names."""
    profile = open_profile(path)
    names = []
    for number in range(games):
        kept = profile.begin(Game(SMALL, clock=FakeClock(step=11), seed=seed + number))
        play_to_win(kept.game, (4, 4))
        kept.save()
        assert fault(kept) is None
        names.append(kept.uuid)
    profile.close()
    return names


def fault(kept: Kept) -> Fault | None:
    return None if kept.trouble is None else kept.trouble.fault


class Failing(sqlite3.Connection):
    """A connection that fails when it is told to."""

    code: int | None = None

    def _check(self) -> None:
        if Failing.code is not None:
            error = sqlite3.OperationalError("told to fail")
            error.sqlite_errorcode = Failing.code
            raise error

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        if not str(arguments[0]).startswith("ROLLBACK"):
            self._check()
        return super().execute(*arguments)


@pytest.fixture
def fail() -> Iterator[Callable[[int | None], None]]:
    def tell(code: int | None) -> None:
        Failing.code = code

    yield tell
    Failing.code = None


def connect_failing(path: Path, read_only: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, factory=Failing)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def kept_game(path: Path, now: Callable[[], int]) -> Kept:
    store = open_store(path, connector=connect_failing, now=now)
    return Profile(store, now=now).begin(Game(SMALL, clock=FakeClock(), seed=1))


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR])
def test_games_that_are_only_looked_at_cannot_be_read_and_not_saved(
    path: Path, fail: Callable[[int | None], None], code: int
) -> None:
    fill(path, 1)
    with open_store(path, connector=connect_failing) as store:
        fail(code)
        for ask in (store.summaries, store.newest, lambda: list(store.everything())):
            with pytest.raises(StoreError, match=r"games .*cannot be read"):
                ask()
        with pytest.raises(StoreError, match="games cannot be saved"):
            store.add_all([])
        fail(None)
        assert store.count() == 1


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_FULL, Fault.FULL),
        (sqlite3.SQLITE_BUSY, Fault.BUSY),
        (sqlite3.SQLITE_READONLY, Fault.READ_ONLY),
        (sqlite3.SQLITE_IOERR, Fault.FAILED),
    ],
)
def test_a_save_that_fails_is_told_and_made_up_for(
    path: Path, fail: Callable[[int | None], None], code: int, kind: Fault
) -> None:
    time = FakeClock()
    kept = kept_game(path, time)
    fail(code)
    for x in range(3):
        kept.game.play(Move(MoveKind.FLAG, x, 0))
        kept.save()
        assert fault(kept) is kind
        assert str(path) in str(kept.trouble)
    fail(None)
    kept.save()
    assert fault(kept) is kind, "so soon it is not tried again"
    time.ms += 60_000
    kept.save()
    assert fault(kept) is None
    kept._profile.close()
    again = open_profile(path).resume(clock=FakeClock())
    assert again is not None
    assert len(again.game.log) == 3


def test_a_game_that_ends_while_the_disk_is_full_gets_into_the_history_later(
    path: Path, fail: Callable[[int | None], None]
) -> None:
    kept = kept_game(path, FakeClock())
    fail(sqlite3.SQLITE_FULL)
    play_to_win(kept.game, (4, 4))
    kept.save()
    assert kept.record is not None
    assert fault(kept) is not None
    fail(None)
    kept.save(force=True)
    kept.save(force=True)
    store = kept._profile.store
    assert store is not None
    assert store.newest() == [kept.record]


def test_a_full_disk_changes_nothing_that_was_saved(path: Path) -> None:
    resource = pytest.importorskip("resource")
    names = fill(path, 3)
    kept = (profile := open_profile(path)).begin(Game(SMALL, clock=FakeClock(), seed=1))
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, limit[1]))
    try:
        for number in range(200):
            kept.game.play(Move(MoveKind.FLAG if number % 2 else MoveKind.UNMARK, 0, 0))
            kept.save(force=True)
        assert fault(kept) in (Fault.FULL, Fault.FAILED)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, handler)
    kept.save(force=True)
    assert fault(kept) is None
    profile.close()
    profile = open_profile(path)
    assert not profile.notices
    assert profile.store is not None
    assert {game.uuid for game in profile.store.newest()} == set(names)
    again = profile.resume(clock=FakeClock())
    assert again is not None
    assert len(again.game.log) == 200


def test_a_database_that_another_program_holds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.store.connection.PATIENCE_MS", 20)
    fill(path, 1)
    profile = open_profile(path)
    kept = profile.begin(Game(SMALL, clock=FakeClock(), seed=1))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    kept.game.play(Move(MoveKind.FLAG, 0, 0))
    kept.save()
    assert fault(kept) is Fault.BUSY
    other.execute("COMMIT")
    kept.save(force=True)
    assert fault(kept) is None
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.close()


@pytest.mark.parametrize("how", ["truncated", "garbage", "no database", "emptied"])
def test_a_damaged_database_is_set_aside_and_what_is_readable_recovered(path: Path, how: str) -> None:
    names = fill(path, 300)
    kept = (profile := open_profile(path)).begin(Game(SMALL, clock=FakeClock(), seed=1))
    kept.game.play(Move(MoveKind.FLAG, 0, 0))
    kept.save()
    profile.close()
    if how == "emptied":
        Upkeep(path).run()
    whole = path.read_bytes()
    spoilt = {
        "truncated": whole[: len(whole) * 2 // 3],
        "garbage": whole[: len(whole) // 2] + bytes(range(256)) * 64 + whole[len(whole) // 2 + 16384 :],
        "no database": b"This is not a database.\n" * 400,
        "emptied": b"",
    }[how]
    path.write_bytes(spoilt)
    profile = open_profile(path)
    assert profile.store is not None
    (notice,) = profile.notices
    (aside,) = path.parent.glob("games-damaged-*.db")
    assert aside.read_bytes() == spoilt
    assert aside.name in str(notice)
    found = {game.uuid for game in profile.store.newest(limit=1000)}
    assert found <= set(names)
    assert f"{len(found)} games were recovered" in str(notice)
    if how == "garbage":
        assert len(found) > 150
    if how == "emptied":
        assert len(found) == 300
    profile.close()
    fill(path, 2, seed=1000)
    assert not open_profile(path).notices


def test_a_row_that_cannot_be_read_is_told_as_that(path: Path) -> None:
    (name,) = fill(path, 1)
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE played SET log = x'00'")
        database.commit()
    with open_store(path) as store:
        with pytest.raises(StoreError, match=r"^games cannot be read: .*decompress") as caught:
            store.played(name)
        assert caught.value.fault is Fault.FAILED
        assert store.find(name) is not None
    assert suspect_marker(path).exists()


def test_a_recovery_counts_the_streaks_of_a_kind_once_for_each_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not once for each game that is older than one before it, which took hours."""
    counted: list[int] = []

    def mend(db: sqlite3.Connection, kind: int) -> None:
        counted.append(kind)
        mend_streaks(db, kind)

    with open_store(path) as store:
        store.add_all(several(60, seed=1))
        Upkeep(path).run()
        store.add_all(several(60, seed=2))
        before = store.summaries()
    monkeypatch.setattr(history, "mend_streaks", mend)
    recovery.recover(path, 0)
    with open_store(path) as store:
        assert store.summaries() == before
    assert len(before) <= len(counted) <= 2 * len(before)


def test_damage_met_while_playing_is_dealt_with_at_the_next_start(
    path: Path, fail: Callable[[int | None], None]
) -> None:
    kept = kept_game(path, FakeClock())
    fail(sqlite3.SQLITE_CORRUPT)
    kept.game.play(Move(MoveKind.FLAG, 0, 0))
    kept.save()
    assert fault(kept) is Fault.DAMAGED
    assert suspect_marker(path).exists()
    fail(None)
    kept._profile.close()
    profile = open_profile(path)
    assert not profile.notices, "it was sound after all"
    assert not suspect_marker(path).exists()


def test_a_living_copy_goes_on_in_the_fresh_database(path: Path) -> None:
    fill(path, 50)
    living = open_profile(path)
    kept = living.begin(Game(SMALL, clock=FakeClock(), seed=1))
    kept.game.play(Move(MoveKind.FLAG, 0, 0))
    kept.save()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.write(b"x" * 4096)
    other = open_profile(path)
    assert other.notices
    kept.game.play(Move(MoveKind.FLAG, 1, 0))
    kept.save()
    assert fault(kept) is None
    assert other.resume(clock=FakeClock()) is None
    living.close()
    again = other.resume(clock=FakeClock())
    assert again is not None
    assert [str(entry) for entry in again.game.log] == ["0 f0,0", "0 f1,0"]


def test_a_newer_database_is_left_alone(path: Path) -> None:
    fill(path, 1)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(StoreError, match="newer") as caught:
            open_store(path, read_only=read_only)
        assert caught.value.fault is Fault.NEWER
    assert path.read_bytes() == before
    profile = open_profile(path)
    assert profile.trouble is not None
    assert profile.resume(clock=FakeClock()) is None
    kept = profile.begin(Game(SMALL, clock=FakeClock(), seed=1))
    play_to_win(kept.game, (4, 4))
    kept.save()
    assert kept.record is not None, "the end screen has its numbers all the same"
    assert fault(kept) is not None


def test_another_program_s_database_is_left_alone(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.close()
    with pytest.raises(StoreError) as caught:
        open_store(path)
    assert caught.value.fault is Fault.FOREIGN


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError):
        open_store(tmp_path / "file" / "games.db")


READ_ONLY = """
import os, sys
from pathlib import Path
from sapper.profile import open_profile
from sapper.store import open_store
if os.getuid() == 0:
    os.setuid(65534)
path = Path(sys.argv[1])
print(open_profile(path).trouble.fault)
with open_store(path, read_only=True) as store:
    print(store.count())
"""


@pytest.mark.skipif(not hasattr(os, "setuid"), reason="rights are another thing here")
def test_a_folder_that_cannot_be_written_can_still_be_read(path: Path) -> None:
    fill(path, 3)
    for directory in path.parents:
        # Those that pytest made for its user alone, and no others.
        if "pytest-" in str(directory):
            directory.chmod(0o755)
    path.parent.chmod(0o555)
    path.chmod(0o444)
    (path.parent / "games.db.opening").chmod(0o444)
    try:
        answer = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(path)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=False,
        )
        assert answer.stdout.split() == ["read-only", "3"], answer.stderr
    finally:
        path.parent.chmod(0o755)


def test_kinds_of_error() -> None:
    assert fault_of(OSError(errno.ENOSPC, "no space")) is Fault.FULL
    assert fault_of(OSError(errno.EROFS, "read-only")) is Fault.READ_ONLY
    assert fault_of(OSError("strange")) is Fault.FAILED
    assert fault_of(sqlite3.ProgrammingError("Cannot operate on a closed database.")) is Fault.CLOSED


def test_a_backup_a_day_for_a_week(path: Path) -> None:
    assert not path.exists()
    now = FakeClock(1_700_000_000_000)
    open_store(path).close()
    assert not Upkeep(path, now=now).run(), "there is nothing to lose yet"
    names = fill(path, 5)
    for _ in range(10):
        assert Upkeep(path, now=now).run()
        assert not Upkeep(path, now=now).run()
        now.ms += DAY
    assert len(backups(path)) == 7
    with open_store(backups(path)[-1], read_only=True) as copy:
        assert {game.uuid for game in copy.newest()} == set(names)


def test_no_backup_of_a_damaged_database_pushes_out_a_sound_one(path: Path) -> None:
    fill(path, 300)
    assert Upkeep(path, now=FakeClock(1_700_000_000_000)).run()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + b"\0" * 8192 + whole[len(whole) // 2 + 8192 :])
    assert not Upkeep(path, now=FakeClock(1_700_000_000_000 + DAY)).run()
    assert suspect_marker(path).exists()
    assert len(backups(path)) == 1


def test_upkeep_in_the_background_can_be_stopped(path: Path) -> None:
    fill(path, 3)
    profile = open_profile(path)
    profile.start_upkeep()
    profile.close()
    assert not list((path.parent / "backups").glob(".*"))


@pytest.mark.parametrize("after", [0, 1, 2])
def test_upkeep_that_is_stopped_between_two_statements_makes_no_backup(path: Path, after: int) -> None:
    answered = 0

    class Cursor(sqlite3.Cursor):
        def fetchone(self) -> Any:
            nonlocal answered
            row = super().fetchone()
            answered += 1
            if answered == after:
                keeper.stop()
            return row

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, /, *values: Any) -> sqlite3.Cursor:
            return Cursor(self).execute(sql, *values)

    def connected(path: Path, read_only: bool) -> sqlite3.Connection:
        if not after:
            keeper.stop()
        return sqlite3.connect(path, factory=Connection)

    fill(path, 3)
    keeper = Upkeep(path, connector=connected)
    assert not keeper.run()
    assert not backups(path)


def test_connect_keeps_its_promises(path: Path) -> None:
    connection = connect(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (1,)
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
    connection.close()
