"""The version is told the same everywhere, and the changelog has a section for it."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from sapper import __version__
from sapper.cli import main
from sapper.cli.manual import page

ROOT = Path(__file__).parents[2]
HEADING = re.compile(r"^## \[(\d+)\.(\d+)\.(\d+)\] - (.*)$", re.MULTILINE)
RELEASES = HEADING.findall((ROOT / "CHANGELOG.md").read_text("utf-8"))


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    assert ".".join(RELEASES[0][:3]) == __version__


def test_releases_are_dated_and_the_newest_comes_first() -> None:
    days = [date.fromisoformat(day) for *_, day in RELEASES]
    assert days == sorted(days, reverse=True)
    versions = [tuple(map(int, numbers)) for *numbers, _ in RELEASES]
    assert versions == sorted(set(versions), reverse=True)


def test_the_changelog_has_no_other_headings() -> None:
    headings = re.findall(r"^## .*$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] == "## [Unreleased]"
    assert all(HEADING.fullmatch(heading) for heading in headings[1:])


def test_the_manual_page_and_the_command_tell_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert f'"sapper {__version__}"' in page().splitlines()[0]
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"sapper {__version__}"


def test_it_is_written_down_once() -> None:
    """Where it is set; the changelog and the page on releasing speak of it."""
    found = [
        path
        for path in (ROOT / "src").rglob("*.py")
        if re.search(rf"[\"']{re.escape(__version__)}[\"']", path.read_text("utf-8"))
    ]
    assert [path.name for path in found] == ["__init__.py"]
    assert re.search(r"^version", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE) is None
