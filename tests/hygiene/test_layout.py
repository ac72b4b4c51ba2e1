"""House rules that no linter knows: the size and place of code, and nothing of one author's machine in the project."""

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
SCRIPTS = sorted(path for path in [*(ROOT / "scripts").iterdir(), ROOT / ".ci" / "run"] if not path.suffix)

# Absolute places of one machine. A path that merely contains such a name (a URL, src/work/) is preceded by something.
HOMES = ("Users", "builds", "home", "mnt", "opt", "private", "root", "srv", "tmp", "work", "workspace", "workspaces")
MACHINE_PATH = re.compile(rf"(?<![\w.:/~$}}*-])/(?:{'|'.join(HOMES)})/\w")
# Where packages come from is each machine's own affair.
PACKAGE_INDEX = re.compile(
    r"pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|index[-_]url|find[-_]links|trusted[-_]host|https?://\S+/simple\b",
    re.IGNORECASE,
)


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tracked() -> list[Path]:
    """The files that git knows or would add; none where this is no checkout."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        return []
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    paths = (ROOT / name for name in done.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


MODULES = sorted(SRC.rglob("*.py"))
each_module = pytest.mark.parametrize("path", MODULES, ids=relative)


@each_module
def test_a_module_is_short(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= 400, "over 400 lines: split it by role"


@each_module
def test_a_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@each_module
def test_only_the_terminal_and_the_command_line_print_and_ask(path: Path) -> None:
    inside = path.relative_to(SRC / "sapper")
    if inside.parts[0] == "cli" or inside.as_posix() == "consoles/terminal.py":
        return
    calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    found = [
        f"line {c.lineno}: {c.func.id}"
        for c in calls
        if isinstance(c.func, ast.Name) and c.func.id in {"print", "input"}
    ]
    assert not found


@each_module
def test_a_module_runs_without_cython(path: Path) -> None:
    assert not re.search(
        r"^\s*(?:import|from) cython\b", path.read_text(encoding="utf-8"), re.MULTILINE | re.IGNORECASE
    )


@each_module
def test_a_module_is_named_for_its_job(path: Path) -> None:
    assert path.stem not in {"utils", "util", "helpers", "misc", "common"}


def test_every_kernel_declaration_has_its_module() -> None:
    assert not [relative(pxd) for pxd in SRC.rglob("*.pxd") if not pxd.with_suffix(".py").exists()]


def test_nothing_of_one_machine_is_in_the_project() -> None:
    here = f"{ROOT}/" if len(ROOT.parts) > 2 else None
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if MACHINE_PATH.search(line) or PACKAGE_INDEX.search(line) or (here and here in line):
                found.append(f"{relative(path)}:{number}: {line.strip()[:100]}")
    assert not found


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ("cd /" + "home/ann/sapper", True),
        ("see '/" + "work/notes.md'", True),
        ("file=/" + "Users/ann/x", True),
        ("https://example.org/home/x", False),
        ("${TMPDIR:-/tmp}/x", False),
        ("src/work/x and $root/home/x", False),
        ("#!/usr/bin/env bash", False),
    ],
)
def test_machine_paths_are_told_from_others(*, line: str, caught: bool) -> None:
    assert bool(MACHINE_PATH.search(line)) is caught


@pytest.mark.parametrize("path", SCRIPTS, ids=relative)
def test_a_script_can_be_run(path: Path) -> None:
    assert os.access(path, os.X_OK)
    assert path.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")
    subprocess.run(["bash", "-n", str(path)], check=True)


def test_generated_c_stays_out_of_the_sources() -> None:
    assert not [relative(path) for path in SRC.rglob("*.c")]
