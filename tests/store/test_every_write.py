"""The program on a disk that fails at each write in turn: killed there, out of room, or broken from there on."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from sapper.config import load_settings
from sapper.profile import Profile, open_profile
from sapper.store import Result, open_store
from sapper.store.connection import migrations
from sapper.testing import FakeClock
from tests.store.records import several

ROOT = Path(__file__).parents[2]
COMPILER = shutil.which("cc") or shutil.which("gcc")
EVERY = bool(os.environ.get("SAPPER_TEST_KILLS"))
"""Every write, and not some of them, on request."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="LD_PRELOAD is Linux's"),
    pytest.mark.skipif(COMPILER is None, reason="needs a C compiler"),
]


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("disk") / "disk.so"
    source = Path(__file__).with_name("disk.c")
    subprocess.run([str(COMPILER), "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def template(where: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A profile to begin with; the names of its games."""
    where.mkdir()
    (where / "settings.toml").write_text('theme = "dark"\n')
    (where / "games.json").write_text("an export of yesterday")
    if kind == "new":
        return []
    games = several(40, seed=5)
    with monkeypatch.context() as patch:
        if kind == "older":
            for module in ("connection", "upkeep"):
                patch.setattr(f"sapper.store.{module}.migrations", lambda: migrations()[:1])
        with open_store(where / "games.db") as store:
            store.add_all(games)
    if kind == "damaged":
        whole = (where / "games.db").read_bytes()
        (where / "games.db").write_bytes(whole[: len(whole) // 2] + b"\0" * 4096 + whole[len(whole) // 2 + 4096 :])
        found = where.with_name("found")
        shutil.copytree(where, found)
        with open_store(found / "games.db") as store:
            assert store.notices
            return [game.uuid for game in store.newest()]
    return [record.uuid for record, _ in games]


def trials(
    how: str, kind: str, step: int, *, disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[str], list[tuple[Path, list[list[object]]]]]:
    """The games that were there before, and after each trial the profile and what was told."""
    names = template(tmp_path / "template", kind, monkeypatch)
    scratch = tmp_path / "trials"
    scratch.mkdir()
    paths = os.pathsep.join([*filter(None, sys.path), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.hurt", how, str(1 if EVERY else step), tmp_path / "template", scratch],
        env={**os.environ, "PYTHONPATH": paths, "LD_PRELOAD": str(disk), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    found = [
        (told.with_suffix(""), [json.loads(line) for line in told.read_text().splitlines()])
        for told in sorted(scratch.glob("*.told"), key=lambda path: int(path.stem))
    ]
    assert len(found) > 10
    return names, found


def opened(directory: Path) -> Profile:
    profile = open_profile(directory / "games.db")
    assert profile.trouble is None
    with closing(sqlite3.connect(directory / "games.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return profile


def whole_export(directory: Path) -> bool:
    """Whether there is an export, and not the one of yesterday; half a one fails."""
    text = (directory / "games.json").read_text()
    return text != "an export of yesterday" and bool(json.loads(text))


@pytest.mark.parametrize(("kind", "step"), [("new", 3), ("older", 5), ("damaged", 5)])
def test_killed_at_a_write_it_loses_nothing_that_was_kept(
    kind: str, step: int, disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, found = trials("kill", kind, step, disk=disk, tmp_path=tmp_path, monkeypatch=monkeypatch)
    for directory, told in found:
        profile = opened(directory)
        assert profile.store is not None
        assert kind == "damaged" or not profile.notices
        over = {game.uuid: game for game in profile.store.newest(limit=1000)}
        running = {game.setup.uuid: game for game in profile.store.waiting()}
        assert set(names) <= set(over), directory
        assert not set(over) & set(running), "a game is over or not"
        for _, name, entries, ended in (words for words in told if words[0] == "kept"):
            assert name in over or (not ended and len(running[str(name)].log) >= int(str(entries))), (directory, name)
        exported = [words[1] for words in told if words[0] == "export"]
        assert whole_export(directory) or exported in ([], [1])
        assert load_settings(directory / "settings.toml").settings.theme in ("dark", "light")
        while (kept := profile.resume(clock=FakeClock())) is not None:
            kept.abandon()
        profile.close()
        assert len(list(directory.glob("*damaged*.db"))) == (kind == "damaged")
        assert not list(directory.glob("*.recovered*")), directory


@pytest.mark.parametrize("how", ["full", "broken"])
@pytest.mark.parametrize(("kind", "step"), [("new", 7), ("older", 11), ("damaged", 11)])
def test_on_a_disk_that_fails_and_is_mended_everything_is_kept_in_the_end(
    how: str, kind: str, step: int, disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, found = trials(how, kind, step, disk=disk, tmp_path=tmp_path, monkeypatch=monkeypatch)
    for directory, told in found:
        (left,) = [words[1:] for words in told if words[0] == "left"]
        ((status, sentence),) = [words[1:] for words in told if words[0] == "export"]
        if status == 0:
            assert whole_export(directory)
        else:
            assert str(sentence).startswith("sapper: ")
            assert str(sentence).count("\n") == 1
        if how == "full":  # a broken disk cannot delete either
            assert whole_export(directory) == (status == 0)
            assert not list(directory.glob(".*.part")), "no half export stays"
        theme = load_settings(directory / "settings.toml").settings.theme
        assert theme == "light" or ["settings"] not in told
        assert theme in ("light", "dark")
        profile = opened(directory)
        assert profile.store is not None
        over = {game.uuid: game.result for game in profile.store.newest(limit=1000)}
        assert set(names) | set(left[:3]) == set(over), directory
        assert [over[str(name)] for name in left[:3]] == [Result.WON, Result.LOST, Result.ABANDONED]
        (running,) = profile.store.waiting()
        assert running.setup.uuid == left[3]
        assert len(running.log) == 4
        profile.close()
