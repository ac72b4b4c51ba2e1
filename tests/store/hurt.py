"""A program that plays and keeps games on a disk that fails at every place in turn; run with `disk.c` preloaded.

    python -m tests.store.hurt HOW STEP TEMPLATE DIRECTORY

For each `at` it copies the profile in TEMPLATE to DIRECTORY/at and plays there in a child process, until one meets no
failure. What the child knows to be kept is written to DIRECTORY/at.told, a JSON value a line. HOW is `kill`, `full` or
`broken`; after the last two the disk is mended before the program is left.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from sapper.cli import main as sapper
from sapper.config import Settings, save_settings
from sapper.core.moves import Move, MoveKind
from sapper.profile import Kept, Profile, open_profile
from sapper.session import Game
from sapper.store.upkeep import Upkeep
from sapper.testing import FakeClock
from tests.games import SMALL, play_to_loss, winning_moves

HOW = {"kill": 1, "full": 2, "broken": 3}
Tell = Callable[..., None]


def play(profile: Profile, tell: Tell) -> list[Kept]:
    """A won game, a lost one, one given up and one that is left in the middle."""
    kept = [profile.begin(Game(SMALL, clock=FakeClock(step=11), seed=seed)) for seed in range(4)]

    def save(game: Kept) -> None:
        game.save()
        if game.trouble is None:
            tell("kept", game.uuid, len(game.game.log), game.record is not None)

    won, lost, given_up, left = kept
    won.game.play(Move(MoveKind.OPEN, 4, 4))
    save(won)
    for move in winning_moves(won.game):
        won.game.play(move)
    save(won)
    play_to_loss(lost.game, (4, 4))
    save(lost)
    given_up.game.play(Move(MoveKind.OPEN, 4, 4))
    given_up.abandon()
    save(given_up)
    for x in range(4):
        left.game.play(Move(MoveKind.FLAG, x, 0))
        save(left)
    return kept


def visit(directory: Path, tell: Tell, mend: Callable[[], None]) -> None:
    """All that the program writes, once."""
    profile = open_profile(directory / "games.db")
    games = play(profile, tell)
    with contextlib.suppress(Exception):
        Upkeep(directory / "games.db").run()
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        status = sapper(["export", "--output", str(directory / "games.json")])
    tell("export", status, said.getvalue())
    with contextlib.suppress(Exception):
        save_settings(Settings(theme="light"), directory / "settings.toml")
        tell("settings")
    mend()
    for game in games:
        game.save(force=True)
    games[-1].leave()
    profile.close()
    tell("left", *[game.uuid for game in games])


def main() -> None:
    """Goes through the places."""
    how, step = HOW[sys.argv[1]], int(sys.argv[2])
    template, scratch = Path(sys.argv[3]), Path(sys.argv[4])
    disk = ctypes.CDLL(None)
    at, done = 1, False
    while not done:
        directory = scratch / str(at)
        shutil.copytree(template, directory)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.environ["SAPPER_PROFILE"] = str(directory)

            def tell(*words: object, write: int = write) -> None:
                os.write(write, json.dumps(words).encode() + b"\n")

            def mend() -> None:
                tell("changes", disk.disk_changes())
                if how != HOW["kill"]:
                    disk.disk_plan(0, ctypes.c_long(0))

            disk.disk_plan(how, ctypes.c_long(at))
            visit(directory, tell, mend)
            os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as told:
            said = told.read()
        _, status = os.waitpid(child, 0)
        (scratch / f"{at}.told").write_bytes(said)
        (changes,) = [words[1] for line in said.splitlines() if (words := json.loads(line))[0] == "changes"] or [at]
        done = status == 0 and changes < at
        at += step


if __name__ == "__main__":
    main()
