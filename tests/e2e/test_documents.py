"""The examples of the README and the docs: each `console` block is run, and must print what stands there."""

from __future__ import annotations

import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sapper.cli.main import COMMANDS
from sapper.cli.replay import ACTIONS
from tests.e2e.program import environment

ROOT = Path(__file__).resolve().parents[2]


PAGES = ["README.md", "README.zh.md", "CONTRIBUTING.md", *(f"docs/{page.name}" for page in ROOT.glob("docs/*.md"))]


def blocks_of(name: str, kind: str) -> list[str]:
    """The fenced blocks of a page that are of this kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", (ROOT / name).read_text("utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", [name for name in PAGES if blocks_of(name, "console")])
def test_examples_print_what_they_say(name: str, tmp_path: Path) -> None:
    blocks = blocks_of(name, "console")
    command = tmp_path / "bin" / "sapper"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sapper "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    locale = "zh_CN.UTF-8" if ".zh." in name else "C.UTF-8"
    env = environment(SAPPER_PROFILE=str(tmp_path / "profile"), COLUMNS="80", NO_COLOR="1", LANG=locale)
    env["PATH"] = f"{command.parent}:{env['PATH']}"
    for block in blocks:
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, expected = example.partition("\n")
            ended = subprocess.run(
                ["sh", "-c", line],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=tmp_path,
                env=env,
                timeout=120,
                check=False,
            )
            assert ended.stdout.decode("utf-8").rstrip() == expected.rstrip(), line


def test_both_languages_have_the_same_examples() -> None:
    english, chinese = (
        [re.findall(r"^\$ .*", block, re.MULTILINE) for block in blocks_of(name, "console")]
        for name in ("README.md", "README.zh.md")
    )
    assert english == chinese
    assert blocks_of("README.md", "python") == blocks_of("README.zh.md", "python")


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_every_command_and_every_page_is_named(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    for command in COMMANDS:
        assert re.search(rf"\bsapper {command}\b", text), command
    for action in ACTIONS:
        assert f"`{action}`" in text or f"sapper replay {action}" in text, action
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    for page in ROOT.glob("docs/*.md"):
        assert page.name == "README.md" or f"]({page.name})" in index, page


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name: str) -> None:
    page = ROOT / name
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), f"{name}: {target}"
        if heading:
            headings = re.findall(r"^#+ (.*)$", found.read_text("utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w\- ]", "", text).lower().replace(" ", "-") for text in headings}, target


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    for page in ROOT.glob("docs/*.md"):
        assert page.name == "README.md" or f"({page.name})" in index, page.name
