"""The examples of docs/extending.md are run: the console plays, the format comes back, the player wins sometimes."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sapper.consoles.boards import Setup
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId
from sapper.core.params import Params, Policy
from sapper.core.position import Outcome
from sapper.core.view import view
from sapper.deal.stream import Stream
from sapper.errors import SapperError
from sapper.session import Game
from sapper.testing import FakeClock, ScriptedTerminal
from tests.e2e.program import SOURCE, environment

PAGE = Path(__file__).resolve().parents[2] / "docs" / "extending.md"


@pytest.fixture(scope="module")
def examples() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "examples"}
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) == 4
    for block in (blocks[0], blocks[1], blocks[3]):  # the other one goes into modules that are there
        exec(compile("from __future__ import annotations\n" + block, str(PAGE), "exec"), names)
    return names


def test_the_console_plays_to_the_end(examples: dict[str, Any]) -> None:
    every = "".join(f"{x} {y}\n" for y in range(5) for x in range(5))
    terminal = ScriptedTerminal("nonsense\n9 9\n" + every)
    assert examples["run"](terminal, Setup(Stream(1))) == 0
    assert terminal.output.count("please") == 2
    assert terminal.output.endswith(("won\n", "lost\n"))
    unended = ScriptedTerminal("2 2\n")
    assert examples["run"](unended, Setup(Stream(1))) == 0


def test_the_format_comes_back_and_refuses_what_is_none(examples: dict[str, Any]) -> None:
    layout = Layout.of_mines(7, 3, [(0, 0), (6, 2), (3, 1)])
    data = examples["write_dots"](layout)
    assert examples["looks_like_dots"](data)
    assert examples["read_dots"](data) == layout
    for bad in (b"dots1 ", b"dots1 3", b"dots1 3x2 9,9", b"dots1 3x2 x,y", b"dots1 \xff", b"dots1 0x0"):
        with pytest.raises(SapperError):
            examples["read_dots"](bad)


def test_the_player_plays_by_the_rules(examples: dict[str, Any]) -> None:
    outcomes = []
    for seed in range(20):
        game = Game.of_id(GameId(Params(8, 8, 8), Policy.OPENING, seed, (4, 4)), clock=FakeClock())
        player = examples["Patient"](seed=seed)
        assert player.first(game.params, Policy.OPENING) is None
        game.play(Move(MoveKind.OPEN, 4, 4))
        while not game.position.is_over:
            before = game.position
            game.play(player.choose(view(game.position, game.layout)))
            assert game.position != before
        outcomes.append(game.position.outcome)
    assert Outcome.WON in outcomes


@pytest.mark.skipif(not SOURCE.is_dir(), reason="the program is installed, its sources are not here")
def test_the_recipes_work_when_they_are_followed(tmp_path: Path) -> None:
    """A copy of the program is given the console, the format and the player just as the page says."""
    console, reading, writing, player = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    (entry,) = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    package = tmp_path / "sapper"
    shutil.copytree(SOURCE / "sapper", package, ignore=shutil.ignore_patterns("__pycache__", "tui", "window"))
    (package / "consoles" / "small.py").write_text(console)
    added(package / "cli" / "console.py", 'CONSOLES = ("menu", ', '"small", ')
    (package / "replay" / "formats" / "dots.py").write_text(reading)
    line, _, function = writing.partition("\n")
    added(package / "replay" / "reading.py", "_FORMATS = (\n", f"    {line.partition('  #')[0]},\n")
    added(package / "replay" / "writing.py", "BOARDS = {", '"dots": ".dots", ')
    added(package / "replay" / "writing.py", "_BOARD_WRITERS: ", "", before=f"{function.strip()}\n\n\n")
    added(package / "replay" / "writing.py", "[[Layout, Play | None], bytes]] = {\n", '    "dots": _dots,\n')
    (tmp_path / "my_package.py").write_text(player)
    known = tmp_path / "my_package-1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1\n")
    group, _, named = entry.partition("\n")
    name = group.strip("[]").removeprefix("project.entry-points.").strip('"')
    (known / "entry_points.txt").write_text(f"[{name}]\n{named.replace(chr(34), '')}")

    env = environment(PYTHONPATH=str(tmp_path), SAPPER_PROFILE=str(tmp_path / "profile"))

    def answer(*arguments: str, stdin: bytes = b"") -> str:
        command = [sys.executable, "-m", "sapper", *arguments]
        done = subprocess.run(command, env=env, input=stdin, capture_output=True, cwd=tmp_path, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode()

    every = "".join(f"{x} {y}\n" for y in range(5) for x in range(5))
    assert answer("console", "small", stdin=every.encode()).endswith(("won\n", "lost\n"))
    assert "small" in answer("completion", "bash")
    (tmp_path / "board.txt").write_text("3x2/2\n*..\n..*\n")
    assert answer("replay", "convert", "board.txt", "--to", "dots") == "board.dots\n"
    assert (tmp_path / "board.dots").read_text() == "dots1 3x2 0,0 2,1"
    assert "board      3x2/2" in answer("replay", "info", "board.dots")
    assert "patient" in answer("simulate", "9x9/10", "-n", "3", "--player", "patient")


def added(path: Path, after: str, text: str, *, before: str = "") -> None:
    """Writes text behind a place of a file that is there once, or before it."""
    content = path.read_text("utf-8")
    assert content.count(after) == 1
    path.write_text(content.replace(after, before + after + text), "utf-8")
