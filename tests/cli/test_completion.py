"""Completion in the real shells, and what it and the manual are made from."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.cli import main
from sapper.cli.main import COMMANDS, Parser, module_of
from sapper.cli.manual import page
from sapper.cli.shells import SHELLS
from sapper.cli.tree import Argument, Command, Kind, whole_tree
from sapper.core.params import LEVELS, Policy
from tests.e2e.screen import Terminal

FREE = {"N", "J", "X,Y", "SECONDS", "MOVE", "WxH/M", "H", "HOST", "URL", "MINUTES", "NAME", "ADDRESS", "GAME"}
"""What values are called for which nothing can be offered; a new one belongs here or among those of `tree`."""

EXAMPLES = [
    ("pl", "play"),
    ("generate exp", "expert"),
    ("generate expert --pol", "--policy"),
    ("generate --policy no", "no-guess"),
    ("generate --policy=no", "no-guess"),
    ("generate --seed 5 inter", "intermediate"),
    ("replay conv", "convert"),
    ("replay convert --to rawv", "rawvf"),
    ("replay convert --to evf some", "some board.mbf"),
    ("replay info one.evf some", "some board.mbf"),
    ("console --seed 3 chin", "chinese"),
    ("play --theme high", "high-contrast"),
    ("play --board some", "some board.mbf"),
    ("stats --level ranked", "ranked-beginner"),
    ("export --output some", "some board.mbf"),
    ("completion fi", "fish"),
    ("--vers", "--version"),
]


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"{shell} is not installed")


@pytest.fixture
def scripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with the three scripts and a file to be found."""
    for shell in SHELLS:
        assert main(["completion", shell]) == 0
        (tmp_path / f"sapper.{shell}").write_text(capsys.readouterr().out)
    (tmp_path / "some board.mbf").touch()
    return tmp_path


def bash_offers(line: str, folder: Path) -> list[str]:
    # As bash cuts a line at blanks and at =.
    words = ["sapper", *line.replace("=", " = ").split(" ")]
    code = 'source ./sapper.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sapper; printf "%s\\n" "${COMPREPLY[@]}"'
    return _lines(["bash", "--norc", "-c", code, "bash", *words], folder)


def fish_offers(line: str, folder: Path) -> list[str]:
    code = f"source ./sapper.fish; complete -C 'sapper {line}'"
    return [found.split("\t")[0] for found in _lines(["fish", "--no-config", "-c", code], folder)]


def _lines(command: list[str], folder: Path) -> list[str]:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    return done.stdout.splitlines()


@needs("bash")
@pytest.mark.parametrize(("line", "offered"), EXAMPLES)
def test_bash(line: str, offered: str, scripts: Path) -> None:
    assert bash_offers(line, scripts) == [offered]


@needs("fish")
@pytest.mark.parametrize(("line", "offered"), EXAMPLES)
def test_fish(line: str, offered: str, scripts: Path) -> None:
    before = line.partition("=")[0] + "=" if "=" in line else ""
    assert fish_offers(line, scripts) == [before.rpartition(" ")[2] + offered]


@pytest.mark.e2e
@pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux")
@pytest.mark.parametrize(
    ("shell", "start"),
    [
        pytest.param("bash", "bash --norc --noprofile -i", marks=needs("bash")),
        pytest.param("zsh", "zsh -f -i", marks=needs("zsh")),
    ],
)
def test_the_tab_key_in_a_shell(shell: str, start: str, scripts: Path) -> None:
    terminal = Terminal(scripts, shell=True)
    terminal.start()
    try:
        terminal.wait("bash-")
        terminal.type(f"cd {scripts} && PS1='> ' exec {start}\n")
        terminal.wait(lambda text: text.rstrip().endswith("\n>"))
        if shell == "zsh":
            terminal.type("PS1='> '; autoload -U compinit && compinit -u -d ./dump\n")
        terminal.type(f". ./sapper.{shell}; clear\n")
        for line, offered in EXAMPLES:
            terminal.type(f"sapper {line}")
            terminal.keys("Tab")
            seen = offered.replace(" ", "\\ ")
            # zsh adds the = that a value may follow.
            terminal.wait(lambda text, seen=seen: text.rstrip().rstrip("=").endswith(seen))  # type: ignore[misc]
            terminal.keys("C-u", "C-l")
            terminal.wait(lambda text: text.strip() == ">")
    finally:
        terminal.stop()


def commands() -> Iterator[Command]:
    return whole_tree().everything()


def arguments(command: Command) -> Iterator[Argument]:
    yield from command.options
    yield from command.places


@needs("bash")
@pytest.mark.parametrize("command", list(commands()), ids=lambda command: " ".join(command.path) or "sapper")
def test_every_option_and_word_of_a_command_is_offered(command: Command, scripts: Path) -> None:
    line = " ".join(command.path)
    flags = {flag for option in command.options for flag in option.flags}
    assert set(bash_offers(f"{line} -".strip(), scripts)) == flags
    for option in command.options:
        if option.kind is Kind.WORDS:
            assert set(bash_offers(f"{line} {option.flags[0]} ", scripts)) == set(option.words)
    if command.commands:
        assert set(bash_offers(f"{line} ".lstrip(), scripts)) == {under.name for under in command.commands}


def test_the_tree_is_what_the_parsers_take() -> None:
    tree = whole_tree()
    assert [command.name for command in tree.commands] == list(COMMANDS)
    for command in tree.commands:
        parser = Parser(prog="x")
        module_of(command.name).configure(parser)
        flags = {flag for action in parser._actions for flag in action.option_strings}
        assert {flag for option in command.options for flag in option.flags} == flags
        named = [action for action in parser._actions if not action.option_strings]
        places = [action for action in named if not isinstance(action, argparse._SubParsersAction)]
        assert len(command.places) == len(places)


def test_it_is_known_of_every_value_what_can_be_offered() -> None:
    for command in commands():
        for argument in arguments(command):
            if argument.kind is Kind.FREE and argument.metavar:
                assert argument.metavar in FREE, f"{command.path}: say in tree.py or here what a {argument.metavar} is"


def test_levels_and_policies_are_offered() -> None:
    (generate,) = [command for command in commands() if command.path == ("generate",)]
    assert generate.places[0].words == tuple(LEVELS)
    (policy,) = [option for option in generate.options if "--policy" in option.flags]
    assert policy.words == tuple(Policy)


def test_the_manual_tells_of_every_command_and_option() -> None:
    text = page()
    for command in commands():
        if command.path and not command.commands:
            assert f"\\fBsapper {' '.join(command.path)}\\fR" in text
    for command in commands():
        for option in command.options:
            for flag in option.flags:
                assert flag in ("-h", "--help") or "\\fB" + flag.replace("-", "\\-") + "\\fR" in text
    for line in text.splitlines():
        assert not re.match(r"\.(?!TH|SH|SS|TP|PP|B |I |br)", line), line


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
def test_the_manual_is_well_formed(tmp_path: Path) -> None:
    file = tmp_path / "sapper.1"
    file.write_text(page(), encoding="utf-8")
    done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", file], capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if "missing date" not in line] == []
