"""Hands one target to atheris, with all of the package instrumented: `python -m tests.fuzz.one NAME [options]`."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["sapper"]):
    from tests.fuzz.targets import run


def main() -> None:
    """Fuzzes until time is up or something is found."""
    name = sys.argv.pop(1)
    atheris.Setup(sys.argv, lambda data: run(name, data) and None)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
