"""Files that commands write: never over an older one unless told, never by halves, whatever the option is called."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from sapper.cli.files import FileThereError, new_file, new_text
from sapper.cli.main import main
from sapper.cli.tree import Kind, whole_tree
from sapper.errors import FileError
from tests.e2e.program import COMMAND, environment, sapper
from tests.replay import builders
from tests.replay.builders import LAYOUT, WON

WRITERS = (
    "export --output games.json",
    "export --output games.csv",
    "simulate 9x9/10 -n 2 --seed 1 --csv wins.csv",
    "simulate 9x9/10 -n 2 --seed 1 --plot wins.svg",
    "generate 9x9/10 --seed 1 --output .",
    "replay analyse game.evf --click 1 --picture click.svg",
    "replay convert game.evf --to rawvf",
)
WRITING = {"--output", "--csv", "--plot", "--picture"}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAPPER_PROFILE", str(tmp_path / "profile"))
    monkeypatch.chdir(tmp_path)
    Path("game.evf").write_bytes(builders.evf(LAYOUT, WON, time=WON[-1].ms - WON[1].ms, bbbv=22))
    return tmp_path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"profile"}


@pytest.mark.parametrize("command", WRITERS)
def test_an_older_file_stays_unless_it_may_be_replaced(
    command: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--plot" in command:
        pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    arguments = command.split()
    before = names(place)
    assert main(arguments) == 0
    (name,) = names(place) - before
    written = Path(name).read_bytes()
    Path(name).write_text("precious")
    Path(name).chmod(0o640)
    capsys.readouterr()
    assert main(arguments) == 1
    assert capsys.readouterr() == ("", f"sapper: {name} is there already; --overwrite replaces it\n")
    assert Path(name).read_text() == "precious"
    assert main([*arguments, "--overwrite"]) == 0
    assert len(Path(name).read_bytes()) == len(written)
    assert Path(name).stat().st_mode & 0o777 == 0o640
    assert names(place) == before | {name}, "nothing is left beside it"


@pytest.mark.parametrize("command", WRITERS)
def test_a_folder_that_takes_no_files_is_told_before_the_work(
    command: str, place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "--plot" in command:
        pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    before = names(place)
    # The folder's rights alone would not do: whoever administers a system may write everywhere.
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert main(command.split()) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(": Permission denied\n")
    assert names(place) == before


def test_every_command_that_writes_files_can_be_told_to_replace_them() -> None:
    writers = set()
    for command in whole_tree().everything():
        options = {name for option in command.options for name in option.flags}
        if options & WRITING:
            assert "--overwrite" in options
            writers.add(" ".join(command.path))
    assert {command for command in writers if not any(line.startswith(command) for line in WRITERS)} == set()


def test_a_file_is_there_when_it_is_whole_and_not_before(tmp_path: Path) -> None:
    old, fresh = tmp_path / "old", tmp_path / "fresh"
    old.write_text("old")
    for path in (old, fresh):
        for end in (KeyboardInterrupt, OSError, ValueError):
            with pytest.raises((end, FileError)), new_text(path, overwrite=True) as file:  # noqa: PT012 - it is a block
                file.write("half")
                file.flush()
                assert old.read_text() == "old"
                assert not fresh.exists()
                raise end
        assert names(tmp_path) == {"old"}
    assert old.read_text() == "old"


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_came_in_between_stays(links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    if not links:
        monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(PermissionError))
        with new_file(path, overwrite=False) as file:
            file.write(b"whole")
        assert path.read_bytes() == b"whole"
        return
    with pytest.raises(FileThereError), new_file(path, overwrite=False) as file:  # noqa: PT012 - it is a block
        file.write(b"late")
        path.write_bytes(b"early")
    assert path.read_bytes() == b"early"
    assert names(tmp_path) == {"file"}


def test_programs_that_write_the_same_at_the_same_time_do_not_meet(tmp_path: Path) -> None:
    """In containers that share a folder both may be process 1; each writes its own file, and the last stays."""
    path = tmp_path / "file"
    with new_file(path, overwrite=True) as one, new_file(path, overwrite=True) as other:
        one.write(b"1" * 5)
        other.write(b"2" * 9)
    assert path.read_bytes() == b"1" * 5
    assert names(tmp_path) == {"file"}


def test_folders_and_places_that_are_not_there_are_named(tmp_path: Path) -> None:
    for path, sentence in ((tmp_path, "Is a directory"), (tmp_path / "none" / "file", "No such file or directory")):
        for overwrite in (False, True):
            with pytest.raises(FileError) as told, new_file(path, overwrite=overwrite):
                pass
            assert str(told.value) == f"{path}: {sentence}"


NAMING = (
    "solve",
    "import",
    "export --output",
    "generate 9x9/10 --output",
    "simulate 9x9/10 --csv",
    "simulate 9x9/10 --plot",
    "simulate 9x9/10 --journal",
    "simulate 9x9/10 --scheduler",
    "replay info",
    "replay analyse",
    "replay watch",
    "replay convert --to mbf",
    "replay convert game.evf --to mbf --output",
    "replay analyse game.evf --picture",
    "console quick --board",
    "play --board",
)


@pytest.mark.parametrize("command", NAMING)
def test_an_empty_name_names_nothing(command: str, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = names(place)
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), ""])
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert ": a name is wanted, and this one is empty (" in err
    assert names(place) == before


def test_every_option_that_names_a_file_is_tried_with_an_empty_one() -> None:
    for command in whole_tree().everything():
        for argument in (*command.places, *command.options):
            if argument.kind in (Kind.FILE, Kind.FOLDER) and command.name != "window":
                line = " ".join((*command.path, *argument.flags))
                tried = [each for each in NAMING if each.startswith(" ".join(command.path))]
                assert [each for each in tried if not argument.flags or each.endswith(argument.flags[0])], line


def test_a_dash_is_standard_output_and_no_file(place: Path) -> None:
    before = names(place)
    simulate = ("simulate", "9x9/10", "-n", "2", "--seed", "1")
    answer, table = sapper(*simulate).stdout.splitlines(), place / "wins.csv"
    written = sapper(*simulate, "--csv", "-").stdout.splitlines()
    assert sapper(*simulate, "--csv", str(table)).returncode == 0
    assert written[-len(table.read_bytes().splitlines()) :] == table.read_bytes().splitlines()
    assert len(written) == len(answer) + len(table.read_bytes().splitlines())
    for command, says in (
        ("generate 9x9/10 --output -", b"a folder is wanted, which standard output is not: '-'"),
        ("simulate 9x9/10 --journal -", b"standard output is none"),
        ("export --format evf --output -", b"replays are files: --output names a folder for them"),
        ("replay analyse game.evf --picture -", b"a picture is a file that ends in .svg or .png"),
    ):
        ended = sapper(*command.split())
        assert (ended.returncode, ended.stdout, ended.stderr.count(b"\n")) == (2, b"", 1)
        assert says in ended.stderr
    assert names(place) == before | {"wins.csv"}


def test_a_dash_is_standard_input_where_games_are_read(place: Path) -> None:
    game = Path("game.evf").read_bytes()
    for command in ("replay info", "replay info --json", "replay analyse", "replay convert --to mbf --output -"):
        ended = sapper(*command.split(), "-", stdin=game)
        named = sapper(*command.split(), "game.evf")
        assert (ended.returncode, ended.stderr) == (0, b"")
        assert ended.stdout == named.stdout.replace(b'"game.evf"', b'"-"').replace(b"game.evf", b"-")
    for command, says in (("replay convert --to mbf", b"use --output -"), ("replay info", b"")):
        ended = sapper(*command.split(), "-", stdin=game if says else b"\4nothing")
        assert (ended.returncode, ended.stdout, ended.stderr.count(b"\n")) == (1, b"", 1)
        assert says in ended.stderr
    assert names(place) == {"game.evf"}
    Path("-").write_bytes(game)
    assert sapper("replay", "info", "./-", stdin=b"nothing").returncode == 0


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    with new_file(link, overwrite=False) as file:
        file.write(b"one")
    with pytest.raises(FileThereError), new_file(link, overwrite=False):
        pass
    with new_file(link, overwrite=True) as file:
        file.write(b"two")
    assert link.is_symlink()
    assert target.read_bytes() == b"two"


def test_what_flows_is_no_file_that_is_there(tmp_path: Path) -> None:
    """A pipe of the shell, a device, and standard output that goes into a file."""
    if not Path("/dev/stdout").exists():
        pytest.skip("there is no /dev/stdout")
    command = [*COMMAND, "simulate", "9x9/10", "-n", "2", "--seed", "1", "--csv"]
    env = environment()
    assert sapper(*command[len(COMMAND) :], "/dev/null", env=env).returncode == 0
    piped = subprocess.run([*command, "/dev/stdout"], env=env, capture_output=True, check=True).stdout
    assert b"player,by,value" in piped
    with (tmp_path / "kept").open("wb") as kept:
        subprocess.run([*command, "/dev/stdout"], env=env, stdout=kept, check=True)
    assert (tmp_path / "kept").read_bytes().splitlines()[-1] == piped.splitlines()[-1]
    assert b"player,by,value" in (tmp_path / "kept").read_bytes()
