"""What an import brings along: rules, solver and consoles must open at once, so nothing heavy."""

import subprocess
import sys
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
LIGHT = ("cli", "config", "consoles", "controls", "core", "deal", "errors", "i18n", "session", "solver")
HEAVY = {
    "asyncio",
    "distributed",
    "gymnasium",
    "matplotlib",
    "numpy",
    "platformdirs",
    "rich",
    "sqlite3",
    "textual",
    "textual_serve",
    "tkinter",
}


def module_names() -> list[str]:
    """Every module of the package, dotted."""
    paths = (path.relative_to(SRC).with_suffix("") for path in sorted(SRC.rglob("*.py")))
    return [".".join(path.parts).removesuffix(".__init__") for path in paths]


def loaded_by(module: str) -> set[str]:
    """The names in `sys.modules` that importing `module` in a fresh interpreter adds."""
    code = (
        f"import sys; sys.path.insert(0, {str(SRC)!r}); before = set(sys.modules); import {module}; "
        "print(*(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr, done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize("module", [name for name in module_names() if ".".join(name.split(".")[1:2]) in LIGHT])
def test_a_light_module_loads_nothing_heavy(module: str) -> None:
    assert not {name.split(".")[0] for name in loaded_by(module)} & HEAVY


def test_the_package_loads_only_itself() -> None:
    assert {name for name in loaded_by("sapper") if name.split(".")[0] in {"sapper", *HEAVY}} == {"sapper"}


@pytest.mark.parametrize("name", ["menu", "quick", "chinese"])
def test_a_console_loads_nothing_that_it_does_not_play_with(name: str, tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(SRC)!r}); import sapper.cli; sapper.cli.main(['console', {name!r}]); "
        "print(*sys.modules, file=sys.stderr)"
    )
    environ = {"SAPPER_PROFILE": str(tmp_path), "LANG": "zh_CN.UTF-8", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    loaded = set(done.stderr.decode().split())
    assert "sapper.consoles.terminal" in loaded
    # The language is asked for by the first sentence, and a console has its own; typing alone costs milliseconds.
    assert not loaded & {*HEAVY, "typing", "tomllib", "sapper.config", "sapper.i18n", "sapper.cli.manners"}
